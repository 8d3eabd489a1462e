"""Scat against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/scat.c` with Philox, built by gcc -O3 -march=native. Each benchmark is
one group, so that the table shows the ratio to the C program of the same run. Nothing is asserted
about time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import runs
from cardsim.whole import LONG

HANDS = 1 << 18
PROGRAM = "scat"


@pytest.mark.benchmark(group="one thread, 3 players, threshold 21")
def test_c_reference(benchmark: Any, c_program: Path) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([str(c_program), str(HANDS), "21"],),
        kwargs={"capture_output": True},
        rounds=15,
    )


@pytest.mark.benchmark(group="one thread, 3 players, threshold 21")
@pytest.mark.parametrize("strategy", ["threshold", "take-margin", "suit-keeper"])
@pytest.mark.parametrize("how", ["whole hands", "waves"])
def test_engine(benchmark: Any, played: Any, strategy: str, how: str) -> None:
    setup = runs.prepare("scat", strategy=strategy, seed=1, hands=LONG)
    play = played(setup, HANDS, 1 << 15, how)
    benchmark.pedantic(play, rounds=15, warmup_rounds=2)


@pytest.mark.benchmark(group="a run with its counting")
@pytest.mark.parametrize("threads", [1, 2])
def test_run(benchmark: Any, threads: int) -> None:
    benchmark.pedantic(
        cardsim.run,
        args=("scat", 16 * HANDS),
        kwargs={"seed": 1, "threads": threads},
        rounds=7,
        warmup_rounds=1,
    )


@pytest.mark.benchmark(group="the whole command")
@pytest.mark.parametrize("hands", ["1e4", "1e7"])
def test_second_process(benchmark: Any, hands: str) -> None:
    command = [
        sys.executable,
        "-m",
        "cardsim",
        "run",
        "scat",
        "-n",
        hands,
        "--seed",
        "1",
        "--quiet",
    ]
    benchmark.pedantic(
        subprocess.run,
        args=(command,),
        kwargs={"capture_output": True, "check": True},
        rounds=5,
        warmup_rounds=1,
    )


@pytest.mark.benchmark(group="first result without compiled code")
def test_cold_start(benchmark: Any, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "cardsim",
        "run",
        "scat",
        "-n",
        "1e4",
        "--seed",
        "1",
        "--quiet",
    ]
    environment = {**os.environ, "CARDSIM_CACHE_DIR": str(tmp_path)}
    benchmark.pedantic(
        subprocess.run,
        args=(command,),
        kwargs={"capture_output": True, "check": True, "env": environment},
        rounds=1,
    )
