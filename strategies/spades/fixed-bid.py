"""Bid the same number of tricks whatever the cards are.

Where that is not allowed it takes the nearest bid that is, of two the higher. Cards are played as
`by-the-book` plays them.

Source: the baseline `fixed-bid` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.games.spades import nearest_bid


def bid(view, tricks: Annotated[int, between(1, 13, "tricks to bid")] = 3):
    return nearest_bid(view, tricks)


STRATEGY = Strategy(game="spades", plays="always bid~ {tricks}", bid=bid)
