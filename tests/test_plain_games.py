"""Games that are one class in plain Python: every command plays them, and mistakes name a line."""

from __future__ import annotations

import ctypes
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import UserError, plain, plain_hands
from cardsim.games import _forget, load_game
from cardsim.kernels import code_key as keys
from cardsim.kernels.code_key import reached
from cardsim.plain_past import Stage
from cardsim.runs.workers import Workers
from checks import assert_share
from conftest import TOYS
from typed import Command

OWN = Path(__file__).parent / "own_games"
WORDS = "--seed 1 --quiet"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The current folder is a workspace with Pig and Solo as classes, and Solo as kernels."""
    root = tmp_path_factory.mktemp("own") / "workspace"
    shutil.copytree(OWN, root, ignore=shutil.ignore_patterns("__py*"))
    shutil.copytree(TOYS / "solo", root / "games" / "solo")
    shutil.copytree(TOYS / "strategies" / "solo", root / "strategies" / "solo")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(root)
        patched.setenv("COLUMNS", "80")
        yield
    for name in ("pig", "solo_plain", "solo"):
        _forget(name)


@pytest.fixture
def pig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of Pig, to be edited."""
    shutil.copytree(OWN, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    yield tmp_path / "games" / "pig" / "__init__.py"
    _forget("pig")


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.full
def test_a_class_and_kernels_play_the_same_hands(players: int) -> None:
    table: dict[str, Any] = {
        "players": players,
        "limit": 25,
        "sides": 7,
        "stop_at": 18,
        "n": 2000,
        "seed": 5,
    }

    plain, fast = (cardsim.hands(game, **table) for game in ("solo-plain", "solo"))

    assert plain["points"].to_list() == [p - 8 for p in fast["points"].to_list()]


@pytest.mark.usefixtures("games")
@pytest.mark.full
def test_who_begins_wins_as_often_as_is_known_where_both_hold_at_20() -> None:
    """A Markov chain of both scores: 0.534698."""
    wins = cardsim.run("pig", seats=["hold-at", "hold-at"], n=2000, seed=2).estimates["wins"]

    assert_share((round(wins.value * wins.n), wins.n), 0.534698, resolves=0.11)


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (
            "run pig --strategy hold-at --vs hold-at -n 200",
            "Both players hold at 20",
        ),
        ("sweep pig --strategy hold-at --hold-at 10,20 --vs hold-at -n 100", "Of two ways"),
        ("compare pig hold-at random-legal -n 100", "Of two strategies hold-at does best"),
        ("tournament pig hold-at random-legal -n 60", "Of two strategies hold-at does best"),
        ("review solo-plain --stop-at 3 -n 2000", "If you stop at 3, you give away "),
        ("learn solo-plain -n 4000 --rounds 1", "If you play by these rules, you "),
        ("tune solo-plain --stop-at 3 -n 2000", "With hold (stop-at "),
        ("replay pig --hand 3 --goal 10", "Pig, hand 3 of seed 1"),
        ("hands pig -n 3", "seed 1"),
        ("decisions pig -n 3", "seed 1"),
        ("run solo-plain --players 3 -n 300", "All three players stop at 15"),
        ("games show pig", "Pig (pig) 1 to 6 players, usually 2"),
        ("new-strategy pig my-idea", ""),
    ],
)
@pytest.mark.full
def test_every_command_plays_a_game_that_is_a_class(
    command: Command, words: str, begins: str
) -> None:
    said = command(words if words.startswith(("games", "new")) else f"{words} {WORDS}")

    assert (said.status, said.err if said.status else "") == (0, "")
    assert " ".join(said.out.split()).startswith(begins)


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("advise pig", "a place in pig cannot be told in words, for which it needs `imagine` in"),
        ("exact pig", "pig cannot be solved exactly"),
    ],
)
def test_what_cannot_take_such_a_game_says_so_in_a_line(
    command: Command, words: str, line: str
) -> None:
    said = command(words)

    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"cardsim: {line}")


