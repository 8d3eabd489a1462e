"""The reliability chart: what came of decisions by what advice said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.show.panel import MUTED, NARROW, PAPER, SERIES, Panel, noun, number_axis, ticks, times
from cardsim.table.calibrated import Calibration

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def panels(found: Calibration) -> list[Panel]:
    """What came by what was said."""
    scale, measure = times(found.measure), found.measure
    unit = " %" if measure.in_per_cent else ""
    rows = [
        [scale * x for x in (one.said, one.came, one.came_low, one.came_high)] for one in found.bins
    ]

    def draw(axes: Axes, width: int) -> None:
        ends = [x for row in rows for x in row[:2]]
        low, high = min(ends), max(ends)
        room = 0.06 * (high - low) or 1.0
        axes.axline((low, low), slope=1, color=MUTED, lw=1, ls=(0, (4, 3)), zorder=2)
        for said, came, least, most in rows:
            apart = not least <= said <= most
            axes.plot([said, said], [least, most], color=SERIES[0], lw=2.2, zorder=3)
            face = SERIES[0] if apart else PAPER
            axes.plot(
                [said],
                [came],
                ls="none",
                marker="o",
                ms=7,
                mfc=face,
                mec=SERIES[0],
                mew=1.4,
                zorder=4,
            )
        axes.set_xlim(low - room, high + room)
        axes.set_xlabel("said", fontsize=11)
        axes.grid(visible=True, axis="both")
        for axis in (axes.xaxis, axes.yaxis):
            number_axis(axis, unit)
        ticks(axes, 4 if width <= NARROW else 8)

    return [
        Panel(
            "What came, by what was said",
            " ".join(map(found.told, found.bins)),
            f"In {noun(found.unit, measure)}: to the right what advice said, up what came. Where "
            "all is calibrated the lines, which are 95 % intervals, cross the dashed one; filled "
            "marks are further from it.",
            lambda width: 300 if width > NARROW else 260,
            draw,
        )
    ]
