"""The layout of a game's state in memory, with the view as a part of it, and of rows of outcomes.

The view is not copied. It is the part of the state's memory that the seat to act may see, and its
dtype has no names for the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike

LINE = 64
"""Bytes of a cache line."""

_NONE: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True, eq=False)
class Layout:
    """The memory of one hand.

    Attributes:
        state: the dtype of all of it.
        view: the dtype, of the same size, of what the deciding seat may see.
        help: the meaning of each field of the view; `a.b` for field `b` of the records `a`.
        own: fields of the view that the engine fills before each decision with the entry of the
            seat on turn, from the state's field of that name with `_of` behind it.
    """

    state: np.dtype[np.void]
    view: np.dtype[np.void]
    help: Mapping[str, str]
    own: tuple[str, ...] = ()


def lay_out(
    *,
    shown: Mapping[str, tuple[DTypeLike, str]],
    hidden: Mapping[str, DTypeLike],
    own: Mapping[str, tuple[DTypeLike, str]] = _NONE,
    seats: int = 0,
    records: Mapping[str, tuple[Layout, int]] = _NONE,
    also: Mapping[str, tuple[str, DTypeLike]] = _NONE,
    first: Iterable[str] = (),
    last: Iterable[str] = (),
    on_a_line: Collection[str] = (),
) -> Layout:
    """Lay out these fields, each aligned as its type requires.

    The layout fills an odd number of cache lines, so that states side by side do not compete for
    the same ones.

    Args:
        shown: the fields of the view, in the order in which they are told: type and meaning.
        hidden: the other fields: their types.
        own: what every seat knows alone: type and meaning. The game keeps it for each seat, in a
            field `NAME_of`, and the view has that of the seat on turn as `NAME`.
        seats: the largest number of seats, where seats have something of their own.
        records: fields that are records with a layout of their own, and how many.
        also: further names in the state for the memory of a field: (that field, type). The name of
            the field itself gives it another type in the state than in the view. There is room for
            the largest.
        first: fields that come first in memory.
        last: fields that come last; the rest is in between, in the order of these arguments.
        on_a_line: fields that begin a cache line.
    """
    shown = {**shown, **own}
    seen = {name: np.dtype(form) for name, (form, _) in shown.items()}
    whole = seen | {name: np.dtype(form) for name, form in hidden.items()}
    whole |= {f"{name}_of": np.dtype((seen[name], (seats,))) for name in own}
    seen |= {name: np.dtype((part.view, (n,))) for name, (part, n) in records.items()}
    whole |= {name: np.dtype((part.state, (n,))) for name, (part, n) in records.items()}
    first, last = list(first), list(last)
    order = [*first, *(name for name in whole if name not in (*first, *last)), *last]
    places: dict[str, tuple[np.dtype[Any], int]] = {}
    end = 0
    for name in order:
        others = {other: np.dtype(form) for other, (of, form) in also.items() if of == name}
        forms = {name: whole[name]} | others
        step = LINE if name in on_a_line else max(form.alignment for form in forms.values())
        start = -(-end // step) * step
        places |= {other: (form, start) for other, form in forms.items()}
        end = start + max(form.itemsize for form in forms.values())
    size = (-(-end // LINE) | 1) * LINE
    told = {name: text for name, (_, text) in shown.items()}
    for name, (part, _) in records.items():
        told |= {f"{name}.{field}": text for field, text in part.help.items()}
    return Layout(
        state=_record(places, size),
        view=_record({name: (form, places[name][1]) for name, form in seen.items()}, size),
        help=told,
        own=tuple(own),
    )


def outcome_row(
    kind: DTypeLike,
    alone: Iterable[str],
    each: Mapping[str, int] = _NONE,
    *,
    instead: Mapping[str, str] = _NONE,
    size: int = 0,
) -> np.dtype[np.void]:
    """Return the dtype of a row of outcomes, whose fields are all of one integer type.

    Args:
        kind: that type.
        alone: fields that are one number.
        each: fields with a number for each seat, or the like, and how many.
        instead: fields that share the place of another one, since no row has both.
        size: bytes of a row, where there are more than the fields take.
    """
    forms = {name: np.dtype(kind) for name in alone}
    forms |= {name: np.dtype((kind, (n,))) for name, n in each.items()}
    places: dict[str, tuple[np.dtype[Any], int]] = {}
    end = 0
    for name, form in forms.items():
        places[name] = form, end
        end += form.itemsize
    places |= {name: places[other] for name, other in instead.items()}
    return _record(places, max(size, end))


def _record(places: Mapping[str, tuple[np.dtype[Any], int]], size: int) -> np.dtype[np.void]:
    """Return a dtype of these fields, each of a type and at an offset."""
    return np.dtype(
        {
            "names": list(places),
            "formats": [form for form, _ in places.values()],
            "offsets": [offset for _, offset in places.values()],
            "itemsize": size,
        },
        align=True,
    )
