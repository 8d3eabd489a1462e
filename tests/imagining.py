"""Hands of any game imagined from what a seat sees, and played on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import uint32

from cardsim import Strategy
from cardsim.engine.hand_loop import DONE, observer
from cardsim.engine.look_ahead import room_of
from cardsim.engine.table import Table, asker, wide_asker
from cardsim.game import OVER, Game
from cardsim.kernels.jit import Entry, entry
from cardsim.options.params import packed_dtype
from cardsim.rng import WORDS_DTYPE, place
from cardsim.workspace import complete, load_strategy
from cardsim.worlds import plan_ahead, usual, worth
from in_bulk import Start, play_on, seating_of

SEED = 5
"""Of the hands in which something is imagined."""

Records = np.ndarray[Any, Any]


def words_of(hand: int, seed: int = 99) -> Records:
    """The beginning of a stream, one record."""
    words = np.zeros(1, WORDS_DTYPE)
    words["seed"], words["hand"] = seed, hand
    return words


@cache
def _entry(game: Game) -> Entry:
    imagine, observe = game.imagine, observer(game)
    assert imagine is not None

    def fill(views, rules, words, states, look):  # type: ignore[no-untyped-def]
        first = words[0].hand
        for i in range(states.shape[0]):
            if look:
                observe(states[i], rules[0])
            else:
                place(words[0], words[0].seed, first + np.uint64(i), uint32(0), uint32(0))
                imagine(views[0], rules[0], words[0], states[i])

    records = (game.view, packed_dtype(game.rules), WORDS_DTYPE, game.state)
    arrays = (types.Array(from_dtype(dtype), 1, "C") for dtype in records)
    signature = types.void(*arrays, types.boolean)
    return entry(fill, signature=signature, content=f"{game.name} {fill.__code__.co_code!r}")


def imagined(
    game: Game, view: Records, rules: Records, *, hand: int = 0, count: int = 1
) -> Records:
    """States imagined from a view, the k-th with the stream of hand `hand + k`.

    What the seat does not see, and the memory that is written to, are filled with rubbish before.
    """
    rubbish = np.random.default_rng(hand)
    views, states = np.zeros(1, game.view), np.zeros(count, game.state)
    for memory in (views, states):
        memory.view(np.uint8)[:] = rubbish.integers(0, 256, memory.nbytes, np.uint8)
    for name in game.view.names or ():
        views[name] = view.view(game.view)[name]
    _entry(game).call(views, rules, words_of(hand), states, False)
    return states


def dealt_anew(game: Game, state: Records, rules: Records, *, hand: int) -> Records:
    """The state, once all that its seat does not see is dealt anew, and the seat has looked."""
    other = state.copy()
    _entry(game).call(state.copy().view(game.view), rules, words_of(hand), other, False)
    return observed(game, other, rules)


def observed(game: Game, states: Records, rules: Records) -> Records:
    """The same states once the seat on turn has looked."""
    seen = states.copy()
    _entry(game).call(np.zeros(1, game.view), rules, words_of(0), seen, True)
    return seen


def bytes_of(dtype: np.dtype[Any], values: Any) -> dict[str, bytes]:
    """The fields of a record, without what lies between them."""
    found: dict[str, bytes] = {}
    for name in dtype.names or ():
        inner = values[name].dtype
        if inner.names:
            nested = bytes_of(inner, values[name])
            found |= {f"{name}.{part}": value for part, value in nested.items()}
        else:
            found[name] = values[name].tobytes()
    return found


def seen_bytes(game: Game, states: Records) -> list[bytes]:
    """What the view shows of each state, byte for byte."""
    views = states.view(game.view)
    return [b"".join(view[name].tobytes() for name in game.view.names or ()) for view in views]


def played_on(
    game: Game,
    state: Records,
    rules: Records,
    strategy: Strategy,
    *,
    following: int,
    players: int,
    hand: int,
    unit: int = 0,
) -> Any:
    """The outcome of an imagined hand, or what goes on, that is played on from its decision."""
    seating = seating_of(game, [strategy], [[0] * players], [0])
    chances = np.zeros(players, WORDS_DTYPE)
    chances["seed"], chances["hand"], chances["stream"] = 98, hand, 1 + np.arange(players)
    ending, outcome = play_on(
        game,
        seating,
        Start(following, state, words_of(hand, seed=97), chances),
        rules=rules,
        players=players,
        unit=unit,
        rotation=0,
        stop=np.zeros(1, np.uint8),
    )
    assert ending.status == DONE
    return outcome


@dataclass(frozen=True)
class Point:
    """A decision in a hand: what waits, and the true state with what the seat sees."""

    hand: int
    players: int
    rules: Records
    decision: int
    state: Records


def points(
    game: Game,
    tables: Sequence[tuple[Any, int]],
    strategies: Sequence[Strategy],
    *,
    hands: int,
    first: int = 0,
) -> Iterator[Point]:
    """Every decision of some hands of `SEED`: tables (rules, players) and strategies take turns."""
    for hand in range(first, first + hands):
        rules, players = tables[hand % len(tables)]
        strategy = strategies[hand // len(tables) % len(strategies)]
        table = Table(game, rules, players, seed=SEED, hand=hand)
        chance = words_of(hand)
        seating = seating_of(game, [strategy], [[0]], [0])
        while table.decision != OVER:
            yield Point(hand, players, table.rules, table.decision, table.states.copy())
            view, calls = table.states.view(game.view), seating.calls[table.decision]
            given = view, chance, seating.params[0], 0, calls
            if table.asks.wide:
                first_part, second = wide_asker(game.view).call(*given)
                table.act((int(first_part), int(second)))
            else:
                table.act(int(asker(game.view).call(*given)))


def assert_agrees(game: Game, point: Point) -> Records:
    """What is imagined at a decision agrees with what the seat sees there; gives it back.

    The same words imagine the same hand again, from that hand's own view too, and nothing hidden
    of the true hand has any part in it.
    """
    states = imagined(game, point.state, point.rules, hand=7 * point.hand)
    true = seen_bytes(game, point.state)

    assert seen_bytes(game, states) == true
    assert seen_bytes(game, observed(game, states, point.rules)) == true
    again = imagined(game, states, point.rules, hand=7 * point.hand)
    assert again.tobytes() == states.tobytes()
    return states


def of_all_worlds(view, future, count_legal, nth_legal):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Not an action, but a number in which every action in every world has a part."""
    found = usual(future)
    for n in range(count_legal(view)):
        for world in range(6):
            found = found * 31 + worth(future, world, n)
    return found


