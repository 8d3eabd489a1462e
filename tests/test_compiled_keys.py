"""The key of compiled code: every source that it depends on changes it, and no other."""

from __future__ import annotations

import ast
import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardsim import card_sets, rng, tricks, worlds
from cardsim.compile.sources import written
from cardsim.engine.hand_loop import bind_loop, forking_loop, logged_loop, open_loop
from cardsim.games import game_names, load_game
from cardsim.games.scat import values
from cardsim.kernels import code_key as keys
from cardsim.kernels.code_key import code_key, reached
from cardsim.kernels.imports import FOLDER, SEARCHES, Tree
from cardsim.kernels.intrinsics import copy_own, record_at, seen_as
from cardsim.kernels.jit import inlined, kernel
from cardsim.options.params import packed_dtype
from cardsim.runs import solution
from cardsim.workspace import load_file, load_strategy

TREE = Tree(FOLDER)


def modules_of(folder: Path) -> dict[str, Path]:
    """Every module of a package, by name."""
    found = {}
    for file in sorted(folder.rglob("*.py")):
        if "_bundled" not in file.parts:
            names = file.relative_to(folder.parent).with_suffix("").parts
            found[".".join(n for n in names if n != "__init__")] = file
    return found


def strategy_code(game: str, name: str) -> Callable[..., Any]:
    """What an entry is made of that has a strategy's compiled code."""
    found, (_, _, players) = load_game(game), load_game(game).players
    seated, rules = [load_strategy(found, name)] * players, np.zeros(1, packed_dtype(found.rules))
    return bind_loop(found, seated, rules, players=players, rotations=1, unit=0).function


def exact_code(game: str) -> Callable[..., Any]:
    return load_game(game).exact[0].solve


# ---------------------------------------------------------------- each module in turn


@pytest.fixture(scope="module")
def roots() -> dict[str, set[str]]:
    """What the kinds of kept things are followed to."""
    made = {
        "loop of scat": reached(open_loop(load_game("scat")).function),
        "loop of spades": reached(open_loop(load_game("spades")).function),
        "log of scat": reached(logged_loop(load_game("scat")).function),
        "strategies of scat": reached(strategy_code("scat", "threshold")),
        "strategies of spades": reached(strategy_code("spades", "count-bid")),
        "exact figures of spades": reached(exact_code("spades"), solution.solved),
    }
    assert not any(reach.unknown for reach in made.values())
    return {what: reach.roots for what, reach in made.items()}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package's sources."""
    folder = tmp_path_factory.mktemp("copy") / "cardsim"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__", "_bundled"))
    return folder


@pytest.mark.full
def test_an_edit_changes_the_keys_of_what_depends_on_the_module_and_no_other(
    copy: Path, roots: dict[str, set[str]]
) -> None:
    """Each module of the package in turn."""
    tree = Tree(copy)
    before = {what: tree.digest(r) for what, r in roots.items()}
    depends = {what: tree.closure(r) for what, r in roots.items()}

    for module, file in modules_of(copy).items():
        text, known = file.read_bytes(), tree.source(module)
        file.write_bytes(text + b"\n# a comment\n")
        tree._checked.discard(module)
        after = {what: tree.digest(r) for what, r in roots.items()}
        file.write_bytes(text)
        tree.sources[module] = known

        for what, modules in depends.items():
            assert modules is not None
            assert (after[what] != before[what]) == (module in modules), f"{module} for {what}"


def test_reports_pictures_answers_and_other_games_have_no_part_in_a_loop(
    roots: dict[str, set[str]],
) -> None:
    for what in ("loop of scat", "log of scat", "strategies of scat"):
        modules = TREE.closure(roots[what])

        assert modules is not None
        away = ("report", "plots", "cli", "answers", "runs", "statistics", "showing", "workspace")
        others = [f"games.{name.replace('-', '_')}" for name in game_names() if name != "scat"]
        for part in (*away, *others):
            inside = f"cardsim.{part}"
            assert not [m for m in modules if m == inside or m.startswith(f"{inside}.")]


