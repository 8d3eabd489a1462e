"""Euchre against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/euchre.c` with Philox, built by gcc -O3 -march=native; both call as
`power-sum`, discard as `lowest-power` and play as `lowest-legal`. Nothing is asserted about time.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import Strategy, borrowed
from cardsim.games.euchre import GAME
from cardsim.games.euchre.state import ENDS
from cardsim.runs import players_asked, preparation

HANDS = 1 << 17
PROGRAM = "euchre"
GROUP = "Euchre, one thread, single hands"


def lowest() -> Strategy:
    """What the C program plays."""
    return Strategy(
        "euchre",
        name="lowest",
        order=borrowed("euchre", "power-sum", "order"),
        name_trump=borrowed("euchre", "power-sum", "name_trump"),
        discard=borrowed("euchre", "lowest-power", "discard"),
        play=borrowed("euchre", "lowest-legal", "play"),
    )


@pytest.mark.benchmark(group=GROUP)
def test_c_reference(benchmark: Any, c_program: Path) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([str(c_program), str(HANDS)],),
        kwargs={"capture_output": True},
        rounds=7,
    )


@pytest.mark.benchmark(group=GROUP)
@pytest.mark.parametrize("strategy", ["lowest", "by-the-book", "random-legal"])
@pytest.mark.parametrize("how", ["open", "bound"])
def test_engine(benchmark: Any, played: Any, strategy: str, how: str) -> None:
    # Completed once, so that it is one strategy in all seats.
    who = players_asked.seated(GAME, lowest() if strategy == "lowest" else strategy)
    setup = preparation.prepare("euchre", strategy=who, vs=who, unit="hand", seed=1)
    play = played(setup, HANDS, 1 << 14, how)
    benchmark.pedantic(play, rounds=7, warmup_rounds=1)


def test_the_c_program_plays_the_same_game(c_program: Path) -> None:
    """Hands end as often in each way, within five standard errors of both."""
    n = 400_000
    shown = subprocess.run(
        [str(c_program), str(n), "4"], capture_output=True, text=True, check=True
    ).stdout.split()
    shares = list(map(float, shown[shown.index("ends") + 1 :]))
    run = cardsim.run("euchre", n, unit="hand", seed=4, seats=[lowest()] * 4, threads=1)
    counts = dict(run.tables["ends"].iter_rows())

    assert len(shares) == len(ENDS)
    for end, share in enumerate(shares):
        reach = 5 * (2 * share * (1 - share) / n) ** 0.5
        assert abs(share - counts.get(end, 0) / n) <= reach
