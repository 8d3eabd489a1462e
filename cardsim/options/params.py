"""Options, each declared once for the command line, notebooks, JSON and the docs.

A game's house rules are a frozen dataclass whose fields `option` makes. A strategy's parameters are
the keyword defaults of its functions. Both become `Option`s, and everything that reads, checks,
prints or packs a value goes through them.
"""

from __future__ import annotations

import dataclasses
import difflib
import functools
import itertools
import math
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from cardsim.errors import LINE, UserError, echoed

if TYPE_CHECKING:
    import numpy as np

Value = bool | int | float | str
Settings = tuple[tuple[str, Value], ...]
"""Names (with underscores) and values of some options."""
MOST_HANDS = 10**15
EXACT = 2**53
"""Up to here a float has every whole number."""
MOST_SEATS = 16
"""Seats for which an option can have values of their own."""


@dataclasses.dataclass(frozen=True)
class Language:
    """A language for text that is neither a choice nor a strategy's name, such as cards.

    Attributes:
        allowed: what may be written, in words.
        metavar: the same in one word.
        read: (text, the option's flag) -> the text as it is stored, one for all that means the
            same; raises UserError. The empty text is not read: it is the default, and means
            nothing.
        numbers: what `read` returned -> the whole numbers that compiled code sees, also for the
            empty text; None where it sees nothing.
        length: how many numbers these are.
    """

    allowed: str
    metavar: str
    read: Callable[[str, str], str]
    numbers: Callable[[str], tuple[int, ...]] | None = None
    length: int = 0


