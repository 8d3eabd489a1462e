"""Take the split that adds most to the points one may expect, each race at its odds.

A race in which one lacks i marks and the opponent j is taken for a coin that decides, mark by mark,
who gets the next: one wins it with the chance of at least i heads in i + j - 1 throws. A mark is
worth the points of its category times the chance it adds. Ties are broken by chance, each distinct
split as likely.

With four marks to a category a person needs six numbers, in 32nds of a chance (`cameroon-card`):

- count a mark as its points times 5, and take the two pairs that count most
- count it 6 or 8 times if the one with fewer marks there has one or two, and 16 times if both of
  you need one more (without it `blind=marks`)
- but count it 4 times where you are two marks apart, and twice where you are three apart (without
  it `blind=lead`)

`blind` is what it does not see: `lead`, so that both have as many marks in a race as the one who is
behind; `marks`, so that the one who is behind has none, and the other as many as he leads by; or
`points`, so that all categories count alike.

Source: the problem of points, as P. Fermat and B. Pascal solved it in their letters of 1654.

Result: it wins 56.61 % of 100 000 games (95 % interval 56.30 to 56.92) against `max-points-live`
and 55.99 % (55.69 to 56.30) against `weighted`, which loses least to it of all baselines.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, one_of
from cardsim.games.counter_cameroon import best_split

Blind = Annotated[str, one_of(("none", "lead", "marks", "points"), "what is not seen at the table")]
LEAD, MARKS, POINTS = 1, 2, 3
MOST = 100
ODDS = np.zeros((MOST + 1, MOST + 1))
"""The chance to win a race, by the marks that one lacks and those that the opponent lacks."""
ODDS[0, :] = 1.0
for i in range(1, MOST + 1):
    for j in range(1, MOST + 1):
        ODDS[i, j] = (ODDS[i - 1, j] + ODDS[i, j - 1]) / 2


def value(view, k, blind):
    total = 0.0
    low, high = view.splits[k, 0], view.splits[k, 1]
    for i in range(2):
        category = view.splits[k, i]
        if view.recorded[k, i] != 0:
            lack = np.int64(view.marks_to_win) - view.my_marks[category]
            theirs = np.int64(view.marks_to_win) - view.opp_marks[category]
            if i == 1 and low == high:
                lack -= 1
            behind = max(lack, theirs)
            if blind == LEAD:
                lack = theirs = behind
            elif blind == MARKS:
                lack += view.marks_to_win - behind
                theirs += view.marks_to_win - behind
            points = 1 if blind == POINTS else np.int64(view.points[category])
            total += points * (ODDS[lack - 1, theirs] - ODDS[lack, theirs])
    return total


def split(view, chance, blind: Blind = "none"):
    return best_split(
        view, chance, value(view, 0, blind), value(view, 1, blind), value(view, 2, blind)
    )


STRATEGY = Strategy(game="counter-cameroon", plays="play~ each race at its odds", split=split)
