"""The charts of a sweep: the curve of what it measures, and how far from the best each point is."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsim.answers.sweeps import Axis, Point, SweepResult
from cardsim.options.params import in_words, settings_text, shown
from cardsim.plots.panel import (
    INK,
    INTERVALS,
    LINES,
    MARKERS,
    MUTED,
    NARROW,
    PAPER,
    ROW,
    SERIES,
    Panel,
    cut_short,
    heading,
    label_ends,
    legend,
    listed,
    note,
    numbered,
    room_beside,
    ticks,
    widen,
)
from cardsim.statistics.stats import estimate_text, gap_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_SERIES = len(SERIES)
MOST_MARKS = 150
"""Marks in a chart: of all points, or else of those that may be the best, or else none."""
MOST_ROWS = 30
AT = "at-"
"""The gid of the line at the k-th value of the horizontal axis is `at-k`."""


@dataclass(frozen=True)
class Curve:
    """Points along an axis, all else being equal: its label and the points in order."""

    label: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Reading:
    """What a chart shows of a point, and how it says so.

    Attributes:
        of: point -> value, low, high.
        is_share: whether they are shown in per cent, or points of it.
        unit: what follows a number of the axis.
    """

    of: Callable[[Point], tuple[float, float, float]]
    is_share: bool
    unit: str

    def scaled(self, point: Point) -> tuple[float, float, float]:
        """Value, low and high as they are drawn; NaN where an interval has no end."""
        scale = 100.0 if self.is_share else 1.0
        value, low, high = (
            scale * number if math.isfinite(number) else math.nan for number in self.of(point)
        )
        return value, low, high


def panels(sweep: SweepResult) -> list[Panel]:
    """The charts of a sweep: its measure, and how much worse than the best each point is."""
    measure = sweep.measure
    share = measure.is_share or measure.as_share
    direct = Reading(
        lambda p: (p.estimate.value, p.estimate.low, p.estimate.high), share, " %" if share else ""
    )
    found = [_panel(sweep, direct, heading(measure.text), _best_found(sweep))]
    if any(len(g.points) > 1 for g in sweep.groups):
        behind = Reading(
            lambda p: (p.shortfall.value, p.shortfall.low, p.shortfall.high),
            share,
            " pp" if share else "",
        )
        found.append(
            _panel(sweep, behind, "Worse than the best by", _beaten_found(sweep), paired=True)
        )
    return found


def curve_axis(sweep: SweepResult) -> Axis | None:
    """The axis that the curves run along: the longest one of numbers, choices first."""
    numeric = [
        a
        for a in sweep.spec.axes
        if len(a.values) > 1 and all(type(v) in (int, float) for v in a.values)
    ]
    return max(numeric, key=lambda a: (a.is_choice, len(a.values)), default=None)


def curves(sweep: SweepResult, axis: Axis) -> list[Curve]:
    """The points of a sweep as curves along an axis, in the order of the grid."""
    found: dict[str, list[Point]] = {}
    for point in sweep.points:
        rest = tuple(pair for pair in point.settings if pair[0] != axis.name)
        # With several names a label would be too long for a chart; the caption has them.
        label = settings_text(rest) if len(rest) == 1 else ", ".join(in_words(v) for _, v in rest)
        found.setdefault(label, []).append(point)
    return [
        Curve(label, tuple(sorted(points, key=lambda p: _at(p, axis))))
        for label, points in found.items()
    ]


def _at(point: Point, axis: Axis) -> float:
    return float(dict(point.settings)[axis.name])


def _best_found(sweep: SweepResult) -> str:
    """Where the best point of each group is, in words."""
    findings = []
    for group in sweep.groups[:MOST_SERIES]:
        best = group.best
        value, interval = best.estimate.parts
        where = (
            settings_text(best.settings)
            if len(group.points) > 1
            else settings_text(group.circumstances)
        )
        tied = f", tied with {numbered(len(group.tied), 'other')}" if group.tied else ""
        findings.append(f"{value} ({INTERVALS[:-1]} {interval}) with {where}{tied}")
    more = (
        f"; {len(sweep.groups) - len(findings)} more" if len(sweep.groups) > len(findings) else ""
    )
    what = "best" if len(sweep.groups[0].points) > 1 else "it is"
    return f"{heading(sweep.measure.text)}: {what} {'; '.join(findings)}{more}."


def _beaten_found(sweep: SweepResult) -> str:
    points = [p for g in sweep.groups for p in g.points]
    tied = [settings_text(p.settings) for p in points if p.tied]
    return (
        f"{numbered(len(tied), 'point')} of {len(points)} may be the best: {listed(tied)}; "
        "the others are worse, which is more than noise."
    )


def _panel(
    sweep: SweepResult, reading: Reading, title: str, finding: str, *, paired: bool = False
) -> Panel:
    axis = curve_axis(sweep)
    chosen = any(len(g.points) > 1 for g in sweep.groups)
    key = "Filled marks may be the best, hollow ones are worse; a ring marks what did best here. "
    bands = (
        "Lines and bands: the difference in the same hands, and its simultaneous interval."
        if paired
        else f"Bands are {INTERVALS}, point by point."
    )
    if axis is None:
        bands = bands.replace("Bands", "Lines").replace("Lines and bands", "Marks and lines")
        points = sorted(sweep.points, key=lambda p: p.shortfall.value)
        note = (key if chosen else "") + bands
        if len(points) > MOST_ROWS:
            note += f" The {MOST_ROWS} nearest to the best of {len(points)} points."
        points = points[:MOST_ROWS]
        return Panel(
            title,
            finding,
            note,
            lambda _: ROW * len(points) + 44,
            lambda axes, width: _rows(axes, width, points, reading, chosen=chosen),
        )
    lines = curves(sweep, axis)
    left_out = ""
    others = [a.name.replace("_", "-") for a in sweep.spec.axes if a is not axis]
    if len(others) > 1:
        bands += f" Curves are named by {listed(others)}."
    if len(lines) > MOST_SERIES:
        left_out = f" The {MOST_SERIES} best of {len(lines)} curves are drawn."
        lines = sorted(lines, key=lambda c: min(p.shortfall.value for p in c.points))[:MOST_SERIES]
    if not _marked(lines):
        key = "A ring marks what did best here. "
    note = (key if chosen else "") + bands + left_out

    def draw(axes: Axes, width: int) -> None:
        _curves(axes, width, lines, axis, reading, chosen=chosen)
        if not paired:
            for k, value in enumerate(sorted(axis.values, key=float)):
                axes.axvline(float(value), color=MUTED, lw=1, zorder=1).set_gid(f"{AT}{k}")
        else:
            axes.spines["bottom"].set_visible(False)
            axes.axhline(0, color=MUTED, lw=0.8)
            axes.set_ylim(bottom=min(0, -0.02 * axes.get_ylim()[1]))

    def height(width: int) -> float:
        legend = (
            18 * len(lines)
            if len(lines) > 1 and not room_beside([c.label for c in lines], width)
            else 0
        )
        return (320 if width > NARROW else 260) * (0.75 if paired else 1) + legend

    return Panel(title, finding, note, height, draw)


def _curves(
    axes: Axes, width: int, lines: Sequence[Curve], axis: Axis, reading: Reading, *, chosen: bool
) -> None:
    kinds = _marked(lines)
    ends = []
    for k, curve in enumerate(lines):
        colour = SERIES[k]
        xs = [_at(p, axis) for p in curve.points]
        values, lows, highs = zip(*(reading.scaled(p) for p in curve.points), strict=True)
        axes.fill_between(xs, lows, highs, color=colour, alpha=0.18, lw=0, zorder=2)
        axes.plot(xs, values, color=colour, lw=1.8, ls=LINES[k % len(LINES)], zorder=3)
        for full in (False, True):
            spots = [
                (x, y)
                for x, y, point in zip(xs, values, curve.points, strict=True)
                if (point.tied or not chosen) == full and full in kinds
            ]
            _marks(axes, spots, k, full=full)
        if chosen:
            _rings(
                axes, [(x, y) for x, y, p in zip(xs, values, curve.points, strict=True) if p.best]
            )
        ends.append((values[-1], k, curve.label))
    axes.grid(visible=True, axis="y")
    axes.tick_params(axis="y", colors=MUTED, labelsize=11)
    axes.yaxis.set_major_formatter(lambda value, _: f"{_plain(value)}{reading.unit}")
    ticks(axes, 5, vertical=True)
    most = 6 if width <= NARROW else 16
    if len(axis.values) <= most:
        axes.set_xticks([float(v) for v in axis.values], [shown(v) for v in axis.values])
    else:
        ticks(axes, most, whole=all(type(v) is int for v in axis.values))
    axes.set_xlabel(axis.name.replace("_", "-"), fontsize=11)
    axes.margins(x=0.025, y=0.08)
    if len(lines) > 1:
        if room_beside([c.label for c in lines], width):
            label_ends(axes, ends, max(float(v) for v in axis.values))
        else:
            legend(axes, [c.label for c in lines])


def _marked(lines: Sequence[Curve]) -> set[bool]:
    """Which marks there is room for: hollow ones (False), filled ones (True)."""
    points = [p for c in lines for p in c.points]
    if len(points) <= MOST_MARKS:
        return {False, True}
    return {True} if sum(p.tied for p in points) <= MOST_MARKS else set()


def _plain(value: float) -> str:
    return f"{0.0 if math.isclose(value, 0, abs_tol=1e-12) else value:g}"


def _marks(axes: Axes, spots: Sequence[tuple[float, float]], k: int, *, full: bool) -> None:
    """The marks of the k-th series, all at once, which makes a small file."""
    marker: Any = MARKERS[k % len(MARKERS)]
    axes.plot(
        [x for x, _ in spots],
        [y for _, y in spots],
        ls="none",
        marker=marker,
        ms=6.5,
        mfc=SERIES[k] if full else PAPER,
        mec=SERIES[k],
        mew=1.3,
        zorder=4,
    )


def _rings(axes: Axes, spots: Sequence[tuple[float, float]]) -> None:
    """A ring around what did best."""
    axes.plot(
        [x for x, _ in spots],
        [y for _, y in spots],
        ls="none",
        marker="o",
        ms=14,
        mfc="none",
        mec=INK,
        mew=1.3,
        zorder=5,
    )


def _rows(
    axes: Axes, width: int, points: Sequence[Point], reading: Reading, *, chosen: bool
) -> None:
    """Points below each other, where no axis has numbers."""
    text_of = gap_text if reading.unit == " pp" else estimate_text
    for k, point in enumerate(points):
        value, low, high = reading.scaled(point)
        axes.plot([low, high], [k, k], color=SERIES[0], lw=2.2, zorder=3)
        _marks(axes, [(value, k)], 0, full=not chosen or point.tied)
        if chosen and point.best:
            _rings(axes, [(value, k)])
        note(axes, k, text_of(*reading.of(point), is_share=reading.is_share)[0])
    most = 22 if width <= NARROW else 44
    names = [", ".join(in_words(v) for _, v in p.settings) for p in points]
    axes.set_yticks(range(len(points)), [cut_short(n, most) for n in names])
    axes.set_ylim(len(points) - 0.4, -0.6)
    scaled = [reading.scaled(p) for p in points]
    widen(axes, [v for v, *_ in scaled] + [low for _, low, _ in scaled], [s[2] for s in scaled])
    axes.grid(visible=True, axis="x")
    axes.xaxis.set_major_formatter(lambda value, _: f"{_plain(value)}{reading.unit}")
    ticks(axes, 3 if width <= NARROW else 6)
