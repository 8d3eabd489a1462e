"""Charts of stories, drawn from their descriptions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import median
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from cardsim.ask.sweep_story import CHOICE
from cardsim.runs.words import capitalised
from cardsim.show import share_plots, sweep_plots
from cardsim.show.panel import (
    GRID,
    INK,
    INTERVALS,
    LEGEND,
    LETTER,
    LINES,
    MARKERS,
    MOST_LETTERS,
    MUTED,
    NARROW,
    PAPER,
    ROW,
    SERIES,
    Panel,
    cut_short,
    entitle,
    frame,
    label_ends,
    label_point,
    legend,
    legend_lines,
    mark,
    minus,
    name_all_down,
    name_down,
    note,
    number_axis,
    on_lines,
    shades,
    small_height,
    small_width,
    ticks,
    widen,
)
from cardsim.statistics.stats import digits_of, estimate_text
from cardsim.story import Chart, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_MARKS = 40
"""Most points of a line that are marked one by one."""
TOGETHER = 4
"""Most lines that share one chart even if they overlap."""
PART, LINE, APART = 17, 15, 9
"""Points between values of a group, between lines of its name, and between groups."""
STRONGER = "The stronger the colour, the higher"
STRONG = 0.95
"""Share of a map's cells that are paler than the darkest."""
SHARES = {"bars": share_plots.bars, "spread": share_plots.spread}
MOST_NAMES = 20
NEAR = 1 / 25
"""Lines nearer to each other than this share of the chart's height overlap."""


def panel(chart: Chart) -> Panel:  # noqa: PLR0911  one for each kind
    """Return the panel that a chart's description asks for."""
    if chart.sweep is not None:
        along = "" if chart.x == CHOICE else chart.x
        names = [series.name for series in chart.series]
        if not along or len(names) != len(chart.sweep.groups):
            names = []
        (drawn,) = sweep_plots.panels(chart.sweep, along, names)
        return replace(drawn, title=chart.finding)
    if chart.kind in SHARES:
        return SHARES[chart.kind](chart)
    finding, caption = _description(chart), " ".join(_notes(chart))
    if chart.kind == "grid":
        return Panel(
            *(chart.finding, finding, caption),
            lambda width: 44 * len(chart.series) + (150 if _is_upright(chart, width) else 60),
            lambda axes, width: _cells(axes, width, chart),
        )
    if chart.kind == "map":
        return Panel(
            *(chart.finding, finding, caption),
            lambda width: 70 + min((22 if width > NARROW else 18) * max(len(chart.series), 3), 420),
            lambda axes, width: _map(axes, width, chart),
        )
    if chart.kind == "points":
        return Panel(
            *(chart.finding, finding, caption),
            lambda width: _groups(chart, width)[-1].bottom + 64 + _legend_height(chart, width),
            lambda axes, width: _rows(axes, width, chart),
        )
    if _is_apart(chart):
        return Panel(
            *(chart.finding, finding, caption),
            lambda width: small_height(len(chart.series), width),
            lambda axes, width: _multiples(axes, width, chart),
            len(chart.series),
            one_scale=not chart.own_scales,
        )
    return Panel(
        *(chart.finding, finding, caption),
        lambda width: (320 if width > NARROW else 260) + _legend_height(chart, width),
        lambda axes, width: _lines(axes, width, chart, chart.series),
    )


def _notes(chart: Chart) -> list[str]:
    with_intervals = any(s.low for s in chart.series)
    notes = []
    if chart.kind == "map":
        above, below = chart.sides
        hues = f"Blue where {above}, orange where {below}, the darker the more"
        notes.append(f"{capitalised(chart.y)}. {hues if above else STRONGER}.")
    elif chart.kind == "grid":
        framed = f"; the {chart.best} is framed" if chart.best else ""
        notes.append(f"{capitalised(chart.y)}. {STRONGER}{framed}.")
    elif with_intervals:
        drawn = "Bands" if chart.kind == "line" else "Bars"
        notes.append(f"{drawn} are {chart.interval or INTERVALS}.")
    if chart.reference is not None and chart.kind != "grid":
        notes.append(f"The dashed line: {chart.reference[1]}.")
    if any(s.hollow for s in chart.series):
        told = ("be the best", "are worse") if chart.best else ("equal the first", "do not")
        notes.append("Filled marks may {}, hollow ones {}.".format(*told))
    if chart.exact:
        exact = "A line without a band is exact." if with_intervals else "Values are exact."
        notes.append(exact)
    return notes


