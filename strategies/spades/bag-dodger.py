"""Win tricks cheaply up to the bid, and then throw the highest cards that do not win.

Until its side has what it bid, or where bags cost nothing, it plays as `contract-player`. Then it
leads its lowest card, and to a trick plays the highest card that leaves it to others; where all
would win it plays its highest if it is the last, for one trick it is, and else its lowest. It bids
as `by-the-book`.

Source: the baseline `bag-dodger` of the rules file.
"""

import numpy as np

from cardsim import Strategy, borrowed
from cardsim.games.spades import bags_cost, need
from cardsim.tricks import high_card, low_card

NOTHING = np.uint64(0)
contract_play = borrowed("spades", "contract-player", "play")


def play(view):
    if need(view) > 0 or not bags_cost(view):
        return contract_play(view)
    left = view.legal & ~view.beats
    if left != NOTHING:
        return high_card(left)
    if view.laid == 3:
        return high_card(view.legal)
    return low_card(view.legal)


STRATEGY = Strategy(game="spades", plays="dodge~ bags", play=play)
