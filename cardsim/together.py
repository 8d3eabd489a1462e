"""Several runs in the same hands: the counts of each, and what they have in common hand by hand.

Every chunk of hands is played by all runs of a group, one after the other. Their values in each
hand are kept until the chunk's products are added up, and no longer: memory stays flat in the
number of hands. The products are whole numbers, so that the order of the chunks does not matter.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cardsim.counting import Counts, count_rows, counted
from cardsim.errors import THREADS, StuckError
from cardsim.game import Unit
from cardsim.paired import Moments
from cardsim.process import check_not_forked
from cardsim.result import Result
from cardsim.runs import (
    PENDING_ROWS,
    TELL_SECONDS,
    Chunk,
    Progress,
    Totals,
    chunk_size,
    finished,
    interruptible,
    play_hands,
)
from cardsim.setups import Setup

TASK_HANDS = 1 << 21
"""Hands in a task, of all runs of a group together; more only where a chunk would be too short."""
LEAST_CHUNK = 1 << 10
MANY = 100
"""Runs of which all tables are kept; more keep those that their estimates need."""
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
class _Task:
    """Some hands of all runs of a group, as they were played.

    Attributes:
        hands: 0 if the runs were to stop.
        counts: of each run's tables.
        values: shape (runs, hands), whole numbers as floats: what each run's measure adds up.
        differ: as in `Played`.
    """

    first: int
    hands: int
    counts: list[tuple[Counts, ...]]
    values: np.ndarray[Any, Any]
    differ: np.ndarray[Any, Any] | None


class _Group:
    """The counts and products of a group so far."""

    def __init__(self, setups: Sequence[Setup], enough: Enough | None) -> None:
        unit = setups[0].unit
        self.setups = setups
        self.enough = enough
        self.asked = setups[0].spec.hands
        pending = PENDING_ROWS // min(len(setups), 8)
        self.totals = [Totals(setup, pending=pending) for setup in setups]
        self.hands = 0
        self.needed = self.asked
        self.sums = np.zeros(len(setups), np.int64)
        square = (len(setups), len(setups))
        most = _most(unit)
        narrow = self.asked * most * most < np.iinfo(np.int32).max
        self.products = np.zeros(square, np.int32 if narrow else np.int64)
        self.differ: np.ndarray[Any, Any] | None = None
        self.unit = unit.column(unit.measures[0]).scale if not unit.measures[0].is_share else 1.0

    @property
    def done(self) -> bool:
        return self.hands == self.needed

    def add(self, task: _Task) -> None:
        for totals, counts in zip(self.totals, task.counts, strict=True):
            totals.add(Chunk(task.first, task.hands, counts, None))
        self.hands += task.hands
        self.sums += task.values.sum(axis=1, dtype=np.float64).astype(np.int64)
        for start in range(0, len(self.sums), BLOCK):
            rows = task.values[start : start + BLOCK] @ task.values.T
            self.products[start : start + BLOCK] += rows.astype(self.products.dtype)
        if task.differ is not None:
            self.differ = task.differ if self.differ is None else self.differ + task.differ
        if self.enough is not None:
            self.needed = min(max(self.enough(self.moments), self.hands), self.asked)

    @property
    def moments(self) -> Moments:
        return Moments(self.hands, self.sums, self.products, self.unit)

    def played(self, seconds: float) -> Played:
        results = []
        for totals in self.totals:
            spec = replace(totals.setup.spec, hands=self.hands)
            totals.setup = replace(totals.setup, spec=spec)
            results.append(totals.result(seconds / len(self.totals), partial=False))
        return Played(tuple(results), self.moments, self.differ, partial=not self.done)


def play_together(
    groups: Sequence[Sequence[Setup]],
    *,
    threads: int,
    enough: Enough | None = None,
    differ: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> list[Played]:
    """Play the hands of several runs, group by group in turn.

    Args:
        groups: runs of the same game and seed and with the same hands asked for; those of a group
            are compared with each other.
        threads: how many.
        enough: after each chunk of a group says how many hands it needs; all that were asked for
            without it. The decisions do not depend on the number of threads.
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
    shared = [
        _Group([_lean(replace(s, stop=stop, memories=memories), many) for s in g], enough)
        for g in groups
    ]
    began = told = time.perf_counter()
    pool = ThreadPoolExecutor(threads, thread_name_prefix=THREADS)
    stuck = False
    try:
        with interruptible(stop):
            for group, task in _in_turn(shared, pool, width=2 * threads, differ=differ):
                if group.done:
                    continue
                group.add(task)
                now = time.perf_counter()
                if progress is not None and now - told > TELL_SECONDS:
                    told = now
                    progress(_progress(shared, now - began))
    except BaseException as error:
        stuck = isinstance(error, StuckError | KeyboardInterrupt)
        raise
    finally:
        stop[0] = 1
        pool.shutdown(wait=not stuck, cancel_futures=True)
    seconds = time.perf_counter() - began
    return [g.played(seconds / len(shared)) for g in shared if g.hands]


