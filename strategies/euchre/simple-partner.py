"""Win tricks cheaply, leave them to a partner who wins them, and lead trumps as the maker.

The maker leads his highest trump while he has one, and everybody else the highest card that is
none, or else a trump. A trick that the partner does not win is taken with the card of least power
that does. Where none does, or the partner wins, it plays its card of least power. All else as
`by-the-book`.

Source: the baseline `simple-partner` of the rules file.
"""

import numpy as np

from cardsim import Strategy
from cardsim.games.euchre import high_by_power, low_by_power, partner_wins
from cardsim.games.euchre.deck import SETS

NOTHING = np.uint64(0)


def play(view):
    trump = view.trump
    if view.laid == 0:
        trumps = view.legal & SETS[trump, trump]
        wanted = trumps if view.maker == view.seat else view.legal & ~trumps
        return high_by_power(wanted if wanted != NOTHING else view.legal, trump)
    takes = view.legal & view.beats
    if takes != NOTHING and not partner_wins(view):
        return low_by_power(takes, trump)
    return low_by_power(view.legal, trump)


STRATEGY = Strategy(game="euchre", plays="win~ tricks cheaply", play=play)
