"""What the benchmarks share: the C programs, and hands to be timed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from cardsim.engine import bulk as engine
from cardsim.engine.hand_loop import DONE, open_loop
from cardsim.runs import preparation
from in_bulk import bound_loop

REFERENCE = Path(__file__).parent / "reference"
FLAGS = ("-O3", "-march=native", "-std=gnu11", "-DRNG=2")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The C program of a game, built for this machine."""
    if shutil.which("gcc") is None:
        pytest.skip("no gcc: the C reference cannot be built")

    @cache
    def build(game: str) -> Path:
        name = game.replace("-", "_")
        program = tmp_path_factory.mktemp("reference") / name
        source = str(REFERENCE / f"{name}.c")
        subprocess.run(["gcc", *FLAGS, source, "-o", str(program), "-lm"], check=True)
        return program

    return build


@pytest.fixture
def played() -> Callable[..., Callable[[], None]]:
    """(setup, hands, chunk, how) -> a function that plays them in this thread, uncounted.

    `how` is `open`, or `bound`: to the strategies, the rules and the seats of the setup.
    """

    def player(
        setup: preparation.Setup, hands: int, chunk: int, how: str = "open"
    ) -> Callable[[], None]:
        loop = open_loop(setup.game).entry if how == "open" else bound_loop(setup)

        def play() -> None:
            memory = setup.memory(chunk)
            for first in range(0, hands, chunk):
                ending = engine.play(
                    setup.game,
                    setup.seating,
                    memory,
                    rules=setup.rules,
                    players=setup.spec.players,
                    unit=setup.goes_on,
                    seed=setup.spec.seed,
                    first=first,
                    count=chunk,
                    stop=setup.stop,
                    loop=loop,
                )
                assert ending.status == DONE

        return play

    return player
