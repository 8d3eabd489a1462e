"""Matplotlib figures of answers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardsim.errors import UserError, echoed
from cardsim.runs.answer import Answer
from cardsim.show import charts
from cardsim.show.panel import WIDE, Panel, draw_on, figure
from cardsim.show.stories import story_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEAST, MOST = 144, 7200
"""Smallest and largest width and height of a figure, in points."""


def panels(answer: Answer) -> list[Panel]:
    """Return the charts of an answer; none for a kind that has none."""
    sections = story_of(answer).sections
    return [charts.panel(s.chart) for s in sections if s.chart is not None]


def plot(
    answer: Answer,
    ax: Axes | None = None,
    *,
    kind: int | str | None = None,
    size: tuple[float, float] | None = None,
) -> Figure | Axes:
    """Draw the charts of an answer; see `Answer.plot`."""
    drawn = panels(answer)
    if not drawn:
        raise UserError(
            "there is no chart of this answer", hint="its tables are in frame() and tables"
        )
    if kind is not None:
        drawn = [_of_kind(drawn, kind)]
    if ax is None:
        width, height = (WIDE, None) if size is None else _points(size)
        return figure(drawn, width, height=height)
    if not callable(getattr(ax, "get_window_extent", None)):
        raise UserError(
            f"ax must be axes of matplotlib, not {echoed(ax)}",
            hint="one chart by its number or title is kind=",
        )
    if size is not None:
        raise UserError(f"size {echoed(size)}: axes that are there already have theirs")
    if drawn[0].parts > 1:
        raise UserError(
            f"'{drawn[0].title}' is made of {drawn[0].parts} small charts, for which one axes is "
            "too few: leave out ax"
        )
    draw_on(ax, drawn[0])
    return ax


def _of_kind(drawn: Sequence[Panel], kind: int | str) -> Panel:
    """Return the chart with this number, or the first whose title contains these words."""
    titles = [panel.title for panel in drawn]
    if isinstance(kind, str):
        found = [panel for panel in drawn if kind and kind.lower() in panel.title.lower()]
    else:
        found = list(drawn[kind : kind + 1]) if type(kind) is int and kind >= 0 else []
    if not found:
        raise UserError(
            f"kind {echoed(kind)}: no chart of this answer; give a number from 0 to "
            f"{len(titles) - 1}, or words of a title: {'; '.join(titles)}"
        )
    return found[0]


def _points(size: tuple[float, float]) -> tuple[int, float]:
    """Convert a size in inches to width and height in points."""
    try:
        width, height = (72 * float(inches) for inches in size)
    except (TypeError, ValueError):
        width = height = math.nan
    if not all(LEAST <= points <= MOST for points in (width, height)):
        raise UserError(
            f"size {echoed(size)}: give width and height in inches, each from {LEAST / 72:g} to "
            f"{MOST / 72:g}, such as (8, 4)"
        )
    return round(width), height
