"""Play the highest card that may be played; of several as high, that of the highest suit.

It bids as `tips`.

Source: the baseline `highest-legal` of the rules file.
"""

from cardsim import Strategy
from cardsim.tricks import high_card


def lead(view):
    return high_card(view.legal)


def play(view):
    return high_card(view.legal)


STRATEGY = Strategy(game="bridge", plays="play~ the highest legal card", lead=lead, play=play)
