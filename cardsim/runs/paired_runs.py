"""Several runs of the same hands: the counts of each, and their joint moments.

All runs of a group play a chunk of hands, one after the other. Their values are kept only until the
chunk's products are added up, so memory does not grow with the number of hands. Products are whole
numbers. So neither the order of the chunks nor who plays them matters.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cardsim import showing
from cardsim.engine.counting import Counts, counted, merge
from cardsim.game import Unit
from cardsim.process.forks import check_not_forked
from cardsim.runs.crews import Hands, Task, crew, cut
from cardsim.runs.kept import Kept
from cardsim.runs.preparation import Resolved, Setup
from cardsim.runs.result import Result
from cardsim.runs.run import (
    PENDING_ROWS,
    Chunk,
    Totals,
    chunk_size,
    play_hands,
    with_setup,
)
from cardsim.showing import Progress
from cardsim.statistics.paired import MOST_SAVED, Moments

TASK_HANDS = 1 << 21
"""Hands in a task, of all runs of a group together; more only where a chunk would be too short."""
LEAST_CHUNK = 1 << 10
MANY = 100
"""Up to this many runs keep all tables; more runs keep those that their estimates need."""
BLOCK = 1 << 10
"""Rows of products added up at once."""

Enough = Callable[[Moments], int]
"""How many hands a group needs: as many as it has if these do, else more."""


@dataclass(frozen=True)
class Played:
    """What the runs of a group came to.

    Attributes:
        results: of each run; all played the same hands.
        moments: of the values of their unit's first measure.
        differ: int64, shape (runs, runs): hands in which the values of two runs differ.
        partial: whether it was interrupted.
    """

    results: tuple[Result, ...]
    moments: Moments
    differ: np.ndarray[Any, Any] | None
    partial: bool


@dataclass(frozen=True)
class _Piece:
    """Some hands of all runs of a group, as they were played.

    Attributes:
        first: the number of the first hand.
        hands: how many.
        counts: of each run's tables.
        sums: int64, shape (runs,): what each run's measure adds up.
        products: int64, shape (runs, runs); None where `values` are kept instead.
        values: shape (runs, hands), whole numbers as floats: too many runs for their products to be
            handed about.
        differ: as in `Played`.
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

    Args:
        runs: of the group.
        size: hands after which its precision is looked at.
        enough: as `play_together` takes it.
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
        self.unit = unit.step(measure, display)

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
        # Only where any size of tasks has a border, so that all stop at the same hand.
        border = self.hands % self.size == 0 or self.hands == self.asked
        if self.enough is not None and border:
            self.needed = min(max(self.enough(self.moments), self.hands), self.asked)
        if self.done:
            self.left.end = self.left.first

    @property
    def moments(self) -> Moments:
        return Moments(self.hands, self.sums, self.products, self.unit)

    def played(self, seconds: float, setups: Sequence[Setup | Resolved]) -> Played:
        results = []
        for totals, setup in zip(self.totals, setups, strict=True):
            spec = replace(totals.asked.spec, hands=self.hands)
            totals.asked = replace(totals.asked, spec=spec)
            result = totals.result(seconds / len(self.totals), partial=False)
            results.append(with_setup(result, setup))
        return Played(tuple(results), self.moments, self.differ, partial=not self.done)


