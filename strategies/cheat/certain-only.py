"""Tell the truth where possible, and challenge only what cannot be true.

A claim cannot be true where own cards in hand and pile, and those that third players hold for
certain, leave too few of its rank. All else as `truth-first`.

Source: the baseline `certain-only` of the rules file.
"""

from cardsim import Strategy, borrowed
from cardsim.games.cheat import certain_lie

rank, count, card = (borrowed("cheat", "truth-first", name) for name in ("rank", "count", "card"))


def challenge(view):
    return certain_lie(view)


STRATEGY = Strategy(
    game="cheat",
    plays="challenge~ only sure lies",
    rank=rank,
    count=count,
    card=card,
    challenge=challenge,
)
