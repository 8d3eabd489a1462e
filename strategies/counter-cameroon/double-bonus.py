"""Play as `max-points-live`, but add to the worth of two marks in one category.

A split of two equal sums, both of which are recorded, counts `bonus` points more than its marks.
Ties are broken by chance, each distinct split as likely.

Source: the baseline `double-bonus` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.games.counter_cameroon import best_split


def value(view, k, bonus):
    both = view.splits[k, 0] == view.splits[k, 1] and view.recorded[k, 1]
    return view.worth[k] + (bonus if both else 0.0)


def split(
    view,
    chance,
    bonus: Annotated[float, between(-30, 30, "points that two equal marks count more")] = 1.0,
):
    return best_split(
        view, chance, value(view, 0, bonus), value(view, 1, bonus), value(view, 2, bonus)
    )


STRATEGY = Strategy(game="counter-cameroon", plays="prefer~ two marks in one category", split=split)
