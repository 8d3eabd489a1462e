"""Several values of one option: `17..31`, `17..31:2`, `17,19,25`, or any sequence of values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import cached_property

from cardsim.errors import UserError, echoed
from cardsim.options.params import Option, Value, shown, taken_from

MOST_POINTS = 10_000


@dataclass(frozen=True)
class Range:
    """Numbers of an option with equal steps between them, the smallest first.

    Attributes:
        option: takes the values.
        low: the first of them.
        step: above 0.
        count: how many there are.
    """

    option: Option
    low: Decimal
    step: Decimal
    count: int

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """The numbers as values of the option, which allows them all."""
        kind = self.option.kind
        return tuple(kind(self.low + k * self.step) for k in range(self.count))

    @property
    def text(self) -> str:
        """The range on the command line: `17..31`, `17..31:2`."""
        values = self.values
        by = "" if self.step == 1 else f":{self.step}"
        return f"{shown(values[0])}..{shown(values[-1])}{by}"

    def room(self, *, up: bool) -> int:
        """Return how many more numbers the option allows beyond an end, `MOST_POINTS` at most."""
        high = self.low + (self.count - 1) * self.step
        limit = self.option.high if up else self.option.low
        if math.isinf(limit):
            return MOST_POINTS
        free = Decimal(repr(limit)) - high if up else self.low - Decimal(repr(limit))
        return min(int(free / self.step), MOST_POINTS)

    def wider(self, more: int, *, up: bool) -> Range:
        """Return the range with `more` further numbers beyond one end."""
        low = self.low if up else self.low - more * self.step
        return replace(self, low=low, count=self.count + more)


def values_of(option: Option, given: object, *, label: str | None = None) -> tuple[Value, ...]:
    """Return the values of `values_and_range` alone."""
    return values_and_range(option, given, label=label)[0]


def values_and_range(
    option: Option, given: object, *, label: str | None = None
) -> tuple[tuple[Value, ...], Range | None]:
    """Read the values that an option is to take, in the order given, and the range they form.

    The range is None where they are a list, or a single value.

    Args:
        option: whose values they are.
        given: one value; a sequence of them; or text, with parts separated by commas, or by
            semicolons where a value has commas, and each part a value, or `low..high` or
            `low..high:step` with both ends.
        label: how to name the option in an error, when not by its flag.
    """
    name, found = label or option.flag, None
    if isinstance(given, str):
        values, found = _read(option, given, name)
    elif isinstance(given, range):
        check_size([len(given)])
        values = [option.check(v, label=name) for v in given]
        if given.step > 0 and len(given) > 1:
            found = Range(option, Decimal(given[0]), Decimal(given.step), len(given))
    elif isinstance(given, Iterable):
        many = f"{name} has more than {MOST_POINTS} values, and a sweep may have no more points"
        values = [option.check(v, label=name) for v in taken_from(given, MOST_POINTS, many)]
    else:
        values = [option.check(given, label=name)]
    if not values:
        raise UserError(f"{name} has no values")
    seen: set[Value] = set()
    for value in values:
        if value in seen:
            raise UserError(f"{name} names {shown(value)} twice")
        seen.add(value)
    plain = option.kind in (int, float) and not option.length
    return tuple(values), found if plain else None


def _read(option: Option, text: str, name: str) -> tuple[list[Value], Range | None]:
    try:
        return [option.check(text, label=name)], None
    except UserError:
        separator = ";" if ";" in text else ","
        parts = [part.strip() for part in text.split(separator)]
        if len(parts) == 1 and ".." not in text:
            raise
    if not all(parts):
        raise UserError(f"{name} '{echoed(text)}' has an empty place in its list")
    values: list[Value] = []
    found = None
    for part in parts:
        if ".." in part:
            found = _range(option, part, name)
            values += found.values
        else:
            values.append(option.check(part, label=name))
        check_size([len(values)])
    return values, found if len(parts) == 1 else None


def _range(option: Option, text: str, name: str) -> Range:
    """Read the numbers of `low..high` or `low..high:step`."""
    if option.kind not in (int, float):
        raise UserError(
            f"{name} is not a number, so that {echoed(text)} is no range of it",
            hint=_listed(option),
        )
    bounds, colon, by = text.partition(":")
    ends = bounds.split("..")
    try:
        low, high = (Decimal(end) for end in ends)
        step = Decimal(by) if colon else Decimal(1)
    except (ValueError, InvalidOperation):
        low = high = step = Decimal("NaN")
    if not all(map(math.isfinite, (low, high, step))):
        raise UserError(f"{name} must be a range like 17..31 or 17..31:2, not {echoed(text)}")
    if step <= 0:
        raise UserError(f"{name} {echoed(text)} must have a step above 0")
    if low > high:
        raise UserError(
            f"{name} {echoed(text)} runs backwards",
            hint=f"write {echoed(ends[1])}..{echoed(ends[0])}",
        )
    if option.kind is int and step != int(step):
        raise UserError(f"{name} takes whole numbers, so that {echoed(text)} needs a whole step")
    option.check(ends[0], label=name)
    option.check(ends[1], label=name)
    try:
        # A range of more points than this is refused; its exact size need not be computed.
        count = int(min((high - low) / step, Decimal(10**15))) + 1
    except ArithmeticError:
        raise UserError(f"{name} {echoed(text)} has too small a step") from None
    check_size([count])
    return Range(option, low, step, count)


def _listed(option: Option) -> str:
    values = option.choices or ("true", "false")
    return f"list values: {option.flag} {','.join(values)}"


def check_size(counts: Sequence[int]) -> int:
    """Return the number of points of a grid.

    Args:
        counts: how many values each axis has.
    """
    size = math.prod(counts)
    if size > MOST_POINTS:
        shape = f" ({' x '.join(map(str, counts))})" if len(counts) > 1 else ""
        raise UserError(
            f"the grid has {size} points{shape}; a sweep may have {MOST_POINTS}",
            hint="narrow a range, or take a wider step: 0..100:10",
        )
    return size
