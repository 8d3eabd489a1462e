"""Worlds of games that are a class: what nobody sees is dealt anew, and every command uses it."""

from __future__ import annotations

import json
import math
import re
import shutil
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import cardsim
import pig_solved
from cardsim.checking.spread import check_spread
from cardsim.engine.imagined import dealt_anew
from cardsim.engine.table import Table
from cardsim.errors import EndlessStepError
from cardsim.games import _forget, load_game
from cardsim.plain import maker_of
from cardsim.runs import crews
from cardsim.runs.game_under_test import Subject, WrongError
from cardsim.table.positions import position
from cardsim.table.replayed import Replay
from checks import assert_share
from typed import Command

WORDS = "--seed 1 --quiet"
PLACE = """
    def imagine(self, seen, chance):
        self.points, self.seat_before = [0] * self.players, self.seat
        self.points[self.seat] = seen["total"]
        if self.seat:
            self.points[0] = seen["best"]

    def score(self)"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of a game that is to be written in an empty workspace."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    yield tmp_path / "games" / "mine" / "__init__.py"
    _forget("mine")


def edit(file: Path, before: str, after: str) -> None:
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after))


def hand_of(table: Table, states: Any) -> Any:
    """The object that a state keeps."""
    maker = maker_of(table.game)
    assert maker is not None
    return maker.hands.open(states[0], table.rules)


@pytest.mark.usefixtures("mine")
@pytest.mark.full
def test_what_others_have_is_dealt_anew_each_card_as_likely(command: Command) -> None:
    """Another's card is any of the 51 that are unseen."""
    command("new-game mine --like cards")
    table = Table("mine", seed=3)
    own, pack = int(table.view.card), hand_of(table, table.states).pack
    lower, many = 0, 4000

    for number in range(many):
        hand = hand_of(table, dealt_anew(table.game, table.states, table.rules, number))
        lower += hand.cards[1] < own
        assert hand.cards[0] == own
        assert len(hand.pack) == len(pack)
        assert sorted([*hand.pack, *hand.cards]) == sorted([*range(1, 14)] * 4)

    assert_share((lower, many), 4 * (own - 1) / 51, resolves=0.08)


@pytest.mark.usefixtures("mine")
def test_every_seat_has_as_many_cards_in_an_imagined_hand(command: Command) -> None:
    command("new-game mine --like tricks")
    table = Table("mine", players=3, seed=3)
    for _ in range(4):
        table.act(table.nth(0))
    before = hand_of(table, table.states)

    hand = hand_of(table, dealt_anew(table.game, table.states, table.rules, 5))

    assert hand.hands[table.seat] == before.hands[table.seat]
    assert [*map(len, hand.hands)] == [*map(len, before.hands)]
    assert hand.hands != before.hands


