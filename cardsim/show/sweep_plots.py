"""The chart of a sweep: the cost of each choice, or the measure in each circumstance."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsim.ask.sweep_story import COSTS
from cardsim.ask.swept import Group, Point, SweepResult, SweptOption
from cardsim.options.params import Settings, Value, in_words, settings_text, shown
from cardsim.runs import told
from cardsim.runs.wording import named
from cardsim.runs.words import capitalised
from cardsim.show.panel import (
    AT,
    INK,
    INTERVALS,
    MUTED,
    NARROW,
    ROW,
    SERIES,
    Panel,
    cut_short,
    entitle,
    frame,
    in_short,
    label_point,
    mark,
    name_all_along,
    name_all_down,
    name_along,
    name_down,
    note,
    number_axis,
    numbered,
    shades,
    small_height,
    small_width,
    spans,
    ticks,
    widen,
)
from cardsim.statistics.stats import digits_of, gap_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_SERIES = len(SERIES)
MOST_PARTS = 12
"""Most small charts of a sweep."""
MOST_MARKS = 40
"""Most points of a curve that are marked one by one."""
MOST_ROWS = 30
MOST_UNLIKE = 4
"""Small charts share a scale if the largest cost is at most this many times the smallest one."""
ROOM_FOR_NUMBERS = 30
"""Narrowest cell that shows its number, in points."""


@dataclass(frozen=True)
class Curve:
    """Points along an axis, all else being equal: a label and the points in order."""

    label: str
    points: tuple[Point, ...]


def panels(sweep: SweepResult, along: str = "", names: Sequence[str] = ()) -> list[Panel]:
    """Return the chart of a sweep.

    Args:
        sweep: the sweep.
        along: label of the only choice, if it is a number; by default the parameter's name.
        names: names of its groups, in their order; by default their circumstances.
    """
    varied = [a for a in sweep.choices if len(a.values) > 1]
    if not varied:
        return [_measure_panel(sweep)]
    if len(varied) > 1:
        return [_grid_panel(sweep, varied)]
    if _numeric(varied[0]) and len(varied[0].values) > 2:  # noqa: PLR2004
        return [_cost_panel(sweep, varied[0], along, names)]
    return [_rows_panel(sweep)]


def _numeric(axis: SweptOption) -> bool:
    return all(type(v) in (int, float) for v in axis.values)


def numbers_of(sweep: SweepResult) -> dict[Settings, int]:
    """Return each point's number in the grid, whose last axis varies fastest."""
    names = [a.name for a in sweep.spec.axes]
    grid = itertools.product(*(a.values for a in sweep.spec.axes))
    return {tuple(zip(names, values, strict=True)): k for k, values in enumerate(grid)}


def value_of(point: Point, axis: SweptOption) -> Value:
    """Return a point's value on an axis."""
    return dict(point.settings)[axis.name]


def _named(point: Point, axis: SweptOption) -> str:
    """Return a point's value on an axis, or the word for it."""
    return named(point.result.spec.hero, axis.name, value_of(point, axis))


def _cost(sweep: SweepResult, point: Point) -> tuple[float, float, float]:
    """Return a point's (negative) distance from the best and its interval, as drawn."""
    scale, s = sweep.measure.shown_times, point.shortfall
    value, low, high = (
        -scale * x if math.isfinite(x) else math.nan for x in (s.value, s.high, s.low)
    )
    return value, low, high


def cost_in_short(sweep: SweepResult, point: Point, digits: int | None = None) -> str:
    """Format a point's cost compared with the best, without its noun: `-0.56`."""
    value, low, high = _cost(sweep, point)
    text = gap_text(-value, -high, -low, is_share=False, digits=digits)[0]
    return f"-{text}" if text.strip("0.") else text


