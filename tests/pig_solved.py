"""Pig solved: how often you win where both play on from any score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

GOAL = 100
Array = np.ndarray[Any, Any]
Play = Callable[[int, Array, Array], Array]
"""Whether one holds: (points of the turn, own points, the other's)."""


class Solved(NamedTuple):
    """How often you win.

    Attributes:
        first, second: where you begin the next turn and where the other does, by your points and
            the other's.
        holds: whether you hold, by the points of the turn, your points and the other's.
    """

    first: Array
    second: Array
    holds: Array


def solved(mine: Play | None = None, theirs: Play | None = None) -> Solved:
    """How often you win from any score; by the best play where none is given.

    By policy iteration in layers of the same sum of points, from the end back: within a turn what
    you win is a + b times what it is worth to lose the turn.
    """
    first, second = np.zeros((2 * GOAL, 2 * GOAL)), np.zeros((2 * GOAL, 2 * GOAL))
    holds = np.zeros((GOAL, GOAL, GOAL), np.bool_)
    for both in range(2 * GOAL - 2, -1, -1):
        i = np.arange(max(0, both - GOAL + 1), min(GOAL - 1, both) + 1)
        j = both - i
        x, y = np.full(len(i), 0.5), np.full(len(i), 0.5)
        for _ in range(30):
            a, b, held = _turn(i, j, y, second, mine, best=np.greater, won=1.0)
            # What the other holds is added to its own points, and it is your win that it avoids.
            c, d, _ = _turn(j, i, x, first.T, theirs, best=np.less, won=0.0)
            new = (a + b * c) / (1 - b * d)
            done = np.abs(new - x).max() < 1e-13
            x, y = new, c + d * new
            if done:
                break
        first[i, j], second[i, j], holds[:, i, j] = x, y, held
    return Solved(first[:GOAL, :GOAL], second[:GOAL, :GOAL], holds)


def _turn(
    own: Array, other: Array, lost: Array, after: Array, play: Play | None, *, best: Any, won: float
) -> tuple[Array, Array, Array]:
    """A turn of one of the two: a and b, and with how many points it holds."""
    a, b = np.full((GOAL + 7, len(own)), won), np.zeros((GOAL + 7, len(own)))
    held = np.zeros((GOAL, len(own)), np.bool_)
    for k in range(GOAL - 1, -1, -1):
        rolled = a[k + 2 : k + 7].sum(0) / 6, (1 + b[k + 2 : k + 7].sum(0)) / 6
        hold = after[np.minimum(own + k, GOAL), other]
        if play is not None:
            held[k] = play(k, own, other) if k else False
        elif k:
            held[k] = best(hold, rolled[0] + rolled[1] * lost)
        a[k], b[k] = np.where(held[k], hold, rolled[0]), np.where(held[k], 0.0, rolled[1])
        over = own + k >= GOAL
        a[k][over], b[k][over] = won, 0.0
    return a[0], b[0], held


def hold_at(points: int) -> Play:
    """Hold with so many points of the turn."""
    return lambda k, own, _other: np.full(own.shape, k >= points)


def keep_pace(at: int = 21, step: int = 8, race: int = 71) -> Play:
    """Race where somebody has enough points, else hold with some that depend on who is ahead."""

    def play(k: int, own: Array, other: Array) -> Array:
        racing = (own >= race) | (other >= race)
        held: Array = ~racing & (k >= at + (other - own + step // 2) // step)
        return held

    return play


def won(play: Play | None) -> float:
    """How often you win against somebody who holds at 20, beginning as often as not."""
    found = solved(play, hold_at(20))
    return float(found.first[0, 0] + found.second[0, 0]) / 2
