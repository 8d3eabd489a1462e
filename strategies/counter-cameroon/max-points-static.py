"""Take the split of most points, whoever owns the categories.

Points count for both sums, also where their marks would be lost. Ties are broken by chance, each
distinct split as likely.

Source: the baseline `max-points-static` of the rules file.
"""

from cardsim import Strategy
from cardsim.games.counter_cameroon import best_split


def value(view, k):
    return view.points[view.splits[k, 0]] + view.points[view.splits[k, 1]]


def split(view, chance):
    return best_split(view, chance, value(view, 0), value(view, 1), value(view, 2))


STRATEGY = Strategy(
    game="counter-cameroon", plays="take~ the most points, whoever owns them", split=split
)