@pytest.mark.parametrize(
    "module",
    [
        *("rng", "cards", "kernels.jit", "kernels.intrinsics", "kernels.numba_insides"),
        *("strategy", "engine.hand_loop", "compile.offered", "compile.sources", "options.params"),
    ],
)
def test_what_makes_code_is_in_every_loop(roots: dict[str, set[str]], module: str) -> None:
    for what in ("loop of scat", "loop of spades", "strategies of scat"):
        assert f"cardsim.{module}" in (TREE.closure(roots[what]) or ())


def test_a_games_own_kernels_are_in_its_own_loop_alone(roots: dict[str, set[str]]) -> None:
    scat, spades = (TREE.closure(roots[f"loop of {name}"]) for name in ("scat", "spades"))

    assert scat is not None
    assert spades is not None
    assert "cardsim.games.scat.play" in scat - spades
    assert {"cardsim.games.spades.play", "cardsim.tricks"} <= spades - scat


@pytest.mark.parametrize("name", game_names())
def test_every_loop_of_every_game_has_a_closure_of_its_own(name: str) -> None:
    """Nothing in it is unknown, and none depends on the whole package."""
    game = load_game(name)
    loops = [open_loop(game), *([logged_loop(game), forking_loop(game)] if game.decisions else [])]

    for loop in loops:
        reach = reached(loop.function)

        assert reach.unknown == []
        assert len(TREE.closure(reach.roots) or ()) in range(30, 80)


def test_the_exact_answers_of_every_game_have_closures() -> None:
    for name in game_names():
        for question in load_game(name).exact:
            reach = reached(question.solve, solution.solved)
            modules = TREE.closure(reach.roots)

            assert reach.unknown == []
            assert modules is not None, (name, question.name)
            assert f"cardsim.games.{name.replace('-', '_')}.exact" in modules
            assert not [m for m in modules if m.startswith(("cardsim.show.pages", "cardsim.cli"))]


@pytest.mark.parametrize("name", game_names())
def test_an_edit_of_what_a_game_prints_compiles_nothing_anew(copy: Path, name: str) -> None:
    game, folder = load_game(name), copy / "games" / name.replace("-", "_")
    solves = (solved for q in game.exact for solved in (q.solve, solution.solved))
    applied = (decision.apply for decision in game.decisions)
    roots = reached(game.deal, game.observe, game.close, game.score, *applied, *solves).roots

    def digest() -> str:
        return Tree(copy, read=TREE.sources).digest(roots)

    def changes(file: str) -> bool:
        before, text = digest(), (folder / file).read_bytes()
        (folder / file).write_bytes(text + b"\n# a comment\n")
        after = digest()
        (folder / file).write_bytes(text)
        return after != before

    assert not changes("story.py")
    assert changes("play.py")
    assert changes("rules.py")


# ---------------------------------------------------------------- a changed helper is never missed


class Package:
    """A package by the name of this one, of a few files."""

    def __init__(self, folder: Path, **files: str) -> None:
        self.folder = folder
        for module in ("", "kernels", "games"):
            self.write(f"{module}/__init__.py", "")
        for name, text in files.items():
            self.write(f"{name.replace('__', '/')}.py", text)

    def write(self, path: str, text: str) -> None:
        file = self.folder / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def changes(self, path: str, root: str = "cardsim.play") -> bool:
        """Whether an edit of a file changes the digest of a module."""
        before, file = Tree(self.folder).digest([root]), self.folder / path
        file.write_bytes(file.read_bytes() + b"\n# edited\n")
        return Tree(self.folder).digest([root]) != before


@pytest.fixture
def package(tmp_path: Path) -> Callable[..., Package]:
    def make(**files: str) -> Package:
        return Package(tmp_path / "cardsim", **files)

    return make


