"""A strategy: decision functions with parameters, and their compilation.

A decision function takes the view of one seat and returns an action. Its parameters are keyword
defaults, of type int, float or bool, or one of several words. It is compiled into a loop over a
batch of views, and its parameters reach the compiled code as values, so that another value needs no
compiling.
"""

from __future__ import annotations

import inspect
import linecache
import typing
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numba.core import types
from numba.np.numpy_support import from_dtype

from cardsim.errors import UserError
from cardsim.fingerprint import fingerprint
from cardsim.jit import Entry, apart, entry, kernel, stand_apart
from cardsim.offered import checked_inlined
from cardsim.params import Option, Value
from cardsim.rng import BLOCK, CHANCE_RECORDS, HALF, WORDS, WORDS_DTYPE, philox, place
from cardsim.strategy_checks import cannot_compile as _cannot_compile
from cardsim.strategy_checks import check_fields as _check_fields
from cardsim.strategy_checks import forbid_changes as _forbid_changes

Note = TypeVar("Note")
Made = TypeVar("Made")
CHANCE = "chance"
"""The name of a decision function's second parameter, if it wants random numbers: a record of
`cardsim.rng`."""

TOGETHER = WORDS
"""Hands whose seats decide in one go: few enough that what they need stays in the nearest cache."""
VECTOR = 16
"""Hands whose blocks are made by the same instructions."""


@dataclass(frozen=True)
class Between:
    """Limits and help of a parameter: `Annotated[int, between(2, 31, "knock at this value")]`."""

    low: float
    high: float
    help: str = ""


def between(low: float, high: float, help: str = "") -> Between:  # noqa: A002
    """The smallest and largest value of a parameter, and what it means."""
    return Between(low, high, help)


@dataclass(frozen=True)
class OneOf:
    """Words and help of a parameter: `Annotated[str, one_of(("low", "high"), "which ace")]`."""

    words: tuple[str, ...]
    help: str = ""


def one_of(words: Iterable[str], help: str = "") -> OneOf:  # noqa: A002
    """The words a parameter may be, and what it means.

    The compiled function gets the word's place among them, 0 for the first.
    """
    return OneOf(tuple(words), help)


@dataclass(frozen=True)
class Strategy:
    """A named set of decision functions.

    What a strategy leaves out is played as the game's default strategy does.

    Attributes:
        game: the game's name.
        functions: decision function by its name, with underscores.
        name: the file's, or the one given in a notebook.
        about: how it plays: the file's docstring.
        path: the file, or None.
        inherited: the functions that were taken from the game's default; where they have a
            parameter of one of the strategy's own, its default is that of the own one.
    """

    game: str
    functions: Mapping[str, Callable[..., Any]]
    name: str = "unnamed"
    about: str = ""
    path: Path | None = None
    inherited: AbstractSet[str] = frozenset()
    _compiled: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def __init__(
        self,
        game: str,
        *,
        name: str = "unnamed",
        about: str = "",
        path: Path | None = None,
        **functions: Callable[..., Any],
    ) -> None:
        for key, value in {
            "game": game,
            "functions": dict(functions),
            "name": name,
            "about": about,
            "path": path,
            "_compiled": {},
        }.items():
            object.__setattr__(self, key, value)
        for name_, function in functions.items():
            if not inspect.isfunction(function):
                message = (
                    f"decision '{name_}' of strategy '{name}' must be a function, not {function!r}"
                )
                raise UserError(message)

    def named(self, name: str, *, about: str, path: Path | None) -> Strategy:
        """The same strategy under a name."""
        return Strategy(self.game, name=name, about=about, path=path, **self.functions)

    def completed(self, baseline: Strategy) -> Strategy:
        """This strategy with the functions it lacks taken from another."""
        functions = {**baseline.functions, **self.functions}
        whole = Strategy(self.game, name=self.name, about=self.about, path=self.path, **functions)
        object.__setattr__(whole, "inherited", functions.keys() - self.functions.keys())
        return whole

    @cached_property
    def parameters(self) -> tuple[Option, ...]:
        """The parameters of all functions, in order, each once.

        Raises:
            UserError: a parameter has no default, a type that is not int, float, bool or one of
                several words, or two defaults.
        """
        found: dict[str, Option] = {}
        for name in sorted(self.functions, key=self.inherited.__contains__):
            for parameter in _parameters(self.functions[name], self.name):
                known = found.setdefault(parameter.name, parameter)
                same = known.default == parameter.default or name in self.inherited
                if not same or known.kind is not parameter.kind:
                    message = (
                        f"parameter '{parameter.name}' of strategy '{self.name}' has two defaults: "
                        f"{known.default} and {parameter.default}"
                    )
                    raise UserError(message)
                if not known.help and parameter.help:
                    found[parameter.name] = replace(parameter, default=known.default)
        return tuple(found.values())

    def packed(self, values: Mapping[str, Value]) -> np.ndarray[Any, Any]:
        """The values as the compiled code takes them: float64, one for each parameter."""
        return np.array([p.code(values[p.name]) for p in self.parameters] or [0.0], np.float64)

    def compiled(self, function: str, view: np.dtype[np.void]) -> Entry:
        """The batch loop of one decision function for a game's view.

        Raises:
            UserError: numba cannot compile it; shows the line and what to change.
        """
        key = (function, view, fingerprint(self.functions[function]))
        return self.once(key, lambda: _compile(self, function, view))

    def once(self, key: Any, make: Callable[[], Made]) -> Made:
        """What was made for this strategy before under a key; else what `make` makes now."""
        if key not in self._compiled:
            self._compiled[key] = make()
        made: Made = self._compiled[key]
        return made


