"""A strategy: decision functions with parameters, and their compilation.

A decision function takes the view of one seat and returns an action. Its parameters are keyword
defaults, of type int, float or bool, or one of several words. They reach the compiled code as
values, so that another value needs no compiling.
"""

from __future__ import annotations

import hashlib
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

from cardsim.compile.fingerprint import fingerprint
from cardsim.compile.offered import checked_inlined
from cardsim.compile.strategy_checks import cannot_compile, check_fields, forbid_changes
from cardsim.errors import UserError
from cardsim.kernels.jit import Entry, entry, float_at
from cardsim.options.params import Option, Value, taken_from
from cardsim.rng import CHANCE_KIND, at_next_block

Note = TypeVar("Note")
Made = TypeVar("Made")
CHANCE = "chance"
"""The name of a decision function's second parameter, if it wants random numbers: a record of
`cardsim.rng`."""

MOST_WORDS = 1000
"""Words that a parameter may be."""


@dataclass(frozen=True)
class Between:
    """Limits and help of a parameter: `Annotated[int, between(2, 31, "knock at this value")]`."""

    low: float
    high: float
    help: str = ""


def between(low: float, high: float, help: str = "") -> Between:  # noqa: A002
    """The smallest and largest value of a parameter, and what it means."""
    if not all(isinstance(x, int | float) for x in (low, high)) or not low <= high:
        raise UserError(f"between must have two numbers in order, not {low!r} and {high!r}")
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
    listed = taken_from(words, MOST_WORDS, f"one_of must have a list of words, not {words!r}")
    if isinstance(words, str) or not all(isinstance(w, str) for w in listed):
        raise UserError(f"one_of must have a list of words, not {words!r}")
    return OneOf(tuple(listed), help)


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
        inherited: the functions that were taken from the game's default, which stand behind the
            strategy's own; where they have a parameter of one before them, its default is that of
            the first.
        bases: the strategies they were taken from, in turn.
    """

    game: str
    functions: Mapping[str, Callable[..., Any]]
    name: str = "unnamed"
    about: str = ""
    path: Path | None = None
    inherited: AbstractSet[str] = frozenset()
    bases: tuple[Strategy, ...] = ()
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
        lacking = functions.keys() - self.functions.keys()
        # Its own go first: of a parameter that several have, the first default is the one.
        ordered = {n: functions[n] for n in sorted(functions, key=lacking.__contains__)}
        whole = Strategy(self.game, name=self.name, about=self.about, path=self.path, **ordered)
        object.__setattr__(whole, "inherited", self.inherited | lacking)
        object.__setattr__(whole, "bases", (*self.bases, baseline))
        return whole

    @property
    def fingerprint(self) -> str:
        """A hash of the content of all decision functions; not of the values of parameters."""
        parts = [f"{name} {fingerprint(self.functions[name])}" for name in sorted(self.functions)]
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()

    @cached_property
    def parameters(self) -> tuple[Option, ...]:
        """The parameters of all functions, in order, each once.

        Raises:
            UserError: a parameter has no default, a type that is not int, float, bool or one of
                several words, or two defaults.
        """
        found: dict[str, Option] = {}
        for name, function in self.functions.items():
            for parameter in _parameters(function, self.name):
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

    @property
    def wants_chance(self) -> bool:
        """Whether one of its functions takes chance of its own."""
        return any(map(wants_chance, self.functions.values()))

    def packed(self, values: Mapping[str, Value]) -> np.ndarray[Any, Any]:
        """The values as the compiled code takes them: float64, one for each parameter."""
        return np.array([p.code(values[p.name]) for p in self.parameters] or [0.0], np.float64)

    def compiled(self, function: str, view: np.dtype[np.void]) -> Entry:
        """One decision function for a game's view, as the engine calls it.

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


def wants_chance(function: Callable[..., Any]) -> bool:
    """Whether a decision function takes chance of its own."""
    return CHANCE in inspect.signature(function).parameters


def _note(hint: Any, kind: type[Note]) -> Note | None:
    return next((m for m in getattr(hint, "__metadata__", ()) if isinstance(m, kind)), None)


def _option(name: str, default: float, hint: Any) -> Option:
    limits = _note(hint, Between)
    declared = getattr(hint, "__origin__", hint)
    value = float(default) if declared is float and not isinstance(default, bool) else default
    if declared is int and type(default) is float:
        raise UserError(f"the default of parameter '{name}' must be a whole number, not {default}")
    option = Option(name, value)
    if limits is not None:
        option = replace(option, help=limits.help, low=limits.low, high=limits.high)
    option.check(value, label=f"the default of parameter '{name}'")
    return option


def decision_signature(view: np.dtype[np.void]) -> Any:
    """The numba signature of every decision function for a view's dtype.

    It takes the view, the seat's chance, and the address of the packed parameters.
    """
    return types.int64(from_dtype(view), CHANCE_KIND, types.uint64)


def _compile(strategy: Strategy, name: str, view: np.dtype[np.void]) -> Entry:
    function = strategy.functions[name]
    forbid_changes(name, function)
    check_fields(strategy, name, function, view)
    decide, given = compiled_decision(strategy, function)
    values = [f"{kind}(float_at(params, {at}))" for kind, at in given]
    if wants_chance(function):
        values.insert(0, "at_next_block(chance)")
    asked = ", ".join(["view", *values])
    text = f"def answer(view, chance, params):\n    return decide({asked}) | 0\n"
    file = f"<{strategy.game} {strategy.name} {name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope: dict[str, Any] = {
        "decide": decide,
        "float_at": float_at,
        "at_next_block": at_next_block,
        "__name__": __name__,
    }
    exec(compile(text, file, "exec"), scope)  # noqa: S102
    # With the module's name, by which compiled code finds its functions when it is read back.
    content = f"{text} {function.__module__} {fingerprint(function)}"
    try:
        signature, what = decision_signature(view), f"strategy {strategy.name}"
        return entry(scope["answer"], signature=signature, content=content, what=what)
    except Exception as error:  # noqa: BLE001 numba raises more than its own errors
        raise cannot_compile(strategy, name, function, error) from None


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
