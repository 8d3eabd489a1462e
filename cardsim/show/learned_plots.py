"""The chart of what was learned: how well each round's rules did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.search.learned import Learned
from cardsim.show.panel import (
    MUTED,
    NARROW,
    SERIES,
    Panel,
    heading,
    in_short,
    noun,
    number_axis,
    ticks,
    times,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def panels(learned: Learned) -> list[Panel]:
    """One chart; none where there was no round."""
    measure, unit = learned.after.measure, learned.after.unit
    scale, played = times(measure), [r.result.headline for r in learned.rounds]
    if not played:
        return []
    before, after = learned.before.headline, learned.after.headline

    def draw(axes: Axes, width: int) -> None:
        axes.axhline(scale * before.value, color=MUTED, lw=1, ls=(0, (4, 3)), zorder=1)
        places = [r.number for r in learned.rounds]
        values = [scale * e.value for e in played]
        below = [scale * (e.value - e.low) for e in played]
        above = [scale * (e.high - e.value) for e in played]
        axes.errorbar(places, values, (below, above), fmt="o", ms=5, color=SERIES[0], zorder=3)
        axes.set_xlim(0.5, places[-1] + 0.5)
        axes.set_xlabel("round", fontsize=11)
        axes.grid(visible=True, axis="y")
        number_axis(axes.yaxis, " %" if measure.in_per_cent else "")
        ticks(axes, 4 if width <= NARROW else 8, whole=True)

    return [
        Panel(
            "How learning went",
            f"{heading(measure.text)}: {in_short(measure, before)} with the strategy it "
            f"started from, {in_short(measure, after)} by the learned rules.",
            f"Each dot: the rules of a round, in {noun(unit, measure)}, in fresh hands. The dashed "
            "line: the strategy it started from.",
            lambda width: 250 if width > NARROW else 230,
            draw,
        )
    ]
