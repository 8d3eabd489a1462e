"""Hands of a class that are dealt and played again: what a seat cannot know is by chance anew."""
# ruff: noqa: ARG002, RUF012  (games as a user writes them)

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, ClassVar

import pytest

from cardsim.chance import Chance
from cardsim.plain import Maker, PlainGame, number
from cardsim.plain_past import Again, Anything, RecordedChance, Stage
from cardsim.plain_words import Number
from cardsim.plain_worlds import AtTable
from checks import assert_uniform

MANY = 600


def played(kind: type[PlainGame], actions: list[str], seed: int = 1) -> tuple[Again, Any]:
    """What the seat on turn knows after these actions, and the hand."""
    table = AtTable(Maker(kind, kind.__name__).worlds, kind.seats[2], kind.Rules())
    hand, chance, past = table.begin(), Anything(seed), list[Stage]()
    noted = RecordedChance(chance)
    hand.deal(noted)
    past.append(noted.stage())
    for action in actions:
        seat, noted = hand.seat, RecordedChance(chance)
        hand.apply(action, noted)
        past.append(noted.stage(seat, action))
    return Again(table, past, hand.seat), hand


def worlds(again: Again, of: Callable[[Any], Any], many: int = MANY) -> Counter[Any]:
    """What imagined hands are, and how many of them."""
    chance = Anything(7)
    return Counter(of(again.world(chance)[0]) for _ in range(many))


class Cups(PlainGame):
    """Three dice under three cups; what is said lies open."""

    seats = (3, 3, 3)
    decisions = {"say": ("low", "high")}
    own: ClassVar[tuple[str, ...]] = ("cups",)
    hidden: ClassVar[tuple[str, ...] | None] = ()
    sees: ClassVar[Mapping[str, Number]] = {"die": number("your die", 1, 6)}

    def deal(self, chance: Chance) -> str:
        self.cups, self.seat, self.said = [chance.roll() for _ in range(3)], 0, list[str]()
        return "say"

    def observe(self) -> dict[str, int]:
        return {"die": self.cups[self.seat]}

    def apply(self, action: str, chance: Chance) -> str | None:
        self.said.append(action)
        self.seat += 1
        return "say" if self.seat < 3 else None

    def score(self) -> list[float]:
        return self.shared([True] * 3)


def test_dice_under_other_cups_are_rolled_again_and_what_lies_open_stays() -> None:
    again, hand = played(Cups, ["low", "high"])

    found = worlds(again, lambda h: (*h.cups, *h.said))

    assert {(*key[2:],) for key in found} == {(hand.cups[2], "low", "high")}
    assert_uniform([*found.values(), *[0] * (36 - len(found))], resolves=0.8)


class Sum(Cups):
    """The sum of the first two dice is seen, and neither of the two."""

    sees = {"sum": number("sum of two dice", 2, 12)}
    own, hidden = (), ("cups",)

    def observe(self) -> dict[str, int]:
        return {"sum": sum(self.cups[:2])}


def test_dice_of_a_sum_that_is_seen_are_any_that_have_it() -> None:
    seed = next(s for s in range(99) if sum(played(Sum, [], s)[1].cups[:2]) == 7)

    found = worlds(played(Sum, [], seed)[0], lambda h: (*h.cups[:2],))

    assert {a + b for a, b in found} == {7}
    assert len(found) == 6
    assert_uniform([*found.values()], resolves=0.5)


class Secret(PlainGame):
    """Player 1 hides a coin in one of three hands, and player 2 guesses where."""

    seats = (2, 2, 2)
    decisions = {"hide": ("a", "b", "c"), "guess": ("a", "b", "c")}
    sees = {"nothing": number("nothing", 0, 0)}
    own, hidden = (), ("place",)

    def deal(self, chance: Chance) -> str:
        self.seat, self.place = 0, list[str]()
        return "hide"

    def observe(self) -> dict[str, int]:
        return {"nothing": 0}

    def apply(self, action: str, chance: Chance) -> str | None:
        if self.seat:
            self.right = action in self.place
            return None
        self.seat, self.place = 1, [action]
        return "guess"

    def score(self) -> list[float]:
        return [int(not self.right), int(self.right)]


