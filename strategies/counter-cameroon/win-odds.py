"""Take the split after which the game is won most often, each race at its odds.

A race in which one lacks i marks and the opponent j is taken for a coin that decides, mark by mark,
who gets the next: one wins it with the chance of at least i heads in i + j - 1 throws. With the
races taken for independent, that gives the chance of every total of points, and so that of having
more than half of them, for each split. So it adds up tables of odds, as only a computer can. It
takes risks when it is behind and none when it is ahead, and gives up points to win more games. Ties
are broken by chance, each distinct split as likely.

`blind` is what it does not see: `own-marks`, so that every race is one without marks of its own;
`their-marks`, so that the opponent has none; or `points`, so that all categories count alike.

It wins 58.50 % of 100 000 games (95 % interval 58.20 to 58.81) against `max-points-live`, 58.00 %
(57.69 to 58.31) against `weighted`, which loses least to it of all baselines, and 52.08 % (51.77 to
52.39) against `race-odds`.

Source: the problem of points, as P. Fermat and B. Pascal solved it in their letters of 1654, and a
convolution.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, one_of
from cardsim.games.counter_cameroon import best_split

Blind = Annotated[
    str, one_of(("none", "own-marks", "their-marks", "points"), "what is not seen at the table")
]
OWN_MARKS, THEIR_MARKS, POINTS = 1, 2, 3
CATEGORIES = 11
MOST = 100
ODDS = np.zeros((MOST + 1, MOST + 1))
"""The chance to win a race, by the marks that one lacks and those that the opponent lacks."""
ODDS[0, :] = 1.0
for i in range(1, MOST + 1):
    for j in range(1, MOST + 1):
        ODDS[i, j] = (ODDS[i - 1, j] + ODDS[i, j - 1]) / 2


def add_race(chances, most, points, wins):
    """Add one more race to the chances of all totals, which so far are at most `most`."""
    for total in range(most + 1, most + points + 1):
        chances[total] = 0.0
    for total in range(most + points, -1, -1):
        without = chances[total] * (1 - wins)
        chances[total] = without + (chances[total - points] * wins if total >= points else 0.0)


def share_beyond(chances, most, half):
    """Return the chance of a total above half of all points, plus half that of exactly half."""
    share = 0.0
    for total in range(most + 1):
        if 2 * total >= half:
            share += chances[total] if 2 * total > half else chances[total] / 2
    return share


def value(view, k, chances, blind):
    """Return the chance to win after split `k`; `chances` is memory to work in."""
    most, total, mine = 0, 0, 0
    chances[0] = 1.0
    for category in range(2, 13):
        points = 1 if blind == POINTS else np.int64(view.points[category])
        total += points
        if view.owner[category] == view.seat:
            mine += points
        if view.owner[category] < 0:
            lack = theirs = np.int64(view.marks_to_win)
            if blind != OWN_MARKS:
                lack -= view.my_marks[category]
            if blind != THEIR_MARKS:
                theirs -= view.opp_marks[category]
            for i in range(2):
                if view.splits[k, i] == category:
                    lack -= view.recorded[k, i]
            add_race(chances, most, points, ODDS[lack, theirs])
            most += points
    return share_beyond(chances, most, total - 2 * mine)


def split(view, chance, blind: Blind = "none"):
    chances = np.zeros(max(int(view.all_points), CATEGORIES) + 1)
    return best_split(
        view,
        chance,
        value(view, 0, chances, blind),
        value(view, 1, chances, blind),
        value(view, 2, chances, blind),
    )


STRATEGY = Strategy(game="counter-cameroon", plays="play~ for the best chance to win", split=split)
