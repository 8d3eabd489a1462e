"""Weigh each recorded mark by a power of its category's points.

With `alpha` 1 it plays as `max-points-live`; a higher one goes for the rare high numbers, a lower
one for the frequent low ones, and 0 only for as many marks as it can record. Ties are broken by
chance, each distinct split as likely.

Source: the baseline `weighted` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.games.counter_cameroon import best_split
from cardsim.powers import power


def value(view, k, alpha):
    first = view.recorded[k, 0] * power(view.points[view.splits[k, 0]], alpha)
    return first + view.recorded[k, 1] * power(view.points[view.splits[k, 1]], alpha)


def split(
    view, chance, alpha: Annotated[float, between(0, 5, "power of the points of a category")] = 0.75
):
    return best_split(
        view, chance, value(view, 0, alpha), value(view, 1, alpha), value(view, 2, alpha)
    )


STRATEGY = Strategy(
    game="counter-cameroon", plays="weigh~ the points to the power {alpha}", split=split
)
