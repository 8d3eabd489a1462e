"""The catalogue of a workspace: a file that keeps counts of hands, and answers.

Hand `i` of a seed is the same everywhere, and counts add up exactly. So hands that were counted
once are never played again. The catalogue keeps their counts by a key of everything that decides
them (`cardsim.runs.kept`), and the answers made from them.

The file is an SQLite database in write-ahead mode. Several processes may use it at once, and a
process that is killed loses only what it has not written yet. If the file is damaged, hands are
played without being kept, and a `CatalogueWarning` says why.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import sqlite3
import time
import warnings
import zlib
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Annotated, Self

import msgspec
import platformdirs

from cardsim.errors import UserError, echoed
from cardsim.homes import workspace

NAME = "runs.sqlite"
CHOSEN = "CARDSIM_RUNS"
"""Environment variable that names the file; empty: nothing is kept."""
VERSION = 1
"""Version of the layout. To raise it, add a step to `_STEPS` that makes the new layout of the
old."""
MARK = 0x63617264
"""SQLite's `application_id` of a catalogue."""
PATIENCE = 10.0
"""Seconds to wait for another process that writes."""
WAIT_SECONDS = 0.02
MOST_BYTES = 1 << 30
"""Size of the file beyond which the least recently used hands are removed."""
ROOMY = 4 / 5
"""Part of `MOST_BYTES` that is kept when room is made."""
_STEPS = (
    """
    CREATE TABLE hands (
        key BLOB NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL,
        parts BLOB NOT NULL, digest BLOB NOT NULL, used REAL NOT NULL,
        PRIMARY KEY (key, first, count)
    ) WITHOUT ROWID;
    CREATE TABLE runs (
        number INTEGER PRIMARY KEY AUTOINCREMENT, ended REAL NOT NULL, kind TEXT NOT NULL,
        game TEXT NOT NULL, command TEXT NOT NULL, sentence TEXT NOT NULL, hands INTEGER NOT NULL,
        seconds REAL NOT NULL, partial INTEGER NOT NULL, version TEXT NOT NULL,
        machine TEXT NOT NULL, strategies TEXT NOT NULL, answer BLOB NOT NULL
    );
    CREATE TABLE playing (
        machine TEXT NOT NULL, process INTEGER NOT NULL, command TEXT NOT NULL,
        plural TEXT NOT NULL, hands INTEGER NOT NULL, total INTEGER NOT NULL,
        seconds REAL NOT NULL, estimate TEXT NOT NULL, told REAL NOT NULL,
        PRIMARY KEY (machine, process)
    );
    """,
)


Moment = Annotated[float, msgspec.Meta(ge=0, le=253402300799)]
"""Seconds since 1970, to the end of the year 9999."""
Count = Annotated[int, msgspec.Meta(ge=0)]


class CatalogueWarning(UserWarning):
    """Hands or answers cannot be kept, and why."""


class Keeping:
    """Settings of `keeping`, and a count of the hands that were taken from the catalogue.

    Attributes:
        taken: hands taken from the catalogue, of all runs together.
    """

    def __init__(self, *, hands: bool, answers: bool) -> None:
        self.hands, self.answers, self.taken = hands, answers, 0


_NOW: ContextVar[Keeping | None] = ContextVar("NOW", default=None)


@contextlib.contextmanager
def keeping(*, hands: bool = True, answers: bool = True) -> Iterator[Keeping]:
    """Set for the block whether hands and answers are kept."""
    now = Keeping(hands=hands, answers=answers)
    token = _NOW.set(now)
    try:
        yield now
    finally:
        _NOW.reset(token)


def kept_now() -> Keeping:
    """Return the settings in force; by default hands and answers are kept."""
    return _NOW.get() or Keeping(hands=True, answers=True)


def file_here() -> Path | None:
    """Return the catalogue's file: the workspace's, else the user's; None if none is wanted."""
    chosen = os.environ.get(CHOSEN)
    if chosen is not None:
        return Path(chosen) if chosen else None
    home = workspace()
    if home is None:
        return Path(platformdirs.user_data_dir("cardsim")) / NAME
    return home / ".cardsim" / NAME


@dataclass(frozen=True)
class Row:
    """Consecutive hands in the catalogue.

    Attributes:
        first: number of the first hand.
        parts: their counts, as `cardsim.runs.kept` writes them.
    """

    first: int
    count: int
    parts: bytes


