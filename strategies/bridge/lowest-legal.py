"""Play the lowest card that may be played; of several as low, that of the lowest suit.

It bids as `tips`.

Source: the baseline `lowest-legal` of the rules file.
"""

from cardsim import Strategy
from cardsim.tricks import low_card


def lead(view):
    return low_card(view.legal)


def play(view):
    return low_card(view.legal)


STRATEGY = Strategy(game="bridge", plays="play~ the lowest legal card", lead=lead, play=play)
