"""Estimates -> matplotlib figures.

A `Panel` is one chart with its title and what it shows in words. It draws itself on axes it is
given, so that the same chart serves a notebook and, at two widths, a report. Nothing here touches
pyplot or its global state. One point of a figure is one pixel of a report.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from cardsim.game import Column, Measure
from cardsim.result import Result
from cardsim.stats import CONFIDENCE, spelled, wilson

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, MUTED, GRID, PAPER = "#1d2126", "#5a626e", "#dcdfe4", "#ffffff"
SERIES = ("#0b66b0", "#c2410c", "#0a7d62", "#8a3ea8", "#8a6a00", "#c0266b", "#3f4b5c")
"""Colours of series, told apart with every kind of colour vision and 4.5:1 or more on white."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "p")
LINES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 1.5, 2)))
WIDE, NARROW = 720, 340
"""Widths of a chart, in points: for a desk, for a phone."""
ROW = 25
"""Points from one bar to the next."""
FEW = 12
"""Distinct numbers that have a bar with its label each; more become a histogram."""
BINS = {WIDE: 60, NARROW: 30}
DRAWN = 0.999
"""Share of a long tail that a histogram draws."""
INTERVAL = f"{100 * CONFIDENCE:g}\N{NO-BREAK SPACE}% interval"
INTERVALS = f"{INTERVAL}s"
SEEN = 0.012
"""The narrowest interval over a bar that can be seen, as a part of the longest bar."""


@dataclass(frozen=True)
class Panel:
    """One chart.

    Attributes:
        title: what it shows.
        finding: what is to be seen in it, for those who do not see it.
        caption: how to read it.
        height: points it takes, at this width.
        draw: (axes, width) draws it.
    """

    title: str
    finding: str
    caption: str
    height: Callable[[int], float]
    draw: Callable[[Axes, int], None]


@contextmanager
def styled() -> Iterator[None]:
    """Within it, matplotlib draws as the project does, the same on every machine.

    The font is the one that matplotlib brings along.
    """
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(
            {
                "axes.axisbelow": True,
                "axes.edgecolor": MUTED,
                "axes.grid": False,
                "axes.labelcolor": MUTED,
                "axes.linewidth": 0.8,
                "axes.spines.left": False,
                "axes.spines.right": False,
                "axes.spines.top": False,
                "figure.facecolor": PAPER,
                "axes.facecolor": "none",
                "font.size": 12,
                "grid.color": GRID,
                "grid.linewidth": 0.8,
                "legend.frameon": False,
                "svg.fonttype": "none",
                "svg.hashsalt": "cardsim",
                "text.color": INK,
                "text.parse_math": False,
                "xtick.color": MUTED,
                "xtick.labelsize": 11,
                "xtick.major.size": 3,
                "ytick.color": INK,
                "ytick.labelsize": 12,
                "ytick.major.size": 0,
            }
        )
        yield


def figure(panels: Sequence[Panel], width: int = WIDE, *, titled: bool = True) -> Figure:
    """The panels below each other.

    Args:
        panels: at least one.
        width: in points.
        titled: whether each panel has its title above it.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with styled():
        heights = [p.height(width) + (34 if titled else 0) for p in panels]
        whole = Figure(figsize=(width / 72, sum(heights) / 72), dpi=144, layout="constrained")
        FigureCanvasAgg(whole)
        whole.get_layout_engine().set(w_pad=2 / 72, h_pad=3 / 72, hspace=0.02)  # type: ignore[union-attr, call-arg]
        rows: Any = whole.subfigures(len(panels), 1, height_ratios=heights, squeeze=False)
        for panel, (part,) in zip(panels, rows, strict=True):
            part.set_facecolor("none")
            axes = part.subplots()
            panel.draw(axes, width)
            if titled:
                part.suptitle(
                    panel.title, x=0.004, ha="left", color=INK, fontsize=13, fontweight="bold"
                )
        # Laid out here, where the style holds; whoever saves it later may have another.
        whole.draw_without_rendering()
    return whole


def plot(result: Result) -> Figure:
    """All charts of a run as one figure."""
    return figure(panels(result))


def panels(result: Result) -> list[Panel]:
    """The charts of a run: its distributions, its numbers by seat, the spread of its means."""
    found = [
        shares_panel(result, t, c) if _few(result.shares()[c], c) else spread_panel(result, t, c)
        for t, c in result.unit.shares
    ]
    found += seat_panels(result)
    told = set(result.unit.shares)
    for measure in result.unit.measures:
        at = (measure.table, measure.column)
        rows = _rows(result, measure)
        if measure.is_share or at in told or rows[measure.column].n_unique() <= FEW:
            continue
        told.add(at)
        found.append(spread_panel(result, *at, measure=measure))
    return found


def seat_panels(result: Result) -> list[Panel]:
    """The charts of a run that compare its seats."""
    return [seats_panel(result, t, c) for t, c in result.unit.by_seat]


def column_of(result: Result, table: str, column: str) -> Column:
    """The description of a column of the unit's tables."""
    return next(
        c for t in result.unit.tables if t.name == table for c in t.columns if c.name == column
    )


