"""Executors: processes that play, on this machine or on a cluster."""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import connection
from typing import Any, TypeVar

from cardsim.errors import ExtraError, StrategyError, UserError, echoed
from cardsim.options.params import Option
from cardsim.runs.preparation import check_threads

T = TypeVar("T")

MOST_DEATHS = 3
"""Times that a task may break its worker before the task is blamed."""
MOST_WORKERS = 1024
CONNECT_SECONDS = 5.0
"""Seconds that a cluster has to answer."""


class Workers(Executor):
    """Processes on this machine.

    If one dies, its task and those that wait are done again by new ones. Leaving the context ends
    the processes, at once if by an exception.

    Args:
        count: number of processes, at most `MOST_WORKERS`.
    """

    def __init__(self, count: object) -> None:
        self.count = int(Option("workers", 1, low=1, high=MOST_WORKERS).check(count))
        self._lock = threading.Lock()
        self._closed = False
        self._pool = self._fresh()

    def _fresh(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.count, multiprocessing.get_context("spawn"), initializer=_begin_work
        )

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have a worker call a function, a few times if workers die."""
        future: Future[T] = Future()
        self._begin(future, fn, args, kwargs, deaths=0)
        return future

    def _begin(
        self,
        future: Future[T],
        fn: Callable[..., T],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        *,
        deaths: int,
    ) -> None:
        def ended(task: Future[T]) -> None:
            broken = not task.cancelled() and isinstance(task.exception(), BrokenProcessPool)
            if broken and not self._closed and not future.cancelled() and deaths < MOST_DEATHS:
                self._renew(pool)
                self._begin(future, fn, args, kwargs, deaths=deaths + 1)
            elif future.set_running_or_notify_cancel():
                _hand_on(task, future)

        with self._lock, _deaf():
            pool = self._pool
            try:
                task = pool.submit(fn, *args, **kwargs)
            except BrokenProcessPool:
                pool = self._pool = self._fresh()
                task = pool.submit(fn, *args, **kwargs)
        task.add_done_callback(ended)

    def _renew(self, broken: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is broken:
                self._pool = self._fresh()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002
        """End the processes, after their tasks or, without `wait`, at once."""
        self._closed = True
        # Before Python 3.14 the pool has no public name for its processes.
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        answers = getattr(getattr(self._pool, "_result_queue", None), "_writer", None)
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)
        for process in processes if not wait else ():
            process.kill()
            process.join()
        # A process may have died in the middle of a long answer; stop waiting for the rest.
        if not wait and answers is not None:
            answers.close()

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        self.shutdown(wait=False, cancel_futures=True)


def _hand_on(task: Future[T], future: Future[T]) -> None:
    """Pass the outcome of one future on to another."""
    if task.cancelled():
        future.set_exception(UserError("the workers were ended"))
    elif isinstance(task.exception(), BrokenProcessPool):
        future.set_exception(worker_died())
    elif task.exception() is not None:
        future.set_exception(task.exception())
    else:
        future.set_result(task.result())


def worker_died() -> StrategyError:
    """Return the error for a task that breaks every worker that begins it."""
    return StrategyError(
        f"a worker died each of the {MOST_DEATHS + 1} times that it was to play some hands",
        hint="a strategy may end its process, or there is too little memory",
    )


@contextmanager
def _deaf() -> Iterator[None]:
    """Start processes within the block that Ctrl-C does not reach: ours tells them when to end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_work() -> None:
    """Prepare a worker: ignore Ctrl-C, and end when the parent process has.

    Its prints go to stderr, away from the parent's data.
    """
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def outlive() -> None:
            connection.wait([parent.sentinel])
            os._exit(1)

        threading.Thread(target=outlive, daemon=True).start()


@contextmanager
def on_cluster(address: str) -> Iterator[Executor]:
    """Provide the workers of a running Dask scheduler.

    Raises:
        UserError: Dask is not installed, nothing answers at the address, or there are no workers.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise ExtraError("--dask", "dask", error.name) from None
    # Errors are reported in one line of our own.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        why = (str(error) or type(error).__name__).splitlines()[0]
        raise UserError(
            f"--dask {address}: no scheduler answers there ({why})",
            hint="it must be as `dask scheduler` says it: tcp://HOST:8786",
        ) from None
    try:
        with suppress(TimeoutError):
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        if not client.nthreads():
            raise UserError(
                f"--dask {address}: the scheduler has no workers",
                hint=f"`dask worker {address}` starts some, on any machine that has cardsim[dask]",
            )
        executor = client.get_executor()
        try:
            yield executor
        finally:
            executor.shutdown(wait=False)
    finally:
        client.close(timeout=CONNECT_SECONDS)


@contextmanager
def opened(
    workers: object, dask: str | None, threads: object = None
) -> Iterator[tuple[Executor | None, int]]:
    """Provide an executor, processes or a cluster, or None for threads; and the number of threads.

    `threads` is as `--threads` gives it, and excludes the other two.
    """
    given = {"--threads": threads, "--workers": workers, "--dask": dask}
    named = [flag for flag, value in given.items() if value is not None]
    if len(named) > 1:
        raise UserError(f"{named[0]} and {named[1]} contradict: one of them plays the hands")
    count = check_threads(threads)
    if workers is not None:
        with Workers(workers) as executor:
            yield executor, count
    elif dask is not None:
        with on_cluster(dask) as cluster:
            yield cluster, count
    else:
        yield None, count


def as_executor(executor: Any) -> Executor:
    """Return an executor; of a Dask client, whose futures are others, the one that it makes."""
    check_executor(executor)
    made: Executor = executor.get_executor() if hasattr(executor, "get_executor") else executor
    return made


def places(executor: Executor, otherwise: int) -> int:
    """Return the number of tasks an executor does at once; `otherwise` if it does not say."""
    if isinstance(executor, Workers):
        return executor.count
    # Neither kind has a public name for it.
    client = getattr(executor, "_client", None)
    if client is not None:
        return sum(client.nthreads().values()) or otherwise
    return getattr(executor, "_max_workers", None) or otherwise


def check_executor(executor: object) -> None:
    """Refuse an object that is no executor."""
    is_class = isinstance(executor, type)
    if executor is not None and (is_class or not callable(getattr(executor, "submit", None))):
        raise UserError(
            "executor must be a concurrent.futures.Executor or a Dask client, not "
            f"{echoed(executor)}"
        )


def is_near(executor: Executor | None) -> bool:
    """Return True if the workers share this machine, and so its compiled code."""
    near = Workers, ProcessPoolExecutor, ThreadPoolExecutor
    return executor is None or isinstance(executor, near)
