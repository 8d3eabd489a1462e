"""Crews that play runs: threads of this process, or workers in other processes.

Threads play chunks on a fixed schedule. Workers get longer tasks, to pay for the transport. Runs
travel in a parcel, which a worker opens once. A worker compiles what it plays.
"""

from __future__ import annotations

import hashlib
import pickle
import signal
import threading
import time
import zlib
from abc import ABC, abstractmethod
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cardsim.errors import THREADS, EndlessStepError, StuckError, UserError
from cardsim.kernels.imports import package_hash
from cardsim.plain_answers import EndlessSteps
from cardsim.process.signals import asked_to_end
from cardsim.runs.binding import WORTHWHILE, Binding
from cardsim.runs.kept import NOTHING, HandCache
from cardsim.runs.preparation import Resolved, Setup, compile_run
from cardsim.runs.replays import stuck
from cardsim.runs.workers import as_executor, places, worker_died
from cardsim.version import VERSION

FIRST_HANDS = 1
"""Hands of the first chunk, and of a worker's first task: one, so that a slow strategy reports
early."""
FEW_RUNS = 8
"""Largest number of runs whose chunks double; chunks of more runs grow fourfold."""
TASK_SECONDS = 0.6
"""Seconds of a worker's task that make its transport cheap."""
HANDLED_SECONDS = 0.01
"""Seconds added to each task per worker, so that the process that hands out tasks keeps up: with
Dask one task costs half of this (`examples/cluster/coordinator.py --measure`)."""
MOST_APART = 128
"""Largest number of parts that a task returns unmerged, for runs that are looked at after each."""
LONGEST_SECONDS = 20.0
"""Seconds of the longest task, so that no more work is lost if the coordinator is killed."""
TELL_SECONDS = 0.2
STEP_SECONDS = 20.0
"""Seconds after which a step of a game in plain Python is taken as endless; most take
microseconds."""
TELLING_SECONDS = 0.5
"""Seconds of play after which the rate is known well enough to plan tasks."""
STOP_SECONDS = 3.0
"""Seconds that an interrupted run waits for its players; threads stop between two decisions."""
MOST_OPEN = 4
"""Parcels that a worker keeps open, since a few runs may share it."""

MOST_WAITING = 4
"""Tasks begun per task played at once, so that others go on while the first takes long."""


@dataclass(frozen=True)
class TaskResult:
    """The result of a thread's or worker's task.

    Attributes:
        parts: results of its hands in order, each with its number of `hands`; fewer than were begun
            if the task was told to stop.
        seconds: time to play them.
    """

    parts: tuple[Any, ...]
    seconds: float

    @property
    def hands(self) -> int:
        """Number of hands played."""
        return sum(part.hands for part in self.parts)


_Begun = tuple[int, Future[TaskResult], int]
"""Number of a group, its task, and the number of hands in the task."""
Play = Callable[..., TaskResult]
"""Signature: (setups of a group, first hand, number of hands, `size`, *extra) -> TaskResult."""


@dataclass
class Hands:
    """The hands of a group that no task has begun yet: from `first` until `end`."""

    first: int
    end: int