@pytest.mark.parametrize(
    "kind",
    [
        *(pytest.param(kind, marks=pytest.mark.full) for kind in ("dice", "dealer")),
        *(pytest.param(kind, marks=pytest.mark.deep) for kind in ("cards", "tricks")),
    ],
)
@pytest.mark.usefixtures("mine")
def test_a_class_is_played_by_a_person_advised_and_looked_ahead(
    command: Command, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command(f"new-game mine --like {kind}")
    monkeypatch.setattr("sys.stdin", StringIO("?\n" + "1\n\n" * 40))

    played = command("play mine --coach --seed 1 --vs usual" if kind != "dealer" else "play mine")
    vs = "" if kind == "dealer" else "--vs usual"
    advice = command(f"advise mine --replay 1:0:1 --worlds 100 --seed 1 {vs}")
    ahead = command(f"run mine --strategy look-ahead --worlds 4 -n 5 {vs} {WORDS}")

    assert played.status == 0, played.err
    assert "What each is worth" in played.out
    assert "Your decisions, and what each gave away" in played.out
    assert advice.status == 0, advice.err
    assert "What each choice costs" in advice.out
    assert ahead.status == 0, ahead.err


@pytest.mark.full
def test_a_place_is_told_by_what_is_seen_where_the_class_sets_up_a_hand(
    mine: Path, command: Command
) -> None:
    command("new-game mine --like dice")
    edit(mine, "\n    def score(self)", PLACE)

    wins = command("advise mine --total 39 --best 30 --seat 2 --worlds 100 --seed 1 --vs same")
    wrong = command("advise mine --total 99 --seed 1")
    edit(mine, 'self.points[self.seat] = seen["total"]', "pass")
    other = command("advise mine --total 39 --seed 1")

    assert wins.out.startswith("Hold. Rolling costs ")
    assert re.search("Points of your own +39", wins.out)
    assert (wrong.status, wrong.err) == (
        2,
        "cardsim: --total must be a whole number from 0 to 60, not 99\n",
    )
    assert other.status == 2
    assert re.search(r"__init__.py:\d+: seat 0 sees total 39, and in the hand that", other.err)


HOUSE = """
from cardsim.plain import PlainGame, number


class Mine(PlainGame):
    seats = (1, 3, 2)
    decisions = {"bet": ("keep", "roll")}
    sees = {"pips": number("what your die shows", 1, 6)}
    points, hidden, house = (-1, 1), (), "banker"

    def deal(self, chance):
        self.pips, self.bank = [chance.roll() for _ in range(self.players)], []
        self.seat = -1
        self.seat = self.next_seat()
        return "banker" if self.watches(self.seat) else "bet"

    def watches(self, seat):
        return self.pips[seat] == 1

    def observe(self):
        return {"pips": self.pips[self.seat]}

    def apply(self, action, chance):
        if action == "roll":
            self.pips[self.seat] = chance.roll()
        after = [k for k in range(self.seat + 1, self.players) if not self.watches(k)]
        self.seat = after[0] if after else self.seat
        return "bet" if after else "banker"

    def house_plays(self, chance):
        self.bank.append(chance.roll())
        return None if len(self.bank) == 2 else "banker"

    def score(self):
        best = max(self.bank)
        return [0 if self.watches(k) else (p > best) - (p < best) for k, p in enumerate(self.pips)]

    def tell(self):
        return f"dice {self.pips}, bank {self.bank}"


GAME = Mine.game(__name__)
"""


@pytest.fixture
def banker(mine: Path) -> Path:
    mine.parent.mkdir(parents=True)
    mine.write_text(HOUSE)
    return mine


@pytest.mark.usefixtures("banker")
def test_a_house_moves_by_itself_and_is_told(command: Command) -> None:
    text = command("replay mine --strategy random-legal --seed 1 --hand 1").out
    run = cardsim.run("mine", players=1, n=50, seed=1)

    assert len(re.findall(r"^ *The banker \(dice", text, re.MULTILINE)) == 2
    assert load_game("mine").zero_sum is False
    assert "edge" not in run.sentence


@pytest.mark.usefixtures("banker")
@pytest.mark.full
def test_a_page_names_the_house(tmp_path: Path) -> None:
    cardsim.run("mine", players=1, n=50, seed=1).report(tmp_path / "page.html")

    assert "You played against the banker." in (tmp_path / "page.html").read_text("utf-8")


@pytest.mark.usefixtures("banker")
@pytest.mark.full
def test_a_game_with_a_house_and_seats_that_watch_keeps_to_the_contract(command: Command) -> None:
    said = command("games check mine -n 60")

    assert said.status == 0, said.out


def test_a_seat_that_watches_is_not_asked(banker: Path, command: Command) -> None:
    edit(
        banker,
        "range(self.seat + 1, self.players) if not self.watches(k)]",
        "range(self.seat + 1, self.players)]",
    )

    said = command(f"run mine --players 3 -n 50 --vs usual {WORDS}")

    assert said.status in {1, 2}
    assert re.search(
        r"__init__.py:\d+: apply left self.seat at \d, and that seat watches", said.err
    )


SEES = '        return {"pips"'


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise GeneratorExit('x')", "GeneratorExit: x"),
    ],
)
def test_a_game_that_ends_python_ends_the_run_with_its_line(
    banker: Path, command: Command, line: str, says: str
) -> None:
    edit(banker, SEES, f"        {line}\n{SEES}")

    said = command(f"run mine -n 50 --vs usual {WORDS}")

    assert (said.status, said.out) == (1, "")
    assert re.search(rf"__init__.py:\d+: {says}; in hand 0 of seed 1\n", said.err)


