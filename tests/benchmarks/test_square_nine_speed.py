"""Square 9 against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/square_nine.c` with Philox, built by gcc -O3 -march=native; both play
`low-card` at 4 for two players. Nothing is asserted about time.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardsim.runs import preparation

HANDS = 1 << 17
PROGRAM = "square_nine"
GROUP = "Square 9, one thread, 2 players, low-card at 4"


@pytest.mark.benchmark(group=GROUP)
def test_c_reference(benchmark: Any, c_program: Path) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([str(c_program), str(HANDS), "4"],),
        kwargs={"capture_output": True},
        rounds=7,
    )


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("strategy", ["low-card", "closer"])
@pytest.mark.parametrize("how", ["open", "bound"])
def test_engine(benchmark: Any, played: Any, strategy: str, how: str) -> None:
    setup = preparation.prepare("square-nine", strategy=strategy, vs=strategy, seed=1)
    play = played(setup, HANDS, 1 << 14, how)
    benchmark.pedantic(play, rounds=7, warmup_rounds=1)


def test_the_c_program_plays_the_same_game(c_program: Path) -> None:
    """Its means are those of the engine, within five standard errors of both."""
    import cardsim

    n = 400_000
    shown = subprocess.run(
        [str(c_program), str(n), "4", "3"], capture_output=True, text=True, check=True
    ).stdout
    numbers = shown.split("turns=")[1].split()[0], shown.split("score ")[1].split()[0]
    result = cardsim.run("square-nine", n, seed=4, seats="low-card;low-card")
    turns = result.estimates["turns"]
    rows = result.tables["seats"].filter(result.tables["seats"]["seat"] == 0)
    mean = float(np.average(rows["score"].to_numpy(), weights=rows["count"].to_numpy()))

    error = turns.sd * (2 / n) ** 0.5
    assert abs(float(numbers[0]) - turns.value) < 5 * error
    assert abs(float(numbers[1]) - mean) < 5 * 9 * (2 / n) ** 0.5
