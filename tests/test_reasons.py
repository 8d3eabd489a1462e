"""Why one action is better: only what differs in the hands imagined is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim.cards import card_id
from cardsim.engine.look_ahead import worths
from cardsim.engine.table import Table
from cardsim.games import game_names, load_game
from cardsim.games.scat.seat import held
from cardsim.table import advice_story, reasons
from cardsim.table.chances import shares_of
from cardsim.table.differences import (
    Compared,
    Fact,
    _amount,
    facts_of,
    held_in,
    outcome_told,
    turned_by,
)
from cardsim.table.played import Sitting, sit_down
from cardsim.table.reasons import why
from cardsim.table.seat_words import gerund
from cardsim.table.tried_hands import joined, tried_hands

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


@pytest.mark.parametrize(("gains", "told"), [(-1.0, True), (1.0, False)])
def test_an_end_is_told_only_if_it_speaks_for_the_better_action(
    gains: float, *, told: bool
) -> None:
    """The better action loses a life in 20 of 100 hands, the other in 60."""
    game: Any = load_game("scat")
    unit = game.units["hand"](game.rules(), 3)
    rows = shares_of(unit, np.zeros((2, WORLDS), game.outcome))
    (lost,) = [measure for measure in unit.measures if measure.text == "you lose a life"]
    ends = np.zeros((2, WORLDS), game.outcome)
    ends[unit.column(lost).field][0, :200] = 1
    ends[unit.column(lost).field][1, :600] = 1
    worth = gains * ends[unit.column(lost).field] + [[0.9], [0.0]]
    found = Compared(worth, ends, np.zeros(WORLDS), 1)

    said = outcome_told(unit, found, ("knocking", "taking a turn"))

    assert "you lose a life" in [text for text, _ in rows]
    assert bool(said) == told
    assert (
        not told
        or said == "You lose a life in 20 of 100 after knocking, in 60 after taking a turn."
    )


def test_a_reason_tells_the_end_that_one_action_brings_about() -> None:
    asked = {"game": "scat", "unit": "hand", "vs": "usual", "seed": 3, "options": {}}
    sitting = Sitting(*sit_down(asked, 0))
    table = sitting.table
    assert (table.asks.name, table.legal) == ("knock", [0, 1])

    told = why(sitting.judge, table, 0, 1, 0)

    assert told == why(sitting.judge, table, 0, 1, 0)
    assert " in " in told
    assert "after taking a turn" in told or "taking a turn is better" in told


@pytest.mark.full
@pytest.mark.parametrize("game", ["euchre", "spades"])
def test_in_a_match_the_hand_has_ends_of_its_own(game: str) -> None:
    sitting = Sitting(*sit_down({"game": game, "unit": "match", "seed": 3}, None))
    table, alone = sitting.table, sitting.judge.alone

    found = reasons.compared(
        reasons.by_itself(table, "match"),
        alone.plan,
        alone.run.unit,
        (table.nth(0), table.nth(1)),
        seed=1,
    )

    assert any(0 < shares.mean() < 1 for _, shares in shares_of(alone.run.unit, found.outcomes))
    assert found.apart.any()


def test_in_cheat_a_claim_that_may_be_a_lie_is_a_fact_and_cards_count_by_rank() -> None:
    game: Any = load_game("cheat")
    states = np.zeros(4, game.state)
    states["claim_seat"], states["truthful"] = 1, [1, 0, 1, 0]
    states["counts_of"][:, 2, 6] = [0, 1, 2, 0]
    states["counts_of"][:, 0, 3] = [0, 1, 2, 0]

    facts = {f.text: f.holds.tolist() for f in facts_of(game, states, 0, ["you", "a", "b"])}

    assert facts == {
        "the claim is true": [True, False, True, False],
        "b holds a 7": [False, True, True, False],
        "b holds two 7s or more": [False, False, True, False],
    }


def test_the_cards_of_ninety_nine_are_those_that_a_seat_still_holds() -> None:
    table = Table("ninety-nine", seed=3)
    states = np.repeat(table.states, 2)
    seat, count = table.seat, int(table.view.hand_size)
    states["own"]["size"][1, seat] = count - 1

    sets = held_in(table.game, states)

    assert sets is not None
    hand = [int(card) for card in table.view.hand[:count]]
    for state, many in enumerate((count, count - 1)):
        assert {c for c in range(52) if int(sets[state, seat]) >> c & 1} == {*hand[:many]}


def test_in_square_nine_cards_face_down_are_facts_your_own_too() -> None:
    """Of two hands the opponent has a king in a cell face down in one, and an ace in the other."""
    table = Table("square-nine", seed=3)
    states = np.repeat(table.states, 2)
    states["seats"]["grid"][1] = states["seats"]["grid"][0]
    states["seats"]["grid"][:, 1, 4] = [12, 0]
    points = table.states[0]["points"]

    facts = facts_of(table.game, states, 0, ["you", "opponent"])

    assert len(facts) == 1
    assert facts[0].text.startswith("the 9 cards face down of opponent are worth ")
    assert facts[0].holds.tolist() == [points[12] > points[0], points[0] > points[12]]
    states["seats"]["grid"][:, 0, 4] = [12, 0]
    assert facts_of(table.game, states, 0, ["you", "opponent"])[0].text.startswith("your 9 cards")


def test_advice_says_what_makes_the_difference_in_the_hands_that_were_imagined() -> None:
    found = cardsim.advise(
        "scat", hand="7S 9S 4D", discard="KS", unit="hand", vs="usual", worlds=600, seed=12
    )

    sections = {one.heading: one.text for one in advice_story.story(found).sections}
    without = advice_story.story(replace(found, why=""))

    assert " after " in found.why or " is better by " in found.why
    assert sections["What makes the difference"] == found.why == found.to_dict()["why"]
    assert "What makes the difference" not in {one.heading for one in without.sections}


def test_hands_that_are_kept_are_those_that_the_engine_plays() -> None:
    asked = {"game": "scat", "unit": "hand", "vs": "usual", "seed": 3, "options": {}}
    sitting = Sitting(*sit_down(asked, 0))
    table, plan = sitting.table, sitting.judge.plan

    found = tried_hands(table, plan, [0, 1], worlds=30, seed=8)
    told = worths(table.game, plan, table.states.copy(), table.asks, [1, 0], worlds=30, seed=8)

    assert (found.values == told[::-1]).all()
    own = held(table.states)[0][table.seat]
    assert (held(found.hands)[:, table.seat] == own).all()
    assert len({hand.tobytes() for hand in found.hands}) == 30


@pytest.mark.parametrize("game", game_names())
def test_hands_are_put_together_by_their_bytes(game: str) -> None:
    state = load_game(game).state
    drawn = np.random.default_rng(5).integers(0, 256, (3, state.itemsize), np.uint8)
    hands = drawn.view(state).reshape(3)

    together = joined([hands[:1], hands[1:]])

    assert together.dtype == state
    assert together.tobytes() == drawn.tobytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("throw K♣ and knock", "throwing K♣ and knocking"),
        ("bid nil", "bidding nil"),
        ("blind nil", "bidding blind nil"),
        ("big gin", "calling big gin"),
        ("the stock is empty: leave it", "leaving it"),
        ("12", "12"),
        ("K♣", "K♣"),
    ],
)
def test_an_action_is_told_as_what_one_is_doing(words: str, told: str) -> None:
    assert gerund(words) == told