@pytest.mark.parametrize(
    "line",
    [
        "from cardsim.helper import f",
        "from cardsim import helper",
        "from cardsim import helper as h",
        "import cardsim.helper",
        "import cardsim.helper as h",
        "from .helper import f",
        "from . import helper",
        "from .helper import *",
        "def make():\n    from cardsim.helper import f\n    return f",
        "if True: from cardsim.helper import f",
        "x = 1; from cardsim.helper import f",
        "try:\n    from cardsim.helper import f\nexcept ImportError: pass",
        "from cardsim.helper import (  # why\n    f,\n)",
        "import cardsim\n\ndef f():\n    return cardsim.helper.f()",
        "import cardsim\nf = getattr(cardsim, 'helper')",
        "from importlib import import_module\nf = import_module('cardsim.helper').f",
    ],
)
def test_an_import_of_any_form_counts(package: Callable[..., Package], line: str) -> None:
    made = package(helper="f = 1", play=line, other="")

    assert made.changes("helper.py")


def test_what_is_imported_through_others_counts(package: Callable[..., Package]) -> None:
    made = package(play="from cardsim.a import f", a="from .b import f", b="from . import c", c="")

    assert [made.changes(f"{name}.py") for name in "abc"] == [True, True, True]


def test_what_an_init_hands_on_counts(package: Callable[..., Package]) -> None:
    made = package(play="from cardsim.cards import f")
    made.write("cards/__init__.py", "from .deck import f")
    made.write("cards/deck.py", "from ..rng import f")
    made.write("rng.py", "f = 1")
    made.write("cards/other.py", "")

    assert made.changes("rng.py")
    assert made.changes("cards/deck.py")
    assert made.changes("cards/__init__.py")
    assert not made.changes("cards/other.py")


def test_the_packages_that_a_module_lies_in_count(package: Callable[..., Package]) -> None:
    """Their `__init__` runs when the module is imported, and may change what is in it."""
    made = package()
    made.write("games/whist/__init__.py", "from . import play, table\nplay.SIZE = table.SIZE")
    made.write("games/whist/play.py", "SIZE = 1")
    made.write("games/whist/table.py", "SIZE = 2")
    made.write("games/other/__init__.py", "")

    assert made.changes("games/whist/__init__.py", "cardsim.games.whist.play")
    assert made.changes("games/whist/table.py", "cardsim.games.whist.play")
    assert not made.changes("games/other/__init__.py", "cardsim.games.whist.play")


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("GAME = Game.of(__name__, story=story)", False),
        ("GAME = Game.of(__name__, (Decision('a', tell=story.told),), story=story)", False),
        ("GAME = Game.of(__name__, play=story)", True),
        ("GAME = Game.of(__name__, (Decision('a', apply=story.told),), story=story)", True),
        ("GAME = Game.of(__name__, story=story, words=story.WORDS)", True),
        ("GAME = Other(story=story)", True),
        ("play.SIZE = story.SIZE", True),
    ],
)
def test_a_story_counts_where_it_does_more_than_tell(
    package: Callable[..., Package], line: str, counts: bool
) -> None:
    made = package(game="")
    text = f"from cardsim.game import Decision, Game, Other\nfrom . import play, story\n{line}\n"
    made.write("games/whist/__init__.py", text)
    made.write("games/whist/play.py", "SIZE = 1")
    made.write("games/whist/story.py", "SIZE = 2")

    assert made.changes("games/whist/story.py", "cardsim.games.whist.play") == counts


@pytest.mark.parametrize(
    "line",
    ["play.SIZE = 2", "setattr(play, 'SIZE', 2)", "play.SIZES[0] = 2", "play.SIZES.append(2)"],
)
def test_a_story_that_changes_what_is_played_counts(
    package: Callable[..., Package], line: str
) -> None:
    made = package(game="")
    text = "from cardsim.game import Game\nfrom . import play, story\n"
    made.write("games/whist/__init__.py", f"{text}GAME = Game.of('', story=story)\n")
    made.write("games/whist/play.py", "SIZE, SIZES = 1, [1]")
    made.write("games/whist/story.py", f"from . import play\n{line}\n")

    assert made.changes("games/whist/story.py", "cardsim.games.whist.play")


def test_modules_of_a_package_that_is_handed_about_count(package: Callable[..., Package]) -> None:
    made = package(play="from cardsim import deck\nfound = vars(deck)")
    made.write("deck/__init__.py", "")
    made.write("deck/table.py", "")

    assert made.changes("deck/table.py")


