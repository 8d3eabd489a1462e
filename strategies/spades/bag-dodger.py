"""Win tricks cheaply up to the bid, and then throw the highest cards that do not win.

Until its side has what it bid it plays as `contract-player`. Then it leads its lowest card, and to
a trick plays the highest card that leaves it to others; where all would win it plays its highest if
it is the last, for one trick it is, and else its lowest. It bids as `by-the-book`.

Source: the baseline `bag-dodger` of the rules file.
"""

import numpy as np

from cardsim import Strategy, borrowed
from cardsim.games.spades import need
from cardsim.games.spades.state import POWER
from cardsim.tricks import strongest, weakest

NOTHING = np.uint64(0)
contract_play = borrowed("spades", "contract-player", "play")


def play(view):
    if need(view) > 0:
        return contract_play(view)
    left = view.legal & ~view.beats
    if left != NOTHING:
        return strongest(left, POWER)
    if view.laid == 3:
        return strongest(view.legal, POWER)
    return weakest(view.legal, POWER)


STRATEGY = Strategy(game="spades", plays="dodge~ bags", play=play)
