"""Bid nil with a hand that counts nothing and has no high spade, else what `count-bid` would bid.

Cards are played as `by-the-book` plays them.

Source: the baseline `nil-if` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.card_sets import holds
from cardsim.games.spades import counted, highest_spade, nearest_bid, nil_pays


def bid(
    view,
    max_top_spade: Annotated[
        int, between(0, 14, "bid nil with no spade above this value; 14 is the ace")
    ] = 9,
    max_count: Annotated[
        int, between(0, 13, "bid nil if the hand counts so many tricks at most")
    ] = 0,
):
    tricks = counted(view, 2, 4)
    weak = tricks <= max_count and highest_spade(view) <= max_top_spade
    if holds(view.legal, 0) and nil_pays(view) and weak:
        return 0
    return nearest_bid(view, max(1, tricks))


STRATEGY = Strategy(
    game="spades", plays="bid~ nil with weak hands, and otherwise a plain count", bid=bid
)
