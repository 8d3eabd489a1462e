"""Counter-Cameroon against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/counter_cameroon.c` with Philox, built by gcc -O3 -march=native: both
players at `max-points-live`. Nothing is asserted about time.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from cardsim.runs import preparation

GAMES = 1 << 15
CHUNK = 1 << 14
PROGRAM = "counter_cameroon"


@pytest.mark.benchmark(group="Counter-Cameroon, one thread")
def test_c_reference(benchmark: Any, c_program: Path) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([str(c_program), str(GAMES)],),
        kwargs={"capture_output": True},
        rounds=15,
    )


@pytest.mark.benchmark(group="Counter-Cameroon, one thread")
@pytest.mark.parametrize("strategy", ["max-points-live", "race-odds", "win-odds"])
@pytest.mark.parametrize("how", ["open", "bound"])
def test_engine(benchmark: Any, played: Any, strategy: str, how: str) -> None:
    setup = preparation.prepare("counter-cameroon", strategy=strategy, vs=strategy, seed=1)
    play = played(setup, GAMES, CHUNK, how)
    rounds = 3 if strategy == "win-odds" else 15
    benchmark.pedantic(play, rounds=rounds, warmup_rounds=1)
