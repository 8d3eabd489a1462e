"""A user's files are run as they are now, and what they mean is in their fingerprint."""

from __future__ import annotations

import enum
import json
import os
import subprocess
import sys
import sysconfig
import textwrap
from collections import namedtuple
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast

import numba
import numpy as np
import pytest
from numba.experimental import jitclass

from cardsim import UserError
from cardsim.compile.fingerprint import fingerprint
from cardsim.games import load_game
from cardsim.kernels.origins import is_users
from cardsim.strategy import Strategy
from cardsim.workspace import load_file, load_module

# ---------------------------------------------------------------- run as they are now


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file is not None and Path(file).is_relative_to(tmp_path):
            del sys.modules[name]


def write(path: Path, text: str) -> Path:
    """Write a file; one that was there keeps its date."""
    path.parent.mkdir(parents=True, exist_ok=True)
    stamp = path.stat() if path.exists() else None
    path.write_text(textwrap.dedent(text))
    if stamp is not None:
        os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    return path


def limit(path: Path) -> object:
    return load_module(path, kind="strategy").LIMIT


def test_an_edit_within_the_same_second_is_seen(folder: Path) -> None:
    path = write(folder / "idea.py", "LIMIT = 21\n")
    before = limit(path)
    write(path, "LIMIT = 25\n")

    assert (before, limit(path)) == (21, 25)


