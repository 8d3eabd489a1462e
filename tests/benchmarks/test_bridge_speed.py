"""Bridge against hand-optimised C: run with `python -m pytest tests/benchmarks`.

The reference is `reference/bridge.c` with Philox, built by gcc -O3 -march=native. In both the first
who has twelve points bids one of the longest suit, all others pass, and cards are played as
`lowest-legal` plays them. Nothing is asserted about time.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy import int64, uint64

import cardsim
from cardsim import Strategy, borrowed
from cardsim.cards import PACK, fresh_deck
from cardsim.games.bridge import GAME, bid, given, length, points, shape
from cardsim.games.bridge.state import PASS, YOUR_ENDS
from cardsim.kernels.jit import entry_for
from cardsim.rng import WORDS_DTYPE, place
from cardsim.runs import players_asked, preparation
from cardsim.tricks import SEATS

HANDS = 1 << 17
PROGRAM = "bridge"
GROUP = "Bridge, one thread, single boards"
OPEN = 12


def opens(view: Any) -> Any:
    """One of the longest suit with twelve points, where nobody has bid."""
    if view.level > 0 or points(view.hand) < OPEN:
        return PASS
    lengths, best = shape(view.hand), 0
    for suit in range(1, 4):
        if length(lengths, suit) >= length(lengths, best):
            best = suit
    return bid(1, best)


def lowest() -> Strategy:
    """What the C program plays."""
    return Strategy(
        "bridge",
        name="lowest",
        call=opens,
        lead=borrowed("bridge", "lowest-legal", "lead"),
        play=borrowed("bridge", "lowest-legal", "play"),
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
@pytest.mark.parametrize("strategy", ["lowest", "tips", "random-legal"])
@pytest.mark.parametrize("how", ["open", "bound"])
def test_engine(benchmark: Any, played: Any, strategy: str, how: str) -> None:
    # Completed once, so that it is one strategy in all seats.
    who = players_asked.seated(GAME, lowest() if strategy == "lowest" else strategy)
    setup = preparation.prepare("bridge", strategy=who, vs=who, unit="board", seed=1)
    play = played(setup, HANDS, 1 << 14, how)
    benchmark.pedantic(play, rounds=7, warmup_rounds=1)


def _fitting(hands, deck, asked, words, count):  # type: ignore[no-untyped-def]
    fresh_deck(deck)
    tried = int64(0)
    for k in range(count):
        place(words[0], uint64(1), uint64(k), uint64(0), uint64(0))
        tried += given.deal_fitting(hands, deck, asked, words[0], given.MOST_TRIED)
    return tried


@pytest.mark.benchmark(group="Bridge, deals that fit, one thread")
@pytest.mark.parametrize(
    "text", ["north 15-17 balanced, south 8+ with 5 hearts", "ns 25+ with 8 hearts"]
)
def test_deals_that_fit(benchmark: Any, text: str) -> None:
    """`extra_info` has the deals that were begun in a round."""
    asked = np.array(given.numbers(given.read(text, "given")), np.int32)
    room = np.zeros(SEATS, np.uint64), np.zeros(PACK, np.uint8), asked, np.zeros(1, WORDS_DTYPE)
    found = 10_000
    entry = entry_for(_fitting, "i8", *room, found)
    benchmark.extra_info["tried"] = entry.call(*room, found)
    benchmark.pedantic(entry.call, args=(*room, found), rounds=7)


def test_the_c_program_plays_the_same_game(c_program: Path) -> None:
    """Boards end as often in each way, and bring as many tricks, within five standard errors."""
    n = 400_000
    shown = subprocess.run(
        [str(c_program), str(n), "4"], capture_output=True, text=True, check=True
    ).stdout.split()
    tricks, sd = (float(shown[shown.index(word) + 1]) for word in ("tricks", "sd"))
    shares = list(map(float, shown[shown.index("ends") + 1 :]))
    run = cardsim.run("bridge", n, seed=4, strategy=lowest(), vs=lowest(), threads=1)
    counts = dict(run.tables["you"].group_by("your_end").agg(pl.col("count").sum()).iter_rows())

    assert len(shares) == len(YOUR_ENDS)
    for end, share in enumerate(shares):
        reach = 5 * (2 * share * (1 - share) / n) ** 0.5
        assert abs(share - counts.get(end, 0) / n) <= reach, YOUR_ENDS[end]
    results = run.tables["results"]
    taken = int((results["tricks"] * results["count"]).sum())
    assert abs(tricks - taken / n) <= 5 * sd * (2 / n) ** 0.5