class Crew(ABC):
    """Players of groups of runs.

    Args:
        stop: uint8, shape (1,); 1 tells the runs to stop.
        count: number of tasks played at once.

    Attributes:
        kept: reads hands played before, and stores those played now.
    """

    def __init__(self, stop: np.ndarray[Any, Any], count: int) -> None:
        self.stop, self.count = stop, count
        self.kept: HandCache[Any] = NOTHING
        self.steps = EndlessSteps()
        self.began = self.last_told = time.perf_counter()

    @abstractmethod
    def begin(self, number: int, first: int, most: int) -> tuple[Future[TaskResult], int]:
        """Begin hands of a group from `first`; return the task and its number of hands."""

    @abstractmethod
    def expect(self, done: int, total: int) -> None:
        """Have the loops bound to the tables that will be played longest, if that pays.

        Args:
            done: hands played so far in all runs, without those from the catalogue.
            total: hands to play in all runs, without those from the catalogue.
        """

    @abstractmethod
    def learn(self, number: int, task: TaskResult) -> None:
        """Note how long a task of a group took."""

    def done(self, do: Callable[[], Any]) -> Any:
        """Return the result of a function that plays some more hands in this process."""
        return do()

    def check_steps(self) -> None:
        """Raise an error if a step of a game in plain Python does not end."""
        place = self.steps.place(round(STEP_SECONDS / TELL_SECONDS))
        if place is not None:
            raise EndlessStepError(place, STEP_SECONDS)

    @abstractmethod
    def stuck(self) -> None:
        """React to players who did not stop in time when the runs were told to."""

    @abstractmethod
    def dismiss(self, *, at_once: bool) -> None:
        """End the players; with `at_once` without waiting for one that may never return."""

    def parts(self, groups: Sequence[Hands]) -> Iterator[tuple[int, Any]]:
        """Yield results in the order of tasks: one of each group in turn, then the next of each.

        Kept results come first. The caller may move the `end` of a group. A hand that fails raises
        only after all that were begun before it.

        Returns:
            Number of each part's group, and the part. All end where a task was told to stop.

        Raises:
            StuckError: the runs were told to stop, and no thread returned in time.
            Exception: whatever a task raised.
        """
        self.began = self.last_told = time.perf_counter()
        for number, group in enumerate(groups):
            for part in self.kept.before(number, group.first, group.end):
                group.first += part.hands
                yield number, part
                if group.first >= group.end:
                    break
        at = [group.first for group in groups]
        for number, part in self._played(groups):
            self.kept.add(number, at[number], part)
            at[number] += part.hands
            yield number, part

    def _played(self, groups: Sequence[Hands]) -> Iterator[tuple[int, Any]]:
        """Yield what is played now, without kept results."""
        turns = _turns(groups)
        begun: deque[_Begun] = deque()
        try:
            while True:
                self._begin_more(begun, turns, groups)
                if not begun:
                    return
                number, future, hands = begun[0]
                if not future.done():
                    # Any finished task lets another begin, even if it is not the next to be
                    # yielded.
                    waiting = [f for _, f, _ in begun if not f.done()]
                    if _some_done(waiting, self.stop, self.check_steps):
                        continue
                    self.stuck()
                    return
                begun.popleft()
                task = outcome_of(future)
                self.learn(number, task)
                for part in task.parts:
                    yield number, part
                if task.hands < hands:
                    return
        finally:
            for _, future, _ in begun:
                future.cancel()

    def _begin_more(
        self, begun: deque[_Begun], turns: Iterator[int], groups: Sequence[Hands]
    ) -> None:
        while not self.stop[0] and len(begun) < MOST_WAITING * self.count:
            playing = sum(not future.done() for _, future, _ in begun)
            number = next(turns, None) if playing < 2 * self.count else None
            if number is None:
                return
            group = groups[number]
            future, hands = self.begin(number, group.first, group.end - group.first)
            group.first += hands
            begun.append((number, future, hands))

    @property
    def seconds(self) -> float:
        """Seconds since the crew began to play."""
        return time.perf_counter() - self.began

    def is_time_to_tell(self) -> bool:
        """Return True if `TELL_SECONDS` have passed since it last did."""
        now = time.perf_counter()
        if now - self.last_told <= TELL_SECONDS:
            return False
        self.last_told = now
        return True