def _description(chart: Chart) -> str:
    """Describe the chart for those who do not see it: the finding and the values or their range."""
    if chart.kind == "points" and len(chart.series) == 1:
        (series,) = chart.series
        each = [f"{x}: {text_of(chart, series, k)}" for k, x in enumerate(series.x)]
        return f"{chart.finding}. {capitalised(chart.y)}; {'; '.join(each)}."
    scale, unit = (100.0, " %") if chart.percent else (1.0, "")
    if chart.kind == "map":
        low, high = (
            f"{cut(y for s in chart.series for y in s.y if not math.isnan(y)):.3g}"
            for cut in (min, max)
        )
        by = f"{chart.x} and {chart.rows}" if chart.rows else chart.x
        return f"{chart.finding}. {capitalised(chart.y)}, by {by}: {low} to {high}."
    ranges = [
        f"{s.name}: {scale * min(s.y):.4g}{unit} to {scale * max(s.y):.4g}{unit}"
        for s in chart.series
    ]
    return f"{chart.finding}. {capitalised(chart.y)} by {chart.x_name}; {'; '.join(ranges)}."


def best_of(chart: Chart, series: Series) -> int | None:
    """Return the index of a series' best point; None unless the chart says what is best."""
    if not chart.best:
        return None
    pick = max if chart.best == "highest" else min
    return series.y.index(pick(series.y))


def text_of(chart: Chart, series: Series, k: int) -> str:
    """Return the text of the k-th point of a series, or its value to the series' precision."""
    if series.told:
        return series.told[k]
    value = series.y[k]
    low, high = (series.low[k], series.high[k]) if series.low else (value, value)
    # A chart shows three significant figures; the table below it may have more.
    shown, *others = _scaled(chart, [value, *filter(None, series.y)])
    most = min(max(_places(median(others or [1.0])), 1), _places(shown))
    if all(v == round(v) for v in series.y) and not series.low:
        most = 0
    digits = digits_of(zip(series.low, series.high, strict=True), is_share=chart.percent)
    return estimate_text(value, low, high, is_share=chart.percent, digits=min(digits, most))[0]


def _places(value: float) -> int:
    """Return the number of decimals that gives a number three significant figures."""
    return max(2 - math.floor(math.log10(abs(value))), 0) if value else 3


def _scaled(chart: Chart, values: Sequence[float]) -> list[float]:
    return [100 * v if chart.percent else v for v in values]


def _unit(chart: Chart) -> str:
    return " %" if chart.percent else ""


# ---------------------------------------------------------------- lines


def _is_apart(chart: Chart) -> bool:
    """Return whether lines overlap so much that each needs a small chart of its own."""
    lines = chart.series
    if chart.own_scales or len(lines) <= TOGETHER:
        return chart.own_scales and len(lines) > 1
    span = max(max(s.y) for s in lines) - min(min(s.y) for s in lines)
    room = NEAR * span
    near = [
        al - room < bh and bl - room < ah
        for a, b in combinations([_bounds(s) for s in lines], 2)
        for x, (bl, bh) in b.items()
        if x in a
        for al, ah in [a[x]]
    ]
    return len(lines) > len(SERIES) or sum(near) > len(near) / 3


def _has_legend(chart: Chart, width: int) -> bool:
    """Return whether the series are named in a legend rather than at the ends of their lines."""
    lines = chart.series
    if len(lines) == 1 or chart.kind == "grid" or _is_apart(chart):
        return False
    ends = len({s.x[-1] for s in lines}) > 1
    long = max(len(s.name) for s in lines) > MOST_LETTERS // (1 if width > NARROW else 2)
    return chart.kind == "points" or bool(chart.best) or ends or long


