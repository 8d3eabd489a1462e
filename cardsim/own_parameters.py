"""Parameters that decision functions declare, and the other arguments that they are given.

A parameter is a keyword default, of type int, float or bool, or one of several words. Its
annotation may have its limits and its meaning. The other arguments are named in `cardsim.strategy`.
"""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from cardsim.errors import UserError
from cardsim.options.params import Option, taken_from

Note = TypeVar("Note")
WANTS_CHANCE, WANTS_MEMORY, WANTS_SCRATCH = "chance", "memory", "scratch"
WANTS_COUNT, WANTS_NTH, WANTS_LEFT = "count_legal", "nth_legal", "left"
WANTS_FUTURE = "future"
GIVEN = (
    *(WANTS_CHANCE, WANTS_MEMORY, WANTS_SCRATCH, WANTS_COUNT, WANTS_NTH, WANTS_LEFT),
    WANTS_FUTURE,
)
"""Names of arguments that a decision function is given if they have no default."""
MOST_WORDS = 1000
"""The most words of a parameter."""


@dataclass(frozen=True)
class Between:
    """Limits and help of a parameter: `Annotated[int, between(2, 31, "knock at this value")]`."""

    low: float
    high: float
    help: str = ""
    at_most: str = ""


def between(low: float, high: float, help: str = "", *, at_most: str = "") -> Between:
    """Declare the smallest and largest value of a parameter, and its meaning.

    With `at_most` it may not be more than the parameter of that name, which has limits, too.
    """
    if not all(isinstance(x, int | float) for x in (low, high)) or not low <= high:
        raise UserError(f"between must have two numbers in order, not {low!r} and {high!r}")
    return Between(low, high, help, at_most)


@dataclass(frozen=True)
class OneOf:
    """Words and help of a parameter: `Annotated[str, one_of(("low", "high"), "which ace")]`."""

    words: tuple[str, ...]
    help: str = ""


def one_of(words: Iterable[str], help: str = "") -> OneOf:
    """Declare the words that a parameter may be, and its meaning.

    The compiled function gets the word's place among them, 0 for the first.
    """
    listed = taken_from(words, MOST_WORDS, f"one_of must have a list of words, not {words!r}")
    if isinstance(words, str) or not all(isinstance(w, str) for w in listed):
        raise UserError(f"one_of must have a list of words, not {words!r}")
    return OneOf(tuple(listed), help)


def declared_parameters(
    function: Callable[..., Any], name: str, strategy: str, *, strict: bool
) -> list[Option]:
    """Return the parameters of a decision function.

    If it is not `strict`, an argument that cannot be a parameter keeps its default.
    """
    where = f"function '{getattr(function, '__name__', name)}' of strategy '{strategy}'"
    parameters = _taken(function)
    if not parameters:
        message = f"{where} needs a first parameter: the view"
        raise UserError(message)
    hints = _hints(function, where)
    options = []
    for parameter in parameters[1:]:
        if parameter.name in GIVEN and parameter.default is inspect.Parameter.empty:
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
        elif strict:
            message = (
                f"parameter '{parameter.name}' of {where} must be a bool, an int, a float "
                f"or one of the words of `one_of`, not {default!r}"
            )
            raise UserError(message)
    return options


def _taken(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """Return a callable's named parameters; one without a known signature takes a view."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return [inspect.Parameter("view", inspect.Parameter.POSITIONAL_ONLY)]
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [p for k, p in enumerate(parameters) if k == 0 or p.kind not in several]


def _hints(function: Callable[..., Any], where: str) -> dict[str, Any]:
    """Return the annotations of a callable."""
    while isinstance(function, functools.partial):
        function = function.func
    if not inspect.isroutine(function) and not isinstance(function, type):
        function = type(function).__call__
    try:
        return typing.get_type_hints(function, include_extras=True)
    except Exception as error:
        message = f"the annotations of {where} cannot be read: {error}"
        raise UserError(message) from error


def given_to(function: Callable[..., Any]) -> list[str]:
    """Return the arguments of a decision function beside view and parameters: names of `GIVEN`."""
    named = _taken(function)[1:]
    return [p.name for p in named if p.name in GIVEN and p.default is inspect.Parameter.empty]


def wants_chance(function: Callable[..., Any]) -> bool:
    """Return whether a decision function takes chance of its own."""
    return bool({WANTS_CHANCE, WANTS_FUTURE} & {*given_to(function)})


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
        option = replace(
            option, help=limits.help, low=limits.low, high=limits.high, at_most=limits.at_most
        )
    option.check(value, label=f"the default of parameter '{name}'")
    return option
