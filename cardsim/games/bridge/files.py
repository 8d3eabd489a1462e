"""Boards of files in either notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cardsim.games.bridge import lin, pbn
from cardsim.games.bridge.boards import Record, unread

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
        return [*_alike(lin.records_in(text, name))]
    return [*_alike(pbn.records_in(text, name))]


def _alike(records: Iterable[Record]) -> Iterator[Record]:
    """Yield the records; one that has another dealer or vulnerability at a board is unreadable."""
    seen: dict[tuple[int, tuple[int, ...]], Record] = {}
    for record in records:
        board = record.board
        first = seen.setdefault((board.number, board.hands), record)
        if record.wrong is None and board != first.board:
            told = f"board {board.number} has another dealer or vulnerability than in line "
            wrong = record.error(record.line, f"{told}{first.line}")
            yield unread(board.number, record.file, wrong)
        else:
            yield record


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
