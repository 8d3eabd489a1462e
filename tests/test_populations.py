"""Strategies in a crowd: games whose mixtures are known, and what must hold for any."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsim.statistics import populations

ROUND = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])
"""Row: the other's throw; column: the own one. Each throw beats the one before it."""


def symmetric(seed: int, count: int, parties: int) -> populations.Array:
    """Payoffs that do not depend on the order of the others."""
    drawn = np.random.default_rng(seed).normal(size=(count,) * parties)
    if parties == 3:
        drawn = (drawn + drawn.transpose(1, 0, 2)) / 2
    return drawn


def test_of_three_that_beat_each_other_in_turn_each_has_a_third() -> None:
    assert populations.settled(ROUND) == pytest.approx([1 / 3] * 3, abs=1e-9)
    assert populations.gain_against(ROUND, np.full(3, 1 / 3)) == pytest.approx(0, abs=1e-12)
    assert populations.gain_against(ROUND, np.array([1.0, 0, 0])) == 1


def test_a_stake_that_is_doubled_changes_the_mixture() -> None:
    """Rock for twice the stake: paper, which gains by it, is thrown half the time."""
    payoffs = np.array([[0.0, 2, -1], [-2, 0, 1], [1, -1, 0]])
    # Against x the three get -2 x1 + x2, 2 x0 - x2, -x0 + x1, all nothing in the mixture.
    assert populations.settled(payoffs) == pytest.approx([1 / 4, 1 / 4, 1 / 2], abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 6), st.integers(2, 3))
def test_shares_stay_shares(seed: int, count: int, parties: int) -> None:
    history = populations.replicated(symmetric(seed, count, parties), 200)
    assert (history >= 0).all()
    assert history.sum(axis=1) == pytest.approx(1, abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 8))
def test_of_two_parties_the_mixture_loses_to_nothing(seed: int, count: int) -> None:
    payoffs = symmetric(seed, count, 2)
    shares = populations.settled(payoffs)
    ahead = shares @ (payoffs.T - payoffs)
    assert shares.sum() == pytest.approx(1)
    assert ahead.min() > -1e-3 * np.ptp(payoffs)


def test_what_gets_most_among_all_is_left_alone() -> None:
    payoffs = np.array([[0.0, 1], [0, 1]])
    assert populations.left_over(populations.replicated(payoffs)[-1]).tolist() == [0.0, 1.0]


def test_of_three_parties_what_two_others_play_counts_each_alone() -> None:
    payoffs = symmetric(5, 3, 3)
    shares = np.array([0.2, 0.3, 0.5])
    by_hand = [
        sum(shares[a] * shares[b] * payoffs[a, b, k] for a in range(3) for b in range(3))
        for k in range(3)
    ]
    assert populations.fitness(payoffs, shares) == pytest.approx(by_hand)


def test_who_sits_where_fewer_do_settles_between() -> None:
    """Of three, one gets a prize where it is alone: half of each kind, since none gains then."""
    payoffs = np.zeros((2, 2, 2))
    payoffs[1, 1, 0] = payoffs[0, 0, 1] = 1.0
    assert populations.settled(payoffs) == pytest.approx([0.5, 0.5])
    tilted = payoffs.copy()
    tilted[1, 1, 0] = 4.0
    # Alone with the chance (1 - x)^2 for 4, or x^2 for 1: x = 2 / 3.
    assert populations.settled(tilted) == pytest.approx([2 / 3, 1 / 3], abs=1e-3)


@pytest.mark.parametrize(
    ("edges", "cycle"),
    [
        ([(0, 1), (1, 2)], []),
        ([(0, 1), (1, 0)], []),
        ([(0, 1), (1, 2), (2, 0)], [0, 1, 2]),
        ([(3, 1), (1, 0), (0, 2), (2, 3)], [0, 2, 3, 1]),
        # A shorter one goes before the one that begins with a smaller number.
        ([(0, 1), (1, 2), (2, 3), (3, 0), (2, 4), (4, 1)], [1, 2, 4]),
        ([(0, 1), (1, 0), (1, 2), (2, 0)], [0, 1, 2]),
    ],
)
def test_the_shortest_cycle_is_found(edges: list[tuple[int, int]], cycle: list[int]) -> None:
    beats = np.zeros((5, 5), bool)
    for one, other in edges:
        beats[one, other] = True
    assert populations.cycle_in(beats) == cycle