@dataclasses.dataclass(frozen=True)
class Option:
    """One value that a user may set.

    Attributes:
        name: with underscores; the command line shows dashes.
        default: of the option's type, which is bool, int, float or str (one of `choices`).
        help: what it means, one line.
        choices: the words allowed, for text; without any it is a strategy's name.
        lists: for a list of whole numbers, those that the words in `choices` stand for; another
            list of the same length is allowed too, and is text like `3,0,1`.
        per_seat: whether a number may also be given for each seat: `0,0.1,0`, kept as text.
        low, high: the smallest and largest number allowed.
        source: where the rule comes from.
        needs: (other option, its values): this one has an effect only then. `unit` may stand for
            an option: what is played, hands or matches.
        word: for a number, a word that is allowed too, such as `none`; compiled code sees 0.
        language: how text is read that is neither a choice nor a strategy's name.
        at_most: the name of another option, a number that this one may not exceed.
    """

    name: str
    default: Value
    help: str = ""
    choices: tuple[str, ...] = ()
    lists: tuple[tuple[int, ...], ...] = ()
    low: float = -math.inf
    high: float = math.inf
    source: str = ""
    needs: tuple[tuple[str, tuple[Value, ...]], ...] = ()
    word: str = ""
    per_seat: bool = False
    language: Language | None = None
    at_most: str = ""

    @property
    def flag(self) -> str:
        """The option on the command line: `--knock-threshold`."""
        return "--" + self.name.replace("_", "-")

    @property
    def kind(self) -> type:
        """The type of the value; where a word is allowed too, the type of the number."""
        return int if self.word else type(self.default)

    @property
    def allowed(self) -> str:
        """The allowed values in words: `2 to 31`."""
        if self.kind is bool:
            return "true or false"
        if self.lists:
            numbers = f"{self.length} whole numbers{self._range} separated by commas"
            return f"{', '.join(self.choices)}, or {numbers}"
        if self.choices:
            return ", ".join(filter(None, self.choices))
        if self.kind is str:
            return self.language.allowed if self.language else "the name of a strategy"
        number = ("a whole number" if self.kind is int else "a number") + self._range
        if self.low == self.high:
            number = shown(self.low)
        if self.per_seat:
            return f"{number}, or one for each seat separated by commas"
        return f"{self.word}, or {number}" if self.word else number

    @property
    def as_field(self) -> tuple[Any, str]:
        """The type and the meaning of the view's field that shows this house rule."""
        form = "f8" if self.kind is float else "i4"
        words = self.choices or ((self.word,) if self.word else ())
        numbers = ", ".join(f"{k} {word}" for k, word in enumerate(words))
        meaning = f"house rule: {self.help}" + (f" ({numbers})" if numbers else "")
        meaning += ", for every seat" if self.per_seat else ""
        return (form, (self.length,)) if self.length else form, meaning

    @property
    def length(self) -> int:
        """The number of values that compiled code sees if there are several; else 0."""
        if self.language:
            return self.language.length
        return MOST_SEATS if self.per_seat else len(self.lists[0]) if self.lists else 0

    @property
    def _range(self) -> str:
        """The limits in words, to follow a noun; empty without any."""
        low, high = shown(self.low), shown(self.high)
        if math.isinf(self.low) and math.isinf(self.high):
            return ""
        if math.isinf(self.high):
            return f", at least {low}"
        if math.isinf(self.low):
            return f", at most {high}"
        return f" from {low} to {high}"

    def words(self, value: Value) -> list[str]:
        """Return the option and a value for a command line: `["--knock-threshold", "21"]`."""
        if self.kind is bool:
            return [self.flag if value else "--no-" + self.flag.removeprefix("--")]
        return [self.flag, shown(value)]

    def check(self, value: object, *, label: str | None = None) -> Value:
        """Return `value` as this option's type, or refuse it.

        Args:
            value: a Python value, or text from the command line; a list as a sequence, or as text.
            label: how to name the option in an error, when not by its flag.
        """
        name = label or self.flag
        if value is None and "none" in {self.word, *self.choices}:
            value = "none"
        message = f"{name} must be {self.allowed}, not {_given(value)}"
        if self.kind is bool:
            return _boolean(value, message)
        if self.lists and not (isinstance(value, str) and value in self.choices):
            return self._check_list(value, message)
        if self.choices:
            # A word such as `5` looks like a number, and Python users may write it as one.
            word = echoed(value)
            if word not in self.choices:
                raise UserError(message, hint=did_you_mean(word, self.choices))
            return word
        if self.word and isinstance(value, str) and value == self.word:
            return value
        if self.kind is str:
            return self._check_text(value, message, name)
        return self._check_numbers(value, message)

    def _check_numbers(self, value: object, message: str) -> Value:
        if self.per_seat:
            numbers = [self._in_range(one, message) for one in _listed(value, message)]
            return numbers[0] if len(numbers) == 1 else ",".join(shown(n) for n in numbers)
        return self._in_range(value, message)

    def _in_range(self, value: object, message: str) -> int | float:
        number = _number(value, message)
        if self.kind is int:
            if number != int(number):
                raise UserError(message)
            number = int(number)
        most = EXACT if self.kind is int else sys.float_info.max
        if abs(number) > most and math.isinf(self.high if number > 0 else self.low):
            raise UserError(f"{message}; beyond {most:g} numbers are not exact")
        if not self.low <= number <= self.high:
            raise UserError(message)
        return number

    def _check_list(self, value: object, message: str) -> str:
        """Return a list of numbers as text: by its name if it has one, so that it is one value."""
        if isinstance(value, str) and not any(c.isdigit() for c in value):
            raise UserError(message, hint=did_you_mean(value, self.choices))
        numbers = [_number(part, message) for part in _listed(value, message)]
        if len(numbers) != self.length:
            raise UserError(message)
        if any(n != int(n) or not self.low <= n <= self.high for n in numbers):
            raise UserError(message)
        listed = tuple(int(n) for n in numbers)
        if listed in self.lists:
            return self.choices[self.lists.index(listed)]
        return ",".join(map(str, listed))

    def _check_text(self, value: object, message: str, name: str) -> str:
        """Return text that names a strategy, or that the option's language reads."""
        if not isinstance(value, str):
            raise UserError(message)
        if self.language:
            return self.language.read(value, name) if value.strip() else ""
        # What stands between the parts of lists and of parameters is in no name.
        if not value or set(value) & set(" ,;="):
            raise UserError(message)
        return value

    def numbers(self, value: Value) -> tuple[float, ...]:
        """Return the numbers of a list that `check` returned, or one for each possible seat."""
        if self.language and self.language.numbers:
            return self.language.numbers(str(value))
        if self.per_seat and not isinstance(value, str):
            return (float(value),) * MOST_SEATS
        if value in self.choices:
            return self.lists[self.choices.index(str(value))]
        numbers = [float(part) if self.per_seat else int(part) for part in str(value).split(",")]
        return tuple(numbers + [0] * (self.length - len(numbers)))

    def code(self, value: Value) -> float | tuple[float, ...]:
        """Return the value that compiled code sees.

        A choice is its place in `choices`, and a list or a value for each seat its numbers. A name
        is 0: compiled code does not see it.
        """
        if self.length:
            return self.numbers(value)
        if value == self.word or (self.kind is str and not self.choices):
            return 0.0
        return self.choices.index(str(value)) if self.choices else float(value)


