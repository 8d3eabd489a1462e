"""When a strategy is as good as the best one: one test for what pages say of ways to play.

Hands never prove that two strategies are equal. One is as good as the best if it may be the best,
as far as the hands tell, or if its gap is so small that nobody would notice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cardsim.ask.swept import Group, Point, SweepResult
    from cardsim.game import Measure

NOTHING, UNNOTICED = "nothing measurable", "which nobody would notice"
MOST_TIES = 2
"""Largest number of ties that are named."""
SMALL, PART = 0.005, 50
"""Difference that nobody would notice: one game in two hundred; of points, this part of the worst
strategy's cost."""


class Gap(Protocol):
    """Difference between two strategies, with its interval."""

    @property
    def value(self) -> float:
        """Estimate."""

    @property
    def low(self) -> float:
        """Lower end."""

    @property
    def high(self) -> float:
        """Upper end."""


def unnoticeable(measure: Measure, gaps: Iterable[Gap]) -> float:
    """Return a difference that nobody would notice, in the measure's unit."""
    return SMALL if measure.in_per_cent else max(gap.value for gap in gaps) / PART


def as_good(gap: Gap, small: float = SMALL) -> bool:
    """Return True if a strategy may be the best, or its gap to the best is below `small`."""
    return gap.low <= 0 or gap.high < small


def is_level(group: Group, point: Point) -> bool:
    """Return True if a point of a group is as good as the one that did best there."""
    gaps = [p.shortfall for p in group.points]
    return as_good(point.shortfall, unnoticeable(point.result.measure, gaps))


def by_level(sweep: SweepResult) -> SweepResult:
    """Return a sweep whose charts mark as ties what is as good as the best, as pages say it."""
    groups = tuple(
        replace(g, points=tuple(replace(p, tied=is_level(g, p)) for p in g.points))
        for g in sweep.groups
    )
    return replace(sweep, groups=groups)


def priced(group: Group, point: Point, cost: str) -> str:
    """Return what a point costs as a phrase, after "costs".

    Nothing is measurable where the point may be the best; a sure cost is said, however small.

    Args:
        group: the points it is compared with.
        point: the point.
        cost: its cost in words: `0.3 (± 0.1) games in 100`.
    """
    if point.shortfall.low <= 0:
        return NOTHING
    return f"{cost}, {UNNOTICED}" if is_level(group, point) else cost


def level(group: Group) -> tuple[Point, ...]:
    """Return the other points as good as the one that did best in a group, the nearest first."""
    others = (p for p in group.points if not p.best and is_level(group, p))
    return tuple(sorted(others, key=lambda p: p.shortfall.value))
