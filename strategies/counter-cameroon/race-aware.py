"""Play as `max-points-live`, but give up races that the opponent leads by far.

Marks count nothing in a category where the opponent has more than `margin` marks more than
oneself. Ties are broken by chance, each distinct split as likely.

Source: the baseline `race-aware` of the rules file.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between
from cardsim.games.counter_cameroon import best_split


def value(view, k, margin):
    total = 0
    for i in range(2):
        category = view.splits[k, i]
        lead = np.int64(view.opp_marks[category]) - np.int64(view.my_marks[category])
        if lead <= margin:
            total += view.recorded[k, i] * view.points[category]
    return total


def split(
    view,
    chance,
    margin: Annotated[int, between(-1, 99, "marks that the opponent may lead by in a race")] = 2,
):
    return best_split(
        view, chance, value(view, 0, margin), value(view, 1, margin), value(view, 2, margin)
    )


STRATEGY = Strategy(game="counter-cameroon", plays="give~ up lost races", split=split)
