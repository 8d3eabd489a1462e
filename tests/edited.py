"""Single edits of plain data, for tests of what is read from files."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

RAW = {"infinite": "1e400", "NaN": "NaN", "Infinity": "Infinity", "long": "9" * 5000}
"""What is no number, by the word that stands for it until the text is written."""
OTHERS: list[Any] = [None, {}, [], "x", -1, True, 63, 1 << 40, *(f"@{name}@" for name in RAW)]
Place = tuple[str | int, ...]


def leaves(thing: Any, place: Place = ()) -> Iterator[Place]:
    """Where the values are that hold no others."""
    if isinstance(thing, dict | list) and thing:
        for key, value in thing.items() if isinstance(thing, dict) else enumerate(thing):
            yield from leaves(value, (*place, key))
    else:
        yield place


def inside(content: Any, place: Place) -> Any:
    """What stands in a place."""
    for key in place:
        content = content[key]
    return content


def edited(content: Any, place: Place, value: Any) -> Any:
    """The content with another value in one place."""
    found = copy.deepcopy(content)
    inside(found, place[:-1])[place[-1]] = value
    return found


def without(content: Any, place: Place) -> Any:
    """The content without a value."""
    found = copy.deepcopy(content)
    del inside(found, place[:-1])[place[-1]]
    return found


def as_text(content: Any) -> str:
    """JSON, with words that it has not."""
    text = json.dumps(content)
    for name, raw in RAW.items():
        text = text.replace(f'"@{name}@"', raw)
    return text


def others(was: Any) -> list[Any]:
    """Other values for one: of another kind, and near it."""
    near: list[Any] = []
    if isinstance(was, bool):
        near = [not was]
    elif isinstance(was, int | float):
        near = [was + 1, 1 - was, was * 1.25 if isinstance(was, float) else -was]
    elif isinstance(was, str):
        near = [f"{was}\x1b[31m", was[1:]]
    # True is no 1.
    return [v for v in near + OTHERS if not (type(v) is type(was) and v == was)]


def edits(content: Any, seed: int, count: int) -> Iterator[tuple[Place, Any, Any]]:
    """Single edits: where, the value that is put there, and all that results.

    What makes the file what it is is edited in every way, and some of the many counts.
    """
    drawn = random.Random(seed)
    places = [p for p in leaves(content) if p != ("checksum",)]
    short = [p for p in places if len(p) == 1]
    for place in short + drawn.choices(places, k=count):
        values = others(inside(content, place))
        for value in values if len(place) == 1 else drawn.sample(values, 3):
            yield place, value, edited(content, place, value)
    for place in drawn.sample(places, min(5, len(places))):
        yield place, "removed", without(content, place)
    yield (), "added", {**content, "more": 1}