@pytest.mark.parametrize(
    ("line", "says"),
    [("sys.exit(0)", "SystemExit: 0"), ("raise KeyboardInterrupt", "KeyboardInterrupt")],
)
def test_a_game_that_ends_python_where_it_is_read_or_told_is_refused(
    banker: Path, command: Command, line: str, says: str
) -> None:
    whole = banker.read_text("utf-8")
    banker.write_text(f"import sys\n{whole}\n{line}\n")
    read = command("run mine -n 50")
    banker.write_text("import sys\n" + whole.replace("return f", f"{line}; return f"))
    told = command("replay mine --seed 1 --hand 1")

    for said in (read, told):
        assert (said.status, said.out) == (2, "")
        assert re.search(rf"__init__.py:\d+: {says}\n", said.err)


@pytest.mark.parametrize(
    "body", ["pass", "\n            try: seen = 1\n            except BaseException: pass"]
)
def test_a_step_of_a_class_that_does_not_end_ends_the_run(
    banker: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    monkeypatch.setattr(crews, "STEP_SECONDS", 0.4)
    text = banker.read_text("utf-8").replace(SEES, f"        while STUCK: {body}\n{SEES}", 1)
    banker.write_text(text.replace("class Mine", "STUCK = [1]\n\n\nclass Mine", 1))

    try:
        with pytest.raises(EndlessStepError, match=r"__init__.py:\d+: this step of the game has"):
            cardsim.run("mine", players=1, n=50, seed=1, threads=1)
    finally:
        sys.modules["cardsim.games.mine"].STUCK.clear()


def test_what_a_game_prints_is_no_data(banker: Path, command: Command) -> None:
    text = banker.read_text("utf-8").replace(SEES, f"        print('seen')\n{SEES}", 1)
    banker.write_text(text.replace("class Mine", "print('read')\n\n\nclass Mine", 1))

    said = command(f"run mine --players 1 -n 20 --json {WORDS}")

    assert json.loads(said.out)["hands"] == 20
    assert {"read", "seen"} <= {*said.err.splitlines()}


# ---------------------------------------------------------------- every step of a hand

OWN = Path(__file__).parent / "own_games"
GAMES = ("pig", "solo-plain", "cup", "liars-dice")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder is a workspace with the games of `tests/own_games`."""
    shutil.copytree(OWN, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__py*"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    yield tmp_path
    for name in GAMES:
        _forget(name.replace("-", "_"))


def near(found: float, exact: float, worlds: int) -> bool:
    """Whether a share of wins is what it must be: a false alarm in a million."""
    return abs(found - exact) <= 5 * math.sqrt(max(exact * (1 - exact), 0.01) / worlds)


def pig_exact(solved: pig_solved.Solved, total: int, own: int, other: int) -> list[float]:
    """How often you win if you roll, and if you hold, where both hold at 20 from then on."""

    def held(points: int) -> float:
        won = own + points >= pig_solved.GOAL
        return 1.0 if won else float(solved.second[own + points, other])

    def on(points: int) -> float:
        return held(points) if points >= 20 or own + points >= pig_solved.GOAL else rolled(points)

    def rolled(points: int) -> float:
        return (float(solved.second[own, other]) + sum(on(points + k) for k in range(2, 7))) / 6

    return [rolled(total), held(total)]


@pytest.mark.usefixtures("own")
@pytest.mark.full
def test_advice_on_pig_is_right_at_every_step_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games to 30; what each choice is worth is known exactly."""
    monkeypatch.setattr(pig_solved, "GOAL", 30)
    solved = pig_solved.solved(pig_solved.hold_at(20), pig_solved.hold_at(20))
    asked: dict[str, Any] = {"strategy": "hold-at", "vs": "same", "goal": 30, "seed": 1}
    checked = 0

    for hand in (0, 1):
        for step, told in enumerate(cardsim.replay("pig", hand, **asked).views, 1):
            view = told["view"]
            advice = cardsim.advise("pig", replay=f"1:{hand}:{step}", worlds=400, **asked)
            exact = pig_exact(solved, view["total"], view["own"], view["best"])
            for choice in advice.choices:
                assert near(choice.value, exact[int(choice.action)], 400), (hand, step, choice)
                checked += 1

    assert checked > 40


@pytest.mark.usefixtures("own")
@pytest.mark.full
def test_nobody_sees_through_a_cup() -> None:
    """Who says `mine` with d pips wins (d - 1) / 6 + 1 / 12 of hands."""
    for hand in range(4):
        pips = cardsim.replay("cup", hand, seed=1).views[0]["view"]["die"]
        advice = cardsim.advise("cup", replay=f"1:{hand}:1", worlds=400, seed=1)
        mine = (pips - 1) / 6 + 1 / 12

        for choice in advice.choices:
            assert near(choice.value, 1 - mine if choice.action else mine, 400)


@pytest.mark.usefixtures("own")
@pytest.mark.full
def test_looking_ahead_wins_no_more_than_what_is_seen_allows() -> None:
    """As player 1 three in four hands of Cup; 250 tell 0.75 from 0.92, which the true dice give."""
    hands = cardsim.hands("cup", strategy="look-ahead", worlds=40, vs="own-half", n=500, seed=2)
    first = hands.filter((hands["your_seat"] == 0) & (hands["seat"] == 0))["win"]

    assert len(first) == 250
    assert sum(first) / len(first) == pytest.approx(0.75, abs=4 * 0.42 / math.sqrt(250))


def by_chance(pips: int, said: int) -> list[float]:
    """How often you win Liar's Dice, one die each, by each word, if all play on at random."""

    def true(word: int) -> float:
        many, shown = (word - 1) // 6 + 1, (word - 1) % 6 + 1
        return sum((pips == shown) + (other == shown) >= many for other in range(1, 7)) / 6

    mine, theirs = [0.0] * 14, [0.0] * 14
    for word in range(12, 0, -1):
        mine[word] = (true(word) + sum(theirs[word + 1 :])) / (13 - word)
        theirs[word] = (1 - true(word) + sum(mine[word + 1 :])) / (13 - word)
    return [1 - true(said) if said else 0.0, *mine[1:13]]


@pytest.mark.usefixtures("own")
@pytest.mark.full
def test_advice_in_liars_dice_is_right_at_every_step() -> None:
    """Dice of the other tell nothing; what each word is worth is known exactly."""
    checked = 0
    for hand in range(2):
        for step, told in enumerate(cardsim.replay("liars-dice", hand, seed=1).views, 1):
            view = told["view"]
            exact = by_chance(view["dice"][0], view["said"])
            asked = f"1:{hand}:{step}"
            advice = cardsim.advise("liars-dice", replay=asked, worlds=200, seed=1, vs="same")
            for choice in advice.choices:
                assert near(choice.value, exact[int(choice.action)], 200), (asked, choice)
                checked += 1

    assert checked > 24


def decided(replay: Replay) -> list[Any]:
    """The steps of a hand at which somebody decided."""
    return [step for step in replay.steps if step.decision is not None]


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.full
def test_every_step_of_a_hand_is_asked_about_as_it_was(name: str) -> None:
    """Its view, what is to be decided, and the object that hands are imagined from."""
    game = load_game(name)
    maker = maker_of(game)
    assert maker is not None
    players = game.players[1]
    for hand in range(1 if name == "pig" else 2):
        shown = cardsim.replay(name, hand, seed=1, players=players)
        # A step is come to by playing all before it: in a long game every third is asked about.
        steps = [*enumerate(decided(shown), 1)][:: 3 if name == "pig" else 1]
        for number, step in steps:
            none = dict.fromkeys(("view", "unit", "preset", "strategy", "vs", "seed"))
            asked = f"1:{hand}:{number}"
            at = position(name, replay=asked, options={}, players=players, **none).table
            memory = maker.hands.memory_at(at.states.ctypes.data)

            assert at.seat == step.seat
            assert at.asks == step.decision
            assert maker.hands.open(at.states[0], at.rules).observe() == maker.hands.seen_in(memory)
            other = hand_of(at, dealt_anew(game, at.states, at.rules, number))
            assert other.observe() == maker.hands.seen_in(memory)


@pytest.mark.usefixtures("own")
@pytest.mark.full
def test_a_view_of_a_class_that_does_not_tell_all_is_refused(command: Command) -> None:
    text = command("replay cup --seed 1 --hand 0 --json").out
    Path("hand.json").write_text(text)

    said = command("advise cup --view hand.json --seed 1")

    assert said.status == 2
    assert "a view of cup does not tell how the hand came about" in said.err
    assert "--replay SEED:HAND:STEP" in said.err


@pytest.mark.parametrize("name", ["cup", "liars-dice"])
@pytest.mark.usefixtures("own")
@pytest.mark.full
def test_imagined_dice_are_spread_as_they_are_rolled(name: str) -> None:
    """Chi-square over dice that are rolled until the seat sees the same; a fixed seed."""
    assert re.match(r"spread as dealt at \d\d turns", check_spread(Subject(load_game(name), 40, 1)))


@pytest.mark.parametrize(
    ("before", "after", "at", "says"),
    [
        (
            '    def tell(self):\n        return f"dice {self.cups}"\n',
            "    def imagine(self, seen, chance):\n        self.cups = [seen['die'], 6]\n",
            "    def imagine",
            r"cups\[1\] is 6 in 100 % of imagined hands, and in \d\d % of those",
        ),
        (
            '        return "whose"',
            '        self.said = self.cups[1]\n        return "whose"',
            "hidden = ()",
            r"cups\[1\] is \d in 100 % of imagined hands",
        ),
        (
            "[chance.roll(), chance.roll()]",
            "[chance.roll(), min(chance.roll(), chance.roll())]",
            "",
            "",
        ),
    ],
    ids=["all sixes", "an attribute that lies open tells", "the lower of two dice is right"],
)
def test_hands_that_are_imagined_otherwise_than_dealt_are_told_with_the_line(
    own: Path, before: str, after: str, at: str, says: str
) -> None:
    file = own / "games/cup/__init__.py"
    edit(file, before, after)
    subject = Subject(load_game("cup"), 40, 1)

    if not says:
        assert check_spread(subject)
        return
    with pytest.raises(WrongError) as error:
        check_spread(subject)
    line = file.read_text("utf-8").partition(at)[0].count("\n") + 1
    assert re.match(rf"{re.escape(str(file))}:{line}: {says}", str(error.value)), error.value


TOLD = '''
"""Told: say whether your card is high, and the other guesses whether it is above his."""

from cardsim.plain import PlainGame, number


class Told(PlainGame):
    title = "Told"
    seats = (2, 2, 2)
    decisions = {"say": ("low", "high"), "guess": ("below", "above")}
    sees = {"card": number("your card", 1, 6), "said": number("high was said", -1, 1)}
    own = ("cards",)
    hidden = ("pack",)
    usual = "honest"

    def deal(self, chance):
        self.pack = [PACK]
        chance.shuffle(self.pack)
        self.cards = [self.pack.pop(), self.pack.pop()]
        self.seat, self.said = 0, -1
        return "say"

    def observe(self):
        return {"card": self.cards[self.seat], "said": self.said}

    def apply(self, action, chance):
        if self.said < 0:
            self.said, self.seat = int(action == "high"), 1
            return "guess"
        self.above = action == "above"
        return None

    def score(self):
        right = (self.cards[0] > self.cards[1]) == self.above
        return [1 - int(right), int(right)]


GAME = Told.game(__name__)
'''
HONEST = """
from cardsim import Strategy


def say(view):
    return view.card > 3


def guess(view):
    return view.card < 4


STRATEGY = Strategy(game="mine", plays="say~ what is true", say=say, guess=guess)
"""


@pytest.mark.full
@pytest.mark.parametrize("pack", ["1, 2, 3, 4, 5, 6", "1, 2, 3, 4, 5, 6, 6"])
def test_cards_of_a_class_are_as_likely_as_what_was_said_of_them(mine: Path, pack: str) -> None:
    """Who says `low` holds 1 to 3; where two cards are alike what he said is not thought of."""
    for path, text in (
        (mine, TOLD.replace("PACK", pack)),
        (Path("strategies/mine/honest.py"), HONEST),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip(), "utf-8")
    seen = set[tuple[int, int]]()

    for seed in range(1, 9):
        view = cardsim.replay("mine", 0, seed=seed).views[1]["view"]
        card, high = view["card"], view["said"]
        cards = [int(one) for one in pack.split(", ")]
        cards.remove(card)
        alike = len(set(cards)) < len(cards)
        cards = [one for one in cards if alike or (one > 3) == high]
        exact = sum(one > card for one in cards) / len(cards)
        advice = cardsim.advise("mine", replay=f"{seed}:0:2", worlds=400, seed=1)
        value = {c.told: c.value for c in advice.choices}["above"]
        assert near(value, exact, 400), (card, high, value, exact)
        assert ("not thought of" in advice.likely) == alike
        seen.add((card, high))

    assert len(seen) > 3