@dataclass(frozen=True)
class StoredAnswer:
    """An answer in the catalogue, without its data.

    Attributes:
        ended: time of its end, in seconds since 1970.
        kind: kind of answer, such as `run` or `sweep`.
        strategies: names of all strategies that played, each with a comma before and behind it.
    """

    number: int
    ended: Moment
    kind: str
    game: str
    command: str
    sentence: str
    hands: Count
    seconds: Moment
    partial: bool
    version: str
    machine: str
    strategies: str


@dataclass(frozen=True)
class ActiveProcess:
    """Progress of a process that is playing now.

    Attributes:
        machine, process: name of its machine, and its process number there.
        plural: the unit that it plays, in the plural.
        hands, total: number played so far, and number to play.
        seconds: time since it began.
        estimate: the estimate so far, with its interval; empty if there is none yet.
        told: time of this report, in seconds since 1970.
    """

    machine: str
    process: int
    command: str
    plural: str
    hands: Count
    total: Count
    seconds: Moment
    estimate: str
    told: Moment


_NEXT = (
    "FROM hands WHERE key = ? AND first = ? ORDER BY first + count <= ? DESC, count DESC LIMIT 1"
)
"""Selects the longest row from a hand that ends by another hand, or else one that goes beyond."""
_COLUMNS = tuple(field.name for field in fields(StoredAnswer))
_FAR = tuple(field.name for field in fields(ActiveProcess))


