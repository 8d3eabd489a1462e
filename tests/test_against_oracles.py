"""Every compiled game plays, event by event, what its oracle plays: see `harness.py`."""

from __future__ import annotations

import random
from dataclasses import fields
from functools import cache

import pytest

import harness
from cardsim.games import game_names
from checks import ALARM_Z
from curious import curious
from harness import Tally, drawn_rules, table_of

GAMES = harness.games()
BLOCKS = 5
"""Parts of what is checked of a game, each a test of its own. The deep tests play all of them."""
THIRDS = [0, pytest.param(1, marks=pytest.mark.full)]
"""Two of every three random tables: a few hands of many tables come to more places in the rules
than many hands of few."""
CURIOUS_TABLES = 9
PROCESSES = 2
MILLION = 1_000_000


@cache
def checked_block(name: str, block: int) -> Tally:
    return harness.check_batches(range(block, harness.part_of(name).push, BLOCKS), name=name)


@cache
def all_checked(name: str) -> Tally:
    total = Tally()
    for block in range(BLOCKS):
        total.add(checked_block(name, block))
    for what in harness.part_of(name).rare:
        total.add(harness.check_rare(name, what))
    return total


def test_every_game_has_an_oracle() -> None:
    assert [harness.part_of(name).game.name for name in GAMES] == game_names()


@pytest.mark.parametrize("third", THIRDS)
@pytest.mark.parametrize("name", GAMES)
def test_the_first_hands_of_many_tables_are_those_that_the_oracle_plays(
    name: str, third: int
) -> None:
    """The earlier tiers' part of the next test: few hands, by the rules of every third table."""
    part = harness.part_of(name)
    tables = range(third, part.push, 3)

    tally = harness.check_batches(tables, name=name, most=part.few)

    assert tally.hands + tally.endless >= part.few * len(tables) * 0.8


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.deep
def test_the_kernel_plays_the_hands_that_the_oracle_plays(name: str, block: int) -> None:
    tally = checked_block(name, block)

    assert tally.hands + tally.endless >= 1500


@pytest.mark.parametrize(
    ("name", "what"), [(name, what) for name in GAMES for what in harness.part_of(name).rare]
)
@pytest.mark.full
def test_hands_too_rare_to_meet_by_chance_are_the_same_too(name: str, what: str) -> None:
    tally = harness.check_rare(name, what)

    assert tally.hands >= harness.part_of(name).rare[what].least


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.deep
def test_the_hands_compared_come_to_every_place_in_the_rules(name: str) -> None:
    """Every event, decision, situation, number of players, choice of an option, and outcome."""
    part, tally = harness.part_of(name), all_checked(name)

    assert harness.missing(part, tally) == []
    assert set(tally.events) == set(part.events)
    assert tally.hands >= 10_000
    assert tally.endless <= tally.hands / 1000
    assert all(tally.units[unit] >= 100 for unit in part.longer)


@pytest.mark.parametrize("name", [n for n in GAMES if harness.part_of(n).game.decisions])
@pytest.mark.kept(0, full=6)
def test_no_hand_shows_anything_of_another(name: str) -> None:
    """Half the seats have a strategy that uses all it is shown; traced and counted in bulk."""
    part, rng, tally = harness.part_of(name), random.Random(5), Tally()
    strategies = [*part.at_tables, curious(part.game)]
    for k in range(CURIOUS_TABLES):
        unit = next(iter(part.longer), "") if k % 3 == 2 else ""
        rules, players = drawn_rules(part, rng, unit)
        rows = [[k % 2 * len(part.at_tables) for k in range(n, n + players)] for n in range(4)]
        table = table_of(part, rules, rows, range(2), strategies=strategies, unit=unit)

        harness.check_hands(table, seed=5, first=1000, count=4 if unit else 20, tally=tally)

    assert tally.hands > 100


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.deep
def test_chance_events_are_as_frequent_as_the_rules_say(name: str) -> None:
    """False alarm 1e-6 each."""
    part, tally = harness.part_of(name), all_checked(name)

    assert set(tally.luck) == set(part.luck)
    for what, least in part.luck.items():
        assert tally.variance[what] > least
        assert abs(tally.luck[what]) < ALARM_Z * tally.variance[what] ** 0.5


@pytest.mark.parametrize("name", GAMES)
def test_kernel_and_oracle_have_the_same_options_with_the_same_defaults(name: str) -> None:
    part = harness.part_of(name)

    assert harness.oracle_rules(part, part.game.rules()) == part.oracle.Rules()
    known = {field.name for field in fields(part.oracle.Rules)} | set(part.of_deals)
    assert {option.name for option in part.game.options} <= known


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_a_million_hands_are_those_that_the_oracle_plays(name: str) -> None:
    """On two cores."""
    part = harness.part_of(name)

    tally = harness.check_many(name, MILLION, processes=PROCESSES)

    assert set(tally.events) == set(part.events)
    for what in part.luck:
        assert abs(tally.luck[what]) < ALARM_Z * tally.variance[what] ** 0.5
