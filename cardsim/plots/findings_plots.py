"""The charts of an experiment, as it describes them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cardsim.answers.experiments import Chart, Findings, Series
from cardsim.plots.panel import (
    INTERVALS,
    LINES,
    MARKERS,
    MUTED,
    NARROW,
    ROW,
    SERIES,
    Panel,
    cut_short,
    heading,
    label_ends,
    legend,
    note,
    room_beside,
    ticks,
    widen,
)
from cardsim.statistics.stats import estimate_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_MARKS = 40
"""Points of a line that has marks."""
LEGIBLE = 200
"""Lines whose ends lie nearer than this part of the chart's height are named in a legend."""


def panels(found: Findings) -> list[Panel]:
    """The charts of an experiment, in its order."""
    return [panel(chart) for chart in found.charts]


def panel(chart: Chart) -> Panel:
    """One chart."""
    with_intervals = any(s.low for s in chart.series)
    exact = any(not s.low for s in chart.series)
    notes = []
    if with_intervals:
        drawn = "Bands" if chart.kind == "line" and _numeric(chart) else "Bars"
        notes.append(f"{drawn} are {chart.interval or INTERVALS}.")
    if exact:
        notes.append(
            "Values are exact." if not with_intervals else "A line without a band is exact."
        )
    if chart.kind == "points":
        rows = [(s, k) for s in chart.series for k in range(len(s.x))]
        return Panel(
            chart.finding,
            _description(chart),
            " ".join(notes),
            lambda width: (
                ROW * len(rows) + 56 + (18 * len(chart.series) if _keyed(chart, width) else 0)
            ),
            lambda axes, width: _rows(axes, width, chart, rows),
        )

    def height(width: int) -> float:
        names = chart.series
        keys = 18 * len(names) if len(names) > 1 and not _has_named_ends(chart, width) else 0
        return (320 if width > NARROW else 260) + keys

    return Panel(
        chart.finding,
        _description(chart),
        " ".join(notes),
        height,
        lambda axes, width: _lines(axes, width, chart),
    )


def _numeric(chart: Chart) -> bool:
    return not any(isinstance(x, str) for s in chart.series for x in s.x)


def _description(chart: Chart) -> str:
    """What is to be seen, for those who do not see it: the finding and each series' range."""
    scale, unit = (100.0, " %") if chart.percent else (1.0, "")
    ranges = [
        f"{s.name}: {scale * min(s.y):.4g}{unit} to {scale * max(s.y):.4g}{unit}"
        for s in chart.series
    ]
    return f"{chart.finding}. {heading(chart.y)} by {chart.x}; {'; '.join(ranges)}."


def _scaled(chart: Chart, values: Sequence[float]) -> list[float]:
    return [100 * v if chart.percent else v for v in values]


def _lines(axes: Axes, width: int, chart: Chart) -> None:
    ends = []
    for k, series in enumerate(chart.series):
        colour = SERIES[k % len(SERIES)]
        xs: Sequence[Any] = series.x
        ys = _scaled(chart, series.y)
        if series.low:
            lows, highs = _scaled(chart, series.low), _scaled(chart, series.high)
            axes.fill_between(xs, lows, highs, color=colour, alpha=0.18, lw=0, zorder=2)
        marker: Any = MARKERS[k % len(MARKERS)] if len(xs) <= MOST_MARKS else None
        axes.plot(
            xs, ys, color=colour, lw=1.8, ls=LINES[k % len(LINES)], marker=marker, ms=5.5, zorder=3
        )
        ends.append((ys[-1], k, series.name))
    if chart.reference is not None:
        _reference(axes, chart, vertical=False)
    axes.grid(visible=True, axis="y")
    axes.tick_params(axis="y", colors=MUTED, labelsize=11)
    unit = " %" if chart.percent else ""
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}{unit}")
    axes.set_ylabel(heading(chart.y), fontsize=11, color=MUTED)
    axes.set_xlabel(heading(chart.x), fontsize=11)
    ticks(axes, 5, vertical=True)
    ticks(axes, 6 if width <= NARROW else 12, whole=all(x == int(x) for x in _xs(chart)))
    axes.margins(x=0.025, y=0.08)
    if len(chart.series) > 1:
        if _has_named_ends(chart, width):
            label_ends(axes, ends, max(_xs(chart)))
        else:
            marked = any(len(s.x) <= MOST_MARKS for s in chart.series)
            legend(axes, [s.name for s in chart.series], marked=marked)


