"""The catalogue of a workspace: a file that keeps what was played.

Hand `i` of a seed is the same everywhere, and counts add up exactly. So hands that were counted
once are never played again. The catalogue keeps their counts by a key of all that decides them
(`cardsim.runs.kept`).

The file is an SQLite database in write-ahead mode. Several processes may use it at once, and a
process that is killed loses only what it has not written yet. If the file is damaged, hands are
played without being kept, and a `CatalogueWarning` says why.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import time
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from cardsim.errors import UserError

CHOSEN = "CARDSIM_RUNS"
"""The variable of the environment that names the file; nothing is kept without it."""
VERSION = 1
"""Of the layout. Raise it with a step in `_STEPS` that makes the new layout of the old one."""
MARK = 0x63617264
"""SQLite's `application_id` of a catalogue."""
PATIENCE = 10.0
"""Seconds that a process waits for another one that writes."""
_STEPS = (
    """
    CREATE TABLE hands (
        key BLOB NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL,
        parts BLOB NOT NULL, digest BLOB NOT NULL, used REAL NOT NULL,
        PRIMARY KEY (key, first, count)
    ) WITHOUT ROWID;
    """,
)


class CatalogueWarning(UserWarning):
    """What is played is not kept, and why."""


def file_here() -> Path | None:
    """The catalogue's file; None where nothing is kept."""
    chosen = os.environ.get(CHOSEN)
    return Path(chosen) if chosen else None


@dataclass(frozen=True)
class Row:
    """Some hands that are kept.

    Attributes:
        first: the number of the first hand.
        count: how many.
        parts: their counts, as `cardsim.runs.kept` writes them.
    """

    first: int
    count: int
    parts: bytes


class Catalogue:
    """A catalogue's file, open.

    Args:
        file: where it is.
        make: whether to make it, if it is not there.

    Raises:
        UserError: it is no catalogue, of a newer cardsim, damaged, or cannot be read.
    """

    def __init__(self, file: Path, *, make: bool = False) -> None:
        self.file = file
        if not make and not file.is_file():
            raise UserError(f"there is no catalogue {file}", hint="`cardsim run GAME` makes one")
        try:
            if make:
                file.parent.mkdir(parents=True, exist_ok=True)
            self.base = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
            self.base.execute("PRAGMA busy_timeout = 10000")
            self._check()
        except (OSError, sqlite3.Error) as error:
            raise self._wrong(error) from None

    def _check(self) -> None:
        """Make the layout of an empty file; refuse one that is not ours.

        Raises:
            UserError: it is another program's, or of a newer cardsim.
        """
        ((mark,),) = self.base.execute("PRAGMA application_id")
        ((version,),) = self.base.execute("PRAGMA user_version")
        ((tables,),) = self.base.execute("SELECT count(*) FROM sqlite_master")
        if mark != MARK and (mark or version or tables):
            raise UserError(f"{self.file} is no catalogue of cardsim, and stays as it is")
        if version > VERSION:
            raise UserError(
                f"{self.file} is of a newer cardsim (layout {version}, this one knows {VERSION}), "
                "and stays as it is"
            )
        if version < VERSION:
            self.base.execute("PRAGMA journal_mode = WAL")
            with self._writing():
                # Another process may have made it meanwhile.
                ((version,),) = self.base.execute("PRAGMA user_version")
                for step in _STEPS[version:]:
                    for statement in filter(str.strip, step.split(";")):
                        self.base.execute(statement)
                self.base.execute(f"PRAGMA application_id = {MARK}")
                self.base.execute(f"PRAGMA user_version = {VERSION}")
        self.base.execute("PRAGMA synchronous = NORMAL")

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        self.base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self.base.execute("ROLLBACK")
            raise
        self.base.execute("COMMIT")

    def _wrong(self, error: Exception) -> UserError:
        reason = getattr(error, "strerror", None) or str(error)
        if isinstance(error, sqlite3.DatabaseError) and "not a database" in reason:
            return UserError(f"{self.file} is no catalogue of cardsim, and stays as it is")
        return UserError(f"the catalogue {self.file} cannot be used: {reason}")

    def close(self) -> None:
        """Close the file."""
        self.base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------ hands

    def hands(self, key: bytes, first: int, end: int) -> Iterator[Row]:
        """Hands that are kept, one after the other without a gap, from `first` until `end` at most.

        Damaged ones are removed, and so played again.

        Raises:
            UserError: the file cannot be read.
        """
        try:
            while True:
                rows = self.base.execute(
                    "SELECT count, parts, digest FROM hands WHERE key = ? AND first = ? "
                    "AND first + count <= ? ORDER BY count DESC LIMIT 1",
                    (key, first, end),
                ).fetchone()
                if rows is None:
                    return
                count, parts, digest = rows
                if digest != _digest(key, first, count, parts):
                    where = (key, first, count)
                    self.base.execute(
                        "DELETE FROM hands WHERE key = ? AND first = ? AND count = ?", where
                    )
                    continue
                yield Row(first, count, zlib.decompress(parts))
                first += count
        except sqlite3.Error as error:
            raise self._wrong(error) from None

    def keep(self, key: bytes, row: Row) -> None:
        """Keep some hands.

        Raises:
            UserError: the file cannot be written.
        """
        parts = zlib.compress(row.parts, 1)
        digest = _digest(key, row.first, row.count, parts)
        values = (key, row.first, row.count, parts, digest, time.time())
        try:
            with self._writing():
                self.base.execute("INSERT OR REPLACE INTO hands VALUES (?, ?, ?, ?, ?, ?)", values)
        except sqlite3.Error as error:
            raise self._wrong(error) from None


def _digest(key: bytes, first: int, count: int, parts: bytes) -> bytes:
    text = f"{first} {count} ".encode()
    return hashlib.sha256(key + text + parts).digest()[:16]


def opened() -> Catalogue | None:
    """The catalogue of this place, ready to keep something; None where nothing is kept.

    If it cannot be used, a `CatalogueWarning` says why.
    """
    file = file_here()
    if file is None:
        return None
    try:
        return Catalogue(file, make=True)
    except UserError as error:
        warn(error)
        return None


def warn(error: UserError) -> None:
    """Say that what is played is not kept."""
    warnings.warn(f"what is played is not kept: {error}", CatalogueWarning, stacklevel=2)
