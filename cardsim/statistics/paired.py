"""Differences between strategies or settings that played the same hands.

The sums over hands of every pair's products are whole numbers. They add up exactly in any order and
give the variance of every paired difference.

The best of many is judged as in Edwards and Hsu, "Multiple comparisons with the best treatment",
JASA 78 (1983). Each point that may be the best has intervals for the differences to it. They hold
together with the stated confidence, so the truly best point is among those tied with the best.

Critical values are quantiles of the largest |t| of the differences, simulated from the normal
distribution with their covariance. Beyond `SIMULATED` points they are Bonferroni's, which are
wider.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cardsim.statistics import confidence_sequences
from cardsim.statistics.stats import CONFIDENCE, FEW, critical, unseen, z_value

SIMULATED = 64
DRAWS = 1 << 15
"""Draws for a critical value: its confidence is right to about 0.0012."""
DRAW_SEED = 31
MOST_SAVED = 1000
"""Largest number of points whose products are written into a file."""
PSEUDO = 1.0
"""Added to the sum of squares of a paired difference: the half count in each cell of Agresti and
Min, "Simple improved confidence intervals for comparing matched proportions", Statistics in
Medicine 24 (2005). Without it, points that differed in no hand would be equal for certain.
certain."""
APART = 6
"""Times that `unseen` is allowed for two strategies instead of one: most pairs differ in few hands,
and there by much."""
NEGLIGIBLE = 1 / 500
"""Part of the standard deviation of one hand's value below which a difference makes no practical
difference: 0.1 percentage points for a share near one half. One more win in a thousand hands is ten
more in ten thousand, more hands than most people play, where luck alone moves that number by fifty.
Without pairing it takes four million hands to see it."""


@dataclass(frozen=True, eq=False)
class Moments:
    """Sums and products of the values of several points in the same hands.

    Attributes:
        n: number of hands.
        sums: int64, shape (points,): sum of each point's values.
        products: int64, shape (points, points): sum over hands of the products of two points'
            values.
        unit: value of a stored 1.
        repeats: times that each hand is counted, played again from another seat of its side.
    """

    n: int
    sums: np.ndarray[Any, Any]
    products: np.ndarray[Any, Any]
    unit: float = 1.0
    repeats: float = 1.0

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; without the products if there are more than `MOST_SAVED` points."""
        few = len(self.sums) <= MOST_SAVED
        return {
            "hands": self.n,
            "unit": self.unit,
            "sums": self.sums.tolist(),
            "products": self.products.tolist() if few else None,
        }

    @property
    def means(self) -> np.ndarray[Any, Any]:
        """The mean value of each point, float64."""
        means: np.ndarray[Any, Any] = self.sums * self.unit / self.n
        return means

    @cached_property
    def squares(self) -> np.ndarray[Any, Any]:
        """Sum of each point's squared values."""
        squares: np.ndarray[Any, Any] = np.diagonal(self.products).astype(np.int64)
        return squares

    def sds(self, point: int) -> np.ndarray[Any, Any]:
        """Return the standard deviation of one hand's difference between each point and this one.

        With few hands it allows for an unseen hand, in which the two differ as if they had played
        different hands.

        Returns:
            float64, shape (points,); 0 for the point itself, infinite for fewer than 2 hands.
        """
        if self.n < 2:  # noqa: PLR2004
            return np.where(np.arange(len(self.sums)) == point, 0.0, math.inf)
        squared = self.squares + self.squares[point] - 2 * self.products[point].astype(np.int64)
        scatter = squared - (self.sums - self.sums[point]).astype(np.float64) ** 2 / self.n
        added: Any = PSEUDO
        if self.n < FEW:
            own = self.squares - self.sums.astype(np.float64) ** 2 / self.n
            room = APART * unseen(self.n) / self.n
            added = PSEUDO + room * np.maximum(own + own[point], 0.0)
        variance = (np.maximum(scatter, 0.0) + added) / (self.n - 1)
        variance[point] = 0.0
        sds: np.ndarray[Any, Any] = np.sqrt(variance * self.repeats) * self.unit
        return sds

    def variance(self, point: int) -> float:
        """Return the variance of one hand's value of a point; NaN for fewer than 2 hands."""
        if self.n < 2:  # noqa: PLR2004
            return math.nan
        scatter = int(self.squares[point]) - float(self.sums[point]) ** 2 / self.n
        return scatter / (self.n - 1) * self.unit**2

    @cached_property
    def twins(self) -> np.ndarray[Any, Any]:
        """For each point the first one that had the same value in every hand.

        Returns:
            int64, shape (points,): number of that point; its own if no earlier one did.
        """
        firsts = np.empty(len(self.sums), np.int64)
        for point, products in enumerate(self.products):
            apart = self.squares + self.squares[point] - 2 * products.astype(np.int64)
            firsts[point] = np.argmax(apart == 0)
        return firsts

    def negligible(self, point: int, low: float, high: float) -> bool:
        """Return True if a difference, by its whole interval, has no practical importance."""
        limit = NEGLIGIBLE * math.sqrt(max(self.variance(point), 0.0))
        return -limit < low and high < limit

    @cached_property
    def draws(self) -> np.ndarray[Any, Any]:
        """Normal errors with the points' covariance, float64, shape (DRAWS, points)."""
        sums = self.sums.astype(np.float64)
        scatter = self.products - np.outer(sums, sums) / self.n
        scatter[np.diag_indices(len(sums))] += PSEUDO / 2
        roots, axes = np.linalg.eigh(scatter)
        normal = np.random.default_rng(DRAW_SEED).standard_normal((DRAWS, len(sums)))
        drawn: np.ndarray[Any, Any] = normal @ (axes * np.sqrt(np.maximum(roots, 0.0))).T
        return drawn


