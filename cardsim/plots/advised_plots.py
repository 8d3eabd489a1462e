"""The chart of advice: what each choice costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.answers.advised import Advised
from cardsim.plots.panel import (
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

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_ROWS = 20


def panels(advised: Advised) -> list[Panel]:
    """One chart."""
    scale, shown = times(advised.measure), advised.choices[:MOST_ROWS]
    drawn = [(-scale * c.cost, -scale * c.cost_high, -scale * c.cost_low) for c in shown]
    drawn[0] = (0.0, 0.0, 0.0)

    def draw(axes: Axes, width: int) -> None:
        axes.axvline(0, color=MUTED, lw=0.8)
        spans(axes, drawn, [c.tied for c in shown])
        most = 24 if width <= NARROW else 48
        axes.set_yticks(range(len(shown)), [cut_short(c.told, most) for c in shown])
        axes.set_ylim(len(shown) - 0.4, -0.6)
        axes.grid(visible=True, axis="x")
        number_axis(axes.xaxis, "")
        ticks(axes, 3 if width <= NARROW else 6)
        widen(axes, [low for _, low, _ in drawn], [high for *_, high in drawn])

    left = len(advised.choices) - len(shown)
    return [
        Panel(
            "What each choice costs",
            f"Best: {shown[0].told}.",
            f"How far each is behind the best, in {noun(advised.unit, advised.measure)}, in the "
            "same imagined hands. Filled marks may be as good; lines are intervals that hold "
            f"together.{f' {left} more are not drawn.' if left else ''}",
            lambda _: ROW * len(shown) + 44,
            draw,
        )
    ]
