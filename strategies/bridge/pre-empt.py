"""Bid by the tips, come in, double them, and open high with a long suit and a weak hand.

With `weak_low` to `weak_high` points it opens a suit of seven cards at the three level, and one of
six at the two level, but clubs. It comes in over their opening as `tips` does with `overcalls`, and
doubles them from the three level on with `penalty_double_hcp` points. All else as `tips`.

Source: the tips, and what pages for beginners call a weak two and a pre-emptive opening, six to ten
points and a long suit.
"""

from typing import Annotated

from cardsim import Strategy, between, borrowed
from cardsim.card_sets import holds
from cardsim.games.bridge import bid, last_bid, length, points, shape
from cardsim.games.bridge.state import DOUBLE, PASS

tips = borrowed("bridge", "tips", "call", overcalls="simple")

SIX, SEVEN = 6, 7


def call(
    view,
    weak_low: Annotated[int, between(0, 37, "fewest points of a weak opening")] = 6,
    weak_high: Annotated[int, between(0, 37, "most points of a weak opening")] = 10,
    penalty_double_hcp: Annotated[
        int, between(0, 38, "points that double them from the three level on; 38 never")
    ] = 14,
):
    high, lengths = points(view.hand), shape(view.hand)
    said = tips(view)
    if said == PASS and last_bid(view) == PASS and weak_low <= high <= weak_high:
        for suit in range(3, -1, -1):
            cards = length(lengths, suit)
            weak = bid(3 if cards >= SEVEN else 2, suit)
            if cards >= SEVEN or (cards == SIX and suit > 0):
                return weak
    if said == PASS and high >= penalty_double_hcp and view.level >= 3:
        return DOUBLE if holds(view.legal, DOUBLE) else PASS
    return said


STRATEGY = Strategy(
    game="bridge",
    plays="come~ in, double~ and open~ high with long weak suits",
    call=call,
)
