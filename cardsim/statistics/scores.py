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
"""Steps of the climb, and between two looks how much it gains."""
RATE, FADING, SLOWER = 0.1, 0.9, 0.99
"""Of a step: how far it goes, and how much of the steps before it keeps of direction and size."""
TIMID = 3.0
"""The bonus of the usual action at first."""
CAUTIONS = (1.0, 1.5, 2.0, 3.0)
"""Times that the bonus may count at last."""
TINY = 1e-9


@dataclass(frozen=True)
class Choices:
    """Actions that could be taken, place by place.

    Attributes:
        numbers: int16, shape (actions, numbers).
        table: int8, of each action that of its weights.
        brought: int64, what it brought.
        sizes: int64, how many there were in each place; the usual one goes first.
        often: int64, how many times each place counts.
    """

    numbers: np.ndarray[Any, Any]
    table: np.ndarray[Any, Any]
    brought: np.ndarray[Any, Any]
    sizes: np.ndarray[Any, Any]
    often: np.ndarray[Any, Any]


def joined(parts: Sequence[Choices]) -> Choices:
    """One after the other."""
    names = ("numbers", "table", "brought", "sizes", "often")
    return Choices(*(np.concatenate([getattr(part, n) for part in parts]) for n in names))


@dataclass(frozen=True)
class Weights:
    """What actions score.

    Attributes:
        of_numbers: float64, shape (tables, numbers).
        bonus: of the usual action.
    """

    of_numbers: np.ndarray[Any, Any]
    bonus: float

    def without(self, number: int) -> Weights:
        """The same, one of the numbers left out."""
        kept = self.of_numbers.copy()
        kept[:, number] = 0
        return replace(self, of_numbers=kept)


def gained(choices: Choices, weights: Weights) -> tuple[float, float]:
    """What it brings more, in all, to take the highest score; and its standard error.

    Of those that tie the first is taken.
    """
    more, squares, _ = _played(choices, weights, np.zeros(choices.numbers.shape[1]), 0.0)
    return more, math.sqrt(squares)


def learned(one: Choices, other: Choices, tables: int) -> tuple[Weights, float, float]:
    """Weights that one half of the hands make, and the other half chooses.

    Returns:
        The weights, what they gain in the other half, and the standard error of that.
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
    """The same without the numbers that gain nothing."""
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
    """What the usual action brought in each place."""
    brought: np.ndarray[Any, Any] = choices.brought[np.cumsum(choices.sizes) - choices.sizes]
    return brought


def _played(
    choices: Choices, weights: Weights, size: np.ndarray[Any, Any], unit: float
) -> tuple[float, float, np.ndarray[Any, Any]]:
    """What the highest scores bring more, the squares of that, and which way is uphill."""
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
    """Add up what scores bring, place by place; with a unit also which way is uphill."""
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
