"""What the oracle of Spades holds possible of hidden cards, by which imagined hands are judged.

`test_worked_examples` plays the examples of RULES.md, `test_against_oracles` compares with the
kernel what happens, is legal and is seen in random hands.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from harness import drawn_rules, oracle_rules
from harnesses.spades import PART, Script, Stacked
from oracles import spades
from oracles.spades import Rules, View
from trick_games import tile
from worked_examples import cards

pytestmark = pytest.mark.full

HANDS = 200


@dataclass
class AtRandom:
    """Any card and any action; remembers what was seen."""

    source: random.Random
    views: list[View] = field(default_factory=list)

    def card(self, stock: list[int]) -> int:
        return self.source.choice(stock)

    def choose(self, _decision: str, _seat: int, view: View, legal: list[int]) -> int:
        self.views.append(view)
        return self.source.choice(legal)


def test_the_true_hands_agree_with_every_view() -> None:
    source, refused = random.Random(17), 0
    for _ in range(HANDS):
        rules, chance = oracle_rules(PART, drawn_rules(PART, source)[0]), AtRandom(source)
        score = (source.randint(-300, 300), source.randint(-300, 300))
        dealer = source.randrange(4)
        hand = spades.play_hand(rules, chance, chance.choose, dealer=dealer, score=score)
        for view in chance.views[::5]:
            laid = {card for _, trick, _ in view.get("history", []) for card in trick}
            laid |= {card for _, card in view.get("current_trick", [])}
            true = [[card for card in own if card not in laid] for own in hand.hands]
            assert spades.agrees(rules, view, true)
            one, other = (view["seat"] + 1) % 4, (view["seat"] + 2) % 4
            hands = list(true)
            hands[one], hands[other] = hands[other], hands[one]
            refused += not spades.agrees(rules, view, hands)
            if true[one]:
                hands[one], hands[other] = true[one][1:], [*true[other], true[one][0]]
                assert not spades.agrees(rules, view, hands)
    assert refused > 100


DEFAULT, ANY_LEAD = Rules(), Rules(spade_lead="any")
NO_SPADE_FIRST = Rules(first_trick_spades=False)
FOUR_SUITS = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AS",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD KS",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS",
    "AC AD AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS",
)
ALL_SPADES = tuple(" ".join(rank + suit for rank in "23456789TJQKA") for suit in "SCDH")
LATE_SPADES = (ALL_SPADES[1], ALL_SPADES[0], *ALL_SPADES[2:])


@pytest.mark.parametrize(
    ("rules", "dealt", "names", "exchanged", "possible"),
    [
        (DEFAULT, FOUR_SUITS, "2C 2D 2H AC AD KC", "AS QS", True),
        (DEFAULT, FOUR_SUITS, "2C 2D 2H AC AD KC", "3C 2S", True),
        (DEFAULT, FOUR_SUITS, "2C 2D 2H AC AD KC", "3C 3H", False),
        (DEFAULT, FOUR_SUITS, "2C 2D 2H AC AD KC", "3D 2S", False),
        (DEFAULT, ALL_SPADES, "2S", "2D 2H", True),
        (DEFAULT, ALL_SPADES, "2S", "AS AD", False),
        (ANY_LEAD, ALL_SPADES, "2S", "AS AD", True),
        (DEFAULT, LATE_SPADES, "2C 2S", "AS AH", True),
        (NO_SPADE_FIRST, LATE_SPADES, "2C 2S", "AS AH", False),
        (NO_SPADE_FIRST, LATE_SPADES, "2C 2S", "AC AH", True),
        (DEFAULT, LATE_SPADES, "2C 2S 2D", "AC AD", False),
    ],
)
def test_two_cards_may_lie_the_other_way_where_that_breaks_no_rule(
    rules: Rules, dealt: tuple[str, ...], names: str, exchanged: str, possible: bool
) -> None:
    """As the next seat thinks after these cards."""
    script, views = Script("1 1 1 1", names), []

    def choose(decision: str, _seat: int, view: View, legal: list[int]) -> int:
        views.append(view)
        if decision != "play":
            return script.bid(decision)
        hand: list[int] = view["hand"]
        return hand.index(script.tile([hand[place] for place in legal]))

    given = {f"seat{seat}": names for seat, names in enumerate(dealt)}
    spades.play_hand(rules, Stacked(given), choose, dealer=3)
    laid, (one, other) = cards(names), cards(exchanged)
    moved = {one: other, other: one}

    hands = [
        [tile(moved.get(each, each)) for each in cards(hand) if each not in laid] for hand in dealt
    ]

    assert spades.agrees(rules, views[4 + len(laid)], hands) == possible
