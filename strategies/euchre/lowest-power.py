"""As the dealer discard the card of least power; of several that of the lowest suit.

All else as `by-the-book`.

Source: the baseline `lowest-power` of the rules file.
"""

from cardsim import Strategy
from cardsim.games.euchre import low_by_power


def discard(view):
    return low_by_power(view.legal, view.trump)


STRATEGY = Strategy(game="euchre", plays="discard~ the lowest card", discard=discard)
