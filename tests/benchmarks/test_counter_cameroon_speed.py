"""Counter-Cameroon against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/counter_cameroon.c` with Philox, built by gcc -O3 -march=native: both
players at `max-points-live`. Nothing is asserted about time.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cardsim import engine, runs

GAMES = 1 << 15
CHUNK = 1 << 14
REFERENCE = Path(__file__).parent / "reference"


@pytest.fixture(scope="session")
def c_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reference program, built for this machine."""
    if shutil.which("gcc") is None:
        pytest.skip("no gcc: the C reference cannot be built")
    program = tmp_path_factory.mktemp("reference") / "counter_cameroon"
    flags = ["-O3", "-march=native", "-std=gnu11", "-DRNG=2"]
    source = str(REFERENCE / "counter_cameroon.c")
    subprocess.run(["gcc", *flags, source, "-o", str(program), "-lm"], check=True)
    return program


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
def test_engine(benchmark: Any, strategy: str) -> None:
    setup = runs.prepare("counter-cameroon", strategy=strategy, vs=strategy, seed=1)
    bench = setup.bench(CHUNK)

    def play() -> None:
        for first in range(0, GAMES, CHUNK):
            engine.play(
                setup.game,
                setup.seating,
                bench,
                rules=setup.rules,
                players=2,
                match=False,
                seed=1,
                first=first,
                count=CHUNK,
                stop=setup.stop,
            )

    rounds = 3 if strategy == "win-odds" else 15
    benchmark.pedantic(play, rounds=rounds, warmup_rounds=1)
