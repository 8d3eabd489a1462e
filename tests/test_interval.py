"""Intervals of a frame's column: as often right as they say, though rows of a hand are alike."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats as exact

import cardsim
from cardsim import UserError, interval
from cardsim.statistics.clustered import _mean_bounds, _share_bounds
from cardsim.statistics.stats import wilson

SEEDS = 2000
FALSE_ALARM = 1e-6
HANDS = pl.DataFrame({"hand": [0, 0, 1, 1, 1, 2], "won": [True, False, True, True, False, False]})


def drawn(rng: np.random.Generator, hands: int, mean: float, alike: float) -> Any:
    """Sums and sizes of hands of 1 to 19 rows, each with a chance of its own.

    `alike` is the correlation of two rows of one hand.
    """
    sizes = rng.integers(1, 20, hands)
    own = rng.beta(mean * (1 - alike) / alike, (1 - mean) * (1 - alike) / alike, hands)
    return rng.binomial(sizes, own).astype(float), sizes.astype(float)


def assert_covers(hits: int, promised: float) -> None:
    """So many of `SEEDS` intervals hold the truth, which happens as often as promised, or more."""
    assert exact.binom.cdf(hits, SEEDS, promised) > FALSE_ALARM, hits / SEEDS


@pytest.mark.parametrize(("hands", "mean", "alike"), [(30, 0.5, 0.1), (200, 0.1, 0.3)])
def test_intervals_of_shares_hold_the_truth_as_often_as_they_say(
    hands: int, mean: float, alike: float
) -> None:
    """2,000 seeds: a coverage of 93 % raises a false alarm once in a million, 87 % is seen."""
    hits = 0
    for seed in range(SEEDS):
        totals, sizes = drawn(np.random.default_rng(seed), hands, mean, alike)
        low, high = _share_bounds(totals, sizes, totals.sum() / sizes.sum(), 0.95)
        hits += low <= mean <= high

    assert_covers(hits, 0.93)
    assert hits / SEEDS < 0.98
    assert exact.binom.sf(exact.binom.ppf(FALSE_ALARM, SEEDS, 0.93), SEEDS, 0.87) < 1e-3


def test_intervals_of_means_hold_the_truth_as_often_as_they_say() -> None:
    """Points of a hand add to those of its rows; 2,000 seeds, false alarm 1e-6."""
    hits = alone = 0
    for seed in range(SEEDS):
        rng = np.random.default_rng(seed)
        sizes = rng.integers(1, 20, 40).astype(float)
        totals = sizes * (3 + 2 * rng.standard_normal(40)) + np.sqrt(sizes) * rng.normal(size=40)
        low, high = _mean_bounds(totals, sizes, 0.95)
        hits += low <= 3 <= high
        error = math.sqrt(5 / sizes.sum())  # of rows that had nothing in common
        alone += abs(totals.sum() / sizes.sum() - 3) < 1.96 * error

    assert_covers(hits, 0.93)
    assert hits / SEEDS < 0.98
    assert alone / SEEDS < 0.7, "the law tells clusters from rows"


def test_the_interval_is_the_one_of_the_formula() -> None:
    frame = pl.DataFrame({"hand": np.repeat(np.arange(2000), 2), "points": 0.0})
    points = np.random.default_rng(1).normal(5, 2, 2000).repeat(2) * 10
    frame = frame.with_columns(points=pl.Series(points))

    found = interval(frame, "points", by="hand")

    error = points[::2].std(ddof=1) / math.sqrt(2000)
    assert found.estimate == pytest.approx(points.mean())
    assert found.half == pytest.approx(1.959964 * error)
    assert (found.n, found.clusters, found.is_share) == (4000, 2000, False)


def test_hands_of_one_row_get_the_wilson_interval() -> None:
    frame = pl.DataFrame({"hand": range(5000), "won": [k % 5 == 0 for k in range(5000)]})

    found = interval(frame, "won", by="hand")

    assert (found.low, found.high) == pytest.approx(wilson(1000, 5000), rel=1e-3)
    assert repr(found) == "<Interval won: 20.0 % (± 1.1), 5000 rows in 5000 groups by hand>"


@pytest.mark.parametrize("value", [0, 1])
def test_a_share_of_none_or_all_counts_each_hand_once(value: int) -> None:
    frame = pl.DataFrame({"hand": [h for h in range(10) for _ in range(50)], "won": [value] * 500})

    found = interval(frame, "won", by="hand")

    assert found.estimate == value
    assert 0.25 < found.high - found.low < 0.4


def test_pandas_and_several_columns_do_as_well() -> None:
    twice = pl.concat([HANDS.with_columns(seed=seed) for seed in (1, 2)])

    assert interval(HANDS.to_pandas(), "won", by="hand") == interval(HANDS, "won", by="hand")
    assert interval(twice, "won", by="hand").clusters == 3
    assert interval(twice, "won", by=["seed", "hand"]).clusters == 6


def test_a_frame_of_hands_is_taken_as_it_is() -> None:
    frame = cardsim.hands("dice-game", n=50, players=3, seed=1).with_columns(
        first=pl.col("seat") == 0
    )

    found = interval(frame, "first", by="hand", confidence=0.9)

    assert found.estimate == pytest.approx(1 / 3)
    assert found.low < found.estimate < found.high
    assert repr(found).endswith("150 rows in 50 groups by hand, 90 % interval>")


WRONG: dict[str, tuple[Any, dict[str, Any]]] = {
    "the frame has no column 'one'": (HANDS, {"column": "one"}),
    "the frame has no column 'hnad'": (HANDS, {"by": "hnad"}),
    "column 'won' must have numbers or booleans, not String": (
        HANDS.with_columns(won=pl.lit("yes")),
        {},
    ),
    "column 'won' has 6 nulls in 6 rows": (HANDS.with_columns(won=pl.lit(None, pl.Boolean)), {}),
    "column 'hand' has 1 null in 6 rows": (
        HANDS.with_columns(hand=pl.Series([None, 0, 1, 1, 1, 2])),
        {},
    ),
    "column 'won' has a number that is not finite": (HANDS.with_columns(won=math.nan), {}),
    "the frame has no rows": (HANDS[:0], {}),
    "all 2 rows have the same hand, and one alone tells nothing of how far others lie apart": (
        HANDS[:2],
        {},
    ),
    "column 'won' has a number beyond 1e+100": (HANDS.with_columns(won=1e300), {}),
    "frame must be a polars or pandas frame, not list": ([1, 0], {}),
    "frame must be a polars or pandas frame, not LazyFrame": (HANDS.lazy(), {}),
    "the frame has no column 'col(\"won\")'": (HANDS, {"column": pl.col("won")}),
    "confidence must be between 0 and 1, such as 0.95, not 95": (HANDS, {"confidence": 95}),
    'by must name a column, such as "hand"': (HANDS, {"by": ()}),
}


@pytest.mark.parametrize("message", WRONG)
def test_what_has_no_interval_is_refused_in_a_line(message: str) -> None:
    frame, more = WRONG[message]

    with pytest.raises(UserError) as caught:
        interval(frame, **{"column": "won", "by": "hand", **more})

    assert str(caught.value) == message
