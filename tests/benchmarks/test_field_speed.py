"""What slips cost: run with `python -m pytest tests/benchmarks -k slip -s`.

The people of a game's field play the same hands as they are, and without temperatures and lapses,
in turns on one thread.
"""

from __future__ import annotations

import re
import statistics
import sys
import time
from collections import defaultdict
from typing import Any

import pytest

import cardsim
from cardsim.games import load_game
from cardsim.runs.company import FIELD, Mixture, mix, mixture_in

HANDS = {
    "bridge": 1_000,
    "casino": 2_000,
    "cheat": 5_000,
    "chinese-ten": 20_000,
    "counter-cameroon": 10_000,
    "euchre": 50_000,
    "gin-rummy": 4_000,
    "ninety-nine": 100_000,
    "scat": 50_000,
    "spades": 10_000,
    "square-nine": 10_000,
}
TURNS = 5
SLIPS = re.compile(r"[:,](?:temperature|lapse)=[0-9.]+")


@pytest.mark.parametrize("game", HANDS)
def test_what_slips_cost(game: str) -> None:
    played = load_game(game)
    field = mixture_in(played, FIELD)
    assert field is not None
    never: defaultdict[str, float] = defaultdict(float)
    for who, weight in field.members:
        never[SLIPS.sub("", str(who))] += weight
    companies: tuple[str | Mixture, ...] = FIELD, mix(never)
    took: list[list[float]] = [[], []]
    for turn in range(-1, TURNS):
        for vs, times in zip(companies, took, strict=True):
            begun = time.process_time()
            how: dict[str, Any] = {"unit": played.single_unit, "seed": turn + 1, "threads": 1}
            cardsim.run(game, HANDS[game], vs=vs, progress=False, **how)
            if turn >= 0:
                times.append(time.process_time() - begun)
    slow, fast = map(statistics.median, took)

    rate = HANDS[game] / slow
    sys.stdout.write(f"\n{game:17} {rate:9,.0f} hands a second, {fast / slow:.2f} of no slips\n")