def of_all_plans(view, future, count_legal, nth_legal):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """The same where worlds tell each other what to do next, in three times as many."""
    plan_ahead(future)
    found = usual(future)
    for n in range(count_legal(view)):
        for world in range(18):
            found = found * 31 + worth(future, world, n)
    return found


def based(game: Game, function: Callable[..., Any], base: str) -> Strategy:
    """A function for every decision, with what plays on."""
    found, other = Strategy("any", every_decision=function), load_strategy(game, base)
    return complete(game, found).based_on(other, room_of(game, other))


MOST_COMPARED = 60
"""Decisions of a hand at which what is hidden is dealt anew."""


def assert_blind(
    game: Game, *, all_is_seen: bool = False, finds: Callable[..., Any] = of_all_worlds
) -> None:
    """What a seat cannot see has no part in what it finds when it looks ahead.

    Each decision is met twice, with every hidden card dealt anew.
    """
    strategy = based(game, finds, game.default_strategy)
    table, other, anything = Table(game), Table(game), load_strategy(game, "random-legal")
    compared, changed, numbers = 0, 0, set[int]()
    for hand in range(8):
        table.begin(SEED, hand)
        until = compared + MOST_COMPARED
        while not table.over and compared < until:
            if table.waits_for_chance:
                table.happen()
                continue
            if not table.asks.wide:
                hidden = dealt_anew(game, table.states, table.rules, hand=1000 + hand)
                other.begin(SEED, hand)
                other.states[:], other.decision = hidden, table.decision
                other.chances[:] = table.chances
                changed += table.states.tobytes() != hidden.tobytes()
                number = other.choice(strategy)
                assert number == table.choice(strategy)
                numbers.add(number)
                compared += 1
            table.act(table.choice(anything))

    assert compared > 20
    assert len(numbers) > compared // 4
    assert changed > compared // 4 or all_is_seen
