"""Ninety-Nine against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/ninety_nine.c` with Philox, built by gcc -O3 -march=native; both play
`dump-high` in all of three seats. Nothing is asserted about time.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim.runs import preparation

HANDS = 1 << 17
PLAYERS = 3
PROGRAM = "ninety_nine"
GROUP = "Ninety-Nine, one thread, 3 players, dump-high"


@pytest.mark.benchmark(group=GROUP)
def test_c_reference(benchmark: Any, c_program: Path) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([str(c_program), str(HANDS)],),
        kwargs={"capture_output": True},
        rounds=15,
    )


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("strategy", ["dump-high", "king-rush", "hoarder"])
@pytest.mark.parametrize("how", ["open", "bound"])
def test_engine(benchmark: Any, played: Any, strategy: str, how: str) -> None:
    setup = preparation.prepare("ninety-nine", strategy=strategy, vs=strategy, seed=1, unit="hand")
    play = played(setup, HANDS, 1 << 14, how)
    benchmark.pedantic(play, rounds=15, warmup_rounds=1)


def test_the_c_program_plays_the_same_game(c_program: Path) -> None:
    """Its figures are those of the engine, within five standard errors of both."""
    n = 1_000_000
    shown = subprocess.run(
        [str(c_program), str(n), "3"], capture_output=True, text=True, check=True
    ).stdout.splitlines()[1]
    cards, sd, at_99, *lost = (float(number) for number in re.findall(r"\d+\.\d+", shown))
    result = cardsim.run("ninety-nine", n, seed=4, players=PLAYERS, unit="hand")
    found = result.estimates
    losers = result.tables["loser"].group_by("loser").agg(pl.col("count").sum()).sort("loser")

    assert abs(cards - found["cards"].value) < 5 * sd * (2 / n) ** 0.5
    assert abs(sd - found["cards"].sd) < 5 * sd / n**0.5
    shares = [found["at_99"].value, *(losers["count"] / n)]
    for theirs, ours in zip([at_99, *lost], shares, strict=True):
        assert abs(theirs - ours) < 5 * (2 * theirs * (1 - theirs) / n) ** 0.5
