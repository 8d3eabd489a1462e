"""Whole hands compiled in one go are the hands of the engine's waves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cardsim import Strategy, replays, runs, setups
from cardsim.errors import StrategyError
from cardsim.rng import below
from cardsim.whole import LONG

HANDS = 2000

TABLES: dict[str, dict[str, Any]] = {
    "scat, three strategies": {
        "game": "scat",
        "seats": ["threshold", "suit-keeper", "threshold:knock_threshold=25"],
    },
    "scat, other rules": {
        "game": "scat",
        "players": 5,
        "preset": "cadillac",
        "options": {
            "stock_exhausted": "reshuffle",
            "miss_31_prob": 0.2,
            "undeclared_31": "counts-31",
            "first_turn_option": "hammer",
        },
    },
    "ninety-nine": {
        "game": "ninety-nine",
        "players": 8,
        "strategy": "hoarder",
        "options": {"forget_draw_prob": 0.1, "continue_after_loss": True, "hand_size": 5},
    },
    "square-nine": {"game": "square-nine", "players": 4, "strategy": "line-builder"},
    "chinese-ten": {"game": "chinese-ten", "players": 3},
    "counter-cameroon, chance in every decision": {"game": "counter-cameroon", "vs": "weighted"},
    "scat, chance in some seats": {
        "game": "scat",
        "seats": ["threshold", "random-legal", "threshold", "random-legal"],
    },
}


@pytest.mark.parametrize("table", TABLES)
def test_whole_hands_are_the_hands_of_the_waves(table: str) -> None:
    setup = setups.prepare(**TABLES[table], seed=7, hands=LONG)
    waves = replace(setup, seating=replace(setup.seating, whole=None))
    assert setup.seating.whole is not None

    fast = played(setup)

    assert np.array_equal(fast, played(waves))


def test_much_chance_in_one_decision_is_the_same() -> None:
    def knock(view, chance, draws: int = 70):  # type: ignore[no-untyped-def]
        # So large a range that three words in ten are rejected and replaced.
        total = 0
        for _ in range(draws * (view.turn % 2) + 3):
            total += below(chance, 1_500_000_000)
        return total % 9 == 0

    strategy = Strategy("scat", knock=knock)
    setup = setups.prepare("scat", strategy=strategy, vs=strategy, seed=7, hands=LONG)
    waves = replace(setup, seating=replace(setup.seating, whole=None))
    assert setup.seating.whole is not None

    fast = played(setup)

    assert np.array_equal(fast, played(waves))


def test_a_game_without_decisions_is_played_as_it_says() -> None:
    assert setups.prepare("dice-game", seed=7, hands=LONG).seating.whole is None


def test_a_match_is_played_in_waves() -> None:
    assert setups.prepare("scat", unit="match", seed=7, hands=LONG).seating.whole is None


@pytest.mark.parametrize("table", TABLES.values())
def test_what_a_game_calls_settled_stays_as_it_is(table: dict[str, Any]) -> None:
    setup = setups.prepare(**table, seed=7)
    settled = setup.game.settled

    states = [step.after for hand in range(40) for step in replays.replay(setup, hand).steps]

    assert "players" in settled
    assert len({tuple(state[name].item() for name in settled) for state in states}) == 1


def played(setup: setups.Setup, hands: int = HANDS) -> np.ndarray[Any, Any]:
    outcomes = runs.play_hands(setup, 1, hands)
    assert outcomes is not None
    return outcomes.copy()


def test_whole_hands_end_early_when_told_to_stop() -> None:
    setup = setups.prepare("scat", seed=7, hands=LONG)
    setup.stop[0] = 1

    assert runs.play_hands(setup, 0, HANDS) is None


def test_an_illegal_action_in_a_whole_hand_names_its_hand() -> None:
    def discard(view, last: int = 9):  # type: ignore[no-untyped-def]
        return 3 if view.turn >= last else view.best_discard

    setup = setups.prepare("scat", strategy=Strategy("scat", discard=discard), seed=7, hands=LONG)
    assert setup.seating.whole is not None

    with pytest.raises(StrategyError, match="answered 3 to decision 'discard'"):
        runs.play_hands(setup, 0, HANDS)


def test_an_error_in_a_whole_hand_is_the_strategys() -> None:
    def discard(view, last: int = 9):  # type: ignore[no-untyped-def]
        return view.hand[view.turn] if view.turn >= last else view.best_discard

    setup = setups.prepare("scat", strategy=Strategy("scat", discard=discard), seed=7, hands=LONG)

    with pytest.raises(StrategyError, match="IndexError"):
        runs.play_hands(setup, 0, HANDS)


@pytest.mark.parametrize("how_long", [{"hands": HANDS}, {"hands": LONG, "precision": "0.1pp"}])
def test_a_short_run_compiles_no_whole_hands(how_long: dict[str, Any]) -> None:
    def knock(view, limit: int = 20):  # type: ignore[no-untyped-def]
        return view.value > limit

    strategy = Strategy("scat", knock=knock)

    assert setups.prepare("scat", strategy=strategy, seed=7, **how_long).seating.whole is None
