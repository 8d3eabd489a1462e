"""Several runs of the same hands: the counts of each, and their joint moments.

All runs of a group play a chunk of hands, one after the other. Their values are kept only until the
chunk's products are added up, so memory does not grow with the number of hands. Products are whole
numbers, so neither the order of the chunks nor who plays them matters.

The catalogue keeps the values of the first hands of each run, up to `MOST_VALUES` bytes in all. A
run that joins others later plays the same hands, and the others need not play them again: the
products are computed from the stored values. Of later hands only the products are kept, for the
same group.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from cardsim import showing
from cardsim.engine.counting import Counts, counted, merge
from cardsim.game import Unit
from cardsim.process.forks import check_not_forked
from cardsim.runs.crews import MOST_APART, Crew, Hands, TaskResult, crew, cut
from cardsim.runs.hands import play_hands
from cardsim.runs.kept import NOTHING, HandCache, Single
from cardsim.runs.preparation import Resolved, Setup
from cardsim.runs.result import Result
from cardsim.runs.run import PENDING_ROWS, Chunk, Totals, chunk_size, with_setup
from cardsim.showing import Progress
from cardsim.statistics.paired import MOST_SAVED, Moments

TASK_HANDS = 1 << 21
"""Hands in a task, over all runs of a group; more only if a chunk would be too short otherwise."""
LEAST_CHUNK = 1 << 10
MANY = 100
"""Largest number of runs that keep all tables; more runs keep those that their estimates need."""
BLOCK = 1 << 10
"""Rows of products added up at once."""
MOST_VALUES = 1 << 25
"""Bytes of stored values over all runs: 1 bit a hand and run where the value is who wins."""
STRETCH = 8
"""Usual chunks in a stretch, of which a run's counts are stored: they take as much room as its
values."""

Enough = Callable[[Moments], int]
"""Returns the number of hands that a group needs: as many as it has if they suffice, else more."""


@dataclass(frozen=True)
class GroupResult:
    """The results of a group of runs.

    Attributes:
        results: result of each run; all played the same hands.
        moments: moments of the values of their unit's first measure.
        differ: int64, shape (runs, runs): hands in which the values of two runs differ.
        partial: True if it was interrupted.
    """

    results: tuple[Result, ...]
    moments: Moments
    differ: np.ndarray[Any, Any] | None
    partial: bool


@dataclass(frozen=True)
class _Piece:
    """Played hands of all runs of a group.

    Attributes:
        counts: counts of each run's tables.
        sums: int64, shape (runs,): sum of each run's measure.
        products: int64, shape (runs, runs); None where there are too many runs to pass products on,
            and in the stored piece of one run.
        values: shape (runs, hands): whole numbers as floats in place of the products; or of the
            type `_kind` if they are to be stored; else None.
        differ: as in `GroupResult`.
    """

    first: int
    hands: int
    counts: list[tuple[Counts, ...]]
    sums: np.ndarray[Any, Any]
    products: np.ndarray[Any, Any] | None
    values: np.ndarray[Any, Any] | None
    differ: np.ndarray[Any, Any] | None


class _Group:
    """The counts and products of a group so far.

    The precision is looked at after each `size` hands.
    """

    def __init__(self, runs: Sequence[Resolved], size: int, enough: Enough | None) -> None:
        unit = runs[0].unit
        self.runs = runs
        self.size = size
        self.enough = enough
        self.asked = runs[0].spec.hands
        first = runs[0].spec.first
        self.left = Hands(first, first + self.asked)
        pending = PENDING_ROWS // min(len(runs), 8)
        self.totals = [Totals(run, pending=pending) for run in runs]
        self.hands = 0
        self.needed = self.asked
        self.sums = np.zeros(len(runs), np.int64)
        square = (len(runs), len(runs))
        most = _most(unit)
        narrow = self.asked * most * most < np.iinfo(np.int32).max
        self.products = np.zeros(square, np.int32 if narrow else np.int64)
        self.differ: np.ndarray[Any, Any] | None = None
        measure, display = unit.measures[0], dict(runs[0].spec.display)
        self.unit, self.repeats = unit.step(measure, display), runs[0].spec.repeats

    @property
    def done(self) -> bool:
        return self.hands == self.needed

    def add(self, piece: _Piece) -> None:
        for totals, counts in zip(self.totals, piece.counts, strict=True):
            totals.add(Chunk(piece.first, piece.hands, counts, None))
        self.hands += piece.hands
        self.sums += piece.sums
        if piece.products is not None:
            self.products += piece.products.astype(self.products.dtype)
        elif piece.values is not None:
            for start in range(0, len(self.sums), BLOCK):
                rows = piece.values[start : start + BLOCK] @ piece.values.T
                self.products[start : start + BLOCK] += rows.astype(self.products.dtype)
        if piece.differ is not None:
            self.differ = piece.differ if self.differ is None else self.differ + piece.differ
        # Only at borders of tasks of any size, so that all stop at the same hand.
        border = self.hands % self.size == 0 or self.hands == self.asked
        if self.enough is not None and border:
            self.needed = min(max(self.enough(self.moments), self.hands), self.asked)
        if self.done:
            self.left.end = self.left.first

    @property
    def moments(self) -> Moments:
        return Moments(self.hands, self.sums, self.products, self.unit, self.repeats)

    def played(self, seconds: float, setups: Sequence[Setup | Resolved]) -> GroupResult:
        results = []
        for totals, setup in zip(self.totals, setups, strict=True):
            spec = replace(totals.asked.spec, hands=self.hands)
            totals.asked = replace(totals.asked, spec=spec)
            result = totals.result(seconds / len(self.totals), partial=False)
            results.append(with_setup(result, setup))
        return GroupResult(tuple(results), self.moments, self.differ, partial=not self.done)


def play_together(
    groups: Sequence[Sequence[Setup | Resolved]],
    *,
    threads: int,
    executor: Executor | None = None,
    enough: Enough | None = None,
    differ: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> list[GroupResult]:
    """Play the hands of several runs, one group after the other.

    Args:
        groups: runs of the same game and seed, with the same number of hands; those of a group are
            compared with each other. They are compiled, unless there is an executor.
        threads: number of threads.
        executor: plays instead of threads.
        enough: called after each chunk of a group, returns the number of hands it needs; without it
            all hands are played. It does not depend on who plays.
        differ: count the hands in which two runs differ.
        progress: called a few times a second, with the hands of all runs.

    Returns:
        For each group what was played of it; those that had not begun when the user interrupted are
        missing at the end.
    """
    check_not_forked()
    stop, memories = np.zeros(1, np.uint8), threading.local()
    many = max(len(g) for g in groups)
    lean = [[_lean(s, many, stop, memories) for s in group] for group in groups]
    runs = [[s.run if isinstance(s, Setup) else s for s in group] for group in lean]
    size = min(_size(run, many) for some in runs for run in some)
    shared = [_Group(some, size, enough) for some in runs]
    stretch = STRETCH * min(chunk_size(run) for some in runs for run in some)
    valued = _valued(runs, size, stretch) if many <= MOST_SAVED else 0
    extra = differ, enough is not None, valued, stretch
    looked = None if enough is None else size
    longest = size if many > MOST_SAVED else MOST_APART * size if looked else None
    single = Single[_Piece](
        (looked,), partial(_stretch, stretch), _joined, _apart, partial(_together, differ=differ)
    )

    def kept_of(groups: Sequence[Sequence[Setup | Resolved]]) -> HandCache[_Piece]:
        if many > MOST_SAVED:
            return NOTHING
        joined = _joined if looked is None else None
        about = play_group, (differ, looked)
        return HandCache(_Piece, joined, about, groups, single=single if valued else None)

    def played_by(
        groups: Sequence[Sequence[Setup | Resolved]], kept: HandCache[_Piece]
    ) -> AbstractContextManager[Crew]:
        return crew(
            groups,
            play_group,
            extra,
            threads=threads,
            executor=executor,
            size=size,
            longest=longest,
            stop=stop,
            kept=kept,
        )

    def catch_up(behind: Sequence[_Behind]) -> AbstractContextManager[Crew]:
        some = [[lean[one.group][k] for k in one.runs] for one in behind]
        return played_by(some, kept_of(some))

    with closing(kept_of(lean)) as kept, showing.bar(progress, runs[0][0].unit.plural) as tell:
        caught_up = _CaughtUp(shared, kept, catch_up, tell, valued=valued, stretch=stretch)
        with played_by(lean, kept) as players:
            for number, piece in players.parts([group.left for group in shared]):
                if shared[number].done:
                    continue
                shared[number].add(piece)
                far = _progress(shared, caught_up.seconds + players.seconds, caught_up.taken)
                players.expect(far.hands - caught_up.hands, far.total - caught_up.hands)
                if tell is not None and players.is_time_to_tell():
                    tell(far)
    seconds = (caught_up.seconds + players.seconds) / len(shared)
    begun = itertools.takewhile(lambda both: both[0].hands, zip(shared, lean, strict=True))
    return [group.played(seconds, setups) for group, setups in begun]


class _CaughtUp:
    """Lets the runs of a group that lack some hands play those that the others have stored.

    Then all runs have these hands, and they count for the group.

    Args:
        shared: the groups; their stored pieces are added.
        kept: the stored pieces.
        catch_up: provides the crew that plays some runs.
        tell: called with the progress.
        valued: number of hands of each run whose values are stored.
        stretch: number of hands whose values are stored together.

    Attributes:
        hands: hands played by the runs that lacked them, over all runs.
        taken: hands taken from the catalogue, over all runs.
        seconds: time to play them.
    """

    def __init__(
        self,
        shared: Sequence[_Group],
        kept: HandCache[_Piece],
        catch_up: Callable[[Sequence[_Behind]], AbstractContextManager[Crew]],
        tell: Callable[[Progress], None] | None,
        *,
        valued: int,
        stretch: int,
    ) -> None:
        self.hands, self.taken, self.seconds = 0, 0, 0.0
        last: list[_Behind] = []
        stopped = False
        while True:
            self._take(shared, kept)
            behind = [] if stopped else _behind(shared, kept, valued, stretch)
            # Nothing changes where the catalogue is full.
            if behind in ([], last):
                break
            last, played = behind, 0
            with catch_up(behind) as players:
                for number, piece in players.parts([Hands(b.first, b.end) for b in behind]):
                    played += piece.hands * len(behind[number].runs)
                    far = _progress(shared, self.seconds + players.seconds, self.taken)
                    players.expect(far.hands + played, far.total)
                    if tell is not None and players.is_time_to_tell():
                        tell(replace(far, hands=far.hands + played))
            self.seconds += players.seconds
            self.hands += played
            stopped = played < sum((b.end - b.first) * len(b.runs) for b in behind)
        # Hands that were played just now did not come from the catalogue.
        kept.now.taken -= min(self.hands, kept.now.taken)
        for group in shared if stopped else ():
            group.left.end = group.left.first

    def _take(self, shared: Sequence[_Group], kept: HandCache[_Piece]) -> None:
        """Add the stored pieces that all runs of a group have."""
        for number, group in enumerate(shared):
            for piece in kept.before(number, group.left.first, group.left.end):
                group.left.first += piece.hands
                group.add(piece)
                if group.done:
                    break
        self.taken = max(kept.hands - self.hands, 0)


@dataclass(frozen=True)
class _Behind:
    """Runs of a group that lack some hands which another has stored.

    Attributes:
        group: number of the group.
        runs: numbers of the runs in it.
        first, end: number of the first hand, and that after the last.
    """

    group: int
    runs: tuple[int, ...]
    first: int
    end: int


def _behind(
    shared: Sequence[_Group], kept: HandCache[_Piece], valued: int, stretch: int
) -> list[_Behind]:
    """Return runs that lack hands of others in their group, as far as a precision needs them."""
    behind = []
    for number, group in enumerate(shared):
        first, end, size = group.left.first, group.left.end, group.size
        reached = kept.reach(number, first, end, stretch) if first < end else [first]
        furthest = min(max(reached), group.runs[0].spec.first + valued)
        if group.enough is not None:
            ahead = group.needed - group.hands if group.hands else size
            furthest = min(furthest, first + max(-(-ahead // size) * size, size))
        behind += [
            _Behind(number, tuple(k for k, r in enumerate(reached) if r == at), at, furthest)
            for at in sorted(set(reached))
            if at < furthest
        ]
    return behind


def _size(run: Resolved, many: int) -> int:
    """Return the hands counted at a time in each run, where groups have up to `many` runs."""
    usual = chunk_size(run)
    # Powers of two, like the usual sizes, give groups of any number of runs common borders.
    fitting = 1 << max(TASK_HANDS // many, 1).bit_length() - 1
    return max(min(usual, fitting), min(LEAST_CHUNK, usual))


def _joined(pieces: Sequence[_Piece]) -> _Piece:
    """Merge pieces that follow each other; with values only if all have them."""
    runs = zip(*(p.counts for p in pieces), strict=True)
    counts = [tuple(merge(list(c)) for c in zip(*parts, strict=True)) for parts in runs]
    products = [p.products for p in pieces if p.products is not None]
    values = [p.values for p in pieces if p.values is not None]
    differ = [p.differ for p in pieces if p.differ is not None]
    return _Piece(
        pieces[0].first,
        sum(p.hands for p in pieces),
        counts,
        np.sum([p.sums for p in pieces], axis=0),
        np.sum(products, axis=0) if products else None,
        np.concatenate(values, axis=1) if len(values) == len(pieces) else None,
        np.sum(differ, axis=0) if differ else None,
    )


def _stretch(length: int, piece: _Piece) -> int | None:
    """Return the number of the stretch, `length` hands long, of a piece with values; else None."""
    return None if piece.values is None else piece.first // length


def _apart(piece: _Piece) -> list[_Piece]:
    """Split a piece of a group, with values, into those of its runs."""
    rows: Iterable[Any] = () if piece.values is None else piece.values
    return [
        _Piece(piece.first, piece.hands, [counts], piece.sums[k : k + 1], None, row[None], None)
        for k, (counts, row) in enumerate(zip(piece.counts, rows, strict=True))
    ]


def _together(pieces: Sequence[_Piece], *, differ: bool) -> _Piece:
    """Merge pieces of runs, as `_apart` makes them, into the piece of their group."""
    values = np.concatenate([p.values for p in pieces if p.values is not None])
    sums = np.concatenate([p.sums for p in pieces])
    products = np.zeros((len(pieces), len(pieces)), np.int64)
    for start in range(0, values.shape[1], BLOCK):
        some = values[:, start : start + BLOCK].astype(np.float64)
        products += (some @ some.T).astype(np.int64)
    counts = [counts for p in pieces for counts in p.counts]
    other = _differing(values) if differ else None
    return _Piece(pieces[0].first, pieces[0].hands, counts, sums, products, None, other)


def _differing(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the hands in which the values of two runs differ, int64, shape (runs, runs)."""
    return np.array([(values != row).sum(axis=1) for row in values], np.int64)


