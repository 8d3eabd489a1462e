"""Estimates with intervals from tables of counts.

Shares get the Wilson interval. Means of values between 0 and 1, such as shares of a win that can be
tied, get one derived from it (`tied_share`). Other means get the normal interval with the exact
second moment of the counts; with fewer than `FEW` values, one that allows for an unseen value
(`few_mean`). Quantiles get two order statistics, because the number of hands below the true
quantile is binomial under any distribution. Sources: E. B. Wilson, "Probable inference, the law of
succession, and statistical inference", JASA 22 (1927); Student, "The probable error of a mean",
Biometrika 6 (1908); the central limit theorem.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from statistics import NormalDist, median_high
from typing import TYPE_CHECKING, Any

import polars as pl

from cardsim.game import Measure
from cardsim.options.params import Value

if TYPE_CHECKING:
    from cardsim.game import Column

CONFIDENCE = 0.95
MINUS = "\u2212"
MOST_PLACES = 9
FEW = 1000
"""Number of values from which on the central limit theorem is relied on."""
UNSEEN = 1.2
"""Weight of an unseen value among n seen ones, times the root of n. Below 1 the intervals of five
values cover too little; above it they are wider than needed."""
ALONE = 2
"""Number of values that tell nothing of how far others may lie."""


@dataclass(frozen=True)
class Estimate:
    """A number with its interval.

    Attributes:
        name, text: name of the measure, short and in words.
        value: the share or mean.
        low, high: the interval at `confidence`.
        sd: standard deviation of one hand's number.
        n: number of hands.
        is_share: True if it is a share, 0..1.
        as_it_is: True if it is a value that single hands have, shown without rounding.
    """

    name: str
    text: str
    value: float
    low: float
    high: float
    sd: float
    n: int
    is_share: bool
    confidence: float = CONFIDENCE
    as_it_is: bool = False

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def errors_from(self, exact: float) -> float | None:
        """Return the distance from an exact value in standard errors; None for a quantile."""
        if math.isnan(self.value) or self.as_it_is:
            return None
        sd = self.sd
        if self.is_share:
            # A share determines its own variance, apart from what ties take away.
            ties = 0.0 if math.isnan(sd) else max(self.value * (1 - self.value) - sd**2, 0.0)
            sd = math.sqrt(max(exact * (1 - exact) - ties, 0.0))
        if not sd > 0:
            return 0.0 if self.value == exact else None
        return (self.value - exact) / (sd / math.sqrt(self.n))

    def spelled_exactly(self, exact: float) -> str:
        """Return an exact value as text, one digit longer than the estimate."""
        if self.as_it_is:
            return f"{exact:g}"
        scale, unit = (100.0, " %") if self.is_share else (1.0, "")
        return f"{scale * exact:.{_digits(scale * self.half) + 1}f}{unit}"

    def __str__(self) -> str:
        if math.isnan(self.value):
            return "(no hands)"
        if self.as_it_is:
            return f"{self.value:g}"
        scale, unit = (100.0, " %") if self.is_share else (1.0, "")
        return ranged(scale * self.value, scale * self.low, scale * self.high, unit=unit)

    @property
    def parts(self) -> tuple[str, str]:
        """The value and its interval, as text: ("36.07 %", "35.77 to 36.36 %")."""
        if self.as_it_is and not math.isnan(self.value):
            return f"{self.value:g}", f"{self.low:g} to {self.high:g}"
        return estimate_text(self.value, self.low, self.high, is_share=self.is_share)


def estimate_text(
    value: float, low: float, high: float, *, is_share: bool, digits: int | None = None
) -> tuple[str, str]:
    """Return a number and its interval as text; by default with the digits that are certain."""
    if math.isnan(value):
        return "-", "no hands"
    scale, unit = (100.0, " %") if is_share else (1.0, "")
    if digits is None:
        digits = _digits(scale * (high - low) / 2)
    texts = [f"{scale * x:z.{digits}f}" for x in (value, low, high)]
    # Of one value nothing tells how far others may lie.
    interval = "" if math.isnan(low + high) else f"{texts[1]} to {texts[2]}{unit}"
    return f"{texts[0]}{unit}", interval


def rounded(value: float, half: float, *, unit: str = "", signed: bool = False) -> str:
    """Return a number with the two or three digits that a person needs: `45.3 % (± 0.6)`.

    Args:
        value: the number.
        half: half the width of its interval; not shown if all digits are certain.
        unit: text behind the number.
        signed: show the sign of a positive number.
    """
    if not math.isfinite(half):
        return f"{value:.3g}{unit}"
    digits = _shown_digits(value, half)
    text = f"{value:{'+' if signed else ''}z.{digits if value else 0}f}".replace("-", MINUS)
    if half < 0.5 * 10**-digits:
        return f"{text}{unit}"
    return f"{text}{unit} (± {half:.{digits}f})"


def ranged(value: float, low: float, high: float, *, unit: str = "", signed: bool = False) -> str:
    """Return as `rounded`, with both ends if they lie unevenly around it: `0 % (0 to 24)`."""
    half = (high - low) / 2
    text = rounded(value, half, unit=unit, signed=signed)
    if "±" not in text or abs(value - (low + high) / 2) < 10.0 ** -(
        digits := _shown_digits(value, half)
    ):
        return text
    ends = [f"{end:z.{digits if end else 0}f}".replace("-", MINUS) for end in (low, high)]
    return f"{text.partition(' (')[0]} ({ends[0]} to {ends[1]})"


def _shown_digits(value: float, half: float) -> int:
    """Return the decimals of a number in a sentence, from half the width of its interval."""
    # One digit of the half width, or two if the first is a one.
    places = MOST_PLACES if half <= 0 else -math.floor(math.log10(half / 2))
    most = 2 - math.floor(math.log10(abs(value))) if value else places
    return min(max(min(places, most), 0), MOST_PLACES)


def gap_text(
    value: float, low: float, high: float, *, is_share: bool, digits: int | None = None
) -> tuple[str, str]:
    """Return a difference and its interval, as `estimate_text`; of shares in percentage points."""
    if not all(map(math.isfinite, (value, low, high))):
        return "-", "too few hands"
    number, interval = estimate_text(value, low, high, is_share=is_share, digits=digits)
    return number.replace(" %", " pp"), interval.replace(" %", " pp")


def digits_of(intervals: Iterable[tuple[float, float]], *, is_share: bool) -> int:
    """Return the decimals for a column of numbers: as many as most intervals deserve."""
    scale = 100.0 if is_share else 1.0
    halves = [scale * (high - low) / 2 for low, high in intervals]
    return median_high([_digits(h) for h in halves if h > 0 and math.isfinite(h)] or [2])


def exactly(value: float, *, is_share: bool) -> str:
    """Return an exact number as text: six decimals, or per cent with four."""
    return f"{100 * value:.4f} %" if is_share else f"{value:.6f}"


def _digits(half: float) -> int:
    """Return the decimals that show an interval of this half width to two figures."""
    if half <= 0 or not math.isfinite(half):
        return 2
    return min(max(1 - math.floor(math.log10(half)), 0), MOST_PLACES)


def z_value(confidence: float) -> float:
    """Return the two-sided normal quantile: 1.96 for 0.95."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def critical(confidence: float, n: float) -> float:
    """Return the two-sided quantile for a mean of n values: Student's, the normal from `FEW` on."""
    return z_value(confidence) if n >= FEW or n <= 1 else _student(confidence, n)