def test_what_is_imported_for_types_alone_does_not_count(package: Callable[..., Package]) -> None:
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from . import a\nelse:\n"
    made = package(play=f"{text}    from . import b", a="", b="")

    assert [made.changes("a.py"), made.changes("b.py")] == [False, True]


@pytest.mark.parametrize(
    "line",
    [
        "import importlib\nf = importlib.import_module(f'cardsim.{name}')",
        "f = __import__('cardsim.' + name)",
        "exec(text)",
        "import sys\nf = sys.modules[name]",
        "from pathlib import Path\nTABLE = Path(__file__).with_name('table.txt').open()",
        "import numpy as np\nTABLE = np.load(name)",
        "from importlib import resources\nTABLE = resources.files('cardsim')",
        "import pkgutil\nTABLE = pkgutil.get_data('cardsim', 'table.txt')",
        "TABLE = open(name)",
        "from cardsim.helper import PLACE\nTABLE = (PLACE / 'table.txt').read_text()",
        "here = globals()['__file__']",
        "from cardsim import lazy",
    ],
)
def test_a_module_that_searches_depends_on_everything(
    package: Callable[..., Package], line: str
) -> None:
    made = package(play=line, helper="PLACE = 1", other="")
    made.write("__init__.py", "def __getattr__(name): ...")
    made.write("table.txt", "1 2 3")

    assert made.changes("other.py")
    assert made.changes("table.txt")


def test_a_data_file_beside_a_module_that_does_not_search_is_none_of_its(
    package: Callable[..., Package],
) -> None:
    made = package(play="TABLE = (1, 2, 3)")
    made.write("RULES.md", "rules")

    assert not made.changes("RULES.md")
    assert made.changes("play.py")


@pytest.mark.parametrize("file", ["deck/table.py", "deck.abi3.so", "deck.pyc"])
def test_a_module_that_is_no_source_makes_it_depend_on_everything(
    package: Callable[..., Package], file: str
) -> None:
    """A folder without `__init__.py`, and what is compiled already."""
    made = package(play="from cardsim.deck import table", other="")
    made.write(file, "")

    assert made.changes(file)
    assert made.changes("other.py")


def test_a_new_file_that_takes_the_place_of_a_module_counts(
    package: Callable[..., Package],
) -> None:
    made = package(play="from cardsim import deck", deck="f = 1")
    before = Tree(made.folder).digest(["cardsim.play"])

    made.write("deck/__init__.py", "f = 1")

    assert Tree(made.folder).digest(["cardsim.play"]) != before


def test_a_game_in_another_folder_counts_with_its_files(tmp_path: Path) -> None:
    made = Package(tmp_path / "cardsim", rng="f = 1", other="")
    toys = tmp_path / "toys"
    made.write("../toys/whist/__init__.py", "from . import play")
    made.write("../toys/whist/play.py", "from .state import SIZE\nfrom cardsim.rng import f")
    made.write("../toys/whist/state.py", "SIZE = 1")

    def digest() -> str:
        return Tree(made.folder, [toys]).digest(["cardsim.games.whist.play"])

    for path in ("../toys/whist/state.py", "../toys/whist/__init__.py", "rng.py"):
        before = digest()
        made.write(path, f"{(made.folder / path).read_text()}\n# edited")
        assert digest() != before, path
    before = digest()
    made.write("other.py", "# edited")
    assert digest() == before


def test_a_source_that_changed_after_it_was_imported_gives_a_key_of_no_use(
    package: Callable[..., Package],
) -> None:
    made = package(play="")
    trees = [Tree(made.folder, since=since) for since in (0, 1 << 62)]
    changed, as_it_was = ([tree.digest(["cardsim.play"]) for _ in range(2)] for tree in trees)

    assert changed[0] != changed[1]
    assert as_it_was[0] == as_it_was[1]


