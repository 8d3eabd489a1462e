"""The chart of a comparison: how far each strategy is behind the best in the same hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.ask.comparisons import CompareResult, Difference
from cardsim.show.panel import (
    MUTED,
    NARROW,
    ROW,
    Panel,
    cut_short,
    heading,
    in_short,
    minus,
    note,
    noun,
    number_axis,
    spans,
    ticks,
    times,
    widen,
)
from cardsim.statistics.stats import gap_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_ROWS = 30


def panels(comparison: CompareResult) -> list[Panel]:
    """Return the chart of a comparison."""
    measure, scale = comparison.measure, times(comparison.measure)
    # In a neutral measure the others lie above the least, not below the best.
    sign = 1 if measure.neutral else -1
    ranked = comparison.ranking[:MOST_ROWS]
    behind = [behind_best(comparison, k) for k in range(1, len(ranked))]
    drawn = [(0.0, 0.0, 0.0)]
    for d in behind:
        low, high = sorted((sign * scale * d.low, sign * scale * d.high))
        drawn.append((sign * scale * d.value, low, high))
    texts = [in_short(measure, ranked[0].estimate)]
    texts += [
        minus(
            f"{'+' if measure.neutral else '-'}"
            f"{gap_text(*(scale * x for x in (d.value, d.low, d.high)), is_share=False)[0]}"
        )
        for d in behind
    ]

    def draw(axes: Axes, width: int) -> None:
        axes.axvline(0, color=MUTED, lw=0.8)
        spans(axes, drawn, [True, *(d.is_tie for d in behind)])
        for k, text in enumerate(texts):
            note(axes, k, text, bold=k == 0 and not measure.neutral)
        most = 20 if width <= NARROW else 44
        axes.set_yticks(range(len(ranked)), [cut_short(c.player.brief, most) for c in ranked])
        axes.set_ylim(len(ranked) - 0.4, -0.6)
        axes.grid(visible=True, axis="x")
        number_axis(axes.xaxis, "")
        ticks(axes, 3 if width <= NARROW else 6)
        widen(axes, [low for _, low, _ in drawn], [high for *_, high in drawn])

    finding = f"{heading(measure.text)}: {texts[0]} with {ranked[0].player.brief}" + "".join(
        f"; {text} with {c.player.brief}" for c, text in zip(ranked[1:], texts[1:], strict=True)
    )
    caption = (
        f"How much more each has than the least, in {noun(comparison.unit, measure)}, on the very "
        "same cards. Filled marks may be level with it; lines are intervals that hold for all "
        "pairs at once."
        if measure.neutral
        else f"How far each is behind the best, in {noun(comparison.unit, measure)}, on the very "
        "same cards. Filled marks may be the best, "
        "hollow ones are worse; lines are intervals that hold for all pairs at once."
    )
    if len(comparison.contenders) > len(ranked):
        caption += f" The first {MOST_ROWS} of {len(comparison.contenders)}."
    height = ROW * len(ranked) + 44
    title = "How far apart they are" if measure.neutral else "What each strategy costs"
    return [Panel(title, f"{finding}.", caption, lambda _: height, draw)]


def behind_best(comparison: CompareResult, place: int) -> Difference:
    """Return how much worse the strategy at this place of the ranking is than the best."""
    best, other = (comparison.contenders.index(comparison.ranking[k]) for k in (0, place))
    return next(d for d in comparison.differences if (d.a, d.b) == (best, other))
