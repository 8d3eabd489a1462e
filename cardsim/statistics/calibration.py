"""Agreement of predictions with outcomes, from sums of whole numbers.

A forecaster is calibrated if outcomes are, on average, what he predicted. Source: S. Talts, M.
Betancourt, D. Simpson, A. Vehtari and A. Gelman, "Validating Bayesian inference algorithms with
simulation-based calibration", arXiv:1804.06788 (2018). Skill is that of A. H. Murphy, "Skill scores
based on the mean square error", Monthly Weather Review 116 (1988).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from cardsim.statistics.stats import CONFIDENCE, tied_share, z_value

PARTS = 10
"""Bins of a reliability chart."""
FEWEST = 3
"""Pairs needed for the error of a slope."""


@dataclass(frozen=True)
class Sums:
    """Predictions and outcomes, added up; whole numbers, in one unit.

    Attributes:
        n: number of pairs.
        said, came: sums of predictions and of outcomes.
        said_squared, product, came_squared: sums of their squares and products.
    """

    n: int = 0
    said: int = 0
    came: int = 0
    said_squared: int = 0
    product: int = 0
    came_squared: int = 0

    @classmethod
    def of(cls, said: Sequence[int], came: Sequence[int]) -> Sums:
        """Add up pairs; numbers of Python's own, which never overflow."""
        pairs = list(zip(said, came, strict=True))
        return cls(
            len(pairs),
            sum(s for s, _ in pairs),
            sum(c for _, c in pairs),
            sum(s * s for s, _ in pairs),
            sum(s * c for s, c in pairs),
            sum(c * c for _, c in pairs),
        )

    def __add__(self, other: Sums) -> Sums:
        return Sums(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True)
class Agreement:
    """Agreement of predictions with outcomes, in the measure's unit.

    Attributes:
        n: number of predictions.
        said, came: mean prediction and mean outcome.
        gap: mean outcome minus mean prediction.
        error: standard error of the gap; NaN for fewer than two.
        skill: 1 - (mean squared error of the predictions) / (variance of the outcomes); NaN if all
            outcomes are equal.
        slope: slope of the outcomes on the predictions; NaN if all predictions are equal.
        slope_error: standard error of the slope.
    """

    n: int
    said: float
    came: float
    gap: float
    error: float
    skill: float
    slope: float
    slope_error: float

    @property
    def z(self) -> float:
        """The gap in standard errors; 0 if there is no gap."""
        if self.gap == 0:
            return 0.0
        return self.gap / self.error if self.error else math.copysign(math.inf, self.gap)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return the interval of the gap."""
        half = z_value(confidence) * self.error
        return self.gap - half, self.gap + half


def agreement(sums: Sums, unit: float) -> Agreement:
    """Return the agreement of predictions with outcomes.

    Args:
        sums: sums of at least one pair.
        unit: value of a stored 1.
    """
    n, nan = sums.n, math.nan
    # Whole numbers: n times the sum of squares around the mean.
    of_said = n * sums.said_squared - sums.said**2
    of_came = n * sums.came_squared - sums.came**2
    both = n * sums.product - sums.said * sums.came
    of_gap = of_said - 2 * both + of_came
    squared = sums.said_squared - 2 * sums.product + sums.came_squared
    error = unit * math.sqrt(of_gap / n / (n - 1) / n) if n > 1 else nan
    skill = 1 - (n - 1) * squared / of_came if of_came else nan
    slope = both / of_said if of_said else nan
    rest = max(of_came - both * both / of_said, 0.0) if of_said else nan
    return Agreement(
        n,
        unit * sums.said / n,
        unit * sums.came / n,
        unit * (sums.came - sums.said) / n,
        error,
        skill,
        slope,
        math.sqrt(rest / of_said / (n - 2)) if of_said and n >= FEWEST else nan,
    )


@dataclass(frozen=True)
class Bin:
    """Neighbouring predictions, and their outcomes.

    Attributes:
        low, high: limits of the predictions.
        n: number of predictions.
        said: mean prediction.
        came: mean outcome.
        came_low, came_high: its interval.
    """

    low: float
    high: float
    n: int
    said: float
    came: float
    came_low: float
    came_high: float


def bins(
    said: np.ndarray[Any, Any], came: np.ndarray[Any, Any], *, shares: bool
) -> tuple[Bin, ...]:
    """Return the bins of a reliability chart that are not empty.

    Args:
        said: predictions, float64, shape (predictions,).
        came: outcome of each.
        shares: True if all lie between 0 and 1: then a bin is a tenth of that range, else a tenth
            of the predictions.
    """
    edges = np.linspace(0, 1, PARTS + 1) if shares else np.quantile(said, np.linspace(0, 1, 11))
    edges = np.unique(edges)
    # Sums of worlds are whole numbers: predictions on an edge are there but for rounding.
    which = np.clip(
        np.searchsorted(edges, said + 1e-9, side="right") - 1, 0, max(len(edges) - 2, 0)
    )
    found = []
    for k in np.unique(which):
        own, values = said[which == k], came[which == k]
        n, mean = len(own), float(values.mean())
        if shares:
            low, high = tied_share(mean, float(values.var()), n)
        else:
            spread = float(values.std(ddof=1)) / math.sqrt(n) if n > 1 else math.nan
            # Where all came alike, the scatter of all stands for theirs.
            spread = spread or float(came.std(ddof=1)) / math.sqrt(n)
            low, high = (mean + side * z_value(CONFIDENCE) * spread for side in (-1, 1))
        ends = float(edges[k]), float(edges[min(k + 1, len(edges) - 1)])
        found.append(Bin(*ends, n, float(own.mean()), mean, low, high))
    return tuple(found)
