"""Play the highest card that may be played; of several as high, that of the highest suit.

It bids as `by-the-book`.

Source: the baseline `highest-legal` of the rules file.
"""

from cardsim import Strategy
from cardsim.games.spades.state import POWER
from cardsim.tricks import strongest


def play(view):
    return strongest(view.legal, POWER)


STRATEGY = Strategy(game="spades", plays="play~ the highest card they may", play=play)