def _best_found(sweep: SweepResult) -> str:
    """Describe each group's best point, and the number of points tied with it."""
    findings = []
    for group in sweep.groups[:MOST_SERIES]:
        tied = f", tied with {numbered(len(group.tied), 'other')}" if group.tied else ""
        findings.append(f"{settings_text(group.best.settings)}, {group.best.estimate}{tied}")
    others = len(sweep.groups) - len(findings)
    more = f"; {others} more" if others else ""
    return f"{capitalised(sweep.measure.text)}: best {'; '.join(findings)}{more}."


def _caption(sweep: SweepResult, rest: str) -> str:
    hidden = len(sweep.groups) - MOST_PARTS
    more = f" {MOST_PARTS} of {len(sweep.groups)} circumstances are drawn." if hidden > 0 else ""
    return (
        f"How far below the best, in {told.noun(sweep.unit, sweep.measure)}, on the very same "
        f"cards. {rest}{more}"
    )


# ---------------------------------------------------------------- one choice of numbers


def _cost_panel(sweep: SweepResult, axis: SweptOption, along: str, names: Sequence[str]) -> Panel:
    groups = sweep.groups[:MOST_PARTS]
    floors = [
        min((y for p in g.points for y in _cost(sweep, p) if math.isfinite(y)), default=0.0)
        for g in groups
    ]
    alike = min(floors) >= MOST_UNLIKE * max(floors)
    below = f"{told.noun(sweep.unit, sweep.measure)} below the best"

    def draw(axes: Any, width: int) -> None:
        if len(groups) == 1:
            axes.set_ylim(1.04 * floors[0] - 1e-9, -0.2 * floors[0] + 1e-9)
            _costs(axes, width, sweep, axis, groups[0])
            name_along(axes, width, along)
            name_down(axes, below)
            return
        each = small_width(len(groups), width)
        for k, (part, group, own) in enumerate(zip(axes, groups, floors, strict=True)):
            floor = min(floors) if alike else own
            part.set_ylim(1.04 * floor - 1e-9, -0.28 * floor + 1e-9)
            _costs(part, each, sweep, axis, group)
            value = in_short(sweep.measure, group.best.estimate)
            best = f"best {_named(group.best, axis)}: {value}"
            if names:
                entitle(part, each, capitalised(names[k]), best)
            else:
                _entitle(part, each, group, best)
        name_all_along(axes, width, along)
        name_all_down(axes, width, below)

    return Panel(
        COSTS,
        _best_found(sweep),
        _caption(
            sweep,
            "Shaded values may be the best; the dot did best here. The band is an interval of all "
            f"points together.{'' if alike else ' Each chart has a scale of its own.'}",
        ),
        lambda width: _curve_height(len(groups), width),
        draw,
        len(groups),
        one_scale=alike,
    )


def _costs(axes: Axes, width: int, sweep: SweepResult, axis: SweptOption, group: Group) -> None:
    points, number = _in_order(group.points, axis), numbers_of(sweep)
    xs = [float(value_of(p, axis)) for p in points]
    values, lows, highs = zip(*(_cost(sweep, p) for p in points), strict=True)
    edges = [(a + b) / 2 for a, b in itertools.pairwise(xs)]
    edges = [2 * xs[0] - edges[0], *edges, 2 * xs[-1] - edges[-1]]
    for k, point in enumerate(points):
        if point.tied:
            axes.axvspan(edges[k], edges[k + 1], color=SERIES[0], alpha=0.13, lw=0, zorder=1)
    axes.axhline(0, color=MUTED, lw=0.8, zorder=2)
    axes.fill_between(xs, lows, highs, color=SERIES[0], alpha=0.25, lw=0, zorder=2)
    axes.plot(xs, values, color=SERIES[0], lw=2, zorder=3)
    best = next(k for k, p in enumerate(points) if p.best)
    axes.plot(xs[best], values[best], ls="none", marker="o", ms=7, color=SERIES[0], zorder=5)
    small = width < NARROW
    name = _named(points[best], axis)
    label = name if small else f"{name}: {in_short(sweep.measure, points[best].estimate)}"
    label_point(axes, (xs[best], values[best]), label, (0, 12), "center", bold=True)
    for k, offset in ((0, (9, 0)), (-1, (6, 0))):
        if not points[k].tied and math.isfinite(values[k]) and not (k == 0 and small):
            label_point(axes, (xs[k], values[k]), cost_in_short(sweep, points[k]), offset, "left")
    axes.set_xlim(edges[0], edges[-1])
    _along(axes, width, axis, "")
    for x, y, point in zip(xs, values, points, strict=True):
        mark(axes, x, y, number[point.settings], small=small)


