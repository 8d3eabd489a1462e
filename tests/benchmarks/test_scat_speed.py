"""Scat against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/scat.c` with Philox, built by gcc -O3 -march=native. Each benchmark is
one group, so that the table shows the ratio to the C program of the same run. Nothing is asserted
about time.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim.engine.forks import ForkMemory, play_forks
from cardsim.engine.hand_loop import DONE
from cardsim.runs import preparation, rollouts

HANDS = 1 << 18
MATCHES = 1 << 14


@pytest.mark.benchmark(group="one thread, 3 players, threshold 21")
def test_c_reference(benchmark: Any, built: Callable[[str], Path]) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([str(built("scat")), str(HANDS), "21"],),
        kwargs={"capture_output": True},
        rounds=15,
    )


@pytest.mark.benchmark(group="one thread, 3 players, threshold 21")
@pytest.mark.parametrize("strategy", ["threshold", "take-margin", "suit-keeper"])
@pytest.mark.parametrize("how", ["open", "bound"])
def test_engine(benchmark: Any, played: Any, strategy: str, how: str) -> None:
    setup = preparation.prepare("scat", strategy=strategy, seed=1, unit="hand", vs="usual")
    play = played(setup, HANDS, 1 << 15, how)
    benchmark.pedantic(play, rounds=15, warmup_rounds=2)


@pytest.mark.benchmark(group="matches, one thread, 3 players, threshold 21")
@pytest.mark.parametrize("how", ["open", "bound"])
def test_match(benchmark: Any, played: Any, how: str) -> None:
    setup = preparation.prepare("scat", unit="match", seed=1, vs="usual")
    play = played(setup, MATCHES, 1 << 12, how)
    benchmark.pedantic(play, rounds=15, warmup_rounds=2)


@pytest.mark.benchmark(group="a fork of each hand or match, beside a hand or match")
@pytest.mark.parametrize("unit", ["hand", "match"])
@pytest.mark.parametrize("how", ["played", "forked"])
def test_forks(benchmark: Any, played: Any, unit: str, how: str) -> None:
    setup = preparation.prepare("scat", unit=unit, seed=1, vs="usual")
    hands, chunk = (HANDS if unit == "hand" else MATCHES), rollouts.CHUNK
    looked = rollouts.looked_at(setup.game, rollouts.asked_about(setup.game))
    memory = ForkMemory(setup.game, setup.seating, looked, players=setup.spec.players, hands=chunk)

    def fork() -> None:
        for first in range(0, hands, chunk):
            ending, _ = play_forks(
                setup.game,
                setup.seating,
                looked,
                memory,
                rules=setup.rules,
                players=setup.spec.players,
                unit=setup.goes_on,
                seed=1,
                first=first,
                count=chunk,
                stop=setup.stop,
            )
            assert ending.status == DONE

    play = played(setup, hands, chunk) if how == "played" else fork
    benchmark.pedantic(play, rounds=15, warmup_rounds=2)


@pytest.mark.benchmark(group="1e7 hands on all cores")
def test_engine_on_all_cores(benchmark: Any, played: Any) -> None:
    setup = preparation.prepare("scat", seed=1, unit="hand", vs="usual")
    threads, chunk = preparation.check_threads(None), 1 << 16
    share = 10**7 // threads // chunk * chunk
    play = played(setup, share, chunk)

    def together() -> None:
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(play) for _ in range(threads)]:
                done.result()

    benchmark.pedantic(together, rounds=5, warmup_rounds=1)


@pytest.mark.benchmark(group="1e7 hands on all cores")
@pytest.mark.parametrize("where", ["in this process", "the whole command"])
def test_run_on_all_cores(benchmark: Any, where: str) -> None:
    def job() -> None:
        if where == "in this process":
            cardsim.run("scat", 1e7, seed=1, unit="hand", vs="usual")
        else:
            subprocess.run(command("1e7"), capture_output=True, check=True)

    benchmark.pedantic(job, rounds=5, warmup_rounds=1)


@pytest.mark.benchmark(group="the second process")
def test_second_process(benchmark: Any) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=(command("1e4"),),
        kwargs={"capture_output": True, "check": True},
        rounds=9,
        warmup_rounds=1,
    )


@pytest.mark.benchmark(group="first result without compiled code")
def test_cold_start(benchmark: Any, tmp_path: Path) -> None:
    caches = (str(tmp_path / str(k)) for k in itertools.count())

    def start() -> None:
        environment = {**os.environ, "CARDSIM_CACHE_DIR": next(caches)}
        subprocess.run(command("1e4"), capture_output=True, check=True, env=environment)

    benchmark.pedantic(start, rounds=3)


def command(hands: str) -> list[str]:
    words = ["run", "scat", "--vs=usual", "-n", hands, "--seed", "1", "--quiet"]
    return [sys.executable, "-m", "cardsim", *words]
