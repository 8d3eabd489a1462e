"""Counts of outcomes, and the intervals drawn from them."""

import itertools
import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as exact
from scipy.special import gammaln, xlogy

from cardsim.engine import counting, look_ahead
from cardsim.engine.counting import (
    FIRST_BITS,
    NOTHING,
    Counts,
    count_rows,
    counts_in,
    frame,
    merge,
    packing,
)
from cardsim.game import Axis, Column, CountTable, Measure
from cardsim.statistics import stats
from cardsim.statistics.paired import NEGLIGIBLE, Moments
from checks import assert_mean, assert_share, assert_uniform

SEATS = 4
OUTCOME = np.dtype(
    [("a", np.int16), ("b", np.int16), ("seats", np.int16, (SEATS,)), ("c", np.int16)]
)
PLAIN = CountTable("plain", (Column("c", -3, 9, ""), Column("a", 0, 5, "")))
BY_SEAT = CountTable(
    "by_seat", (Column("b", 0, 2, ""), Column("own", -1, 3, "", field="seats")), by_seat=True
)
BY_PLACE = CountTable(
    "by_place",
    (Column("own", -1, 3, "", field="seats"), Column("a", 0, 5, "")),
    by=Axis("place", 2, 4),
)
SHOWN = CountTable(
    "shown",
    (
        Column("word", 1, 2, "", field="a", labels=("one", "two")),
        Column("half", 0, 9, "", field="b", scale=0.5),
    ),
)
WIDE = CountTable("wide", (Column("a", 0, 9999, ""), Column("b", 0, 999, "")))


def outcomes(**columns: Any) -> np.ndarray[Any, Any]:
    n = len(next(iter(columns.values())))
    rows = np.zeros(n, OUTCOME)
    for name, values in columns.items():
        rows[name] = values
    return rows


def counted(table: CountTable, rows: np.ndarray[Any, Any], players: int = 3) -> pl.DataFrame:
    packed = packing(table, OUTCOME, players)
    return frame(count_rows(rows, packed), table, packed)


def grouped(table: CountTable, rows: np.ndarray[Any, Any], players: int = 3) -> pl.DataFrame:
    """The same counts by polars."""
    parts = []
    axis = table.axis(players)
    low, high = (0, 0) if axis is None else (axis.low, axis.high)
    for place in range(low, high + 1):
        columns: dict[str, Any] = {} if axis is None else {axis.name: np.full(len(rows), place)}
        for column in table.columns:
            values = rows[column.field].astype(np.int64)
            columns[column.name] = values[:, place - low] if values.ndim > 1 else values
        parts.append(pl.DataFrame(columns))
    whole = pl.concat(parts)
    return whole.group_by(whole.columns).agg(pl.len().cast(pl.Int64).alias("count"))


def same(one: pl.DataFrame, other: pl.DataFrame) -> bool:
    return one.columns == other.columns and one.sort(one.columns).equals(other.sort(one.columns))


# ---------------------------------------------------------------- counting


rows_of_outcomes = st.lists(
    st.tuples(
        st.integers(0, 5),
        st.integers(0, 2),
        st.tuples(*[st.integers(-1, 3)] * SEATS),
        st.integers(-3, 9),
    ),
    min_size=1,
    max_size=60,
).map(lambda rows: np.array(rows, OUTCOME))


@given(rows=rows_of_outcomes, players=st.integers(2, SEATS))
@settings(deadline=None)
def test_the_counts_are_those_of_a_polars_group_by(rows: Any, players: int) -> None:
    for table in (PLAIN, BY_SEAT, BY_PLACE):
        assert same(counted(table, rows, players), grouped(table, rows, players))


@given(rows=rows_of_outcomes, cuts=st.lists(st.integers(0, 60), max_size=3))
@settings(deadline=None)
def test_the_counts_of_parts_add_up_to_those_of_the_whole(rows: Any, cuts: list[int]) -> None:
    for table in (PLAIN, BY_SEAT):
        packed = packing(table, OUTCOME, 3)
        parts = [count_rows(part, packed) for part in np.split(rows, sorted(cuts)) if len(part)]
        whole = count_rows(rows, packed)

        for order in (
            parts,
            parts[::-1],
            [NOTHING, *parts, NOTHING],
            [merge(parts[:1]), *parts[1:]],
        ):
            merged = merge(order)
            assert merged.keys.tolist() == whole.keys.tolist()
            assert merged.counts.tolist() == whole.counts.tolist()


