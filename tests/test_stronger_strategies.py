"""Strategies that an expert would play: what they look at is true, and they win more."""

from typing import Any

import numpy as np
import polars as pl
import pytest

import cardsim
from cardsim.engine.table import Table
from cardsim.games.gin_rummy import GAME as GIN_RUMMY
from cardsim.games.gin_rummy import best_throw, use_to_next
from cardsim.games.gin_rummy.rules import PRESETS, Rules
from cardsim.games.gin_rummy.story import in_set
from oracles import gin_rummy as book

CLASSIC = Rules(**PRESETS["classic-2p"])  # type: ignore[arg-type]


def table_after(moves: int, seed: int) -> Table:
    """A hand of the classic game, at a throw after some random moves."""
    table, rng = Table(GIN_RUMMY, CLASSIC, 2, seed=seed), np.random.default_rng(seed)
    while not table.over and (moves > 0 or table.asks.name != "finish"):
        table.act(
            int(rng.choice([a for a in table.legal if table.asks.name != "finish" or a < 11]))
        )
        moves -= 1
    return table


def makes_meld(tiles: list[int]) -> bool:
    return book.deadwood(tiles) == 0


def chance_of_use(table: Table, tile: int) -> float:
    """What `use_to_next` says, from its words."""
    view, other = table.view, 1 - int(table.view.seat)
    taken, unseen = in_set(int(view.taken[other])), in_set(int(view.unseen))
    left = in_set(int(view.thrown[other]) | int(view.refused[other]))
    each = (int(view.hand_sizes[other]) - len(taken)) / len(unseen)
    total = 0.0
    for a in (*taken, *unseen):
        for b in (*taken, *unseen):
            if a < b and makes_meld([a, b, tile]):
                hidden = [t for t in (a, b) if t in unseen]
                if len(hidden) == 2 and any(makes_meld([a, b, t]) for t in left if t not in (a, b)):
                    continue
                total += each ** len(hidden)
    return total


@pytest.mark.full
def test_a_tile_is_of_use_to_the_next_player_as_often_as_he_may_have_two_that_go_with_it() -> None:
    some = 0
    for seed in range(12):
        table = table_after(14, seed)
        if not table.over:
            for tile in in_set(int(table.view.hand)):
                told = use_to_next(table.states[0], tile)
                assert told == pytest.approx(chance_of_use(table, tile))
                some += told > 0
    assert some > 40


@pytest.mark.full
def test_the_best_throw_of_eleven_tiles_is_the_one_that_the_view_names() -> None:
    for seed in range(20):
        view = table_after(3, seed).view

        assert best_throw(view.hand) == (int(view.spare_left), int(view.spare)) or view.banned >= 0
    with pytest.raises(ValueError, match="fewer than two"):
        best_throw(np.uint64(1))


@pytest.mark.deep
def test_who_weighs_every_card_of_bridge_beats_the_rules_of_thumb() -> None:
    """It wins 27 points a board more, half an interval is 2.7: less than 20 is five errors off."""
    played = cardsim.compare("bridge", "weighed-cards", "learned", vs="learned", n=20_000, seed=9)

    assert played.gap(0, 1).value > 20


@pytest.mark.full
def test_who_counts_outs_beats_the_learned_rules_of_classic_gin() -> None:
    """It wins 4.1 points a hand; less than 2.5 of 3000 hands is a false alarm of 1 in 100."""
    played = cardsim.run(
        "gin-rummy", n=3_000, preset="classic-2p", strategy="outs", vs="learned-classic", seed=9
    )

    assert played.headline.value > 2.5


@pytest.mark.full
def test_who_reckons_the_odds_of_tricks_beats_the_learned_rules_of_spades() -> None:
    """It wins 21.6 points a hand; less than 15 of 4000 hands is a false alarm of 1 in 100,000."""
    played = cardsim.run(
        "spades", n=4_000, unit="hand", strategy="trick-odds", vs="learned", seed=9
    )

    assert played.headline.value > 15


@pytest.mark.full
def test_who_challenges_until_wrong_wins_most_games_of_those_who_lie_much() -> None:
    """It wins 74.5 % of games; less than 70 % of 3000 is a false alarm of 1 in 10 million."""
    played = cardsim.run("cheat", n=3_000, strategy="until-wrong", vs="learned", seed=9)

    assert played.headline.value > 0.7


def of_seat(row: dict[str, Any], numbers: str) -> int:
    """Return the number of the seat that decides, of those that all seats have."""
    return int(row[numbers][row["seat"]])


@pytest.mark.full
def test_who_doubts_early_doubts_all_but_two_cards_with_a_full_hand_and_bluffs_with_two() -> None:
    played = cardsim.decisions(
        "cheat", n=80, players=6, strategy="early-doubter", vs="same", seed=3
    )

    rows = played.with_columns(pl.col("action").cast(str)).to_dicts()
    # In the first pile nobody has been wrong yet, and nobody knows another's cards.
    full = [
        (int(row["claim_count"]), row["action"] == "1")
        for row in rows
        if row["decision"] == "challenge"
        and row["pile_claims"] == row["plays"]
        and of_seat(row, "hand_sizes") >= 8
    ]
    bare = [
        (row["action"], of_seat(row, "caught") <= 2)
        for row in rows
        if row["decision"] == "count"
        and row["counts"][row["claim_rank"]] == 0
        and of_seat(row, "hand_sizes") >= 4
    ]
    assert sum(count == 1 for count, _ in full) > 20
    assert {count > 2 for count, _ in full} == {True, False}
    assert all(doubts for count, doubts in full if count != 2)
    assert {doubts for count, doubts in full if count == 2} == {True, False}
    assert {(action == "2") == bluffs for action, bluffs in bare} == {True}
    assert {bluffs for _, bluffs in bare} == {True, False}


