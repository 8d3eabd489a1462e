"""Turns compiled in one go play the same hands as the engine's waves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cardsim import Strategy, runs
from cardsim.errors import StrategyError
from cardsim.turns import LONG

HANDS = 2000

TABLES: dict[str, dict[str, Any]] = {
    "scat": {"game": "scat", "seats": ["threshold", "suit-keeper", "take-margin"]},
    "a strategy that wants chance": {
        "game": "scat",
        "seats": ["threshold", "random-legal", "threshold"],
    },
    "other rules": {
        "game": "scat",
        "players": 5,
        "preset": "cadillac",
        "options": {
            "stock_exhausted": "reshuffle",
            "miss_31_prob": 0.2,
            "undeclared_31": "counts-31",
        },
    },
    "a knock after the draw": {"game": "scat", "preset": "ride-the-bus-solitaire", "unit": "match"},
    "chinese-ten": {"game": "chinese-ten"},
    "ninety-nine": {"game": "ninety-nine"},
    "square-nine": {"game": "square-nine"},
}


@pytest.mark.parametrize("table", TABLES)
def test_turns_in_one_go_play_the_hands_of_the_waves(table: str) -> None:
    setup = runs.prepare(**TABLES[table], seed=7, hands=LONG)
    waves = replace(setup, seating=replace(setup.seating, turns=()))
    assert any(setup.seating.turn_addresses(len(setup.game.decisions)))

    fast = played(setup)

    assert np.array_equal(fast, played(waves))


def played(setup: runs.Setup) -> np.ndarray[Any, Any]:
    outcomes = runs.play_hands(setup, 0, HANDS)
    assert outcomes is not None
    return outcomes.copy()


def test_an_illegal_action_in_a_turn_names_its_hand() -> None:
    def discard(view, last: int = 9):  # type: ignore[no-untyped-def]
        return 3 if view.turn >= last else view.best_discard

    setup = runs.prepare("scat", strategy=Strategy("scat", discard=discard), seed=7, hands=LONG)
    assert any(setup.seating.turn_addresses(len(setup.game.decisions)))

    with pytest.raises(StrategyError, match="answered 3 to decision 'discard'"):
        runs.play_hands(setup, 0, HANDS)


def test_an_error_in_a_turn_is_the_strategys() -> None:
    def discard(view, last: int = 9):  # type: ignore[no-untyped-def]
        return view.hand[view.turn] if view.turn >= last else view.best_discard

    setup = runs.prepare("scat", strategy=Strategy("scat", discard=discard), seed=7, hands=LONG)

    with pytest.raises(StrategyError, match="IndexError"):
        runs.play_hands(setup, 0, HANDS)


def test_a_short_run_compiles_no_turns() -> None:
    def knock(view, limit: int = 20):  # type: ignore[no-untyped-def]
        return view.value > limit

    setup = runs.prepare("scat", strategy=Strategy("scat", knock=knock), seed=7, hands=HANDS)

    assert setup.seating.turns[0] is None