def play_group(  # noqa: PLR0917  executors take no keyword-only arguments for granted
    setups: Sequence[Setup],
    first: int,
    hands: int,
    size: int,
    differ: bool,  # noqa: FBT001
    separate: bool,  # noqa: FBT001
    valued: int,
    stretch: int,
) -> TaskResult:
    """Play some hands of every run of a group.

    Args:
        setups: the runs.
        first: number of the first hand.
        hands: number of hands.
        size: hands counted at a time.
        differ: count the hands in which two runs differ.
        separate: keep the counts apart, up to each multiple of `size`.
        valued: number of hands of a run whose values are returned too.
        stretch: number of hands whose values are returned together.
    """
    began = time.perf_counter()
    pieces = []
    origin = setups[0].spec.first
    for start, count in cut(first, hands, origin, size):
        piece = _piece(setups, start, count, differ=differ, valued=start + count - origin <= valued)
        if piece is None:
            break
        pieces.append(piece)
    if len(pieces) > 1 and not separate and len(setups) <= MOST_SAVED:
        near = itertools.groupby(pieces, partial(_stretch, stretch))
        pieces = [_joined([*some]) for _, some in near]
    return TaskResult(tuple(pieces), time.perf_counter() - began)


def _piece(
    setups: Sequence[Setup], first: int, count: int, *, differ: bool, valued: bool
) -> _Piece | None:
    """Play some hands of all runs; return None if told to stop."""
    unit = setups[0].unit
    measure, column = unit.measures[0], unit.column(unit.measures[0])
    # Products of whole numbers add up exactly while their sum fits into the mantissa.
    exact = count * _most(unit) ** 2 < 1 << 24
    values = np.empty((len(setups), count), np.float32 if exact else np.float64)
    counts = []
    for row, setup in zip(values, setups, strict=True):
        outcomes = play_hands(setup, first, count)
        if outcomes is None:
            return None
        counts.append(setup.counts(outcomes, first))
        row[:] = counted(outcomes[column.field], column, measure)
    other = _differing(values) if differ else None
    sums = values.sum(axis=1, dtype=np.float64).astype(np.int64)
    if len(setups) > MOST_SAVED:
        return _Piece(first, count, counts, sums, None, values, other)
    products = (values @ values.T).astype(np.int64)
    small = values.astype(_kind(unit)) if valued else None
    return _Piece(first, count, counts, sums, products, small, other)


