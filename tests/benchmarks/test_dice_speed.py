"""The Dice Game against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/dice.c` with Philox, built by gcc -O3 -march=native. It counts turns and
winners; the engine also seats visited, dice, wipe-outs and comebacks. Nothing is asserted about
time.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import engine, runs

GAMES = 1 << 18
REFERENCE = Path(__file__).parent / "reference"


@pytest.fixture(scope="session")
def c_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reference program, built for this machine."""
    if shutil.which("gcc") is None:
        pytest.skip("no gcc: the C reference cannot be built")
    program = tmp_path_factory.mktemp("reference") / "dice"
    options = ["-O3", "-march=native", "-std=gnu11", "-DRNG=2"]
    source = str(REFERENCE / "dice.c")
    subprocess.run(["gcc", *options, source, "-o", str(program), "-lm"], check=True)
    return program


@pytest.mark.benchmark(group="one thread")
@pytest.mark.parametrize("players", [2, 4, 6, 8])
def test_c_reference(benchmark: Any, c_program: Path, players: int) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([str(c_program), str(players), str(GAMES)],),
        kwargs={"capture_output": True},
        rounds=9,
    )


@pytest.mark.benchmark(group="one thread")
@pytest.mark.parametrize("players", [2, 4, 6, 8, 9, 16])
def test_engine(benchmark: Any, players: int) -> None:
    setup = runs.prepare("dice-game", players=players, seed=1)
    chunk = runs.CHUNK
    bench = setup.bench(chunk)

    def play() -> None:
        for first in range(0, GAMES, chunk):
            engine.play(
                setup.game,
                setup.seating,
                bench,
                rules=setup.rules,
                players=players,
                match=False,
                seed=1,
                first=first,
                count=chunk,
                stop=setup.stop,
            )

    benchmark.pedantic(play, rounds=9, warmup_rounds=1)


@pytest.mark.benchmark(group="a run with its counting")
@pytest.mark.parametrize("threads", [1, 2])
def test_run(benchmark: Any, threads: int) -> None:
    benchmark.pedantic(
        cardsim.run,
        args=("dice-game", 16 * GAMES),
        kwargs={"seed": 1, "threads": threads},
        rounds=5,
        warmup_rounds=1,
    )
