"""As the dealer discard the only card of a suit, where it is neither an ace nor a trump.

Of several such cards it is the one of least power, then of the lowest suit. Where there is none it
is the card of least power of all. All else as `by-the-book`.

Source: the baseline `create-void` of the rules file, which leaves open what may be kept.
"""

import numpy as np

from cardsim import Strategy
from cardsim.card_sets import ONE_RANK, count
from cardsim.games.euchre import low_by_power
from cardsim.games.euchre.deck import SETS

NOTHING = np.uint64(0)


def discard(view):
    lonely = NOTHING
    for suit in range(4):
        cards = view.hand & SETS[view.trump, suit]
        if suit != view.trump and count(cards) == 1:
            lonely |= cards & ~ONE_RANK
    return low_by_power(lonely if lonely != NOTHING else view.legal, view.trump)


STRATEGY = Strategy(game="euchre", plays="discard~ to make a void", discard=discard)
