"""One chart, and how charts become a figure.

A `Panel` draws itself on axes it is given, so that the same chart serves a notebook and, at two
widths, a report. Nothing here touches pyplot or its global state. One point of a figure is one
pixel of a report.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsim.statistics.stats import CONFIDENCE

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
MOST_LETTERS = 20
"""Of a label beside a curve."""
INTERVAL = f"{100 * CONFIDENCE:g}\N{NO-BREAK SPACE}% interval"
INTERVALS = f"{INTERVAL}s"


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

    from cardsim.plots.picture import Picture

    with styled():
        heights = [p.height(width) + (34 if titled else 0) for p in panels]
        drawn = Picture(figsize=(width / 72, sum(heights) / 72), dpi=144, layout="constrained")
        FigureCanvasAgg(drawn)
        drawn.get_layout_engine().set(w_pad=2 / 72, h_pad=3 / 72, hspace=0.02)  # type: ignore[union-attr, call-arg]
        rows: Any = drawn.subfigures(len(panels), 1, height_ratios=heights, squeeze=False)
        for panel, (part,) in zip(panels, rows, strict=True):
            part.set_facecolor("none")
            axes = part.subplots()
            panel.draw(axes, width)
            if titled:
                part.suptitle(
                    panel.title, x=0.004, ha="left", color=INK, fontsize=13, fontweight="bold"
                )
        # Laid out here, where the style holds; whoever saves it later may have another.
        drawn.draw_without_rendering()
    return drawn


def heading(text: str) -> str:
    """The text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def numbered(count: int, noun: str) -> str:
    """How many of something: `1 pair`, `3 pairs`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def cut_short(text: str, most: int) -> str:
    """The text in at most so many letters, and on one line."""
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return line if len(line) <= most else line[: most - 1] + "\N{HORIZONTAL ELLIPSIS}"


def listed(words: Sequence[str], most: int = 5) -> str:
    """Words as a list: `a, b and c`; the rest is counted."""
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1} more"]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def widen(axes: Axes, lows: Sequence[float], highs: Sequence[float]) -> None:
    """Limits around intervals, with some room even where there is one point only.

    Intervals without an end, as of a single hand, do not count.
    """
    ends = [end for end in (*lows, *highs) if math.isfinite(end)] or [0.0]
    low, high = min(ends), max(ends)
    room = 0.06 * (high - low) or 0.02 * abs(high) or 1.0
    axes.set_xlim(low - room, high + room)


def ticks(axes: Axes, most: int, *, vertical: bool = False, whole: bool = False) -> None:
    """At most so many ticks, at round numbers, or at whole ones only."""
    from matplotlib.ticker import MaxNLocator

    axis = axes.yaxis if vertical else axes.xaxis
    steps = [1, 2, 5, 10] if whole else [1, 2, 2.5, 5, 10]
    axis.set_major_locator(MaxNLocator(nbins=most, steps=steps, integer=whole))


def note(axes: Axes, row: float, text: str) -> None:
    """A number to the right of the axes, in this row."""
    axes.annotate(
        text,
        (1, row),
        (8, 0),
        xycoords=axes.get_yaxis_transform(),
        textcoords="offset points",
        va="center_baseline",
        annotation_clip=False,
    )


def room_beside(labels: Sequence[str], width: int) -> bool:
    """Whether the labels of curves have room at their right ends."""
    return width > NARROW and max(map(len, labels)) <= MOST_LETTERS


def label_ends(axes: Axes, ends: list[tuple[float, int, str]], right: float) -> None:
    """A label at the right end of each curve, moved apart where they would touch."""
    low, high = axes.get_ylim()
    step = (high - low) * 16 / 270
    order = sorted(ends)
    spots = [y for y, _, _ in order]
    for _ in range(200):
        for i in range(len(spots) - 1):
            lack = step - (spots[i + 1] - spots[i])
            if lack > 0:
                spots[i] -= lack / 2
                spots[i + 1] += lack / 2
    for (_, k, label), spot in zip(order, spots, strict=True):
        axes.annotate(
            cut_short(label, MOST_LETTERS),
            (right, spot),
            (12, 0),
            textcoords="offset points",
            color=SERIES[k % len(SERIES)],
            va="center_baseline",
            fontsize=11.5,
            annotation_clip=False,
        )


def legend(axes: Axes, labels: Sequence[str], *, marked: bool = True) -> None:
    """The names of the series above the axes, where there is no room beside their ends."""
    from matplotlib.lines import Line2D

    handles = [
        Line2D(
            [],
            [],
            color=SERIES[k % len(SERIES)],
            lw=1.8,
            ls=LINES[k % len(LINES)],
            marker=MARKERS[k % len(MARKERS)] if marked else None,
            ms=6,
        )
        for k in range(len(labels))
    ]
    axes.legend(
        handles,
        [cut_short(label, 38) for label in labels],
        loc="lower left",
        bbox_to_anchor=(0, 1.0),
        borderaxespad=0.2,
        handlelength=3,
        labelspacing=0.25,
        fontsize=11,
    )