def test_what_another_chose_in_secret_is_any_that_it_may_have_chosen() -> None:
    found = worlds(played(Secret, ["c"])[0], lambda h: h.place[0])

    assert_uniform([found[place] for place in "abc"], resolves=0.5)


class Rounds(PlainGame):
    """Who has less under the cup loses a point, three rounds; each rolls anew in each."""

    seats = (2, 2, 2)
    decisions = {"show": ("show", "wait")}
    sees = {"die": number("your die", 1, 6), "lost": number("points that you have lost", 0, 9)}
    own, hidden = ("cups",), ()

    def roll(self, chance: Chance) -> None:
        self.cups = [[chance.roll()], [chance.roll()]]

    def deal(self, chance: Chance) -> str:
        self.roll(chance)
        self.seat, self.lost, self.turns = 0, [0, 0], 0
        return "show"

    def observe(self) -> dict[str, int]:
        return {"die": self.cups[self.seat][0], "lost": self.lost[self.seat]}

    def apply(self, action: str, chance: Chance) -> str | None:
        self.turns += 1
        self.seat = 1 - self.seat
        if self.seat == 0:
            self.lost[self.cups[0] > self.cups[1]] += 1
            self.roll(chance)
        return "show" if self.turns < 30 else None

    def score(self) -> list[float]:
        return self.shared([True, True])


def test_in_a_later_round_only_its_own_dice_are_rolled_again() -> None:
    again, hand = played(Rounds, ["show"] * 21)

    found = worlds(again, lambda h: (h.cups[0][0], *h.lost, h.cups[1][0]))

    assert {key[1:] for key in found} == {(*hand.lost, hand.cups[1][0])}
    assert_uniform([*found.values(), *[0] * (6 - len(found))], resolves=0.5)


class Change(PlainGame):
    """Player 1 may change its card unseen; what it throws away is gone."""

    seats = (2, 2, 2)
    decisions = {"change": ("keep", "change")}
    sees = {"card": number("your card", 0, 5)}
    own, hidden = ("cards",), ("pack",)

    def deal(self, chance: Chance) -> str:
        self.pack, self.seat = [*range(6)], 0
        self.cards = [chance.draw(self.pack), chance.draw(self.pack)]
        return "change"

    def observe(self) -> dict[str, int]:
        return {"card": self.cards[self.seat]}

    def apply(self, action: str, chance: Chance) -> str | None:
        if action == "change":
            self.cards[self.seat] = chance.draw(self.pack)
        self.seat += 1
        return "change" if self.seat < 2 else None

    def score(self) -> list[float]:
        return self.shared([card == max(self.cards) for card in self.cards])


@pytest.mark.parametrize("action", ["keep", "change"])
def test_a_card_that_was_thrown_away_unseen_is_any(action: str) -> None:
    again, hand = played(Change, [action])

    found = worlds(
        again, lambda h: ({*range(6)} - {*h.cards, *h.pack}, h.cards[0], h.cards[1]).__repr__(), 900
    )

    assert all(key.endswith(f", {hand.cards[1]})") for key in found)
    kept = [n for key, n in found.items() if key.startswith("(set()")]
    changed = [n for key, n in found.items() if not key.startswith("(set()")]
    assert (len(kept), len(changed)) == (5, 20)
    assert_uniform(kept, resolves=0.5)
    assert_uniform(changed, resolves=0.8)
    assert_uniform([sum(kept), sum(changed)], resolves=0.4)


def test_one_seat_that_knows_all_sees_the_hand_as_it_is() -> None:
    class Open(Cups):
        own = ()
        hidden = ("cups",)
        sees = {f"d{k}": number("a die", 1, 6) for k in range(3)}

        def observe(self) -> dict[str, int]:
            return {f"d{k}": self.cups[k] for k in range(3)}

    again, hand = played(Open, ["low"])

    assert worlds(again, lambda h: (*h.cups,), 20) == {(*hand.cups,): 20}


def test_chance_that_is_not_the_hands_is_told() -> None:
    other = count(1)

    class Loose(Cups):
        def deal(self, chance: Chance) -> str:
            super().deal(chance)
            self.cups = [next(other)] * 3
            return "say"

    again, hand = played(Loose, [])

    assert again.shows[1] != hand.observe()
