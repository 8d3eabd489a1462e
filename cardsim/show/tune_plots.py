"""The charts of tuning: the best of each generation, and where they lay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsim.ask.tuning import Tuned, TuneResult
from cardsim.options.params import shown
from cardsim.show.panel import (
    MUTED,
    NARROW,
    SERIES,
    Panel,
    entitle,
    heading,
    in_short,
    label_point,
    minus,
    noun,
    number_axis,
    numbered,
    small_height,
    small_width,
    ticks,
    times,
)
from cardsim.statistics.stats import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_PARTS = 12
"""Most parameters that have a small chart."""


def panels(tuned: TuneResult) -> list[Panel]:
    """Return both charts."""
    return [_search_panel(tuned), _values_panel(tuned)]


def _search_panel(tuned: TuneResult) -> Panel:
    scale = times(tuned.measure)
    values = [scale * value for _, value, _ in tuned.found]
    before, after = tuned.before.headline, tuned.after.headline
    both = (
        ("began with", before, MUTED),
        ("found", after, SERIES[0]),
    )

    def band(axes: Axes, name: str, estimate: Estimate, colour: str) -> None:
        low, value, high = (scale * x for x in (estimate.low, estimate.value, estimate.high))
        axes.axhspan(low, high, color=colour, alpha=0.16, lw=0, zorder=1)
        axes.axhline(value, color=colour, lw=1.4, zorder=2)
        text = f"{name} {in_short(tuned.measure, estimate)}"
        # Below the lower line and above the upper one, so that they do not touch.
        down = (estimate is before) == (before.value <= after.value)
        offset = (-2.0, -9.0 if down else 9.0)
        label_point(axes, (len(values), value), text, offset, "right", bold=True, colour=colour)

    def draw(axes: Axes, width: int) -> None:
        for name, estimate, colour in both:
            band(axes, name, estimate, colour)
        places = range(1, len(values) + 1)
        axes.plot(places, values, ls="none", marker="o", ms=4, color=SERIES[1], zorder=3)
        axes.set_xlim(0.5, len(values) + 0.5)
        axes.set_xlabel("generation", fontsize=11)
        axes.grid(visible=True, axis="y")
        number_axis(axes.yaxis, " %" if tuned.measure.in_per_cent else "")
        ticks(axes, 4 if width <= NARROW else 8, whole=True)

    return Panel(
        "How the search went",
        f"{heading(tuned.measure.text)}: {in_short(tuned.measure, before)} with the "
        f"values it began with, {in_short(tuned.measure, after)} with those found.",
        f"Dots: the best of each generation, in {noun(tuned.unit, tuned.measure)}. The best of "
        "several points looks too good, and the more so the fewer hands it played. Lines with "
        "their intervals: fresh hands, from which nothing was chosen.",
        lambda width: 250 if width > NARROW else 230,
        draw,
    )


def _values_panel(tuned: TuneResult) -> Panel:
    shown_ones = tuned.parameters[:MOST_PARTS]
    limits = {name: (float(low), float(high)) for name, low, high in tuned.spec.over}

    def one(axes: Axes, width: int, number: int, parameter: Tuned) -> None:
        tried = [float(values[number]) for _, _, values in tuned.found]
        low, high = limits[parameter.name]
        room = 0.06 * (high - low)
        axes.axhline(float(parameter.start), color=MUTED, lw=1, ls=(0, (4, 3)), zorder=2)
        axes.axhline(float(parameter.best), color=SERIES[0], lw=1.6, zorder=2)
        places = range(1, len(tried) + 1)
        axes.plot(places, tried, ls="none", marker="o", ms=3, color=SERIES[1], zorder=3)
        axes.set_xlim(0.5, len(tried) + 0.5)
        axes.set_ylim(low - room, high + room)
        ticks(axes, 3, whole=True)
        ticks(axes, 4, vertical=True)
        number_axis(axes.yaxis, "")
        start, best = shown(parameter.start), shown(parameter.best)
        under = f"stays {best}" if start == best else f"{start} to {best}"
        entitle(axes, width, parameter.name.replace("_", "-"), minus(under))

    def draw(axes: Any, width: int) -> None:
        count = len(shown_ones)
        each = small_width(count, width) if count > 1 else width
        for number, parameter in enumerate(shown_ones):
            one(axes if count == 1 else axes[number], each, number, parameter)

    hidden = len(tuned.parameters) - len(shown_ones)
    more = f" {MOST_PARTS} of {len(tuned.parameters)} parameters are drawn." if hidden else ""
    text = "; ".join(
        f"{p.name.replace('_', '-')} from {shown(p.start)} to {shown(p.best)}" for p in shown_ones
    )
    return Panel(
        "Where the best of each generation lay",
        f"{numbered(len(tuned.found), 'generation')}: {text}.",
        "Each dot is the value with which the best of a generation played. The line is what was "
        f"found, the dashed one what it started from.{more}",
        lambda width: small_height(len(shown_ones), width),
        draw,
        len(shown_ones),
        one_scale=False,
    )
