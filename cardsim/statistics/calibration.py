"""How well predictions agree with what happened: sums of whole numbers, and what they say.

A forecaster is calibrated if what happens is, on average, what he said. Source: S. Talts, M.
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
"""Pairs without which there is no slope."""


@dataclass(frozen=True)
class Sums:
    """What was said and what came, added up; whole numbers, in one unit.

    Attributes:
        n: pairs.
        said, came: their sums.
        said_squared, product, came_squared: the sums of their squares and products.
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
    """How predictions agree with what happened, in the measure's unit.

    Attributes:
        n: predictions.
        said, came: their means.
        gap: how much more came than was said.
        error: its standard error; NaN for fewer than two.
        skill: 1 - (squared error of the predictions) / (that of what came on average); NaN where
            always the same came.
        slope: by how much more comes where one more is said; NaN where always the same was said.
        slope_error: its standard error.
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
        """The gap in standard errors; 0 where there is none."""
        if self.gap == 0:
            return 0.0
        return self.gap / self.error if self.error else math.copysign(math.inf, self.gap)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The interval of the gap."""
        half = z_value(confidence) * self.error
        return self.gap - half, self.gap + half


def agreement(sums: Sums, unit: float) -> Agreement:
    """How predictions agree with what happened.

    Args:
        sums: of at least one pair.
        unit: what 1 is worth.
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
    """Predictions that lie near each other, and what came of them.

    Attributes:
        low, high: between which they lie.
        n: how many.
        said: their mean.
        came: the mean of what came, with its interval.
        came_low, came_high: that.
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
    """The bins of a reliability chart, without those that are empty.

    Args:
        said: float64, shape (predictions,).
        came: what came of each.
        shares: whether all lie between 0 and 1: then each bin has a tenth of that, and else a tenth
            of the predictions.
    """
    edges = np.linspace(0, 1, PARTS + 1) if shares else np.quantile(said, np.linspace(0, 1, 11))
    edges = np.unique(edges)
    # Sums of worlds are whole numbers, so that what lies on an edge does so but for rounding.
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
            low, high = (mean + side * z_value(CONFIDENCE) * spread for side in (-1, 1))
        ends = float(edges[k]), float(edges[min(k + 1, len(edges) - 1)])
        found.append(Bin(*ends, n, float(own.mean()), mean, low, high))
    return tuple(found)
