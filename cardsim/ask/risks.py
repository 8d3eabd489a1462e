"""What may come of each way to play for one who does not know the others.

Ways to play meet the same companies in the same hands. Regret is Savage's (1951): what a way gets
less than the best of them does in the same company.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from cardsim.game import Measure, Unit
from cardsim.runs import wording
from cardsim.statistics.paired import Moments
from cardsim.statistics.stats import CONFIDENCE, Estimate, critical, tied_share


@dataclass(frozen=True)
class Risk:
    """What may come of a way to play, whichever company is met.

    Attributes:
        worst: the least that it gets; the interval holds for all companies of all ways together.
        worst_among: the number of the company in which it gets that.
        regret: what it gets less than the best of all ways does in the same company, where that is
            most; 0 for one that is best in every company.
        low, high: the interval of that, in the same way.
        regret_among: the number of the company where it is most.
    """

    worst: Estimate
    worst_among: int
    regret: float
    low: float
    high: float
    regret_among: int


def risks_of(companies: Sequence[Moments], measure: Measure) -> tuple[Risk, ...]:
    """What may come of each way to play, in the order of the ways.

    The intervals of regret are Bonferroni's for every pair of ways in every company.

    Args:
        companies: what all ways did in each company, in the same hands.
        measure: of what.
    """
    ways, met = len(companies[0].means), len(companies)
    sign = -1 if measure.lower_is_better else 1
    limit = critical(1 - (1 - CONFIDENCE) / max(met * ways * (ways - 1), 1), companies[0].n)
    alone = 1 - (1 - CONFIDENCE) / (met * ways)
    risks = []
    for k in range(ways):
        single = [
            estimated(measure, float(m.means[k]), m.variance(k), m.n, alone) for m in companies
        ]
        at = min(range(met), key=lambda c: sign * single[c].value)
        edge = min if sign > 0 else max
        worst = replace(
            single[at], low=edge(e.low for e in single), high=edge(e.high for e in single)
        )
        # What each of the ways gets beyond this one, by company and way.
        gaps = np.array([sign * (m.means - m.means[k]) for m in companies])
        halves = np.array([limit * m.sds(k) / math.sqrt(m.n) for m in companies])
        most = gaps.max(axis=1)
        risks.append(
            Risk(
                worst,
                at,
                regret=float(most.max()),
                low=max(0.0, float((gaps - halves).max())),
                high=float((gaps + halves).max()),
                regret_among=int(most.argmax()),
            )
        )
    return tuple(risks)


def estimated(
    measure: Measure, mean: float, variance: float, n: int, confidence: float = CONFIDENCE
) -> Estimate:
    """What the mean of n values says, with an interval of a confidence."""
    variance = max(variance, 0.0)
    half = critical(confidence, n) * math.sqrt(variance / n)
    share = measure.in_per_cent
    bounds = tied_share(mean, variance, n, confidence) if share else (mean - half, mean + half)
    return Estimate(measure.name, measure.text, mean, *bounds, math.sqrt(variance), n, share)


def bound_text(measure: Measure, value: float, unit: Unit) -> str:
    """A number above 0 that something stays below, rounded up: `1.7 matches in 100`."""
    times = 100 if measure.in_per_cent else measure.times
    digits = max(1 - math.floor(math.log10(times * value)), 0)
    rounded_up = math.ceil(round(times * value * 10**digits, 6)) / 10**digits
    text = f"{rounded_up:.{digits}f}".removesuffix(".0")
    one = text == "1" and measure.in_per_cent
    return f"1 {unit.name} in 100" if one else wording.cost_text(measure, text, unit)
