"""Charts of how often values came: bars of shares, and histograms of many numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from cardsim.runs.words import capitalised
from cardsim.show.panel import (
    INK,
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
    listed,
    number_axis,
    ticks,
)
from cardsim.statistics.stats import wilson
from cardsim.story import Chart

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BINS = {WIDE: 60, NARROW: 30}
DRAWN = 0.999
"""Share of a long-tailed distribution that a histogram draws."""
SEEN = 0.012
"""Shortest interval drawn over a bar, as a share of the longest bar."""


def bars(chart: Chart) -> Panel:
    """Return the panel of bars as long as the shares, with their intervals and their texts."""
    (series,) = chart.series
    texts, names = series.told, [cut_short(str(x), 40) for x in series.x]

    def draw(axes: Axes, width: int) -> None:
        spots = range(len(names))
        axes.barh(spots, [100 * y for y in series.y], height=0.62, color=SERIES[0], linewidth=0)
        top = max((100 * high for high in series.high), default=1.0)
        for k, (low, high) in enumerate(zip(series.low, series.high, strict=True)):
            ends = [100 * low, 100 * high]
            if ends[1] - ends[0] > SEEN * top:
                _whisker(axes, ends, [k, k])
            # Beside the bar's end: a number on the bar would be hard to read.
            axes.annotate(
                texts[k], (ends[1], k), (6, 0), textcoords="offset points", va="center_baseline"
            )
        axes.set_yticks(spots, names)
        axes.set_ylim(len(names) - 0.45, -0.55)
        room = max((len(t) for t in texts), default=0) * 7.4 + 10
        axes.set_xlim(0, top)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)
        axes.spines["left"].set_visible(True)
        _leave_right(axes, room, width, names)

    description = listed([f"{n} {t}" for n, t in zip(names, texts, strict=True)])
    caption = f"{capitalised(chart.y)}; lines over the bars' ends are {INTERVALS}."
    return Panel(
        *(chart.finding, f"{chart.finding}: {description}.", caption),
        lambda _: ROW * len(names) + 10,
        draw,
    )


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


def spread(chart: Chart) -> Panel:
    """Return the panel of a histogram of numbers, by their counts."""
    (series,) = chart.series
    numbers, counts = [float(x) for x in series.x], [int(y) for y in series.y]
    total, step = sum(counts), chart.step
    reached = [n / max(total, 1) for n in accumulate(counts)]

    def quantile(share: float) -> float:
        return numbers[min(sum(r < share for r in reached), len(numbers) - 1)]

    last = quantile(DRAWN)
    cut = last if numbers[-1] - numbers[0] > 1.25 * (last - numbers[0]) else numbers[-1]
    quarters = quantile(0.25), quantile(0.5), quantile(0.75)

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
        axes.set_xlabel(f"{chart.x}{group}", fontsize=11)

    rest = (
        ""
        if cut == numbers[-1]
        else f" The largest {100 * (1 - reached[numbers.index(cut)]):.2g} %,"
        f" up to {numbers[-1]:g}, are not drawn."
    )
    middle = f"half of them lie from {quarters[0]:g} to {quarters[2]:g}"
    ends = f"least {numbers[0]:g}, most {numbers[-1]:g}"
    return Panel(
        chart.finding,
        f"{capitalised(series.name)}: {middle}, median {quarters[1]:g}; {ends}.{rest}",
        f"{capitalised(chart.y)}; {middle}.{rest}",
        lambda w: 240 if w > NARROW else 200,
        draw,
    )


def _round_up(number: float) -> int:
    """Round up to the next of 1, 2, 5, 10, 20, 50 ..."""
    power = 10 ** math.floor(math.log10(max(number, 1)))
    return int(next(power * k for k in (1, 2, 5, 10) if power * k >= number - 1e-9))
