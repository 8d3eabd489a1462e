"""Play the highest card that may be played; of several as high, that of the highest suit.

It bids as `by-the-book`.

Source: the baseline `highest-legal` of the rules file.
"""

from cardsim import Strategy
from cardsim.tricks import high_card


def play(view):
    return high_card(view.legal)


STRATEGY = Strategy(game="spades", plays="play~ the highest legal card", play=play)
