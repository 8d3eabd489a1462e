"""Many hands of any game, as the engine plays them for a run."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint64

import cardsim
from cardsim.compile.fingerprint import fingerprint
from cardsim.engine.bulk import Ending, Memory, SeatedStrategies, play, seated
from cardsim.engine.hand_loop import DONE, observer, play_on_loop
from cardsim.engine.table import dispatched
from cardsim.game import Action, Game
from cardsim.kernels.intrinsics import seen_as
from cardsim.kernels.jit import Entry, entry, kernel
from cardsim.options.params import Value, packed_dtype
from cardsim.runs.preparation import Setup
from cardsim.strategy import Strategy


@dataclass(frozen=True)
class Start:
    """A point of a hand, from which it can be played on.

    Attributes:
        following: the decision that waits, CHANCE, or `hand_loop.NEXT_DEAL`.
        states, words: the state and the hand's stream of chance; arrays of one record.
        chances: each seat's own chance, one record a seat.
    """

    following: int
    states: np.ndarray[Any, Any]
    words: np.ndarray[Any, Any]
    chances: np.ndarray[Any, Any]


def play_on(
    game: Game,
    seating: SeatedStrategies,
    start: Start,
    *,
    rules: np.ndarray[Any, Any],
    players: int,
    unit: int,
    rotation: int,
    stop: np.ndarray[Any, Any],
    seats: np.ndarray[Any, Any] | None = None,
) -> tuple[Ending, Any]:
    """Play on from a point to the end of the hand, or of the unit; `start` is not changed.

    Nobody has notes of what came before it.

    Args:
        game: what is played.
        seating: who plays where.
        start: where it begins.
        rules: packed, one record.
        players: seats at the table.
        unit: as in `play`.
        rotation: the row of the table that sits there.
        stop: as in `play`.
        seats: who sits there instead, where some are drawn.

    Returns:
        How it ended, and the outcome.
    """
    outcomes, size = np.zeros(1, game.outcome), seating.memory_size
    notes = np.zeros((players, size), np.uint8)
    address, step = notes.ctypes.data, notes.strides[0]
    status, hand = play_on_loop(game).entry.call(
        start.following,
        players,
        unit,
        seating.lucky,
        size > 0,
        rules,
        seating.table[rotation : rotation + 1] if seats is None else seats[None],
        seating.heroes[rotation : rotation + 1],
        seating.calls,
        seating.params,
        np.arange(players, dtype=np.uint64) * uint64(step) + uint64(address),
        seating.sizes,
        stop,
        outcomes,
        start.states.copy(),
        start.words.copy(),
        start.chances.copy(),
    )
    return Ending(int(status), int(hand)), outcomes[0]


def seating_of(
    game: Game,
    strategies: Sequence[Strategy],
    rows: Sequence[Sequence[int]],
    heroes: Sequence[int],
    parameters: Mapping[str, Value] | None = None,
) -> SeatedStrategies:
    """Strategies at a table.

    Args:
        game: what they play.
        strategies: each with an answer to every decision.
        rows: for each rotation the number of the strategy in each seat.
        heroes: for each rotation the hero's seat.
        parameters: what the strategies are given; a strategy takes those that it knows.
    """
    given = parameters or {}
    values = [
        s.packed({p.name: given.get(p.name, p.default) for p in s.parameters}) for s in strategies
    ]
    return seated(game, strategies, values, rows, heroes)


def looked_at(
    game: Game, states: Sequence[Any], decisions: Sequence[int], rules: np.ndarray[Any, Any]
) -> tuple[np.ndarray[Any, Any], list[list[Action]]]:
    """States that wait for a decision, once the seats on turn have looked, and what is legal there.

    Args:
        game: what is played.
        states: a record each.
        decisions: the numbers of what waits in them.
        rules: packed.

    Returns:
        The states as an array, and for each the legal actions in the order of the rules.
    """
    if not states:
        return np.zeros(0, game.state), []
    seen = np.frombuffer(bytearray().join(state.tobytes() for state in states), game.state)
    numbers, counts = np.array(decisions, np.int64), np.zeros(len(seen), np.int64)
    _look(game).call(seen, rules, numbers, counts, np.zeros((0, 2), np.int64))
    found = np.zeros((int(counts.sum()), 2), np.int64)
    _look(game).call(seen, rules, numbers, counts, found)
    rows = iter(found.tolist())
    legal = []
    for number, count in zip(decisions, counts.tolist(), strict=True):
        some = list(itertools.islice(rows, count))
        wide = game.decisions[number].wide
        legal.append([tuple(pair) if wide else pair[0] for pair in some])
    return seen, legal


def shower(game: Game) -> Any:
    """A kernel (decision, state, rules) that shows the seat on turn what the loop shows it."""
    shows: Any = kernel(lambda _d, _state, _rules: None)
    for number, decision in enumerate(game.decisions):
        shows = _either(number, observer(game, decision.observe), shows)
    return shows


def _either(number: int, observe: Any, others: Any) -> Any:
    @kernel
    def either(d, state, rules):  # type: ignore[no-untyped-def]
        if d == number:
            observe(state, rules)
        else:
            others(d, state, rules)

    return either


@cache
def _look(game: Game) -> Entry:
    observe, seen_by, choices = shower(game), seen_as(game.view), dispatched(game)
    count, nth = choices.count, choices.nth

    def look(states, rules, decisions, counts, found):  # type: ignore[no-untyped-def]
        at = int64(0)
        for i in range(len(states)):
            state, number = states[i], decisions[i]
            if len(found) == 0:
                observe(number, state, rules[0])
                counts[i] = count(number, seen_by(state))
                continue
            for n in range(counts[i]):
                found[at, 0], found[at, 1] = nth(number, seen_by(state), n)
                at += 1

    records = (game.state, packed_dtype(game.rules))
    arrays = [types.Array(from_dtype(dtype), 1, "C") for dtype in records]
    numbers = types.int64[::1]
    signature = types.void(*arrays, numbers, numbers, types.int64[:, ::1])
    content = f"{game.name} {fingerprint(look)}"
    return entry(look, signature=signature, content=content)


def bound_loop(setup: Setup) -> Entry:
    """The loop bound to a setup's table."""
    assert setup.run.bound_loop is not None
    return setup.run.bound_loop.entry


