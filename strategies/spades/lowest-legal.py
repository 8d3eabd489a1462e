"""Play the lowest card that may be played; of several as low, that of the lowest suit.

It bids as `by-the-book`.

Source: the baseline `lowest-legal` of the rules file.
"""

from cardsim import Strategy
from cardsim.games.spades.state import POWER
from cardsim.tricks import weakest


def play(view):
    return weakest(view.legal, POWER)


STRATEGY = Strategy(game="spades", plays="play~ the lowest card they may", play=play)