@cache
def _student(confidence: float, n: float) -> float:
    from scipy.special import stdtrit  # takes a while to import, and few runs need it

    return float(stdtrit(n - 1, (1 + confidence) / 2))


def unseen(n: float) -> float:
    """Return the weight of an unseen value among n seen ones."""
    return UNSEEN / math.sqrt(n) if n < FEW else 0.0


def wilson(successes: float, n: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the Wilson score interval of a share; (0, 1) for n = 0."""
    if n == 0:
        return 0.0, 1.0
    z = z_value(confidence)
    p = successes / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    # Rounding must not leave an extreme share outside its own interval.
    return min(max(centre - half, 0.0), p), max(min(centre + half, 1.0), p)


def tied_share(
    mean: float, variance: float, n: float, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return the interval of the mean of values in 0..1, such as a win, a loss or half a win.

    The lower bound treats the sample as one of values 0 or `b`, and the upper bound as one of
    values 1 or `1 - c`, with `b` and `c` chosen to give the sample's mean and variance. Each bound
    is Wilson's, scaled by `b` or `c`. So each allows for the unseen value that would hurt it most.
    If all values are 0 or 1, `b` and `c` are 1, and this is the Wilson interval; with many values
    it is the normal one. It stays within 0 and 1, and has a width even if all values are equal.

    No source has it in this form. `tests/test_stats.py` computes how often it covers the mean, for
    all laws whose probabilities are multiples of 5 %: at 95 % never less than 91.8 % (n = 5), 92.5
    % (20) or 93.4 % (100), and 97 % on average. With rarer values it covers less, like the Wilson
    interval: 86 % for a probability of 3 % and n = 5.

    Args:
        mean: mean of the values.
        variance: their mean square minus the square of their mean.
        n: number of values; (0, 1) for none.
        confidence: confidence of both bounds together.
    """
    if n == 0:
        return 0.0, 1.0

    def below(mean: float) -> float:
        """Return the distance of the bound from the end that `mean` is counted from."""
        if mean <= 0:
            return 0.0
        b = min(mean + variance / mean, 1.0)
        return b * wilson(n * min(mean / b, 1.0), n, confidence)[0]

    return min(below(mean), mean), max(1 - below(1 - mean), mean)


def share_interval(
    values: pl.Series,
    counts: pl.Series,
    confidence: float = CONFIDENCE,
    within: tuple[float, float] = (0.0, 1.0),
) -> tuple[float, float, float, float]:
    """Return as `mean_interval`, for values between 0 and 1."""
    mean, sd = _moments(values, counts)
    n = _total(counts)
    if n == 0:
        return math.nan, *within, math.nan
    # Values stored in twelfths add up to a win only up to rounding.
    mean = min(max(mean, 0.0), 1.0)
    variance = sd**2 * (n - 1) / n if n > 1 else 0.0
    return mean, *tied_share(mean, variance, n, confidence), sd


def mean_interval(
    values: pl.Series,
    counts: pl.Series,
    confidence: float = CONFIDENCE,
    within: tuple[float, float] = (-math.inf, math.inf),
) -> tuple[float, float, float, float]:
    """Return mean, low, high and standard deviation of counted values; NaN without any.

    From `FEW` values on it is normal, which is then good for skewed values too. With fewer it is
    that of `few_mean`.

    Args:
        values: the distinct values.
        counts: count of each.
        confidence: confidence of the interval.
        within: limits of all possible values.
    """
    n = _total(counts)
    mean, sd = _moments(values, counts)
    if n == 0:
        return mean, mean, mean, sd
    if 1 < n < FEW:
        numbers = values.cast(pl.Float64)
        met = numbers.filter(counts > 0)
        ends = [n - _total(counts.filter(numbers == end)) for end in within]
        span = float(met.min()), float(met.max())  # type: ignore[arg-type]  # numbers
        return mean, *few_mean(mean, sd, n, span, within, ends, confidence), sd
    half = z_value(confidence) * sd / math.sqrt(n) if n > 1 else math.inf
    return mean, mean - half, mean + half, sd


def _total(counts: pl.Series) -> float:
    """Return the sum of counts: a whole number, if all are."""
    total: Any = counts.sum()
    return total if counts.dtype.is_float() else int(total)


def _moments(values: pl.Series, counts: pl.Series) -> tuple[float, float]:
    """Return mean and standard deviation of counted values."""
    n = _total(counts)
    if n == 0:
        return math.nan, math.nan
    weights, numbers = counts.cast(pl.Float64), values.cast(pl.Float64)
    mean = float((weights * numbers).sum()) / n
    squares = float((weights * (numbers - mean) ** 2).sum())
    return mean, math.sqrt(squares / (n - 1)) if n > 1 else math.nan


def few_mean(  # noqa: PLR0917
    mean: float,
    sd: float,
    n: float,
    span: tuple[float, float],
    within: tuple[float, float],
    off: Sequence[float],
    confidence: float = CONFIDENCE,
) -> tuple[float, float]:
    """Return the interval of the mean of few values, allowing for one that was not seen.

    Each bound is Student's, from the values and a part of one more (`unseen`), as far out on that
    side as plausible: as far as the seen ones lie from 0. If all but two values or fewer are the
    smallest possible, nothing is known of how large others are, so the unseen one is the largest
    possible; and the other way round. So matches that were all won, or points that were all 0, are
    not taken for certain.

    No source has it in this form. `tests/test_few_units.py` draws 2,000 samples of each measure of
    each game: at 95 % it covers the mean at least 93 % of the time, from 5 values on.

    Args:
        mean: mean of the values.
        sd: their standard deviation.
        n: number of values, at least 2.
        span: smallest and largest value.
        within: smallest and largest possible value.
        off: number of values that are not the smallest possible, and not the largest.
        confidence: confidence of both bounds together.
    """
    least, most = within
    reach = max(abs(span[0]), abs(span[1]))
    down = -reach if least < 0 else span[0] - reach
    up = reach if least < 0 else span[1] + reach
    if off[0] <= ALONE and math.isfinite(most):
        up = most
    if off[1] <= ALONE and math.isfinite(least):
        down = least
    part, t = unseen(n), critical(confidence, n)
    whole = n + part

    def bound(other: float) -> float:
        """Return the distance of the bound from the mean, on the side of the other value."""
        apart = abs(other - mean)
        scatter = (n - 1) * sd**2 + part * n / whole * apart**2
        return part / whole * apart + t * math.sqrt(scatter / (whole - 1) / whole)

    # Never narrower than Student's interval of the values alone.
    half = t * sd / math.sqrt(n)
    low = mean - max(half, bound(max(down, least)))
    high = mean + max(half, bound(min(up, most)))
    return min(max(low, least), mean), max(min(high, most), mean)


def quantile_interval(
    values: pl.Series,
    counts: pl.Series,
    share: float,
    confidence: float = CONFIDENCE,
    within: tuple[float, float] = (-math.inf, math.inf),
) -> tuple[float, float, float]:
    """Return the smallest value that `share` of the counted values do not exceed, low and high.

    NaN without values. With few values a bound may lie beyond all of them: it is then the smallest
    or largest possible value, as in `within`.
    """
    n = int(counts.sum())
    if n == 0:
        return math.nan, math.nan, math.nan
    order = values.arg_sort()
    ordered, below = values[order], counts[order].cum_sum()
    reach = z_value(confidence) * math.sqrt(n * share * (1 - share))
    ranks = [share * n, share * n - reach, share * n + reach + 1]
    if n < FEW:
        ranks[1:] = _binomial_ranks(n, share, confidence)
    quantiles = [
        float(ordered[int(below.search_sorted(min(max(math.ceil(rank), 1), n), side="left"))])
        for rank in ranks
    ]
    if n < FEW and ranks[1] < 1:
        quantiles[1] = within[0]
    if n < FEW and ranks[2] > n:
        quantiles[2] = within[1]
    return quantiles[0], quantiles[1], quantiles[2]


@cache
def _binomial_ranks(n: int, share: float, confidence: float) -> tuple[int, int]:
    """Return the ranks around the quantile of n values; 0 and n + 1 are beyond all of them."""
    from scipy.stats import binom

    miss = (1 - confidence) / 2
    # The quantile is below the k-th value if fewer than k values do not exceed it, or k - 1 do.
    return int(binom.ppf(miss, n, share)), int(binom.ppf(1 - miss, n, share)) + 1


def estimate(  # noqa: PLR0917
    tables: Mapping[str, pl.DataFrame],
    measure: Measure,
    confidence: float = CONFIDENCE,
    display: Mapping[str, Value] | None = None,
    column: Column | None = None,
    repeats: int = 1,
) -> Estimate:
    """Return the estimate of a measure from a run's tables.

    Args:
        tables: tables of the run.
        measure: the measure.
        confidence: confidence of the interval.
        display: display options.
        column: the column that the measure reads, which knows its possible values.
        repeats: number of times that each value is counted, which is no further evidence.
    """
    rows = tables[measure.table]
    for name, value in measure.where:
        rows = rows.filter(pl.col(name) == value)
    within = (-math.inf, math.inf)
    if column is not None:
        within = column.low * column.scale, column.high * column.scale
    if measure.per:
        worth, less = (of(display or {}) for of in (measure.factor, measure.taken_off))
        if measure.has_range:
            within = (0.0, 1.0)
        counted = _in_range(measure).cast(int) if measure.has_range else pl.col(measure.column)
        rows = rows.with_columns((counted * worth - less).alias(measure.column))
        low, high = sorted(end * worth for end in within)
        within = low - less, high - less
    found = estimate_rows(rows, measure, confidence, within)
    if repeats == 1 or measure.quantile is not None or found.n < repeats:
        return found
    fewer = rows.with_columns(pl.col("count") / repeats)
    once = estimate_rows(fewer, measure, confidence, within)
    return replace(found, low=once.low, high=once.high)


def estimate_rows(
    rows: pl.DataFrame,
    measure: Measure,
    confidence: float = CONFIDENCE,
    within: tuple[float, float] = (-math.inf, math.inf),
) -> Estimate:
    """Return the estimate of a measure from rows of counts; `within` limits all values."""
    counts, values = rows["count"], rows[measure.column]
    n = _total(counts)
    if measure.quantile is not None:
        value, low, high = quantile_interval(values, counts, measure.quantile, confidence, within)
        return Estimate(
            measure.name,
            measure.text,
            value,
            low,
            high,
            math.nan,
            int(n),
            is_share=False,
            confidence=confidence,
            as_it_is=True,
        )
    if not measure.is_share:
        interval = share_interval if measure.as_share else mean_interval
        mean, low, high, sd = interval(values, counts, confidence, within)
        return Estimate(
            measure.name, measure.text, mean, low, high, sd, int(n), measure.as_share, confidence
        )
    successes = _total(rows.filter(_in_range(measure))["count"])
    low, high = wilson(successes, n, confidence)
    share = successes / n if n else math.nan
    sd = math.sqrt(share * (1 - share)) if n else math.nan
    return Estimate(
        measure.name,
        measure.text,
        share,
        low,
        high,
        sd,
        int(n),
        is_share=True,
        confidence=confidence,
    )


def _in_range(measure: Measure) -> pl.Expr:
    """Return the condition for rows that are counted."""
    hit = pl.lit(value=True)
    if measure.at_least is not None:
        hit &= pl.col(measure.column) >= measure.at_least
    if measure.at_most is not None:
        hit &= pl.col(measure.column) <= measure.at_most
    return hit


def shares(rows: pl.DataFrame, column: str, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return the share of each value of a column: columns value, count, share, low, high."""
    counted = rows.group_by(column, maintain_order=True).agg(pl.col("count").sum()).sort(column)
    n = int(counted["count"].sum())
    bounds = [wilson(k, n, confidence) for k in counted["count"]]
    return counted.with_columns(
        (pl.col("count") / max(n, 1)).alias("share"),
        pl.Series("low", [b[0] for b in bounds], pl.Float64),
        pl.Series("high", [b[1] for b in bounds], pl.Float64),
    )


def means_by(
    rows: pl.DataFrame, key: str, column: Column, confidence: float = CONFIDENCE
) -> pl.DataFrame:
    """Return the mean of a column for each value of another: columns key, mean, low, high, n."""
    out = []
    interval = share_interval if column.is_share else mean_interval
    within = column.low * column.scale, column.high * column.scale
    for value in sorted(rows[key].unique()):
        part = rows.filter(pl.col(key) == value)
        mean, low, high, _ = interval(part[column.name], part["count"], confidence, within)
        out.append(
            {key: value, "mean": mean, "low": low, "high": high, "n": int(part["count"].sum())}
        )
    return pl.DataFrame(out)
