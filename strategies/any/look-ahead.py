"""Imagine worlds, play every action on in each of them, and take the one that does best.

A world is a whole hand that agrees with what the seat sees. In it the base strategy plays on in all
seats, by what each of them sees there, to the end of the hand or match, whatever that is won by;
worlds and later chance are the same for all actions. What the base remembers begins anew in each.

An action is taken in place of the base's own where it gains more, on average over the worlds, than
`doubt` standard errors of that; of several the one that exceeds this by most.
"""

import math
from typing import Annotated

from cardsim import Strategy, between
from cardsim.worlds import usual, worth

MOST = 1000
LOOK, HOPE = 8, 2.0

Worlds = Annotated[int, between(1, MOST, "worlds imagined at each decision")]
Doubt = Annotated[float, between(0, 10, "standard errors that a better action must gain at least")]


def spread(total, squares, number):
    """The standard error of a sum of so many gains."""
    return math.sqrt(max(squares - total * total / number, 0.0) * number / max(number - 1, 1))


def best_on_average(
    view, future, scratch, count_legal, nth_legal, worlds: Worlds = 16, doubt: Doubt = 2.0
):
    count = count_legal(view)
    if count == 1:
        return nth_legal(view, 0)
    base, known = usual(future), 0
    best, most = base, 0.0
    for n in range(count):
        total, squares = 0.0, 0.0
        for world in range(worlds if n != base else 0):
            if world == known:
                scratch.worth[world] = worth(future, world, base)
                known += 1
            gain = float(worth(future, world, n) - scratch.worth[world])
            total += gain
            squares += gain * gain
            if world % LOOK == LOOK - 1 and total + HOPE * spread(total, squares, world + 1) < 0:
                break
        sure = total - doubt * spread(total, squares, worlds)
        if sure > most:
            best, most = n, sure
    return nth_legal(view, best)


STRATEGY = Strategy(
    game="any",
    plays="look~ ahead in {worlds} worlds where all play on as {base}",
    scratch=[("worth", "i8", MOST)],
    every_decision=best_on_average,
)
