"""The rules of Three Ways as functions on one hand."""

from __future__ import annotations

from numpy import int16, int64, uint8

from cardsim.game import OVER
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import below

from .state import FAIR, SHARES, THROW, WAYS


@kernel
def start(state, rules, players, match):
    """A new table: its seats."""
    state.players = uint8(players)


@kernel
def deal(state, rules, words):
    """Who wins by luck: seat 0, seat 1, or neither."""
    coin = below(words, int64(4))
    state.coin = uint8(min(coin, FAIR) if rules.luck else FAIR)
    for seat in range(state.players):
        state.thrown_of[seat] = uint8(0)
    state.seat = uint8(0)
    return THROW


@inlined
def observe(state, rules):
    """Nothing is to be seen."""


@inlined
def legal(view, action):
    """Whether the deciding seat may take this action: all three."""
    return 0 <= action < len(WAYS)


@kernel
def apply_throw(state, rules, action, words):
    """Throw, and let the other."""
    state.thrown_of[state.seat] = uint8(action)
    state.seat = uint8(state.seat + 1)
    return THROW if state.seat < state.players else OVER


@inlined
def close(state, rules):
    """Nothing is left to do."""


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the hand that has ended."""
    ahead = (int64(state.thrown_of[0]) - int64(state.thrown_of[1])) % len(WAYS)
    first = SHARES if ahead == 1 else (0 if ahead else SHARES // 2)
    if state.coin != FAIR:
        first = SHARES if state.coin == 0 else 0
    outcome.share[0], outcome.share[1] = int16(first), int16(SHARES - first)
    outcome.your_seat = int16(hero)
    outcome.your_share = outcome.share[hero]
