"""Whole turns in one go: a strategy's decisions compiled together with what follows from them.

The engine's own waves ask a whole queue, then carry out all its actions, and queue the hands again
for the next decision of the same turn. A turn compiled for one strategy asks, carries out and goes
on to the seat's next decision with the state in registers. The rules of the standard game are
constants in it, so that questions about them vanish.

Only frequent decisions are compiled like this, and those that want chance are left to the engine.
It takes seconds, against a fraction of one for the decisions alone, and changes no outcome: so it
is for long runs, and for all that come after them.
"""

from __future__ import annotations

import inspect
import linecache
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba.core import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint32, uint64

from cardsim.game import Game
from cardsim.jit import Entry, borrowed, entry, kept, seen_as
from cardsim.params import pack, packed_dtype
from cardsim.rng import WORDS_DTYPE
from cardsim.strategy import CHANCE, Strategy, compiled_decision, fingerprint

LONG = 1 << 25
"""Hands of a run that is worth the seconds."""


@dataclass(frozen=True)
class Turns:
    """The turns of one strategy.

    Attributes:
        entry: (decision, states, words, rules, queue, n, params, slots, tails, base, routes,
            wrong): plays the turns of the first `n` hands in a queue for a decision, and sends
            each to the queue of what comes next. An illegal action ends it, with the place of its
            hand in wrong[0].
        decisions: the numbers of the decisions it takes hands from.
    """

    entry: Entry
    decisions: tuple[int, ...]


_START = """
def turns(decision, states, words, rules, queue, n, params, slots, tails, base, routes, wrong):
    states, words, queue, wrong = lend(states), lend(words), lend(queue), lend(wrong)
    slots, tails, base, routes = lend(slots), lend(tails), lend(base), lend(routes)
    rule = rules[0]
{unpack}
"""
_LOOP = """
    if decision == {number}:
        for i in range(n):
            h = queue[i]
            state = states[h]
            seat = state.seat
"""
_DECISION = """
action = decide_{number}(seen(state){arguments}) | 0
if not legal(state, action):
    wrong[0] = int64(h)
    return
following = int64(apply_{number}(state, rule, uint32(action), words[h]))
"""
_SAME_SEAT = """
if following == {number} and state.seat == seat:
    observe_{number}(state, rule)
"""
_END = """
{observe}
elif following >= 0:
    observe(state, rule)
line = routes[base[h] + uint64(state.seat) * columns + uint64(following + 2)]
tail = tails[line]
slots[tail] = h
tails[line] = tail + uint64(1)
"""


def turns_of(
    game: Game, strategy: Strategy, rules: np.ndarray[Any, Any], *, hands: int
) -> Turns | None:
    """The turns of a strategy by some rules, packed; None where the engine's waves are to serve.

    They are compiled for `LONG` hands or more; for fewer they are used where they are on disk.
    """
    numbers = tuple(
        number
        for number, decision in enumerate(game.decisions)
        if decision.frequent and not _wants_chance(strategy, decision.function)
    )
    if not numbers:
        return None
    function, content = _written(game, strategy, rules, numbers)

    def make() -> Entry:
        return entry(function, signature=_signature(game), content=content)

    if hands >= LONG or kept(function, signature=_signature(game), content=content):
        return Turns(strategy.once(("turns", game.name, content), make), numbers)
    return None


def _written(
    game: Game, strategy: Strategy, rules: np.ndarray[Any, Any], numbers: Sequence[int]
) -> tuple[Callable[..., Any], str]:
    """The function that plays the turns, and all that its machine code depends on."""
    scope: dict[str, Any] = {
        "observe": game.observe,
        "legal": game.legal,
        "seen": seen_as(game.view),
        "lend": borrowed,
        "columns": uint64(len(game.decisions) + 2),
        "int64": int64,
        "uint32": uint32,
        "uint64": uint64,
        "__name__": __name__,
    }
    unpack: dict[str, str] = {}
    stages = {}
    prints = ""
    for k in numbers:
        decision = game.decisions[k]
        function = strategy.functions[decision.function]
        scope[f"decide_{k}"], given = compiled_decision(strategy, function)
        scope[f"apply_{k}"] = decision.apply
        scope[f"observe_{k}"] = decision.observe or game.observe
        stages[k] = _DECISION.format(number=k, arguments="".join(f", {name}" for name in given))
        unpack |= given
        prints += f" {function.__module__} {fingerprint(function)}"
    text = _START.format(unpack="\n".join(f"    {n} = {value}" for n, value in unpack.items()))
    text += "".join(_loop(numbers[k:], stages, numbers) for k in range(len(numbers)))
    standard = pack(game.rules())
    if rules.tobytes() == standard.tobytes():
        scope["rules_played"] = standard
        text = text.replace("rule = rules[0]", "rule = rules_played[0]")
        prints += f" {standard.tobytes().hex()}"
    name = f"<turns of {game.name} {strategy.name}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    exec(compile(text, name, "exec"), scope)  # noqa: S102
    return scope["turns"], f"{game.name} {text}{prints}"


def _loop(chain: Sequence[int], stages: dict[int, str], numbers: Sequence[int]) -> str:
    """The loop over hands that wait for the first decision of a chain."""
    text, indent = _LOOP.format(number=chain[0]), 12
    for k in chain:
        if k != chain[0]:
            text += textwrap.indent(_SAME_SEAT.format(number=k), " " * indent)
            indent += 4
        text += textwrap.indent(stages[k], " " * indent)
    observe = "\nel".join(f"if following == {k}:\n    observe_{k}(state, rule)" for k in numbers)
    return text + textwrap.indent(_END.format(observe=observe), " " * 12)


def _wants_chance(strategy: Strategy, function: str) -> bool:
    return CHANCE in inspect.signature(strategy.functions[function]).parameters


def _signature(game: Game) -> Any:
    rules, states, words = (
        types.Array(from_dtype(d), 1, "C")
        for d in (packed_dtype(game.rules), game.state, WORDS_DTYPE)
    )
    queue, places = types.Array(types.uint32, 1, "C"), types.Array(types.uint64, 1, "C")
    return types.void(
        types.int64,
        states,
        words,
        rules,
        queue,
        types.int64,
        types.Array(types.float64, 1, "C"),
        queue,
        places,
        places,
        places,
        types.Array(types.int64, 1, "C"),
    )
