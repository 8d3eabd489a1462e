"""Scores of actions: weights of the numbers that describe them. The highest total is taken.

The usual action of a place has a bonus, so another one is taken only when its numbers clearly
favour it. There are several tables of weights. The situation that an action leads to says which
table applies. An action is taken with the softmax of the scores. Training moves the weights to
where that gains most on one half of the hands (Adam: D. Kingma and J. Ba, 2015). It stops when the
other half stops improving.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from cardsim.kernels.jit import Entry, entry_of

STEPS, LOOK = 400, 20
"""Steps of the climb, and steps between two checks of the gain."""
RATE, FADING, SLOWER = 0.1, 0.9, 0.99
"""Step size, and Adam's decay rates of the mean and of the mean square of the gradient."""
TIMID = 3.0
"""The bonus of the usual action at first."""
CAUTIONS = (1.0, 1.5, 2.0, 3.0)
"""Factors by which the bonus may be multiplied at the end."""
TINY = 1e-9


@dataclass(frozen=True)
class Choices:
    """Actions that could be taken, place by place.

    Attributes:
        numbers: int16, shape (actions, numbers), what describes each action.
        table: int8, the table of weights that applies to each action.
        brought: int64, the value of each action.
        sizes: int64, the number of actions in each place; the usual one goes first.
        often: int64, how many times each place counts.
    """

    numbers: np.ndarray[Any, Any]
    table: np.ndarray[Any, Any]
    brought: np.ndarray[Any, Any]
    sizes: np.ndarray[Any, Any]
    often: np.ndarray[Any, Any]


def joined(parts: Sequence[Choices]) -> Choices:
    """Join the places of several sets, one after the other."""
    names = ("numbers", "table", "brought", "sizes", "often")
    return Choices(*(np.concatenate([getattr(part, n) for part in parts]) for n in names))


@dataclass(frozen=True)
class Weights:
    """Weights by which actions are scored.

    Attributes:
        of_numbers: float64, shape (tables, numbers).
        bonus: of the usual action.
    """

    of_numbers: np.ndarray[Any, Any]
    bonus: float

    def without(self, number: int) -> Weights:
        """Return the weights without one of the numbers."""
        kept = self.of_numbers.copy()
        kept[:, number] = 0
        return replace(self, of_numbers=kept)


def gained(choices: Choices, weights: Weights) -> tuple[float, float]:
    """Return what the highest scores gain in all over the usual actions, and its standard error.

    Of actions with equal scores the first is taken.
    """
    more, squares, _ = _played(choices, weights, np.zeros(choices.numbers.shape[1]), 0.0)
    return more, math.sqrt(squares)


def learned(one: Choices, other: Choices, tables: int) -> tuple[Weights, float, float]:
    """Fit weights on one half of the hands, and choose among them by the other half.

    Returns:
        The weights, their gain in the other half, and its standard error.
    """
    count = one.numbers.shape[1]
    if not len(one.sizes):
        return Weights(np.zeros((tables, count)), TIMID), 0.0, 0.0
    size = np.maximum(one.numbers.std(axis=0), TINY)
    unit = float(np.abs(one.brought - np.repeat(_usual(one), one.sizes)).mean())
    at = np.append(np.zeros(tables * count), TIMID)
    slope, width = np.zeros((2, len(at)))
    best, gain, error = Weights(np.zeros((tables, count)), TIMID), 0.0, 0.0
    for step in range(1, STEPS + 1):
        now = Weights(at[:-1].reshape(tables, count) / size, float(at[-1]))
        _, _, uphill = _played(one, now, size, unit)
        slope = FADING * slope + (1 - FADING) * uphill
        width = SLOWER * width + (1 - SLOWER) * uphill**2
        far = np.sqrt(width / (1 - SLOWER**step)) + TINY
        at = at + RATE * slope / (1 - FADING**step) / far
        if step % LOOK == 0:
            for caution in CAUTIONS:
                tried = replace(now, bonus=caution * now.bonus)
                value, spread = gained(other, tried)
                if value > gain:
                    best, gain, error = tried, value, spread
    return _simpler(best, other, gain, error)


def _simpler(
    weights: Weights, other: Choices, gain: float, error: float
) -> tuple[Weights, float, float]:
    """Drop the numbers without which the weights gain no less."""
    kept = [k for k in range(weights.of_numbers.shape[1]) if weights.of_numbers[:, k].any()]
    while len(kept) > 1:
        values = [gained(other, weights.without(k)) for k in kept]
        most = max(range(len(kept)), key=lambda k: values[k][0])
        if values[most][0] < gain:
            break
        gain, error = values[most]
        weights = weights.without(kept.pop(most))
    return weights, gain, error


def _usual(choices: Choices) -> np.ndarray[Any, Any]:
    """Return the value of the usual action in each place."""
    brought: np.ndarray[Any, Any] = choices.brought[np.cumsum(choices.sizes) - choices.sizes]
    return brought


def _played(
    choices: Choices, weights: Weights, size: np.ndarray[Any, Any], unit: float
) -> tuple[float, float, np.ndarray[Any, Any]]:
    """Return the gain of the highest scores, the sum of its squares, and the gradient."""
    uphill = np.zeros(weights.of_numbers.size + 1)
    sums = np.zeros(2)
    _playing().call(
        choices.numbers,
        choices.table,
        choices.brought,
        choices.sizes,
        choices.often,
        weights.of_numbers,
        weights.bonus,
        size,
        unit,
        uphill,
        sums,
    )
    return float(sums[0]), float(sums[1]), uphill


@cache
def _playing() -> Entry:
    taken = "i2[:,::1], i1[::1], i8[::1], i8[::1], i8[::1], f8[:,::1], f8, f8[::1], f8"
    return entry_of(_play, f"void({taken}, f8[::1], f8[::1])", "scores of actions")


def _play(numbers, table, brought, sizes, often, weights, bonus, size, unit, uphill, sums):
    """Add up the values of scores, place by place; with a unit, add up the gradient too."""
    count = numbers.shape[1]
    most, first = 0, 0
    for many in sizes:
        most = max(most, many)
    score, share = np.zeros(most), np.zeros(most)
    for place in range(sizes.shape[0]):
        many = sizes[place]
        best = 0
        for a in range(many):
            row, t = first + a, table[first + a]
            value = bonus if a == 0 else 0.0
            for k in range(count):
                value += weights[t, k] * numbers[row, k]
            score[a] = value
            if value > score[best]:
                best = a
        more = (brought[first + best] - brought[first]) * often[place]
        sums[0] += more
        sums[1] += float(more) * more
        if unit > 0:
            whole, mean = 0.0, 0.0
            for a in range(many):
                share[a] = math.exp(score[a] - score[best])
                whole += share[a]
                mean += share[a] * brought[first + a]
            mean /= whole
            for a in range(many):
                row, t = first + a, table[first + a]
                pull = share[a] / whole * (brought[row] - mean) / unit * often[place]
                if a == 0:
                    uphill[-1] += pull
                for k in range(count):
                    uphill[t * count + k] += pull * numbers[row, k] / size[k]
        first += many
