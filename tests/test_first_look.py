"""The first look at a game of one's own: what is wrong in it is told, and nothing else is."""

from __future__ import annotations

import json
import re
import shutil
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from cardsim.errors import EndlessStepError, UserError
from cardsim.games import _forget, load_game
from cardsim.kernels import cache
from cardsim.runs import endless, first_look
from cardsim.runs.first_look import GameWarning, look_at
from cardsim.runs.suspects import Files
from conftest import TOYS
from typed import Command

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs/guides/your-own-game.md").read_text("utf-8")
FILES = dict(re.findall(r"```python\n# (\S+)\n(.*?)```", GUIDE, re.DOTALL))
CLASS, KERNELS = "games/pig/__init__.py", "games/pig_fast/__init__.py"
HOLD = "strategies/pig/hold-at.py"
ROLL, KERNEL_ROLL = "pips = chance.roll() if", "pips = below(words, 6) + 1 if"
SCORE = "[int(points >= self.rules.goal) for points in self.points]"
GOAL = 'option(100, "points that win", low=10, high=100)\n'
SEEN = "        own, other = self"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder has Pig of the guide, twice, and somebody looks before it is played."""
    for name in (CLASS, KERNELS):
        folder = name.split("/")[1].replace("_", "-")
        for file, text in ((name, FILES[name]), (HOLD.replace("pig", folder), FILES[HOLD])):
            path = tmp_path / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace('game="pig"', f'game="{folder}"'), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(first_look, "SECONDS", 0.4)
    # However slow the machine is, a rule is tried in as many hands.
    monkeypatch.setattr(first_look, "PATIENCE", 60.0)
    yield tmp_path
    for name in ("pig", "pig-fast", "mine"):
        _forget(name)


def edited(root: Path, name: str, *edits: str) -> str:
    """Edit a game, each text in place of the one before; its name."""
    file = root / name
    text = file.read_text("utf-8")
    for before, after in zip(edits[::2], edits[1::2], strict=True):
        assert before in text, before
        text = text.replace(before, after, 1)
    file.write_text(text)
    return name.split("/")[1].replace("_", "-")


def said_of(name: str) -> list[str]:
    """What a look at the usual table says of a game."""
    game = load_game(name)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            look_at(game, game.rules(), game.players[2])
        except UserError as error:
            return [f"{error}\n{error.hint or ''}"]
    return [str(warning.message) for warning in caught if warning.category is GameWarning]


IDLE = GOAL + '        wild: int = option(3, "nothing", low=0, high=9)\n'
TURNS = '    records = {"turns": number("turns that the game lasts", 0, 100000)}\n'
WRONG: dict[str, tuple[tuple[str, ...], str]] = {
    "random": (("class Pig", "import random\nclass Pig", ROLL, "pips = random.randint(1, 6) if"),
               r":\d+: random\.randint gives other numbers each time"),
    "by another name": (
        ("class Pig", "from random import choice as c\nclass Pig", ROLL, "pips = c([1, 2, 6]) if"),
        r":\d+: random\.choice gives other numbers each time"),
    "numpy's": (("class Pig", "import numpy as np\nclass Pig", ROLL,
                 "pips = int(np.random.default_rng().integers(1, 7)) if"),
                r":\d+: numpy\.random\.default_rng gives other numbers"),
    "a generator that goes on": (
        ("class Pig", "import random\nDICE = random.Random(7)\nclass Pig",
         ROLL, "pips = DICE.randint(1, 6) if"), r":\d+: DICE\.randint gives other numbers"),
    "rarely random": (
        ("class Pig", "import secrets\nclass Pig", "        self.total = 0 if",
         "        if self.total == 97: pips = secrets.randbelow(6)\n        self.total = 0 if"),
        r":\d+: secrets\.randbelow gives other numbers"),
    "random where it is read": (
        ("class Pig", "import random\nDECK = random.sample(range(52), 52)\nclass Pig"),
        r":\d+: random\.sample gives other numbers"),
    "the time": (("class Pig", "import time\nclass Pig", ROLL, "pips = 1 + time.time_ns() % 6 if"),
                 r":\d+: time\.time_ns gives other numbers"),
    "the process": (("class Pig", "import os\nclass Pig", ROLL, "pips = 1 + os.getpid() % 6 if"),
                    r":\d+: os\.getpid gives other numbers each time"),
    "a list that grows": (
        ("class Pig", "SEEN = []\nclass Pig", ROLL, "SEEN.append(1); pips = 1 + len(SEEN) % 6 if"),
        r":\d+: hand \d+ of seed 1 goes otherwise when it is played again"),
    "a rule that nobody reads": ((GOAL, IDLE), r":\d+: house rule --wild does nothing: no line"),
    "a rule of which nothing comes": (
        (GOAL, IDLE, SEEN, f"        wild = self.rules.wild\n{SEEN}"),
        r":\d+: house rule --wild does nothing: nothing comes of the lines that read wild"),
    "a rule that changes nothing": (
        (GOAL, IDLE, SEEN, f"        self.more = 0 * self.rules.wild\n{SEEN}"),
        r":\d+: house rule --wild changed nothing in \d+ hands"),
    "both win": ((SCORE, "[1, 1]"), r":\d+: score gave \[1, 1\], and all shares of a win must"),
    "both win points": (
        (SCORE, "[1, 1]", "    hidden", "    points = (0, 1)\n    hidden"),
        r":\d+: in some hands more than one side wins all there is"),
    "both may win": (
        (SCORE, "[int(p >= 40) for p in self.points]", "    hidden",
         "    points = (0, 1)\n    hidden"), r":\d+: in some hands more than one side wins all"),
    "leagl": (("    def score", "    def leagl(self):\n        return None\n\n    def score"),
              r":\d+: nobody asks Pig for 'leagl': is 'legal' meant"),
    "legal_moves": (
        ("    def score", "    def legal_moves(self):\n        return None\n\n    def score"),
        r":\d+: nobody asks Pig for 'legal_moves': is 'legal' meant"),
    "hiden": (("    hidden", "    hiden"), r":\d+: nobody asks Pig for 'hiden': is 'hidden' meant"),
    "what is hidden": (
        ("    hidden = ()", '    hidden = ("pack",)'),
        r":\d+: hidden names 'pack', and a hand has no such attribute"),
    "recrod": ((TURNS, "", "def record(", "def recrod("), r"'recrod': is 'record' meant"),
    "sys.exit": ((SEEN, f"        import sys; sys.exit(0)\n{SEEN}"), r":\d+: SystemExit: 0"),
    "KeyboardInterrupt": ((SEEN, f"        raise KeyboardInterrupt\n{SEEN}"), r":\d+: KeyboardInt"),
}  # fmt: skip
"""Edits of Pig as a class, and what is said of it."""


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.kept(3, full=20)
def test_what_is_wrong_in_a_class_is_said_with_its_line(workspace: Path, what: str) -> None:
    edits, says = WRONG[what]

    said = said_of(edited(workspace, CLASS, *edits))

    assert len(said) == 1
    assert said[0].startswith(f"{workspace}/{CLASS}:")
    assert re.search(says, said[0])


WRONG_KERNELS: dict[str, tuple[tuple[str, ...], str]] = {
    "random": (("import sys", "import sys, random", KERNEL_ROLL, "pips = random.randint(1, 6) if"),
               r":\d+: random\.randint gives other numbers each time"),
    "numpy's": (
        ("import sys", "import sys\nfrom numpy import random as dice", KERNEL_ROLL,
         "pips = dice.randint(1, 7) if"), r":\d+: numpy\.random\.randint gives other numbers"),
    "an index that is read": (
        ("state.points[uint64(state.seat)]\n", "state.points[uint64(state.seat + 2)]\n"),
        r":\d+: an index is out of range"),
    "an index that is written": (
        ("    state.turns = int32(0)",
         "    state.turns = int32(0)\n    state.points[uint64(99)] = 7"),
        r":\d+: an index is out of range"),
    "an index at the end": (("state.points[uint64(hero)]", "state.points[uint64(hero + 9)]"),
                            r":\d+: an index is out of range"),
    "a rule that nobody reads": (
        (GOAL, GOAL + '    wild: bool = option(False, "nothing")\n'),
        r":\d+: house rule --wild does nothing: no line reads wild"),
    "a rule of which nothing comes": (
        (GOAL, GOAL + '    wild: bool = option(False, "nothing")\n', "state.turns += 1",
         "state.turns += 1 if rules.wild else 1"), r":\d+: house rule --wild does nothing"),
    "both may win": (
        ("int32(state.points[uint64(hero)] >= rules.goal)",
         "int32(state.points[uint64(hero)] >= 30)"),
        r":\d+: in some hands more than one side wins all there is"),
}  # fmt: skip
"""The same of Pig as kernels."""


@pytest.mark.parametrize("what", WRONG_KERNELS)
@pytest.mark.kept(0, full=8)
def test_what_is_wrong_in_kernels_is_said_with_its_line(workspace: Path, what: str) -> None:
    edits, says = WRONG_KERNELS[what]

    said = said_of(edited(workspace, KERNELS, *edits))

    assert len(said) == 1
    assert said[0].startswith(f"{workspace}/{KERNELS}:")
    assert re.search(says, said[0])


def test_a_misspelt_name_in_a_module_of_kernels_is_found(workspace: Path) -> None:
    shutil.copytree(TOYS / "solo", workspace / "games/mine", ignore=shutil.ignore_patterns("__py*"))
    edited(workspace, "games/mine/play.py", "\nBY = ", "\nBYY = ")
    with (workspace / "games/mine/rules.py").open("a") as file:
        file.write("\n\nOBJECTIONS = ()\n")

    said = [suspect.what for suspect in Files(load_game("mine")).misspelt()]

    assert len(said) == 2
    assert "nobody asks play for 'BYY': is 'BY' meant?" in said
    assert "nobody asks rules for 'OBJECTIONS': is 'objection' meant?" in said


def test_a_step_that_does_not_end_is_said_with_its_line(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endless, "LIMIT", 0.3)
    edits = ("class Pig", "STUCK = [1]\nclass Pig", SEEN, f"        while STUCK: pass\n{SEEN}")
    game = load_game(edited(workspace, CLASS, *edits))

    try:
        with pytest.raises(EndlessStepError, match=r"__init__.py:\d+: this step of the game has"):
            look_at(game, game.rules(), 2)
    finally:
        import_module("cardsim.games.pig").STUCK.clear()


FINE = {
    "chance that is given on": (
        "class Pig", "import random\nclass Pig", ROLL,
        "pips = random.Random(chance.below(9999)).randint(1, 6) if"),
    "a method of one's own": (
        "    def score", "    def scores(self):\n        return 0\n\n    def score", SEEN,
        f"        self.scores()\n{SEEN}"),
    "a rule that rarely matters": (
        GOAL, IDLE, "        self.turns += 1",
        "        self.turns += 1 + (self.rules.wild if self.points == [77, 78] else 0)"),
    "who need not lose": (SCORE, "[1, 1]", "    hidden", "    zero_sum = False\n    hidden"),
    "rules that are read at once": (
        "import PlainGame", "import PlainGame, seeded", GOAL, IDLE, SEEN,
        f"        goal, wild = vars(self.rules).values()\n{SEEN}"),
    "what is only for trying out": (
        "GAME =",
        "if __name__ == '__main__':\n    import random\n    print(random.random())\n\nGAME ="),
}  # fmt: skip
"""Edits after which nothing is wrong."""


@pytest.mark.parametrize("what", ["", *FINE])
@pytest.mark.kept(2, full=7)
def test_nothing_is_said_where_nothing_is_wrong(workspace: Path, what: str) -> None:
    assert said_of(edited(workspace, CLASS, *FINE.get(what, ()))) == []


@pytest.mark.parametrize("kind", ["dice", "cards", "tricks", "dealer"])
@pytest.mark.kept(0, full=4)
def test_nothing_is_said_of_what_new_game_writes(
    workspace: Path, command: Command, kind: str
) -> None:
    assert workspace.is_dir()
    command(f"new-game mine --like {kind}")

    assert said_of("mine") == []


@pytest.mark.full
def test_nothing_is_said_of_examples_and_toys(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = import_module("cardsim.games")
    roots = [TOYS, ROOT / "tests/own_games/games", ROOT / "examples/blackjack/tests/plain/games"]
    roots.append(ROOT / "examples/blackjack/cardsim_blackjack/games")
    shutil.rmtree(workspace / "games/pig")
    monkeypatch.setattr(games, "__path__", [*games.__path__, *map(str, roots)])
    monkeypatch.setattr(first_look, "is_users", lambda _: True)
    own = [n for n, (_, file) in games.game_homes().items() if "cardsim/games/" not in str(file)]

    assert len(own) == 12
    assert {name: said for name in own if (said := said_of(name))} == {}


def test_a_game_is_looked_at_until_nothing_is_wrong_and_again_when_it_changes(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []
    monkeypatch.setattr(first_look, "_look", lambda *_: looked.append(1))

    for text in ("", "", "\nMORE = 1\n"):
        with (workspace / CLASS).open("a") as file:
            file.write(text)
        first_look._LOOKED.clear()
        assert said_of("pig") == []

    assert len(looked) == 2
    assert said_of("scat") == []
    assert cache.cache_use().size == 0


@pytest.mark.filterwarnings("always::cardsim.runs.first_look.GameWarning")
def test_a_run_says_what_was_found_and_goes_on(workspace: Path, command: Command) -> None:
    edited(workspace, CLASS, *WRONG["leagl"][0])

    said = command("run pig -n 20 --seed 1 --vs usual --json --quiet")

    assert said.status == 0
    assert json.loads(said.out)["hands"] == 20
    assert said.err.startswith(f"cardsim: {workspace}/{CLASS}:")
    assert "\nhint: call it legal, or use it\n" in said.err
