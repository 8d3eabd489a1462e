"""Euchre meets the figures of its rules file: those that are exact, and those of another program.

False alarm 1e-6, false pass of an error of `resolves` 1e-6.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim import Strategy, borrowed
from checks import assert_mean, assert_share

pytestmark = pytest.mark.kept(0, full=2)

DEALS = 500_000
SE_SHARE = 4e-4
"""Of the figures, which are rounded to four digits."""
BY_TRICKS = {
    ("highest-legal", 0): (0.2892, 0.2102, 0.1765, 0.1354, 0.1019, 0.0868),
    ("lowest-legal", 0): (0.0949, 0.2680, 0.2982, 0.2103, 0.1042, 0.0244),
    ("highest-legal", 1): (0.0868, 0.1019, 0.1354, 0.1765, 0.2102, 0.2892),
    ("lowest-legal", 1): (0.0244, 0.1042, 0.2103, 0.2982, 0.2680, 0.0949),
}
"""By policy and the side of the maker; the dealer is seat 3."""
NETS = {
    ("highest-legal", 0): -0.9409,
    ("lowest-legal", 0): -0.9589,
    ("highest-legal", 1): 0.3169,
    ("lowest-legal", 1): 0.0782,
}


FIGURES = {
    "upcard_jack": 1 / 6,
    "right_in_hand": 50 / 69,
    "right_in_given_hand": 25 / 138,
    "right_in_kitty": 5 / 46,
    "left_in_hand": 20 / 23,
    "left_in_kitty": 3 / 23,
    "both_bowers": 25 / 759,
    "both_if_no_jack": 0.0395257,
    "both_somewhere": 0.1317523,
    "dealer_throws_trump": 0.00017831,
    "top_trumps": 1 / 42504,
    "void_in_suit": 0.2015810,
    "void": 0.6950875,
    "farmers_hand": 56 / 42504,
    "somebody_farms": 0.0052701,
    "trumps": 30 / 23,
    "dealer_trumps": 53 / 23,
    "fixed_trumps": 35 / 24,
}
IN_HAND = (0.18389848, 0.42438111, 0.30312936, 0.08083450, 0.00757823, 0.00017831)
FIXED = (0.14558630, 0.39196311, 0.33596838, 0.11198946, 0.01399868, 0.00049407)
KITTY = (0.38396386, 0.46075663, 0.14398645, 0.01129305)


def test_the_exact_figures_are_those_of_the_rules_file() -> None:
    answer = cardsim.exact("euchre", "deal")

    assert answer.figures == pytest.approx(FIGURES, abs=6e-8)
    trumps, dealer = answer.tables["trumps"], answer.tables["dealer"]
    assert trumps["upcard_suit"].to_list() == pytest.approx(IN_HAND, abs=5e-9)
    assert trumps["fixed_suit"].to_list() == pytest.approx(FIXED, abs=5e-9)
    assert dealer["trumps"].to_list() == [1, 2, 3, 4, 5, 6]
    assert dealer["share"].to_list() == trumps["upcard_suit"].to_list()
    assert answer.tables["kitty"]["share"].to_list() == pytest.approx(KITTY, abs=5e-9)
    assert "1.304 trumps" in answer.sentence
    assert "10.87 % of deals" in answer.sentence


def test_hands_of_nines_and_tens_are_thrown_in_as_often_as_they_are_dealt() -> None:
    rules: dict[str, Any] = {"farmers_hand": True, "stick_the_dealer": True}
    result = cardsim.run(
        "euchre", 1_000_000, unit="hand", seed=29, strategy="never-call", vs="usual", **rules
    )

    ends = dict(result.tables["ends"].iter_rows())
    assert_share((ends[0], 1_000_000), FIGURES["somebody_farms"], resolves=0.001)


def player(policy: str, call: str) -> Strategy:
    """Who plays by a policy, and calls or does not."""
    return Strategy(
        "euchre",
        name=f"{policy} {call}",
        order=borrowed("euchre", call, "order"),
        discard=borrowed("euchre", "lowest-power", "discard"),
        play=borrowed("euchre", policy, "play"),
    )


@cache
def with_maker(policy: str, maker: int) -> pl.DataFrame:
    """How often the makers take so many tricks where one seat orders up whatever it has."""
    calls = ["always-order" if seat == maker else "never-call" for seat in range(4)]
    seats = [player(policy, call) for call in calls]
    result = cardsim.run("euchre", DEALS, unit="hand", seed=23 + maker, seats=seats)
    rows = result.tables["makers"]
    assert rows["maker"].unique().to_list() == [maker]
    assert (rows["round"].unique().to_list(), rows["alone"].unique().to_list()) == ([1], [0])
    return rows.group_by("tricks").agg(pl.col("count").sum())


@pytest.mark.parametrize("maker", range(4))
@pytest.mark.parametrize("policy", ["highest-legal", "lowest-legal"])
def test_makers_take_as_many_tricks_as_measured(policy: str, maker: int) -> None:
    counts = dict(with_maker(policy, maker).select("tricks", "count").iter_rows())

    for tricks, share in enumerate(BY_TRICKS[policy, maker % 2]):
        found = counts[tricks], DEALS
        assert_share(found, share, resolves=0.008, reference_error=SE_SHARE)


@pytest.mark.parametrize("maker", range(4))
@pytest.mark.parametrize("policy", ["highest-legal", "lowest-legal"])
def test_makers_win_as_much_as_measured(policy: str, maker: int) -> None:
    counts = dict(with_maker(policy, maker).select("tricks", "count").iter_rows())
    points = {tricks: -2 if tricks < 3 else 2 if tricks == 5 else 1 for tricks in range(6)}

    mean = sum(points[tricks] * count for tricks, count in counts.items()) / DEALS
    square = sum(points[tricks] ** 2 * count for tricks, count in counts.items()) / DEALS

    sample = mean, math.sqrt(square - mean * mean), DEALS
    # A deal's points have a standard deviation below 2.
    reference = 2 / math.sqrt(2_000_000)
    assert_mean(sample, NETS[policy, maker % 2], resolves=0.03, reference_error=reference)


@pytest.mark.parametrize("policy", ["highest-legal", "lowest-legal"])
def test_what_one_side_takes_as_makers_the_other_takes_against_them(policy: str) -> None:
    for own, other in ((0, 1), (2, 3)):
        first, second = (
            dict(with_maker(policy, maker).select("tricks", "count").iter_rows())
            for maker in (own, other)
        )
        for tricks in range(6):
            share = second[5 - tricks] / DEALS
            error = math.sqrt(share * (1 - share) / DEALS)
            assert_share((first[tricks], DEALS), share, resolves=0.01, reference_error=error)
