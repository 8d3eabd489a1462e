"""The rules of Roll On as functions on one hand."""

from __future__ import annotations

from numpy import int16, int64, uint8, uint64

from cardsim.game import OVER, Feature
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import below

from .state import PRESS, SHARES, STOP, THROW


@kernel
def lead(view):
    """Points more than the best of the seats that have stopped, int64."""
    best = int64(0)
    for seat in range(view.seat):
        best = max(best, int64(view.points[seat]))
    return int64(view.total) - best


@kernel
def start(state, rules, players, match):
    """A new table: its seats."""
    state.players = uint8(players)


@kernel
def deal(state, rules, words):
    """Nobody has anything."""
    for seat in range(state.players):
        state.points[seat] = uint8(0)
    state.seat = uint8(0)
    state.total = uint8(0)
    return PRESS


@inlined
def observe(state, rules):
    """What there is to see is there."""


@inlined
def legal(view, action):
    """Whether the deciding seat may take this action: both, as it is asked while it may throw."""
    return THROW <= action <= STOP


@kernel
def apply_press(state, rules, action, words):
    """Throw the die, or stop."""
    if action == THROW:
        pips = below(words, rules.sides) + 1
        total = 0 if pips == 1 else int64(state.total) + pips
        state.total = uint8(total)
        if 0 < total < rules.limit:
            return PRESS
    state.points[uint64(state.seat)] = state.total
    state.seat = uint8(state.seat + 1)
    state.total = uint8(0)
    return OVER if state.seat == state.players else PRESS


@inlined
def close(state, rules):
    """Nothing is left to do: the points say who wins."""


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the hand that has ended."""
    most, winners = int64(-1), int64(0)
    for seat in range(state.players):
        points = int64(state.points[seat])
        winners = winners + 1 if points == most else (1 if points > most else winners)
        most = max(most, points)
        outcome.points[seat] = int16(points)
    outcome.your_seat = int16(hero)
    outcome.your_points = outcome.points[hero]
    outcome.your_share = int16(SHARES // winners if outcome.points[hero] == most else 0)


FEATURES = (
    Feature("lead", "{} point{s} ahead", -60, 60, lead),
    Feature("total", "with {} point{s}", 0, 60),
    Feature("seat", "in seat {}", 0, 3),
)
BY = {"press": ("lead", "seat")}