def _listed(value: object, message: str) -> list[object]:
    if isinstance(value, str):
        return [*value.split(",")]
    return taken_from(value, MOST_SEATS, message) if isinstance(value, Iterable) else [value]


def taken_from(values: object, most: int, message: str) -> list[Any]:
    """Return the values of a sequence or another iterable as a list.

    Raises:
        UserError: with this message if it is no iterable or has more than `most`, such as a
            generator without an end.
    """
    try:
        taken = list(itertools.islice(values, most + 1))  # type: ignore[call-overload]
    except TypeError:
        raise UserError(message) from None
    if len(taken) > most:
        raise UserError(message)
    return taken


def _boolean(value: object, message: str) -> bool:
    import numpy as np

    words = {
        "true": True,
        "yes": True,
        "on": True,
        "1": True,
        "false": False,
        "no": False,
        "off": False,
        "0": False,
    }
    if isinstance(value, bool | np.bool_):
        return bool(value)
    if isinstance(value, str) and value.lower() in words:
        return words[value.lower()]
    raise UserError(message)


def _number(value: object, message: str) -> float | int:
    import numpy as np

    if isinstance(value, bool):
        raise UserError(message)
    if isinstance(value, int | np.integer):
        return int(value)
    try:
        if isinstance(value, str) and value.strip().lstrip("+-").isdecimal():
            return int(value)  # a float would lose digits of a seed
        number = float(value)  # type: ignore[arg-type]
    except (ArithmeticError, TypeError, ValueError):
        raise UserError(message) from None
    if not math.isfinite(number):
        raise UserError(message)
    return number


def _given(value: object) -> str:
    """Return a value for an error message; empty or blank text is shown as `''`."""
    return echoed(value) or "''"


MOST_RULE = (1 << 31) - 1
"""The largest whole number that a house rule may be."""


def option(
    default: Value,
    help: str,  # noqa: A002
    *,
    choices: tuple[str, ...] = (),
    lists: Mapping[str, tuple[int, ...]] | None = None,
    low: float = -math.inf,
    high: float = math.inf,
    source: str = "",
    needs: Mapping[str, Value | tuple[Value, ...]] | None = None,
    word: str = "",
    per_seat: bool = False,
    language: Language | None = None,
) -> Any:
    """Declare a field of a rules dataclass.

    The arguments are those of `Option`; `lists` has the words for lists of numbers as its keys.
    """
    named = lists or {}
    choices, numbers = choices or tuple(named), tuple(named.values())
    pairs = tuple((k, v if isinstance(v, tuple) else (v,)) for k, v in (needs or {}).items())
    if type(default) is int and not choices:
        low, high = max(low, -MOST_RULE - 1), min(high, MOST_RULE)
    declared = Option(
        "", default, help, choices, numbers, low, high, source, pairs, word, per_seat, language
    )
    _check_declared(declared)
    return dataclasses.field(default=default, metadata={"option": declared})


