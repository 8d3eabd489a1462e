"""The charts of a run: distributions, numbers by seat, spreads of means."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import polars as pl

from cardsim.game import Column, Measure
from cardsim.runs.result import Result
from cardsim.show.panel import (
    INK,
    INTERVAL,
    INTERVALS,
    LINES,
    MUTED,
    NARROW,
    PAPER,
    ROW,
    SERIES,
    WIDE,
    Panel,
    cut_short,
    heading,
    listed,
    note,
    number_axis,
    ticks,
    widen,
)
from cardsim.statistics.stats import estimate_text, wilson

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FEW = 12
"""Most distinct numbers drawn as a bar each; more become a histogram."""
BINS = {WIDE: 60, NARROW: 30}
DRAWN = 0.999
"""Share of a long-tailed distribution that a histogram draws."""
SEEN = 0.012
"""Shortest interval drawn over a bar, as a share of the longest bar."""


def panels(result: Result) -> list[Panel]:
    """Return the charts of a run: distributions, numbers by seat, spreads of means."""
    charts = [
        shares_panel(result, t, c) if _few(result.shares()[c], c) else spread_panel(result, t, c)
        for t, c in result.unit.shares
    ]
    charts += seat_panels(result)
    drawn = set(result.unit.shares)
    for measure in result.unit.measures:
        at = (measure.table, measure.column)
        rows = _rows(result, measure)
        if measure.is_share or at in drawn or rows[measure.column].n_unique() <= FEW:
            continue
        drawn.add(at)
        charts.append(spread_panel(result, *at, measure=measure))
    return charts


def seat_panels(result: Result) -> list[Panel]:
    """Return the charts of a run that compare seats."""
    return [seats_panel(result, t, c) for t, c in result.unit.by_seat]


def column_of(result: Result, table: str, column: str) -> Column:
    """Return the description of a column of the unit's tables."""
    return next(
        c for t in result.unit.tables if t.name == table for c in t.columns if c.name == column
    )


def _few(shares: pl.DataFrame, column: str) -> bool:
    return not shares[column].dtype.is_numeric() or len(shares) <= FEW


def _rows(result: Result, measure: Measure) -> pl.DataFrame:
    rows = result.tables[measure.table]
    for name, value in measure.where:
        rows = rows.filter(pl.col(name) == value)
    return rows


# ---------------------------------------------------------------- charts


def shares_panel(result: Result, table: str, column: str) -> Panel:
    """Return a bar chart of how often each value of a column occurred, with intervals."""
    shares = result.shares()[column]
    if not shares[column].dtype.is_numeric():
        shares = shares.sort("share", descending=True)
    rows = shares.to_dicts()
    texts = [estimate_text(r["share"], r["low"], r["high"], is_share=True)[0] for r in rows]
    described = column_of(result, table, column)
    names = [cut_short(described.word(r[column]), 40) for r in rows]

    def draw(axes: Axes, _width: int) -> None:
        spots = range(len(rows))
        values = [100 * r["share"] for r in rows]
        axes.barh(spots, values, height=0.62, color=SERIES[0], linewidth=0)
        top = max((100 * r["high"] for r in rows), default=1.0)
        for k, r in enumerate(rows):
            ends = [100 * r["low"], 100 * r["high"]]
            if ends[1] - ends[0] > SEEN * top:
                _whisker(axes, ends, [k, k])
            # Beside the bar's end: a number on the bar would be hard to read.
            axes.annotate(
                texts[k],
                (ends[1], k),
                (6, 0),
                textcoords="offset points",
                va="center_baseline",
            )
        axes.set_yticks(spots, names)
        axes.set_ylim(len(rows) - 0.45, -0.55)
        room = max((len(t) for t in texts), default=0) * 7.4 + 10
        axes.set_xlim(0, top)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)
        axes.spines["left"].set_visible(True)
        _leave_right(axes, room, _width, names)

    what = heading(described.help)
    description = listed([f"{n} {t}" for n, t in zip(names, texts, strict=True)])
    caption = f"Share of {result.unit.plural}; lines over the bars' ends are {INTERVALS}."
    return Panel(what, f"{what}: {description}.", caption, lambda _: ROW * len(rows) + 10, draw)