@pytest.mark.full
def test_the_safest_of_cheat_for_six_loses_nothing_to_bluffers_and_wins_from_all() -> None:
    """Bluffers win 13.1 % of 3000 games; above an even 16.7 % is a false alarm of 1 in a million.

    Among people it wins 11.0 in 100 more than `level-2`; less than 6 is one of 1 in 10,000.
    """
    six: dict[str, Any] = {"players": 6, "n": 3_000, "seed": 9}
    bluffing = cardsim.run("cheat", strategy="bluffer:up_to=1,bare=1", vs="early-doubter", **six)
    among_people = cardsim.compare("cheat", "early-doubter", "level-2", **six)

    assert bluffing.headline.value < 1 / 6
    assert among_people.gap(0, 1).value > 0.06


@pytest.mark.deep
def test_who_is_steady_in_cheat_tells_the_truth_to_those_who_doubt() -> None:
    """It wins 4 games in 100 more; less than 2 of 12,000 is a false alarm of 1 in 100,000."""
    among_itself = cardsim.compare("cheat", "steady", "until-wrong", n=1_000, vs="steady", seed=9)
    doubted = cardsim.compare(
        "cheat",
        "steady",
        "until-wrong",
        n=12_000,
        vs="truth-first:challenge_prob=0.1,certain=1",
        seed=9,
    )

    assert among_itself.gap(0, 1).same_play
    assert doubted.gap(0, 1).value > 0.02


@pytest.mark.deep
def test_who_knocks_sooner_without_pennies_in_scat_wins_by_it() -> None:
    """It wins 1.2 matches in 100 more; less than 0.3 of 30,000 is a false alarm of 1 in 10,000."""
    played = cardsim.compare("scat", "steady", "level-2", n=30_000, vs="steady", seed=9)

    assert played.gap(0, 1).value > 0.003


@pytest.mark.full
def test_the_safest_of_scat_watches_what_others_take_and_wins_by_it() -> None:
    """It wins 3.9 matches in 100 more; below 2 of 30,000 is a false alarm of 1 in 10 million."""
    played = cardsim.compare("scat", "watchful", "steady", n=30_000, vs="learned", seed=9)

    assert played.gap(0, 1).value > 0.02


KNOCKS: list[tuple[dict[str, Any], int]] = [
    ({}, 22),
    ({"knocker_tie": "knocker-two-others-one"}, 24),
    ({"knocker_tie": "knocker-only"}, 26),
    ({"score_mode": "points"}, 24),
    ({"knocker_lowest_penalty": 1}, 21),
]
"""House rules of Scat, and the points with which `steady` knocks on its first turn."""


@pytest.mark.parametrize(("rules", "least"), KNOCKS)
@pytest.mark.kept(1)
def test_steady_knocks_as_soon_as_the_house_rules_make_it_wise(
    rules: dict[str, Any], least: int
) -> None:
    asked: dict[str, Any] = {"n": 2000, "unit": "hand", "strategy": "steady", "vs": "same"}
    played = cardsim.decisions("scat", seed=1, **asked, **rules)

    first = played.filter((pl.col("decision") == "knock") & (pl.col("own_turns") == 0))
    knocked = first.filter(pl.col("action").cast(str) == "1")
    assert knocked["value"].min() == least
    assert first.height > knocked.height > 0


ACCUSED: list[tuple[dict[str, Any], set[int]]] = [
    ({}, {1}),
    ({"false_tell_rate": 0.5}, set()),
    ({"cheat_cards": 24, "phrase_cards": 8}, {0, 1}),
]
"""House rules of the classroom game, and the signals on which a player is accused."""


@pytest.mark.parametrize(("rules", "signals"), ACCUSED)
@pytest.mark.kept(1)
@pytest.mark.parametrize(
    "name", ["bayes-challenger", "bluffer", "doubter", "early-doubter", "until-wrong"]
)
def test_nobody_is_accused_in_the_classroom_who_probably_reads(
    name: str, rules: dict[str, Any], signals: set[int]
) -> None:
    played = cardsim.decisions("cheat", n=20, preset="trichez", strategy=name, vs="same", **rules)

    asked = played.filter(pl.col("decision") == "challenge")
    accused = asked.filter(pl.col("action").cast(str) == "1")
    assert {*asked["signal"]} == {0, 1}
    assert {*accused["signal"]} == signals
    assert accused.height == asked.filter(pl.col("signal").is_in([*signals])).height


@pytest.mark.full
def test_who_races_in_square_9_hurries_where_the_close_ends_the_hand() -> None:
    """It wins 63.7 % of hands, 60.7 before; below 62 of 20,000 is an alarm of 1 in a million."""
    played = cardsim.run(
        "square-nine", n=20_000, strategy="race", vs="usual", final_turn=False, seed=8
    )

    assert played.headline.value > 0.62
