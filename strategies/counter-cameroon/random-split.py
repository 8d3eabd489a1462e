"""Take any of the three partings of the dice, each as likely, if it is legal.

Source: the baseline `random-split` of the rules file.
"""

import numpy as np

from cardsim import Strategy
from cardsim.rng import below

ONE = np.uint64(1)


def split(view, chance):
    choices = 0
    for k in range(3):
        choices += (view.legal >> np.uint64(k)) & ONE != 0
    skip = below(chance, choices)
    for k in range(3):
        if (view.legal >> np.uint64(k)) & ONE != 0:
            if skip == 0:
                return k
            skip -= 1
    return -1


STRATEGY = Strategy(game="counter-cameroon", plays="split~ at random", split=split)
