"""Populations of strategies: replicator dynamics, and mixtures that nobody gains by leaving.

A table has some parties. Each plays one of k strategies, drawn from the population independently. A
payoff array has one axis per party. The last axis is the party that is paid, the others are its
opponents. More is better.
"""

from __future__ import annotations

from typing import Any

import numpy as np

GENERATIONS = 1000
RATE = 0.5
"""Growth in a generation, as a log, of a strategy that gets most over one that gets least."""
GONE = 1e-4
"""Share below which a strategy counts as gone."""
TWO = 2

Array = np.ndarray[Any, np.dtype[np.float64]]


def fitness(payoffs: Array, shares: Array) -> Array:
    """Return the mean payoff of each strategy in a population.

    Args:
        payoffs: float64, shape (k, ..., k).
        shares: float64, shape (k,), adding up to 1.

    Returns:
        float64, shape (k,).
    """
    while payoffs.ndim > 1:
        payoffs = np.tensordot(shares, payoffs, axes=(0, 0))
    return payoffs


def replicated(payoffs: Array, generations: int = GENERATIONS) -> Array:
    """Return the shares, generation by generation, of a population that begins with equal ones.

    Strategies above the average grow, by multiplicative weights: x <- x exp(r (f - mean f)), a step
    of the replicator equation. Source: Taylor and Jonker, "Evolutionarily stable strategies and
    game dynamics", Mathematical Biosciences 40 (1978).

    Args:
        payoffs: float64, shape (k, ..., k).
        generations: number of generations.

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
    """Return the gain of the best answer to a population over its average: 0 at an equilibrium."""
    gets = fitness(payoffs, shares)
    return float(gets.max() - shares @ gets)


def settled(payoffs: Array, history: Array | None = None) -> Array:
    """Return a mixture that a population settles on, in which nobody gains by changing, or little.

    For two parties it is an optimal strategy of the zero-sum game of who gets more: a Nash
    equilibrium if one wins what the other loses, found by linear programming. For more it is the
    last state of the replicator equation, or its mean, whichever leaves less to gain.

    Args:
        payoffs: float64, shape (k, ..., k).
        history: the result of `replicated`, if it is known already.

    Returns:
        float64, shape (k,), adding up to 1.
    """
    if payoffs.ndim == TWO:
        # Rows play, columns are opponents: the mixture gets as much as each opponent.
        return left_over(maximin(payoffs.T - payoffs))
    mixture = replicated(payoffs) if history is None else history
    mixtures = (mixture[-1], mixture.mean(axis=0), mixture[len(mixture) // 2 :].mean(axis=0))
    return left_over(min(mixtures, key=lambda shares: gain_against(payoffs, shares)))


def left_over(shares: Array) -> Array:
    """Return the shares without those that are almost 0, scaled to add up to 1."""
    some: Array = np.where(shares < GONE, 0.0, shares)
    some /= some.sum()
    return some


def maximin(gets: Array) -> Array:
    """Return the mixture that gets most against its worst opponent, by linear programming.

    Args:
        gets: float64, shape (k, m): payoff of each of k strategies against each of m others.

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
    """Return the shortest cycle in which each strategy beats the next, and the last the first.

    Args:
        beats: bool, shape (k, k): True if one beats the other.

    Returns:
        Their numbers, from the smallest; empty without a cycle. Two that beat each other are none.
    """
    count = len(beats)
    best: list[int] = []
    for start in range(count):
        # Breadth first among those from `start` on, because smaller ones were starts before.
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
