"""The chart of a look back: what each decision gave away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardsim.show.panel import (
    MUTED,
    NARROW,
    ROW,
    Panel,
    cut_short,
    noun,
    number_axis,
    spans,
    ticks,
    times,
    widen,
)
from cardsim.table.looked_back import LookBack

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cardsim.game import Measure

MOST_ROWS = 20
Row = tuple[str, float, float, float]
"""A choice, its cost, and the ends of the cost's interval."""


def look_back_panels(back: LookBack) -> list[Panel]:
    """Return the chart of each decision's loss; none if no decision was tried."""
    rows = [
        (f"{n}. {v.did}", v.cost, v.low, v.high) for n, v in enumerate(back.verdicts, 1) if v.tried
    ]
    if not rows:
        return []
    return [
        _costs(
            rows,
            back.measure,
            "What each decision gave away",
            back.sentence,
            f"How far what you did was behind the best, in {noun(back.unit, back.measure)}. Filled "
            "marks may have been as good; lines are intervals.",
        )
    ]


def _costs(rows: Sequence[Row], measure: Measure, title: str, finding: str, about: str) -> Panel:
    """Draw a row for each choice, marked as far left of zero as the choice costs."""
    scale, shown = times(measure), rows[:MOST_ROWS]
    drawn = [(-scale * cost, -scale * high, -scale * low) for _, cost, low, high in shown]

    def draw(axes: Axes, width: int) -> None:
        axes.axvline(0, color=MUTED, lw=0.8)
        spans(axes, drawn, [low <= 0 for _, _, low, _ in shown])
        most = 24 if width <= NARROW else 48
        axes.set_yticks(range(len(shown)), [cut_short(label, most) for label, *_ in shown])
        axes.set_ylim(len(shown) - 0.4, -0.6)
        axes.grid(visible=True, axis="x")
        number_axis(axes.xaxis, "")
        ticks(axes, 3 if width <= NARROW else 6)
        widen(axes, [low for _, low, _ in drawn], [high for *_, high in drawn])

    more = len(rows) - len(shown)
    caption = f"{about} {more} more are not drawn." if more else about
    return Panel(title, finding, caption, lambda _: ROW * len(shown) + 44, draw)