def _parameters(function: Callable[..., Any], strategy: str) -> list[Option]:
    where = f"function '{function.__name__}' of strategy '{strategy}'"
    parameters = list(inspect.signature(function).parameters.values())
    if not parameters:
        message = f"{where} needs a first parameter: the view"
        raise UserError(message)
    try:
        hints = typing.get_type_hints(function, include_extras=True)
    except Exception as error:
        message = f"the annotations of {where} cannot be read: {error}"
        raise UserError(message) from error
    options = []
    for parameter in parameters[1:]:
        if parameter.name == CHANCE and parameter is parameters[1]:
            continue
        default, hint = parameter.default, hints.get(parameter.name)
        words = _note(hint, OneOf)
        if words is not None and default in words.words:
            options.append(Option(parameter.name, default, words.help, words.words))
        elif words is None and isinstance(default, bool | int | float):
            options.append(_option(parameter.name, default, hint))
        elif default is inspect.Parameter.empty:
            message = f"parameter '{parameter.name}' of {where} needs a default value"
            raise UserError(message)
        else:
            message = (
                f"parameter '{parameter.name}' of {where} must be a bool, an int, a float "
                f"or one of the words of `one_of`, not {default!r}"
            )
            raise UserError(message)
    return options


def _note(hint: Any, kind: type[Note]) -> Note | None:
    return next((m for m in getattr(hint, "__metadata__", ()) if isinstance(m, kind)), None)


def _option(name: str, default: float, hint: Any) -> Option:
    limits = _note(hint, Between)
    declared = getattr(hint, "__origin__", hint)
    value = float(default) if declared is float and not isinstance(default, bool) else default
    if declared is int and type(default) is float:
        raise UserError(f"the default of parameter '{name}' must be a whole number, not {default}")
    if limits is None:
        return Option(name, value)
    option = Option(name, value, limits.help, low=limits.low, high=limits.high)
    option.check(value, label=f"the default of parameter '{name}'")
    return option


def batch_signature(view: np.dtype[np.void]) -> Any:
    """The numba signature of every batch loop for a view's dtype."""
    views, words = (types.Array(from_dtype(d), 1, "C") for d in (view, WORDS_DTYPE))
    queue = types.Array(types.uint32, 1, "C")
    params = types.Array(types.float64, 1, "C")
    actions = types.Array(types.int64, 1, "C")
    used = types.Array(types.uint32, 2, "C")
    return types.void(views, queue, types.int64, params, actions, words, used, words)


_PLAIN = """
def batch(views, queue, n, params, actions, words, used, chances):
{unpack}
    for i in range(n):
        actions[i] = decide(views[queue[i]]{arguments}) | 0
"""
_CHANCE = """
def batch(views, queue, n, params, actions, words, used, chances):
{unpack}
    chances = with_room(chances)
    chance = chances[0]
    for start in range(0, n, TOGETHER):
        some = min(TOGETHER, n - start)
        first_blocks(views, queue, start, some, words, used, chances)
        for i in range(some):
            # Unsigned, so that no test for a negative index is needed.
            at = uint64(start) + uint64(i)
            h = queue[at]
            view = views[h]
            seat = int64(view.seat)
            begin(chances, words[h], seat, i)
            actions[at] = decide(view, chance{arguments}) | 0
            used[h, seat] = blocks_after(chance, used[h, seat])
"""


@apart
def with_room(chances: Any) -> Any:
    """The records to work with: those given, or as many as are needed."""
    stand_apart()
    if chances.shape[0] >= CHANCE_RECORDS:
        return chances
    return np.zeros(CHANCE_RECORDS, WORDS_DTYPE)