def _kind(unit: Unit) -> np.dtype[Any]:
    """Return the smallest type that holds the values of a unit's first measure."""
    measure = unit.measures[0]
    column = unit.column(measure)
    if measure.has_range or (column.low >= 0 and column.high <= 1):
        return np.dtype(bool)
    return np.min_scalar_type(-_most(unit) - 1)


def _valued(runs: Sequence[Sequence[Resolved]], size: int, stretch: int) -> int:
    """Return the hands of each run whose values are stored: whole stretches, or else chunks."""
    kind = _kind(runs[0][0].unit)
    bits = 1 if kind.kind == "b" else 8 * kind.itemsize
    hands = 8 * MOST_VALUES // (bits * sum(map(len, runs)))
    step = stretch if hands >= stretch else size
    return hands // step * step


def _most(unit: Unit) -> int:
    """Return the largest absolute value of a unit's first measure."""
    measure = unit.measures[0]
    column = unit.column(measure)
    return 1 if measure.has_range else max(abs(column.low), abs(column.high), 1)


def needed_tables(unit: Unit) -> set[str]:
    """Return the tables needed for the estimates, shares and numbers by seat."""
    return {m.table for m in unit.measures} | {t for t, _ in (*unit.shares, *unit.by_seat)}


def _lean(
    setup: Setup | Resolved, runs: int, stop: np.ndarray[Any, Any], memories: threading.local
) -> Setup | Resolved:
    """Return the run without the tables that no estimate needs, if there are many runs.

    A compiled one shares the working memory of all.
    """
    run = setup.run if isinstance(setup, Setup) else setup
    if runs > MANY:
        run = replace(run, tables=frozenset(needed_tables(run.unit)))
    if isinstance(setup, Setup):
        return replace(setup, run=run, stop=stop, memories=memories)
    return run


def _progress(groups: Sequence[_Group], seconds: float, kept: int) -> Progress:
    done = sum(g.hands * len(g.runs) for g in groups)
    total = sum(g.needed * len(g.runs) for g in groups)
    return Progress(done - kept, total - kept, seconds, None)