class Threads(Crew):
    """Threads of this process, which play chunks on a fixed schedule.

    Args:
        groups: the runs; those of a group are played together.
        play: plays some hands of a group.
        extra: further arguments of `play`.
        count: number of threads.
        size: hands counted at a time.
        stop: uint8, shape (1,); 1 tells the runs to stop.
    """

    def __init__(
        self,
        groups: Sequence[Sequence[Setup]],
        play: Play,
        extra: Sequence[Any],
        *,
        count: int,
        size: int,
        stop: np.ndarray[Any, Any],
    ) -> None:
        super().__init__(stop, count)
        # Runs at tables that differ only in their parameters share a loop.
        shared: dict[str, Binding] = {}
        self.groups = [
            [replace(s, binding=shared.setdefault(s.binding.content, s.binding)) for s in group]
            for group in groups
        ]
        self.bindings = Counter(s.binding for group in self.groups for s in group)
        self.play, self.extra = play, extra
        self.size = size
        # With many runs one chunk of each takes long, so fewer chunks are small.
        factor = 2 if sum(map(len, groups)) <= FEW_RUNS else 4
        self.sizes = [growing(size, factor) for _ in groups]
        self.pool = ThreadPoolExecutor(count, thread_name_prefix=THREADS)
        self.begun: dict[Future[Any], int] = {}

    def begin(self, number: int, first: int, most: int) -> tuple[Future[TaskResult], int]:
        """Begin the next chunk of a group; the schedule is the same on every machine."""
        hands = min(next(self.sizes[number]), most)
        group = self.groups[number]
        task = self.pool.submit(self.play, group, first, hands, self.size, *self.extra)
        self.begun[task] = number
        task.add_done_callback(self.begun.pop)
        return task, hands

    def learn(self, number: int, task: TaskResult) -> None:
        """Do nothing: the schedule is fixed."""

    def done(self, do: Callable[[], Any]) -> Any:
        """Return what a function returns after all begun tasks: Python plays in one thread."""
        return self.pool.submit(do).result()

    def stuck(self) -> None:
        """Raise an error that names the strategies that do not return."""
        playing = [self.groups[g] for task, g in list(self.begun.items()) if task.running()]
        raise stuck([setup for group in playing or self.groups for setup in group])

    def expect(self, done: int, total: int) -> None:
        """Have the loop bound to the table that will be played longest, if that pays."""
        seconds = self.seconds
        if seconds < TELLING_SECONDS or not done:
            return
        ((binding, most),) = self.bindings.most_common(1)
        remaining = seconds * (total - done) / done
        if remaining * most / self.bindings.total() >= WORTHWHILE:
            binding.begin()

    def dismiss(self, *, at_once: bool) -> None:
        """End the threads; with `at_once` without waiting for one that may never return."""
        for binding in self.bindings:
            binding.end()
        self.pool.shutdown(wait=not at_once, cancel_futures=True)