@dataclass(frozen=True)
class Shortfall:
    """Distance of a point from the truly best one, whichever that is.

    Attributes:
        value: distance from the one that did best in these hands; 0 for that one.
        low, high: interval, simultaneous for all points; from 0 for a point tied with the best.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Verdict:
    """The best of several points, as far as the hands tell.

    Attributes:
        best: the point that did best in these hands.
        tied: those that may be the truly best one, the best among them, in order.
        shortfalls: shortfall of every point.
    """

    best: int
    tied: tuple[int, ...]
    shortfalls: tuple[Shortfall, ...]

    @property
    def half(self) -> float:
        """Half the width of the widest interval."""
        return max((s.high - s.low) / 2 for s in self.shortfalls)


def verdict(
    moments: Moments,
    *,
    lower_is_better: bool,
    precision: float | None = None,
    most: float = math.inf,
    confidence: float = CONFIDENCE,
) -> Verdict:
    """Return the best point, and the shortfalls of the others.

    Args:
        moments: moments of the points.
        lower_is_better: True if a small mean is good.
        precision: half width at which the run stops by looking at these intervals, which are then
            valid at every look; or None.
        most: number of hands at the last look.
        confidence: confidence of all intervals together.
    """
    good = -moments.means if lower_is_better else moments.means
    best = int(np.argmax(good))
    wide = _bonferroni(moments, len(good) - 1, precision, most, confidence)
    first = [j for j in range(len(good)) if good[j] + wide(j)[best] >= good[best]]
    candidates = [j for j in first if (good[j] - good + wide(j) >= 0).all()]
    halves = {j: wide(j) for j in candidates}
    if precision is None and 2 < len(good) <= SIMULATED and moments.n > 1:  # noqa: PLR2004
        halves = {j: np.minimum(h, _dunnett(moments, j, confidence)) for j, h in halves.items()}
    tied = {j: h for j, h in halves.items() if (good[j] - good + h >= 0).all()}
    low = np.min([good[j] - good - h for j, h in tied.items()], axis=0)
    high = np.max([good[j] - good + h for j, h in tied.items()], axis=0)
    shortfalls = (
        Shortfall(float(good[best] - good[i]), max(float(low[i]), 0.0), float(high[i]))
        for i in range(len(good))
    )
    return Verdict(best, tuple(tied), tuple(shortfalls))


def all_pairs(
    moments: Moments,
    *,
    precision: float | None = None,
    most: float = math.inf,
    confidence: float = CONFIDENCE,
) -> np.ndarray[Any, Any]:
    """Return half the width of the interval of every pair's difference, simultaneous for all.

    The arguments are those of `verdict`.

    Returns:
        float64, shape (points, points), symmetric.
    """
    points = len(moments.sums)
    pairs = points * (points - 1) // 2
    wide = _bonferroni(moments, pairs, precision, most, confidence)
    halves = np.array([wide(j) for j in range(points)])
    if precision is None and 2 < points <= SIMULATED and moments.n > 1:  # noqa: PLR2004
        largest = np.max([_largest(moments, j) for j in range(points)], axis=0)
        errors = np.array([moments.sds(j) for j in range(points)]) / math.sqrt(moments.n)
        limit = np.quantile(largest, confidence) * _widened(moments, confidence)
        halves = np.minimum(halves, limit * errors)
    return halves


def _bonferroni(
    moments: Moments, comparisons: int, precision: float | None, most: float, confidence: float
) -> Callable[[int], np.ndarray[Any, Any]]:
    """Return a function of a point: half the widths of differences to it, by Bonferroni."""
    alpha = (1 - confidence) / max(comparisons, 1)

    def halves(point: int) -> np.ndarray[Any, Any]:
        sds = moments.sds(point)
        if precision is None:
            return critical(1 - alpha, moments.n) * sds / math.sqrt(moments.n)
        wide = np.zeros(len(sds))
        others = sds > 0
        wide[others] = confidence_sequences.margin(
            sds[others], moments.n, target=precision, most=most, alpha=alpha
        )
        return wide

    return halves


def _dunnett(moments: Moments, point: int, confidence: float) -> np.ndarray[Any, Any]:
    """Return half the widths of the differences to one point, simultaneous for all of them."""
    limit = float(np.quantile(_largest(moments, point), confidence))
    limit *= _widened(moments, confidence)
    return limit * moments.sds(point) / math.sqrt(moments.n)


def _widened(moments: Moments, confidence: float) -> float:
    """Return the factor of an interval's width due to the scatter being known from few hands."""
    return critical(confidence, moments.n) / z_value(confidence)


def _largest(moments: Moments, point: int) -> np.ndarray[Any, Any]:
    """Return the largest |t| of the differences to a point, in each draw."""
    draws = moments.draws
    others = np.arange(draws.shape[1]) != point
    # The draws have the scatter of all hands, not of one.
    scale = math.sqrt(moments.n - 1) / moments.unit
    errors = moments.sds(point)[others] * scale
    largest: np.ndarray[Any, Any] = np.max(
        np.abs(draws[:, others] - draws[:, [point]]) / errors, axis=1
    )
    return largest