def _has_named_ends(chart: Chart, width: int) -> bool:
    """Whether the lines can be named at their ends: they end together, and not in one point."""
    ends = sorted(s.y[-1] for s in chart.series)
    span = max(max(s.y) for s in chart.series) - min(min(s.y) for s in chart.series)
    legible = all(b - a > span / LEGIBLE for a, b in pairwise(ends))
    same = len({s.x[-1] for s in chart.series}) == 1
    return same and legible and room_beside([s.name for s in chart.series], width)


def _xs(chart: Chart) -> list[float]:
    return [float(x) for s in chart.series for x in s.x]


def _reference(axes: Axes, chart: Chart, *, vertical: bool) -> None:
    value, _ = chart.reference or (0.0, "")
    at = 100 * value if chart.percent else value
    draw = axes.axvline if vertical else axes.axhline
    draw(at, color=MUTED, lw=1, ls=(0, (3, 3)), zorder=1)


def _keyed(chart: Chart, width: int) -> bool:
    """Whether the names of several series stand above: on a phone a row has no room for two."""
    return len(chart.series) > 1 and width <= NARROW


def _rows(axes: Axes, width: int, chart: Chart, rows: Sequence[tuple[Series, int]]) -> None:
    """Values below each other, for categories; a series after the other where there are several."""
    order = {id(s): n for n, s in enumerate(chart.series)}
    lows, highs = [], []
    for row, (series, k) in enumerate(rows):
        colour = SERIES[order[id(series)] % len(SERIES)]
        marker: Any = MARKERS[order[id(series)] % len(MARKERS)]
        value = series.y[k]
        low, high = (series.low[k], series.high[k]) if series.low else (value, value)
        drawn = _scaled(chart, (value, low, high))
        axes.plot(drawn[1:], [row, row], color=colour, lw=2.4, alpha=0.55, zorder=3)
        axes.plot(drawn[:1], [row], color=colour, marker=marker, ms=6.5, ls="none", zorder=4)
        text = (
            f"{value:g}"
            if chart.interval
            else estimate_text(value, low, high, is_share=chart.percent)[0]
        )
        note(axes, row, text)
        lows.append(drawn[1])
        highs.append(drawn[2])
    if chart.reference is not None:
        _reference(axes, chart, vertical=True)
        at = _scaled(chart, [chart.reference[0]])
        lows += at
        highs += at
    most = 22 if width <= NARROW else 44
    several = len(chart.series) > 1 and not _keyed(chart, width)
    names = [f"{s.x[k]}, {s.name}" if several else str(s.x[k]) for s, k in rows]
    if _keyed(chart, width):
        legend(axes, [s.name for s in chart.series])
    axes.set_yticks(range(len(rows)), [_on_two_lines(n, most) for n in names])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    widen(axes, lows, highs)
    axes.grid(visible=True, axis="x")
    unit = " %" if chart.percent else ""
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}{unit}")
    axes.set_xlabel(heading(chart.y), fontsize=11)
    ticks(axes, 3 if width <= NARROW else 6)


def _on_two_lines(text: str, most: int) -> str:
    """The text in lines of at most so many letters, cut after the second."""
    if len(text) <= most or " " not in text[: most + 1]:
        return cut_short(text, most)
    first, _, second = text[: most + 1].rpartition(" ")
    return cut_short(first, most) + "\n" + cut_short(second + text[most + 1 :], most)
