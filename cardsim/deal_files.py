"""Files of deals, which are played in their order, and no others.

Compiled code sees the deals as numbers, the first of which says how many there are. The option
keeps the file's name with letters that stand for the numbers: with the same deals a run is the same
run.
"""

from __future__ import annotations

import hashlib
import re
import stat
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from cardsim.errors import UserError, echoed
from cardsim.options.params import Language

HOW_MANY = 0
DIGITS = 12
PINNED = re.compile(rf"(?P<path>.+):(?P<content>[0-9a-f]{{{DIGITS}}})")
"""A file's name, and letters that stand for the deals that it must hold."""
LARGEST = 16_000_000
"""The most bytes of a file of deals."""
OPTION = "--deals"
Packed = Callable[[bytes, str], tuple[int, ...]]
"""(content of a file, its name for errors) -> its deals as numbers, the first how many."""


def _of_file(text: str, name: str, packed: Packed) -> tuple[str, tuple[int, ...], str]:
    """Read a file of deals: return its name, its deals, and the letters that stand for them."""
    pinned = PINNED.fullmatch(text)
    path = pinned["path"] if pinned else text
    try:
        status = Path(path).stat()
        if not stat.S_ISREG(status.st_mode):
            raise UserError(f"{name} {echoed(path)} must be a file, which can be read again")
        if status.st_size > LARGEST:
            raise UserError(f"{name} {echoed(path)} is larger than a file of deals may be")
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UserError(f"{name} {echoed(path)} cannot be read: {why}") from None
    numbers = packed(content, f"{name} {path}")
    place = hashlib.sha256(np.array(numbers, np.int32).tobytes()).hexdigest()[:DIGITS]
    if pinned and place != pinned["content"]:
        raise UserError(
            f"{name} {path} holds other deals than it did ({place}, not {pinned['content']})",
            hint=f"{name} {path} plays those that it holds now",
        )
    return path, numbers, place


def language(what: str, packed: Packed, size: int) -> Language:
    """Return the language of an option that takes a file of deals.

    Args:
        what: such files are, in words.
        packed: reads one.
        size: the most numbers of one.
    """
    kept = lru_cache(maxsize=4)(packed)

    def read(text: str, name: str) -> str:
        path, _, place = _of_file(text.strip(), name, kept)
        return f"{path}:{place}"

    @cache
    def numbers(text: str) -> tuple[int, ...]:
        found = _of_file(text, OPTION, kept)[1] if text else (0,)
        return found + (0,) * (size - len(found))

    return Language(what, "FILE", read, numbers, size)
