"""Spades against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/spades.c` with Philox, built by gcc -O3 -march=native; both play
`lowest-legal`, with the bids of `by-the-book`. Nothing is asserted about time.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim.runs import preparation

HANDS = 1 << 17
PROGRAM = "spades"
GROUP = "Spades, one thread, single hands"


@pytest.mark.benchmark(group=GROUP)
def test_c_reference(benchmark: Any, c_program: Path) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([str(c_program), str(HANDS)],),
        kwargs={"capture_output": True},
        rounds=7,
    )


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("strategy", ["lowest-legal", "by-the-book", "random-legal"])
@pytest.mark.parametrize("how", ["open", "bound"])
def test_engine(benchmark: Any, played: Any, strategy: str, how: str) -> None:
    setup = preparation.prepare("spades", strategy=strategy, vs=strategy, unit="hand", seed=1)
    play = played(setup, HANDS, 1 << 14, how)
    benchmark.pedantic(play, rounds=7, warmup_rounds=1)


def test_the_c_program_plays_the_same_game(c_program: Path) -> None:
    """Its means are those of the engine, within five standard errors of both."""
    n = 400_000
    shown = subprocess.run(
        [str(c_program), str(n), "4"], capture_output=True, text=True, check=True
    ).stdout.split()
    points, bags = (shown[shown.index(word) + 1] for word in ("points", "bags"))
    played = cardsim.run(
        "spades", n, unit="hand", seed=4, seats=["lowest-legal"] * 4, threads=1
    ).estimates

    reach = 5 * (2 / n) ** 0.5
    assert abs(float(bags) - played["bags"].value) < reach * played["bags"].sd
    assert abs(float(points) - played["points"].value) < reach * played["points"].sd