def _in_turn(
    groups: Sequence[_Group], pool: ThreadPoolExecutor, *, width: int, differ: bool
) -> Iterator[tuple[_Group, _Task]]:
    """The tasks of all groups as they were begun: a chunk of each, then the next of each."""
    setup = groups[0].setups[0]
    first, hands = setup.spec.first, setup.spec.hands
    most = max(len(g.setups) for g in groups)
    size = max(min(chunk_size(setup), TASK_HANDS // most), min(LEAST_CHUNK, chunk_size(setup)))
    places = (
        (group, start)
        for start in range(first, first + hands, size)
        for group in groups
        if not group.done
    )
    begun: deque[tuple[_Group, Future[_Task]]] = deque()

    def begin() -> None:
        for group, start in places:
            count = min(size, first + hands - start)
            begun.append((group, pool.submit(_play, group.setups, start, count, differ=differ)))
            if len(begun) >= width:
                return

    begin()
    while begun:
        group, future = begun.popleft()
        finished(setup, [future])
        task = future.result()
        if task.hands == 0:
            return
        yield group, task
        begin()


def _play(setups: Sequence[Setup], first: int, count: int, *, differ: bool) -> _Task:
    """Play some hands of every run."""
    unit = setups[0].unit
    measure, column = unit.measures[0], unit.column(unit.measures[0])
    # Products of whole numbers add up exactly while their sum is within the mantissa.
    exact = count * _most(unit) ** 2 < 1 << 24
    values = np.empty((len(setups), count), np.float32 if exact else np.float64)
    counts = []
    for row, setup in zip(values, setups, strict=True):
        outcomes = play_hands(setup, first, count)
        if outcomes is None:
            return _Task(first, 0, [], values, None)
        counts.append(tuple(count_rows(outcomes, p) for p in setup.packings))
        row[:] = counted(outcomes[column.field], column, measure)
    other = None
    if differ:
        other = np.array([(values != row).sum(axis=1) for row in values], np.int64)
    return _Task(first, count, counts, values, other)


def _most(unit: Unit) -> int:
    """The largest value of what a unit's first measure adds up, without its sign."""
    measure = unit.measures[0]
    column = unit.column(measure)
    return 1 if measure.is_share else max(abs(column.low), abs(column.high), 1)


def needed_tables(unit: Unit) -> set[str]:
    """The tables that the estimates, shares and numbers by seat are made of."""
    return {m.table for m in unit.measures} | {t for t, _ in (*unit.shares, *unit.by_seat)}


def _lean(setup: Setup, runs: int) -> Setup:
    """The setup without the tables that no estimate needs, where there are many runs."""
    if runs <= MANY:
        return setup
    unit = setup.unit
    wanted = needed_tables(unit)
    kept = [(t, p) for t, p in zip(unit.tables, setup.packings, strict=True) if t.name in wanted]
    return replace(
        setup,
        unit=replace(unit, tables=tuple(t for t, _ in kept)),
        packings=tuple(p for _, p in kept),
    )


def _progress(groups: Sequence[_Group], seconds: float) -> Progress:
    done = sum(g.hands * len(g.setups) for g in groups)
    total = sum(g.needed * len(g.setups) for g in groups)
    return Progress(done, total, seconds, None)
