"""Gin Rummy against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/gin_rummy.c` with Philox, built by gcc -O3 -march=native; both play
`take-improve`. Nothing is asserted about time.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim.games.gin_rummy.state import ENDS
from cardsim.runs import preparation

HANDS = 1 << 17
PROGRAM = "gin_rummy"
GROUP = "Gin Rummy, 3 players, one thread, single hands"


@pytest.mark.benchmark(group=GROUP)
def test_c_reference(benchmark: Any, c_program: Path) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([str(c_program), str(HANDS)],),
        kwargs={"capture_output": True},
        rounds=7,
    )


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("strategy", ["take-improve", "early-hunter", "learned", "random-legal"])
@pytest.mark.parametrize("how", ["open", "bound"])
def test_engine(benchmark: Any, played: Any, strategy: str, how: str) -> None:
    setup = preparation.prepare("gin-rummy", strategy=strategy, vs=strategy, unit="hand", seed=1)
    play = played(setup, HANDS, 1 << 14, how)
    benchmark.pedantic(play, rounds=7, warmup_rounds=1)


def test_the_c_program_plays_the_same_game(c_program: Path) -> None:
    """Hands are as long, and end as often in each way, within five standard errors of both."""
    n = 400_000
    shown = subprocess.run(
        [str(c_program), str(n), "4"], capture_output=True, text=True, check=True
    ).stdout.split()
    turns, sd = (float(shown[shown.index(word) + 1]) for word in ("turns", "sd"))
    ends = list(map(float, shown[shown.index("ends") + 1 :]))
    run = cardsim.run("gin-rummy", n, unit="hand", seed=4, seats=["take-improve"] * 3, threads=1)
    rows = run.tables["turns"]
    mean = float((rows["turns"] * rows["count"]).sum()) / n
    counts: dict[int, int] = {}
    for end, _, count in run.tables["ends"].iter_rows():
        counts[end] = counts.get(end, 0) + count

    assert abs(turns - mean) < 5 * sd * (2 / n) ** 0.5
    assert len(ends) == len(ENDS)
    for end, share in enumerate(ends):
        reach = 5 * (2 * share * (1 - share) / n) ** 0.5
        assert abs(share - counts.get(end, 0) / n) <= reach
