"""Weigh each mark by how many marks one then has in its category.

A split is worth the sum over its recorded marks of the category's points times one's own marks
there after it. Ties are broken by chance, each distinct split as likely.

Source: the baseline `points-times-progress` of the rules file.
"""

from cardsim import Strategy
from cardsim.games.counter_cameroon import best_split


def value(view, k):
    low, high = view.splits[k, 0], view.splits[k, 1]
    second = view.my_marks[high] + 1 + (low == high)
    first = view.recorded[k, 0] * view.points[low] * (view.my_marks[low] + 1)
    return first + view.recorded[k, 1] * view.points[high] * second


def split(view, chance):
    return best_split(view, chance, value(view, 0), value(view, 1), value(view, 2))


STRATEGY = Strategy(
    game="counter-cameroon", plays="weigh~ points by marks already made", split=split
)
