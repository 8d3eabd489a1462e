"""Lie with the cards that it will need last: those of the rank whose turn comes latest.

In cyclic the ranks of the own turns are known. Of several ranks as far away it takes the one of
which it holds fewest; where ranks are not fixed that one alone counts. It challenges as
`last-card-hawk` and claims as `truth-first`. What any other strategy leaves out is played like
this.

Source: the baseline `planner` of the rules file.
"""

from cardsim import Strategy, borrowed
from cardsim.games.cheat import planned_card

rank, count = borrowed("cheat", "truth-first", "rank"), borrowed("cheat", "truth-first", "count")
challenge = borrowed("cheat", "last-card-hawk", "challenge")


def card(view):
    return planned_card(view)


STRATEGY = Strategy(
    game="cheat",
    plays="lie~ only when forced, with the card needed last",
    rank=rank,
    count=count,
    card=card,
    challenge=challenge,
)
