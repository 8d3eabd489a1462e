"""What learning gains at a table by the numbers of the strategy that sits there.

`python -m pytest tests/benchmarks -k numbers -s` prints it, by both searches in as many hands; that
of `tune` with its usual wide steps.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from cardsim.ask.tuning import ParameterSearch, spans
from cardsim.games import load_game
from cardsim.runs.preparation import Resolved, resolve
from cardsim.runs.request import Request
from cardsim.runs.seating import Seated, seated
from cardsim.search.parameters import better_point

SEED, CHECKED_AT, CHECKED = 1, 1 << 50, 40_000
TABLES = {
    "Spades, matches": ("spades", "trick-odds", None, "match"),
    "classic Gin, hands": ("gin-rummy", "outs", "classic-2p", "hand"),
}
"""By name the game, the strategy, the preset and the unit."""
HANDS = 60_000


def searching(game: str, name: str, preset: str | None, unit: str) -> ParameterSearch:
    """Return a search for the numbers of a strategy among players like it."""
    who = seated(load_game(game), name, preset=preset)

    def run(values: Mapping[str, Any]) -> Resolved:
        hero = Seated(who.strategy, dict(values))
        asked = Request(game, 1, strategy=hero, vs=name, unit=unit, preset=preset, seed=SEED)
        return resolve(asked, 1)

    over = spans(name, who.strategy.parameters, None)
    return ParameterSearch(Seated(who.strategy, {}), over, run, HANDS, threads=1, executor=None)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("how", [better_point, ParameterSearch.found], ids=["steps", "cma"])
def test_numbers_that_gain_are_found(
    table: str, how: Callable[[ParameterSearch], np.ndarray[Any, Any]]
) -> None:
    game, name, preset, unit = TABLES[table]
    search = searching(game, name, preset, unit)

    best = how(search)

    search.next = CHECKED_AT
    setups = [search.setup(search.at(point)) for point in (search.start, best)]
    moments = search.play(setups, CHECKED).moments
    gain = search.sign * float(moments.means[1] - moments.means[0])
    half = 1.96 * float(moments.sds(0)[1]) / math.sqrt(moments.n)
    numbers = {n: v for n, v in search.at(best).items() if v != search.values[n]}
    told = f"{table}, {how.__name__}: {gain:.4f} (± {half:.4f}) by {numbers}"
    sys.stdout.write(f"\n{told}\n")
    if how is better_point:
        assert gain - half > 0
