"""Chinese Ten against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/chinese_ten.c` with Philox, built by gcc -O3 -march=native. Nothing is
asserted about time, but that both play the same game is.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim.runs import preparation

HANDS = 1 << 18


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_c_program_plays_the_same_game(built: Callable[[str], Path], players: int) -> None:
    """Means of a million deals each; five standard errors of the difference."""
    said = subprocess.run(
        [str(built("chinese-ten")), "1e6", str(players)], capture_output=True, check=True, text=True
    ).stdout
    scores = [float(mean) for mean in re.findall(r"seat \d: ([\d.]+)", said)]
    wins = [float(share) for share in re.findall(r"wins ([\d.]+)", said)]

    tables = cardsim.run("chinese-ten", 1_000_000, seed=2, players=players, vs="usual").tables

    for name, column, theirs, error in (
        ("seats", "score", scores, 30 / 1000),
        ("wins", "win", wins, 0.5 / 1000),
    ):
        rows = tables[name]
        for seat, mean in enumerate(theirs):
            own = rows.filter(rows["seat"] == seat)
            ours = float((own[column] * own["count"]).sum()) / int(own["count"].sum())
            assert abs(ours - mean) < 5 * error * 2**0.5


@pytest.mark.benchmark(group="one thread, greedy")
@pytest.mark.parametrize("players", [2, 4])
def test_c_reference(benchmark: Any, built: Callable[[str], Path], players: int) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([str(built("chinese-ten")), str(HANDS), str(players)],),
        kwargs={"capture_output": True},
        rounds=15,
    )


@pytest.mark.benchmark(group="one thread, greedy")
@pytest.mark.parametrize(
    ("strategy", "players"), [("greedy", 2), ("greedy", 4), ("throw-safe", 2), ("random-legal", 2)]
)
@pytest.mark.parametrize("how", ["open", "bound"])
def test_engine(benchmark: Any, played: Any, strategy: str, players: int, how: str) -> None:
    setup = preparation.prepare(
        "chinese-ten", strategy=strategy, vs=strategy, players=players, seed=1
    )
    play = played(setup, HANDS, 1 << 15, how)
    benchmark.pedantic(play, rounds=15, warmup_rounds=2)
