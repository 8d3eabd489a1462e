"""Whole hands in one go: the strategies at a table compiled together with the game.

The engine's waves call each strategy by its address, whatever it is. A loop compiled for one table
has its decisions, the rules, the number of seats and what follows from them in one piece: the
compiler sees that most questions about rules have one answer, and a hand stays in the nearest
memory from its deal to its score. To compile it takes about 10 s, against a fraction of one for the
decisions alone, and changes no outcome: so it is for long runs, and for all that come after them.

Matches are left to the waves.
"""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint32, uint64

from cardsim.fingerprint import fingerprint
from cardsim.game import CHANCE, OVER, Game
from cardsim.jit import Entry, borrowed, entry, kept, prefetch, record_here, seen_as
from cardsim.rng import TOGETHER, WORDS_DTYPE, at_next_block, fill_many, place
from cardsim.strategy import CHANCE as WANTS_CHANCE
from cardsim.strategy import Strategy, compiled_decision

LONG = 1 << 27
"""Hands of a run that is worth the seconds."""
MOST_ROUNDS = 1 << 20
"""Times that the decisions are gone through before a hand is called endless."""
DONE, STOPPED, ILLEGAL, ENDLESS = range(4)
"""How a call ends."""
_NAMES: dict[str, Any] = {
    "int64": int64,
    "uint32": uint32,
    "uint64": uint64,
    "lend": borrowed,
    "place": place,
    "prefetch": prefetch,
    "fill_many": fill_many,
    "at_next_block": at_next_block,
    "CHANCE": CHANCE,
    "OVER": OVER,
    "TOGETHER": TOGETHER,
    "MOST_ROUNDS": MOST_ROUNDS,
    "DONE": DONE,
    "STOPPED": STOPPED,
    "ILLEGAL": ILLEGAL,
    "ENDLESS": ENDLESS,
    "__name__": __name__,
}
"""What the text below needs of every game."""

_START = """
def hands(
    seed, first, count, table, heroes, params, stop, outcomes, words, queue, scratch, chances
):
    table, heroes, outcomes, words = lend(table), lend(heroes), lend(outcomes), lend(words)
    queue, scratch, chances = lend(queue), lend(scratch), lend(chances)
    rule = rules[0]
    state = new_state()
    start(state, rule, {players}, False)
{given}
    for at in range(0, count, TOGETHER):
        if stop[0] != 0:
            return STOPPED, int64(0)
        some = min(TOGETHER, count - at)
        for i in range(some):
            place(words[i], seed, first + uint64(at + i), uint32(0), uint32(0))
        fill_many(words, queue, some, scratch, ahead)
        for i in range(some):
            hand = first + uint64(at + i)
            rotation = hand % uint64({rotations})
            own_words = words[i]
            # Stores wait in order: one to memory out of reach would hold up all that follow it.
            prefetch(outcomes, at + i)
{chances}
            following = int64(deal(state, rule, own_words))
            left = MOST_ROUNDS
            while following != OVER:
                left -= 1
                if left < 0:
                    return ENDLESS, int64(hand)
"""
_CHANCES = """
            for seat in range({players}):
                place(chances[seat], seed, hand, uint32(1 + seat), uint32(0))
"""
_DECISION = """
                if following == {number}:
                    observe_{number}(state, rule)
{decide}
                    if not legal(state, action):
                        return ILLEGAL, int64(hand)
                    following = int64(apply_{number}(state, rule, uint32(action), own_words))
"""
_HAPPEN = """
                if following == CHANCE:
                    following = int64(happen(state, rule, own_words))
"""
_END = """
            close(state, rule)
            score(state, rule, heroes[rotation], outcomes[at + i])
    return DONE, int64(0)
"""


def whole_hands(
    game: Game,
    seated: Sequence[Strategy],
    rules: np.ndarray[Any, Any],
    *,
    players: int,
    rotations: int,
    hands: int,
) -> Entry | None:
    """The loop that plays the hands of a table by some rules; None where the waves are to serve.

    It is compiled for `LONG` hands or more; for fewer it is used where it is on disk.

    Args:
        game: what is played.
        seated: the strategy of each row of parameters.
        rules: packed, one record.
        players: how many seats there are.
        rotations: in how many ways the strategies take the seats in turn.
        hands: how many are to be played for certain.

    Returns:
        An entry (seed, first, count, table, heroes, params, stop, outcomes, words, queue, scratch,
        chances) -> (how it ended, number of the hand to blame). `table` has the row of parameters
        of each rotation's seats, flat; `words` is for `TOGETHER` records, `queue` their numbers,
        `scratch` as `fill_many` takes it; `chances` has a record for each seat's chance; the rest
        is as in `cardsim.engine.play`.
    """
    if not seated:
        return None
    signature = _signature(game)
    function, content = _written(game, seated, rules, players, rotations)
    if hands < LONG and not kept(function, signature=signature, content=content):
        return None
    return seated[0].once(
        ("whole hands", game.name, content),
        lambda: entry(function, signature=signature, content=content),
    )


