"""Spades meets the figures of its rules file: those that are exact, and those of another program.

False alarm 1e-6, false pass of an error of `resolves` 1e-6.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import polars as pl
import pytest

import cardsim
from checks import assert_mean, assert_share

pytestmark = pytest.mark.kept(0, full=2)

IN_HAND = (
    *(0.01279095, 0.08006186, 0.20587335, 0.28632961, 0.23860801, 0.12469193, 0.04156398),
    *(0.00881660, 0.00116690, 9.26114e-05, 4.11606e-06),
)
COUNTS = (0.049020, 0.178769, 0.273357, 0.243225, 0.149743, 0.070658, 0.026191, 0.007361, 0.001471)
FIGURES = {
    "count": 2.62973550,
    "long_spades": 0.04032129,
    "void": 0.05106552,
    "void_in_suit": 0.01279095,
    "no_top_spade": 0.41352941,
    "low_spades": 0.22153361,
}
DEALS = 2_000_000
SE, SE_RANDOM, SE_SIDES = 0.0011, 0.0004, 0.0009
"""Of the figures."""
POLICIES = [
    ("highest-legal", "broken", (3.2802, 3.2392, 3.2384, 3.2422), SE),
    ("highest-legal", "any", (3.2377, 3.2544, 3.2537, 3.2543), SE),
    ("random-legal", "broken", (3.2610, 3.2462, 3.2464, 3.2464), SE_RANDOM),
    ("random-legal", "any", (3.2593, 3.2477, 3.2470, 3.2460), SE),
]


def test_the_exact_figures_are_those_of_the_rules_file() -> None:
    answer = cardsim.exact("spades", "hand")

    assert answer.figures == pytest.approx(FIGURES, abs=5e-9)
    spades, counts = answer.tables["spades"], answer.tables["counts"]["share"].to_list()
    assert spades["hand"].to_list()[:11] == pytest.approx(IN_HAND, abs=5e-9)
    assert sum(spades["hand"]) == pytest.approx(1)
    partners = spades["partners"].to_list()
    assert partners == pytest.approx(partners[::-1])
    assert partners[4:7] == pytest.approx([0.073561, 0.161833, 0.238491], abs=5e-7)
    assert counts[:9] == pytest.approx(COUNTS, abs=5e-7)
    assert sum(counts) == pytest.approx(1)
    assert "2.630 tricks" in answer.sentence
    assert "10.52 of 13" in answer.sentence


def test_other_counts_are_what_count_bid_bids_with_them() -> None:
    given: dict[str, Any] = {"king_min_length": 3, "spade_extra_from": 5}
    exact = cardsim.exact("spades", "hand", **given)

    rows = at_table("count-bid:king_min_length=3,spade_extra_from=5", 200_000)

    # A bid is at least 1.
    mean = exact.figures["count"] + exact.tables["counts"]["share"][0]
    assert_mean(moments(rows, "bid", 0), mean, resolves=0.05)


@cache
def at_table(strategy: str, deals: int = DEALS, **asked: Any) -> pl.DataFrame:
    """Bids and tricks by seat where all play alike."""
    asked = {"vs": strategy, **asked}
    result = cardsim.run("spades", deals, unit="hand", seed=17, strategy=strategy, **asked)
    return result.tables["bids"]


def moments(rows: pl.DataFrame, column: str, seat: int) -> tuple[float, float, int]:
    """Mean, standard deviation and number."""
    rows = rows.filter(pl.col("seat") == seat)
    n = int(rows["count"].sum())
    mean = float((rows[column] * rows["count"]).sum()) / n
    square = float((rows[column] ** 2 * rows["count"]).sum()) / n
    return mean, math.sqrt(square - mean * mean), n


@pytest.mark.parametrize(("policy", "lead", "means", "error"), POLICIES)
def test_seats_take_as_many_tricks_as_measured(
    policy: str, lead: str, means: tuple[float, ...], error: float
) -> None:
    rows = at_table(policy, spade_lead=lead)

    for seat, mean in enumerate(means):
        assert_mean(moments(rows, "taken", seat), mean, resolves=0.02, reference_error=error)


@pytest.mark.parametrize(
    ("policy", "share"),
    [("highest-legal", 0.0743), ("lowest-legal", 0.0482), ("random-legal", 0.0343)],
)
def test_the_dealer_takes_no_trick_as_often_as_measured(policy: str, share: float) -> None:
    rows = at_table(policy, spade_lead="broken").filter(pl.col("seat") == 3)

    none = int(rows.filter(pl.col("taken") == 0)["count"].sum())
    # It was rounded to four digits.
    assert_share((none, DEALS), share, resolves=0.003, reference_error=1e-4)


@pytest.mark.parametrize(
    ("first", "second", "mean"),
    [("highest-legal", "lowest-legal", 7.1667), ("lowest-legal", "highest-legal", 5.8468)],
)
def test_the_side_that_leads_takes_as_many_tricks_as_measured(
    first: str, second: str, mean: float
) -> None:
    seats = [first, second, first, second]
    rows = cardsim.run("spades", DEALS, unit="hand", seed=18, seats=seats).tables["bids"]

    sides = [moments(rows, "taken", seat) for seat in (0, 2)]
    # At most as far from their mean as both together.
    sample = (sum(m for m, _, _ in sides), sum(s for _, s, _ in sides), sides[0][2])
    assert_mean(sample, mean, resolves=0.03, reference_error=SE_SIDES)
