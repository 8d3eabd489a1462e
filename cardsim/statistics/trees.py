"""Decision trees that choose the largest gain in each cell of a table.

The table has an axis for each feature of a situation and a last axis for the choices. Its entries
are gains, added up over all hands. Each branch asks whether a feature is below a value. For a small
table the best trees are found (`best_trees`). For larger ones, and more questions, a tree grows far
deeper than asked, question by question, and is cut back to what gains most.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardsim.statistics.best_trees import BestTrees, leaves_within
from cardsim.statistics.questions import NOTHING, best_question

DEEP = 2
"""Factor on the number of leaves asked for, before a tree is cut back."""
NEVER = -float(1 << 60)
"""Gain of a choice that must not be made."""


@dataclass(frozen=True)
class Leaf:
    """A part of a table with one choice.

    Attributes:
        choice: place on the last axis.
        low, high: for each feature the first place of the part, and the first behind it.
    """

    choice: int
    low: tuple[int, ...]
    high: tuple[int, ...]

    @property
    def part(self) -> tuple[slice, ...]:
        """Index of the part in the table."""
        return tuple(slice(a, b) for a, b in zip(self.low, self.high, strict=True))


@dataclass(frozen=True)
class Branch:
    """A question: is the feature's place below a number?

    Attributes:
        axis: the feature.
        below: the number.
        yes, no: the trees that follow.
    """

    axis: int
    below: int
    yes: Tree
    no: Tree


Tree = Leaf | Branch


def leaves(tree: Tree) -> Iterator[Leaf]:
    """Yield the parts in the order of the questions."""
    if isinstance(tree, Leaf):
        yield tree
    else:
        yield from leaves(tree.yes)
        yield from leaves(tree.no)


def choices(tree: Tree, shape: Sequence[int]) -> np.ndarray[Any, Any]:
    """Return the choice in each cell, int64, shaped like the table without its last axis."""
    chosen = np.zeros(tuple(shape), np.int64)
    for leaf in leaves(tree):
        chosen[leaf.part] = leaf.choice
    return chosen


def gained(tree: Tree, gains: np.ndarray[Any, Any]) -> float:
    """Return the gain of the tree's choices in a table."""
    return float(sum(_sums(gains[leaf.part])[leaf.choice] for leaf in leaves(tree)))


def borne_out(
    halves: Sequence[np.ndarray[Any, Any]], most: int, slack: float = 0.0
) -> tuple[Tree, float]:
    """Return the tree of two tables together, with as many leaves as the halves bear out.

    Args:
        halves: two tables, each of half of the hands.
        most: largest number of leaves.
        slack: gain that may be lost for fewer leaves.

    Returns:
        The tree, and the gain of trees of that size in the half that did not make them.
    """
    crossed = [
        [gained(tree, other) for tree in grow(half, most)]
        for half, other in zip(halves, reversed(halves), strict=True)
    ]
    sizes = range(max(map(len, crossed)))
    values = [sum(v[min(k, len(v) - 1)] for v in crossed) / len(crossed) for k in sizes]
    leaves = next(k for k, value in enumerate(values) if value >= max(values) - slack)
    return grow(halves[0] + halves[1], leaves + 1)[-1], values[leaves]


def grow(gains: np.ndarray[Any, Any], most: int) -> list[Tree]:
    """Return the best trees with one leaf, with up to two, and so on.

    Places of a feature at which nothing can be gained or lost are merged with others.

    Args:
        gains: float64, a table.
        most: largest number of leaves.

    Returns:
        At least one tree; no more than the questions that gain something.
    """
    seen = (gains != 0) & (gains > NEVER / 2)
    found: list[list[int]] = []
    edges: list[list[int]] = []
    for axis, size in enumerate(gains.shape[:-1]):
        others = tuple(k for k in range(gains.ndim) if k != axis)
        found.append(np.flatnonzero(seen.any(axis=others)).tolist() or [0])
        edges.append([0, *found[-1][1:], size])
    short = gains[np.ix_(*found, range(gains.shape[-1]))]
    return [_unfolded(tree, edges) for tree in _grow(short, most)]


def _unfolded(tree: Tree, edges: Sequence[Sequence[int]]) -> Tree:
    """Return a tree of merged places as one of all places."""
    if isinstance(tree, Leaf):
        low, high = (
            tuple(edge[k] for edge, k in zip(edges, ends, strict=True))
            for ends in (tree.low, tree.high)
        )
        return Leaf(tree.choice, low, high)
    yes, no = _unfolded(tree.yes, edges), _unfolded(tree.no, edges)
    return Branch(tree.axis, edges[tree.axis][tree.below], yes, no)


def _grow(gains: np.ndarray[Any, Any], most: int) -> list[Tree]:
    """Grow trees as `grow` does, without merging places."""
    shape = gains.shape[:-1]
    low, high = (0,) * len(shape), tuple(shape)
    exact = leaves_within(shape, most)
    leaf = Leaf(_best(gains, low, high), low, high)
    found: list[Tree] = [leaf] if exact == 1 else _exact(gains, exact)
    if exact < most:
        deep = _deeper(gains, found[-1], DEEP * most)
        found = [*found, *(tree for _, tree in _pruned(gains, deep, low, high, most)[len(found) :])]
    values = [gained(tree, gains) for tree in found]
    enough = next(k for k, v in enumerate(values) if v >= max(values) - NOTHING * abs(max(values)))
    return found[: enough + 1]


