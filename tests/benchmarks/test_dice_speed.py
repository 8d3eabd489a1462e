"""The Dice Game against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/dice.c` with Philox, built by gcc -O3 -march=native. It counts turns and
winners; the engine also seats visited, dice, wipe-outs and comebacks. Nothing is asserted about
time.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardsim.runs import preparation
from cardsim.runs import run as runs

GAMES = 1 << 18


@pytest.mark.benchmark(group="one thread")
@pytest.mark.parametrize("players", [2, 4, 6, 8])
def test_c_reference(benchmark: Any, built: Callable[[str], Path], players: int) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([str(built("dice")), str(players), str(GAMES)],),
        kwargs={"capture_output": True},
        rounds=9,
    )


@pytest.mark.benchmark(group="one thread")
@pytest.mark.parametrize("players", [2, 4, 6, 8, 9, 16])
def test_engine(benchmark: Any, played: Any, players: int) -> None:
    setup = preparation.prepare("dice-game", players=players, seed=1)
    benchmark.pedantic(played(setup, GAMES, runs.CHUNK), rounds=9, warmup_rounds=1)
