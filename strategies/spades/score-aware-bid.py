"""Bid what `count-bid` would, and more while the own side is behind in the match.

Cards are played as `by-the-book` plays them.

Source: the baseline `score-aware-bid` of the rules file, which leaves open when it bids more.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.games.spades import counted, lead, nearest_bid


def bid(
    view,
    behind_boost: Annotated[int, between(-5, 5, "tricks more while behind")] = 1,
    behind_by: Annotated[int, between(1, 1000, "points from which it is behind")] = 50,
):
    boost = behind_boost if lead(view) <= -behind_by else 0
    return nearest_bid(view, max(1, counted(view, 2, 4) + boost))


STRATEGY = Strategy(
    game="spades", plays="bid~ a plain count, and {behind_boost} more when behind", bid=bid
)
