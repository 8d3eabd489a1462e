"""The charts of a comparison: how each strategy does, and the paired differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.answers.comparisons import CompareResult
from cardsim.plots.panel import (
    INTERVAL,
    INTERVALS,
    LINES,
    MUTED,
    NARROW,
    PAPER,
    ROW,
    SERIES,
    Panel,
    cut_short,
    heading,
    note,
    numbered,
    ticks,
    widen,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_ROWS = 30
MOST_LETTERS = 36
"""Letters of the names of a pair that stand on one line."""


def panels(comparison: CompareResult) -> list[Panel]:
    """The charts of a comparison: its measure by strategy, and every pair's difference."""
    return [_each(comparison), _pairs(comparison)]


def _each(comparison: CompareResult) -> Panel:
    measure = comparison.measure
    share = measure.is_share or measure.as_share
    scale = 100.0 if share else 1.0
    ranked = comparison.ranking[:MOST_ROWS]

    def draw(axes: Axes, width: int) -> None:
        most = 20 if width <= NARROW else 44
        for k, contender in enumerate(ranked):
            e = contender.estimate
            _row(axes, k, scale * e.value, scale * e.low, scale * e.high, full=True)
            note(axes, k, e.parts[0])
        axes.set_yticks(range(len(ranked)), [cut_short(c.player.brief, most) for c in ranked])
        _frame(axes, width, len(ranked), " %" if share else "")
        widen(
            axes,
            [scale * c.estimate.low for c in ranked],
            [scale * c.estimate.high for c in ranked],
        )

    first, last = ranked[0], ranked[-1]
    finding = (
        f"{heading(measure.text)}: from {first.estimate.parts[0]} ({INTERVAL} "
        f"{first.estimate.parts[1]}) with {first.player.brief} to {last.estimate.parts[0]} "
        f"({last.estimate.parts[1]}) with {last.player.brief}."
    )
    caption = (
        f"The best first. Lines are {INTERVALS}, strategy by strategy; the same hands make the "
        "differences below far surer than these lines look."
    )
    return Panel(heading(measure.text), finding, caption, lambda _: ROW * len(ranked) + 44, draw)


def _pairs(comparison: CompareResult) -> Panel:
    measure = comparison.measure
    share = measure.is_share or measure.as_share
    scale = 100.0 if share else 1.0
    names = [c.player.brief for c in comparison.contenders]
    pairs = sorted(comparison.differences, key=lambda d: -d.value)[:MOST_ROWS]

    def two_lines(width: int) -> bool:
        longest = max(len(names[d.a]) + len(names[d.b]) for d in pairs)
        return width <= NARROW or longest > MOST_LETTERS

    def draw(axes: Axes, width: int) -> None:
        axes.axvline(0, color=MUTED, lw=1.2, ls=LINES[2])
        for k, d in enumerate(pairs):
            _row(axes, k, scale * d.value, scale * d.low, scale * d.high, full=not d.is_tie)
            note(axes, k, comparison.text_of(d)[0])
        most = 17 if width <= NARROW else MOST_LETTERS
        between = "\nover " if two_lines(width) else " over "
        labels = [
            cut_short(names[d.a], most) + between + cut_short(names[d.b], most - 4) for d in pairs
        ]
        axes.set_yticks(range(len(pairs)), labels)
        if two_lines(width):
            axes.tick_params(axis="y", labelsize=11)
        _frame(axes, width, len(pairs), " pp" if share else "")
        widen(
            axes,
            [min(scale * d.low, 0) for d in pairs],
            [max(scale * d.high, 0) for d in pairs],
        )

    ties = sum(d.is_tie for d in comparison.differences)
    all_pairs = numbered(len(comparison.differences), "pair")
    finding = (
        f"Of {all_pairs} of strategies {len(comparison.differences) - ties} differ by more than "
        f"noise and {ties} do not."
    )
    caption = (
        "How much better the first of a pair is than the second in the same hands, with intervals "
        "that hold for all pairs at once; hollow marks are ties within noise."
    )
    if len(comparison.differences) > len(pairs):
        caption += f" The {MOST_ROWS} largest of {len(comparison.differences)}."
    return Panel(
        "Paired differences",
        finding,
        caption,
        lambda width: (38 if two_lines(width) else ROW) * len(pairs) + 44,
        draw,
    )


def _row(axes: Axes, k: int, value: float, low: float, high: float, *, full: bool) -> None:
    axes.plot([low, high], [k, k], color=SERIES[0], lw=2.2, zorder=3)
    face = SERIES[0] if full else PAPER
    axes.plot([value], [k], ls="none", marker="o", ms=7, mfc=face, mec=SERIES[0], mew=1.4, zorder=4)


def _frame(axes: Axes, width: int, rows: int, unit: str) -> None:
    axes.set_ylim(rows - 0.4, -0.6)
    axes.grid(visible=True, axis="x")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}{unit}")
    ticks(axes, 3 if width <= NARROW else 6)
