"""Measures of a design: the share of play, seats, choices that matter, and the course of a score.

Sources. Cameron Browne, "Automatic Generation and Evaluation of Recombination Games" (PhD thesis,
Queensland University of Technology, 2008), measures games by self-play: drama is how far behind the
winner was, lead changes are counted, and decisiveness is how soon a game ends once it is decided.
Alexander Jaffe and others, "Evaluating Competitive Game Balance with Restricted Play" (AIIDE 2012),
put a question about balance as the win rate of one agent against another.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from cardsim.statistics.stats import CONFIDENCE, tied_share, wilson, z_value

LEAST = 10
"""Forks in each half from which on a situation is judged by itself."""
HIGH, LOW = "high", "low"
Array = np.ndarray[Any, Any]
Z = z_value(CONFIDENCE)


class Gauge(NamedTuple):
    """A measured number with its interval."""

    value: float
    low: float
    high: float

    @staticmethod
    def of_share(hits: float, n: float) -> Gauge:
        """Return a share with Wilson's interval."""
        return Gauge(hits / n, *wilson(hits, n))

    @staticmethod
    def of_counts(values: Array) -> Gauge:
        """Return the mean of at least two counts with its normal interval, none of it below 0."""
        mean, half = values.mean(), Z * values.std(ddof=1) / math.sqrt(len(values))
        return Gauge(float(mean), float(max(mean - half, 0.0)), float(mean + half))

    @staticmethod
    def of_parts(values: Array) -> Gauge:
        """Return the mean of values from 0 to 1 with the interval of `tied_share`."""
        mean, variance = float(values.mean()), float(values.var())
        return Gauge(mean, *tied_share(mean, variance, len(values)))


class ForkSums(NamedTuple):
    """Forks at a decision by half of the hands, situation and choice, as in `ActionValues`.

    Attributes:
        met, forks: shape (2, situations).
        possible, more, squares: shape (2, situations, choices).
    """

    met: Array
    forks: Array
    possible: Array
    more: Array
    squares: Array


class ScoreCourse(NamedTuple):
    """The course of a score over one hand or match.

    Attributes:
        changes: number of times that the lead passed from one to another.
        behind: True if the hero was behind half-way.
        after: share of the moments that were left once the hero led for good.
    """

    changes: int
    behind: bool
    after: float


def share_of_play(gap: float, spread: float, count: int = 1) -> float:
    """Return the share of the variance of results that play explains, 0..1.

    Half the players play one way and half the other. Then the variance between the two ways is that
    of a fair coin, `(count * gap / 2)**2`, and the variance within them `count * spread**2`.

    Args:
        gap: mean difference between the two ways, each time.
        spread: standard deviation of one result of a player of one way.
        count: number of hands or matches added up.
    """
    between = (count * gap / 2) ** 2
    return between / (between + count * spread**2) if between else 0.0


def share_of_luck(gap: Gauge, spread: float) -> Gauge:
    """Return the share of the variance of one result that play does not explain."""
    shares = [1 - share_of_play(max(x, 0.0), spread) for x in (gap.value, gap.high, gap.low)]
    return Gauge(*shares)


def widest_gap(seats: Sequence[Gauge]) -> Gauge:
    """Return the largest difference between seats, from intervals that hold together.

    The lower end is the smallest that the intervals allow, so it is 0 where they all overlap.
    """
    values, lows, highs = zip(*seats, strict=True)
    least = max(max(lows) - min(highs), 0.0)
    return Gauge(max(values) - min(values), least, max(highs) - min(lows))


def share_that_matters(decisions: Sequence[ForkSums], least: float) -> Gauge | None:
    """Return the share of decisions where the second choice costs at least so much.

    The decision is known by its situation. Each half of the hands picks the best and the second
    choice of each situation, and the other half values both. The lower end counts the situations
    that are surely so, and the upper end all that are not surely otherwise; among these are those
    with fewer than `LEAST` forks. None if there is no situation with enough of them.

    Args:
        decisions: forks at each decision.
        least: smallest cost that matters, in the units of `more`.
    """
    known = hits = surely = perhaps = total = 0.0
    for sums in decisions:
        total += float(sums.met.sum())
        enough = np.min(sums.possible, axis=0) >= LEAST
        for cell in np.flatnonzero(enough.sum(axis=1) > 1):
            choices = np.flatnonzero(enough[cell])
            often = sums.met[:, cell, None] * sums.possible[:, cell, choices]
            often = often / sums.forks[:, cell, None]
            more, squares = sums.more[:, cell, choices], sums.squares[:, cell, choices]
            variance = squares - more**2 / sums.possible[:, cell, choices]
            mean, error = more / often, np.maximum(variance, 0) / often**2
            picked = [np.argsort(mean[k], kind="stable")[::-1][:2] for k in (1, 0)]
            pairs = list(enumerate(picked))
            cost = sum(mean[k, b] - mean[k, s] for k, (b, s) in pairs) / 2
            half = Z * math.sqrt(sum(error[k, b] + error[k, s] for k, (b, s) in pairs)) / 2
            weight = float(sums.met[:, cell].sum())
            known += weight
            hits += weight * (cost >= least)
            surely += weight * (cost - half >= least)
            perhaps += weight * (cost + half >= least)
    if not known:
        return None
    return Gauge(hits / known, surely / total, (perhaps + total - known) / total)


def course_of(standing: Array, hero: int) -> ScoreCourse:
    """Return the course of a score.

    Args:
        standing: shape (moments, sides); more is better, the moments in order.
        hero: the side that is followed.
    """
    ordered = np.sort(standing, axis=1)
    leaders = standing.argmax(axis=1)[ordered[:, -1] > ordered[:, -2]]
    others = np.delete(standing, hero, axis=1).max(axis=1)
    ahead = standing[:, hero] - others
    not_yet = np.flatnonzero(ahead <= 0)
    moments = len(ahead)
    first = int(not_yet[-1]) + 1 if len(not_yet) else 0
    changes = int((leaders[1:] != leaders[:-1]).sum())
    return ScoreCourse(changes, bool(ahead[moments // 2] < 0), (moments - first) / moments)


def pareto_front(designs: Sequence[Mapping[str, Gauge]], aims: Mapping[str, str]) -> list[bool]:
    """Return for each design if none of the others is better.

    Another is better if it is at least as good in every aim that both have, and surely better in
    one: there the intervals are apart.

    Args:
        designs: measures of each design, by name.
        aims: for the name of a measure, if `HIGH` or `LOW` values are wanted.
    """

    def turned(gauge: Gauge, aim: str) -> Gauge:
        return gauge if aims[aim] == HIGH else Gauge(-gauge.value, -gauge.high, -gauge.low)

    def beats(one: Mapping[str, Gauge], other: Mapping[str, Gauge]) -> bool:
        both = [aim for aim in aims if aim in one and aim in other]
        pairs = [(turned(one[aim], aim), turned(other[aim], aim)) for aim in both]
        return all(a.value >= b.value for a, b in pairs) and any(a.low > b.high for a, b in pairs)

    return [not any(beats(other, one) for other in designs) for one in designs]