class ExecutorCrew(Crew):
    """The workers of an executor, which get tasks long enough to pay for the transport.

    The arguments are those of `Threads`; `play` is a function of a module, and `longest` the number
    of hands of the longest task, or None.
    """

    def __init__(
        self,
        groups: Sequence[Sequence[Resolved]],
        play: Play,
        extra: Sequence[Any],
        *,
        executor: Executor,
        count: int,
        size: int,
        longest: int | None,
        stop: np.ndarray[Any, Any],
    ) -> None:
        super().__init__(stop, count)
        self.parcel = Parcel([run for group in groups for run in group])
        self.counts = [len(group) for group in groups]
        self.play, self.extra, self.executor = play, extra, executor
        self.size, self.longest = size, longest
        self.hands = FIRST_HANDS
        self.pace = 0.0
        self.long = False

    def begin(self, number: int, first: int, most: int) -> tuple[Future[TaskResult], int]:
        """Begin as many hands of a group as pay for the transport."""
        runs = self.counts[number]
        # Tasks get shorter towards the end, so that no worker is left to play a long one alone.
        long = min(self.hands * task_seconds(self.count) / TASK_SECONDS, most * runs / self.count)
        hands = max(int(max(self.hands, long)) // runs, 1)
        hands = min(hands, most, self.longest or most)
        start = sum(self.counts[:number])
        try:
            task = self.executor.submit(
                _play_parcel,
                self.parcel,
                range(start, start + runs),
                self.long,
                self.play,
                (first, hands, self.size, *self.extra),
            )
        except RuntimeError as error:
            if "shutdown" not in str(error):
                raise
            raise UserError("the executor was shut down, and plays nothing any more") from None
        return task, hands

    def learn(self, number: int, task: TaskResult) -> None:
        """Set the size of the next task from the time that this one took where it was played."""
        hands = task.hands * self.counts[number]
        self.hands = max(int(TASK_SECONDS * hands / max(task.seconds, 1e-9)), 1)
        if task.seconds >= TASK_SECONDS / 4:
            self.pace = task.seconds / hands

    def expect(self, done: int, total: int) -> None:
        """Have workers compile the loops bound to the tables, if that pays."""
        remaining = self.pace * (total - done) / self.count
        self.long = remaining / sum(self.counts) >= WORTHWHILE

    def stuck(self) -> None:
        """Do nothing: unfinished tasks have no part in the answer."""

    def dismiss(self, *, at_once: bool) -> None:
        """Do nothing: whoever made the executor ends it."""


def task_seconds(workers: int) -> float:
    """Return the length of a task in seconds for a number of workers."""
    return min(max(TASK_SECONDS, HANDLED_SECONDS * workers), LONGEST_SECONDS)


@contextmanager
def crew(
    groups: Sequence[Sequence[Setup | Resolved]],
    play: Play,
    extra: Sequence[Any],
    *,
    threads: int,
    executor: Executor | None,
    size: int,
    longest: int | None = None,
    stop: np.ndarray[Any, Any],
    kept: HandCache[Any] | None = None,
) -> Iterator[Crew]:
    """Provide a crew for some runs: threads, or the workers of an executor.

    Ctrl-C sets `stop` within the block, so that runs end early and no part is half counted. A
    second one raises KeyboardInterrupt.

    Without an executor all runs are compiled. The arguments are those of `Threads` and
    `ExecutorCrew`, and `kept`, from which kept hands are taken and to which new ones are added.
    """
    stop[0] = 0
    players: Crew
    if executor is None:
        setups = [[s for s in group if isinstance(s, Setup)] for group in groups]
        # Python runs in one thread at a time, and authors of strategies need not think of threads.
        in_python = any(s.seating.deciders for group in setups for s in group)
        count = 1 if in_python else threads
        players = Threads(setups, play, extra, count=count, size=size, stop=stop)
    else:
        executor = as_executor(executor)
        players = ExecutorCrew(
            [[s.run if isinstance(s, Setup) else s for s in group] for group in groups],
            play,
            extra,
            executor=executor,
            count=places(executor, threads),
            size=size,
            longest=longest,
            stop=stop,
        )

    players.kept = kept or NOTHING

    def interrupt(number: int) -> None:
        if stop[0] != 0 and number == signal.SIGINT:
            raise KeyboardInterrupt
        stop[0] = 1

    at_once = False
    try:
        with asked_to_end(interrupt):
            yield players
            if players.kept.plays_python and not stop[0]:
                players.kept.check(players.done(players.kept.play_again))
    except BaseException as error:
        # After a second Ctrl-C nobody waits for a decision that may never end.
        at_once = isinstance(error, StuckError | KeyboardInterrupt)
        raise
    finally:
        # Tasks that still play are discarded.
        stop[0] = 1
        players.dismiss(at_once=at_once)
        players.kept.close()


def growing(size: int, factor: int) -> Iterator[int]:
    """Yield chunk sizes whose borders are at powers of `factor`, then at multiples of `size`.

    The first are small, so that a slow strategy reports early.
    """
    border = FIRST_HANDS
    yield border
    while border < size:
        further = min(factor * border, size)
        yield further - border
        border = further
    while True:
        yield size


def cut(first: int, hands: int, origin: int, size: int) -> Iterator[tuple[int, int]]:
    """Split hands at multiples of `size` after `origin`: yield first hand and number of hands."""
    end = first + hands
    while first < end:
        border = first + size - (first - origin) % size
        yield first, min(border, end) - first
        first = border


def _turns(groups: Sequence[Hands]) -> Iterator[int]:
    """Yield the numbers of groups with hands left to begin, round by round."""
    unfinished = [*range(len(groups))]
    while unfinished:
        for number in unfinished:
            if groups[number].first < groups[number].end:
                yield number
        unfinished = [n for n in unfinished if groups[n].first < groups[n].end]


def _some_done(
    waiting: Sequence[Future[Any]], stop: np.ndarray[Any, Any], check: Callable[[], None]
) -> bool:
    """Wait for a finished task; return False if the runs were stopped and none came in time."""
    patience = STOP_SECONDS
    while patience >= 0:
        done, _ = wait(waiting, timeout=TELL_SECONDS, return_when=FIRST_COMPLETED)
        if done:
            return True
        check()
        if stop[0]:
            patience -= TELL_SECONDS
    return False


def outcome_of(task: Future[Any]) -> Any:
    """Return the result of a task.

    Raises:
        UserError: a worker has no cardsim or another version, or the workers are gone.
        StrategyError: the process that plays the task dies.
        Exception: whatever else the task raised.
    """
    try:
        return task.result()
    except (BrokenProcessPool, CancelledError) as error:
        raise UserError(
            f"the workers are gone ({type(error).__name__})",
            hint="`--workers`, and Workers of cardsim.runs.workers, replace those that die",
        ) from None
    except (ModuleNotFoundError, AttributeError) as error:
        if "cardsim" in str(error):
            raise UserError(
                "the workers have no cardsim, or another one than this", hint=str(error)
            ) from None
        raise
    except Exception as error:
        # Dask's error, named by text because Dask need not be installed.
        if type(error).__name__ == "KilledWorker":
            raise worker_died() from None
        raise


# ---------------------------------------------------------------- parcels


class Parcel:
    """Runs packed small, to be pickled with every task.

    Attributes:
        version: version of the cardsim that packed it, and a hash of its sources.
        content: the runs.
        digest: key under which a worker keeps the opened parcel.
    """

    def __init__(self, runs: Sequence[Resolved]) -> None:
        self.version = VERSION, package_hash()
        self.content = zlib.compress(pickle.dumps(tuple(runs)))
        self.digest = hashlib.sha256(self.content).digest()


class _Opened:
    """The runs of a parcel in a worker, each compiled when it is first played."""

    def __init__(self, parcel: Parcel) -> None:
        if parcel.version != (VERSION, package_hash()):
            raise UserError(
                f"a worker has another cardsim ({VERSION}) than this ({parcel.version[0]})",
                hint="a worker that began before cardsim was changed must begin anew",
            )
        self.runs: tuple[Resolved, ...] = pickle.loads(  # noqa: S301  (what this user packed)
            zlib.decompress(parcel.content)
        )
        for run in self.runs:
            if run.spec.ruleset != run.game.version:
                raise UserError(
                    f"a worker has version {run.game.version} of the rules of {run.spec.game}, "
                    f"not {run.spec.ruleset}"
                )
        self.setups: dict[int, Setup] = {}
        self.stop, self.memories = np.zeros(1, np.uint8), threading.local()

    def setup(self, number: int) -> Setup:
        """Return one of the runs, compiled; all share one working memory."""
        if number not in self.setups:
            made = compile_run(self.runs[number])
            self.setups[number] = replace(made, stop=self.stop, memories=self.memories)
        return self.setups[number]


_OPEN: OrderedDict[bytes, _Opened] = OrderedDict()
_LOCK = threading.Lock()


def _play_parcel(
    parcel: Parcel,
    numbers: Sequence[int],
    long: bool,  # noqa: FBT001
    play: Play,
    arguments: Sequence[Any],
) -> Any:
    """Play hands of runs in a parcel, in this process, which is usually a worker.

    With `long` the loops bound to their tables are compiled, because much more will be played.
    """
    with _LOCK:
        if parcel.digest not in _OPEN:
            _OPEN[parcel.digest] = _Opened(parcel)
            if len(_OPEN) > MOST_OPEN:
                _OPEN.popitem(last=False)
        _OPEN.move_to_end(parcel.digest)
        here = _OPEN[parcel.digest]
        setups = [here.setup(number) for number in numbers]
        for setup in setups if long else ():
            setup.binding.make()
    return play(setups, *arguments)
