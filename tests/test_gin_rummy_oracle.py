"""What the oracle of Gin Rummy holds possible of hidden tiles, by which imagined hands are judged.

`test_worked_examples` plays the examples of RULES.md, `test_against_oracles` compares with the
kernel what happens, is legal and is seen in random hands.
"""

from __future__ import annotations

import random

import pytest

from harnesses.gin_rummy import Script
from oracles import gin_rummy as gin
from oracles.gin_rummy import View
from worked_examples import cards

pytestmark = pytest.mark.full

DEALT = ["4C 5C 6C KD AD 3H 5S", "8S 8H JS 2C 2D 3S 5H", "TS QS KH 4D 2S AH 9C"]
THEN = "draw, throw KD, draw, throw JS, take, throw 9C, draw"


def view_at_the_end() -> View:
    """What seat 0 sees of a hand of the worked examples before it knocks."""
    seats = {f"seat{seat}": tiles for seat, tiles in enumerate(DEALT)}
    script = Script({**seats, "upcard": "9H", "stock": "7C 8D 6D", "then": THEN})
    views: list[View] = []

    def choose(decision: str, seat: int, view: View, legal: list[int]) -> int:
        if not script.told:
            views.append(view)
        return script.choose(decision, seat, view["hand"], legal)

    gin.play_hand(gin.Rules(), 3, script.deck, choose, dealer=2)
    return views[0]


OWN, SECOND, THIRD = "4C 5C 6C 7C AD 3H 5S 6D", "8S 8H 8D 2C 2D 3S 5H", "TS JS QS KH 4D 2S AH"


@pytest.mark.parametrize(
    ("hands", "may_be"),
    [
        pytest.param([OWN, SECOND, THIRD], True, id="as they are"),
        pytest.param([OWN, "8S 8H 8D 2C 2D 3S QH", THIRD], True, id="a tile that nobody saw"),
        pytest.param([OWN, THIRD, SECOND], False, id="the third seat took JS"),
        pytest.param([OWN, SECOND, "TS 9S QS KH 4D 2S AH"], False, id="and has not thrown it"),
        pytest.param([OWN, "8S 8H 8D 2C 2D 3S", THIRD], False, id="a tile too few"),
        pytest.param([SECOND, OWN, THIRD], False, id="not the own hand"),
        pytest.param([OWN[:-2] + "9S", SECOND, THIRD], False, id="another own tile"),
        pytest.param([OWN, "8S 8H 8D 2C 2D 3S KD", THIRD], False, id="a tile of the row"),
        pytest.param([OWN, "8S 8H 8D 2C 2D 3S KH", THIRD], False, id="a tile of two hands"),
    ],
)
def test_a_seat_believes_what_its_view_allows(hands: list[str], *, may_be: bool) -> None:
    assert gin.agrees(view_at_the_end(), [cards(hand) for hand in hands]) == may_be


def test_any_place_of_tiles_that_were_not_seen_is_believed() -> None:
    source, view = random.Random(7), view_at_the_end()
    hidden = view["unseen"]
    for _ in range(200):
        new = dict(zip(hidden, source.sample(hidden, len(hidden)), strict=True))
        hands = [[new.get(each, each) for each in cards(hand)] for hand in (OWN, SECOND, THIRD)]
        assert gin.agrees(view, hands)


def test_all_tiles_that_were_not_seen_may_be_in_the_hands() -> None:
    view, hands = view_at_the_end(), [cards(hand) for hand in (OWN, SECOND, THIRD)]
    hidden = [tile for tile in view["unseen"] if tile in hands[1] + hands[2]]

    assert gin.agrees({**view, "unseen": hidden}, hands)
    assert not gin.agrees({**view, "unseen": hidden[1:]}, hands)