def _legend_names(chart: Chart) -> list[str]:
    """Return the series' names, each with the place of its best point."""
    names = []
    for series in chart.series:
        best = best_of(chart, series) if chart.kind == "line" else None
        at = "" if best is None else f", best: {chart.x_text(series.x[best])}"
        names.append(series.name + at)
    return names


def _legend_height(chart: Chart, width: int) -> float:
    if not _has_legend(chart, width):
        return 0
    return LEGEND * legend_lines(_legend_names(chart), width) + 4


def _bounds(series: Series) -> dict[Any, tuple[float, float]]:
    """Return the ends of a line's interval at each of its places."""
    ends = zip(series.low or series.y, series.high or series.y, strict=True)
    return dict(zip(series.x, ends, strict=True))


def _multiples(parts: Sequence[Axes], width: int, chart: Chart) -> None:
    each = small_width(len(chart.series), width)
    for part, series in zip(parts, chart.series, strict=True):
        for other in chart.series:
            if other is not series and not chart.own_scales:
                part.plot(other.x, _scaled(chart, other.y), color=GRID, lw=1.3, zorder=1)
        _lines(part, each, chart, (series,))
        best = best_of(chart, series)
        at = series.y.index(max(series.y)) if best is None else best
        where = "up to" if best is None else "best"
        place = series.x[at]
        place = "never" if place == chart.never else f"at {place:g}"
        under = f"{where} {text_of(chart, series, at)}, {place}"
        if chart.own_scales:
            under = f"from {text_of(chart, series, 0)} to {text_of(chart, series, -1)}"
            ticks(part, 4, vertical=True)
        entitle(part, each, series.name, under)
    name_all_down(parts, width, chart.y)