def _check_declared(option: Option) -> None:
    """Make sure that a house rule is declared consistently and allows its default."""
    default, choices = option.default, option.choices
    if type(default) not in {bool, int, float, str}:
        told = echoed(default)
        raise TypeError(f"a default must be a number, a word, True or False, not {told}")
    if not isinstance(option.help, str):
        raise TypeError(f"what an option means must be text, not {echoed(option.help)}")
    if len({*choices}) < len(choices) or not all(isinstance(word, str) for word in choices):
        raise ValueError(f"choices must be different words, not {echoed([*choices])}")
    if option.kind is str and not (choices or option.language):
        raise ValueError("an option that is a word needs choices=(...)")
    if not option.low <= option.high:
        raise ValueError(f"low must be at most high, and they are {option.low} and {option.high}")
    try:
        option.check(default, label="the default")
    except UserError as error:
        raise ValueError(str(error)) from None


def options_of(rules: type) -> tuple[Option, ...]:
    """Return the options of a rules dataclass, in order."""
    return tuple(
        dataclasses.replace(field.metadata["option"], name=field.name)
        for field in dataclasses.fields(rules)
    )


def coder(rules: type) -> Callable[[str, str], int]:
    """Return the function (option, choice) -> the number by which kernels know the choice."""
    choices = {o.name: o.choices for o in options_of(rules)}
    return lambda name, choice: choices[name].index(choice)


def packed_dtype(rules: type) -> np.dtype[Any]:
    """Return the dtype of the record that carries the rules into compiled code.

    It has int32 for whole numbers, choices and flags, and an array for a list or for an option with
    values per seat. A game without options gets one unused number, since numba has no empty
    records.
    """
    import numpy as np

    formats = [
        (o.name, np.float64 if o.kind is float else np.int32, (o.length,) if o.length else ())
        for o in options_of(rules)
    ]
    return np.dtype(formats or [("no_rules", np.int32, ())], align=True)


def pack(rules: Any) -> np.ndarray[Any, Any]:
    """Pack the rules, a frozen dataclass, into an array of one record of `packed_dtype`."""
    return _packed(rules).copy()


@functools.lru_cache(maxsize=64)
def _packed(rules: Any) -> np.ndarray[Any, Any]:
    import numpy as np

    record = np.zeros(1, packed_dtype(type(rules)))
    for o in options_of(type(rules)):
        record[o.name] = o.code(getattr(rules, o.name))
    return record


def check_seats(options: Iterable[Option], values: Mapping[str, Value], players: int) -> None:
    """Refuse a list of values per seat that is not as long as there are seats."""
    for o in options:
        value = values[o.name]
        if o.per_seat and isinstance(value, str) and value.count(",") + 1 != players:
            message = (
                f"{o.flag} must be one number, or {players} for the {players} seats, not {value}"
            )
            raise UserError(message)


def check_order(options: Iterable[Option], values: Mapping[str, Value]) -> None:
    """Refuse a number larger than the option that is its upper limit (`at_most`)."""
    for o in options:
        value, most = values[o.name], values.get(o.at_most, math.inf)
        if o.at_most and float(value) > float(most):
            other = "--" + o.at_most.replace("_", "-")
            raise UserError(f"{o.flag} must be at most {other} {shown(most)}, not {shown(value)}")


def check_needs(
    options: Iterable[Option], given: Iterable[str], values: Mapping[str, Value]
) -> None:
    """Refuse an option that was given but has no effect together with the others.

    Args:
        options: all options of the game.
        given: the names that the user set.
        values: the value of every option, and of `unit` where there is one.
    """
    by_name = {o.name: o for o in (*options, Option("unit", ""))}
    for name in given:
        if name not in by_name or values[name] == by_name[name].default:
            continue
        if unmet := _unmet(by_name, name, values):
            raise UserError(f"{' '.join(by_name[name].words(values[name]))} has no effect {unmet}")


def check_preset(
    options: Iterable[Option], preset: str, changed: Iterable[str], values: Mapping[str, Value]
) -> None:
    """Refuse a preset none of whose options has an effect in this unit.

    Args:
        options: all options of the game.
        preset: its name.
        changed: the names of the options that it sets.
        values: the value of every option, and of `unit`.
    """
    by_name = {o.name: o for o in (*options, Option("unit", ""))}
    unmet = [_unmet(by_name, name, values) for name in changed]
    if unmet and all(unmet):
        raise UserError(f"--preset {preset} has no effect {unmet[0]}")


