"""Cheat against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/cheat.c` with Philox, built by gcc -O3 -march=native; both play
`truth-first`. Nothing is asserted about time.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim.runs import preparation

GAMES = 1 << 16
PROGRAM = "cheat"
GROUP = "Cheat, one thread, single games"


@pytest.mark.benchmark(group=GROUP)
def test_c_reference(benchmark: Any, c_program: Path) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([str(c_program), str(GAMES)],),
        kwargs={"capture_output": True},
        rounds=7,
    )


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("strategy", ["truth-first", "planner"])
@pytest.mark.parametrize("how", ["open", "bound"])
def test_engine(benchmark: Any, played: Any, strategy: str, how: str) -> None:
    setup = preparation.prepare("cheat", strategy=strategy, vs=strategy, seed=1)
    play = played(setup, GAMES, 1 << 13, how)
    benchmark.pedantic(play, rounds=7, warmup_rounds=1)


def test_the_c_program_plays_the_same_game(c_program: Path) -> None:
    """Its means are those of the engine, within five standard errors of both."""
    n = 100_000
    shown = subprocess.run(
        [str(c_program), str(n), "4"], capture_output=True, text=True, check=True
    ).stdout.split()
    plays, lies, challenges = (
        float(shown[shown.index(word) + 1]) for word in ("plays", "lies", "challenges")
    )
    played = cardsim.run("cheat", n, seed=4, seats=["truth-first"] * 4, threads=1).estimates

    reach = 5 * (2 / n) ** 0.5
    assert abs(plays - played["plays"].value) < reach * played["plays"].sd
    assert abs(lies - played["lies"].value) < reach * played["lies"].sd
    assert abs(challenges - played["challenges"].value) < reach * played["challenges"].sd
