"""Reads plain data from files: JSON and TOML, without the values that nobody can mean.

Python's readers accept NaN, `1e999`, a name that is given twice, and whole numbers of any length.
Each of them would fail later, somewhere else.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterable
from datetime import date, time
from typing import Any

MOST_DIGITS = 30
"""Digits that a whole number may have: enough for 128 bits."""
MOST_DEEP = 100
"""Lists and tables that may be nested."""
MOST_LETTERS = 12_000
"""Letters that a line of TOML may have: names with many dots are read in quadratic time."""


def json_of(content: str | bytes) -> Any:
    """Read the value of a JSON text.

    Raises:
        ValueError: it has none, a number that is not finite or too long, or a name given twice.
    """
    text = content.decode("utf-8") if isinstance(content, bytes) else content
    try:
        found = _JSON.decode(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if "\\ud" in text.lower():
        # Half of a letter could not be written anywhere.
        json.dumps(found, ensure_ascii=False).encode("utf-8")
    return found


def toml_of(content: bytes) -> dict[str, Any]:
    """Read the table of a TOML file; a byte order mark before it does not matter.

    Raises:
        ValueError: it has none, or one with a date or a number of too many digits.
    """
    text = content.decode("utf-8-sig")
    if max(map(len, text.splitlines()), default=0) > MOST_LETTERS:
        raise ValueError(f"a line has more than {MOST_LETTERS} letters")
    try:
        table = tomllib.loads(text)
        _check(table)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return table


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name is given twice")
    return found


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _no_number(text[:MOST_DIGITS])


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError("a number has too many digits")
    return int(text)


_JSON = json.JSONDecoder(
    object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite, parse_int=_whole
)


def _check(thing: Any, deep: int = 0) -> None:
    """Refuse values that TOML has and JSON has not."""
    if deep > MOST_DEEP:
        raise RecursionError
    if isinstance(thing, date | time):
        raise ValueError(f"{thing} is a date, and none is meant here")  # noqa: TRY004
    if isinstance(thing, int) and abs(thing) >= 10**MOST_DIGITS:
        raise ValueError("a number has too many digits")
    if isinstance(thing, dict | list):
        parts: Iterable[Any] = thing.values() if isinstance(thing, dict) else thing
        for part in parts:
            _check(part, deep + 1)
