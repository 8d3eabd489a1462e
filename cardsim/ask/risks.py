"""Risks of each strategy against unknown opponents.

Strategies meet the same companies on the same hands. Regret is Savage's (1951): the gap of a
strategy to the best of them in the same company.
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
    """Risks of a strategy over the companies.

    Attributes:
        worst: its smallest result; the interval holds for all companies of all strategies together.
        worst_among: number of the company of that result.
        regret: its largest gap to the best strategy in the same company; 0 if it is best in all.
        low, high: interval of the regret, in the same way.
        regret_among: number of the company with the largest gap.
        regrets: its gap and the interval in each company; none in a file that is older.
    """

    worst: Estimate
    worst_among: int
    regret: float
    low: float
    high: float
    regret_among: int
    regrets: tuple[tuple[float, float, float], ...] = ()


def risks_of(companies: Sequence[Moments], measure: Measure) -> tuple[Risk, ...]:
    """Return the risks of each strategy, in the order of the strategies.

    The intervals of regret are Bonferroni's for every pair of strategies in every company.

    The moments of all companies are of the same hands.
    """
    ways, met = len(companies[0].means), len(companies)
    sign = measure.sign
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
        # Gains of each strategy over this one, by company and strategy.
        gaps = np.array([sign * (m.means - m.means[k]) for m in companies])
        halves = np.array([limit * m.sds(k) / math.sqrt(m.n) for m in companies])
        most, least, up_to = (x.max(axis=1) for x in (gaps, gaps - halves, gaps + halves))
        ends = zip(most.tolist(), np.maximum(least, 0).tolist(), up_to.tolist(), strict=True)
        risks.append(
            Risk(
                worst,
                at,
                regret=float(most.max()),
                low=max(0.0, float(least.max())),
                high=float(up_to.max()),
                regret_among=int(most.argmax()),
                regrets=tuple(ends),
            )
        )
    return tuple(risks)


def estimated(
    measure: Measure, mean: float, variance: float, n: int, confidence: float = CONFIDENCE
) -> Estimate:
    """Return the estimate of the mean of n values, with its interval."""
    variance = max(variance, 0.0)
    half = critical(confidence, n) * math.sqrt(variance / n)
    share = measure.in_per_cent
    bounds = tied_share(mean, variance, n, confidence) if share else (mean - half, mean + half)
    return Estimate(measure.name, measure.text, mean, *bounds, math.sqrt(variance), n, share)


def bound_text(measure: Measure, value: float, unit: Unit) -> str:
    """Return an upper limit above 0, rounded up: `1.7 matches in 100`."""
    times = measure.shown_times
    digits = max(1 - math.floor(math.log10(times * value)), 0)
    rounded_up = math.ceil(round(times * value * 10**digits, 6)) / 10**digits
    text = f"{rounded_up:.{digits}f}".removesuffix(".0")
    one = text == "1" and measure.in_per_cent
    return f"1 {unit.name} in 100" if one else wording.cost_text(measure, text, unit)