def _whisker(axes: Axes, xs: Sequence[float], ys: Sequence[float]) -> None:
    """Draw an interval over a bar, cased in paper colour to be seen on and beside the bar."""
    for colour, width in ((PAPER, 4.4), (INK, 1.6)):
        axes.plot(xs, ys, color=colour, lw=width, solid_capstyle="butt", zorder=3)


def _leave_right(axes: Axes, room: float, width: int, names: Sequence[str]) -> None:
    """Widen the horizontal axis to leave `room` points free at its right end."""
    taken = 7.6 * max((len(n) for n in names), default=0) + 14
    inside = max(width - taken, 60)
    low, high = axes.get_xlim()
    axes.set_xlim(low, low + (high - low) * inside / max(inside - room, inside / 3))


def seats_panel(result: Result, table: str, column: str) -> Panel:
    """Return a chart of a column's mean in each seat, or place of another axis, with intervals."""
    means = result.by_seat()[column]
    axis, rows = means.columns[0], means.to_dicts()
    names = result.place_names(axis, means[axis])
    texts = [estimate_text(r["mean"], r["low"], r["high"], is_share=False) for r in rows]
    average = sum(r["mean"] * r["n"] for r in rows) / sum(r["n"] for r in rows)

    centres = [r["mean"] for r in rows]

    def draw(axes: Axes, width: int) -> None:
        spots = range(len(rows))
        axes.axvline(average, color=MUTED, lw=1, ls=LINES[2])
        for k, r in enumerate(rows):
            axes.plot([r["low"], r["high"]], [k, k], color=SERIES[0], lw=2.2, zorder=3)
        axes.plot(
            centres,
            list(spots),
            ls="none",
            marker="o",
            ms=7,
            color=SERIES[0],
            mec=PAPER,
            mew=1,
            zorder=4,
        )
        axes.set_yticks(spots, names)
        axes.set_ylim(len(rows) - 0.4, -1.0)
        widen(axes, [*centres, *(r["low"] for r in rows)], [r["high"] for r in rows])
        low, high = axes.get_xlim()
        on_left = average > (low + high) / 2
        axes.annotate(
            "average",
            (average, -0.72),
            (-6 if on_left else 6, 0),
            textcoords="offset points",
            ha="right" if on_left else "left",
            va="center_baseline",
            color=MUTED,
            fontsize=11,
        )
        for k, (value, _) in enumerate(texts):
            note(axes, k, value)
        axes.grid(visible=True, axis="x")
        number_axis(axes.xaxis, "")
        ticks(axes, 4 if width <= NARROW else 7)

    what = heading(column_of(result, table, column).help)
    least, most = (pick(rows, key=lambda r: r["mean"]) for pick in (min, max))
    extremes = [
        f"{texts[k][0]} for {names[k]} ({INTERVAL} {texts[k][1]})"
        for k in map(rows.index, (least, most))
    ]
    verdict = (
        "their intervals are apart"
        if least["high"] < most["low"]
        else "their intervals overlap, so that this may be noise"
    )
    finding = f"{what}: from {extremes[0]} to {extremes[1]}; {verdict}."
    caption = f"Mean and its interval for each {axis}; {INTERVALS}, one by one."
    return Panel(what, finding, caption, lambda _: ROW * len(rows) + 52, draw)


def _mark_median(axes: Axes, median: float) -> None:
    """Draw the median as a line, with its value above."""
    axes.axvline(median, color=INK, lw=1.2, ls=LINES[1])
    axes.annotate(
        f"median {median:g}",
        (median, 1),
        (0, 5),
        xycoords=axes.get_xaxis_transform(),
        textcoords="offset points",
        ha="center",
        annotation_clip=False,
    )


