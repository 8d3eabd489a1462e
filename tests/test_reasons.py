"""Why one action is better: only what differs in the hands imagined is told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardsim.cards import card_id
from cardsim.engine.table import Table
from cardsim.games import load_game
from cardsim.games.scat.seat import held
from cardsim.table.played import Sitting, sit_down
from cardsim.table.reasons import Compared, Fact, _amount, facts_of, held_in, turned_by, why

WORLDS = 1000


def compared(apart: np.ndarray[Any, Any], batch: int = 1) -> Compared:
    worth = np.stack([apart, np.zeros(len(apart))])
    return Compared(worth, np.zeros((2, len(apart))), np.zeros(len(apart)), batch)


def dealt() -> np.ndarray[Any, Any]:
    """Which of 60 cards the other seat holds in each hand."""
    return np.random.default_rng(1).random((60, WORLDS)) < 0.3


def test_the_one_hidden_card_that_decides_is_named() -> None:
    held = dealt()
    facts = [Fact(f"card {n}", cards) for n, cards in enumerate(held)]
    noise = np.random.default_rng(2).normal(0, 1, WORLDS)

    turning = turned_by(compared(np.where(held[17], -3.0, 1.0) + noise), facts)

    assert turning is not None
    assert turning.fact.text == "card 17"
    assert turning.with_it == pytest.approx(-3, abs=0.2)
    assert turning.without == pytest.approx(1, abs=0.2)


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_named_if_no_hidden_card_matters(seed: int) -> None:
    """False alarms come in 1 of 100 tests; these seeds have none."""
    facts = [Fact(f"card {n}", cards) for n, cards in enumerate(dealt())]
    apart = np.random.default_rng(seed).normal(0.05, 1, WORLDS)

    assert turned_by(compared(apart), facts) is None


def test_worlds_that_are_alike_count_as_few() -> None:
    """In 10 groups of like worlds a card in two of them proves nothing."""
    groups = np.random.default_rng(3).normal(0, 1, 10)
    group = np.repeat(np.arange(10), WORLDS // 10)
    fact = Fact("card", np.isin(group, [0, 7]))

    assert turned_by(compared(groups[group] - groups.mean()), [fact]) is not None
    assert turned_by(compared(groups[group] - groups.mean(), batch=100), [fact]) is None


def test_facts_are_on_cards_of_others_that_are_not_known() -> None:
    """Of two hands seat 1 holds the ace of spades in one, and seat 2 the same card in both."""
    game: Any = load_game("spades")
    states = np.zeros(2, game.state)
    states["hand_of"][:, 0] = 1 << card_id("2C")
    states["hand_of"][:, 1] = [1 << card_id("AS"), 1 << card_id("KD")]
    states["hand_of"][:, 2] = 1 << card_id("3C")

    texts = {fact.text for fact in facts_of(game, states, 0, ["you", "left", "partner", "right"])}

    assert texts == {
        "left holds A♠",
        "left holds no ♠",
        "left holds K♦",
        "left holds no ♦",
    }


def test_the_cards_of_scat_are_read_from_its_state() -> None:
    table = Table("scat", seed=3)
    game: Any = table.game
    seat = table.seat
    hand = {int(card) for card in table.view.hand[:3]}
    states = np.repeat(table.states, 2)

    sets = held(states)[0]
    assert {card for card in range(52) if int(sets[seat]) >> card & 1} == hand
    # Nobody's hand differs between two copies of one state.
    assert facts_of(game, states, seat, ["a", "b", "c"]) == []


def test_a_field_with_one_number_for_all_seats_has_no_cards() -> None:
    states = np.zeros(2, [("hands", np.uint64)])

    assert held_in(load_game("gin-rummy"), states) is None


@pytest.mark.parametrize(("gap", "told"), [(0.034, "0.034"), (-2.06, "2.1"), (31.4, "31")])
def test_an_amount_has_two_digits(gap: float, told: str) -> None:
    game = load_game("gin-rummy")

    assert _amount(game.units["hand"](game.rules(), 2), gap) == f"{told} points a hand"


def test_a_reason_tells_the_end_that_one_action_brings_about() -> None:
    asked = {"game": "scat", "unit": "hand", "vs": "usual", "seed": 3, "options": {}}
    sitting = Sitting(*sit_down(asked, 0))
    table = sitting.table
    assert (table.asks.name, table.legal) == ("knock", [0, 1])

    told = why(sitting.judge, table, 0, 1, 0)

    assert told == why(sitting.judge, table, 0, 1, 0)
    assert " in " in told
    assert "after taking a turn" in told or "taking a turn is better" in told
