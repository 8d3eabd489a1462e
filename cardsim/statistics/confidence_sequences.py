"""Intervals that hold at every look, so that a run may stop when one is narrow enough.

A confidence sequence covers the truth at all sample sizes at once, with the stated confidence. An
interval for one sample size, looked at again and again, does not.

Shares get the two-sided beta-binomial mixture, whose guarantee is exact for any sample: for every
candidate share `p` the likelihood ratio of a Beta(a p, a (1 - p)) mixture to `p` is a martingale of
mean 1, which exceeds 1 / alpha with a chance of at most alpha (Ville). Sources: Robbins,
"Statistical methods related to the law of the iterated logarithm", Annals of Mathematical
Statistics 41 (1970); Howard, Ramdas, McAuliffe, Sekhon, "Time-uniform, nonparametric, nonasymptotic
confidence sequences", Annals of Statistics 49 (2021).

Means and paired differences get the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha,
Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", Annals
of Statistics 52 (2024), whose formula is `std_conjmix_margin` of their package `drconfseq`. It
needs a first look late enough for the central limit theorem; here no look comes before the end of
the first chunk. If all values lie between 0 and 1 the interval is cut there.

Both are tuned to be narrowest where they reach the width asked for, or at the last look if that
comes earlier: about 3.03 standard errors on each side at 95 %, where an interval for one sample
size has 1.96.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from cardsim.statistics.stats import CONFIDENCE

CERTAIN = 1.1
"""Factor on the observations beyond which an estimated need is returned without a closer look."""
STEPS = 60
"""Bisection steps for a bound of a share."""


def margin(
    sd: Any, n: int, *, target: float, most: float = math.inf, alpha: float = 1 - CONFIDENCE
) -> Any:
    """Return half the width of the confidence sequence of a mean.

    Args:
        sd: standard deviation of one observation, above 0; a number or an array.
        n: number of observations.
        target: half width at which it is narrowest.
        most: number of observations at the last look.
        alpha: probability that it ever misses the mean.

    Returns:
        Half width, shaped as `sd`; infinite for n = 0.
    """
    if n == 0:
        return sd * math.inf
    spread = _spread(alpha)
    # n rho**2 of the source, where rho is best at the n that reaches the target.
    x = spread * n * np.maximum((target / (_reach(alpha) * sd)) ** 2, 1 / most)
    return sd * np.sqrt(2 * (x + 1) / (n * x) * np.log(np.sqrt(x + 1) / alpha))


def interval(
    total: int,
    squares: int,
    n: int,
    *,
    is_share: bool,
    step: float,
    target: float,
    most: float = math.inf,
    alpha: float = 1 - CONFIDENCE,
    within: tuple[float, float] = (-math.inf, math.inf),
) -> tuple[float, float]:
    """Return the confidence sequence of a share or a mean, after `n` observations.

    Args:
        total: sum of the observations, in whole steps; for a share the number of successes.
        squares: sum of their squares.
        n: number of observations, at least 1.
        is_share: True if each is 0 or 1.
        step: value of a stored 1.
        target: half width at which it is narrowest.
        most: number of observations at the last look.
        alpha: probability that it ever misses.
        within: certain bounds of the mean.
    """
    if is_share:
        return share_interval(total, n, target=target, most=most, alpha=alpha)
    if n == 1:
        return within
    mean = total / n
    # One more squared step of scatter, so that equal observations are not taken for certainty.
    sd = math.sqrt((max(squares - total * mean, 0.0) + 1) / (n - 1))
    half = float(margin(sd * step, n, target=target, most=most, alpha=alpha))
    return max(mean * step - half, within[0]), min(mean * step + half, within[1])


def enough(
    total: int,
    squares: int,
    n: int,
    *,
    is_share: bool,
    step: float,
    target: float,
    most: float = math.inf,
    alpha: float = 1 - CONFIDENCE,
) -> int:
    """Return the number of observations needed, as estimated now: `n` if these suffice, else more.

    The arguments are those of `interval`.
    """
    scatter = max(squares - total * total / n, 0.0) + 1
    guess = scatter / n * (_reach(alpha) * step / target) ** 2
    if guess > CERTAIN * n:
        return math.ceil(guess)
    low, high = interval(
        total, squares, n, is_share=is_share, step=step, target=target, most=most, alpha=alpha
    )
    half = (high - low) / 2
    if half <= target:
        return n
    return max(math.ceil(n * (half / target) ** 2), n + 1) if math.isfinite(half) else n + 1


def hands_needed(n: int, half: float, target: float) -> int | None:
    """Return the observations that an interval needs for a half width; None if nothing tells.

    Args:
        n: observations so far.
        half: half the width with these.
        target: half the width wanted.
    """
    return math.ceil(n * max((half / target) ** 2, 1.0)) if math.isfinite(half) and n else None


def share_interval(
    successes: int,
    n: int,
    *,
    target: float,
    most: float = math.inf,
    alpha: float = 1 - CONFIDENCE,
) -> tuple[float, float]:
    """Return the confidence sequence of a share, after `n` observations.

    The arguments are those of `margin`.
    """
    if n == 0:
        return 0.0, 1.0
    share = successes / n

    def bound(inside: float, outside: float) -> float:
        for _ in range(STEPS):
            middle = (inside + outside) / 2
            if middle == outside:
                break
            if _log_ratio(successes, n, middle, target, alpha, most) < -math.log(alpha):
                inside = middle
            else:
                outside = middle
        return outside

    low = bound(share, 0.0) if successes else 0.0
    high = bound(share, 1.0) if successes < n else 1.0
    return low, high


def _log_ratio(  # noqa: PLR0917
    successes: int, n: int, p: float, target: float, alpha: float, most: float = math.inf
) -> float:
    """Return the log of the martingale of a candidate share `p`, strictly between 0 and 1."""
    failures = n - successes
    best = min(p * (1 - p) * (_reach(alpha) / target) ** 2, most) / _spread(alpha)
    weight = max(best, 1.0)
    a, b = weight * p, weight * (1 - p)
    return (
        _log_beta(a + successes, b + failures)
        - _log_beta(a, b)
        - successes * math.log(p)
        - failures * math.log1p(-p)
    )


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _spread(alpha: float) -> float:
    """Return n rho**2 where the sequence is narrowest, to a good approximation."""
    return -2 * math.log(alpha) + math.log(1 - 2 * math.log(alpha))


def _reach(alpha: float) -> float:
    """Return half the width there, in standard errors."""
    spread = _spread(alpha)
    return math.sqrt(2 * (spread + 1) / spread * math.log(math.sqrt(spread + 1) / alpha))
