"""What games count: that a unit names what it is won by, and what many of them build alike."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim.game import Column, Game, Unit
from cardsim.games import game_names, load_game
from cardsim.usual_units import hand_end, match, share_won
from toys.high_card import GAME as HIGH_CARD

SEED = 11


def units_of(game: Game) -> Iterator[Unit]:
    """All units, by every preset and by every choice of a rule, for few, usual and many players."""
    tables: list[dict[str, Any]] = [dict(rules) for rules in game.presets.values()]
    for option in game.options:
        choices = (False, True) if option.kind is bool else option.choices
        tables += [{option.name: choice} for choice in choices]
    for rules, players in itertools.product(tables, game.players):
        for make in game.units.values():
            yield make(game.rules(**rules), players)


@pytest.mark.parametrize("game", [*map(load_game, game_names()), HIGH_CARD], ids=lambda g: g.name)
def test_what_a_unit_is_won_by_has_one_value_for_each(game: Game) -> None:
    for unit in units_of(game):
        table = next(t for t in unit.tables if t.name == unit.won_by.table)

        assert unit.won_by.name == unit.objective
        assert unit.won_by.where == ()
        assert unit.won_by.quantile is None
        assert table.axis(2) is None
        assert unit.column(unit.won_by) in table.columns


@pytest.mark.parametrize("game", [*map(load_game, game_names()), HIGH_CARD], ids=lambda g: g.name)
def test_every_column_is_read_from_the_outcome_and_every_name_is_there_once(game: Game) -> None:
    for unit in units_of(game):
        tables = {t.name: [c.name for c in t.columns] for t in unit.tables}
        measures = [m.name for m in unit.measures]

        assert len(tables) == len(unit.tables)
        assert len(set(measures)) == len(measures)
        for table in unit.tables:
            assert {c.field for c in table.columns} <= set(game.outcome.names or ())
        for measure in unit.measures:
            assert measure.column in tables[measure.table]
        for name, column in (*unit.shares, *unit.by_seat):
            assert column in tables[name]


def test_a_preset_for_two_is_played_by_two_and_its_command_does_not_name_them() -> None:
    run = cardsim.run("gin-rummy", 30, preset="classic-2p", seed=SEED, vs="usual")

    assert run.spec.players == 2
    assert "--players" not in run.spec.options(load_game("gin-rummy"))
    again = cardsim.run("gin-rummy", 30, players=2, preset="classic-2p", seed=SEED, vs="usual")
    assert again.spec == run.spec


@pytest.mark.parametrize("preset", ["harsh-knock", "gin", "ride-the-bus", "french-canadian"])
def test_a_hand_of_scat_is_won_by_what_the_others_lose_less_what_one_loses(preset: str) -> None:
    """From the table by seat, where every hand counts once for each seat."""
    hands, players = 2000, 4
    result = cardsim.run(
        "scat", hands, preset=preset, players=players, seed=SEED, threads=1, unit="hand", vs="usual"
    )

    seats = result.tables["seats"].with_columns(own=pl.col("seat") == pl.col("your_seat"))
    own, others = (
        seats.filter(pl.col("own") == of)
        .select((pl.col("change") * pl.col("count")).sum() / hands)
        .item()
        for of in (True, False)
    )

    net = others / (players - 1) - own
    sign = -1 if preset == "french-canadian" else 1
    assert result.estimates["net"].value == pytest.approx(sign * net)
    assert net != 0


@pytest.mark.full
def test_what_a_hand_of_scat_is_won_by_orders_strategies_as_matches_do() -> None:
    """Knocking at 20 loses fewest hands, and never knocking wins most matches.

    With 200,000 hands and 20,000 matches the net was -0.024, 0.031 and 0.058 and 30, 39 and 45 % of
    the matches were won.
    """
    asked: dict[str, Any] = {"vs": "threshold", "seed": SEED, "threads": 1}
    knocks = (20, 25, 31)
    hands = [
        cardsim.run(
            "scat", 40_000, knock_threshold=k, **({"vs": "usual", "unit": "hand"} | asked)
        ).estimates
        for k in knocks
    ]
    matches = [
        cardsim.run("scat", 4000, unit="match", knock_threshold=k, **asked).estimates
        for k in knocks
    ]

    by_hand, by_match, lost = (
        [found[name].value for found in runs]
        for runs, name in ((hands, "net"), (matches, "wins"), (hands, "loses"))
    )
    assert by_hand == sorted(by_hand)
    assert by_match == sorted(by_match)
    assert lost == sorted(lost)


def test_a_column_is_read_from_the_field_of_its_name_unless_another_is_said() -> None:
    assert Column("turns", 0, 9, "").field == "turns"
    assert share_won("win", 12, "", field="share").field == "share"


def test_a_share_of_a_win_is_kept_in_parts_of_it() -> None:
    column = share_won("won", 12, "")

    assert (column.low, column.high * column.scale) == (0, 1)


def test_a_hand_that_has_ended_has_none_of_the_first_words() -> None:
    column = hand_end(("not-over", "closed", "stock-out"))

    assert (column.low, column.high, column.labels) == (1, 2, ("closed", "stock-out"))


def test_a_match_is_won_by_who_is_first() -> None:
    unit = match(4, most_hands=99, places="points")

    place = unit.column(unit.won_by)
    assert (unit.objective, unit.won_by.at_most, place.low, place.high) == ("wins", 1, 1, 4)
    assert not unit.won_by.lower_is_better


def test_seats_have_names_and_shares_words_while_the_data_keep_their_numbers() -> None:
    result = cardsim.run("counter-cameroon", 400, seed=SEED, vs="usual")
    unit = result.unit
    columns = {c.name: c for t in unit.tables for c in t.columns}

    assert set(result.shares()["result"]["result"]) <= {0.0, 0.5, 1.0}
    assert [columns["result"].word(v) for v in (0.0, 0.5, 1.0)] == ["lost", "shared", "won"]
    assert [columns["owner"].word(v) for v in (-1, 0, 1)] == [
        "nobody",
        "the first to roll",
        "the second to roll",
    ]


def test_the_seats_of_a_match_are_numbered_since_the_deal_goes_round() -> None:
    game = load_game("scat")

    assert game.called(game.rules(), 3, "match") == ("player 1", "player 2", "player 3")
    assert game.called(game.rules(), 2, "hand") == ("the first to play", "the dealer")


def test_what_the_rules_ask_of_a_knock_is_told_in_the_first_sentence() -> None:
    asked: dict[str, Any] = {"seed": SEED, "unit": "hand", "knock_threshold": 23}

    limited = cardsim.run("scat", 200, min_knock_score=25, vs="usual", **asked)
    suited = cardsim.run("scat", 200, knock_needs_suited=True, vs="usual", **asked)

    assert limited.sentence.startswith(
        "If you knock at 23 against two players who knock at 21, "
        "where a knock is allowed from 25 on, "
    )
    assert ", where a knock needs three cards of one suit, " in suited.sentence
    assert ", where a knock" not in cardsim.run("scat", 200, vs="usual", **asked).sentence


def test_a_limit_that_varies_over_a_sweep_is_told_of_none_of_its_points() -> None:
    swept = cardsim.sweep(
        "scat", 500, min_knock_score=(0, 25), knock_threshold=23, unit="hand", vs="usual"
    )

    assert "where a knock" not in swept.sentence
