"""The bulk engine: plays chunks of hands with a game's loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy import uint64

from cardsim.engine.deciding import Decider
from cardsim.engine.hand_loop import open_loop
from cardsim.engine.look_ahead import Plan, addresses
from cardsim.engine.seats import Company
from cardsim.game import Game
from cardsim.kernels.intrinsics import CACHE_LINE
from cardsim.kernels.jit import Entry
from cardsim.rng import TOGETHER, WORDS_DTYPE
from cardsim.strategy import COMPILED, Strategy

LANES = 512
"""Hands for which a game that plays many in lock-step has memory."""


@dataclass(frozen=True)
class Ending:
    """The way a call of the engine ended, and the number of the hand that caused it, if any."""

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
        self.notes = np.zeros((game.players[1], 0), np.uint8)
        self.outcomes = np.zeros(rows, game.outcome)

    def memories(self, size: int) -> np.ndarray[Any, Any]:
        """Return the address of each seat's memory, uint64, with room for `size` bytes each.

        Args:
            size: bytes.
        """
        if self.notes.shape[1] < size:
            self.notes = np.zeros((len(self.notes), size), np.uint8)
        start, step = self.notes.ctypes.data, self.notes.strides[0]
        return np.arange(len(self.notes), dtype=np.uint64) * np.uint64(step) + np.uint64(start)


def _aligned(n: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Return an array of zeros that starts on a cache line."""
    raw = np.zeros(n * dtype.itemsize + CACHE_LINE, np.uint8)
    start = -raw.ctypes.data % CACHE_LINE
    return raw[start : start + n * dtype.itemsize].view(dtype)


@dataclass(frozen=True)
class SeatedStrategies:
    """Strategies in their seats, as the loop takes them.

    Attributes:
        calls: uint64, the address of the machine code of each strategy's functions: strategy by
            strategy, by decision; empty in a game without decisions.
        values: the packed parameters of each strategy.
        table: shape (rotations, players): the strategy in each seat; hand `i` uses row `i %
            rotations`.
        heroes: for each rotation the seat whose result the outcome tells.
        lucky: whether one of the strategies wants chance.
        sizes: int64, shape (strategies, 3): where in a strategy's memory the part ends that is
            forgotten after a hand, the part that is kept longer, and its scratch; in bytes.
        deciders: the decision functions in Python; they have no address.
        askers: int64, as `calls`: the index in `deciders`; -1 for what is compiled.
        plans: those of strategies that look ahead (`cardsim.engine.look_ahead`); `values` refer to
            them.
        company: the players drawn anew for each hand; None where nobody is.
    """

    calls: np.ndarray[Any, Any]
    values: Sequence[np.ndarray[Any, Any]]
    table: np.ndarray[Any, Any]
    heroes: np.ndarray[Any, Any]
    lucky: bool
    sizes: np.ndarray[Any, Any]
    deciders: Sequence[Decider]
    askers: np.ndarray[Any, Any]
    plans: Sequence[Plan] = ()
    company: Company | None = None

    def seatings(self, seed: int, first: int, count: int) -> np.ndarray[Any, Any]:
        """Return the strategy in each seat, for hands `first .. first + count - 1`.

        There is a row for each hand if some are drawn, else for each rotation.
        """
        if self.company is None:
            return self.table
        return self.company.drawn(self.table, seed=seed, first=first, count=count)

    def at(self, seed: int, hands: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return the strategy in each seat in these hands, a row for each of them."""
        if self.company is None:
            known: np.ndarray[Any, Any] = self.table[hands % len(self.table)]
            return known
        first = int(hands.min())
        count = int(hands.max()) - first + 1
        drawn: np.ndarray[Any, Any] = self.seatings(seed, first, count)[hands - first]
        return drawn

    @property
    def memory_size(self) -> int:
        """The size in bytes of each seat's memory, large enough for any of the strategies."""
        return int(self.sizes.max(initial=0))

    @cached_property
    def params(self) -> np.ndarray[Any, Any]:
        """The address of each strategy's parameters, uint64."""
        return np.array([values.ctypes.data for values in self.values], np.uint64)


def seated(
    game: Game,
    strategies: Sequence[Strategy],
    values: Sequence[np.ndarray[Any, Any]],
    table: Sequence[Sequence[int]] | np.ndarray[Any, Any],
    heroes: Sequence[int] | np.ndarray[Any, Any],
    *,
    plans: Sequence[Plan] = (),
    company: Company | None = None,
) -> SeatedStrategies:
    """Seat strategies at a table, and compile them where needed; arguments as the attributes."""
    askers: list[int] = []
    deciders: list[Decider] = []
    for strategy, own in zip(strategies, values, strict=True):
        for decision in game.decisions:
            compiled = strategy.ways[decision.function] == COMPILED
            askers.append(-1 if compiled else len(deciders))
            if not compiled:
                deciders.append(Decider.of(strategy, decision, own, game.view))
    return SeatedStrategies(
        calls=np.array(
            [a for strategy in strategies for a in addresses(game, strategy)], np.uint64
        ),
        values=tuple(values),
        table=np.array(table, np.int64),
        heroes=np.array(heroes, np.int64),
        lucky=any(strategy.wants_chance for strategy in strategies),
        sizes=np.array([s.memory_places[1:] for s in strategies], np.int64).reshape(-1, 3),
        deciders=tuple(deciders),
        askers=np.array(askers, np.int64),
        plans=tuple(plans),
        company=company,
    )


def play(
    game: Game,
    seating: SeatedStrategies,
    memory: Memory,
    *,
    rules: np.ndarray[Any, Any],
    players: int,
    unit: int,
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
        unit: what each is: 0 for a hand, else `Unit.goes_on`.
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
    memory_size = seating.memory_size
    for plan in seating.plans:
        plan.stop_with(stop)
    status, hand = (loop or open_loop(game).entry).call(
        uint64(seed),
        uint64(first),
        count,
        players,
        unit,
        seating.lucky,
        memory_size > 0,
        seating.company is not None,
        rules,
        seating.seatings(seed, first, count),
        seating.heroes,
        seating.calls,
        seating.params,
        memory.memories(memory_size),
        seating.sizes,
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
