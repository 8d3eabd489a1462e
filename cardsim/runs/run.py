"""A run: specification -> chunks of hands -> executor -> result.

A chunk is a range of hand numbers. Playing it gives counts, which add up exactly in any order. So
the result depends neither on who plays (`cardsim.runs.crews`) nor on the size of the chunks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from cardsim import showing
from cardsim.engine.counting import NOTHING, Counts, column_values, counted, frame, merge
from cardsim.options.params import Option
from cardsim.process.forks import check_not_forked
from cardsim.runs.crews import MOST_APART, Hands, TaskResult, crew, cut
from cardsim.runs.first_look import look_at
from cardsim.runs.hand_rows import HandsWriter
from cardsim.runs.hands import play_hands
from cardsim.runs.kept import HandCache
from cardsim.runs.preparation import Resolved, Setup, compile_run
from cardsim.runs.result import Result
from cardsim.runs.workers import is_near
from cardsim.showing import Progress
from cardsim.statistics import confidence_sequences
from cardsim.statistics.stats import Estimate, estimate

CHUNK = 1 << 14
"""Hands in a chunk; a match counts as `MATCH_HANDS` of them."""
PLAIN_CHUNK = 1 << 8
"""Hands in a chunk where a strategy in plain Python plays, which may be slow."""
CHUNKS = 64
"""Smallest number of chunks in a run whose chunks are larger than usual."""
LONGEST = 4
"""Largest chunk, in usual ones. Larger chunks need less time between them: 10 % of a run."""
MATCH_HANDS = 8
PENDING_ROWS = 1 << 15
"""Rows of counts that wait to be added up, or as many as their sum has if that is more."""


@dataclass(frozen=True)
class Chunk:
    """Played hands: the counts of each table, and the outcomes if wanted."""

    first: int
    hands: int
    counts: tuple[Counts, ...]
    outcomes: np.ndarray[Any, Any] | None


def ready(asked: Resolved, executor: Executor | None, *, alone: bool = False) -> Setup | Resolved:
    """Return a run as `play` takes it: compiled, unless other machines play it.

    Workers on this machine find the compiled code on disk. `alone` is as in `compile_run`.
    """
    look_at(asked.game, asked.game.rules(**dict(asked.spec.rules)), asked.spec.players)
    if not is_near(executor):
        return asked
    with showing.compiling():
        return compile_run(asked, alone=alone)


def of_hands(asked: Setup | Resolved, first: int, hands: int) -> Setup | Resolved:
    """Return the same run with other hands."""
    run = asked.run if isinstance(asked, Setup) else asked
    run = replace(run, spec=replace(run.spec, first=first, hands=hands))
    return replace(asked, run=run) if isinstance(asked, Setup) else run


def play(
    setup: Setup | Resolved,
    *,
    threads: int = 1,
    chunk: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    hands_out: Path | None = None,
    force: bool = False,
    before: Sequence[Counts] | None = None,
) -> Result:
    """Play the hands of a run; one that is not compiled needs an executor.

    The arguments are those of `cardsim.run`, and `before`: counts of hands played earlier, which
    are added.
    """
    check_not_forked()
    asked = setup.run if isinstance(setup, Setup) else setup
    spec = asked.spec
    size = chunk if chunk is not None else _long_chunk(asked)
    size = int(Option("chunk", 1, low=1, high=1 << 24).check(size, label="chunk"))
    totals = Totals(asked, before)
    needed = spec.hands
    stop = setup.stop if isinstance(setup, Setup) else np.zeros(1, np.uint8)
    rows, separate = hands_out is not None, spec.precision is not None
    writer = None
    task = play_task, (rows, rows or separate)
    with crew(
        [[setup]],
        *task,
        threads=threads,
        executor=executor,
        size=size,
        longest=size if rows else MOST_APART * size if separate else None,
        stop=stop,
        # Rows of every hand are too large to be stored.
        kept=None if rows else _kept(setup, task, size if separate else None),
    ) as players:
        try:
            # After anything that may raise an error, because this creates a file.
            writer = None if hands_out is None else HandsWriter(asked, hands_out, force=force)
            with showing.bar(progress, asked.unit.plural) as tell:
                for _, done in players.parts([Hands(spec.first, spec.first + spec.hands)]):
                    totals.add(done)
                    if writer is not None and done.outcomes is not None:
                        writer.add(done.first, done.outcomes)
                    # Only at borders of tasks of any size, so that all stop at the same hand.
                    if totals.hands % size == 0 or totals.hands == spec.hands:
                        needed = totals.needed()
                    far = totals.hands - players.kept.hands, needed - players.kept.hands
                    players.expect(*far)
                    enough = totals.hands == needed
                    if tell is not None and (players.is_time_to_tell() or enough):
                        tell(Progress(*far, players.seconds, totals.headline()))
                    if enough:
                        break
            seconds = players.seconds
            if writer is not None:
                writer.close()
        except BaseException:
            if writer is not None:
                writer.abandon()
            raise
    return with_setup(totals.result(seconds, partial=totals.hands < needed), setup)


def _kept(
    setup: Setup | Resolved,
    task: tuple[Callable[..., TaskResult], tuple[Any, ...]],
    size: int | None,
) -> HandCache[Chunk]:
    """Return the store of a run's counts, apart up to each multiple of `size` if it is given."""
    function, told = task
    return HandCache(Chunk, _joined if size is None else None, (function, (*told, size)), [[setup]])


def with_setup(result: Result, setup: Setup | Resolved) -> Result:
    """Return the result with what it was played with, so that it can be continued at once."""
    return replace(result, _setup=setup)


