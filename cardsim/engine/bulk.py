"""The bulk engine: chunks of hands, played by the loop of their game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy import uint64

from cardsim.engine.hand_loop import open_loop
from cardsim.game import Game
from cardsim.kernels.jit import CACHE_LINE, Entry
from cardsim.rng import TOGETHER, WORDS_DTYPE

LANES = 512
"""Hands that a game which plays many in lock-step has memory for."""


@dataclass(frozen=True)
class Ending:
    """How a call of the engine ended, and at which hand number if one is to blame."""

    status: int
    hand: int


class Memory:
    """The working memory of one thread; allocated once, since fresh pages are slow."""

    def __init__(self, game: Game, *, rows: int) -> None:
        lanes = LANES if game.batch is not None else TOGETHER
        self.states = _aligned(lanes, game.state)
        self.words = _aligned(lanes, WORDS_DTYPE)
        self.queue = np.arange(TOGETHER, dtype=np.uint32)
        self.scratch = np.zeros((8, TOGETHER), np.uint32)
        self.chances = _aligned(game.players[1], WORDS_DTYPE)
        self.outcomes = np.zeros(rows, game.outcome)


def _aligned(n: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """An array of zeros that starts on a cache line."""
    raw = np.zeros(n * dtype.itemsize + CACHE_LINE, np.uint8)
    start = -raw.ctypes.data % CACHE_LINE
    return raw[start : start + n * dtype.itemsize].view(dtype)


@dataclass(frozen=True)
class SeatedStrategies:
    """Who plays where, as the loop takes it.

    Attributes:
        calls: uint64, where the machine code of each strategy's functions lies: strategy by
            strategy, by decision; empty in a game without decisions.
        values: of each strategy its packed parameters.
        table: shape (rotations, players): the strategy in each seat; hand `i` uses row `i %
            rotations`.
        heroes: for each rotation the seat whose fate the outcome tells.
        lucky: whether one of the strategies wants chance.
    """

    calls: np.ndarray[Any, Any]
    values: Sequence[np.ndarray[Any, Any]]
    table: np.ndarray[Any, Any]
    heroes: np.ndarray[Any, Any]
    lucky: bool = False

    @cached_property
    def params(self) -> np.ndarray[Any, Any]:
        """Where the parameters of each strategy lie, uint64."""
        return np.array([values.ctypes.data for values in self.values], np.uint64)


def addresses(functions: Iterable[Entry]) -> np.ndarray[Any, Any]:
    """Where the machine code of functions lies, uint64."""
    return np.array([function.address for function in functions], np.uint64)


def play(
    game: Game,
    seating: SeatedStrategies,
    memory: Memory,
    *,
    rules: np.ndarray[Any, Any],
    players: int,
    match: bool,
    seed: int,
    first: int,
    count: int,
    stop: np.ndarray[Any, Any],
    loop: Entry | None = None,
    log: tuple[np.ndarray[Any, Any], ...] = (),
) -> Ending:
    """Play hands `first .. first + count - 1`; their outcomes are left in memory.outcomes[:count].

    Args:
        game: what is played.
        seating: who plays where.
        memory: the working memory of this thread, with room for `count` outcomes.
        rules: packed, one record.
        players: seats at the table.
        match: whether each is a whole match.
        seed: the run's seed.
        first: the number of the first hand, or match.
        count: how many to play.
        stop: uint8, shape (1,); set it to 1 in another thread to end early.
        loop: another loop than the game's open one: one bound to this very table and these rules,
            or the logged one.
        log: what the logged loop takes besides.

    Raises:
        Exception: whatever a strategy's compiled code raised.
    """
    status, hand = (loop or open_loop(game).entry).call(
        uint64(seed),
        uint64(first),
        count,
        players,
        match,
        seating.lucky,
        rules,
        seating.table,
        seating.heroes,
        seating.calls,
        seating.params,
        stop,
        memory.outcomes,
        memory.states,
        memory.words,
        memory.queue,
        memory.scratch,
        memory.chances,
        *log,
    )
    return Ending(int(status), int(hand))
