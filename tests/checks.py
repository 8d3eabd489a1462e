"""Statistical assertions that know how often they are wrong.

Each raises a false alarm once in a million runs of a program that is right, and first asserts that
the sample would have missed an error of the size `resolves` no more often than that: a test that
could not have failed, fails.

The idea is TensorFlow Probability's `assert_true_mean_in_interval_by_dkwm` and its kind.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Any

import numpy as np
from scipy import stats

FALSE_ALARM = 1e-6
FALSE_PASS = 1e-6
ALARM_Z = NormalDist().inv_cdf(1 - FALSE_ALARM / 2)
PASS_Z = NormalDist().inv_cdf(1 - FALSE_PASS)

Sample = Sequence[float] | np.ndarray[Any, Any] | tuple[float, float, int]


def assert_mean(
    sample: Sample, expected: float, *, resolves: float, reference_error: float = 0.0
) -> None:
    """The mean of what the sample was drawn from is `expected`, by the central limit theorem.

    Args:
        sample: the values, or a tuple (mean, standard deviation, number).
        expected: the figure to meet.
        resolves: the smallest error that must not go unseen.
        reference_error: the standard error of `expected`, where that was itself measured.
    """
    if isinstance(sample, tuple):
        mean, sd, n = sample
    else:
        values = np.asarray(sample, np.float64)
        mean, sd, n = float(values.mean()), float(values.std(ddof=1)), len(values)
    error = math.hypot(sd / math.sqrt(n), reference_error)
    _assert_near(mean, expected, error=error, resolves=resolves)


def assert_share(
    sample: tuple[int, int], expected: float, *, resolves: float, reference_error: float = 0.0
) -> None:
    """The chance that gave `successes` of `n` is `expected`; exact (binomial) where `expected` is.

    Args:
        sample: (successes, n).
        expected: the figure to meet.
        resolves: the smallest error that must not go unseen, as far as 0 and 1 leave room.
        reference_error: the standard error of `expected`, where that was itself measured; the check
            is then by the normal approximation.
    """
    successes, n = sample
    if reference_error:
        error = math.hypot(math.sqrt(expected * (1 - expected) / n), reference_error)
        _assert_near(successes / n, expected, error=error, resolves=resolves)
        return
    low = stats.binom.ppf(FALSE_ALARM / 2, n, expected)
    high = stats.binom.isf(FALSE_ALARM / 2, n, expected)
    for wrong in (expected - resolves, expected + resolves):
        if 0 <= wrong <= 1:
            missed = stats.binom.cdf(high, n, wrong) - stats.binom.cdf(low - 1, n, wrong)
            assert missed <= FALSE_PASS, (
                f"{n} are too few: a chance of {wrong:.6g} in place of {expected:.6g} would pass "
                f"with probability {missed:.1e}"
            )
    assert low <= successes <= high, (
        f"{successes} of {n} = {successes / n:.6g}, expected {expected:.6g} = {n * expected:.1f}; "
        f"{low:.0f} to {high:.0f} would do (false alarm {FALSE_ALARM:g})"
    )


def assert_uniform(
    counts: Sequence[int] | np.ndarray[Any, Any],
    *,
    resolves: float,
    weights: Sequence[float] | np.ndarray[Any, Any] | None = None,
) -> None:
    """The counts come from equal chances, or from those proportional to `weights`: chi-square.

    Args:
        counts: of any shape; cells of weight 0 must be empty and do not count.
        resolves: the smallest error that must not go unseen: the deviation of a cell's chance,
            relative to it, as root mean square over the cells by their chance.
        weights: of the same shape.
    """
    seen = np.asarray(counts, np.float64).ravel()
    chances = np.ones(len(seen)) if weights is None else np.asarray(weights, np.float64).ravel()
    assert not seen[chances == 0].any(), "a cell that cannot occur has a count"
    seen, chances = seen[chances > 0], chances[chances > 0]
    n, freedom = seen.sum(), len(seen) - 1
    expected = n * chances / chances.sum()
    assert expected.min() >= 5, (
        f"a cell with {expected.min():.1f} expected is too thin for chi-square"
    )
    limit = stats.chi2.isf(FALSE_ALARM, freedom)
    missed = stats.ncx2.cdf(limit, freedom, n * resolves**2)
    assert missed <= FALSE_PASS, (
        f"{n:.0f} are too few: a deviation of {resolves:g} would pass with probability {missed:.1e}"
    )

    statistic = float(((seen - expected) ** 2 / expected).sum())

    assert statistic <= limit, (
        f"chi-square {statistic:.1f} with {freedom} degrees of freedom; up to {limit:.1f} would do "
        f"(false alarm {FALSE_ALARM:g})"
    )


def _assert_near(value: float, expected: float, *, error: float, resolves: float) -> None:
    needed = (ALARM_Z + PASS_Z) * error
    assert needed <= resolves, (
        f"the sample is too small: it resolves {needed:.3g}, not {resolves:.3g}"
    )
    reach = ALARM_Z * error
    assert abs(value - expected) <= reach, (
        f"{value:.6g}, expected {expected:.6g}, off by {abs(value - expected):.3g}; "
        f"up to {reach:.3g} would do (false alarm {FALSE_ALARM:g})"
    )
