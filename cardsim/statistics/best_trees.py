"""Best trees of small tables, where a question may be asked in every box of cells.

The best tree of a box with a number of leaves is its best choice, or a question with the best trees
of its two parts, over all ways to share out the leaves. Boxes are numbered so that the parts of a
box come before it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from cardsim.kernels.jit import Entry, entry_of

STEPS = 20_000_000
"""The most sums of two trees' values that are compared, in about a tenth of a second."""
BOXES = 1 << 19
"""The most boxes that memory is allotted for."""
Array = np.ndarray[Any, Any]
Cut = tuple[int, int, int] | None
"""The axis of a question, the value below which the answer is yes, and the leaves of that part.
None for a leaf."""


def leaves_within(sizes: Sequence[int], most: int) -> int:
    """Return for how many leaves a table's best tree can be found; 1 if it is too large."""
    boxes = math.prod(n * (n + 1) // 2 for n in sizes)
    if boxes > BOXES:
        return 1
    cuts = sum((n - 1) / 3 for n in sizes)
    return max(min(most, int(math.sqrt(2 * STEPS / (boxes * max(cuts, 1))))), 1)


class BestTrees:
    """The best trees of a table, with up to `most` leaves.

    Args:
        gains: float64, shape (*features, choices).
        most: leaves, no more than `leaves_within`.
    """

    def __init__(self, gains: Array, most: int) -> None:
        sizes = gains.shape[:-1]
        self._sizes = sizes
        boxes = [n * (n + 1) // 2 for n in sizes]
        self._strides = [math.prod(boxes[k + 1 :]) for k in range(len(boxes))]
        padded = np.zeros((*(n + 1 for n in sizes), gains.shape[-1]))
        padded[tuple(slice(1, None) for _ in sizes)] = gains
        for axis in range(len(sizes)):
            np.cumsum(padded, axis=axis, out=padded)
        corners = [math.prod(n + 1 for n in sizes[k + 1 :]) for k in range(len(sizes))]
        total = math.prod(boxes)
        self.values = np.zeros((total, most))
        """For each box, the gain of its best tree with no more leaves than 1, 2, ..."""
        self._cuts = np.full((total, most, 3), -1, np.int64)
        self.choices = np.zeros(total, np.int64)
        """For each box, its best choice."""
        _solving().call(
            padded.reshape(-1, gains.shape[-1]),
            np.array(sizes, np.int64),
            np.array(self._strides, np.int64),
            np.array(corners, np.int64),
            np.array(list(itertools.product((0, 1), repeat=len(sizes))), np.int64),
            self.values,
            self._cuts,
            self.choices,
        )

    def box(self, low: Sequence[int], high: Sequence[int]) -> int:
        """Return the number of the box of places `low[k]` to `high[k] - 1` of each feature `k`."""
        each = zip(self._sizes, self._strides, low, high, strict=True)
        return sum((_before(n, b - a) + a) * stride for n, stride, a, b in each)

    def cut(self, box: int, leaves: int) -> Cut:
        """Return the first question of the best tree of a box; None if that is a leaf."""
        axis, below, yes = self._cuts[box, leaves - 1].tolist()
        return None if axis < 0 else (axis, below, yes)


def _before(size: int, length: int) -> int:
    """Return how many ranges of an axis are shorter."""
    return (length - 1) * size - (length - 1) * (length - 2) // 2


@cache
def _solving() -> Entry:
    taken = "f8[:,::1], i8[::1], i8[::1], i8[::1], i8[:,::1]"
    return entry_of(_solve, f"void({taken}, f8[:,::1], i8[:,:,::1], i8[::1])", "trees of questions")


def _solve(sums, sizes, strides, corners, sides, values, cuts, choices):
    """Fill in the best trees of all boxes, the smaller ones first."""
    axes, most = sizes.shape[0], values.shape[1]
    low, length = np.zeros(axes, np.int64), np.ones(axes, np.int64)
    worth = np.zeros(sums.shape[1])
    for box in range(values.shape[0]):
        worth[:] = 0
        for side in range(sides.shape[0]):
            at, sign = 0, 1
            for d in range(axes):
                at += corners[d] * (low[d] + sides[side, d] * length[d])
                sign = sign if sides[side, d] == 1 else -sign
            for c in range(worth.shape[0]):
                worth[c] += sign * sums[at, c]
        best = 0
        for c in range(worth.shape[0]):
            if worth[c] > worth[best]:
                best = c
        choices[box] = best
        values[box, :] = worth[best]
        # A gain smaller than a rounding error counts as none.
        nothing = 1e-9 * abs(worth[best])
        for d in range(axes):
            n, long = sizes[d], length[d]
            here = (long - 1) * n - (long - 1) * (long - 2) // 2
            for cut in range(1, long):
                rest = long - cut
                yes = box + ((cut - 1) * n - (cut - 1) * (cut - 2) // 2 - here) * strides[d]
                other = (rest - 1) * n - (rest - 1) * (rest - 2) // 2
                no = box + (other + cut - here) * strides[d]
                for k in range(1, most):
                    # No question can gain more than its two parts with this many leaves each.
                    if values[yes, k - 1] + values[no, k - 1] <= values[box, k] + nothing:
                        continue
                    for some in range(k):
                        value = values[yes, some] + values[no, k - 1 - some]
                        if value > values[box, k] + nothing:
                            values[box, k] = value
                            cuts[box, k, 0] = d
                            cuts[box, k, 1] = low[d] + cut
                            cuts[box, k, 2] = some + 1
        for k in range(1, most):
            if values[box, k] <= values[box, k - 1] + nothing:
                values[box, k] = values[box, k - 1]
                for part in range(3):
                    cuts[box, k, part] = cuts[box, k - 1, part]
        # Go to the next box: the last axis moves fastest, each from short ranges to long ones.
        for d in range(axes - 1, -1, -1):
            low[d] += 1
            if low[d] + length[d] <= sizes[d]:
                break
            low[d] = 0
            length[d] += 1
            if length[d] <= sizes[d]:
                break
            length[d] = 1
