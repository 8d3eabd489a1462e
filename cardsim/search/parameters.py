"""Better parameters of a strategy at one table, in as many hands as a round of learning has.

A pass tries each parameter a few steps up and down. All these changes play the same hands, and
after each stage only the better half plays on (successive halving). The best changes of different
parameters are joined, and fresh hands decide whether any of it is better than before.

A small change alters few hands, so on common hands little luck remains in a comparison. `tune`
changes everything at once in each generation, and needs more hands: `README.md` has both.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cardsim.ask.tuning import ParameterSearch
from cardsim.options.params import Value

STEPS = ((1 / 4, 1 / 16, 1 / 64), (1 / 8, 1 / 32, 1 / 128))
"""Steps of each pass in turn, as fractions of a parameter's limits; of whole numbers the last is 1,
and none is less."""
PASSES = 4
LEFT = 4
"""Changes left at the end of a pass, which are also joined."""
LAST = 2
"""Stages' worth of hands that the last comparison of a pass gets."""
SURE = 1.0
"""Standard errors that a pass must gain."""
Point = NDArray[np.float64]


def better_point(search: ParameterSearch) -> Point:
    """Return the best point found, by `search.hands` hands in all; the start if none is better."""
    best = search.start
    for number in range(PASSES):
        best = _after_pass(search, best, STEPS[number % len(STEPS)], search.hands // PASSES)
    return best


def better_values(search: ParameterSearch) -> dict[str, Value]:
    """Return the values at the best point that are not those of the start."""
    # The start is compared as the search plays it, which rounds it: 1/3 is no new value for 0.333.
    begun, best = search.at(search.start), search.at(better_point(search))
    return {name: value for name, value in best.items() if value != begun.get(name)}


def _after_pass(search: ParameterSearch, best: Point, steps: Sequence[float], hands: int) -> Point:
    """Return a better point, or the same."""
    left = changes(search, best, steps)
    if not left:
        return best
    stages = math.ceil(math.log2(max(len(left) / LEFT, 1))) + 1
    each = hands // (stages + LAST)
    gained = np.zeros(len(left))
    while True:
        gained += _gains(search, best, [point for _, point in left], each)[0]
        order = np.argsort(-gained, kind="stable")
        if len(left) <= LEFT:
            break
        order = order[: max(len(left) // 2, LEFT)]
        left, gained = [left[k] for k in order], gained[order]
    ways = joined([left[k] for k in order])
    gains, errors = _gains(search, best, ways, LAST * each)
    most = int(np.argmax(gains))
    return ways[most] if gains[most] > SURE * errors[most] else best


def _gains(
    search: ParameterSearch, best: Point, ways: Sequence[Point], hands: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what points gain on the best so far in fresh hands, all told, and standard errors."""
    setups = [search.setup(search.at(point)) for point in (best, *ways)]
    moments = search.play(setups, max(hands // len(setups), 1)).moments
    if search.partial:
        raise KeyboardInterrupt
    gains = search.sign * (moments.means[1:] - moments.means[0]) * moments.n
    return gains, moments.sds(0)[1:] * math.sqrt(moments.n)


def changes(
    search: ParameterSearch, best: Point, steps: Sequence[float]
) -> list[tuple[int, Point]]:
    """Return all points that are some steps away in one parameter, with its number."""
    seen, found = [search.at(best)], []
    for number, span in enumerate(search.spans):
        least = 1 / (span.high - span.low) if span.is_whole else steps[-1]
        # Between wide limits, such as 0 and 1000, one more or less would never be tried otherwise.
        parts = (*(max(part, least) for part in steps[:-1]), least)
        for step in (sign * part for part in parts for sign in (-1, 1)):
            point = best.copy()
            point[number] = min(max(point[number] + step, 0.0), 1.0)
            values = search.at(point)
            if values not in seen:
                seen.append(values)
                found.append((number, point))
    return found


def joined(left: Sequence[tuple[int, Point]]) -> list[Point]:
    """Return changes, the best first, and the best of different parameters together."""
    ways, together, numbers = [point for _, point in left], left[0][1], {left[0][0]}
    for number, point in left[1:]:
        if number not in numbers:
            numbers.add(number)
            together = together.copy()
            together[number] = point[number]
            ways.append(together)
    return ways
