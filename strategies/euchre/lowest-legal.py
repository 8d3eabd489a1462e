"""Play the card of least power that may be played; of several that of the lowest suit.

All else as `by-the-book`.

Source: the baseline `lowest-legal` of the rules file.
"""

from cardsim import Strategy
from cardsim.games.euchre import low_by_power


def play(view):
    return low_by_power(view.legal, view.trump)


STRATEGY = Strategy(game="euchre", plays="play~ the lowest legal card", play=play)
