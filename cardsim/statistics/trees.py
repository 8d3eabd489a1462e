"""Decision trees that choose what gains most in each cell of a table.

The table has an axis for each feature of a situation and a last axis for the choices. Its entries
are gains, added up over all hands. Each branch asks whether a feature is below a value. The tree
grows one question at a time, where a question gains most. If no question gains anything, it asks
the one after which a second question gains most.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Leaf:
    """A part of a table in which the same is chosen.

    Attributes:
        choice: the place on the last axis.
        low, high: of each feature the first place of the part, and the first behind it.
    """

    choice: int
    low: tuple[int, ...]
    high: tuple[int, ...]

    @property
    def part(self) -> tuple[slice, ...]:
        """Where it lies in the table."""
        return tuple(slice(a, b) for a, b in zip(self.low, self.high, strict=True))


@dataclass(frozen=True)
class Branch:
    """A question: whether the feature's place is below a number.

    Attributes:
        axis: the feature.
        below: the number.
        yes, no: what follows.
    """

    axis: int
    below: int
    yes: Tree
    no: Tree


Tree = Leaf | Branch


def leaves(tree: Tree) -> Iterator[Leaf]:
    """The parts in the order of the questions."""
    if isinstance(tree, Leaf):
        yield tree
    else:
        yield from leaves(tree.yes)
        yield from leaves(tree.no)


def choices(tree: Tree, shape: Sequence[int]) -> np.ndarray[Any, Any]:
    """What is chosen in each cell, int64, of the shape of the table without its last axis."""
    chosen = np.zeros(tuple(shape), np.int64)
    for leaf in leaves(tree):
        chosen[leaf.part] = leaf.choice
    return chosen


def gained(tree: Tree, gains: np.ndarray[Any, Any]) -> float:
    """What the tree's choices gain in a table."""
    return float(sum(_sums(gains[leaf.part])[leaf.choice] for leaf in leaves(tree)))


def grow(gains: np.ndarray[Any, Any], most: int) -> list[Tree]:
    """Trees with one leaf, two, and so on, each with one question more than that before it.

    Args:
        gains: float64, a table.
        most: leaves.

    Returns:
        At least one tree; no more where no question gains anything.
    """
    shape = gains.shape[:-1]
    splits: list[tuple[int, int, int]] = []
    parts: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((0,) * len(shape), shape)]
    waiting: list[tuple[float, int, int, int]] = []

    def consider(number: int) -> None:
        low, high = parts[number]
        gain, axis, below = _best_split(gains, low, high)
        if gain <= 0:
            gain, axis, below = _best_pair(gains, low, high)
        if gain > 0:
            heapq.heappush(waiting, (-gain, number, axis, below))

    consider(0)
    while waiting and len(splits) + 1 < most:
        _, number, axis, below = heapq.heappop(waiting)
        low, high = parts[number]
        middle = tuple(below if k == axis else h for k, h in enumerate(high))
        start = tuple(below if k == axis else lo for k, lo in enumerate(low))
        parts += [(low, middle), (start, high)]
        splits.append((number, axis, below))
        consider(len(parts) - 2)
        consider(len(parts) - 1)
    return [_tree(gains, parts, splits[:n]) for n in range(len(splits) + 1)]


def _tree(
    gains: np.ndarray[Any, Any],
    parts: Sequence[tuple[tuple[int, ...], tuple[int, ...]]],
    splits: Sequence[tuple[int, int, int]],
) -> Tree:
    """The tree of some questions, in the order in which they were asked."""
    asked = {number: (k, axis, below) for k, (number, axis, below) in enumerate(splits)}

    def made(number: int) -> Tree:
        if number in asked:
            k, axis, below = asked[number]
            yes, no = made(2 * k + 1), made(2 * k + 2)
            if isinstance(yes, Leaf) and isinstance(no, Leaf) and yes.choice == no.choice:
                low, high = parts[number]
                return Leaf(yes.choice, low, high)
            return Branch(axis, below, yes, no)
        low, high = parts[number]
        inside = gains[tuple(slice(a, b) for a, b in zip(low, high, strict=True))]
        return Leaf(int(np.argmax(_sums(inside))), low, high)

    return made(0)


def _best_split(
    gains: np.ndarray[Any, Any], low: tuple[int, ...], high: tuple[int, ...]
) -> tuple[float, int, int]:
    """How much the best question in a part gains, of which feature, and below what."""
    inside = gains[tuple(slice(a, b) for a, b in zip(low, high, strict=True))]
    before = float(_sums(inside).max())
    best = (0.0, -1, -1)
    for axis in range(len(low)):
        if high[axis] == low[axis] + 1:
            continue
        others = tuple(k for k in range(len(low)) if k != axis)
        along = np.cumsum(inside.sum(axis=others), axis=0)
        gain = along[:-1].max(axis=1) + (along[-1] - along[:-1]).max(axis=1) - before
        at = int(np.argmax(gain))
        # Less than what rounding may make of nothing is nothing.
        if gain[at] > max(best[0], 1e-9 * abs(before)):
            best = (float(gain[at]), axis, low[axis] + at + 1)
    return best


def _best_pair(
    gains: np.ndarray[Any, Any], low: tuple[int, ...], high: tuple[int, ...]
) -> tuple[float, int, int]:
    """As `_best_split`, of two or three questions: one, and the best in each half it leaves."""
    best = (0.0, -1, -1)
    for axis in range(len(low)):
        for below in range(low[axis] + 1, high[axis]):
            middle = (*high[:axis], below, *high[axis + 1 :])
            start = (*low[:axis], below, *low[axis + 1 :])
            gain = _best_split(gains, low, middle)[0] + _best_split(gains, start, high)[0]
            if gain > best[0]:
                best = (gain, axis, below)
    return best


def from_on(gains: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What it gains to choose the second of two things from a number of the first feature on.

    Args:
        gains: shape (numbers, *others, 2).

    Returns:
        Shape (*others, numbers + 1): for how many of the largest numbers it is chosen, 0 for never.
    """
    first, second = np.moveaxis(gains[..., 0], 0, -1), np.moveaxis(gains[..., 1], 0, -1)
    nothing = np.zeros((*first.shape[:-1], 1))
    below = np.concatenate([nothing, np.cumsum(first, axis=-1)], axis=-1)[..., ::-1]
    above = np.concatenate([nothing, np.cumsum(second[..., ::-1], axis=-1)], axis=-1)
    whole: np.ndarray[Any, Any] = below + above
    return whole


def _sums(part: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What each choice gains in a part of a table."""
    sums: np.ndarray[Any, Any] = part.reshape(-1, part.shape[-1]).sum(axis=0)
    return sums
