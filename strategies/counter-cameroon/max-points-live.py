"""Take the split whose marks are worth most, counting only marks that are recorded.

A mark is worth its category's points, whoever is ahead there; one in a category that is owned, or
that the first of two equal marks fills, is worth nothing. Ties are broken by chance, each distinct
split as likely. What any other strategy leaves out is played like this.

Source: the baseline `max-points-live` of the rules file.
"""

import numpy as np

from cardsim import Strategy
from cardsim.rng import below

ONE = np.uint64(1)


def split(view, chance):
    best = -1
    ties = 0
    for k in range(3):
        if (view.choices >> np.uint64(k)) & ONE != 0:
            if view.worth[k] > best:
                best, ties = view.worth[k], 0
            ties += view.worth[k] == best
    skip = below(chance, ties)
    for k in range(3):
        if (view.choices >> np.uint64(k)) & ONE != 0 and view.worth[k] == best:
            if skip == 0:
                return k
            skip -= 1
    return -1


STRATEGY = Strategy(game="counter-cameroon", split=split)
