"""The best next question about a part of a table, compiled.

A question asks whether a feature's place is below a number. Learning asks for the best one some
thousands of times a round, of tables with few cells, where numpy spends its time on calls.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from cardsim.kernels.jit import Entry, entry_of

NOTHING = 1e-9
"""Part of a sum that rounding may make of nothing."""
LOOKED_AHEAD = 100_000
"""Additions up to which a question is chosen by the gains of further ones after it."""
CUTS = 10
"""Questions about a feature that are tried for that in a larger part."""
Place = tuple[int, ...]


class Split(NamedTuple):
    """A question and its gain.

    Attributes:
        gain: 0.0 where no question gains anything.
        axis: the feature; -1 for no question.
        below: the number.
    """

    gain: float
    axis: int
    below: int


def best_question(gains: np.ndarray[Any, Any], low: Place, high: Place) -> Split:
    """Return the question that gains most in a part of a table.

    In a small part it is the one that gains most with one further question in each half. Of
    questions that gain the same the first feature's is taken.

    Args:
        gains: float64, C-contiguous, shape (*features, choices).
        low: for each feature the first place of the part.
        high: and the first behind it.
    """
    alone = _asked(gains, low, high, 0)
    sides = [b - a for a, b in zip(low, high, strict=True)]
    small = sum(sides) * math.prod(sides) * gains.shape[-1] <= LOOKED_AHEAD
    if alone.gain > 0 and not small:
        return alone
    pair = _asked(gains, low, high, max(sides) if small else CUTS)
    return Split(alone.gain, *pair[1:]) if pair.gain > alone.gain > 0 else max(alone, pair)


def _asked(gains: np.ndarray[Any, Any], low: Place, high: Place, cuts: int) -> Split:
    """Return the best question alone, or with one in each half for up to `cuts` a feature."""
    places = gains.shape[:-1]
    steps = [math.prod(places[k + 1 :]) for k in range(len(places))]
    found = np.zeros(3)
    _asking().call(
        gains.reshape(-1, gains.shape[-1]),
        np.array(steps, np.int64),
        np.array(low, np.int64),
        np.array(high, np.int64),
        np.int64(cuts),
        found,
    )
    gain, axis, below = found.tolist()
    return Split(gain, int(axis), int(below))


@cache
def _asking() -> Entry:
    signature = "void(f8[:,::1], i8[::1], i8[::1], i8[::1], i8, f8[::1])"
    return entry_of(_ask, signature, "questions about situations")


def _ask(gains, steps, low, high, cuts, found):
    """Fill in the gain, axis and number of the best question."""
    axes, options = low.shape[0], gains.shape[1]
    first, last, at = low.copy(), high.copy(), low.copy()
    # Sums of each place of a feature; those behind a place are added up by themselves, because a
    # difference of large sums has no small digits.
    sums = np.empty((axes, (high - low).max(), options))
    below, behind = np.empty(options), np.empty((sums.shape[1] + 1, options))
    found[:] = 0.0, -1.0, -1.0
    before = 0.0
    # First the part itself, then each feature's questions.
    for asked in range(-1, axes):
        if asked == 0 and cuts == 0:
            break
        apart = 1 if asked < 0 else (high[asked] - low[asked] + cuts - 1) // cuts
        start = 0 if asked < 0 else low[asked] + apart
        stop = 1 if asked < 0 else high[asked]
        for number in range(start, stop, apart):
            gain = -before
            for half in range(1 if asked < 0 else 2):
                first[:], last[:] = low, high
                if asked >= 0:
                    if half == 0:
                        last[asked] = number
                    else:
                        first[asked] = number
                cells, row = 1, 0
                for d in range(axes):
                    cells *= last[d] - first[d]
                    row += first[d] * steps[d]
                at[:] = first
                sums[:] = 0.0
                for _ in range(cells):
                    for d in range(axes):
                        for c in range(options):
                            sums[d, at[d] - first[d], c] += gains[row, c]
                    for d in range(axes - 1, -1, -1):
                        at[d] += 1
                        row += steps[d]
                        if at[d] < last[d]:
                            break
                        row -= (last[d] - first[d]) * steps[d]
                        at[d] = first[d]
                whole = sums[0].sum(axis=0).max()
                nothing = NOTHING * abs(whole)
                best = 0.0
                for d in range(axes):
                    long = last[d] - first[d]
                    behind[long] = 0.0
                    for place in range(long - 1, -1, -1):
                        behind[place] = behind[place + 1] + sums[d, place]
                    below[:] = 0.0
                    for place in range(1, long):
                        below += sums[d, place - 1]
                        more = below.max() + behind[place].max() - whole
                        if more > best + nothing:
                            best = more
                            if asked < 0:
                                found[0], found[1], found[2] = more, d, first[d] + place
                if asked < 0:
                    before = whole
                gain += whole + best
            if asked >= 0:
                if asked == 0 and number == start:
                    found[:] = 0.0, -1.0, -1.0
                if gain > found[0] + NOTHING * abs(before):
                    found[0], found[1], found[2] = gain, asked, number
