"""The charts of an experiment, as it describes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

from cardsim.answers.experiments import Chart, Findings, Series
from cardsim.plots import sweep_plots
from cardsim.plots.panel import (
    GRID,
    INK,
    INTERVALS,
    LINES,
    MARKERS,
    MOST_LETTERS,
    MUTED,
    NARROW,
    ROW,
    SERIES,
    Panel,
    cut_short,
    entitle,
    frame,
    heading,
    label_ends,
    label_point,
    mark,
    minus,
    note,
    number_axis,
    shades,
    small_height,
    small_width,
    ticks,
    widen,
)
from cardsim.statistics.stats import digits_of, estimate_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_MARKS = 40
"""Points of a line that has marks."""
LETTER = 7.5
"""Width of a letter in a cell."""
NEAR = 1 / 25
"""Lines that are nearer to each other than this part of the chart's height lie on each other."""


def panels(findings: Findings) -> list[Panel]:
    """The charts of an experiment, in its order."""
    return [panel(chart) for chart in findings.charts]


def panel(chart: Chart) -> Panel:
    """One chart."""
    if chart.sweep is not None:
        (drawn,) = sweep_plots.panels(chart.sweep)
        return replace(drawn, title=chart.finding)
    finding, caption = _description(chart), " ".join(_notes(chart))
    if chart.kind == "grid":
        return Panel(
            *(chart.finding, finding, caption),
            lambda _: 44 * len(chart.series) + 60,
            lambda axes, width: _cells(axes, width, chart),
        )
    if chart.kind == "points":
        rows = [(s, k) for s in chart.series for k in range(len(s.x))]
        return Panel(
            *(chart.finding, finding, caption),
            lambda width: ROW * len(rows) * (1.3 if _lines_of_names(chart, width) > 1 else 1) + 56,
            lambda axes, width: _rows(axes, width, chart, rows),
        )
    if _is_apart(chart):
        return Panel(
            *(chart.finding, finding, caption),
            lambda width: small_height(len(chart.series), width),
            lambda axes, width: _multiples(axes, width, chart),
            len(chart.series),
        )
    return Panel(
        *(chart.finding, finding, caption),
        lambda width: 320 if width > NARROW else 260,
        lambda axes, width: _lines(axes, width, chart, chart.series),
    )


def _notes(chart: Chart) -> list[str]:
    with_intervals = any(s.low for s in chart.series)
    notes = []
    if chart.kind == "grid":
        notes.append(f"{heading(chart.y)}. The stronger the colour, the higher{_framed(chart)}.")
    elif with_intervals:
        drawn = "Bands" if chart.kind == "line" else "Bars"
        notes.append(f"{drawn} are {chart.interval or INTERVALS}.")
    if chart.exact:
        exact = "A line without a band is exact." if with_intervals else "Values are exact."
        notes.append(exact)
    return notes


def _framed(chart: Chart) -> str:
    return f"; the {chart.best} is framed" if chart.best else ""


def _description(chart: Chart) -> str:
    """What is to be seen, for those who do not see it: the finding and each series' range."""
    scale, unit = (100.0, " %") if chart.percent else (1.0, "")
    ranges = [
        f"{s.name}: {scale * min(s.y):.4g}{unit} to {scale * max(s.y):.4g}{unit}"
        for s in chart.series
    ]
    return f"{chart.finding}. {heading(chart.y)} by {chart.x}; {'; '.join(ranges)}."


def best_of(chart: Chart, series: Series) -> int | None:
    """The number of the best point of a series, where the chart says what is best."""
    if not chart.best:
        return None
    pick = max if chart.best == "highest" else min
    return series.y.index(pick(series.y))


def text_of(chart: Chart, series: Series, k: int) -> str:
    """The value of the k-th point of a series, with as many digits as the series deserves."""
    value = series.y[k]
    if chart.interval and not chart.percent:
        return f"{value:g}"
    low, high = (series.low[k], series.high[k]) if series.low else (value, value)
    digits = digits_of(zip(series.low, series.high, strict=True), is_share=chart.percent)
    return estimate_text(value, low, high, is_share=chart.percent, digits=digits)[0]


def _scaled(chart: Chart, values: Sequence[float]) -> list[float]:
    return [100 * v if chart.percent else v for v in values]


def _unit(chart: Chart) -> str:
    return " %" if chart.percent else ""


# ---------------------------------------------------------------- lines


def _is_apart(chart: Chart) -> bool:
    """Whether each line has a small chart of its own: they lie on each other, or have long names.

    A line that ends elsewhere than the others could not be named at its end.
    """
    lines = chart.series
    if len(lines) == 1:
        return False
    span = max(max(s.y) for s in lines) - min(min(s.y) for s in lines)
    ends = len({s.x[-1] for s in lines}) > 1
    room = NEAR * span
    near = [
        al - room < bh and bl - room < ah
        for a, b in combinations([_bounds(s) for s in lines], 2)
        for x, (bl, bh) in b.items()
        if x in a
        for al, ah in [a[x]]
    ]
    long = max(len(s.name) for s in lines) > MOST_LETTERS // 2
    return ends or long or len(lines) > len(SERIES) or sum(near) > len(near) / 3


def _bounds(series: Series) -> dict[Any, tuple[float, float]]:
    """From where to where a line with its band reaches at each place."""
    ends = zip(series.low or series.y, series.high or series.y, strict=True)
    return dict(zip(series.x, ends, strict=True))


