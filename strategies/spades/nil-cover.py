"""Play high over a partner who bid nil, and else as `contract-player`.

As long as the partner has taken no trick, it leads its highest card, plays its highest before him,
and takes a trick that he wins so far with the lowest card that does. It bids as `by-the-book`.

Source: the baseline `nil-cover` of the rules file.
"""

import numpy as np

from cardsim import Strategy, borrowed
from cardsim.games.spades import partner_bid, partner_wins
from cardsim.tricks import high_card, low_card

NOTHING = np.uint64(0)
contract_play = borrowed("spades", "contract-player", "play")


def play(view):
    if partner_bid(view) == 0 and view.taken[view.seat ^ 2] == 0:
        takes = view.legal & view.beats
        if partner_wins(view) and takes != NOTHING:
            return low_card(takes)
        if view.laid < 2:
            return high_card(view.legal)
    return contract_play(view)


STRATEGY = Strategy(game="spades", plays="cover~ a partner's nil", play=play)
