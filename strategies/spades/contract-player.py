"""Win tricks cheaply until the own side has what it bid, and then none that can be helped.

Until then it leads its highest card, leaves a trick to the partner who wins it, and else takes it
with the lowest card that does. Where it cannot, or wants no more, it plays the lowest card. A nil,
its own or the partner's, is a bid like any other. Where a bag costs no more than it brings it
wants every trick. It bids as `by-the-book`.

Source: the baseline `contract-player` of the rules file.
"""

import numpy as np

from cardsim import Strategy
from cardsim.games.spades import bags_cost, need, partner_wins
from cardsim.tricks import high_card, low_card

NOTHING = np.uint64(0)


def play(view):
    takes = view.legal & view.beats
    if need(view) > 0 or not bags_cost(view):
        if view.laid == 0:
            return high_card(view.legal)
        if takes != NOTHING and not partner_wins(view):
            return low_card(takes)
    left = view.legal & ~view.beats
    return low_card(left if left != NOTHING else view.legal)


STRATEGY = Strategy(game="spades", plays="win~ tricks cheaply up to the bid", play=play)