@pytest.mark.parametrize(
    "words",
    ["advise pig --replay 1:0:1", "run pig --strategy look-ahead --vs usual -n 2"],
)
def test_a_class_that_does_not_say_what_is_hidden_is_not_imagined(
    pig: Path, command: Command, words: str
) -> None:
    pig.write_text(pig.read_text("utf-8").replace("    hidden = ()\n", ""))

    said = command(words)

    assert (said.status, said.out) == (2, "")
    assert "cannot be imagined" in said.err
    assert "hint: a class says in `hidden` what nobody sees" in said.err


@pytest.mark.usefixtures("games")
@pytest.mark.full
def test_workers_play_the_same_hands() -> None:
    threads = cardsim.run("pig", n=100, seed=1)
    with Workers(2) as executor:
        workers = cardsim.run("pig", n=100, seed=1, executor=executor)

    assert workers.estimates == threads.estimates


@pytest.mark.usefixtures("games")
def test_a_replay_tells_how_the_hand_stands(command: Command) -> None:
    text = command("replay pig --goal 10 --hand 3 --seed 1").out

    assert "Player 1: roll (6 this turn, points [10, 0])" in text
    assert "Of the win: player 1 1, player 2 0" in text


@pytest.mark.usefixtures("games")
def test_the_code_of_the_class_is_compiled_nowhere() -> None:
    """So an edit of it compiles nothing anew."""
    from cardsim.engine.hand_loop import open_loop

    reach = reached(open_loop(load_game("pig")).function)
    modules = keys._tree().closure(reach.roots)

    assert reach.unknown == []
    assert modules is not None
    assert "cardsim.plain_kernels" in modules
    assert "cardsim.plain" not in modules
    assert not any(module.startswith("cardsim.games.") for module in modules)


MISTAKES = [
    ('option(100, "points that win", low=10, high=200)', "100", "goal in Rules is no option"),
    ("seats = (1, 6, 2)", "seats = 3", "seats must be the fewest players, the most, and the usual"),
    (
        "seats = (1, 6, 2)",
        "seats = (1, 6, 2)\n    own = ('a')",
        "own must be names, such as ",
    ),
    ("seats = (1, 6, 2)", "seats = (1, 10**9, 2)", "seats must be the fewest .*, up to 40, not"),
    ("seats = (1, 6, 2)", "seats = (1, 6, 2)\n    presets = 4", "presets must be a dict, not 4"),
    ("seats = (1, 6, 2)", "seats = (1, 6, 2)\n    usual = 3", "usual must be text, not 3"),
    ("seats = (1, 6, 2)", "seats = (1, 6, 2)\n    teams = {2: 5}", "the sides of 2 players are 5"),
    ("seats = (1, 6, 2)", "seats = (1, 6, 2)\n    points = True", "points must be the fewest and"),
    ("seats = (1, 6, 2)", "seats = (1, 6, 2)\n    smallest = 0", "smallest must be a part of a"),
    ('{"turn": ("roll", "hold")}', '{7: ("roll", "hold")}', "'?7'? cannot be a decision's name"),
    ('{"turn": ("roll", "hold")}', '{"turn": (1, 2)}', "the actions of 'turn' must be diff"),
    ("0, 205)", "0, 10**30)", r'total in sees must be number\("what it means", low, high\)'),
    ("pips > 1", "pip > 1", "NameError: name 'pip' is not defined; in hand 0 of seed 1"),
    ("self.total, self.seat = 0, ", "self.total, self.seat = 0, 7 + ", "apply left self.seat at "),
    (
        '0, 0\n        return "turn"',
        '0, 0\n        return "trun"',
        "deal returned 'trun', which is no",
    ),
    ('"total": self.total', '"totl": self.total', "observe left out 'total', which is in `sees`"),
    ('"total": self.total', '"total": self.total - 1', "observe gave -1 as total, and it must be"),
    ('"total": self.total', '"total": 0.5', "observe gave 0.5 as total, and it must be a whole"),
    ('["roll", "hold"]', '["rol", "hold"]', "legal gave 'rol', which is no action of 'turn'"),
    ('["roll", "hold"]', "[]", "legal gave nothing, and seat 0 is to decide 'turn'"),
    ("[int(p >=", "[2 * int(p >=", "score gave "),
    ("[int(p >=", "[0.7 * int(p >=", "score gave "),
    ("for p in self.points]", "for p in self.points[:1]]", "score gave 1 numbers, and there are"),
    ('{"turns": self.turns}', "{}", "record left out 'turns', which is in `records`"),
    ('{"turns": self.turns}', '{"turns": 1, "wild": 2}', "record gave 'wild', which is not in"),
    ('{"turns": self.turns}', "None", "record gave None, and it must be a dict"),
    ("[int(p >=", "[0 * float('inf') + int(p >=", "score gave .*, and it must be a list of num"),
    ("[int(p >=", "[str(p >=", "score gave .*, and it must be a list of numbers"),
    ("def score(self)", "def scores(self)", "Pig has no method `score`"),
    ("seats = (1, 6, 2)", "seats = (3, 6, 2)", "seats must be the fewest players, the most"),
    ('{"turn": ("roll", "hold")}', '{"turn": "roll"}', "the actions of 'turn' must be diff"),
    ("0, 205)", "205, 0)", r'total in sees must be number\("what it means", low, high\)'),
    ("PlainGame, number, option", "PlainGame, number", "NameError: name 'option' is not defined"),
    ("def deal(self, chance):", "def deal(self, chance)", "the file does not parse: expected"),
    ("self.rules.goal", "self.rules.gaol", "AttributeError: "),
    ("self.total, self.turns =", "self.total, self.turns, self.junk =", "ValueError: "),
    ("GAME = Pig.game(__name__)", "GAME = Pig", "GAME is no game"),
    ("self.turns += 1", "self.turns += 1; self.junk = [0] * 9999", "a hand takes 20"),
]


