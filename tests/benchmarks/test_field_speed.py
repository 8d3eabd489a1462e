"""What slips cost: run with `python -m pytest tests/benchmarks -k slip -s`.

The people of a game's field play the same hands as they are, and without temperatures and lapses,
in turns on one thread. A field that slips is to play at least half as fast.
"""

from __future__ import annotations

import re
import statistics
import sys
import time

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
def test_a_field_that_slips_is_not_slow(game: str) -> None:
    field = mixture_in(load_game(game), FIELD)
    assert field is not None
    weights: dict[str, float] = {}
    for who, weight in field.members:
        never_slips = SLIPS.sub("", str(who))
        weights[never_slips] = weights.get(never_slips, 0.0) + weight
    companies: dict[str, str | Mixture] = {"slips": FIELD, "never": mix(weights)}
    took: dict[str, list[float]] = {name: [] for name in companies}
    for turn in range(-1, TURNS):
        for name, vs in companies.items():
            begun = time.process_time()
            cardsim.run(
                game,
                HANDS[game],
                vs=vs,
                unit=load_game(game).single_unit,
                seed=turn + 1,
                threads=1,
                progress=False,
            )
            if turn >= 0:
                took[name].append(time.process_time() - begun)
    slips, never = (statistics.median(took[name]) for name in companies)

    rate = HANDS[game] / slips
    sys.stdout.write(f"\n{game:17} {rate:9,.0f} hands a second, {never / slips:.2f} of no slips\n")
