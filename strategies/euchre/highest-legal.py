"""Play the card of most power that may be played; of several that of the highest suit.

All else as `by-the-book`.

Source: the baseline `highest-legal` of the rules file.
"""

from cardsim import Strategy
from cardsim.games.euchre import high_by_power


def play(view):
    return high_by_power(view.legal, view.trump)


STRATEGY = Strategy(game="euchre", plays="play~ the highest legal card", play=play)
