"""Intervals from few units, and from units that are the same game twice."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats as exact

import cardsim
from cardsim.game import Column, Measure
from cardsim.games import load_game
from cardsim.runs.result import Result
from cardsim.statistics import stats
from cardsim.statistics.paired import Moments, all_pairs

FEW = (5, 20, 100)
SEEDS = 2000
UNITS = 20_000
LEAST = 0.93
SOME = 300
"""Seeds of the full tier; the deep one has all."""


def alarm(seeds: int) -> float:
    """The share that is fallen below with a chance of 1e-6, if 93 % are covered."""
    return float(exact.binom.ppf(1e-6, seeds, LEAST)) / seeds


QUICK = (("scat", "hand"),)
GAMES = (
    *("bridge", "casino", "cheat", "chinese-ten", "counter-cameroon", "dice-game", "euchre"),
    *("gin-rummy", "ninety-nine", "scat", "spades", "square-nine"),
)
UNITS_OF = [(game, unit) for game in GAMES for unit in load_game(game).units]


@cache
def played(game: str, unit: str) -> Result:
    return cardsim.run(game, UNITS, unit=unit, seed=5)


def counted(result: Result, measure: Measure) -> tuple[pl.Series, Any]:
    """The values that units had of a measure, and how often each."""
    rows = result.tables[measure.table]
    for name, value in measure.where:
        rows = rows.filter(pl.col(name) == value)
    rows = rows.group_by(measure.column).agg(pl.col("count").sum()).sort(measure.column)
    return rows[measure.column], rows["count"].to_numpy()


def covered(result: Result, measure: Measure, n: int, seeds: int = SOME) -> float:
    """How often the interval of n units holds what all of them have."""
    values, counts = counted(result, measure)
    column = result.unit.column(measure)
    truth = result[measure.name].value
    samples = np.random.default_rng(n).multinomial(n, counts / counts.sum(), seeds)
    distinct, times = np.unique(samples, axis=0, return_counts=True)
    hits = 0
    for sample, many in zip(distinct, times, strict=True):
        table = pl.DataFrame({measure.column: values, "count": sample}).filter(pl.col("count") > 0)
        some = {measure.table: table.with_columns(**{k: pl.lit(v) for k, v in measure.where})}
        e = stats.estimate(some, measure, display=dict(result.spec.display), column=column)
        hits += many * (e.low - 1e-9 <= truth <= e.high + 1e-9)
    return float(hits / seeds)


@pytest.mark.parametrize(
    ("game", "unit"),
    [
        pytest.param(*of, marks=pytest.mark.full if of in QUICK else pytest.mark.deep)
        for of in UNITS_OF
    ],
)
def test_the_interval_of_few_units_covers_every_mean(game: str, unit: str) -> None:
    result = played(game, unit)
    quick = (game, unit) in QUICK
    seeds = SOME if quick else SEEDS
    found = {
        (m.name, n): covered(result, m, n, seeds)
        for m in result.unit.measures
        for n in (FEW[:1] if quick else FEW)
        if not (m.is_share or m.as_share or m.quantile)
    }

    assert found
    assert {of: share for of, share in found.items() if share < alarm(seeds)} == {}


@pytest.mark.full
@pytest.mark.parametrize("n", FEW)
def test_a_quantile_of_few_units_is_covered(n: int) -> None:
    result = played("dice-game", "game")
    for measure in (m for m in result.unit.measures if m.quantile):
        assert covered(result, measure, n) >= alarm(SOME)


@pytest.mark.full
@pytest.mark.parametrize("n", FEW)
def test_a_share_with_ties_of_few_units_is_covered(n: int) -> None:
    assert covered(played("scat", "hand"), cardsim_measure("fair_share"), n) >= alarm(SOME)


def cardsim_measure(name: str) -> Measure:
    return next(m for m in played("scat", "hand").unit.measures if m.name == name)


@pytest.mark.full
@pytest.mark.parametrize("n", FEW)
def test_a_difference_of_few_units_is_covered(n: int) -> None:
    """Two who differ in one hand of six."""
    rng = np.random.default_rng(n)
    one = rng.choice([-300, -100, 50, 100, 400], 10**5)
    other = np.where(rng.random(10**5) < 1 / 6, rng.choice([-300, 50, 400], 10**5), one)
    truth, hits = float((one - other).mean()), 0
    for _ in range(SOME):
        both = np.array([one, other], np.int64)[:, rng.integers(0, 10**5, n)]
        moments = Moments(n, both.sum(axis=1), both @ both.T)
        gap = moments.means[0] - moments.means[1]
        hits += abs(gap - truth) <= all_pairs(moments)[0, 1]

    assert hits / SOME >= alarm(SOME)


def test_a_difference_of_few_units_is_as_wide_either_way_round() -> None:
    """Also beside one who gets the same in every hand."""
    both = np.array([[5] * 20, [0, 10] * 10], np.int64)
    one, other = all_pairs(Moments(20, both.sum(axis=1), both @ both.T))

    assert one[1] == pytest.approx(other[0])


def test_partners_who_play_the_same_boards_are_counted_once() -> None:
    """From North and from South it is one game; of eight boards there are sixteen, not 32."""
    file = Path(__file__).parent / "deals" / "club.pbn"
    result = cardsim.run("bridge", deals=str(file), seed=1, vs="usual")
    rows, column = result.tables[result.measure.table], result.unit.column(result.measure)
    within = column.low * column.scale, column.high * column.scale
    _, low, high, _ = stats.mean_interval(rows[column.name], rows["count"] / 2, within=within)

    assert result.spec.repeats == 2
    assert set(rows["count"] % 2) == {0}
    assert (result.headline.low, result.headline.high) == (low, high)
    assert result.headline.n == result.hands
    whole = stats.mean_interval(rows[column.name], rows["count"], within=within)
    assert high - low > 1.2 * (whole[2] - whole[1])
    two = "tips", "highest-legal"
    both = cardsim.compare("bridge", *two, deals=str(file), seed=1, vs="usual")
    assert both.moments.repeats == 2
    assert cardsim.run("bridge", 8, seed=1, vs="usual").spec.repeats == 1


def test_what_was_not_seen_leaves_room_on_its_side() -> None:
    """Five hands without a point say little of how many a hand has; ten wins of ten no more."""
    five = {"t": pl.DataFrame({"x": [0], "count": [5]})}
    none = stats.estimate(five, MEAN, column=Column("x", 0, 260, ""))
    unhurt = stats.estimate(five, MEAN, column=Column("x", -260, 0, ""))
    wins = pl.DataFrame({"x": [600, 800], "count": [5, 5]})
    won = stats.estimate({"t": wins}, MEAN, column=Column("x", -(10**6), 10**6, ""))

    assert none.low == none.value == 0
    assert 30 < none.high < 130
    assert (unhurt.low, unhurt.high) == (-none.high, 0)
    assert 2 * (won.high - won.value) < won.value - won.low


MEAN = Measure("mean", "", "t", "x")
