"""Boxes of situations in which another choice is better, found in one half of the data.

A box is a range of each feature, with one choice. The search starts at the cell with the largest
gain. It moves the sides of the box one layer at a time, so neighbouring situations with the same
advice become one. The other half of the data values the box. It had no part in the search, so its
numbers are unbiased, and their intervals hold for all boxes together.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardsim.statistics.stats import CONFIDENCE, z_value

Array = np.ndarray[Any, Any]

SURE = 2.0
"""Standard errors that a box must lie above 0 in the half where it is found."""
LEAST = 100
"""Forks needed in each half to value a box, so that the normal law holds far out."""
DOUBT = 0.5
"""Standard errors below 0 at which cells are too bad to be added to a box for simplicity."""
MOST_BOXES = 40
"""Largest number of boxes for each decision and half."""
MOST_MOVES = 400
NEARLY = 0.99
"""Part of its value that a box must keep when it is simplified."""
MOST_SUBSETS = 6
"""Features up to which boxes are searched in every subset; with more, in pairs of features."""


@dataclass(frozen=True)
class Half:
    """Sums over one half of the hands.

    Attributes:
        hands: number of hands.
        possible: int64, shape (*features, choices): forks in which a choice was legal.
        tried: int64, the same shape: those of them in which the hero chose otherwise.
        more: int64, the same shape: total gain of the choice over the hero's own.
        squares: float64, the same shape: squares of the gains.
    """

    hands: int
    possible: Array
    tried: Array
    more: Array
    squares: Array


@dataclass(frozen=True)
class Box:
    """A range of each feature, and the better choice there.

    Attributes:
        lows, highs: first and last number of each feature, from 0.
        choice: the choice that is better than the hero's own.
    """

    lows: tuple[int, ...]
    highs: tuple[int, ...]
    choice: int

    @property
    def cells(self) -> tuple[slice, ...]:
        """Index of its situations in a table."""
        pairs = zip(self.lows, self.highs, strict=True)
        return tuple(slice(low, high + 1) for low, high in pairs)


@dataclass(frozen=True)
class Amount:
    """A mean per hand with its error.

    Attributes:
        value: mean per hand, in stored units.
        error: its standard error.
    """

    value: float
    error: float


def mean_of(total: float, squares: float, hands: int) -> Amount:
    """Return the mean over hands, from the sum and the sum of squares."""
    if hands <= 1:
        return Amount(total / max(hands, 1), math.inf)
    mean = total / hands
    return Amount(mean, math.sqrt(max(squares / hands - mean**2, 0.0) / (hands - 1)))


def half_width(confidence: float = CONFIDENCE, *, together: int) -> float:
    """Return the standard errors on each side of simultaneous intervals (Bonferroni)."""
    return z_value(1 - (1 - confidence) / max(together, 1))


# ---------------------------------------------------------------- boxes


def boxes(half: Half) -> list[Box]:
    """Return boxes in which another choice is better by this half alone, the best first."""
    taken = np.zeros(half.tried.shape[:-1], np.bool_)
    met = half.tried.sum(axis=-1) > 0
    best: list[Box] = []
    while len(best) < MOST_BOXES:
        box = _seed(half, taken & met)
        if box is None:
            break
        box = _plainer(half, taken & met, _grown(half, taken & met, box))
        box = _exactly(half, box)
        best.append(box)
        taken[box.cells] = True
    return best


def _sums(half: Half, box: Box) -> tuple[float, float]:
    """Return the total gain of a box's choice in it, and the sum of squares."""
    more, squares = (a[..., box.choice][box.cells].sum() for a in (half.more, half.squares))
    return float(more), float(squares)


def _worth(half: Half, box: Box) -> float:
    """Return a lower bound of a box's gain, in the half in which it is found."""
    more, squares = _sums(half, box)
    return more - SURE * math.sqrt(squares)


