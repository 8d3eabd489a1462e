"""Play the lowest card that may be played; of several as low, that of the lowest suit.

It bids as `by-the-book`.

Source: the baseline `lowest-legal` of the rules file.
"""

from cardsim import Strategy
from cardsim.tricks import low_card


def play(view):
    return low_card(view.legal)


STRATEGY = Strategy(game="spades", plays="play~ the lowest legal card", play=play)
