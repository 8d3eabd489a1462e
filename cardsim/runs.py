"""A run: specification -> chunks of hands -> executor -> result.

Chunks are fixed ranges of hand numbers. Workers return counts, which add up exactly in any order,
so that the result depends on neither the number of threads nor the size of the chunks.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from cardsim import anytime, engine
from cardsim.counting import NOTHING, Counts, column_values, count_rows, counted, frame, merge
from cardsim.errors import THREADS, StuckError, UserError, echoed
from cardsim.hand_loop import DONE, ENDLESS, STOPPED
from cardsim.hands_out import HandsWriter
from cardsim.output import as_path
from cardsim.params import Option, check_callable
from cardsim.process import check_not_forked
from cardsim.replays import blamed, raised, stuck
from cardsim.result import Result, RunSpec
from cardsim.setups import Setup, Who, check_threads, hands_asked, prepare
from cardsim.signals import asked_to_end
from cardsim.stats import Estimate, estimate

CHUNK = 1 << 14
"""Hands in a chunk; a match counts as `MATCH_HANDS` of them."""
CHUNKS = 64
"""In so many chunks at least a run is split before they become larger."""
LONGEST = 4
"""Larger chunks cost less time between them: 10 % of a run."""
MATCH_HANDS = 8
PENDING_ROWS = 1 << 15
"""Rows of counts that are kept apart before they are added up, or as many as their sum has."""
TELL_SECONDS = 0.2
STOP_SECONDS = 3.0
"""How long a run that was interrupted waits for its threads, which stop between two decisions."""


@dataclass(frozen=True)
class Progress:
    """How far a run is: hands done of all, seconds since the start, the estimate it is about."""

    hands: int
    total: int
    seconds: float
    estimate: Estimate | None


@dataclass(frozen=True)
class Chunk:
    """What a worker returns: the counts of each table, and the outcomes where they are wanted."""

    first: int
    hands: int
    counts: tuple[Counts, ...]
    outcomes: np.ndarray[Any, Any] | None


def run(
    game: str,
    n: object = None,
    *,
    players: int | None = None,
    unit: str | None = None,
    strategy: Who | None = None,
    vs: Who | None = None,
    seats: str | Sequence[Who] | None = None,
    preset: str | None = None,
    seed: int | None = None,
    precision: object = None,
    threads: int | None = None,
    chunk: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    hands_out: str | Path | None = None,
    force: bool = False,
    **options: Any,
) -> Result:
    """Play many hands and count their outcomes.

    The hero (`strategy` with its parameters) takes each seat in turn, and `vs` sits in the others;
    or `seats` names a player for each.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: hands, or matches: 1000000, 1e6, "250k"; a million by default. With a precision the most
            that are played, by default `MOST_UNASKED`.
        players: seats at the table; the game's usual number by default.
        unit: what is played and counted once: "hand", "match"; the game's first by default.
        strategy: a name, a `Strategy`, or "name:parameter=value"; the game's default otherwise.
        vs: the same for the opponents.
        seats: one for each seat, as a sequence or in one text separated by semicolons.
        preset: a named set of house rules.
        seed: 0 .. 2**64 - 1; a fresh one is drawn by default.
        precision: stop as soon as the interval of the first measure has this half width, as a
            number or "0.1pp". It is then an interval that is valid at every look.
        threads: as many as there are cores by default.
        chunk: hands played as one task; no count depends on it, but a precision is looked at after
            each.
        executor: runs the tasks instead of threads; strategies must then be given by name.
        progress: called a few times a second.
        hands_out: a parquet file for every hand as a row.
        force: overwrite `hands_out`.
        options: house rules, display options, and the hero's parameters.

    Raises:
        UserError: something in the arguments is wrong.
        StrategyError: a strategy took an illegal action, or a hand did not end.
    """
    setup = prepare(
        game,
        players=players,
        unit=unit,
        strategy=strategy,
        vs=vs,
        seats=seats,
        preset=preset,
        seed=seed,
        hands=hands_asked(n, precision, label="n"),
        precision=precision,
        options=options,
    )
    threads = check_threads(threads)
    check_callable(progress, label="progress")
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise UserError(f"executor must be a concurrent.futures.Executor, not {echoed(executor)}")
    return play(
        setup,
        threads=threads,
        chunk=chunk,
        executor=executor,
        progress=progress,
        hands_out=None if hands_out is None else as_path(hands_out, label="hands_out"),
        force=force,
    )


def play(
    setup: Setup,
    *,
    threads: int = 1,
    chunk: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    hands_out: Path | None = None,
    force: bool = False,
    before: Sequence[Counts] | None = None,
) -> Result:
    """Play the hands of a setup.

    The arguments are those of `run`, and `before`: counts of hands played earlier, to be added.
    """
    check_not_forked()
    spec = setup.spec
    size = chunk if chunk is not None else _long_chunk(setup)
    size = int(Option("chunk", 1, low=1, high=1 << 24).check(size, label="chunk"))
    began = time.perf_counter()
    totals = Totals(setup, before)
    setup.stop[0] = 0
    writer = None if hands_out is None else HandsWriter(setup, hands_out, force=force)
    pool = (
        executor
        if executor is not None
        else ThreadPoolExecutor(threads, thread_name_prefix=THREADS)
    )
    told = began
    stuck = False
    try:
        with interruptible(setup.stop):
            for done in _chunks_played(
                setup,
                pool,
                size,
                width=2 * threads,
                rows=writer is not None,
                ordered=writer is not None or spec.precision is not None,
                local=executor is None,
            ):
                totals.add(done)
                if writer is not None and done.outcomes is not None:
                    writer.add(done.first, done.outcomes)
                needed = totals.needed()
                now = time.perf_counter()
                if progress is not None and (now - told > TELL_SECONDS or totals.hands == needed):
                    told = now
                    progress(Progress(totals.hands, needed, now - began, totals.headline()))
                if totals.hands == needed:
                    # What is still being played counts for nothing.
                    setup.stop[0] = 1
                    break
        seconds = time.perf_counter() - began
        if writer is not None:
            writer.close()
    except BaseException as error:
        # Whoever presses Ctrl-C twice does not wait for a decision that may not end.
        stuck = isinstance(error, StuckError | KeyboardInterrupt)
        setup.stop[0] = 1
        if writer is not None:
            writer.abandon()
        raise
    finally:
        if executor is None:
            pool.shutdown(wait=not stuck, cancel_futures=True)
    return totals.result(seconds, partial=totals.hands < totals.needed())


def chunk_size(setup: Setup) -> int:
    """How many hands or matches are usually played as one task."""
    return max(CHUNK // (MATCH_HANDS if setup.match else 1), 1)


def _long_chunk(setup: Setup) -> int:
    """The same for a single run: in a long one up to `LONGEST` times as many.

    Not where a precision is asked, which is looked at after each chunk.
    """
    usual = chunk_size(setup)
    if setup.spec.precision is not None:
        return usual
    return min(max(setup.spec.hands // CHUNKS, usual), LONGEST * usual)


@contextmanager
def interruptible(stop: np.ndarray[Any, Any]) -> Iterator[None]:
    """Within it, Ctrl-C sets `stop`: the run ends early, and no chunk is half counted.

    A second Ctrl-C raises.
    """

    def interrupt(number: int) -> None:
        if stop[0] != 0 and number == signal.SIGINT:
            raise KeyboardInterrupt
        stop[0] = 1

    with asked_to_end(interrupt):
        yield


class Totals:
    """The counts so far.

    Args:
        setup: what is played.
        before: counts of hands played earlier, to be added.
        pending: rows of counts that are kept apart before they are added up.
    """

    def __init__(
        self, setup: Setup, before: Sequence[Counts] | None = None, pending: int = PENDING_ROWS
    ) -> None:
        self.setup = setup
        self.parts: list[list[Counts]] = (
            [[c] for c in before] if before else [[] for _ in setup.unit.tables]
        )
        self.least_pending = self.most_pending = pending
        self.pending = 0
        self.hands = 0
        single = next(k for k, p in enumerate(setup.packings) if p.axis is None)
        self.earlier = int(before[single].counts.sum()) if before else 0
        self.sum = 0
        self.squares = 0

    def add(self, chunk: Chunk) -> None:
        """Count a chunk in."""
        self.hands += chunk.hands
        for part, counts in zip(self.parts, chunk.counts, strict=True):
            part.append(counts)
            self.pending += len(counts.keys)
        if self.setup.spec.precision is not None:
            self._add_moments(chunk)
        if self.pending > self.most_pending:
            # As many as the sum has may wait: adding them up then costs each row a few moves.
            self.most_pending = max(self.least_pending, sum(len(c.keys) for c in self.final()))
            self.pending = 0

    def _add_moments(self, chunk: Chunk) -> None:
        measure = self.setup.unit.measures[0]
        tables = [t.name for t in self.setup.unit.tables]
        at = tables.index(measure.table)
        counts, packed = chunk.counts[at], self.setup.packings[at]
        column = [c.name for c in self.setup.unit.tables[at].columns].index(measure.column)
        values = counted(
            column_values(counts, packed, column), self.setup.unit.column(measure), measure
        )
        self.sum += int((values * counts.counts).sum())
        self.squares += int((values * values * counts.counts).sum())

    def needed(self) -> int:
        """How many hands will do, as far as can be told; as many as there are if these do."""
        asked, target = self.setup.spec.hands, self.setup.spec.precision
        if target is None or self.hands == 0:
            return asked
        measure = self.setup.unit.measures[0]
        enough = anytime.enough(
            self.sum,
            self.squares,
            self.hands,
            is_share=measure.is_share,
            step=self.setup.unit.column(measure).scale,
            target=target,
            most=asked,
        )
        return min(max(enough, self.hands), asked)

    def final(self) -> list[Counts]:
        """The counts of each table, added up."""
        self.parts = [[merge(p) if p else NOTHING] for p in self.parts]
        return [p[0] for p in self.parts]

    def frames(self) -> dict[str, pl.DataFrame]:
        """The tables."""
        tables = zip(self.setup.unit.tables, self.final(), self.setup.packings, strict=True)
        return {t.name: frame(c, t, p) for t, c, p in tables}

    def headline(self) -> Estimate | None:
        """The estimate that the run is about, so far."""
        measure = self.setup.unit.measures[0]
        at = [t.name for t in self.setup.unit.tables].index(measure.table)
        counts = merge(self.parts[at])
        rows = frame(counts, self.setup.unit.tables[at], self.setup.packings[at])
        self.parts[at] = [counts]
        return estimate({measure.table: rows}, measure, display=dict(self.setup.spec.display))

    def result(self, seconds: float, *, partial: bool) -> Result:
        """What the run gives back."""
        setup, counts = self.setup, self.final()
        # With what was played before: one longer run.
        spec = replace(
            setup.spec,
            first=setup.spec.first - self.earlier,
            hands=setup.spec.hands + self.earlier,
        )

        def extend(first: int, hands: int) -> Result:
            further = replace(spec, first=spec.first + first, hands=hands, precision=None)
            threads = check_threads(None)
            return play(replace(setup, spec=further), threads=threads, before=counts)

        return Result(
            spec=spec,
            tables=self.frames(),
            hands=self.hands + self.earlier,
            seconds=seconds,
            partial=partial,
            _play=extend,
        )


def _chunks_played(
    setup: Setup, pool: Executor, size: int, *, width: int, rows: bool, ordered: bool, local: bool
) -> Iterator[Chunk]:
    """The chunks of a run as they are done; or in order of hands, without a gap."""
    spec = setup.spec
    end = spec.first + spec.hands
    starts = iter(range(spec.first, end, size))
    waiting: dict[Future[Chunk], int] = {}
    ready: dict[int, Chunk] = {}
    following = spec.first

    def submit() -> None:
        for start in starts if setup.stop[0] == 0 else ():
            count = min(size, end - start)
            task = (
                pool.submit(_local_chunk, setup, start, count, rows)
                if local
                else pool.submit(play_chunk, spec, start, count, rows)
            )
            waiting[task] = start
            if len(waiting) + len(ready) >= width:
                return

    submit()
    try:
        while waiting:
            for task in finished(setup, waiting):
                ready[waiting.pop(task)] = task.result()
            while ready:
                start = following if ordered else next(iter(ready))
                if start not in ready:
                    break
                chunk = ready.pop(start)
                if ordered and chunk.hands == 0:
                    return
                yield chunk
                following = start + size
            submit()
    finally:
        for task in waiting:
            task.cancel()


def finished(setup: Setup, waiting: Iterable[Future[Any]]) -> set[Future[Any]]:
    """The tasks that are done, at least one.

    Raises:
        StuckError: the run was to stop, and no task came back for a while.
    """
    patience = STOP_SECONDS
    while True:
        done, _ = wait(waiting, timeout=TELL_SECONDS, return_when=FIRST_COMPLETED)
        if done:
            return done
        if setup.stop[0]:
            patience -= TELL_SECONDS
        if patience < 0:
            raise stuck(setup)


_SETUPS: dict[RunSpec, Setup] = {}


def play_chunk(spec: RunSpec, first: int, count: int, rows: bool) -> Chunk:  # noqa: FBT001
    """Play some hands of a run in this process, which may be another than the one that asked.

    The strategies are found by name, so that the workspace must be the same.
    """
    key = replace(spec, hands=1, first=0, precision=None)
    if key not in _SETUPS:
        seats = [p.spelled for p in spec.seats]
        given: dict[str, Any] = {}
        if seats:
            given = {"seats": seats} if spec.fixed else {"strategy": seats[0], "vs": seats[1]}
        setup = prepare(
            spec.game,
            players=spec.players,
            unit=spec.unit,
            preset=spec.preset,
            seed=spec.seed,
            options=dict(spec.rules),
            **given,
        )
        _SETUPS[key] = setup
    return _local_chunk(_SETUPS[key], first, count, rows)


def _local_chunk(setup: Setup, first: int, count: int, rows: bool) -> Chunk:  # noqa: FBT001
    outcomes = play_hands(setup, first, count)
    if outcomes is None:
        return Chunk(first, 0, tuple(NOTHING for _ in setup.packings), None)
    counts = tuple(count_rows(outcomes, p) for p in setup.packings)
    return Chunk(first, count, counts, outcomes.copy() if rows else None)


def play_hands(setup: Setup, first: int, count: int) -> np.ndarray[Any, Any] | None:
    """The outcomes of some hands, or None if the run was to stop.

    They stay in this thread's working memory until it plays again.

    Raises:
        StrategyError: a strategy took an illegal action, or a hand did not end.
    """
    spec = setup.spec
    memory = setup.memory(count)
    try:
        ending = engine.play(
            setup.game,
            setup.seating,
            memory,
            rules=setup.rules,
            players=spec.players,
            match=setup.match,
            seed=spec.seed,
            first=first,
            count=count,
            stop=setup.stop,
        )
    except Exception as error:
        raise raised(setup, first, count, error) from error
    if ending.status == STOPPED:
        return None
    if ending.status != DONE:
        raise blamed(setup, ending.hand, endless=ending.status == ENDLESS)
    return memory.outcomes[:count]
