"""Take any legal action, each as likely.

It comes to every place in the rules: the checks of the game against a second program are played
with it.

Source: the baseline `random-legal` of the rules file.
"""

import numpy as np

from cardsim import Strategy
from cardsim.rng import below

ONE = np.uint64(1)


def any_legal(view, chance):
    choices = 0
    for action in range(10):
        choices += (view.legal >> np.uint64(action)) & ONE != 0
    skip = below(chance, choices)
    for action in range(10):
        if (view.legal >> np.uint64(action)) & ONE != 0:
            if skip == 0:
                return action
            skip -= 1
    return -1


STRATEGY = Strategy(game="square-nine", expose=any_legal, draw_source=any_legal, place=any_legal)