def _lines(axes: Axes, width: int, chart: Chart, lines: Sequence[Series]) -> None:
    small = width < NARROW
    for k, series in enumerate(lines):
        _line(axes, chart, series, k, alone=len(lines) == 1, small=small)
    if chart.reference is not None:
        _reference(axes, chart, vertical=False)
    axes.grid(visible=True, axis="y")
    axes.tick_params(axis="y", colors=MUTED, labelsize=11)
    number_axis(axes.yaxis, _unit(chart))
    number_axis(axes.xaxis, "")
    ticks(axes, 3 if small else 5, vertical=True)
    whole = all(x == int(x) for s in lines for x in s.x)
    most = 3 if small else 6 if width <= NARROW else 12
    ticks(axes, most, whole=whole)
    axes.margins(x=0.025, y=0.12)
    axes.autoscale_view()
    for series in (s for s in lines if len(s.x) <= MOST_MARKS):
        first = chart.series.index(series) * len(series.x)
        for k, (x, y) in enumerate(zip(series.x, _scaled(chart, series.y), strict=True)):
            mark(axes, cast("float", x), y, first + k, small=small)
    _never(axes, chart, most)
    if not small:
        name_down(axes, chart.y)
    name = on_lines(capitalised(chart.x_name), (width - 30) // 7)
    axes.set_xlabel(name, fontsize=10 if small else 11)
    if _has_legend(chart, width):
        legend(axes, _legend_names(chart), width)
    elif len(lines) > 1:
        ends = [(_scaled(chart, s.y)[-1], k, s.name) for k, s in enumerate(lines)]
        label_ends(axes, ends, max(float(x) for s in lines for x in s.x))


def _line(axes: Axes, chart: Chart, series: Series, k: int, *, alone: bool, small: bool) -> None:
    """Draw the k-th line of a chart, its band, and a dot at its best point."""
    colour = SERIES[k % len(SERIES)]
    xs: Sequence[Any] = series.x
    ys = _scaled(chart, series.y)
    if series.low:
        lows, highs = _scaled(chart, series.low), _scaled(chart, series.high)
        alpha = 0.2 if alone else 0.13
        axes.fill_between(xs, lows, highs, color=colour, alpha=alpha, lw=0, zorder=2)
    marker: Any = MARKERS[k % len(MARKERS)] if len(xs) <= MOST_MARKS and not small else None
    style = {"ls": LINES[k % len(LINES)], "marker": marker, "ms": 5, "zorder": 3}
    axes.plot(xs, ys, color=colour, lw=2, **style)
    best = best_of(chart, series)
    if best is None:
        return
    axes.plot(xs[best], ys[best], ls="none", marker="o", ms=9, color=colour, zorder=5)
    if len(chart.series) == 1:
        label = f"{chart.x_text(xs[best])}: {text_of(chart, series, best)}"
        label_point(axes, (xs[best], ys[best]), label, (0, 12), "center", bold=True)


def _never(axes: Axes, chart: Chart, most: int) -> None:
    """Label the place that stands for "never" with the word in place of its number."""
    at = chart.never
    if at is None or not any(at in s.x for s in chart.series):
        return
    low, high = axes.get_xlim()
    room = (high - low) / most
    spots = [x for x in axes.get_xticks() if low <= x <= high and abs(x - at) >= room]
    axes.set_xticks([*spots, at], [*(minus(f"{x:g}") for x in spots), "never"])
    axes.set_xlim(low, high)


def _reference(axes: Axes, chart: Chart, *, vertical: bool) -> None:
    value, _ = chart.reference or (0.0, "")
    at = 100 * value if chart.percent else value
    draw = axes.axvline if vertical else axes.axhline
    draw(at, color=MUTED, lw=1, ls=(0, (3, 3)), zorder=1)


# ---------------------------------------------------------------- cells and rows


def _is_upright(chart: Chart, width: int) -> bool:
    """Return whether a grid's column names are too long to stand side by side."""
    names = [chart.x_text(x) for x in chart.places]
    return LETTER * (max(map(len, names)) + 1) > (width - 90) / len(names)


def _cells(axes: Axes, width: int, chart: Chart) -> None:
    """Draw a cell for each x of each series, with the first series on top."""
    # Rows need not have the same columns.
    across: list[Any] = chart.places
    if not any(isinstance(x, str) for x in across):
        across.sort()
    cells = [(row, k) for row, s in enumerate(chart.series) for k in range(len(s.x))]
    spots = [(across.index(chart.series[row].x[k]), -row) for row, k in cells]
    values = [chart.series[row].y[k] for row, k in cells]
    shades(axes, spots, values)
    best = None
    if chart.best:
        best = values.index(max(values) if chart.best == "highest" else min(values))
    texts = [text_of(chart, chart.series[row], k) for row, k in cells]
    if LETTER * max(map(len, texts)) > (width - 90) / len(across):
        texts = [minus(f"{value:.0f}") for value in _scaled(chart, values)]
    for number, ((x, y), text) in enumerate(zip(spots, texts, strict=True)):
        label_point(axes, (x, y), text, (0, 0), "center", bold=number == best, colour=INK)
        if number == best:
            frame(axes, x, y)
    upright = _is_upright(chart, width)
    names = [cut_short(chart.x_text(x), MOST_LETTERS) for x in across]
    axes.set_xticks(range(len(across)), names, rotation=90 if upright else 0)
    axes.set_xlabel(on_lines(capitalised(chart.x), (width - 90) // 7), fontsize=11)
    axes.set_yticks(range(0, -len(chart.series), -1), [s.name for s in chart.series])
    axes.set_xlim(-0.5, len(across) - 0.5)
    axes.set_ylim(0.5 - len(chart.series), 0.5)
    axes.spines["bottom"].set_visible(False)
    axes.tick_params(axis="x", length=0)


def _map(axes: Axes, width: int, chart: Chart) -> None:
    """Draw a cell for each known x of each series, without its number."""
    cells = [
        (k, -row, y)
        for row, s in enumerate(chart.series)
        for k, y in enumerate(s.y)
        if not math.isnan(y)
    ]
    strong = float(np.quantile([abs(y) for *_, y in cells], STRONG))
    shades(
        axes,
        [(x, down) for x, down, _ in cells],
        [min(max(y, -strong), strong) for *_, y in cells],
        from_zero=True,
    )
    _part(axes, chart.regions)
    across, rows = [chart.x_text(x) for x in chart.series[0].x], [s.name for s in chart.series]
    step = -(-len(across) // max((width - 60) // 34, 2))
    axes.set_xticks(range(0, len(across), step), across[::step])
    step = -(-len(rows) // MOST_NAMES)
    axes.set_yticks(range(0, -len(rows), -step), rows[::step])
    axes.set_xlim(-0.5, len(across) - 0.5)
    axes.set_ylim(0.5 - len(rows), 0.5)
    axes.spines["bottom"].set_visible(False)
    axes.set_xlabel(chart.x, fontsize=11)
    if chart.rows:
        axes.set_ylabel(chart.rows, fontsize=11)


def _part(axes: Axes, regions: Sequence[Sequence[int]]) -> None:
    """Draw a line between neighbours of different regions; a number below 0 is no region."""
    for row, numbers in enumerate(regions):
        for k, number in enumerate(numbers):
            for down, right in ((0, 1), (1, 0)):
                if row + down == len(regions) or k + right == len(numbers):
                    continue
                other = regions[row + down][k + right]
                if number != other and min(number, other) >= 0:
                    x, y = k + right / 2, -row - down / 2
                    ends = [x - down / 2, x + down / 2], [y - right / 2, y + right / 2]
                    axes.plot(*ends, color=INK, lw=2.2, solid_capstyle="round", zorder=5)


@dataclass(frozen=True)
class _Category:
    """The values of one category, below each other.

    Attributes:
        name: its name, broken into lines.
        points: (number of the series, number of its point) for each value.
        top, bottom: distance from the top of the chart, in points.
    """

    name: str
    points: tuple[tuple[int, int], ...]
    top: float
    bottom: float

    @property
    def middle(self) -> float:
        """Height of the group's name."""
        return (self.top + self.bottom) / 2

    @property
    def spots(self) -> list[float]:
        """Heights of the group's values."""
        first = self.middle - PART * (len(self.points) - 1) / 2
        return [first + PART * k for k in range(len(self.points))]


def _groups(chart: Chart, width: int) -> list[_Category]:
    """Group the values of a categorical chart by category."""
    most, groups, top = 20 if width <= NARROW else 42, [], 0.0
    for place in dict.fromkeys(x for s in chart.series for x in s.x):
        points = tuple(
            (n, k) for n, s in enumerate(chart.series) for k, x in enumerate(s.x) if x == place
        )
        name = on_lines(str(place), most)
        room = max(PART * len(points), LINE * (name.count("\n") + 1)) + APART
        groups.append(_Category(name, points, top, top + max(room, ROW)))
        top += max(room, ROW)
    return groups


def _rows(axes: Axes, width: int, chart: Chart) -> None:
    """Draw the values of a categorical chart, with those of one category together."""
    groups, lows, highs = _groups(chart, width), [], []
    for group in groups:
        for row, (number, k) in zip(group.spots, group.points, strict=True):
            series, colour = chart.series[number], SERIES[number % len(SERIES)]
            marker: Any = MARKERS[number % len(MARKERS)]
            value = series.y[k]
            low, high = (series.low[k], series.high[k]) if series.low else (value, value)
            drawn = _scaled(chart, (value, low, high))
            axes.plot(drawn[1:], [row, row], color=colour, lw=2.4, alpha=0.55, zorder=3)
            face = PAPER if k in series.hollow else colour
            style: dict[str, Any] = {"ms": 6.5, "ls": "none", "mfc": face, "mew": 1.4, "zorder": 4}
            axes.plot(drawn[:1], [row], color=colour, marker=marker, **style)
            note(axes, row, text_of(chart, series, k), bold=k == best_of(chart, series))
            lows.append(drawn[1])
            highs.append(drawn[2])
    if len(chart.series) > 1:
        for group in groups[1:]:
            axes.axhline(group.top, color=GRID, lw=0.8, zorder=1)
        legend(axes, _legend_names(chart), width)
    if chart.reference is not None:
        _reference(axes, chart, vertical=True)
        at = _scaled(chart, [chart.reference[0]])
        lows += at
        highs += at
    axes.set_yticks([g.middle for g in groups], [g.name for g in groups])
    axes.set_ylim(groups[-1].bottom, 0)
    widen(axes, lows, highs)
    axes.grid(visible=True, axis="x")
    number_axis(axes.xaxis, _unit(chart))
    axes.set_xlabel(on_lines(capitalised(chart.y), width // 8), fontsize=11)
    ticks(axes, 3 if width <= NARROW else 6)
