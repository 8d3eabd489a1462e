"""Bid a trick for every ace, every guarded king, and every spade from the fourth on; never nil.

- bid a trick for every ace, every guarded king, and every spade from the fourth on, and at least 1
- never bid nil

Where a bid is not allowed it takes the nearest one that is, of two the higher.
Cards are played as `by-the-book` plays them.

Source: the baseline `count-bid` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.games.spades import counted, nearest_bid


def bid(
    view,
    offset: Annotated[int, between(-5, 5, "tricks more than are counted")] = 0,
    king_min_length: Annotated[int, between(1, 13, "a king counts in a suit of so many")] = 2,
    spade_extra_from: Annotated[int, between(1, 14, "a spade counts from this one on")] = 4,
):
    return nearest_bid(view, max(1, counted(view, king_min_length, spade_extra_from) + offset))


STRATEGY = Strategy(game="spades", plays="bid~ a plain count", bid=bid)