def chunk_size(asked: Resolved) -> int:
    """Return the usual number of hands or matches counted at a time; fewer where they take long."""
    usual = PLAIN_CHUNK if asked.plain else CHUNK
    return max(usual // (MATCH_HANDS if asked.goes_on else 1), 1)


def _long_chunk(asked: Resolved) -> int:
    """Return the chunk size of a single run: in a long one up to `LONGEST` times the usual.

    With a precision, which is looked at after each chunk, and in plain Python it is the usual one.
    """
    usual = chunk_size(asked)
    if asked.spec.precision is not None or asked.plain:
        return usual
    return min(max(asked.spec.hands // CHUNKS, usual), LONGEST * usual)


class Totals:
    """The counts so far.

    Args:
        asked: the run.
        before: counts of hands played earlier, which are added.
        pending: rows of counts that wait to be added up.
    """

    def __init__(
        self, asked: Resolved, before: Sequence[Counts] | None = None, pending: int = PENDING_ROWS
    ) -> None:
        self.asked = asked
        self.parts: list[list[Counts]] = (
            [[c] for c in before] if before else [[] for _ in asked.unit.tables]
        )
        self.least_pending = self.most_pending = pending
        self.pending = 0
        self.hands = 0
        single = next(k for k, p in enumerate(asked.packings) if p.axis is None)
        self.earlier = int(before[single].counts.sum()) if before else 0
        self.sum = 0
        self.squares = 0

    def add(self, chunk: Chunk) -> None:
        """Add a chunk."""
        self.hands += chunk.hands
        for part, counts in zip(self.parts, chunk.counts, strict=True):
            part.append(counts)
            self.pending += len(counts.keys)
        if self.asked.spec.precision is not None:
            self._add_moments(chunk)
        if self.pending > self.most_pending:
            # As many rows as the sum has may wait: then each row is moved only a few times.
            self.most_pending = max(self.least_pending, sum(len(c.keys) for c in self.final()))
            self.pending = 0

    def _add_moments(self, chunk: Chunk) -> None:
        measure = self.asked.unit.measures[0]
        tables = [t.name for t in self.asked.unit.tables]
        at = tables.index(measure.table)
        counts, packed = chunk.counts[at], self.asked.packings[at]
        column = [c.name for c in self.asked.unit.tables[at].columns].index(measure.column)
        values = counted(
            column_values(counts, packed, column), self.asked.unit.column(measure), measure
        )
        self.sum += int((values * counts.counts).sum())
        self.squares += int((values * values * counts.counts).sum())

    def needed(self) -> int:
        """Return the number of hands needed, as far as known; the present number if it suffices."""
        asked, target = self.asked.spec.hands, self.asked.spec.precision
        if target is None or self.hands == 0:
            return asked
        measure = self.asked.unit.measures[0]
        enough = confidence_sequences.enough(
            self.sum,
            self.squares,
            self.hands,
            is_share=measure.is_share,
            step=self.asked.unit.step(measure, dict(self.asked.spec.display)),
            target=target,
            most=asked,
        )
        return min(max(enough, self.hands), asked)

    def final(self) -> list[Counts]:
        """Return the counts of each table, added up."""
        self.parts = [[merge(p) if p else NOTHING] for p in self.parts]
        return [p[0] for p in self.parts]

    def frames(self) -> dict[str, pl.DataFrame]:
        """Return the tables as frames."""
        tables = zip(self.asked.unit.tables, self.final(), self.asked.packings, strict=True)
        return {t.name: frame(c, t, p) for t, c, p in tables}

    def headline(self) -> Estimate | None:
        """Return the estimate of the run's measure so far."""
        measure = self.asked.unit.measures[0]
        at = [t.name for t in self.asked.unit.tables].index(measure.table)
        counts = merge(self.parts[at])
        rows = frame(counts, self.asked.unit.tables[at], self.asked.packings[at])
        self.parts[at] = [counts]
        return estimate({measure.table: rows}, measure, display=dict(self.asked.spec.display))

    def result(self, seconds: float, *, partial: bool) -> Result:
        """Return the result of the run."""
        spec = self.asked.spec
        # With the hands played before: one longer run.
        longer = replace(spec, first=spec.first - self.earlier, hands=spec.hands + self.earlier)
        hands = self.hands + self.earlier
        return Result(longer, self.frames(), hands, seconds, partial)


def play_task(  # noqa: PLR0917  executors take no keyword-only arguments for granted
    setups: Sequence[Setup],
    first: int,
    hands: int,
    size: int,
    rows: bool,  # noqa: FBT001
    separate: bool,  # noqa: FBT001
) -> TaskResult:
    """Play some hands of one run.

    Args:
        setups: the run.
        first: number of the first hand.
        hands: number of hands.
        size: hands counted at a time.
        rows: return the outcomes.
        separate: keep the counts apart, up to each multiple of `size`.
    """
    (setup,) = setups
    began = time.perf_counter()
    chunks = []
    for start, count in cut(first, hands, setup.spec.first, size):
        outcomes = play_hands(setup, start, count)
        if outcomes is None:
            break
        counts = setup.counts(outcomes, start)
        chunks.append(Chunk(start, count, counts, outcomes.copy() if rows else None))
    if len(chunks) > 1 and not separate:
        chunks = [_joined(chunks)]
    return TaskResult(tuple(chunks), time.perf_counter() - began)


def _joined(chunks: Sequence[Chunk]) -> Chunk:
    """Merge chunks that follow each other, without their outcomes."""
    merged = tuple(merge(list(c)) for c in zip(*(c.counts for c in chunks), strict=True))
    return Chunk(chunks[0].first, sum(c.hands for c in chunks), merged, None)