@pytest.mark.parametrize(("before", "after", "told"), MISTAKES, ids=range(len(MISTAKES)))
@pytest.mark.kept(3)
def test_a_mistake_is_told_in_a_line_with_its_place(
    pig: Path, command: Command, before: str, after: str, told: str
) -> None:
    text = pig.read_text("utf-8")
    assert before in text
    pig.write_text(text.replace(before, after))

    said = command(f"run pig -n 2 {WORDS}")

    assert said.out == ""
    assert said.status in {1, 2}
    assert re.match(rf"cardsim: {re.escape(str(pig))}(:\d+)?: {told}", said.err), said.err
    assert len(said.err.splitlines()) <= 2


def test_a_hand_without_an_end_is_told_with_its_place(
    pig: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = pig.read_text("utf-8")
    assert "pips > 1" in text
    pig.write_text(text.replace('if action == "roll"', "and 1 if True"))
    monkeypatch.setattr(plain_hands, "MOST_STEPS", 300)

    said = command(f"run pig -n 2 {WORDS}")

    assert said.status == 1
    told = (
        f"cardsim: {re.escape(str(pig))}:\\d+: a hand has not come to an end after 300 steps; in "
    )
    assert re.match(told + "hand 0 of seed 1", said.err), said.err


@pytest.mark.full
def test_points_may_be_parts_and_paid_in_bets(pig: Path, command: Command) -> None:
    text = pig.read_text("utf-8").replace("int(p >= self.rules.goal) for", "1.5 * (p >= 10) for")
    paid = (
        'points, smallest, paid_in, per = (0, 1.5), 0.5, "bets", 100\n    zero_sum = False\n    rec'
    )
    pig.write_text(text.replace("    records", f"    {paid}ords"))

    said = command("run pig --goal 10 --seed 1 -n 20 --seat hold-at --quiet")
    pig.write_text(text.replace("    records", f"    {paid}ords".replace("0.5, ", "1, ")))
    whole = command("run pig --goal 10 --seed 1 -n 20 --quiet")

    assert said.out.startswith("If you hold at 20, you win 150 (140 to 150) bets in 100 hands.\n")
    assert "score gave 1.5, and it must be a whole number from 0 to 1.5" in whole.err


ONE_AGAINST_TWO = """
from cardsim.plain import PlainGame, number


class Mine(PlainGame):
    seats = (3, 3, 3)
    teams = {3: (0, 1, 1)}
    decisions = {"roll": ("once", "twice")}
    sees = {"best": number("the most so far", 0, 6)}

    def deal(self, chance):
        self.rolls, self.seat = [], 0
        return "roll"

    def observe(self):
        return {"best": max(self.rolls, default=0)}

    def apply(self, action, chance):
        rolls = [chance.roll() for _ in range(1 if action == "once" else 2)]
        self.rolls.append(max(rolls))
        self.seat += 1
        return "roll" if self.seat < 3 else None

    def score(self):
        alone = self.rolls[0] > max(self.rolls[1:])
        return [int(alone), int(not alone), int(not alone)]


GAME = Mine.game(__name__)
"""
ROLLS = """
from cardsim import Strategy


def roll(view):
    return {answer}


STRATEGY = Strategy(game="mine", plays="roll~ {name}", roll=roll)
"""


@pytest.fixture
def one_against_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a game in which one plays against two is to be, with two ways to play it."""
    folder = tmp_path / "strategies" / "mine"
    folder.mkdir(parents=True)
    for answer, name in enumerate(("once", "twice")):
        (folder / f"{name}.py").write_text(ROLLS.format(answer=answer, name=name))
    file = tmp_path / "games" / "mine" / "__init__.py"
    file.parent.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    yield file
    _forget("mine")


@pytest.mark.full
def test_one_may_play_against_two(one_against_two: Path) -> None:
    """All dice counted: your side rolls twice, the other once; you sit alone in one hand of three.

    Alone 0.3896605, else 1 - 0.1259002.
    """
    one_against_two.write_text(ONE_AGAINST_TWO)

    found = cardsim.run("mine", strategy="twice", vs="once", n=40_002, seed=3)

    alike = cardsim.run("mine", strategy="once", vs="once", n=3000, seed=3)
    assert "edge" not in alike.sentence
    assert "even share" not in found.sentence + alike.sentence
    wins = found.estimates["wins"]
    share = (0.3896605 + 2 * (1 - 0.1259002)) / 3
    assert_share((round(wins.value * wins.n), wins.n), share, resolves=0.025)


def test_an_edit_is_played_by_the_same_process(pig: Path) -> None:
    before = cardsim.run("pig", n=20, seed=1)
    pig.write_text(pig.read_text("utf-8").replace("pips == 1", "pips == 2"))
    after = cardsim.run("pig", n=20, seed=1)

    assert before.estimates != after.estimates


def test_two_that_loaded_a_class_with_a_mistake_hear_of_it_twice(pig: Path) -> None:
    pig.write_text(pig.read_text("utf-8").replace("def score", "def scores"))

    for _ in range(2):
        with pytest.raises(UserError, match="no method `score`"):
            load_game("pig")


def test_actions_of_a_form_are_told_by_it_and_not_one_by_one() -> None:
    bids = plain.form("{count} x {face}", count=(1, 30), face=(1, 6))

    assert (len(bids), bids[0], bids[6], bids[-1]) == (180, "1 x 1", "2 x 1", "30 x 6")
    assert bids.form == "COUNT x FACE, with COUNT 1 to 30, FACE 1 to 6"


def test_points_that_one_wants_few_of_are_taken(pig: Path, command: Command) -> None:
    low = "    points, low_points_win = (0, 1), True\n    zero_sum = False\n    decisions ="
    pig.write_text(pig.read_text("utf-8").replace("    decisions =", low, 1), "utf-8")

    said = command(f"run pig -n 20 {WORDS}").out

    assert "take" in said
    assert "you win" not in said.lower()


@pytest.mark.usefixtures("pig")
def test_a_past_of_large_numbers_and_cards_is_kept_as_it_was() -> None:
    maker = plain.maker_of(load_game("pig"))
    assert maker is not None
    hands = maker.hands
    past = [
        Stage(-1, "", (3, 700), (6, 1000), ()),
        Stage(1, "roll", (2,), (6,), (5, 1)),
        Stage(0, "hold", (), (), (), ("KH",)),
    ]
    memory = (ctypes.c_char * (hands.layout.state.itemsize + 4096))()
    content = b"".join(map(hands.packed, past))
    memoryview(memory).cast("B")[hands.past_at : hands.past_at + len(content)] = content
    hands.sizes.pack_into(memory, hands.at, 1, 0, len(content))

    assert hands.past(memory) == past