def spread_panel(result: Result, table: str, column: str, measure: Measure | None = None) -> Panel:
    """Return a histogram of a column with many values."""
    rows = result.tables[table] if measure is None else _rows(result, measure)
    by_value = rows.group_by(column).agg(pl.col("count").sum()).sort(column)
    numbers: list[float] = by_value[column].cast(pl.Float64).to_list()
    counts = by_value["count"].to_list()
    total = sum(counts)
    reached = by_value["count"].cum_sum() / max(total, 1)

    def quantile(share: float) -> float:
        return numbers[min(int((reached < share).sum()), len(numbers) - 1)]

    last = quantile(DRAWN)
    cut = last if numbers[-1] - numbers[0] > 1.25 * (last - numbers[0]) else numbers[-1]
    step = column_of(result, table, column).scale
    quarters = quantile(0.25), quantile(0.5), quantile(0.75)
    described = column_of(result, table, column).help if measure is None else measure.text
    what = heading(described)

    def draw(axes: Axes, width: int) -> None:
        wanted = (cut - numbers[0] + step) / BINS[WIDE if width > NARROW else NARROW]
        size = step * max(_round_up(wanted / step), 1)
        bins: dict[int, int] = {}
        for value, count in zip(numbers, counts, strict=True):
            if value <= cut:
                at = math.floor((value - numbers[0]) / size + 1e-9)
                bins[at] = bins.get(at, 0) + count
        lefts = [numbers[0] + b * size - step / 2 for b in bins]
        heights = [100 * c / total for c in bins.values()]
        axes.bar(lefts, heights, width=size, align="edge", color=SERIES[0], edgecolor=PAPER, lw=0.8)
        top = max(100 * wilson(c, total)[1] for c in bins.values())
        for edge, count in zip(lefts, bins.values(), strict=True):
            ends = [100 * end for end in wilson(count, total)]
            if ends[1] - ends[0] > SEEN * top:
                axes.plot([edge + size / 2] * 2, ends, color=INK, lw=1, solid_capstyle="butt")
        _mark_median(axes, quarters[1])
        axes.set_ylim(0, top * 1.04)
        axes.grid(visible=True, axis="y")
        axes.tick_params(axis="y", colors=MUTED, labelsize=11)
        ticks(axes, 5 if width <= NARROW else 9, whole=float(step).is_integer())
        ticks(axes, 4, vertical=True)
        number_axis(axes.yaxis, " %")
        number_axis(axes.xaxis, "")
        axes.margins(x=0.01)
        group = "" if size == step else f", {size:g} at a time"
        axes.set_xlabel(f"{_noun(described)}{group}", fontsize=11)

    rest = (
        ""
        if cut == numbers[-1]
        else f" The largest {100 * float(1 - reached[numbers.index(cut)]):.2g} %,"
        f" up to {numbers[-1]:g}, are not drawn."
    )
    finding = (
        f"{what}: half of all {result.unit.plural} from {quarters[0]:g} to {quarters[2]:g}, "
        f"median {quarters[1]:g}; least {numbers[0]:g}, most {numbers[-1]:g}.{rest}"
    )
    middle = f"half of them lie from {quarters[0]:g} to {quarters[2]:g}"
    caption = f"Share of {result.unit.plural}; {middle}.{rest}"
    return Panel(
        f"{what}: how often each number",
        finding,
        caption,
        lambda w: 240 if w > NARROW else 200,
        draw,
    )


def _noun(text: str) -> str:
    return text.split(" per ", 1)[0]


def _round_up(number: float) -> int:
    """Round up to the next of 1, 2, 5, 10, 20, 50 ..."""
    power = 10 ** math.floor(math.log10(max(number, 1)))
    return int(next(power * k for k in (1, 2, 5, 10) if power * k >= number - 1e-9))
