"""Boards of files in either notation."""

from __future__ import annotations

import re

from cardsim.games.bridge import lin, pbn
from cardsim.games.bridge.boards import Record

IN_LIN = re.compile(r"\s*(?:[a-z][a-z0-9]\|[^|]*\|\s*)*md\|", re.IGNORECASE)


def tables_in(content: bytes, name: str) -> list[Record]:
    """Read a file's boards, one for each table that played them; unreadable ones have an error.

    Args:
        content: all of it, in UTF-8 or, as older programs write it, in Latin-1.
        name: of the file, for errors, which name the line.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if name.lower().endswith(".lin") or IN_LIN.match(text) is not None:
        return lin.records_in(text, name)
    return pbn.records_in(text, name)


def records_in(content: bytes, name: str) -> list[Record]:
    """Read a file's boards, all of which must be readable.

    Raises:
        UserError: something cannot be read, or contradicts itself, or the file has no deal.
    """
    records = tables_in(content, name)
    for record in records:
        if record.wrong is not None:
            raise record.wrong
    return records
