"""JSON of answers, with a checksum that shows whether a file was edited."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from typing import Any

CHECKSUM = "checksum"
FORMAT = 4
"""Version of all saved files. Raise it when the fields of one change."""
RECKONING = "3:"
"""Version of the numbers and intervals computed from counts. Raise it when any changes.

A checksum begins with it. A file with another version gets new numbers, and its own are not
compared. Its sentences never are.
"""


def plain(thing: Any) -> Any:
    """Return the data with numbers that JSON lacks (NaN, infinity) as null."""
    if isinstance(thing, dict):
        return {k: plain(v) for k, v in thing.items()}
    if isinstance(thing, list):
        return [plain(v) for v in thing]
    return None if isinstance(thing, float) and not math.isfinite(thing) else thing


def checksum(content: Mapping[str, Any], reckoning: str = RECKONING) -> str:
    """Return the SHA-256 of plain data in its order, without its own checksum."""
    rest = {name: value for name, value in content.items() if name != CHECKSUM}
    text = json.dumps(rest, allow_nan=False, separators=(",", ":"))
    return reckoning + hashlib.sha256(f"{reckoning}{text}".encode("ascii")).hexdigest()


def is_whole(content: Mapping[str, Any]) -> bool:
    """Return True if plain data has the right checksum, by any version of `RECKONING`."""
    said = content.get(CHECKSUM)
    if not isinstance(said, str):
        return False
    reckoning = said[: said.rfind(":") + 1]
    try:
        return said == checksum(content, reckoning)
    except (ValueError, TypeError, RecursionError):
        return False


def sealed(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return plain data with its checksum."""
    return {**content, CHECKSUM: checksum(content)}


def sealed_json(answer: dict[str, Any]) -> str:
    """Return an answer as one line of JSON with its checksum."""
    return json.dumps(sealed(plain(answer)), ensure_ascii=False, allow_nan=False)
