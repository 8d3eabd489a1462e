"""What the benchmarks share: the C program of a module, and hands to be timed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardsim import runs, setups

REFERENCE = Path(__file__).parent / "reference"
FLAGS = ("-O3", "-march=native", "-std=gnu11", "-DRNG=2")


@pytest.fixture(scope="module")
def c_program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that the module calls `PROGRAM`, built for this machine."""
    if shutil.which("gcc") is None:
        pytest.skip("no gcc: the C reference cannot be built")
    name: str = request.module.PROGRAM
    program: Path = tmp_path_factory.mktemp("reference") / name
    source = str(REFERENCE / f"{name}.c")
    subprocess.run(["gcc", *FLAGS, source, "-o", str(program), "-lm"], check=True)
    return program


@pytest.fixture
def played() -> Callable[..., Callable[[], None]]:
    """(setup, hands, chunk, how) -> a function that plays them in this thread, uncounted.

    `how` is `waves`, or `whole hands` where the setup has them.
    """

    def player(
        setup: setups.Setup, hands: int, chunk: int, how: str = "whole hands"
    ) -> Callable[[], None]:
        chosen: Any = setup
        if how == "waves":
            chosen = replace(setup, seating=replace(setup.seating, whole=None))

        def play() -> None:
            for first in range(0, hands, chunk):
                runs.play_hands(chosen, first, chunk)

        return play

    return player