def heading(text: str) -> str:
    """The text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def listed(words: Sequence[str], most: int = 5) -> str:
    """Words as a list: `a, b and c`; the rest is counted."""
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1} more"]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _few(shares: pl.DataFrame, column: str) -> bool:
    return not shares[column].dtype.is_numeric() or len(shares) <= FEW


def _rows(result: Result, measure: Measure) -> pl.DataFrame:
    rows = result.tables[measure.table]
    for name, value in measure.where:
        rows = rows.filter(pl.col(name) == value)
    return rows


# ---------------------------------------------------------------- charts


def shares_panel(result: Result, table: str, column: str) -> Panel:
    """How often each value of a column occurred, as bars with their intervals."""
    shares = result.shares()[column]
    if not shares[column].dtype.is_numeric():
        shares = shares.sort("share", descending=True)
    rows = shares.to_dicts()
    texts = [spelled(r["share"], r["low"], r["high"], is_share=True)[0] for r in rows]
    names = [str(r[column]) for r in rows]

    def draw(axes: Axes, _width: int) -> None:
        spots = range(len(rows))
        values = [100 * r["share"] for r in rows]
        axes.barh(spots, values, height=0.62, color=SERIES[0], linewidth=0)
        top = max((100 * r["high"] for r in rows), default=1.0)
        for k, r in enumerate(rows):
            ends = [100 * r["low"], 100 * r["high"]]
            if ends[1] - ends[0] > SEEN * top:
                _whisker(axes, ends, [k, k])
            # Beside the bar's end, so that the number stands on paper and never on the bar.
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

    what = heading(column_of(result, table, column).help)
    found = listed([f"{n} {t}" for n, t in zip(names, texts, strict=True)])
    caption = f"Share of {result.unit.plural}; lines over the bars' ends are {INTERVALS}."
    return Panel(what, f"{what}: {found}.", caption, lambda _: ROW * len(rows) + 10, draw)


def _whisker(axes: Axes, xs: Sequence[float], ys: Sequence[float]) -> None:
    """An interval over a bar, cased in paper so that it is seen on the bar and beside it."""
    for colour, width in ((PAPER, 4.4), (INK, 1.6)):
        axes.plot(xs, ys, color=colour, lw=width, solid_capstyle="butt", zorder=3)


def _leave_right(axes: Axes, room: float, width: int, names: Sequence[str]) -> None:
    """Widen the horizontal axis so that `room` points are free at its right end."""
    taken = 7.6 * max((len(n) for n in names), default=0) + 14
    inside = max(width - taken, 60)
    low, high = axes.get_xlim()
    axes.set_xlim(low, low + (high - low) * inside / max(inside - room, inside / 3))


def seats_panel(result: Result, table: str, column: str) -> Panel:
    """The mean of a column in each seat with its interval, and the average of all seats."""
    rows = result.by_seat()[column].to_dicts()
    texts = [spelled(r["mean"], r["low"], r["high"], is_share=False) for r in rows]
    average = sum(r["mean"] * r["n"] for r in rows) / sum(r["n"] for r in rows)

    def draw(axes: Axes, width: int) -> None:
        spots = range(len(rows))
        axes.axvline(average, color=MUTED, lw=1, ls=LINES[2])
        for k, r in enumerate(rows):
            axes.plot([r["low"], r["high"]], [k, k], color=SERIES[0], lw=2.2, zorder=3)
        axes.plot(
            [r["mean"] for r in rows],
            list(spots),
            ls="none",
            marker="o",
            ms=7,
            color=SERIES[0],
            mec=PAPER,
            mew=1,
            zorder=4,
        )
        axes.set_yticks(spots, [f"seat {r['seat']}" for r in rows])
        axes.set_ylim(len(rows) - 0.4, -1.0)
        _widen(axes, [r["low"] for r in rows], [r["high"] for r in rows])
        low, high = axes.get_xlim()
        left = average > (low + high) / 2
        axes.annotate(
            "average of all seats",
            (average, -0.72),
            (-6 if left else 6, 0),
            textcoords="offset points",
            ha="right" if left else "left",
            va="center_baseline",
            color=MUTED,
            fontsize=11,
        )
        for k, (value, _) in enumerate(texts):
            axes.annotate(
                value,
                (1, k),
                (8, 0),
                xycoords=axes.get_yaxis_transform(),
                textcoords="offset points",
                va="center_baseline",
                annotation_clip=False,
            )
        axes.grid(visible=True, axis="x")
        _ticks(axes, 4 if width <= NARROW else 7)

    what = heading(column_of(result, table, column).help)
    least, most = (pick(rows, key=lambda r: r["mean"]) for pick in (min, max))
    told = [
        f"{texts[rows.index(r)][0]} in seat {r['seat']} (95 % interval {texts[rows.index(r)][1]})"
        for r in (least, most)
    ]
    apart = (
        "their intervals are apart"
        if least["high"] < most["low"]
        else "their intervals overlap, so that this may be noise"
    )
    finding = f"{what}, mean by seat: from {told[0]} to {told[1]}; {apart}."
    title = f"By seat: {what[:1].lower()}{what[1:]}"
    caption = f"Mean and its interval in each seat; {INTERVALS}, seat by seat."
    return Panel(title, finding, caption, lambda _: ROW * len(rows) + 52, draw)


def spread_panel(result: Result, table: str, column: str, measure: Measure | None = None) -> Panel:
    """How often each value of a column with many values occurred, as a histogram."""
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
        for left, count in zip(lefts, bins.values(), strict=True):
            ends = [100 * end for end in wilson(count, total)]
            if ends[1] - ends[0] > SEEN * top:
                axes.plot([left + size / 2] * 2, ends, color=INK, lw=1, solid_capstyle="butt")
        axes.axvline(quarters[1], color=INK, lw=1.2, ls=LINES[1])
        axes.annotate(
            f"median {quarters[1]:g}",
            (quarters[1], 1),
            (0, 5),
            xycoords=axes.get_xaxis_transform(),
            textcoords="offset points",
            ha="center",
            annotation_clip=False,
        )
        axes.set_ylim(0, top * 1.04)
        axes.grid(visible=True, axis="y")
        axes.tick_params(axis="y", colors=MUTED, labelsize=11)
        _ticks(axes, 5 if width <= NARROW else 9)
        _ticks(axes, 4, vertical=True)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        axes.margins(x=0.01)
        group = "" if size == step else f", {size:g} at a time"
        axes.set_xlabel(f"{_noun(described)}{group}", fontsize=11)

    rest = (
        ""
        if cut == numbers[-1]
        else f" The longest {100 * float(1 - reached[numbers.index(cut)]):.2g} %,"
        f" up to {numbers[-1]:g}, are not drawn."
    )
    finding = (
        f"{what}: half of all {result.unit.plural} from {quarters[0]:g} to {quarters[2]:g}, "
        f"median {quarters[1]:g}; least {numbers[0]:g}, most {numbers[-1]:g}.{rest}"
    )
    middle = f"half of them lie from {quarters[0]:g} to {quarters[2]:g}"
    caption = f"Share of {result.unit.plural}; {middle}.{rest}"
    return Panel(
        f"Spread of {described}", finding, caption, lambda w: 240 if w > NARROW else 200, draw
    )


def _noun(text: str) -> str:
    return text.split(" per ", 1)[0]


def _round_up(number: float) -> int:
    """The next of 1, 2, 5, 10, 20, 50 ..."""
    power = 10 ** math.floor(math.log10(max(number, 1)))
    return int(next(power * k for k in (1, 2, 5, 10) if power * k >= number - 1e-9))


def _widen(axes: Axes, lows: Sequence[float], highs: Sequence[float]) -> None:
    """Limits around intervals, with some room even where there is one point only."""
    low, high = min(lows), max(highs)
    room = 0.06 * (high - low) or 0.02 * abs(high) or 1.0
    axes.set_xlim(low - room, high + room)


def _ticks(axes: Axes, most: int, *, vertical: bool = False) -> None:
    from matplotlib.ticker import MaxNLocator

    axis = axes.yaxis if vertical else axes.xaxis
    axis.set_major_locator(MaxNLocator(nbins=most, steps=[1, 2, 2.5, 5, 10]))