@kernel
def first_blocks(  # noqa: PLR0917  numba takes no keyword-only arguments
    views: Any, queue: Any, start: Any, some: Any, words: Any, used: Any, chances: Any
) -> None:
    """The first block of every seat's stream from where it stands, for queue[start : start + some].

    Made for all of them at once, as a loop that the compiler vectorises, they cost a tenth of what
    they do one by one.

    Args:
        views: what the seats see.
        queue: uint32, places in `views`.
        start: the first of those that are served now.
        some: how many; at most TOGETHER.
        words: where the hands stand.
        used: blocks that each seat has used in each hand.
        chances: the words of records 1 to 4 are the counters, and those of 5 to 8 the blocks.
    """
    seed = words[queue[start]].seed
    k0, k1 = np.uint32(seed), np.uint32(seed >> HALF)
    c0, c1, c2, c3 = chances[1].words, chances[2].words, chances[3].words, chances[4].words
    b0, b1, b2, b3 = chances[5].words, chances[6].words, chances[7].words, chances[8].words
    for i in range(some):
        h = queue[np.uint64(start) + np.uint64(i)]
        w = words[h]
        seat = np.int64(views[h].seat)
        c0[i] = np.uint32(w.base + used[h, seat])
        c1[i] = np.uint32(1 + seat)
        c2[i] = np.uint32(w.hand)
        c3[i] = np.uint32(w.hand >> HALF)
    for group in range(TOGETHER // VECTOR):
        if group * VECTOR >= some:
            break
        # Always as many: what does not fill a vector would be made one by one, slowly.
        for lane in range(VECTOR):
            i = group * VECTOR + lane
            b0[i], b1[i], b2[i], b3[i] = philox(c0[i], c1[i], c2[i], c3[i], k0, k1)


@kernel
def begin(chances: Any, words: Any, seat: Any, i: Any) -> None:
    """Put the first of `chances` where this seat's stream stands, with its first block made."""
    chance = chances[0]
    place(chance, words.seed, words.hand, np.uint32(1 + seat), chances[1].words[i])
    for lane in range(BLOCK):
        chance.words[lane] = chances[5 + lane].words[i]
    chance.filled = np.uint32(BLOCK)


@kernel
def blocks_after(chance: Any, used: Any) -> Any:
    """The blocks of the stream that have been used, after a decision."""
    return np.uint32(used + (chance.position + np.uint32(BLOCK - 1)) // np.uint32(BLOCK))


def _compile(strategy: Strategy, name: str, view: np.dtype[np.void]) -> Entry:
    function = strategy.functions[name]
    _forbid_changes(name, function)
    _check_fields(strategy, name, function, view)
    decide, given = compiled_decision(strategy, function)
    # By numbers: a parameter may have the name of anything in the loop.
    arguments = "".join(f", value{k}" for k in range(len(given)))
    read = [f"    value{k} = {kind}(params[{at}])" for k, (kind, at) in enumerate(given)]
    unpack = "\n".join(read) or "    pass"
    wants_chance = CHANCE in inspect.signature(function).parameters
    text = (_CHANCE if wants_chance else _PLAIN).format(unpack=unpack, arguments=arguments)
    batch_name = f"<batch loop of {strategy.game} {strategy.name} {name}>"
    linecache.cache[batch_name] = (len(text), None, text.splitlines(keepends=True), batch_name)
    scope: dict[str, Any] = {
        "decide": decide,
        "int64": np.int64,
        "uint64": np.uint64,
        "begin": begin,
        "first_blocks": first_blocks,
        "with_room": with_room,
        "TOGETHER": TOGETHER,
        "blocks_after": blocks_after,
        "__name__": __name__,
    }
    exec(compile(text, batch_name, "exec"), scope)  # noqa: S102
    # With the module's name, by which compiled code finds its functions when it is read back.
    content = f"{text} {function.__module__} {fingerprint(function)}"
    try:
        return entry(scope["batch"], signature=batch_signature(view), content=content)
    except Exception as error:  # noqa: BLE001 numba raises more than its own errors
        raise _cannot_compile(strategy, name, function, error) from None


def compiled_decision(
    strategy: Strategy, function: Callable[..., Any]
) -> tuple[Callable[..., Any], list[tuple[str, int]]]:
    """A decision function for use by kernels, and its arguments after the view.

    Of each, the type that it gets and its place in the packed parameters.
    """
    order = [p.name for p in strategy.parameters]
    own = _parameters(function, strategy.name)
    arguments = [(_number_type(p), order.index(p.name)) for p in own]
    return checked_inlined(function), arguments


def _number_type(parameter: Option) -> str:
    """The type that the compiled function gets a parameter in."""
    return "int" if parameter.choices else parameter.kind.__name__
