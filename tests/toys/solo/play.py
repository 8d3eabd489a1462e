"""The rules of Solo as functions on one hand."""

from __future__ import annotations

from numpy import int16, int64, uint8, uint64

from cardsim.game import OVER, Feature
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import below

from .state import PRESS, STOP, THROW


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
    """Whether the deciding seat may take this action: both, as long as it is asked."""
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
    state.total = uint8(0)
    if state.seat + 1 == state.players:
        return OVER
    state.seat = uint8(state.seat + 1)
    return PRESS


@inlined
def close(state, rules):
    """Nothing is left to do: the bank pays what each seat has."""


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the hand that has ended."""
    for seat in range(state.players):
        outcome.points[seat] = int16(state.points[seat])
    outcome.your_seat = int16(hero)
    outcome.your_net = int16(int64(state.points[uint64(hero)]) - int64(rules.stake))


FEATURES = (Feature("total", "with {} point{s}", 0, 60),)
BY = {"press": ("total",)}