def test_counts_are_read_back_from_their_frame() -> None:
    for table in (PLAIN, BY_SEAT, BY_PLACE, SHOWN):
        packed = packing(table, OUTCOME, 3)
        size = int(packed.strides[-1]) * packed.places
        kept = Counts(np.arange(0, size, 3, dtype=np.uint64), np.arange(1, 1 + -(-size // 3)))

        read = counts_in(frame(kept, table, packed), table, packed)

        assert read.keys.tolist() == kept.keys.tolist()
        assert read.counts.tolist() == kept.counts.tolist()


def test_counts_beyond_what_a_float_can_hold_add_up_exactly() -> None:
    huge = Counts(np.array([3, 5], np.uint64), np.array([2**53, 2**62], np.int64))
    one = Counts(np.array([3, 5], np.uint64), np.array([1, 1], np.int64))

    assert merge([huge, one]).counts.tolist() == [2**53 + 1, 2**62 + 1]


def test_counts_of_nothing_add_up_to_nothing() -> None:
    assert len(merge([NOTHING, NOTHING]).keys) == 0


@pytest.mark.parametrize(
    "distinct", [2**FIRST_BITS // 2 + k for k in (-1, 0, 1, 2)] + [5_000, 120_000]
)
def test_the_table_of_counts_grows_with_the_distinct_rows(distinct: int) -> None:
    numbers = np.random.default_rng(1).permutation(np.repeat(np.arange(distinct), 2))
    rows = outcomes(a=numbers // 100, b=numbers % 100)

    table = counted(WIDE, rows)

    assert table.height == distinct
    assert (table["a"] * 100 + table["b"]).sort().to_list() == list(range(distinct))
    assert set(table["count"]) == {2}


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [(PLAIN, "c", -4), (PLAIN, "c", 10), (PLAIN, "a", -1), (PLAIN, "a", 6), (BY_SEAT, "seats", 4)],
)
def test_an_outcome_out_of_its_declared_range_is_refused(
    table: CountTable, column: str, value: int
) -> None:
    rows = outcomes(a=[1] * 50)
    rows[column][49] = value

    with pytest.raises(ValueError, match="out of its declared range"):
        counted(table, rows)


def test_the_ends_of_a_declared_range_are_within_it() -> None:
    rows = outcomes(a=[0, 5], b=[0, 2], c=[-3, 9])

    assert counted(PLAIN, rows).rows() == [(-3, 0, 1), (9, 5, 1)]


def test_a_seat_beyond_the_players_is_not_counted() -> None:
    rows = outcomes(seats=[[0, 1, 2, 99]])

    assert counted(BY_SEAT, rows, players=3).rows() == [(0, 0, 0, 1), (1, 0, 1, 1), (2, 0, 2, 1)]


def test_labels_and_scales_are_shown_in_the_table() -> None:
    assert counted(SHOWN, outcomes(a=[1, 2, 2], b=[3, 4, 4])).rows() == [
        ("one", 1.5, 1),
        ("two", 2.0, 2),
    ]


def test_a_table_too_wide_to_be_packed_is_refused() -> None:
    columns = tuple(Column(str(k), 0, 2**15 - 1, "", field="a") for k in range(5))

    with pytest.raises(ValueError, match="63 bits"):
        packing(CountTable("too wide", columns), OUTCOME, 3)


def test_a_table_as_wide_as_can_be_is_counted_rightly() -> None:
    columns = (
        *(Column(str(k), 0, 2**15 - 1, "", field="a") for k in range(4)),
        Column("c", 0, 2, ""),
    )
    table = CountTable("wide", columns)

    shown = counted(table, outcomes(a=[2**15 - 1, 0], c=[2, 1]), players=2)

    assert sorted(shown.rows()) == [(0, 0, 0, 0, 1, 1), (*[2**15 - 1] * 4, 2, 1)]


# ---------------------------------------------------------------- shares


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_of_a_share_is_the_published_one(
    successes: int, n: int, low: float, high: float
) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3 (score)."""
    assert stats.wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


@given(n=st.integers(1, 10**12), part=st.floats(0, 1), confidence=st.floats(0.5, 0.9999))
def test_the_interval_of_a_share_holds_it_and_solves_the_equation_of_wilson(
    n: int, part: float, confidence: float
) -> None:
    """The ends are the shares p from which the one seen lies z standard errors away."""
    successes = round(part * n)
    low, high = stats.wilson(successes, n, confidence)
    share, z = successes / n, stats.z_value(confidence)

    assert 0 <= low <= share <= high <= 1
    for end in (low, high):
        if 1e-6 < end < 1 - 1e-6 and end != share:
            error = math.sqrt(end * (1 - end) / n)
            assert abs(end - share) == pytest.approx(z * error, rel=1e-3, abs=1e-9)


def test_nothing_played_says_nothing_of_a_share() -> None:
    assert stats.wilson(0, 0) == (0.0, 1.0)


TABLE = CountTable("t", (Column("x", 0, 9, "", field="a"),))
SHARE = Measure("share", "", "t", "x", at_least=1)
MEAN = Measure("mean", "", "t", "x")
HALF = Column("x", 0, 2, "", scale=0.5)


@pytest.mark.parametrize("chance", [0.01, 0.1, 0.36, 0.5])
@pytest.mark.parametrize("n", [50, 1000])
def test_the_interval_of_a_share_covers_it_as_often_as_the_binomial_says(
    chance: float, n: int
) -> None:
    """200 000 simulated runs against the exact coverage, which itself is near 95 %."""
    covers = np.array(
        [low <= chance <= high for low, high in (stats.wilson(k, n) for k in range(n + 1))]
    )
    coverage = float((exact.binom.pmf(np.arange(n + 1), n, chance) * covers).sum())
    seen = np.random.default_rng(7).binomial(n, chance, 200_000)

    hits = sum(
        e.low <= chance <= e.high
        for e in (stats.estimate({"t": rows_of(n - k, k)}, SHARE) for k in seen[:200].tolist())
    )

    assert hits == covers[seen[:200]].sum()
    assert_share((int(covers[seen].sum()), len(seen)), coverage, resolves=0.01)
    assert coverage == pytest.approx(0.95, abs=0.04)


def rows_of(*counts: int) -> pl.DataFrame:
    """How often 0, 1, 2 .. were counted."""
    return pl.DataFrame({"x": range(len(counts)), "count": counts})


# ---------------------------------------------------------------- shares that can be tied


HALVES, THIRDS, SIXTHS = (0, 1 / 2, 1), (0, 1 / 3, 1), (0, 1 / 6, 1)
WON = Measure("won", "", "t", "x", as_share=True)


def ways(n: int, kinds: int) -> np.ndarray[Any, Any]:
    """All counts of so many kinds that add up to `n`, one a row."""
    bars = np.array(list(itertools.combinations(range(n + kinds - 1), kinds - 1)))
    edges = np.hstack([np.full((len(bars), 1), -1), bars, np.full((len(bars), 1), n + kinds - 1)])
    counts: np.ndarray[Any, Any] = np.diff(edges) - 1
    return counts


@pytest.mark.parametrize(
    ("n", "values", "least"),
    [
        *((5, values, 0.917) for values in (HALVES, THIRDS, SIXTHS, (0, 1 / 3, 1 / 2, 1))),
        *((20, values, 0.924) for values in (HALVES, THIRDS, SIXTHS, (0, 1 / 3, 1 / 2, 1))),
        *((100, values, 0.933) for values in (HALVES, THIRDS, SIXTHS)),
    ],
)
def test_the_interval_of_a_tied_share_covers_it(
    n: int, values: tuple[float, ...], least: float
) -> None:
    """Exactly, for all laws whose chances are multiples of 5 %: no chance is in this test."""
    numbers, samples, laws = np.array(values), ways(n, len(values)), ways(20, len(values)) / 20
    means, squares = samples @ numbers / n, samples @ numbers**2 / n
    bounds = np.array(
        [
            stats.tied_share(m, v, n)
            for m, v in zip(means.tolist(), (squares - means**2).clip(0).tolist(), strict=True)
        ]
    )

    with np.errstate(divide="ignore", invalid="ignore"):
        arranged = gammaln(n + 1) - gammaln(samples + 1).sum(axis=1)
        chances = np.exp(arranged + xlogy(samples[None], laws[:, None]).sum(axis=2))
    truth = (laws @ numbers)[:, None]
    covers = (bounds[:, 0] <= truth + 1e-9) & (truth - 1e-9 <= bounds[:, 1])
    coverage = (chances * covers).sum(axis=1)

    assert chances.sum(axis=1) == pytest.approx(1)
    assert coverage.min() >= least
    assert coverage.mean() < 0.99
    assert bounds.min() >= 0
    assert bounds.max() <= 1
    assert (bounds[:, 1] - bounds[:, 0]).min() > 1 / (2 * n)


@given(n=st.integers(1, 10**9), part=st.floats(0, 1), confidence=st.floats(0.5, 0.9999))
def test_a_share_that_is_never_tied_has_the_interval_of_wilson(
    n: int, part: float, confidence: float
) -> None:
    won = round(part * n)
    mean = won / n

    found = stats.tied_share(mean, mean * (1 - mean), n, confidence)

    assert found == pytest.approx(stats.wilson(won, n, confidence), rel=1e-9, abs=1e-9)


def test_a_tied_share_of_many_hands_has_the_interval_of_a_mean() -> None:
    counts = rows_of(300_000, 500_000, 200_000)

    _, low, high, _ = stats.share_interval(counts["x"] / 2, counts["count"])
    _, normal_low, normal_high, _ = stats.mean_interval(counts["x"] / 2, counts["count"])

    assert (low, high) == pytest.approx((normal_low, normal_high), abs=1e-5)
    assert high - low == pytest.approx(normal_high - normal_low, rel=0.002)


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [((0, 0, 5), 0.5655, 1.0), ((5, 0, 0), 0.0, 0.4345), ((0, 5, 0), 0.2827, 0.7173)],
)
def test_five_matches_that_ended_alike_leave_room(
    counts: tuple[int, ...], low: float, high: float
) -> None:
    """Lost, shared or won; Wilson's for five of five is 0.5655, and half of it of halves."""
    rows = rows_of(*counts).with_columns(pl.col("x") / 2)

    e = stats.estimate({"t": rows}, WON)
    by_seat = stats.means_by(rows.with_columns(seat=pl.lit(0)), "seat", HALF)

    assert (e.low, e.high) == pytest.approx((low, high), abs=1e-4)
    assert by_seat.select("low", "high").row(0) == (e.low, e.high)


def test_a_tied_share_is_as_many_errors_from_the_exact_one_as_its_scatter_says() -> None:
    """Half of the hands shared, a quarter won: a variance of 1/8, not the 1/4 of won or lost."""
    rows = rows_of(250, 500, 250).with_columns(pl.col("x") / 2)

    e = stats.estimate({"t": rows}, WON)

    assert e.errors_from(0.48) == pytest.approx(
        0.02 / math.sqrt((0.48 * 0.52 - 1 / 8) / 1000), 0.01
    )


# ---------------------------------------------------------------- means


@given(counts=st.lists(st.integers(0, 50), min_size=2, max_size=9).filter(lambda c: sum(c) > 1))
def test_a_mean_of_counts_is_the_mean_of_the_values_counted(counts: list[int]) -> None:
    values = np.repeat(np.arange(len(counts)), counts)

    e = stats.estimate({"t": rows_of(*counts)}, MEAN)

    assert e.n == len(values)
    assert e.value == pytest.approx(values.mean())
    assert e.sd == pytest.approx(values.std(ddof=1), abs=1e-12)
    half = exact.t.isf(0.025, len(values) - 1) * values.std(ddof=1) / math.sqrt(len(values))
    assert e.low <= e.value - half + 1e-9
    assert e.high >= e.value + half - 1e-9


def test_from_a_thousand_values_on_the_interval_is_the_normal_one() -> None:
    """As the central limit theorem has it, so that figures of long runs stay as they are."""
    e = stats.estimate({"t": rows_of(700, 200, 100)}, MEAN)

    half = 1.959964 * e.sd / math.sqrt(1000)
    assert (e.low, e.high) == pytest.approx((e.value - half, e.value + half), rel=1e-6)


def test_the_spread_of_large_numbers_near_each_other_is_not_lost() -> None:
    values = pl.Series([10**9, 10**9 + 1])

    mean, low, high, sd = stats.mean_interval(values, pl.Series([10**6, 10**6]))

    assert mean == 10**9 + 0.5
    assert sd == pytest.approx(0.5, rel=1e-5)
    assert high - low == pytest.approx(2 * 1.959964 * 0.5 / math.sqrt(2 * 10**6), rel=1e-3)


def test_a_mean_of_nothing_is_no_number_and_a_mean_of_one_has_no_bounds() -> None:
    nothing = stats.mean_interval(pl.Series([1]), pl.Series([0]))
    single = stats.mean_interval(pl.Series([4]), pl.Series([1]))

    assert all(math.isnan(x) for x in nothing)
    assert single[:3] == (4.0, -math.inf, math.inf)


@pytest.mark.full
def test_the_interval_of_a_mean_covers_it_95_times_in_a_hundred() -> None:
    """10 000 simulated runs of 2000 skewed numbers; off by less than 2.5 points."""
    weights = np.array([0.5, 0.25, 0.12, 0.07, 0.03, 0.02, 0.01])
    truth = float((weights * np.arange(7)).sum())
    samples = np.random.default_rng(11).multinomial(2000, weights, 10_000)
    values = pl.Series(range(7))

    means, hits = [], 0
    for counts in samples.tolist():
        mean, low, high, _ = stats.mean_interval(values, pl.Series(counts))
        means.append(mean)
        hits += low <= truth <= high

    assert_mean(means, truth, resolves=0.003)
    assert_share((hits, len(samples)), 0.95, resolves=0.025)


@pytest.mark.parametrize("confidence", [0.8, 0.99])
def test_an_interval_is_as_wide_as_its_confidence_asks(confidence: float) -> None:
    e = stats.estimate({"t": rows_of(700, 200, 100)}, MEAN, confidence)

    z = exact.norm.isf((1 - confidence) / 2)
    assert e.half == pytest.approx(z * e.sd / math.sqrt(1000))
    assert e.confidence == confidence


# ---------------------------------------------------------------- tables of estimates


def test_shares_of_a_column_add_up_to_one_whatever_else_the_table_holds() -> None:
    rows = pl.DataFrame({"x": [1, 1, 2], "y": [0, 1, 0], "count": [5, 5, 30]})

    table = stats.shares(rows, "x")

    assert table["share"].to_list() == [0.25, 0.75]
    assert table["low"].to_list() == [stats.wilson(k, 40)[0] for k in (10, 30)]


def test_means_by_seat_take_each_seat_alone() -> None:
    rows = pl.DataFrame({"seat": [0, 0, 1], "x": [0, 2, 5], "count": [1, 1, 4]})

    table = stats.means_by(rows, "seat", TABLE.columns[0])

    assert table.select("seat", "mean", "n").rows() == [(0, 1.0, 2), (1, 5.0, 4)]


def test_a_measure_is_taken_over_the_rows_it_names() -> None:
    rows = pl.DataFrame({"end": ["knock", "knock", "stock"], "x": [0, 1, 9], "count": [3, 1, 50]})
    measure = Measure("m", "", "t", "x", at_least=1, where=(("end", "knock"),))

    e = stats.estimate({"t": rows}, measure)

    assert (e.value, e.n) == (0.25, 4)


# ---------------------------------------------------------------- the checks of the other tests


def test_a_check_that_could_not_fail_fails() -> None:
    with pytest.raises(AssertionError, match="too small"):
        assert_mean((0.5, 1.0, 100), 0.5, resolves=0.5)
    with pytest.raises(AssertionError, match="too few"):
        assert_share((50, 100), 0.5, resolves=0.1)
    with pytest.raises(AssertionError, match="too few"):
        assert_uniform([50, 50], resolves=0.1)


def test_a_check_sees_the_error_it_says_it_resolves() -> None:
    with pytest.raises(AssertionError, match="expected"):
        assert_mean((0.11, 1.0, 10**6), 0.1, resolves=0.01)
    with pytest.raises(AssertionError, match="expected"):
        assert_share((510_000, 10**6), 0.5, resolves=0.01)
    with pytest.raises(AssertionError, match="chi-square"):
        assert_uniform([500_000, 510_000], resolves=0.02)


def test_a_check_passes_what_is_right() -> None:
    rng = np.random.default_rng(3)

    assert_mean(rng.normal(2.0, 1.0, 10**5), 2.0, resolves=0.05)
    assert_share((int(rng.binomial(10**5, 0.3)), 10**5), 0.3, resolves=0.02)
    assert_uniform(rng.multinomial(10**5, [0.1] * 10), resolves=0.05)


# ---------------------------------------------------------------- quantiles


@given(
    values=st.lists(st.integers(-5, 40), min_size=1, max_size=200),
    share=st.sampled_from([0.01, 0.05, 0.25, 0.5, 0.95, 0.99]),
)
def test_a_quantile_is_the_smallest_value_that_so_many_do_not_pass(
    values: list[int], share: float
) -> None:
    distinct, counts = np.unique(values, return_counts=True)
    order = np.random.default_rng(len(values)).permutation(len(distinct))

    found, low, high = stats.quantile_interval(
        pl.Series(distinct[order]), pl.Series(counts[order]), share, within=(-9, 99)
    )

    assert found == min(v for v in distinct if np.mean(np.array(values) <= v) >= share - 1e-12)
    assert low <= found <= high
    assert {low, high} <= {-9, 99, *distinct.tolist()}


@pytest.mark.full
def test_the_interval_of_a_quantile_covers_it_as_often_as_it_says() -> None:
    """Geometric law: at least 95 % of samples, and hardly ever all, in 4000 samples of 500."""
    rng = np.random.default_rng(3)
    chance, share = 0.02, 0.95
    true = exact.geom.ppf(share, chance)
    covered = 0
    for _ in range(4000):
        values, counts = np.unique(rng.geometric(chance, 500), return_counts=True)
        _, low, high = stats.quantile_interval(pl.Series(values), pl.Series(counts), share)
        covered += low <= true <= high

    # Five standard errors (0.34 percentage points) below 95 %: false alarm 3e-7.
    assert 0.933 <= covered / 4000 < 0.99


def test_a_quantile_of_nothing_is_no_number() -> None:
    found = stats.quantile_interval(
        pl.Series([], dtype=pl.Int64), pl.Series([], dtype=pl.Int64), 0.5
    )

    assert all(math.isnan(x) for x in found)


def test_a_measure_is_worth_what_its_display_option_says() -> None:
    rows = pl.DataFrame({"turns": [30, 60], "count": [1, 1]})
    minutes = Measure("m", "minutes", "t", "turns", per="seconds_per_turn", scale=1 / 60)

    found = stats.estimate({"t": rows}, minutes, display={"seconds_per_turn": 20.0})

    assert found.value == pytest.approx(15)
    assert found.sd == pytest.approx(5 * math.sqrt(2))


# ---------------------------------------------------------------- differences that are none


def moments_of(values: list[list[int]], unit: float = 1.0) -> Moments:
    """Of the values of points (rows) in the same hands (columns)."""
    numbers = np.array(values, np.int64)
    return Moments(numbers.shape[1], numbers.sum(axis=1), numbers @ numbers.T, unit)


def test_points_with_the_same_value_in_every_hand_are_twins() -> None:
    moments = moments_of([[1, 0, -2, 0], [0, 1, -2, 0], [1, 0, -2, 0], [0, 1, -2, 0], [0, 0, 0, 0]])

    assert moments.twins.tolist() == [0, 1, 0, 1, 4]


def test_twins_are_told_where_products_fill_their_numbers() -> None:
    """Twice a product that 32 bits just hold is more than they do."""
    most = np.iinfo(np.int32).max
    products = np.array([[most, most, most - 1], [most, most, most - 1], [most - 1] * 2 + [most]])
    moments = Moments(most, np.array([1, 1, 1]), products.astype(np.int32))

    assert moments.twins.tolist() == [0, 0, 2]


@pytest.mark.parametrize("unit", [1.0, 0.5])
def test_a_thousandth_of_a_share_near_one_half_is_the_least_that_matters(unit: float) -> None:
    """The standard deviation of one hand's value is then a half; a unit scales all alike."""
    moments = moments_of([[0, 1] * 5000], unit)
    limit = unit * 0.001

    assert limit == pytest.approx(NEGLIGIBLE * math.sqrt(moments.variance(0)), rel=1e-3)
    assert moments.negligible(0, -0.99 * limit, 0.99 * limit)
    assert not moments.negligible(0, -0.99 * limit, 1.01 * limit)
    assert not moments.negligible(0, -1.01 * limit, 0.0)


@pytest.mark.parametrize(
    ("value", "low", "high", "text"),
    [
        (0, 0, 24, "0 (0 to 24)"),
        (45.3, 44.7, 45.9, "45.3 (± 0.6)"),
        (2, 0.4, 11, "2 (0 to 11)"),
        (-100, -100, -76, "-100 (-100 to -76)"),
        (0.03, 0.01, 0.09, "0.03 (0.01 to 0.09)"),
    ],
)
def test_a_sentence_says_the_interval_of_its_table(
    value: float, low: float, high: float, text: str
) -> None:
    """Within a unit of the last digit that it shows; else it has both ends."""
    assert stats.ranged(value, low, high) == text.replace("-", "\N{MINUS SIGN}")


@pytest.mark.parametrize(
    ("value", "half", "signed", "text"),
    [
        (45.321, 0.62, False, "45.3 (± 0.6)"),
        (-0.01, 0.3, False, "0.0 (± 0.3)"),
        (-0.01, 0.3, True, "+0.0 (± 0.3)"),
        (-1.26, 0.3, True, "-1.3 (± 0.3)"),
        (0.5, 0, False, "0.500"),
        (0, 0, False, "0"),
        (0, 0.0019, False, "0 (± 0.0019)"),
    ],
)
def test_a_number_has_as_many_digits_as_its_interval_allows(
    value: float, half: float, *, signed: bool, text: str
) -> None:
    assert stats.rounded(value, half, signed=signed) == text.replace("-", "\N{MINUS SIGN}")


@pytest.mark.parametrize(
    ("ends", "hits"),
    [((None, 4), [1, 1, 1, 0, 0]), ((4, None), [0, 0, 1, 1, 1]), ((3, 5), [0, 1, 1, 1, 0])],
)
def test_a_range_counts_both_of_its_ends_hand_by_hand_and_in_tables(
    ends: tuple[float | None, float | None], hits: list[int]
) -> None:
    """Paired differences, precisions and looks ahead count one by one, estimates in tables."""
    measure = Measure("m", "", "you", "points", at_least=ends[0], at_most=ends[1])
    points = np.arange(2, 7)

    one_by_one = counting.counted(points, Column("points", 0, 9, "points"), measure)
    in_tables = pl.DataFrame({"points": points}).select(stats._in_range(measure))
    low, high = (-math.inf if ends[0] is None else ends[0], ends[1] or math.inf)
    plan = SimpleNamespace(counts=1, scale=1, low=low, high=high)
    ahead: Any = look_ahead._counted

    assert one_by_one.tolist() == hits
    assert in_tables.to_series().cast(pl.Int64).to_list() == hits
    assert [ahead.py_func(plan, number) for number in points] == hits
