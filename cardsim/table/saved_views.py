"""A seat's views at its decisions, as plain data that a program can save and read again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np

from cardsim.errors import UserError, echoed
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.options.plain import json_of
from cardsim.runs.sealed import CHECKSUM, checksum, is_whole

TABLE = ("game", "unit", "players", "rules")
"""Fields of the table that a view needs, saved once for all views of a hand."""
NO_VIEW = "{} has no view of a decision; `cardsim replay GAME --json` writes them"
DIGITS = 9
"""Digits of a number: hands, seeds and decisions have fewer."""


def plain_views(
    about: Mapping[str, Any], seen: Sequence[tuple[int, str, Any]], game: Game
) -> list[dict[str, Any]]:
    """Return the views of a hand, each with a checksum of its content.

    `seen` has the seat, the decision's name and the state at each decision.
    """
    views = []
    for step, (seat, decision, state) in enumerate(seen, 1):
        view = _plain(np.array([state]).view(game.view)[0], game.view)
        one = {"step": step, "seat": seat, "decision": decision, "view": view}
        views.append({**one, CHECKSUM: _checksum(about, one)})
    return views


def _checksum(about: Mapping[str, Any], one: Mapping[str, Any]) -> str:
    rest = {name: value for name, value in one.items() if name != CHECKSUM}
    return checksum({**{name: about[name] for name in TABLE}, **rest})


def _plain(record: Any, dtype: np.dtype[Any]) -> dict[str, Any]:
    """Return the fields of a record that this dtype names, without trailing zeros of lists."""
    values: dict[str, Any] = {}
    for name, (form, *_) in (dtype.fields or {}).items():
        if form.base.names:
            values[name] = [_plain(part, form.base) for part in record[name]]
        else:
            values[name] = _shorter(record[name].tolist())
    return values


def _shorter(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    short = [_shorter(v) for v in value]
    while short and short[-1] in (0, []):
        short.pop()
    return short


def write(view: Mapping[str, Any], record: Any, dtype: np.dtype[Any]) -> None:
    """Write a view in plain data into the fields of a record."""
    if view.keys() != (dtype.fields or {}).keys():
        raise ValueError("other fields")
    for name, (form, *_) in (dtype.fields or {}).items():
        if form.base.names:
            for part, values in zip(record[name], view[name], strict=True):
                write(values, part, form.base)
        elif form.shape:
            record[name] = 0
            _fill(record[name], view[name])
        else:
            record[name] = view[name]


def is_same(view: Mapping[str, Any], record: Any, dtype: np.dtype[Any]) -> bool:
    """Return True if a view in plain data is the same as this record."""
    return json.dumps(view, sort_keys=True) == json.dumps(_plain(record, dtype), sort_keys=True)


def _fill(array: np.ndarray[Any, Any], values: Sequence[Any]) -> None:
    for k, value in enumerate(values):
        if array.ndim > 1:
            _fill(array[k], value)
        else:
            array[k] = value


def read_view(asked: object) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the table and the view in `FILE` or `FILE:N`."""
    file, number = str(asked), None
    head, colon, tail = file.rpartition(":")
    if colon and tail.isdecimal() and len(tail) <= DIGITS and not Path(file).exists():
        file, number = head, int(tail)
    try:
        content = json_of(Path(file).read_bytes())
        about = {name: content[name] for name in TABLE}
        views = [{**one} for one in content["views"]]
    except OSError as error:
        raise UserError(f"--view {echoed(file)} cannot be read: {error.strerror}") from None
    except (ValueError, TypeError, KeyError):
        raise UserError(NO_VIEW.format(f"--view {echoed(file)}")) from None
    if not views:
        raise UserError(NO_VIEW.format(f"--view {echoed(file)}"))
    if number is None and len(views) > 1:
        raise UserError(
            f"--view {echoed(file)} has {len(views)} decisions; name one, from {echoed(file)}:1 to "
            f"{echoed(file)}:{len(views)}"
        )
    number = 1 if number is None else number
    if not 1 <= number <= len(views):
        raise UserError(f"--view {echoed(file)} has {len(views)} decisions, and no number {number}")
    view = views[number - 1]
    if not is_whole({**about, **view}):
        raise UserError(
            f"--view {echoed(file)}:{number} was edited, so that it is no view any more"
        )
    try:
        msgspec.convert({**about, **view}, _View)
    except msgspec.ValidationError as error:
        raise UserError(f"--view {echoed(file)}:{number} is no view: {error}") from None
    load_game(about["game"])
    return about, view


class _View(msgspec.Struct, forbid_unknown_fields=True):
    """A view with its table, in a file."""

    game: str
    unit: str
    players: int
    rules: dict[str, bool | int | float | str]
    step: Annotated[int, msgspec.Meta(ge=1)]
    seat: Annotated[int, msgspec.Meta(ge=0)]
    decision: str
    view: dict[str, Any]
    checksum: str
