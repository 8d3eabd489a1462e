"""The tracing engine: one hand, step by step, with the state after each.

It calls the same functions of the game and the same compiled strategies as the bulk engine, so
that a traced hand is the hand that was counted. It also notices a strategy that changes its view.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint32, uint64

from cardsim.engine import Bench, Seating, another_deal, applier, no_chance
from cardsim.game import CHANCE, OVER, Event, Game, Step
from cardsim.jit import Entry, call_address, entry, kernel
from cardsim.params import packed_dtype
from cardsim.rng import WORDS_DTYPE, place

MAX_STEPS = 1 << 16
"""Decisions of one hand or match that are kept."""
FIRST_STEPS = 256

DONE, ILLEGAL, CHANGED, FULL = range(4)
DEALT, SCORED, SETTLED, CHANCED = -1, -2, -3, -4
"""Decision numbers of the steps that are none: the deal, the scoring of a hand, what follows from
it in a match, and an event of chance."""


@dataclass(frozen=True)
class Trace:
    """One hand, or one match, as it was played.

    Attributes:
        game: what was played.
        rules: packed, the record itself.
        steps: the deal, the decisions and events of chance, and the scoring of each hand, in order.
        outcome: one record of the game's outcome dtype.
        status: DONE, ILLEGAL (the last step names the action), CHANGED (a strategy wrote to its
            view) or FULL.
    """

    game: Game
    rules: Any
    steps: list[Step]
    outcome: Any
    status: int

    @cached_property
    def events(self) -> list[Event]:
        """The steps in the words of the rules.

        Told when asked for and not while the hand is played: what the game's story raises is no
        error of a strategy.
        """
        return self.game.narrate(self.steps, self.rules)


def trace(
    game: Game,
    seating: Seating,
    *,
    rules: np.ndarray[Any, Any],
    players: int,
    match: bool,
    seed: int,
    hand: int,
) -> Trace:
    """Play one hand, or one match, and keep every step.

    Raises:
        Exception: whatever a strategy's compiled code raised.
    """
    size = FIRST_STEPS
    while True:
        bench = Bench(game, queues=1, rows=1, pool=1)
        kept = np.zeros(size + 1, game.state)
        log = np.zeros((size + 1, 3), np.int64)
        rotation = hand % len(seating.heroes)
        status, n = trace_entry(game).call(
            uint64(seed),
            uint64(hand),
            players,
            match,
            rules,
            seating.table[rotation].astype(np.int64),
            int(seating.heroes[rotation]),
            seating.addresses(),
            seating.params(),
            bench.outcomes,
            bench.states,
            bench.views,
            bench.states.view(np.uint8),
            np.zeros(game.state.itemsize, np.uint8),
            bench.words,
            bench.chance,
            bench.used,
            bench.actions,
            kept,
            log,
        )
        if status != FULL or size >= MAX_STEPS:
            break
        size *= 16
    steps = []
    for k in range(n):
        number, seat, action = (int(x) for x in log[k])
        decision = game.decisions[number] if number >= 0 else None
        steps.append(
            Step(
                decision, seat, number if decision is None else action, kept[max(k - 1, 0)], kept[k]
            )
        )
    return Trace(game, rules[0], steps, bench.outcomes[0], int(status))


@cache
def trace_entry(game: Game) -> Entry:
    """The tracing engine compiled for a game."""
    state, view, outcome, words = (
        from_dtype(d) for d in (game.state, game.view, game.outcome, WORDS_DTYPE)
    )
    rules = from_dtype(packed_dtype(game.rules))

    def array(dtype: Any, dimensions: int = 1) -> Any:
        return types.Array(dtype, dimensions, "C")

    signature = types.UniTuple(types.int64, 2)(
        types.uint64,
        types.uint64,
        types.int64,
        types.boolean,
        array(rules),
        array(types.int64),
        types.int64,
        array(types.uint64),
        array(types.float64, 2),
        array(outcome),
        array(state),
        array(view),
        array(types.uint8),
        array(types.uint8),
        array(words),
        array(words),
        array(types.uint32, 2),
        array(types.int64),
        array(state),
        array(types.int64, 2),
    )
    return entry(
        _tracer(game),
        signature=signature,
        content=f"trace {game.name} {game.state!r} {game.outcome!r}",
    )


def _tracer(game: Game) -> Callable[..., Any]:
    deal, observe, legal, start, close = game.deal, game.observe, game.legal, game.start, game.close
    score, settle, happen = game.score, another_deal(game), game.chance or no_chance
    decisions = max(len(game.decisions), 1)
    apply_any = applier(game, range(len(game.decisions)))

    @kernel
    def keep(kept, log, n, states, decision, seat, action):
        kept[n] = states[0]
        log[n, 0], log[n, 1], log[n, 2] = decision, seat, action
        return n + 1

    def tracer(
        seed,
        hand,
        players,
        match,
        rules,
        seats,
        hero,
        addresses,
        params,
        outcomes,
        states,
        views,
        raw,
        copy,
        words,
        chance,
        used,
        actions,
        kept,
        log,
    ):
        rule = rules[0]
        state = states[0]
        queue = np.zeros(1, np.uint32)
        start(state, rule, players, match)
        place(words[0], seed, hand, uint32(0), uint32(0))
        n = int64(0)
        size = kept.shape[0] - 2
        goes_on = True
        while goes_on:
            for s in range(players):
                used[0, s] = uint32(0)
            decision = int64(deal(state, rule, words[0]))
            n = keep(kept, log, n, states, DEALT, -1, 0)
            while decision != OVER:
                if n >= size:
                    return FULL, n
                if decision == CHANCE:
                    seat = int64(state.seat)
                    decision = int64(happen(state, rule, words[0]))
                    n = keep(kept, log, n, states, CHANCED, seat, 0)
                    continue
                observe(state, rule)
                kept[n - 1] = states[0]
                seat = int64(state.seat)
                strategy = seats[seat]
                for b in range(raw.shape[0]):
                    copy[b] = raw[b]
                batch = (views, queue, int64(1), params[strategy], actions, words, used, chance)
                call_address(addresses[strategy * decisions + decision], batch)
                action = actions[0]
                for b in range(raw.shape[0]):
                    if copy[b] != raw[b]:
                        return CHANGED, keep(kept, log, n, states, decision, seat, action)
                if not legal(state, action):
                    return ILLEGAL, keep(kept, log, n, states, decision, seat, action)
                following = int64(apply_any(decision, state, rule, uint32(action), words[0]))
                n = keep(kept, log, n, states, decision, seat, action)
                decision = following
            close(state, rule)
            n = keep(kept, log, n, states, SCORED, -1, 0)
            goes_on = False
            if match:
                goes_on = settle(state, rule, words[0])
                n = keep(kept, log, n, states, SETTLED, -1, 0)
                if n >= size:
                    return FULL, n
        score(state, rule, hero, outcomes[0])
        return DONE, n

    return tracer