@pytest.mark.parametrize(
    ("imports", "helper"),
    [
        ("from helper import LIMIT", "helper.py"),
        ("import helper\nLIMIT = helper.LIMIT", "helper.py"),
        ("from package import LIMIT", "package/__init__.py"),
        ("from package.helper import LIMIT", "package/helper.py"),
        ("from bare.helper import LIMIT", "bare/helper.py"),
        ("from bare import helper\nLIMIT = helper.LIMIT", "bare/helper.py"),
        ("from outer import LIMIT", "helper.py"),
        (
            (
                "import pathlib, sys\n"
                "sys.path.append(str(pathlib.Path(__file__).parent / 'below'))\n"
                "from deeper import LIMIT"
            ),
            "below/deeper.py",
        ),
    ],
)
def test_an_edit_of_a_module_beside_it_is_seen(
    folder: Path, monkeypatch: pytest.MonkeyPatch, imports: str, helper: str
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    path = write(folder / "idea.py", imports + "\n")
    write(folder / "package/__init__.py", "")
    write(folder / "outer.py", "from helper import LIMIT\n")
    write(folder / helper, "LIMIT = 21\n")
    before = limit(path)
    write(folder / helper, "LIMIT = 25\n")

    assert (before, limit(path)) == (21, 25)


def test_the_next_process_sees_an_edit_of_a_module_within_the_same_second(folder: Path) -> None:
    path = write(folder / "idea.py", "from helper import LIMIT\n")
    write(folder / "helper.py", "LIMIT = 21\n")
    script = (
        "from pathlib import Path; from cardsim.workspace import load_module; "
        "print(load_module(Path('idea.py'), kind='strategy').LIMIT)"
    )
    package = str(Path(__file__).parents[1])

    def ask() -> str:
        return subprocess.run(
            [sys.executable, "-c", script],
            cwd=path.parent,
            env={**os.environ, "PYTHONPATH": package, "PYTHONDONTWRITEBYTECODE": ""},
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()

    before = ask()
    write(folder / "helper.py", "LIMIT = 25\n")

    assert (before, ask()) == ("21", "25")
    assert not list(folder.rglob("__pycache__"))


def test_files_of_two_folders_have_each_their_own_helper(folder: Path) -> None:
    for name, number in (("low", 21), ("high", 25)):
        write(folder / name / "idea.py", "from helper import LIMIT\n")
        write(folder / name / "helper.py", f"LIMIT = {number}\n")

    assert limit(folder / "low/idea.py") == 21
    assert limit(folder / "high/idea.py") == 25


def test_a_module_that_the_user_imported_himself_stays_his(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(folder)
    path = write(folder / "idea.py", "from his_own import LIMIT\n")
    write(folder / "his_own.py", "LIMIT = 21\n")
    import his_own  # type: ignore[import-not-found]

    write(folder / "his_own.py", "LIMIT = 25\n")

    assert limit(path) == 25
    assert sys.modules["his_own"] is his_own
    assert his_own.LIMIT == 21


def test_a_helper_stays_known_by_its_name(folder: Path) -> None:
    """Numba looks there for it when it reads compiled code back."""
    path = write(folder / "idea.py", "import helper\nLIMIT = helper\n")
    write(folder / "helper.py", "")
    helper = limit(path)
    limit(write(folder / "other/idea.py", "LIMIT = 3\n"))

    assert sys.modules["helper"] is helper


def test_what_is_installed_is_not_run_anew(folder: Path) -> None:
    path = write(folder / "idea.py", "import json, numpy\nLIMIT = json, numpy\n")

    assert limit(path) == (json, np)


def test_an_error_in_a_module_beside_it_names_that_module(folder: Path) -> None:
    path = write(folder / "idea.py", "import helper\n")
    helper = write(folder / "helper.py", "def f(:\n")

    with pytest.raises(UserError) as caught:
        limit(path)

    assert str(caught.value).startswith(f"{helper}:1: the file does not parse")


def test_what_is_checked_is_what_was_run(folder: Path) -> None:
    """And not what the file says by then."""
    text = (
        "from cardsim import Strategy\n\ndef knock(view):\n    {}\n    return False\n\n"
        "STRATEGY = Strategy(game='scat', knock=knock)\n"
    )
    path = write(folder / "idea.py", text.format("view.hand[0] = 9"))
    strategy = load_file(path)
    write(path, text.format("x = view.hand[0]"))

    with pytest.raises(UserError, match="may only read"):
        strategy.compiled(load_game("scat").decision("knock"), load_game("scat").view)


# ---------------------------------------------------------------- what they mean


def using(thing: object, text: str = "THING", **others: object) -> Callable[..., Any]:
    """A function of the user's that uses a global."""
    scope = {"THING": thing, "__name__": "idea", **others}
    exec(f"def knock(view):\n    return {text}", scope)
    knock: Callable[..., Any] = scope["knock"]  # type: ignore[assignment]
    return knock


def level(number: int) -> type[enum.Enum]:
    return cast("type[enum.Enum]", enum.Enum("Level", {"LOW": number}))


def pair(fields: str) -> type:
    return namedtuple("Pair", fields)  # noqa: PYI024


def table(number: float) -> np.ndarray[Any, Any]:
    numbers = np.zeros(3000)
    numbers[1500] = number
    return numbers


def module_with(value: object, file: str = "helper.py") -> ModuleType:
    module = ModuleType("helper")
    module.__file__ = file
    module.LIMIT = value  # type: ignore[attr-defined]
    return module


def adder(number: int) -> Callable[..., int]:
    return lambda x: x + number


def with_default(number: int) -> Callable[..., Any]:
    return using(0, text="TEN(view)", TEN=partial_of(number))


def partial_of(number: int) -> FunctionType:
    def ten(_view: Any, *, more: Any = None) -> Any:
        return more

    ten.__kwdefaults__ = {"more": adder(number)}
    return ten  # type: ignore[return-value]


def forged(number: int) -> Callable[..., Any]:
    function = using(number)
    function.__module__ = "cardsim.games.scat.play"
    return function


THINGS: dict[str, Callable[[int], Callable[..., Any]]] = {
    "a number": using,
    "an enumeration": lambda n: using(level(n)),
    "a member of one": lambda n: using(level(n)["LOW"]),
    "an enumeration in a module": lambda n: using(module_with(level(n))),
    "a table": lambda n: using(table(n)),
    "a table in a tuple in a list": lambda n: using([("x", table(n))]),
    "a record": lambda n: using(np.array([(1, n)], [("a", "u1"), ("b", "i8")])[0]),
    "the fields of a tuple": lambda n: using(pair("low high" if n == 1 else "high low")),
    "a function": lambda n: using(adder(n)),
    "a kernel": lambda n: using(numba.njit(adder(n))),
    "a default": with_default,
    "a function that says it is the package's": lambda n: using(forged(n)),
    "a module": lambda n: using(module_with(n)),
    "a module in a folder called like Python's": lambda n: using(
        module_with(n, f"{sys.prefix}-mine/helper.py")
    ),
    "which of two": lambda n: using(0, "(A, B)" if n == 1 else "(B, A)", A=1, B=2),
    "a set": lambda n: using({n}),
    "a dictionary": lambda n: using({"a": n}),
}


@pytest.mark.parametrize("thing", THINGS)
def test_the_fingerprint_tells_apart(thing: str) -> None:
    made = THINGS[thing]

    assert fingerprint(made(1)) == fingerprint(made(1))
    assert fingerprint(made(1)) != fingerprint(made(2))


def half(x: Any) -> Any:
    return x / 2


class Number:
    def __init__(self) -> None:
        self.x = 3


COMPILED = {
    "vectorize": lambda: numba.vectorize(half),
    "guvectorize": lambda: numba.guvectorize(["void(f8[:], f8[:])"], "(n)->(n)")(
        lambda x, y: None  # noqa: ARG005
    ),
    "cfunc": lambda: numba.cfunc("f8(f8)")(half),
    "jitclass": lambda: jitclass([("x", numba.int64)])(type("Number", (Number,), {})),
}


@pytest.mark.parametrize("kind", COMPILED)
@pytest.mark.parametrize("where", ["a global", "in a module"])
def test_what_cannot_be_told_apart_is_never_found_again(kind: str, where: str) -> None:
    thing = COMPILED[kind]()
    function = using(thing if where == "a global" else module_with(thing))

    assert fingerprint(function) != fingerprint(function)


@pytest.mark.parametrize(
    "thing",
    [len, np.sqrt, np.mean, np.float64, Path("x"), partial(half, 3), ValueError, object(), print],
)
def test_what_compiled_code_cannot_hold_or_is_installed_does_no_harm(thing: object) -> None:
    assert fingerprint(using(thing)) == fingerprint(using(thing))


def test_a_fingerprint_is_the_same_in_every_process(folder: Path) -> None:
    write(
        folder / "idea.py",
        """
        import enum, json, math
        from pathlib import Path
        import numpy as np
        from cardsim.compile.fingerprint import fingerprint
        import helper

        WORDS = {"one", "two", "three"}

        def knock(view):
            x = "a" in {"a", "b", "c"}
            return helper.f(view) + math.pi + np.sqrt(2) + len(WORDS) + x + HERE

        HERE = Path(__file__)
        print(fingerprint(knock))
        """,
    )
    write(
        folder / "helper.py",
        """
        import enum, functools, re
        from cardsim import Strategy, between
        from cardsim.card_sets import count

        class Level(enum.Enum):
            LOW = 3

        @functools.cache
        def f(view):
            return count(view.legal) + Level.LOW.value

        PATTERN = re.compile("x")
        OBJECT = object()
        OTHER = Strategy("scat", knock=lambda view: True)
        """,
    )
    package = str(Path(__file__).parents[1])
    found = {
        subprocess.run(
            [sys.executable, "idea.py"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": package, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(found) == 1


# ---------------------------------------------------------------- whose they are


@pytest.mark.parametrize(
    ("file", "users"),
    [
        (np.__file__, False),
        (json.__file__, False),
        (sys.modules["cardsim"].__file__, False),
        ("<frozen importlib._bootstrap>", False),
        (__file__, True),
        ("<string>", True),
        (f"{sysconfig.get_path('stdlib')}-mine/helper.py", True),
        (f"{sys.prefix}/strategies/scat/idea.py", True),
        (f"{Path(sys.modules['cardsim'].__file__ or '').parent}_mine/helper.py", True),
        (
            f"{Path(sys.modules['cardsim'].__file__ or '').parent}/_bundled/strategies/scat/x.py",
            True,
        ),
    ],
)
def test_whose_a_file_is(file: str, users: bool) -> None:
    assert is_users(file) == users


def test_a_strategy_is_compiled_anew_when_an_enumeration_has_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(folder / "cache"))
    write(
        folder / "idea.py",
        """
        from cardsim import Strategy
        from levels import Level

        def knock(view):
            return view.value >= Level.LOW.value

        STRATEGY = Strategy(game='scat', knock=knock)
        """,
    )

    def made(number: int) -> bool:
        write(folder / "levels.py", f"import enum\nclass Level(enum.Enum):\n    LOW = {number}\n")
        strategy: Strategy = load_file(folder / "idea.py")
        return strategy.compiled(
            load_game("scat").decision("knock"), load_game("scat").view
        ).from_cache

    assert [made(21), made(21), made(25), made(21)] == [False, True, False, True]
