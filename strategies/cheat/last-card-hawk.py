"""Challenge whoever would win, and else as `certain-only`.

Source: the baseline `last-card-hawk` of the rules file.
"""

from cardsim import Strategy, borrowed
from cardsim.games.cheat import certain_lie

rank, count, card = (borrowed("cheat", "truth-first", name) for name in ("rank", "count", "card"))


def challenge(view):
    return view.hand_sizes[view.claim_seat] == 0 or certain_lie(view)


STRATEGY = Strategy(
    game="cheat",
    plays="challenge~ the last card and sure lies",
    rank=rank,
    count=count,
    card=card,
    challenge=challenge,
)