def _entitle(axes: Axes, width: int, group: Group, best: str) -> None:
    """Put the circumstances above a small chart, the first one as its title."""
    first, *others = group.circumstances
    under = f"{told.circumstances_text(others)}: {best}" if others else best
    entitle(axes, width, told.circumstances_text([first]), under)


def _along(axes: Axes, width: int, axis: SweptOption, unit: str) -> None:
    """Set the ticks, grid and labels of a curve's axes."""
    small = width < NARROW
    axes.grid(visible=True, axis="y")
    axes.tick_params(axis="y", colors=MUTED, labelsize=11)
    number_axis(axes.yaxis, unit)
    ticks(axes, 3 if small else 5, vertical=True)
    most = 3 if small else 6 if width <= NARROW else 16
    if len(axis.values) <= most:
        axes.set_xticks([float(v) for v in axis.values], [shown(v) for v in axis.values])
    else:
        ticks(axes, most, whole=all(type(v) is int for v in axis.values))
        number_axis(axes.xaxis, "")
    axes.set_xlabel(axis.name.replace("_", " "), fontsize=10 if small else 11)


def _curve_height(count: int, width: int) -> float:
    return small_height(count, width) if count > 1 else 300 if width > NARROW else 250


# ---------------------------------------------------------------- two choices and more


def _grid_panel(sweep: SweepResult, varied: Sequence[SweptOption]) -> Panel:
    """Return cells coloured by their distance from the best, other choices being at their best."""
    down, across = sorted(varied, key=lambda a: (_numeric(a), len(a.values)))[-2:]
    groups = sweep.groups[:MOST_PARTS]

    def draw(axes: Any, width: int) -> None:
        part_width = width if len(groups) == 1 else small_width(len(groups), width)
        for part, group in zip([axes] if len(groups) == 1 else axes, groups, strict=True):
            _cells(part, part_width, sweep, (down, across), group)
            if len(groups) > 1:
                best = f"best {settings_text(group.best.settings[-2:])}"
                _entitle(part, part_width, group, best)

    rest = (
        "The stronger the colour, the nearer to the best, which is framed; cells in bold or with a "
        "dot may be the best too."
    )
    if len(varied) > 2:  # noqa: PLR2004
        rest += " Each cell is the best of what else varies."
    return Panel(
        COSTS,
        _best_found(sweep),
        _caption(sweep, rest),
        lambda width: (
            small_height(len(groups), width)
            if len(groups) > 1
            else 60 + min(26 * len(down.values), 460)
        ),
        draw,
        len(groups),
    )


def _cells(
    axes: Axes, width: int, sweep: SweepResult, pair: tuple[SweptOption, SweptOption], group: Group
) -> None:
    (down, across), number = pair, numbers_of(sweep)
    points: dict[tuple[int, int], Point] = {}
    for point in group.points:
        at = across.values.index(value_of(point, across)), down.values.index(value_of(point, down))
        if at not in points or point.shortfall.value < points[at].shortfall.value:
            points[at] = point
    spots = list(points)
    cells = list(points.values())
    shades(axes, spots, [-p.shortfall.value for p in cells])
    digits = digits_of([_cost(sweep, p)[1:] for p in cells], is_share=False)
    roomy = (width - 60) / len(across.values) >= ROOM_FOR_NUMBERS
    few = len(cells) <= MOST_MARKS * 5
    for (x, y), point in points.items():
        if roomy and few and not point.best:
            text = cost_in_short(sweep, point, digits)
            label_point(axes, (x, y), text, (0, 0), "center", bold=point.tied, colour=INK)
        if point.best:
            frame(axes, x, y)
            if roomy:
                label_point(axes, (x, y), "best", (0, 0), "center", bold=True, colour=INK)
        elif point.tied and not (roomy and few):
            axes.plot(x, y, ls="none", marker="o", ms=3, color=INK, zorder=4)
        if few:
            frame(axes, x, y).set_gid(f"{AT}{number[point.settings]}")
    _cell_names(axes, width, down, across)


