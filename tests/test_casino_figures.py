"""The figures of Casino's rules file: exact ones, and those that an independent program drew."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim.games.casino import exact
from cardsim.games.casino.rules import Rules
from checks import assert_mean, assert_share

pytestmark = pytest.mark.kept(0, full=2)

RULES = Rules()
BY_RANK = (0.22137, 0.24479, 0.27991, 0.30583, 0.34276, 0.37086, 0.40964, 0.44055, 0.48085, 0.51495)


def test_captures_from_the_first_table_are_those_of_the_rules_file() -> None:
    assert exact.next_captures(RULES) == Fraction(178079, 541450)
    assert exact.first_can_take(RULES) == Fraction(2253183851, 2926537250)
    assert exact.first_can_take(RULES, 4) == Fraction(249466037, 17559223500)
    for rank, share in enumerate((*BY_RANK, *[0.22137] * 3), 1):
        assert float(exact.captures_of(RULES, rank)) == pytest.approx(share, abs=5e-6)


def test_the_first_table_is_that_of_the_rules_file() -> None:
    found = {f.name: f.value for f in exact.solve(RULES, 2, {}).figures}

    assert found["largest"] == pytest.approx(0.498139, abs=5e-7)
    assert found["no_face"] == pytest.approx(0.337575, abs=5e-7)
    assert found["ace"] == pytest.approx(0.281263, abs=5e-7)
    assert found["different"] == pytest.approx(0.676110, abs=5e-7)
    assert found["three_faces"] == pytest.approx(579 / 270725)
    assert found["named"] == pytest.approx(7 / 13)


def test_the_sizes_of_captures_are_those_of_the_rules_file() -> None:
    sizes, _ = exact.solve(RULES, 2, {}).tables

    expected = (0.671107, 0.195822, 0.100819, 0.028327, 0.003924)
    assert sizes.columns["share"] == pytest.approx(expected, abs=5e-7)


def test_more_face_cards_are_taken_where_the_table_says_so() -> None:
    """Three kings lie in 4 of 52 * 51 * 50 / 6 triples with any other card but the fourth."""
    several = exact.next_captures(Rules(face_capture="one-or-three"), least=3)

    with_three_faces = 3 * 4 * 48
    assert several - exact.next_captures(RULES, least=3) == Fraction(
        with_three_faces, exact.TABLES * exact.OTHERS
    )


SIMULATED = [
    ("random-legal", (5.213, 5.652), 0.040, 100_000),
    ("random-legal", (3.208, 3.546, 4.019), 0.039, 100_000),
    ("random-legal", (2.238, 2.442, 2.775, 3.260), 0.021, 100_000),
    ("pair-only", (4.681, 5.770), 0.006, 600_000),
    ("pair-only", (2.9698, 3.3824, 3.8859), 0.013, 200_000),
    ("pair-only", (2.114, 2.349, 2.579, 2.982), 0.008, 300_000),
    ("greedy-cards", (5.758, 5.024), 0.030, 100_000),
]
"""Who plays, the mean points by seat, the standard error of these, and hands that are enough."""


@pytest.mark.parametrize(
    ("strategy", "points", "error", "n"), SIMULATED, ids=lambda value: str(value)[:12]
)
def test_seats_score_as_measured(
    strategy: str, points: tuple[float, ...], error: float, n: int
) -> None:
    rows = at_table(strategy, len(points), n).tables["sides"]

    for side, mean in enumerate(points):
        sample = moments(rows.filter(pl.col("side") == side), "score")
        assert_mean(sample, mean, resolves=12 * error, reference_error=error)


def test_pairs_leave_cards_tied_and_the_last_capture_to_the_dealer_as_measured() -> None:
    rows, n = at_table("pair-only", 2, 600_000).tables["ends"], 600_000

    for column, value, share in (("cards_tied", 1, 0.1829), ("last", 1, 0.9739)):
        found = int(rows.filter(pl.col(column) == value)["count"].sum())
        error = math.sqrt(share * (1 - share) / 230_000)
        assert_share((found, n), share, resolves=12 * error, reference_error=error)


def test_greedy_players_sweep_as_often_as_measured() -> None:
    rows = at_table("greedy-cards", 2, 100_000).tables["seats"]

    for seat, mean in enumerate((0.455, 0.534)):
        sample = moments(rows.filter(pl.col("seat") == seat), "sweeps")
        assert_mean(sample, mean, resolves=0.1, reference_error=0.007)


@cache
def at_table(strategy: str, players: int, n: int) -> Any:
    """Hands of players who all play alike, the dealer last."""
    seats = [strategy] * players
    return cardsim.run("casino", n, players=players, seats=seats, unit="hand", seed=5, threads=1)


def moments(rows: pl.DataFrame, column: str) -> tuple[float, float, int]:
    """Mean, standard deviation and number."""
    n = int(rows["count"].sum())
    mean = float((rows[column] * rows["count"]).sum()) / n
    square = float((rows[column] ** 2 * rows["count"]).sum()) / n
    return mean, math.sqrt(square - mean * mean), n