def outcomes_of(
    game: Game,
    seating: SeatedStrategies,
    *,
    rules: np.ndarray[Any, Any],
    players: int,
    seed: int,
    first: int,
    count: int,
    unit: int = 0,
    loop: Entry | None = None,
) -> np.ndarray[Any, Any]:
    """The outcomes of hands `first .. first + count - 1`, or of as many units that go on."""
    memory = Memory(game, rows=count)
    ending = play(
        game,
        seating,
        memory,
        rules=rules,
        players=players,
        unit=unit,
        seed=seed,
        first=first,
        count=count,
        stop=np.zeros(1, np.uint8),
        loop=loop,
    )
    assert ending.status == DONE, ending
    return memory.outcomes[:count]


def every_answer(namesake: Strategy, *, seed: int) -> dict[str, Callable[..., Any]]:
    """Answers of several kinds, to be asked for with and without an `executor`."""
    contenders: list[str | Strategy] = ["threshold", namesake, "take-margin"]
    asked: dict[str, Any] = {"seed": seed, "unit": "hand"}
    return {
        "a sweep": lambda **o: cardsim.sweep(
            "scat", 9_000, knock_threshold="20..23", players="2..3", vs="usual", **asked, **o
        ),
        "a comparison": lambda **o: cardsim.compare(
            "scat", contenders, n=20_000, vs="usual", **asked, **o
        ),
        "a review": lambda **o: cardsim.review(
            "scat", 30_000, by="knock:value", vs="usual", **asked, **o
        ),
        "what is learned": lambda **o: cardsim.learn(
            "chinese-ten", 4_000, rounds=1, seed=seed, vs="usual", **o
        ),
        "an experiment": lambda **o: cardsim.experiment("cameroon-abandon-a-race", 1000, **o),
    }