def _unmet(by_name: Mapping[str, Option], name: str, values: Mapping[str, Value]) -> str:
    """Return why an option has no effect and what it needs; empty where it may have one."""
    for other, allowed in by_name[name].needs:
        if other in values and values[other] not in allowed:
            wanted = " or ".join(" ".join(by_name[other].words(v)) for v in allowed)
            return f"with {' '.join(by_name[other].words(values[other]))}; it needs {wanted}"
    return ""


COUNT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(?:e\+?(\d{1,3}))?([kKmMgG]?)")
_POWERS = {"": 0, "k": 3, "m": 6, "g": 9}


def parse_count(text: object, *, label: str = "-n") -> int:
    """Read a number of hands: `1e6`, `1_000_000`, `250k`, `2.5M`, or a number."""
    message = (
        f"{label} must be a whole number of at least 1, "
        f"such as 1000000, 1e6, 250k or 2.5M, not {_given(text)}"
    )
    if isinstance(text, int) and text > MOST_HANDS:
        raise UserError(f"{label} must be at most {MOST_HANDS:.0e}, not {echoed(text)}")
    match = COUNT.fullmatch(str(text).replace("_", "").strip())
    if isinstance(text, bool) or match is None:
        raise UserError(message)
    digits, exponent, letter = match.groups()
    value = Decimal(digits).scaleb(int(exponent or 0) + _POWERS[letter.lower()])
    if value != value.to_integral_value() or value < 1:
        raise UserError(message)
    if value > MOST_HANDS:
        raise UserError(f"{label} must be at most {MOST_HANDS:.0e}, not {echoed(text)}")
    return int(value)


PRECISION = re.compile(r"(?P<number>[^a-z%\s]+(?:e-?\d+)?)\s*(?P<unit>pp)?")
MOST_SHARE = 0.5
FINEST = 1e-6
"""The narrowest half width that may be asked for; a thousand million hands come nowhere near it."""


def parse_precision(given: object, *, share: bool, what: str, label: str = "--precision") -> float:
    """Read the half width that an interval is to reach.

    Args:
        given: a number, in the measure's own unit; or text, for a share in percentage points.
        share: whether the measure is a share, 0 to 1.
        what: the measure, for the error.
        label: how to name it in an error.
    """
    least = shown_precision(FINEST, share=share)
    example = (
        f"percentage points from {least} to less than {100 * MOST_SHARE:g}pp, such as 0.1pp"
        if share
        else f"a number from {least} on, such as 0.01"
    )
    message = f"{label} must be {example}, for '{what}'; not {_given(given)}"
    in_points = False
    number = given
    if isinstance(given, str):
        match = PRECISION.fullmatch(given.strip().lower())
        if match is None or (match["unit"] is not None) != share:
            raise UserError(message)
        in_points, number = match["unit"] is not None, match["number"]
    exact = _number(number, message)
    if exact > sys.float_info.max:
        raise UserError(message)
    half = float(exact) / (100 if in_points else 1)
    if half < FINEST or (share and half >= MOST_SHARE):
        raise UserError(message)
    return half


def shown_precision(half: float, *, share: bool) -> str:
    """Write a half width as text that `parse_precision` reads."""
    if not share:
        return shown(half)
    points = 100 * half
    text = f"{points:.12g}"
    return f"{text if float(text) / 100 == half else repr(points)}pp"


def shown(value: Value) -> str:
    """Write a value as the command line takes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}" if float(f"{value:g}") == value else repr(value)
    return str(value)


def in_words(value: Value) -> str:
    """Write a value for people: `yes` and `no` where a command takes `true` and `false`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return shown(value)


def settings_text(settings: Iterable[tuple[str, Value]]) -> str:
    """Write settings for people: `3 players, knock-threshold 21, charity yes`."""
    return ", ".join(
        f"{v} player{'' if v == 1 else 's'}"
        if n == "players"
        else f"{n.replace('_', '-')} {in_words(v)}"
        for n, v in settings
    )


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a hint with the nearest known word, or None."""
    near = difflib.get_close_matches(word[:LINE], list(known), n=1, cutoff=0.5)
    return f"did you mean '{near[0]}'?" if near else None
