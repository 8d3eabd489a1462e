"""Worlds of games that are a class: what nobody sees is dealt anew, and every command uses it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim.engine.imagined import dealt_anew
from cardsim.engine.table import Table
from cardsim.games import _forget, load_game
from cardsim.plain import maker_of
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
    return maker.open(states[0], table.house_rules)


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


@pytest.mark.parametrize("kind", ["dice", "cards", "tricks", "dealer"])
@pytest.mark.usefixtures("mine")
@pytest.mark.full
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
    assert "Your decisions, and what each gave away:" in played.out
    assert advice.status == 0, advice.err
    assert "95 % interval" in advice.out
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
    assert "Points of your own  39" in wins.out
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