@pytest.mark.full
def test_the_modules_that_search_are_those_that_are_known() -> None:
    """Nothing that is compiled depends on what else searches."""
    modules = [*modules_of(FOLDER)]
    searching = {
        module
        for module in modules
        if not set(TREE.source(module).searches) <= SEARCHES.get(module, frozenset())
    }
    for module, known in SEARCHES.items():
        assert set(TREE.source(module).searches) == known, module

    compiled = ("cardsim.games", "cardsim.engine", "cardsim.strategy")
    reached = TREE.closure(module for module in modules if module.startswith(compiled))
    assert reached is not None
    assert not reached & searching


@pytest.mark.full
def test_no_module_of_the_package_writes_into_another() -> None:
    """What it would change there is in the key of nobody who does not import it."""
    for module, file in modules_of(FOLDER).items():
        tree = ast.parse(file.read_bytes())
        bound = {
            alias.asname or alias.name.split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
            if "cardsim" in (getattr(node, "module", None) or alias.name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                owner = node.value
                assert not (isinstance(owner, ast.Name) and owner.id in bound), (module, node.attr)


# ---------------------------------------------------------------- what functions hold


def roots_of(*things: Any) -> set[str]:
    return {*reached(*things).roots} - set(keys.COMPILERS)


def values_of(thing: Any) -> list[object]:
    return reached(thing).values


def test_a_users_function_is_followed_through_his_helpers(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text(
        "from cardsim import card_sets\n"
        "from cardsim.games.scat import gain\n\n"
        "def weigh(view):\n    return card_sets.count(view.hand) + gain(view)\n"
    )
    (tmp_path / "idea.py").write_text(
        "import helper\n"
        "from cardsim import Strategy\n\n"
        "def knock(view):\n    return helper.weigh(view) > 21\n\n"
        "STRATEGY = Strategy(game='scat', knock=knock)\n"
    )

    strategy = load_file(tmp_path / "idea.py")

    assert {"cardsim.card_sets", "cardsim.games.scat.features"} <= roots_of(
        strategy.functions["knock"]
    )


def test_a_users_function_is_followed_through_modules_cells_and_tables() -> None:
    table: Any = (rng.uniform, (tricks.strongest,))
    inner: Any = worlds.worth

    def first(view: Any) -> Any:
        return card_sets.count(view)

    def second(view: Any, third: Any = inner) -> Any:
        return table[0](view) + first(view) + third(view)

    assert roots_of(second) >= {f"cardsim.{m}" for m in ("card_sets", "rng", "tricks", "worlds")}


def test_a_written_function_counts_with_its_text_and_its_scope() -> None:
    def made(text: str, **scope: Any) -> Any:
        whole = {"__name__": "cardsim.strategy", **scope}
        return values_of(written("f", f"def f(x):\n    return {text}\n", "<f>", whole))

    def double(x: Any) -> Any:
        return x * 2

    assert made("x + N", N=1) == made("x + N", N=1)
    assert made("x + N", N=1) != made("x + N", N=2)
    assert made("x + N", N=1) != made("x - N", N=1)
    assert made("x + 1") != made("x + 2")
    assert made("x + T[0]", T=(1, 2)) != made("x + T[0]", T=(1, 3))
    assert made("x + T[0]", T=np.arange(3)) != made("x + T[0]", T=np.arange(1, 4))
    assert made("K(x)", K=kernel(double)) == made("K(x)", K=kernel(double))
    assert made("K(x)", K=kernel(double)) != made("K(x)", K=inlined(double))


@pytest.mark.parametrize("sign", ["", "*, "], ids=["by place", "by name"])
def test_a_default_counts(sign: str) -> None:
    def made(n: int) -> Any:
        text = f"def f(x, {sign}n={n}):\n    return x + n\n"
        return values_of(written("f", text, "<f>", {"__name__": "cardsim.strategy"}))

    assert made(1) == made(1)
    assert made(1) != made(2)


def test_what_a_function_of_the_package_was_made_with_counts() -> None:
    scat, spades = load_game("scat"), load_game("spades")

    assert values_of(seen_as(scat.view)) != values_of(seen_as(spades.view))
    assert values_of(record_at(scat.state)) != values_of(record_at(spades.state))
    assert values_of(copy_own(scat.state, ())) != values_of(copy_own(scat.state, ("hand",)))


def test_an_object_of_which_nothing_is_known_makes_it_depend_on_everything() -> None:
    function = written("f", "def f(x): return O", "<f>", {"__name__": "cardsim.rng", "O": object()})

    assert reached(function).unknown == ["builtins.object"]


@pytest.mark.full
def test_a_key_is_the_same_in_another_process() -> None:
    """Sets have another order there, and all objects other addresses."""
    script = (
        "import json, sys\nfrom cardsim.engine.hand_loop import open_loop\n"
        "from cardsim.games import load_game\nfrom cardsim.kernels.code_key import code_key\n"
        "print(json.dumps(code_key(open_loop(load_game('scat')).function)))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert told == {json.dumps(code_key(open_loop(load_game("scat")).function)) + "\n"}


@pytest.mark.usefixtures("workspace")
def test_a_game_from_another_folder_has_its_sources_in_its_key() -> None:
    reach = reached(open_loop(load_game("high-card")).function)
    modules = keys._tree().closure(reach.roots)

    assert modules is not None
    assert {f"cardsim.games.high_card.{m}" for m in ("play", "rules", "state")} < modules
    assert reach.unknown == []


# ---------------------------------------------------------------- what is really compiled


@pytest.mark.full
def test_all_that_is_compiled_of_a_loop_is_in_its_closure(tmp_path: Path) -> None:
    """In a process of its own: what another test has compiled is not compiled again."""
    script = """
import json
from cardsim.engine.hand_loop import open_loop
from cardsim.games import load_game
from cardsim.kernels import code_key
from numba.core.compiler import CompilerBase

found, compiled = [], CompilerBase.compile_extra

def noted(self, function):
    found.append(function.__globals__["__name__"])
    return compiled(self, function)

CompilerBase.compile_extra = noted
loop = open_loop(load_game("scat"))
closure = code_key._tree().closure(code_key.reached(loop.function).roots)
assert not loop.entry.from_cache
print(json.dumps([sorted(set(found)), sorted(closure)]))
"""
    said = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "CARDSIM_CACHE_DIR": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    homes, closure = map(set, json.loads(said))
    used = {home for home in homes if home.split(".")[0] == "cardsim"}

    assert {"cardsim.engine.hand_loop", "cardsim.games.scat.play", "cardsim.rng"} <= used
    assert used <= closure


# ---------------------------------------------------------------- what compiled code takes


def arrays_in(thing: Any) -> list[Any]:
    if isinstance(thing, dict):
        thing = [*thing.values()]
    if isinstance(thing, tuple | list):
        return [array for inner in thing for array in arrays_in(inner)]
    return [thing] if isinstance(thing, np.ndarray) else []


def test_the_arrays_of_the_package_are_read_only() -> None:
    found = [
        (module, name, array)
        for module in modules_of(FOLDER)
        if module != "cardsim.__main__"
        for name, value in vars(importlib.import_module(module)).items()
        for array in arrays_in(value)
    ]

    assert len(found) > 40
    assert not [(module, name) for module, name, array in found if array.flags.writeable]


@pytest.mark.parametrize(
    ("home", "name", "value"),
    [
        ("values", "LANES", np.zeros(52, np.uint32)),
        ("play", "LANES", np.zeros(52, np.uint32)),
        ("values", "best_lane", card_sets.count),
        ("play", "NEVER", -2),
    ],
)
def test_what_kernels_take_from_globals_is_in_the_key_by_value(
    monkeypatch: pytest.MonkeyPatch, home: str, name: str, value: Any
) -> None:
    loop = open_loop(load_game("scat")).function
    before = code_key(loop)

    monkeypatch.setattr(f"cardsim.games.scat.{home}.{name}", value)

    assert code_key(loop) != before


def test_what_is_written_into_a_table_is_in_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    table, before = values.LANES, code_key(values.hand_value)
    monkeypatch.setattr(table.flags, "writeable", True)

    table[0] ^= 1
    changed = code_key(values.hand_value)
    table[0] ^= 1

    assert changed != before == code_key(values.hand_value)