def _subsets(count: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of features that a box may leave out."""
    least = 0 if count <= MOST_SUBSETS else count - 2
    for size in range(count, least - 1, -1):
        yield from itertools.combinations(range(count), size)


def _seed(half: Half, taken: Array) -> Box | None:
    """Return the best box that has one number of some features, and all of the others.

    None if none gains anything.
    """
    shape = taken.shape
    candidates: list[tuple[float, Box]] = []
    for left_out in _subsets(len(shape)):
        more = half.more.sum(axis=left_out).astype(np.float64)
        worth = more - SURE * np.sqrt(half.squares.sum(axis=left_out))
        worth[taken.any(axis=left_out)] = -math.inf
        worth[half.tried.sum(axis=left_out) < LEAST / 2] = -math.inf
        ends = [(0, n - 1) if d in left_out else None for d, n in enumerate(shape)]
        for at in np.argwhere(worth > 0).tolist():
            lows, highs = zip(*_filled(ends, iter(at[:-1])), strict=True)
            candidates.append((float(worth[tuple(at)]), Box(lows, highs, at[-1])))
    # Of boxes with equal gains the simpler one, which was found first.
    candidates.sort(key=lambda pair: -pair[0])
    return next((box for _, box in candidates if _of_one_mind(half, box)), None)


def _of_one_mind(half: Half, box: Box) -> bool:
    """Return True if no layer of a box, along any feature, surely loses by its choice."""
    more = half.more[..., box.choice][box.cells].astype(np.float64)
    squares = half.squares[..., box.choice][box.cells]
    for d in range(more.ndim):
        others = tuple(k for k in range(more.ndim) if k != d)
        along = more.sum(axis=others)
        sure = half_width(together=len(along))
        if (along < -sure * np.sqrt(squares.sum(axis=others))).any():
            return False
    return True


def _filled(
    ends: list[tuple[int, int] | None], numbers: Iterator[int]
) -> Iterator[tuple[int, int]]:
    for end in ends:
        if end is None:
            number = next(numbers)
            yield number, number
        else:
            yield end


def _moves(box: Box, shape: tuple[int, ...]) -> Iterator[Box]:
    """Yield boxes with one side moved: by a layer, or as far as it goes."""
    for d, size in enumerate(shape):
        low, high = box.lows[d], box.highs[d]
        ends = {(low - 1, high), (0, high), (low, high + 1), (low, size - 1)}
        ends |= {(low + 1, high), (low, high - 1)}
        for start, stop in sorted(ends - {(low, high)}):
            if 0 <= start <= stop < size:
                yield _with(box, d, start, stop)


def _with(box: Box, d: int, low: int, high: int) -> Box:
    lows, highs = list(box.lows), list(box.highs)
    lows[d], highs[d] = low, high
    return Box(tuple(lows), tuple(highs), box.choice)


def _grown(half: Half, taken: Array, box: Box) -> Box:
    """Return the box with its sides moved as long as it gains more."""
    worth = _worth(half, box)
    for _ in range(MOST_MOVES):
        moved = [
            b
            for b in _moves(box, taken.shape)
            if not taken[b.cells].any() and _of_one_mind(half, b)
        ]
        worths = [_worth(half, b) for b in moved]
        if not worths or max(worths) <= worth:
            break
        worth = max(worths)
        box = moved[worths.index(worth)]
    return box


def _plainer(half: Half, taken: Array, box: Box) -> Box:
    """Return the box with fewer limits, if the added cells do not surely lose."""
    least = NEARLY * _worth(half, box)
    for d, size in enumerate(taken.shape):
        low, high = box.lows[d], box.highs[d]
        for start, stop in ((0, size - 1), (0, high), (low, size - 1)):
            wider = _with(box, d, start, stop)
            free = not taken[wider.cells].any() and _of_one_mind(half, wider)
            (inner, few), (outer, many) = (_sums(half, b) for b in (box, wider))
            fair = outer - inner >= -DOUBT * math.sqrt(many - few)
            if free and fair and _worth(half, wider) >= least:
                box = wider
                break
    return box


def _exactly(half: Half, box: Box) -> Box:
    """Return the box cut to where the hero first and last chooses otherwise.

    A side beyond which nothing occurred has no limit.
    """
    for d, size in enumerate(half.possible.shape[:-1]):
        others = tuple(k for k in range(len(box.lows)) if k != d)
        open_ = _with(box, d, 0, size - 1).cells
        came = half.possible[..., box.choice][open_].sum(axis=others).nonzero()[0]
        wrong = half.tried[..., box.choice][box.cells].sum(axis=others).nonzero()[0]
        low, high = int(wrong[0]) + box.lows[d], int(wrong[-1]) + box.lows[d]
        box = _with(box, d, 0 if came[0] == low else low, size - 1 if came[-1] == high else high)
    return box


@dataclass(frozen=True)
class ValuedBox:
    """A box, valued in the half in which it was not found.

    Attributes:
        decision: number of the decision in the given list.
        box: the situations, and the better choice.
        half: the half that values it.
        hands: number of hands in that half.
        more: total gain of its choice in them.
        squares: sum of the squared gains of the hands.
        tried: number of forks that it is valued by.
    """

    decision: int
    box: Box
    half: int
    hands: int
    more: float
    squares: float
    tried: int

    @property
    def amount(self) -> Amount:
        """Gain per hand."""
        return mean_of(self.more, self.squares, self.hands)


def found_in(decisions: Sequence[tuple[Half, Half]]) -> list[ValuedBox]:
    """Return all boxes found in one half of a decision's forks, valued in the other."""
    boxes_valued = []
    for number, halves in enumerate(decisions):
        for k, (one, other) in enumerate((halves, halves[::-1])):
            for box in boxes(one):
                tried = int(other.tried[..., box.choice][box.cells].sum())
                if tried >= LEAST:
                    sums = _sums(other, box)
                    boxes_valued.append(ValuedBox(number, box, 1 - k, other.hands, *sums, tried))
    return boxes_valued


def together(valued: Sequence[ValuedBox]) -> Amount:
    """Return the total gain of all boxes, each valued by the other half; the mean of both halves.

    If there is nothing to gain both halves find boxes by chance alone, and their values are not
    independent: the error is an upper bound.
    """
    amounts = []
    for half in (0, 1):
        # Within one half no two boxes share a situation, and a hand is forked once.
        own = [f for f in valued if f.half == half]
        more, squares = sum(f.more for f in own), sum(f.squares for f in own)
        amounts.append(mean_of(more, squares, own[0].hands) if own else Amount(0.0, 0.0))
    return Amount(sum(a.value for a in amounts) / 2, sum(a.error for a in amounts) / 2)


def apart(valued: Sequence[ValuedBox], met: Sequence[Array]) -> list[ValuedBox]:
    """Return boxes that share no situation, those with the largest gain first.

    Args:
        valued: boxes to choose from.
        met: for each decision the situations that occur, bool, shape (*features,).
    """
    kept: list[ValuedBox] = []
    taken = [np.zeros(m.shape, np.bool_) for m in met]
    for one in sorted(valued, key=lambda f: -f.amount.value):
        own = taken[one.decision]
        if not (own & met[one.decision])[one.box.cells].any():
            kept.append(one)
            own[one.box.cells] = True
    return kept
