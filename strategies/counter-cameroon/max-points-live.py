"""Take the split whose marks are worth most, counting only marks that are recorded.

A mark is worth its category's points, whoever is ahead there; one in a category that is owned, or
that the first of two equal marks fills, is worth nothing. Ties are broken by chance, each distinct
split as likely. What any other strategy leaves out is played like this.

Source: the baseline `max-points-live` of the rules file.
"""

from cardsim import Strategy
from cardsim.games.counter_cameroon import best_split


def split(view, chance):
    return best_split(view, chance, view.worth[0], view.worth[1], view.worth[2])


STRATEGY = Strategy(game="counter-cameroon", plays="take~ the most points that count", split=split)