def _multiples(parts: Sequence[Axes], width: int, chart: Chart) -> None:
    each = small_width(len(chart.series), width)
    for part, series in zip(parts, chart.series, strict=True):
        for other in chart.series:
            if other is not series:
                part.plot(other.x, _scaled(chart, other.y), color=GRID, lw=1.3, zorder=1)
        _lines(part, each, chart, (series,))
        best = best_of(chart, series)
        at = series.y.index(max(series.y)) if best is None else best
        where = "up to" if best is None else "best"
        under = f"{where} {text_of(chart, series, at)}, at {series.x[at]:g}"
        entitle(part, each, series.name, under)


def _lines(axes: Axes, width: int, chart: Chart, lines: Sequence[Series]) -> None:
    ends, small = [], width < NARROW
    for k, series in enumerate(lines):
        colour = SERIES[k % len(SERIES)]
        xs: Sequence[Any] = series.x
        ys = _scaled(chart, series.y)
        if series.low:
            lows, highs = _scaled(chart, series.low), _scaled(chart, series.high)
            axes.fill_between(xs, lows, highs, color=colour, alpha=0.2, lw=0, zorder=2)
        marker: Any = MARKERS[k % len(MARKERS)] if len(xs) <= MOST_MARKS and not small else None
        style = {"ls": LINES[k % len(LINES)], "marker": marker, "ms": 5, "zorder": 3}
        axes.plot(xs, ys, color=colour, lw=2, **style)
        best = best_of(chart, series)
        if best is not None:
            axes.plot(xs[best], ys[best], ls="none", marker="o", ms=7, color=colour, zorder=5)
            alone = len(chart.series) == 1
            if alone or (len(lines) > 1 and not small):
                label = f"{xs[best]:g}" + (f": {text_of(chart, series, best)}" if alone else "")
                label_point(axes, (xs[best], ys[best]), label, (0, 12), "center", bold=True)
        ends.append((ys[-1], k, series.name))
    if chart.reference is not None:
        _reference(axes, chart, vertical=False)
    axes.grid(visible=True, axis="y")
    axes.tick_params(axis="y", colors=MUTED, labelsize=11)
    number_axis(axes.yaxis, _unit(chart))
    number_axis(axes.xaxis, "")
    ticks(axes, 3 if small else 5, vertical=True)
    whole = all(x == int(x) for s in lines for x in s.x)
    ticks(axes, 3 if small else 6 if width <= NARROW else 12, whole=whole)
    axes.margins(x=0.025, y=0.12)
    axes.autoscale_view()
    for series in (s for s in lines if len(s.x) <= MOST_MARKS):
        first = chart.series.index(series) * len(series.x)
        for k, (x, y) in enumerate(zip(series.x, _scaled(chart, series.y), strict=True)):
            mark(axes, cast("float", x), y, first + k, small=small)
    if not small:
        axes.set_ylabel(cut_short(heading(chart.y), 40), fontsize=11, color=MUTED)
    axes.set_xlabel(cut_short(heading(chart.x), width // 7), fontsize=10 if small else 11)
    if len(lines) > 1:
        label_ends(axes, ends, max(float(x) for s in lines for x in s.x))


def _reference(axes: Axes, chart: Chart, *, vertical: bool) -> None:
    value, _ = chart.reference or (0.0, "")
    at = 100 * value if chart.percent else value
    draw = axes.axvline if vertical else axes.axhline
    draw(at, color=MUTED, lw=1, ls=(0, (3, 3)), zorder=1)


# ---------------------------------------------------------------- cells and rows


def _cells(axes: Axes, width: int, chart: Chart) -> None:
    """A cell for each x of each series, the first series on top."""
    # A row may lack some of the cells.
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
    most = max((width - 90) // len(across) // 7, 4)
    axes.set_xticks(range(len(across)), [cut_short(str(x), most) for x in across])
    axes.set_yticks(range(0, -len(chart.series), -1), [s.name for s in chart.series])
    axes.set_xlim(-0.5, len(across) - 0.5)
    axes.set_ylim(0.5 - len(chart.series), 0.5)
    axes.spines["bottom"].set_visible(False)
    axes.tick_params(axis="x", length=0)


def _lines_of_names(chart: Chart, width: int) -> int:
    names = _row_names(chart, width)
    return 2 if any("\n" in name for name in names) else 1


def _row_names(chart: Chart, width: int) -> list[str]:
    most = 22 if width <= NARROW else 44
    several = len(chart.series) > 1
    return [
        _on_two_lines(f"{x}, {s.name}" if several else str(x), most)
        for s in chart.series
        for x in s.x
    ]


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
        note(axes, row, text_of(chart, series, k), bold=k == best_of(chart, series))
        lows.append(drawn[1])
        highs.append(drawn[2])
    if chart.reference is not None:
        _reference(axes, chart, vertical=True)
        at = _scaled(chart, [chart.reference[0]])
        lows += at
        highs += at
    axes.set_yticks(range(len(rows)), _row_names(chart, width))
    axes.set_ylim(len(rows) - 0.4, -0.6)
    widen(axes, lows, highs)
    axes.grid(visible=True, axis="x")
    number_axis(axes.xaxis, _unit(chart))
    axes.set_xlabel(cut_short(heading(chart.y), width // 8), fontsize=11)
    ticks(axes, 3 if width <= NARROW else 6)


def _on_two_lines(text: str, most: int) -> str:
    """The text in lines of at most so many letters, cut after the second."""
    if len(text) <= most or " " not in text[: most + 1]:
        return cut_short(text, most)
    first, _, second = text[: most + 1].rpartition(" ")
    return cut_short(first, most) + "\n" + cut_short(second + text[most + 1 :], most)
