"""Casino against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/casino.c` with Philox, built by gcc -O3 -march=native; both play
`greedy-value`. Nothing is asserted about time.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim.runs import preparation

HANDS = 1 << 17
PROGRAM = "casino"
GROUP = "Casino, one thread, single hands"


@pytest.mark.benchmark(group=GROUP)
def test_c_reference(benchmark: Any, c_program: Path) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([str(c_program), str(HANDS)],),
        kwargs={"capture_output": True},
        rounds=7,
    )


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("strategy", ["greedy-value", "builder", "random-legal"])
@pytest.mark.parametrize("how", ["open", "bound"])
def test_engine(benchmark: Any, played: Any, strategy: str, how: str) -> None:
    setup = preparation.prepare("casino", strategy=strategy, vs=strategy, unit="hand", seed=1)
    play = played(setup, HANDS, 1 << 14, how)
    benchmark.pedantic(play, rounds=7, warmup_rounds=1)


def test_the_c_program_plays_the_same_game(c_program: Path) -> None:
    """Its means are those of the engine, within five standard errors of both."""
    n = 400_000
    shown = subprocess.run(
        [str(c_program), str(n), "4"], capture_output=True, text=True, check=True
    ).stdout.split()
    points, sd = (float(shown[shown.index(word) + 1]) for word in ("points", "sd"))
    rows = cardsim.run(
        "casino", n, unit="hand", seed=4, seats=["greedy-value"] * 2, threads=1
    ).tables["sides"]

    first = rows.filter(rows["side"] == 0)
    mean = float((first["score"] * first["count"]).sum()) / n
    assert abs(points - mean) < 5 * sd * (2 / n) ** 0.5