def _exact(gains: np.ndarray[Any, Any], most: int) -> list[Tree]:
    """Return the best of all trees, by number of leaves."""
    best = BestTrees(gains, most)

    def made(low: tuple[int, ...], high: tuple[int, ...], leaves: int) -> Tree:
        box = best.box(low, high)
        cut = best.cut(box, leaves)
        if cut is None:
            return Leaf(int(best.choices[box]), low, high)
        axis, below, some = cut
        middle, start = _halves(low, high, axis, below)
        return Branch(axis, below, made(low, middle, some), made(start, high, leaves - some))

    shape = gains.shape[:-1]
    return [made((0,) * len(shape), tuple(shape), k) for k in range(1, most + 1)]


def _deeper(gains: np.ndarray[Any, Any], tree: Tree, most: int) -> Tree:
    """Grow a tree further, question by question, where a question gains most."""
    splits: list[tuple[int, int, int]] = []
    parts: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    waiting: list[tuple[float, int, int, int]] = []
    shape = gains.shape[:-1]

    def ask(number: int, axis: int, below: int) -> tuple[int, int]:
        low, high = parts[number]
        middle, start = _halves(low, high, axis, below)
        parts.extend([(low, middle), (start, high)])
        splits.append((number, axis, below))
        return len(parts) - 2, len(parts) - 1

    def consider(number: int) -> None:
        gain, axis, below = best_question(gains, *parts[number])
        if gain > 0:
            heapq.heappush(waiting, (-gain, number, axis, below))

    def begin(number: int, tree: Tree) -> None:
        if isinstance(tree, Leaf):
            consider(number)
            return
        yes, no = ask(number, tree.axis, tree.below)
        begin(yes, tree.yes)
        begin(no, tree.no)

    parts.append(((0,) * len(shape), tuple(shape)))
    begin(0, tree)
    while waiting and len(splits) + 1 < most:
        _, number, axis, below = heapq.heappop(waiting)
        for half in ask(number, axis, below):
            consider(half)
    asked = {number: (k, axis, below) for k, (number, axis, below) in enumerate(splits)}

    def made(number: int) -> Tree:
        if number not in asked:
            return Leaf(_best(gains, *parts[number]), *parts[number])
        k, axis, below = asked[number]
        return Branch(axis, below, made(2 * k + 1), made(2 * k + 2))

    return made(0)


def _pruned(
    gains: np.ndarray[Any, Any],
    tree: Tree,
    low: tuple[int, ...],
    high: tuple[int, ...],
    most: int,
) -> list[tuple[float, Tree]]:
    """Return the best subtrees of a tree with questions taken back, by number of leaves."""
    choice = _best(gains, low, high)
    leaf = Leaf(choice, low, high)
    found: list[tuple[float, Tree]] = [(float(_inside(gains, low, high)[choice]), leaf)]
    if isinstance(tree, Leaf):
        return found
    middle, start = _halves(low, high, tree.axis, tree.below)
    yes = _pruned(gains, tree.yes, low, middle, most)
    no = _pruned(gains, tree.no, start, high, most)
    for leaves in range(2, min(len(yes) + len(no), most) + 1):
        some = range(max(0, leaves - 1 - len(no)), min(len(yes), leaves - 1))
        at = max(some, key=lambda k: yes[k][0] + no[leaves - 2 - k][0])
        value = yes[at][0] + no[leaves - 2 - at][0]
        if value > found[-1][0] + NOTHING * abs(found[-1][0]):
            both = Branch(tree.axis, tree.below, yes[at][1], no[leaves - 2 - at][1])
            found.append((value, both))
        else:
            found.append(found[-1])
    return found


def _halves(
    low: tuple[int, ...], high: tuple[int, ...], axis: int, below: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the end of the part that answers yes, and the start of the part that answers no."""
    return (*high[:axis], below, *high[axis + 1 :]), (*low[:axis], below, *low[axis + 1 :])


def _inside(
    gains: np.ndarray[Any, Any], low: tuple[int, ...], high: tuple[int, ...]
) -> np.ndarray[Any, Any]:
    """Return the gain of each choice in a part."""
    return _sums(gains[tuple(slice(a, b) for a, b in zip(low, high, strict=True))])


def _best(gains: np.ndarray[Any, Any], low: tuple[int, ...], high: tuple[int, ...]) -> int:
    """Return the best choice in a part."""
    return int(np.argmax(_inside(gains, low, high)))


def from_on(gains: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the gains of choosing the second of two things from a number of the first feature on.

    Args:
        gains: shape (numbers, *others, 2).

    Returns:
        Shape (*others, numbers + 1), by how many of the largest numbers choose it; 0 is never.
    """
    first, second = np.moveaxis(gains[..., 0], 0, -1), np.moveaxis(gains[..., 1], 0, -1)
    nothing = np.zeros((*first.shape[:-1], 1))
    below = np.concatenate([nothing, np.cumsum(first, axis=-1)], axis=-1)[..., ::-1]
    above = np.concatenate([nothing, np.cumsum(second[..., ::-1], axis=-1)], axis=-1)
    whole: np.ndarray[Any, Any] = below + above
    return whole


def _sums(part: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the gain of each choice in a part of a table."""
    sums: np.ndarray[Any, Any] = part.reshape(-1, part.shape[-1]).sum(axis=0)
    return sums
