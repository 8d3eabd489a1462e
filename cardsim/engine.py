"""The bulk engine: all loops over hands.

A pool of hands is played in waves. Hands that wait for the same decision of the same strategy
stand in one queue; a wave calls the strategy's batch loop once for the whole queue, then carries
out every action, and each hand moves on to the queue of its next decision. A finished hand is
scored and its place taken by the next hand number.

Measured against a plain loop that plays one hand to its end with a call per decision: see
`tests/benchmarks/README.md`. The waves win because a mispredicted branch of one hand does not hold
up the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint32, uint64

from cardsim.game import CHANCE, OVER, Game
from cardsim.jit import (
    CACHE_LINE,
    Entry,
    borrowed,
    call_address,
    entry,
    inlined,
    kept,
    kernel,
    number_from_address,
    prefetch,
)
from cardsim.params import packed_dtype
from cardsim.rng import CHANCE_RECORDS, DEAL_BLOCKS, TOGETHER, WORDS_DTYPE, fill_many, place
from cardsim.whole import DONE, ENDLESS, ILLEGAL, STOPPED

POOL = 512
"""Hands in play together, where the game does not say otherwise."""
CHECK_WAVES = 1 << 12
"""Waves between two looks for a hand that does not end."""
CHANCES = 64
"""Events of chance of one hand in a wave."""
MAX_WAVES = 1 << 20
"""Waves after which a hand or match is called endless."""

DEAL_QUEUE, OVER_QUEUE, CHANCE_QUEUE, FIRST_QUEUE = range(4)


@dataclass(frozen=True)
class Ending:
    """How a call of the engine ended, and at which hand number if one is to blame."""

    status: int
    hand: int


def aligned(n: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """An array of zeros that starts on a cache line."""
    raw = np.zeros(n * dtype.itemsize + CACHE_LINE, np.uint8)
    start = -raw.ctypes.data % CACHE_LINE
    return raw[start : start + n * dtype.itemsize].view(dtype)


class Bench:
    """The working memory of one thread; allocated once, since fresh pages are slow."""

    def __init__(self, game: Game, *, queues: int, rows: int, pool: int | None = None) -> None:
        pool = pool or game.pool or POOL
        self.pool = pool
        self.states = aligned(pool, game.state)
        self.views = self.states.view(game.view)
        self.words = aligned(pool, WORDS_DTYPE)
        self.chance = aligned(max(CHANCE_RECORDS, game.players[1]), WORDS_DTYPE)
        self.used = np.zeros((pool, game.players[1]), np.uint32)
        self.slots = np.zeros(queues * pool, np.uint32)
        self.tails = np.zeros(queues, np.uint64)
        self.actions = np.zeros(pool, np.int64)
        self.scratch = np.zeros((8, TOGETHER), np.uint32)
        self.busy = np.zeros(pool, np.uint32)
        self.together = np.arange(TOGETHER, dtype=np.uint32)
        self.number = np.zeros(pool, np.uint64)
        self.rotation = np.zeros(pool, np.uint64)
        self.base = np.zeros(pool, np.uint64)
        self.born = np.zeros(pool, np.int64)
        self.playing = np.zeros(pool, np.uint8)
        self.outcomes = np.zeros(rows, game.outcome)


@dataclass(frozen=True)
class Seating:
    """Who plays where, as the engine takes it.

    Attributes:
        strategies: for each strategy at the table its batch loops, one for each decision, and its
            packed parameters; none in a game without decisions.
        table: shape (rotations, players): the strategy in each seat; hand `i` uses row `i %
            rotations`.
        heroes: for each rotation the seat whose fate the outcome tells.
        whole: the loop that plays whole hands of these strategies, if it is compiled; None for
            matches.
    """

    strategies: Sequence[tuple[Sequence[Entry], np.ndarray[Any, Any]]]
    table: np.ndarray[Any, Any]
    heroes: np.ndarray[Any, Any]
    whole: Entry | None = None

    def routes(self, decisions: int) -> np.ndarray[Any, Any]:
        """The queue of a hand by rotation, seat and decision, uint64, flat.

        The first entries of each seat are for a hand that waits for chance, and for one that is
        over.
        """
        after = np.arange(decisions)
        start = FIRST_QUEUE + self.table[:, :, None] * decisions + after
        others = [np.full((*self.table.shape, 1), q) for q in (CHANCE_QUEUE, OVER_QUEUE)]
        return np.concatenate([*others, start], axis=2).astype(np.uint64).ravel()

    def addresses(self) -> np.ndarray[Any, Any]:
        """The machine code of every batch loop, uint64, in the order of the queues."""
        return np.array([e.address for entries, _ in self.strategies for e in entries], np.uint64)

    def params(self) -> np.ndarray[Any, Any]:
        """The parameters, float64, one row for each strategy."""
        longest = max((len(p) for _, p in self.strategies), default=1)
        rows = np.zeros((len(self.strategies), longest), np.float64)
        for row, (_, values) in zip(rows, self.strategies, strict=True):
            row[: len(values)] = values
        return rows


def play(
    game: Game,
    seating: Seating,
    bench: Bench,
    *,
    rules: np.ndarray[Any, Any],
    players: int,
    match: bool,
    seed: int,
    first: int,
    count: int,
    stop: np.ndarray[Any, Any],
) -> Ending:
    """Play hands `first .. first + count - 1`; their outcomes are left in bench.outcomes[:count].

    Args:
        game: what is played.
        seating: who plays where.
        bench: the working memory of this thread, with a queue for each decision of each strategy
            and room for `count` outcomes.
        rules: packed, one record.
        players: seats at the table.
        match: whether each is a whole match.
        seed: the run's seed.
        first: the number of the first hand, or match.
        count: how many to play.
        stop: uint8, shape (1,); set it to 1 in another thread to end early.

    Raises:
        Exception: whatever a strategy's compiled code raised.
    """
    if seating.whole is not None and not match:
        status = seating.whole.call(
            uint64(seed),
            uint64(first),
            count,
            seating.table.ravel(),
            seating.heroes.astype(np.int64),
            seating.params(),
            stop,
            bench.outcomes,
            bench.words,
            bench.together,
            bench.scratch,
            bench.chance,
        )
        return Ending(int(status[0]), int(status[1]))
    waves = waves_entry(game)
    status = loop_entry(game).call(
        uint64(waves.address if waves else 0),
        uint64(seed),
        uint64(first),
        count,
        players,
        match,
        rules,
        seating.routes(len(game.decisions)),
        seating.heroes.astype(np.int64),
        seating.addresses(),
        seating.params(),
        stop,
        bench.outcomes,
        bench.states,
        bench.views,
        bench.words,
        bench.chance,
        bench.used,
        bench.slots,
        bench.tails,
        bench.actions,
        bench.scratch,
        bench.busy,
        bench.number,
        bench.rotation,
        bench.base,
        bench.born,
        bench.playing,
    )
    return Ending(int(status[0]), int(status[1]))


@cache
def loop_entry(game: Game) -> Entry:
    """The engine's loop over the hands of a game, with their deals and scores.

    Its first argument is the address of `waves_entry`; they are apart so that two processes can
    compile them.
    """
    signature = types.UniTuple(types.int64, 2)(
        types.uint64,
        types.uint64,
        types.uint64,
        types.int64,
        types.int64,
        types.boolean,
        _array(packed_dtype(game.rules)),
        _array(types.uint64),
        _array(types.int64),
        _array(types.uint64),
        _array(types.float64, 2),
        _array(types.uint8),
        _array(game.outcome),
        _array(game.state),
        _array(game.view),
        _array(WORDS_DTYPE),
        _array(WORDS_DTYPE),
        _array(types.uint32, 2),
        _array(types.uint32),
        _array(types.uint64),
        _array(types.int64),
        _array(types.uint32, 2),
        _array(types.uint32),
        _array(types.uint64),
        _array(types.uint64),
        _array(types.uint64),
        _array(types.int64),
        _array(types.uint8),
    )
    return entry(_loop(game), signature=signature, content=_content(game, "loop"))


@cache
def waves_entry(game: Game) -> Entry | None:
    """What carries out one decision of all hands in a queue; None where there are no decisions."""
    if not game.decisions:
        return None
    return entry(_waves(game), signature=_waves_signature(game), content=_content(game, "waves"))


def waves_kept(game: Game) -> bool:
    """Whether `waves_entry` would be found on disk."""
    return kept(_waves(game), signature=_waves_signature(game), content=_content(game, "waves"))


def _waves_signature(game: Game) -> Any:
    return types.int64(
        types.int64,
        _array(game.state),
        _array(WORDS_DTYPE),
        _array(packed_dtype(game.rules)),
        _array(types.uint32),
        types.int64,
        _array(types.int64),
        _array(types.uint32),
        _array(types.uint64),
        _array(types.uint64),
        _array(types.uint64),
    )


def _array(kind: Any, dimensions: int = 1) -> Any:
    return types.Array(from_dtype(kind) if isinstance(kind, np.dtype) else kind, dimensions, "C")


def _content(game: Game, part: str) -> str:
    return f"{part} {game.name} {game.state!r} {game.outcome!r}"


def _wave(apply: Callable[..., Any], game: Game) -> Callable[..., Any]:
    """The loop that carries out one decision of all hands in a queue.

    `apply` takes the decision's number first.
    """
    observe, legal = game.observe, game.legal
    columns = uint64(len(game.decisions) + 2)

    @kernel
    def wave(d, states, words, rules, busy, n, actions, slots, tails, base, routes):
        for i in range(n):
            h = busy[i]
            state = states[h]
            action = actions[i]
            if not legal(state, action):
                return int64(h)
            # Unsigned, so that an action used as an index needs no test for a negative one.
            decision = apply(d, state, rules, uint32(action), words[h])
            if decision >= 0:
                observe(state, rules)
            queue = routes[base[h] + uint64(state.seat) * columns + uint64(decision + 2)]
            tail = tails[queue]
            slots[tail] = h
            tails[queue] = tail + uint64(1)
        return int64(-1)

    return wave


def applier(game: Game, numbers: Sequence[int]) -> Callable[..., Any]:
    """One kernel (d, state, rules, action, words) that carries out decision `d` of `numbers`."""
    if not numbers:
        return _apply_nothing
    apply, number = game.decisions[numbers[0]].apply, numbers[0]
    if len(numbers) == 1:

        @inlined
        def only(d, state, rules, action, words):
            return int64(apply(state, rules, action, words))

        return only
    rest = applier(game, numbers[1:])

    @kernel
    def one_of(d, state, rules, action, words):
        if d == number:
            return int64(apply(state, rules, action, words))
        return rest(d, state, rules, action, words)

    return one_of


@kernel
def _apply_nothing(d, state, rules, action, words):
    """The decisions of a game without any."""
    return int64(OVER)


@kernel
def no_chance(state, rules, words):
    """The events of chance of a game whose decisions bring them along."""
    return int64(OVER)


@kernel
def _no_batch(seed, first, count, players, rules, stop, states, words, outcomes):
    """For a game that has none: it cannot."""
    return False


def _waves(game: Game) -> Callable[..., Any]:
    """The function that runs the wave of decision `d`.

    Each frequent decision has a loop of its own; all others share one.
    """
    frequent = [k for k, d in enumerate(game.decisions) if d.frequent]
    run = _wave(applier(game, [k for k in range(len(game.decisions)) if k not in frequent]), game)
    for number in frequent:
        run = _either(number, _wave(applier(game, [number]), game), run)

    def waves(d, states, words, rules, busy, n, actions, slots, tails, base, routes):
        return run(
            d,
            borrowed(states),
            borrowed(words),
            rules[0],
            borrowed(busy),
            n,
            borrowed(actions),
            borrowed(slots),
            borrowed(tails),
            borrowed(base),
            borrowed(routes),
        )

    return waves


def _either(
    number: int, wave: Callable[..., Any], others: Callable[..., Any]
) -> Callable[..., Any]:
    @kernel
    def either(d, states, words, rules, busy, n, actions, slots, tails, base, routes):
        if d == number:
            return wave(d, states, words, rules, busy, n, actions, slots, tails, base, routes)
        return others(d, states, words, rules, busy, n, actions, slots, tails, base, routes)

    return either


@kernel
def take(slots, tails, queue, pool, busy):
    """Empty a queue into `busy`; returns how many stood in it."""
    start = uint64(queue) * uint64(pool)
    n = int64(tails[queue] - start)
    for i in range(n):
        busy[i] = slots[start + uint64(i)]
    tails[queue] = start
    return n


def another_deal(game: Game) -> Callable[..., Any]:
    """One kernel (state, rules, words) that settles a hand; whether its match goes on.

    If so, `words` stand where the next deal begins.
    """
    next_hand = game.next_hand
    if next_hand is None:
        return _never

    @kernel
    def settle(state, rules, words):
        goes_on = next_hand(state, rules)
        if goes_on:
            place(words, words.seed, words.hand, uint32(0), uint32(state.deals * DEAL_BLOCKS))
        return goes_on

    return settle


@kernel
def _never(state, rules, words):
    """The matches of a game that has none."""
    return False


def _loop(game: Game) -> Callable[..., Any]:
    deal, observe, start, close = game.deal, game.observe, game.start, game.close
    score, goes_on = game.score, another_deal(game)
    happen, at_once = game.chance or no_chance, game.batch or _no_batch
    decisions = len(game.decisions)
    columns = uint64(decisions + 2)
    split = max(decisions, 1)
    ahead = game.words_ahead

    @kernel
    def deal_wave(states, words, used, rules, players, busy, n, slots, tails, base, routes):
        for i in range(n):
            h = busy[i]
            state = states[h]
            for s in range(players):
                used[h, s] = uint32(0)
            decision = deal(state, rules, words[h])
            if decision >= 0:
                observe(state, rules)
            queue = routes[base[h] + uint64(state.seat) * columns + uint64(decision + 2)]
            tail = tails[queue]
            slots[tail] = h
            tails[queue] = tail + uint64(1)

    @kernel
    def chance_wave(states, words, rules, busy, n, slots, tails, base, routes):
        for i in range(n):
            h = busy[i]
            state = states[h]
            decision = int64(CHANCE)
            for _ in range(CHANCES):
                decision = int64(happen(state, rules, words[h]))
                if decision != CHANCE:
                    break
            if decision >= 0:
                observe(state, rules)
            queue = routes[base[h] + uint64(state.seat) * columns + uint64(decision + 2)]
            tail = tails[queue]
            slots[tail] = h
            tails[queue] = tail + uint64(1)

    @kernel
    def close_wave(states, rules, busy, n, number, outcomes):
        for i in range(n):
            h = busy[i]
            # Its outcome is written by the next wave, to memory that has long been out of reach.
            prefetch(outcomes, number[h])
            close(states[h], rules)

    @kernel
    def settle_wave(states, words, rules, busy, n, slots, tails):
        """Send matches that go on to the deal; keep those that are over in `busy`."""
        over = 0
        for i in range(n):
            h = busy[i]
            state = states[h]
            if goes_on(state, rules, words[h]):
                slots[tails[DEAL_QUEUE]] = h
                tails[DEAL_QUEUE] += uint64(1)
            else:
                busy[over] = h
                over += 1
        return over

    @kernel
    def score_wave(states, rules, busy, n, number, rotation, heroes, outcomes):
        for i in range(n):
            h = busy[i]
            score(states[h], rules, heroes[rotation[h]], outcomes[number[h]])

    def loop(
        waves_address,
        seed,
        first,
        count,
        players,
        match,
        rules,
        routes,
        heroes,
        addresses,
        params,
        stop,
        outcomes,
        states,
        views,
        words,
        chance,
        used,
        slots,
        tails,
        actions,
        scratch,
        busy,
        number,
        rotation,
        base,
        born,
        playing,
    ):
        routes, heroes, params = borrowed(routes), borrowed(heroes), borrowed(params)
        outcomes, states, views = borrowed(outcomes), borrowed(states), borrowed(views)
        words, chance, used = borrowed(words), borrowed(chance), borrowed(used)
        slots, tails, actions, scratch = (
            borrowed(slots),
            borrowed(tails),
            borrowed(actions),
            borrowed(scratch),
        )
        busy, number, rotation, base = (
            borrowed(busy),
            borrowed(number),
            borrowed(rotation),
            borrowed(base),
        )
        rules = borrowed(rules)
        rule = rules[0]
        pool = int64(states.shape[0])
        rotations = uint64(heroes.shape[0])
        if at_once(seed, first, count, players, rule, stop, states, words, outcomes):
            return (STOPPED if stop[0] != 0 else DONE), int64(0)
        queues = FIRST_QUEUE + addresses.shape[0]
        for q in range(queues):
            tails[q] = uint64(q * pool)
        stride = uint64(players) * columns
        begun = min(pool, count)
        live = begun
        waves = int64(0)
        for i in range(begun):
            hand = first + uint64(i)
            rotation[i] = hand % rotations
            base[i] = rotation[i] * stride
            number[i] = uint64(i)
            playing[i] = 1
            born[i] = 0
            start(states[i], rule, players, match)
            place(words[i], seed, hand, uint32(0), uint32(0))
            slots[i] = uint32(i)
        tails[DEAL_QUEUE] = uint64(begun)
        while live > 0:
            waves += 1
            if stop[0] != 0:
                return STOPPED, int64(0)
            if waves % CHECK_WAVES == 0:
                for i in range(pool):
                    if playing[i] != 0 and waves - born[i] > MAX_WAVES:
                        return ENDLESS, int64(first + number[i])
            waiting = int64(tails[DEAL_QUEUE]) - DEAL_QUEUE * pool
            over = int64(tails[OVER_QUEUE]) - OVER_QUEUE * pool
            # Hands are scored, and words made for new ones, several at once: a few wait for others.
            now = waiting + over == live or waves % CHECK_WAVES == CHECK_WAVES - 1
            if waiting >= TOGETHER or (now and waiting > 0):
                n = take(slots, tails, DEAL_QUEUE, pool, busy)
                fill_many(words, busy, n, scratch, ahead)
                deal_wave(states, words, used, rule, players, busy, n, slots, tails, base, routes)
            n = take(slots, tails, CHANCE_QUEUE, pool, busy)
            if n > 0:
                chance_wave(states, words, rule, busy, n, slots, tails, base, routes)
            for q in range(FIRST_QUEUE, queues):
                n = take(slots, tails, q, pool, busy)
                if n > 0:
                    k = q - FIRST_QUEUE
                    batch = (views, busy, n, params[k // split], actions, words, used, chance)
                    call_address(addresses[k], batch)
                    wave = (
                        k % split,
                        states,
                        words,
                        rules,
                        busy,
                        n,
                        actions,
                        slots,
                        tails,
                        base,
                        routes,
                    )
                    wrong = number_from_address(waves_address, wave)
                    if wrong >= 0:
                        return ILLEGAL, int64(first + number[wrong])
            over = int64(tails[OVER_QUEUE]) - OVER_QUEUE * pool
            if over < TOGETHER and not now:
                continue
            n = take(slots, tails, OVER_QUEUE, pool, busy)
            if n == 0:
                continue
            close_wave(states, rule, busy, n, number, outcomes)
            if match:
                n = settle_wave(states, words, rule, busy, n, slots, tails)
            score_wave(states, rule, busy, n, number, rotation, heroes, outcomes)
            for i in range(n):
                h = busy[i]
                if begun == count:
                    playing[h] = 0
                    live -= 1
                    continue
                hand = first + uint64(begun)
                number[h] = uint64(begun)
                rotation[h] = hand % rotations
                base[h] = rotation[h] * stride
                born[h] = waves
                if match:
                    start(states[h], rule, players, match)
                place(words[h], seed, hand, uint32(0), uint32(0))
                slots[tails[DEAL_QUEUE]] = h
                tails[DEAL_QUEUE] += uint64(1)
                begun += 1
        return DONE, int64(0)

    return loop