def play_together(
    groups: Sequence[Sequence[Setup | Resolved]],
    *,
    threads: int,
    executor: Executor | None = None,
    enough: Enough | None = None,
    differ: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> list[Played]:
    """Play the hands of several runs, group by group in turn.

    Args:
        groups: runs of the same game and seed and with the same hands asked for; those of a group
            are compared with each other. They are compiled, unless there is an executor.
        threads: how many.
        executor: plays instead of threads.
        enough: after each chunk of a group says how many hands it needs; all that were asked for
            without it. The decisions do not depend on who plays.
        differ: whether to count the hands in which two runs differ.
        progress: called a few times a second, with the hands of all runs.

    Returns:
        For each group what was played of it; those that had not begun when the user interrupted are
        missing at the end.

    Raises:
        StrategyError: a strategy took an illegal action, or a hand did not end.
    """
    check_not_forked()
    stop, memories = np.zeros(1, np.uint8), threading.local()
    many = max(len(g) for g in groups)
    lean = [[_lean(s, many, stop, memories) for s in group] for group in groups]
    runs = [[s.run if isinstance(s, Setup) else s for s in group] for group in lean]
    size = min(_size(run, many) for some in runs for run in some)
    shared = [_Group(some, size, enough) for some in runs]
    task = play_group, (differ, enough is not None)
    kept = None
    if many <= MOST_SAVED:
        apart = enough is not None
        about = play_group, (*task[1], size if apart else None)
        kept = Kept(_Piece, None if apart else _joined, about, lean)
    with (
        crew(
            lean,
            *task,
            threads=threads,
            executor=executor,
            size=size,
            longest=size if many > MOST_SAVED else None,
            stop=stop,
            kept=kept,
        ) as players,
        showing.bar(progress, runs[0][0].unit.plural) as tell,
    ):
        for number, piece in players.parts([group.left for group in shared]):
            if shared[number].done:
                continue
            shared[number].add(piece)
            far = _progress(shared, players.seconds, players.kept.hands)
            players.expect(far.hands, far.total)
            if tell is not None and players.is_time_to_tell():
                tell(far)
    seconds = players.seconds / len(shared)
    return [g.played(seconds, s) for g, s in zip(shared, lean, strict=True) if g.hands]


def _size(run: Resolved, many: int) -> int:
    """Hands of each run that are counted at a time, where a group has up to so many runs."""
    usual = chunk_size(run)
    return max(min(usual, TASK_HANDS // many), min(LEAST_CHUNK, usual))


def _joined(pieces: Sequence[_Piece]) -> _Piece:
    """Several pieces as one; they have their products."""
    runs = zip(*(p.counts for p in pieces), strict=True)
    counts = [tuple(merge(list(c)) for c in zip(*parts, strict=True)) for parts in runs]
    differ = [p.differ for p in pieces if p.differ is not None]
    return _Piece(
        pieces[0].first,
        sum(p.hands for p in pieces),
        counts,
        np.sum([p.sums for p in pieces], axis=0),
        np.sum([p.products for p in pieces if p.products is not None], axis=0),
        None,
        np.sum(differ, axis=0) if differ else None,
    )


def play_group(  # noqa: PLR0917  executors take no keyword-only arguments for granted
    setups: Sequence[Setup],
    first: int,
    hands: int,
    size: int,
    differ: bool,  # noqa: FBT001
    separate: bool,  # noqa: FBT001
) -> Task:
    """Play some hands of every run of a group.

    Args:
        setups: the runs.
        first: the number of the first hand.
        hands: how many.
        size: hands that are counted at a time.
        differ: whether to count the hands in which two runs differ.
        separate: whether the counts are wanted separate, up to each multiple of `size`.

    Raises:
        StrategyError: a strategy took an illegal action, or a hand did not end.
    """
    began = time.perf_counter()
    pieces = []
    for start, count in cut(first, hands, setups[0].spec.first, size):
        piece = _piece(setups, start, count, differ=differ)
        if piece is None:
            break
        pieces.append(piece)
    if len(pieces) > 1 and not separate and len(setups) <= MOST_SAVED:
        pieces = [_joined(pieces)]
    return Task(tuple(pieces), time.perf_counter() - began)


def _piece(setups: Sequence[Setup], first: int, count: int, *, differ: bool) -> _Piece | None:
    """Some hands of all runs; None if they were to stop."""
    unit = setups[0].unit
    measure, column = unit.measures[0], unit.column(unit.measures[0])
    # Products of whole numbers add up exactly while their sum is within the mantissa.
    exact = count * _most(unit) ** 2 < 1 << 24
    values = np.empty((len(setups), count), np.float32 if exact else np.float64)
    counts = []
    for row, setup in zip(values, setups, strict=True):
        outcomes = play_hands(setup, first, count)
        if outcomes is None:
            return None
        counts.append(setup.counts(outcomes, first))
        row[:] = counted(outcomes[column.field], column, measure)
    other = None
    if differ:
        other = np.array([(values != row).sum(axis=1) for row in values], np.int64)
    sums = values.sum(axis=1, dtype=np.float64).astype(np.int64)
    if len(setups) > MOST_SAVED:
        return _Piece(first, count, counts, sums, None, values, other)
    return _Piece(first, count, counts, sums, (values @ values.T).astype(np.int64), None, other)


def _most(unit: Unit) -> int:
    """The largest value of what a unit's first measure adds up, without its sign."""
    measure = unit.measures[0]
    column = unit.column(measure)
    return 1 if measure.has_range else max(abs(column.low), abs(column.high), 1)


def needed_tables(unit: Unit) -> set[str]:
    """The tables that the estimates, shares and numbers by seat are made of."""
    return {m.table for m in unit.measures} | {t for t, _ in (*unit.shares, *unit.by_seat)}


def _lean(
    setup: Setup | Resolved, runs: int, stop: np.ndarray[Any, Any], memories: threading.local
) -> Setup | Resolved:
    """The run without the tables that no estimate needs, where there are many runs.

    If it is compiled, its working memory is that of all.
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