class Catalogue:
    """An open catalogue file."""

    def __init__(self, file: Path, *, make: bool = False) -> None:
        self.file = file
        if not make and not file.is_file():
            raise UserError(f"there is no catalogue {file}", hint="`cardsim run GAME` makes one")
        try:
            if make:
                file.parent.mkdir(parents=True, exist_ok=True)
            # Readers of frames in batches may use several threads, one after the other.
            self.base = sqlite3.connect(
                file, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            self.base.execute("PRAGMA busy_timeout = 10000")
            self._check()
        except (OSError, sqlite3.Error) as error:
            raise self._wrong(error) from None

    def _check(self) -> None:
        """Make the layout of an empty file, and refuse a file of another kind."""
        # In one transaction: another process may be making the file.
        self.base.execute("BEGIN")
        ((mark,),) = self.base.execute("PRAGMA application_id")
        ((version,),) = self.base.execute("PRAGMA user_version")
        ((tables,),) = self.base.execute("SELECT count(*) FROM sqlite_master")
        self.base.execute("COMMIT")
        if mark != MARK and (mark or version or tables):
            raise UserError(f"{self.file} is no catalogue of cardsim, and stays as it is")
        if version > VERSION:
            raise UserError(
                f"{self.file} is of a newer cardsim (layout {version}, this one knows {VERSION}), "
                "and stays as it is"
            )
        if version < VERSION:
            self._write_ahead()
            with self._writing():
                # Another process may have made it since.
                ((version,),) = self.base.execute("PRAGMA user_version")
                for step in _STEPS[version:]:
                    for statement in filter(str.strip, step.split(";")):
                        self.base.execute(statement)
                self.base.execute(f"PRAGMA application_id = {MARK}")
                self.base.execute(f"PRAGMA user_version = {VERSION}")
        self.base.execute("PRAGMA synchronous = NORMAL")

    def _write_ahead(self) -> None:
        """Turn on the write-ahead mode, and wait for others: SQLite does not do so here."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.base.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise
                time.sleep(WAIT_SECONDS)
            else:
                return

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        with self._using():
            self.base.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self.base.execute("ROLLBACK")
                raise
            self.base.execute("COMMIT")

    @contextlib.contextmanager
    def _using(self) -> Iterator[None]:
        """Say in words why the file cannot be used, if so."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._wrong(error) from None

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
        """Yield rows that follow each other without a gap from hand `first` to hand `end`.

        The last may go on beyond. Damaged rows are removed, so their hands are played again.

        Args:
            key: key of everything that decides their counts.
            first: number of the first hand.
            end: number after that of the last hand.
        """
        with self._using():
            # The time of use goes to the first row alone: it counts for the key, and SQLite
            # rewrites whole rows.
            used = "UPDATE hands SET used = ? WHERE key = ? AND first = ?"
            self.base.execute(used, (time.time(), key, first))
            while first < end:
                rows = self.base.execute(f"SELECT count, parts, digest {_NEXT}", (key, first, end))
                row = rows.fetchone()
                if row is None:
                    return
                count, parts, digest = row
                text = _unpacked(parts) if digest == _digest(key, first, count, parts) else None
                if text is None:
                    self._remove(key, first, count)
                    continue
                yield Row(first, count, text)
                first += count

    def remove_row(self, key: bytes, row: Row) -> None:
        """Remove a row of hands whose counts cannot be read."""
        with self._using():
            self._remove(key, row.first, row.count)

    def _remove(self, key: bytes, first: int, count: int) -> None:
        where = (key, first, count)
        self.base.execute("DELETE FROM hands WHERE key = ? AND first = ? AND count = ?", where)

    def forget(self, keys: Iterable[bytes]) -> None:
        """Remove all hands of some keys."""
        with self._writing():
            for key in keys:
                self.base.execute("DELETE FROM hands WHERE key = ?", (key,))

    def reach(self, key: bytes, first: int, end: int, border: int) -> int:
        """Return the number of the hand up to which hands are kept without a gap, `end` at most.

        A row that goes beyond `end` is used up to the last multiple of `border`.
        """
        with self._using():
            while first < end:
                row = self.base.execute(f"SELECT count {_NEXT}", (key, first, end)).fetchone()
                if row is None or not (isinstance(row[0], int) and row[0] > 0):
                    return first
                if first + row[0] > end:
                    return max(first, end // border * border)
                first += row[0]
        return first

    def keep(self, rows: Iterable[tuple[bytes, Row]]) -> None:
        """Store rows of hands by their keys, all or none."""
        with self._writing():
            for key, row in rows:
                parts = zlib.compress(row.parts, 1)
                digest = _digest(key, row.first, row.count, parts)
                values = (key, row.first, row.count, parts, digest, time.time())
                self.base.execute("INSERT OR REPLACE INTO hands VALUES (?, ?, ?, ?, ?, ?)", values)

    # ------------------------------------------------------------ answers

    def add(self, run: StoredAnswer, answer: str) -> int:
        """Store an answer as JSON and return its number; that of the run is not used.

        An equal answer is stored once, with the newer time.
        """
        packed = zlib.compress(answer.encode())
        values = [getattr(run, name) for name in _COLUMNS[1:]]
        marks = ", ".join("?" * (len(values) + 1))
        text = f"INSERT INTO runs ({', '.join(_COLUMNS[1:])}, answer) VALUES ({marks})"  # noqa: S608
        with self._writing():
            known = self.base.execute(
                "UPDATE runs SET ended = ? WHERE command = ? AND answer = ? RETURNING number",
                (run.ended, run.command, packed),
            ).fetchone()
            if known is not None:
                return int(known[0])
            return self.base.execute(text, (*values, packed)).lastrowid or 0

    def runs(
        self, *, game: str | None = None, strategy: str | None = None, since: float = -math.inf
    ) -> list[StoredAnswer]:
        """Return the stored answers, the newest first.

        `since` is in seconds since 1970.
        """
        text = (
            f"SELECT {', '.join(_COLUMNS)} FROM runs WHERE ended >= ? "  # noqa: S608
            "AND (? IS NULL OR game = ?) AND (? IS NULL OR instr(strategies, ?)) "
            "ORDER BY ended DESC, number DESC"
        )
        name = None if strategy is None else f",{strategy},"
        with self._using():
            rows = self.base.execute(text, (since, game, game, name, name)).fetchall()
        found = []
        for row in rows:
            named = dict(zip(_COLUMNS, row, strict=True))
            try:
                found.append(msgspec.convert(named | {"partial": bool(row[8])}, StoredAnswer))
            except msgspec.ValidationError:
                what = f"run {echoed(row[0])} in {self.file} is damaged, and left out"
                warnings.warn(what, CatalogueWarning, stacklevel=2)
        return found

    def answer(self, number: int) -> str:
        """Return an answer as JSON."""
        try:
            row = self.base.execute(
                "SELECT answer FROM runs WHERE number = ?", (number,)
            ).fetchone()
            if row is not None:
                return zlib.decompress(row[0]).decode()
        except sqlite3.Error as error:
            raise self._wrong(error) from None
        except (zlib.error, UnicodeDecodeError, TypeError):
            raise UserError(f"run {number} in {self.file} is damaged") from None
        raise self.missing(number)

    def missing(self, number: int) -> UserError:
        """Return the error for a number that no answer has."""
        known = sorted(run.number for run in self.runs())
        there = f"they are {known[0]} to {known[-1]}" if known else "it is empty"
        return UserError(f"there is no run {number} in {self.file}: {there}")

    def remove(self, numbers: Iterable[int]) -> None:
        """Remove answers, all or none."""
        with self._writing():
            for number in numbers:
                gone = self.base.execute("DELETE FROM runs WHERE number = ?", (number,))
                if not gone.rowcount:
                    raise self.missing(number)

    # ------------------------------------------------------------ what plays now

    def tell(self, playing: ActiveProcess) -> None:
        """Store the progress of this process."""
        values = astuple(playing)
        marks = ", ".join("?" * len(values))
        with self._using():
            self.base.execute(f"INSERT OR REPLACE INTO playing VALUES ({marks})", values)  # noqa: S608

    def ended(self, machine: str, process: int, command: str) -> None:
        """Remove the progress of a process, and of a killed one that ran the same command."""
        with self._using():
            self.base.execute(
                "DELETE FROM playing WHERE machine = ? AND (process = ? OR command = ?)",
                (machine, process, command),
            )

    def playing(self) -> list[ActiveProcess]:
        """Return the progress of all processes that play now, the first to begin first."""
        with self._using():
            rows = self.base.execute("SELECT * FROM playing ORDER BY told - seconds").fetchall()
        found = []
        for row in rows:
            # A damaged row is rewritten by its process soon, or its process has ended.
            with contextlib.suppress(msgspec.ValidationError):
                found.append(msgspec.convert(dict(zip(_FAR, row, strict=True)), ActiveProcess))
        return found

    # ------------------------------------------------------------ room

    @property
    def size(self) -> int:
        """Bytes in use."""
        ((pages,),) = self.base.execute("PRAGMA page_count")
        ((free,),) = self.base.execute("PRAGMA freelist_count")
        ((each,),) = self.base.execute("PRAGMA page_size")
        return int((pages - free) * each)

    def make_room(self, most: int, *, since: float = math.inf) -> int:
        """Remove the least recently used hands until no more than `most` bytes are in use.

        The last hands of a key go first, so that the rest still begins at its first hand. Answers
        stay.

        Hands of a key used after `since`, in seconds since 1970, stay.

        Returns:
            Number of hands removed, over all keys.
        """
        gone = 0
        oldest = "SELECT key FROM hands GROUP BY key HAVING max(used) < ? ORDER BY max(used)"
        last = "SELECT first, count FROM hands WHERE key = ? ORDER BY first DESC, count LIMIT 1"
        with self._using():
            for (key,) in self.base.execute(oldest, (since,)).fetchall():
                with self._writing():
                    while self.size > most and (row := self.base.execute(last, (key,)).fetchone()):
                        self._remove(key, *row)
                        gone += row[1]
                if self.size <= most:
                    break
        return gone

    def fit(self, *, since: float = math.inf) -> None:
        """Make room if more than `MOST_BYTES` are in use.

        Args:
            since: hands of a key used after this time stay, in seconds since 1970.
        """
        if self.size > MOST_BYTES:
            self.make_room(int(MOST_BYTES * ROOMY), since=since)
            if self.size > MOST_BYTES:
                raise UserError(f"{self.file} has no room for more than {MOST_BYTES / 1e9:.1f} GB")

    def shrink(self) -> None:
        """Give the space of removed rows back to the disk."""
        with self._using():
            self.base.execute("VACUUM")


def _digest(key: bytes, first: int, count: int, parts: bytes) -> bytes | None:
    """Return the digest of a row; None where another program has written something else there."""
    if not (isinstance(parts, bytes) and isinstance(count, int) and count > 0):
        return None
    text = f"{first} {count} ".encode()
    return hashlib.sha256(key + text + parts).digest()[:16]


def _unpacked(parts: bytes) -> bytes | None:
    """Return the text of a row's counts; None if it is damaged."""
    try:
        return zlib.decompress(parts)
    except zlib.error:
        return None


def opened() -> Catalogue | None:
    """Open the catalogue of this place for writing; None where nothing is kept.

    If it cannot be used, a `CatalogueWarning` says why.
    """
    try:
        file = file_here()
        catalogue = None if file is None else Catalogue(file, make=True)
        if catalogue is not None:
            catalogue.fit()
    except UserError as error:
        warn(error)
        return None
    else:
        return catalogue


def warn(error: UserError, what: str = "what is played is not kept: ") -> None:
    """Warn that hands or answers are not kept."""
    warnings.warn(f"{what}{error}", CatalogueWarning, stacklevel=2)
