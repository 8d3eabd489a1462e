"""How many workers one coordinator keeps busy: a simulation, with costs that were measured.

    python examples/cluster/coordinator.py              # the table
    python examples/cluster/coordinator.py --measure    # what a task costs on this machine

Every task costs the process that hands out the work some time: to send it, to take what comes back
and to add it up, Dask's scheduler included. It does one thing after the other, and workers wait
while it is busy. In the simulation tasks take 0.8 to 1.2 of their usual time, and one in a hundred
takes three times as long. A worker has one task waiting, as in `cardsim.runs.crews`.
"""

from __future__ import annotations

import argparse
import heapq
import pickle
import random
import sys
import time
from collections import deque
from typing import Any

from cardsim.runs import crews

HANDLED = 0.005
"""Seconds that a task costs the coordinator: --measure said 4.2 and 6.9 ms on two busy cores."""
TASKS_EACH = 30
"""Tasks of each worker in the simulation."""


def simulate(workers: int, task: float, handled: float = HANDLED) -> tuple[float, float, float]:
    """Return tasks a second, and the shares of time that coordinator and workers are busy."""
    chance = random.Random(35)  # noqa: S311  a simulation keeps no secrets
    total = TASKS_EACH * workers
    ended: list[tuple[float, int, int]] = []
    waiting = [deque[int]() for _ in range(workers)]
    idle = [True] * workers
    done = [False] * total
    begun, first, now, busy = 0, 0, 0.0, 0.0
    wanting = deque([*range(workers), *range(workers)])
    returned: deque[int] = deque()

    def start(worker: int, at: float) -> None:
        nonlocal busy
        number = waiting[worker].popleft()
        seconds = task * (3.0 if chance.random() < 0.01 else chance.uniform(0.8, 1.2))
        idle[worker] = False
        busy += seconds
        heapq.heappush(ended, (at + seconds, worker, number))

    def come_back(until: float) -> None:
        while ended and ended[0][0] <= until:
            at, worker, number = heapq.heappop(ended)
            idle[worker] = True
            wanting.append(worker)
            returned.append(number)
            if waiting[worker]:
                start(worker, at)

    while first < total:
        come_back(now)
        room = begun - first < crews.MOST_WAITING * workers
        if returned:
            now += handled / 2
            done[returned.popleft()] = True
            while first < total and done[first]:
                first += 1
        elif begun < total and room and wanting:
            now += handled / 2
            worker = wanting.popleft()
            waiting[worker].append(begun)
            begun += 1
            if idle[worker]:
                start(worker, now)
        else:
            now = ended[0][0]
    return total / now, total * handled / now, busy / (workers * now)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def measure() -> None:
    """Print the cost of a task: in this process, which has the scheduler too, and in bytes."""
    import distributed

    import cardsim

    sent, futures = list[int](), list[Any]()
    crews.TASK_SECONDS = 0.002
    with (
        distributed.LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,  # type: ignore[no-untyped-call]
    ):
        executor = client.get_executor()
        submit = executor.submit

        def counted(*task: Any) -> Any:
            futures.append(submit(*task))
            return futures[-1]

        def weighed(*task: Any) -> Any:
            sent.append(len(pickle.dumps(task)))
            return counted(*task)

        asked: dict[str, Any] = {"unit": "hand", "vs": "usual", "seed": 1, "executor": executor}
        cardsim.run("scat", 20_000, **asked)
        executor.submit = counted
        began = time.process_time()
        cardsim.run("scat", 3_000_000, **asked)
        each = (time.process_time() - began) / len(futures)
        count = len(futures)
        futures.clear()
        executor.submit = weighed
        cardsim.run("scat", 100_000, **asked)
        received = [len(pickle.dumps(future.result())) for future in futures]
    say(f"{count} tasks, {1e3 * each:.2f} ms of this process each: {1 / each:.0f} a second")
    there, back = (sum(each) / len(each) for each in (sent, received))
    say(f"{there:.0f} bytes there, {back:.0f} bytes back")


def main() -> None:
    """Print the table, or what was measured."""
    parser = argparse.ArgumentParser(description="How many workers one coordinator keeps busy.")
    parser.add_argument("--measure", action="store_true")
    if parser.parse_args().measure:
        measure()
        return
    say("            tasks of 0.6 s               tasks as long as cardsim makes them")
    say("workers   tasks/s  coordinator  workers   seconds  tasks/s  coordinator  workers")
    for workers in (16, 64, 256, 512, 1024, 2048, 4096, 8192):
        rate, coordinator, busy = simulate(workers, crews.TASK_SECONDS)
        longer = crews.task_seconds(workers)
        other = simulate(workers, longer)
        say(
            f"{workers:7}  {rate:8.0f}  {coordinator:11.0%}  {busy:7.0%}"
            f"  {longer:8.1f}  {other[0]:7.0f}  {other[1]:11.0%}  {other[2]:7.0%}"
        )


if __name__ == "__main__":
    main()
