"""Cheat as its rules file has it: invariants, and the figures that were simulated."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim.games.cheat import GAME
from cardsim.games.cheat.rules import Rules, cards_in_play
from cardsim.games.cheat.state import CARD, CHALLENGE, CLASSROOM, NO_CARD, RANKS
from harness import Play, part_of, random_plays


def test_where_all_tell_the_truth_and_always_challenge_a_cyclic_game_has_no_end() -> None:
    seats = ["truth-first:challenge_prob=1"] * 4

    cyclic = cardsim.run("cheat", 20, seats=seats, seed=3)
    adjacent = cardsim.run("cheat", 2000, seats=seats, seed=3, preset="uk-adjacent")

    assert cyclic.estimates["draws"].value == 1
    assert adjacent.estimates["draws"].value == 0
    assert 8 < adjacent.estimates["plays"].value < 10


@pytest.mark.parametrize(
    ("rules", "players", "why"),
    [
        (Rules(max_cards=5), 4, "--max-cards must be at most 4"),
        (Rules(classroom_trichez=True, phrase_cards=1, cheat_cards=2), 4, "at least 4 together"),
    ],
)
def test_rules_that_cannot_be_played_are_refused(rules: Rules, players: int, why: str) -> None:
    objection = GAME.objection(rules, players)

    assert objection is not None
    assert why in objection


# ---------------------------------------------------------------- what always holds


def cards_of(state: Any, rules: Rules) -> list[int]:
    """How many of each rank there are in hands and pile."""
    counts = state["counts_of"][:, :RANKS].sum(axis=0).astype(int)
    for card in state["pile"][: state["pile_size"]].tolist():
        counts[card] += 1
    assert counts.sum() == cards_in_play(rules)
    return list(counts)


@pytest.mark.full
def test_cards_are_all_there_and_nobody_knows_what_is_not_so() -> None:
    checked = 0
    for play in random_plays(part_of("cheat"), 11, tables=30, hands=5):
        rules = play.table.rules
        for step in play.steps:
            state = step.after
            sizes = int(state["hand_sizes"].sum()) + int(state["pile_size"])
            assert sizes == cards_in_play(rules)
            if state["mode"] != CLASSROOM:
                assert cards_of(state, rules) == [4 * rules.packs] * RANKS
                assert (state["known_of"] <= state["counts_of"][None]).all()
                checked += int(state["known_of"].any())

    assert checked > 1000


def settled(play: Play) -> list[tuple[Any, Any]]:
    """The states before and after each challenge."""
    return [
        (step.before, step.after)
        for step in play.steps
        if step.decision is not None and step.decision.name == "challenge" and step.action == 1
    ]


@pytest.mark.full
def test_a_challenge_moves_the_pile_to_one_hand_and_never_costs_a_true_claimant() -> None:
    seen = 0
    for play in random_plays(part_of("cheat"), 12, tables=30, hands=5):
        for before, after in settled(play):
            taker, size = int(after["taker"]), int(before["pile_size"])
            waits = int(after["plays"] > before["plays"])
            grown = after["hand_sizes"].astype(int) - before["hand_sizes"]
            if waits:
                grown[after["claim_seat"]] += 1
            assert grown[taker] == size
            assert abs(grown).sum() == size
            assert (taker == before["claim_seat"]) == (not before["truthful"])
            assert (after["pile_size"] == waits) or not waits
            seen += 1

    assert seen > 300


def test_a_seat_sees_its_own_cards_and_no_others() -> None:
    seen = 0
    for play in random_plays(part_of("cheat"), 13, tables=20, hands=5):
        for k, asked in enumerate(play.asked):
            state, view = play.states[asked.row], play.shown[k]
            own = state["owner"] == asked.seat
            assert (view["own_pile"][own] == state["pile"][own]).all()
            assert (view["own_pile"][~own] == NO_CARD).all()
            assert (view["counts"] == state["counts_of"][asked.seat][:RANKS]).all()
            if asked.decision == "challenge":
                assert not view["chosen"].any()
            seen += int(own.any())

    assert seen > 1000
    assert (CARD, CHALLENGE) == (2, 3)


# ---------------------------------------------------------------- figures

FIGURES = [
    ({}, 4, "0", 37.722, 0.010, ".4032 .2696 .1870 .1401", 100_000),
    ({}, 4, "certain", 37.959, 0.019, ".3966 .2675 .1910 .1449", 40_000),
    ({}, 4, "0.02", 40.115, 0.035, ".3325 .2714 .2209 .1752", 20_000),
    ({"claim_rank": "adjacent"}, 4, "0", 32.802, 0.011, ".4344 .2551 .1793 .1312", 100_000),
    ({"claim_rank": "adjacent"}, 3, "0", 29.863, 0.016, ".3995 .3668 .2338", 40_000),
    ({"claim_rank": "adjacent"}, 4, "0.1", 46.097, 0.258, ".2884 .2366 .2374 .2376", 5_000),
]
"""Section 12: rules, players, challenges, claims with their standard error, wins, games of both."""


@pytest.mark.parametrize(
    ("rules", "players", "challenges", "claims", "error", "wins", "games"), FIGURES
)
@pytest.mark.full
def test_truthful_players_fare_as_in_the_figures(
    rules: dict[str, Any],
    players: int,
    challenges: str,
    claims: float,
    error: float,
    wins: str,
    games: int,
) -> None:
    """Both are samples of as many games; false alarm 1e-6 each."""
    doubt = "0,certain=1" if challenges == "certain" else challenges
    seats = [f"truth-first:challenge_prob={doubt}"] * players

    found = cardsim.run("cheat", games, seats=seats, seed=5, **rules)

    plays = found.estimates["plays"]
    assert abs(plays.value - claims) < 5 * (error**2 + plays.sd**2 / games) ** 0.5
    winners = found.tables["winner"].group_by("winner").agg(pl.col("count").sum())
    won = dict(winners.iter_rows())
    for seat, share in enumerate(map(float, wins.split())):
        spread = (2 * share * (1 - share) / games) ** 0.5
        assert abs(won[seat] / games - share) < 5 * spread