def _cell_names(axes: Axes, width: int, down: SweptOption, across: SweptOption) -> None:
    for axis, set_ticks, most in (
        (across, axes.set_xticks, max((width - 60) // 40, 2)),
        (down, axes.set_yticks, 20),
    ):
        step = -(-len(axis.values) // most)
        names = [in_words(v) for v in axis.values]
        set_ticks(range(0, len(names), step), names[::step])
    axes.set_xlim(-0.5, len(across.values) - 0.5)
    axes.set_ylim(-0.5, len(down.values) - 0.5)
    axes.spines["bottom"].set_visible(False)
    if width >= NARROW:
        axes.set_xlabel(across.name.replace("_", " "), fontsize=11)
        axes.set_ylabel(down.name.replace("_", " "), fontsize=11)


# ---------------------------------------------------------------- words


def _rows_panel(sweep: SweepResult) -> Panel:
    points = [p for g in sweep.groups for p in sorted(g.points, key=lambda p: p.shortfall.value)]
    points = points[:MOST_ROWS]
    number = numbers_of(sweep)

    def draw(axes: Axes, width: int) -> None:
        axes.axvline(0, color=MUTED, lw=0.8)
        drawn = [_cost(sweep, p) for p in points]
        spans(axes, drawn, [p.tied for p in points])
        for k, point in enumerate(points):
            text = (
                in_short(sweep.measure, point.estimate)
                if point.best
                else cost_in_short(sweep, point)
            )
            note(axes, k, text, bold=point.best)
            axes.axhline(k, color=INK, lw=1, zorder=1).set_gid(f"{AT}{number[point.settings]}")
        _names(axes, width, points)
        widen(axes, [low for _, low, _ in drawn], [0.0, *(high for *_, high in drawn)])
        number_axis(axes.xaxis, "")
        ticks(axes, 3 if width <= NARROW else 6)

    key = "Filled marks may be the best, hollow ones are worse; lines are intervals of all points."
    if len(sweep.points) > len(points):
        key += f" The first {len(points)} of {len(sweep.points)} points."
    return Panel(
        COSTS, _best_found(sweep), _caption(sweep, key), lambda _: ROW * len(points) + 44, draw
    )


def _names(axes: Axes, width: int, points: Sequence[Point]) -> None:
    most = 22 if width <= NARROW else 44
    names = [", ".join(in_words(v) for _, v in p.settings) for p in points]
    axes.set_yticks(range(len(points)), [cut_short(n, most) for n in names])
    axes.set_ylim(len(points) - 0.4, -0.6)
    axes.grid(visible=True, axis="x")


# ---------------------------------------------------------------- circumstances alone


def _measure_panel(sweep: SweepResult) -> Panel:
    """Return the chart of the measure itself, where nothing is to be chosen."""
    unit, number = " %" if sweep.measure.in_per_cent else "", numbers_of(sweep)
    ordered = sorted(sweep.points, key=lambda p: p.estimate.value)
    ends = " to ".join(
        f"{p.estimate} with {settings_text(p.settings)}" for p in (ordered[0], ordered[-1])
    )
    what = capitalised(sweep.measure.text)
    finding = f"{what}: from {ends}."

    axis = curve_axis(sweep)
    if axis is None or len(axis.values) < 3:  # noqa: PLR2004
        return _measure_rows(sweep, what, finding)
    every = curves(sweep, axis)
    lines = every[:MOST_PARTS]

    def draw(axes: Any, width: int) -> None:
        if len(lines) == 1:
            one(axes, width, lines[0])
            return
        for part, curve in zip(axes, lines, strict=True):
            one(part, small_width(len(lines), width), curve)
            last = f"{in_short(sweep.measure, curve.points[-1].estimate)} at the right end"
            entitle(part, small_width(len(lines), width), curve.label, last)

    def one(axes: Axes, width: int, curve: Curve) -> None:
        xs = [float(value_of(p, axis)) for p in curve.points]
        values, lows, highs = zip(*(_measured(sweep, p) for p in curve.points), strict=True)
        axes.fill_between(xs, lows, highs, color=SERIES[0], alpha=0.25, lw=0, zorder=2)
        marker = "o" if len(xs) <= MOST_MARKS else None
        axes.plot(xs, values, color=SERIES[0], lw=2, marker=marker, ms=4.5, zorder=3)
        sides: tuple[Any, ...] = ((0, (4, 12), "center"), (-1, (8, 0), "left"))
        for k, offset, side in sides:
            text = in_short(sweep.measure, curve.points[k].estimate)
            label_point(axes, (xs[k], values[k]), text, offset, side, bold=True)
        _along(axes, width, axis, unit)
        axes.margins(x=0.05, y=0.12)
        axes.autoscale_view()
        for x, y, point in zip(xs, values, curve.points, strict=True):
            mark(axes, x, y, number[point.settings], small=width < NARROW)

    more = f" {len(lines)} of {len(every)} curves are drawn." if len(every) > len(lines) else ""
    return Panel(
        what,
        finding,
        f"Bands are {INTERVALS}, point by point.{more}",
        lambda width: _curve_height(len(lines), width),
        draw,
        len(lines),
    )


def _measured(sweep: SweepResult, point: Point) -> tuple[float, float, float]:
    """Return the measure at a point and its interval, as drawn."""
    scale, e = sweep.measure.shown_times, point.estimate
    value, low, high = (
        scale * x if math.isfinite(x) else math.nan for x in (e.value, e.low, e.high)
    )
    return value, low, high


def _measure_rows(sweep: SweepResult, what: str, finding: str) -> Panel:
    points, number = sweep.points[:MOST_ROWS], numbers_of(sweep)

    def draw(axes: Axes, width: int) -> None:
        drawn = [_measured(sweep, p) for p in points]
        spans(axes, drawn, [True] * len(points))
        for k, point in enumerate(points):
            note(axes, k, in_short(sweep.measure, point.estimate))
            axes.axhline(k, color=INK, lw=1, zorder=1).set_gid(f"{AT}{number[point.settings]}")
        _names(axes, width, points)
        widen(axes, [low for _, low, _ in drawn], [high for *_, high in drawn])
        number_axis(axes.xaxis, " %" if sweep.measure.in_per_cent else "")
        ticks(axes, 3 if width <= NARROW else 6)

    return Panel(what, finding, f"Lines are {INTERVALS}.", lambda _: ROW * len(points) + 44, draw)


def curve_axis(sweep: SweepResult) -> SweptOption | None:
    """Return the axis that curves run along: the numeric one with the most values."""
    numeric = [a for a in sweep.spec.axes if len(a.values) > 1 and _numeric(a)]
    return max(numeric, key=lambda a: len(a.values), default=None)


def curves(sweep: SweepResult, axis: SweptOption) -> list[Curve]:
    """Return the points of a sweep as curves along an axis, in the order of the grid."""
    by_name: dict[str, list[Point]] = {}
    for point in sweep.points:
        rest = tuple(pair for pair in point.settings if pair[0] != axis.name)
        # With several names a label would be too long for a chart; the caption has them.
        label = settings_text(rest) if len(rest) == 1 else ", ".join(in_words(v) for _, v in rest)
        by_name.setdefault(label, []).append(point)
    return [Curve(label, tuple(_in_order(points, axis))) for label, points in by_name.items()]


def _in_order(points: Sequence[Point], axis: SweptOption) -> list[Point]:
    return sorted(points, key=lambda p: float(value_of(p, axis)))