def _written(
    game: Game,
    seated: Sequence[Strategy],
    rules: np.ndarray[Any, Any],
    players: int,
    rotations: int,
) -> tuple[Callable[..., Any], str]:
    """The function that plays the hands, and all that its machine code depends on."""
    # The rules are a constant in it, and so are the answers to most questions about them.
    scope: dict[str, Any] = {
        **_NAMES,
        "rules": rules,
        "start": game.start,
        "deal": game.deal,
        "legal": game.legal,
        "happen": game.chance,
        "close": game.close,
        "score": game.score,
        "ahead": game.words_ahead,
        "new_state": record_here(game.state, lambda: _settled(game, rules, players)),
        "seen": seen_as(game.view),
    }
    given, body, chances = [], "", ""
    depends = [game.name, rules.tobytes().hex()]
    # One behind the other, not one or the other: most often a decision is followed by the next, and
    # the compiler sees it.
    for number in sorted(range(len(game.decisions)), key=lambda k: not game.decisions[k].frequent):
        decision = game.decisions[number]
        scope[f"apply_{number}"] = decision.apply
        scope[f"observe_{number}"] = decision.observe or game.observe
        calls = {}
        for strategy, rows in _rows_of_each(seated):
            function = strategy.functions[decision.function]
            name = f"decide_{number}_{rows[0]}"
            scope[name], arguments = compiled_decision(strategy, function)
            depends.append(f"{function.__module__} {fingerprint(function)}")
            values = [f"{kind}(params[who, {at}])" for kind, at in arguments]
            chance = []
            if WANTS_CHANCE in inspect.signature(function).parameters:
                chance = ["at_next_block(chances[uint64(state.seat)])"]
                chances = _CHANCES.format(players=players)
            if len(seated) == 1:
                # Read once, before the first hand.
                given += [f"    given_{number}_{k} = {v}" for k, v in enumerate(values)]
                values = [f"given_{number}_{k}" for k in range(len(values))]
            calls[f"{name}({', '.join(['seen(state)', *chance, *values])})"] = rows
        body += _DECISION.format(number=number, decide=_decide(calls, players))
    opening = _START.format(
        players=players,
        rotations=rotations,
        given="\n".join(["    who = 0", *given]),
        chances=chances,
    )
    text = opening + body + (_HAPPEN if game.chance else "") + _END
    name = f"<whole hands of {game.name} {' '.join(s.name for s in seated)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    exec(compile(text, name, "exec"), scope)  # noqa: S102
    return scope["hands"], " ".join([text, *depends])


def _settled(game: Game, rules: np.ndarray[Any, Any], players: int) -> dict[str, int]:
    """What `start` has written for good once single hands are played."""
    start = game.start

    def begin(states: Any, rules: Any, players: Any) -> None:
        start(states[0], rules[0], players, False)  # noqa: FBT003  (kernels take no keywords)

    records = (types.Array(from_dtype(d), 1, "C") for d in (game.state, rules.dtype))
    state = np.zeros(1, game.state)
    begun = entry(begin, signature=types.void(*records, types.int64), content=game.name)
    begun.call(state, rules, players)
    return {name: int(state[name][0]) for name in game.settled}


def _decide(calls: Mapping[str, Sequence[int]], players: int) -> str:
    """The lines that call the strategy of the seat on turn, by the rows of each."""
    lines = []
    if sum(map(len, calls.values())) > 1:
        lines.append(f"who = table[rotation * uint64({players}) + uint64(state.seat)]")
    for k, (call, rows) in enumerate(calls.items()):
        space = ""
        if len(calls) > 1:
            question = " or ".join(f"who == {row}" for row in rows)
            last = k == len(calls) - 1
            lines.append("else:" if last else f"{'elif' if k else 'if'} {question}:")
            space = "    "
        lines.append(f"{space}action = {call} | 0")
    return "\n".join(" " * 20 + line for line in lines)


def _rows_of_each(seated: Sequence[Strategy]) -> list[tuple[Strategy, list[int]]]:
    """Each strategy once, with the rows of its parameters."""
    found: list[tuple[Strategy, list[int]]] = []
    for row, strategy in enumerate(seated):
        rows = next((r for s, r in found if s is strategy), None)
        if rows is None:
            found.append((strategy, [row]))
        else:
            rows.append(row)
    return found


def _signature(game: Game) -> Any:
    outcomes, words = (types.Array(from_dtype(d), 1, "C") for d in (game.outcome, WORDS_DTYPE))
    numbers = types.Array(types.int64, 1, "C")
    return types.UniTuple(types.int64, 2)(
        types.uint64,
        types.uint64,
        types.int64,
        numbers,
        numbers,
        types.Array(types.float64, 2, "C"),
        types.Array(types.uint8, 1, "C"),
        outcomes,
        words,
        types.Array(types.uint32, 1, "C"),
        types.Array(types.uint32, 2, "C"),
        words,
    )
