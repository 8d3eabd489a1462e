"""Many strategies in one population: which survive, and in which mixture nobody gains by changing.

A table has some parties. Each plays one of k strategies, drawn from the population independently.
A payoff array has one axis per party. The last axis is the party that is paid, the others are its
company. More is better.
"""

from __future__ import annotations

from typing import Any

import numpy as np

GENERATIONS = 1000
RATE = 0.5
"""How much the share of the best grows in a generation, beside the worst there can be, as a log."""
GONE = 1e-4
"""A share that counts as none."""
TWO = 2

Array = np.ndarray[Any, np.dtype[np.float64]]


def fitness(payoffs: Array, shares: Array) -> Array:
    """What each strategy gets on average in a population.

    Args:
        payoffs: float64, shape (k, ..., k).
        shares: float64, shape (k,), that add up to 1.

    Returns:
        float64, shape (k,).
    """
    while payoffs.ndim > 1:
        payoffs = np.tensordot(shares, payoffs, axes=(0, 0))
    return payoffs


def replicated(payoffs: Array, generations: int = GENERATIONS) -> Array:
    """The shares of a population that begins with as much of each, generation by generation.

    What gets more than the average grows, by multiplicative weights: x <- x exp(r (f - mean f)),
    a step of the replicator equation. Source: Taylor and Jonker, "Evolutionarily stable strategies
    and game dynamics", Mathematical Biosciences 40 (1978).

    Args:
        payoffs: float64, shape (k, ..., k).
        generations: how many.

    Returns:
        float64, shape (generations + 1, k); each row adds up to 1.
    """
    count = payoffs.shape[-1]
    spread = float(np.ptp(payoffs)) or 1.0
    history = np.empty((generations + 1, count))
    history[0] = 1 / count
    for number in range(generations):
        shares = history[number]
        gets = fitness(payoffs, shares)
        grown = shares * np.exp(RATE * (gets - shares @ gets) / spread)
        history[number + 1] = grown / grown.sum()
    return history


def gain_against(payoffs: Array, shares: Array) -> float:
    """What the best answer to a population gets beyond its average: 0 where nobody gains."""
    gets = fitness(payoffs, shares)
    return float(gets.max() - shares @ gets)


def settled(payoffs: Array, history: Array | None = None) -> Array:
    """A mixture that a population settles on, in which nobody gains by changing, or little.

    Of two parties it is a strategy of the zero-sum game of who gets more, in which it loses to
    nothing: a Nash equilibrium where what one wins the other loses, found by linear programming. Of
    more it is where the replicator equation goes, or its mean on the way there, whichever leaves
    less to gain.

    Args:
        payoffs: float64, shape (k, ..., k).
        history: of `replicated`, where it is there already.

    Returns:
        float64, shape (k,), adding up to 1.
    """
    if payoffs.ndim == TWO:
        # A row is who plays, a column against whom: the mixture gets as much as each opponent.
        return left_over(maximin(payoffs.T - payoffs))
    mixture = replicated(payoffs) if history is None else history
    mixtures = (mixture[-1], mixture.mean(axis=0), mixture[len(mixture) // 2 :].mean(axis=0))
    return left_over(min(mixtures, key=lambda shares: gain_against(payoffs, shares)))


def left_over(shares: Array) -> Array:
    """The shares of those that are left, without what is as good as none."""
    some: Array = np.where(shares < GONE, 0.0, shares)
    some /= some.sum()
    return some


def maximin(gets: Array) -> Array:
    """The mixture that gets most against whatever is worst for it, by linear programming.

    Args:
        gets: float64, shape (k, m): what each of k ways gets against each of m others.

    Returns:
        float64, shape (k,), adding up to 1.
    """
    from scipy.optimize import linprog

    count, others = gets.shape
    # Shares and the value v: v is the largest with gets' x >= v, and the shares add up to 1.
    solved = linprog(
        [*np.zeros(count), -1.0],
        A_ub=np.hstack([-gets.T, np.ones((others, 1))]),
        b_ub=np.zeros(others),
        A_eq=[[*np.ones(count), 0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * count + [(None, None)],
    )
    shares: Array = np.maximum(solved.x[:count], 0.0)
    return shares


def cycle_in(beats: np.ndarray[Any, np.dtype[np.bool_]]) -> list[int]:
    """The shortest cycle of strategies of which each beats the next, and the last the first.

    Args:
        beats: bool, shape (k, k): whether one beats the other.

    Returns:
        Their numbers, from the smallest; empty without any. Two that beat each other are none.
    """
    count = len(beats)
    best: list[int] = []
    for start in range(count):
        # Breadth first among those from `start` on: whatever is smaller was a start before.
        paths = {start: [start]}
        edge = [start]
        while edge:
            far = []
            for at in edge:
                for to in range(start, count):
                    if not beats[at, to]:
                        continue
                    if to == start:
                        if len(paths[at]) > TWO and not TWO < len(best) <= len(paths[at]):
                            best = paths[at]
                    elif to not in paths:
                        paths[to] = [*paths[at], to]
                        far.append(to)
            edge = far
    return best
