"""What the oracle of Euchre holds possible of hidden cards, by which imagined hands are judged.

`test_worked_examples` plays the examples of RULES.md, `test_against_oracles` compares with the
kernel what happens, is legal and is seen in random hands.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from harness import drawn_rules, oracle_rules
from harnesses.euchre import PART, Script, Stacked, tiles
from oracles import euchre
from oracles.euchre import Played, Rules, View
from worked_examples import Fields

pytestmark = pytest.mark.full

HANDS = 500


@dataclass
class AtRandom:
    """Any card and any action, but a pass more often than any other call; remembers the views."""

    source: random.Random
    views: list[View] = field(default_factory=list)

    def card(self, stock: list[int]) -> int:
        return self.source.choice(stock)

    def choose(self, decision: str, _seat: int, view: View, legal: list[int]) -> int:
        self.views.append(view)
        call = decision in ("order", "name")
        passes = call and legal[0] == euchre.PASS and self.source.random() < 0.7
        return euchre.PASS if passes else self.source.choice(legal)


def cards_at(view: View, hand: Played) -> tuple[list[list[int]], int | None]:
    """The hands of all seats when this was seen, and the dealer's discard if there was one."""
    laid = {card for _, pairs, _ in view.get("history", []) for _, card in pairs}
    laid |= {card for _, card in view.get("current_trick", [])}
    hands = [[card for card in own if card not in laid] for own in hand.hands]
    if view["upcard_state"] != euchre.PICKED_UP:
        return hands, None
    dealer = view["dealer"]
    if hand.upcard not in laid:
        hands[dealer] = sorted([*hands[dealer], hand.upcard])
    if "defend_calls" not in view:
        return hands, None
    hands[dealer].remove(hand.discard)
    return hands, hand.discard


def test_the_true_cards_agree_with_every_view() -> None:
    source, refused = random.Random(27), 0
    for _ in range(HANDS):
        rules, chance = oracle_rules(PART, drawn_rules(PART, source)[0]), AtRandom(source)
        hand = euchre.play_hand(rules, chance, chance.choose, dealer=source.randrange(4))
        for view in chance.views:
            true, discard = cards_at(view, hand)
            assert euchre.agrees(rules, view, true, kitty=hand.kitty, discard=discard)
            one, other = (view["seat"] + 1) % 4, (view["seat"] + 2) % 4
            hands = list(true)
            hands[one], hands[other] = hands[other], hands[one]
            refused += not euchre.agrees(rules, view, hands, kitty=hand.kitty, discard=discard)
            if true[one]:
                hands[one], hands[other] = true[one][1:], [*true[other], true[one][0]]
                assert not euchre.agrees(rules, view, hands, kitty=hand.kitty, discard=discard)
    assert refused > 500


DEFAULT, NEEDED = Rules(), Rules(trump_needed_to_call=True)
DEALT = ["9D TD QC KC AC", "KD AD 9H TH QH", "JC 9S TS JS QS", "9C TC JH KS AS"]
PLAYS = "9C AC 9H JC TC KC KD 9S KS AD TS JH 9D QD TD TH QS AS QC QH JS"
"""The discard of seat 3, which deals and turns up QD, then the plays."""


@pytest.mark.parametrize(
    ("rules", "calls", "laid", "exchanged", "possible"),
    [
        (DEFAULT, "0", 0, "9D JD", True),
        (DEFAULT, "0", 0, "9D KD", False),
        (DEFAULT, "0,1", 1, "9C KS", True),
        (DEFAULT, "0,1", 1, "9C JD", True),
        (DEFAULT, "0,1", 1, "QD JD", False),
        (DEFAULT, "0,1", 3, "KH QH", True),
        (DEFAULT, "0,1", 3, "TC QH", False),
        (DEFAULT, "0,1", 3, "TC KC", True),
        (DEFAULT, "0,1", 3, "KC QH", False),
        (DEFAULT, "0,1", 4, "9C 9S", False),
        (DEFAULT, "0,1", 5, "9C 9S", True),
        (DEFAULT, "0,1", 5, "JH JD", True),
        (DEFAULT, "0,1", 11, "9C JS", False),
        (DEFAULT, "0,1", 11, "9D JS", False),
        (DEFAULT, "0,1", 11, "9D QH", True),
        (DEFAULT, "0,1", 11, "JD JS", False),
        (DEFAULT, "0,0,0,0,0,0,0,3", 0, "JH JD", True),
        (NEEDED, "0,0,0,0,0,0,0,3", 0, "JH JD", False),
        (NEEDED, "0,0,0,0,0,0,0,3", 0, "JH KH", True),
    ],
)
def test_two_cards_may_lie_the_other_way_where_that_breaks_no_rule(
    rules: Rules, calls: str, laid: int, exchanged: str, possible: bool
) -> None:
    """After these calls and so many cards of `PLAYS`, the discard of 9C included."""
    given: Fields = {"calls": calls, "play": " ".join(PLAYS.split()[:laid])}
    script, views = Script(given), []

    def choose(decision: str, _seat: int, view: View, legal: list[int]) -> int:
        views.append(view)
        if decision not in ("discard", "play"):
            return script.word(decision)
        hand: list[int] = view["hand"]
        return hand.index(script.tile([hand[place] for place in legal]))

    hand = euchre.play_hand(rules, Stacked(DEALT, "QD"), choose, dealer=3)
    view = views[calls.count(",") + 1 + laid]
    hands, discard = cards_at(view, hand)
    one, other = tiles(exchanged)

    def moved(hidden: list[int]) -> list[int]:
        return [{one: other, other: one}.get(each, each) for each in hidden]

    found = euchre.agrees(
        rules,
        view,
        [moved(own) for own in hands],
        kitty=moved(hand.kitty),
        discard=None if discard is None else moved([discard])[0],
    )
    assert found == possible
