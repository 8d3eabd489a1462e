"""The charts of a review: the value of other choices over the first two features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.ask.reviews import LEAST_A_CELL, Review
from cardsim.game import Feature
from cardsim.runs.forked import Asked, Worth
from cardsim.show.panel import (
    INK,
    NARROW,
    SERIES,
    SHADES,
    Panel,
    heading,
    noun,
    times,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_NAMES = 20
TWO = 2
STRONG = 0.95
"""Share of situations, weighted by frequency, that are paler than the darkest shade."""
_CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5))


@dataclass(frozen=True)
class Map:
    """The values of a decision's choices over its first two features, summed over the others.

    Attributes:
        across, down: the features; `down` is None if there is only one.
        gains: float64, shape (values across, values down): the gain of the best choice over the
            present one, or of the second choice over the first if there are two, each time, in the
            measure's unit; NaN where there were too few forks.
        best: int64, same shape: the best choice.
        own: int64, same shape: the hero's most frequent choice.
        often: float64, same shape: times the situation occurs a hand.
        forks: int64, same shape: number of forks.
    """

    across: Feature
    down: Feature | None
    gains: np.ndarray[Any, Any]
    best: np.ndarray[Any, Any]
    own: np.ndarray[Any, Any]
    often: np.ndarray[Any, Any]
    forks: np.ndarray[Any, Any]


def map_of(review: Review, worth: Worth) -> Map:
    """Return the values of a decision's choices over its first two features."""
    features = worth.asked.features
    kept = min(len(features), TWO)
    rest = tuple(range(1 + kept, 1 + len(features)))

    def added(name: str) -> np.ndarray[Any, Any]:
        sums: np.ndarray[Any, Any] = getattr(worth, name).sum(axis=rest)
        return sums if kept == TWO else np.expand_dims(sums, 2)

    step = review.unit.step(review.measure, dict(review.spec.base.display))
    met, forks, own, more = (added(n) for n in ("met", "forks", "own", "more"))
    seen = forks.min(axis=0) >= LEAST_A_CELL
    each = np.where(seen, np.maximum(met.sum(axis=0), 1), 1)
    chosen = own.sum(axis=0).argmax(axis=-1)
    if has_two(worth.asked):
        gains = (more[..., 1] - more[..., 0]).sum(axis=0) / each
        best = (gains > 0).astype(np.int64)
    else:
        # The choice that looks best in one half of the forks is valued in the other half.
        firsts = [_top(more[h], added("possible")[h]) for h in (0, 1)]
        gains = sum(
            np.take_along_axis(more[1 - h], firsts[h][..., None], -1)[..., 0] for h in (0, 1)
        )
        gains = gains / each
        best = np.where(gains > 0, _top(more.sum(axis=0), added("possible").sum(axis=0)), chosen)
    return Map(
        features[0],
        features[1] if kept == TWO else None,
        np.where(seen, step * gains, np.nan),
        best,
        chosen,
        met.sum(axis=0) / review.hands,
        forks.sum(axis=0),
    )


def _top(more: np.ndarray[Any, Any], possible: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    least = np.iinfo(np.int64).min
    best: np.ndarray[Any, Any] = np.where(possible > 0, more, least).argmax(axis=-1)
    return best


def panels(review: Review) -> list[Panel]:
    """Return a chart for each decision that occurred."""
    return [_panel(review, w) for w in review.worth if w.forks.any()]


def _panel(review: Review, worth: Worth) -> Panel:
    drawn, asked = map_of(review, worth), worth.asked
    two = has_two(asked)
    times_each = noun(review.unit, review.measure)
    down = f"; up: {short(drawn.down)}" if drawn.down is not None else ""
    over = f"Across: {short(drawn.across)}{down}"
    if two:
        reading = (
            f"Blue where {asked.choices[1]} is better, orange where {asked.choices[0]} is, the "
            "darker the more"
        )
    else:
        reading = "The stronger the colour, the more another choice brings"
    line = "" if asked.experts else " The line is where what you choose changes."
    caption = (
        f"{over}. {reading}, each time, in {times_each}; situations without forks enough are "
        f"left out.{line}"
    )
    own = next((s for s in review.situations if s.asked.decision == asked.decision), None)
    finding = (
        f"{heading(review.told(own))}."
        if own is not None
        else f"At {asked.decision.function} no other choice is better for certain."
    )

    def draw(axes: Axes, width: int) -> None:
        _cells(axes, drawn, two=two)
        if not asked.experts:
            _border(axes, drawn)
        _names(axes, drawn, width)

    rows = 1 if drawn.down is None else len(_shown(drawn)[1])
    return Panel(
        f"What is better at {asked.decision.function}",
        finding,
        caption,
        lambda width: 70 + min((22 if width > NARROW else 18) * max(rows, 3), 420),
        draw,
    )


def has_two(asked: Asked) -> bool:
    """Return whether the second choice's gain over the first says everything."""
    return len(asked.choices) == TWO and not asked.experts


def short(feature: Feature) -> str:
    """Return a feature's name with spaces for hyphens."""
    return feature.name.replace("-", " ")


def _shown(drawn: Map) -> tuple[range, range]:
    """Return the ranges across and down that have data."""
    seen = ~np.isnan(drawn.gains)
    across, down = seen.any(axis=1).nonzero()[0], seen.any(axis=0).nonzero()[0]
    if not len(across):
        return range(seen.shape[0]), range(seen.shape[1])
    return range(across[0], across[-1] + 1), range(down[0], down[-1] + 1)


def _cells(axes: Axes, drawn: Map, *, two: bool) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    seen = ~np.isnan(drawn.gains)
    sizes = np.abs(drawn.gains[seen])
    most = float(np.quantile(sizes, STRONG)) if len(sizes) else 0.0
    levels: dict[tuple[str, int], list[Path]] = {}
    for x, y in zip(*seen.nonzero(), strict=True):
        gain = float(drawn.gains[x, y])
        part = min(abs(gain) / most, 1.0) if most > 0 else 0.0
        colour = SERIES[0] if gain > 0 or not two else SERIES[1]
        if not two and gain <= 0:
            part = 0.0
        square = [(x + a, y + b) for a, b in _CORNERS]
        levels.setdefault((colour, round(part * SHADES)), []).append(Path(square, closed=True))
    for (colour, level), squares in sorted(levels.items()):
        alpha = 0.05 + 0.7 * level / SHADES
        whole = Path.make_compound_path(*squares)
        axes.add_patch(PathPatch(whole, fc=colour, alpha=alpha, lw=0, zorder=2))


def _border(axes: Axes, drawn: Map) -> None:
    """Draw the border between neighbouring situations in which the hero's choices differ."""
    met = drawn.forks > 0
    for x, y in zip(*met.nonzero(), strict=True):
        for a, b, ends in (
            (x + 1, y, ((x + 0.5, x + 0.5), (y - 0.5, y + 0.5))),
            (x, y + 1, ((x - 0.5, x + 0.5), (y + 0.5, y + 0.5))),
        ):
            inside = a < met.shape[0] and b < met.shape[1] and met[a, b]
            if inside and drawn.own[x, y] != drawn.own[a, b]:
                axes.plot(*ends, color=INK, lw=2.2, solid_capstyle="round", zorder=5)


def _names(axes: Axes, drawn: Map, width: int) -> None:
    across, down = _shown(drawn)
    sides = [(drawn.across, across, axes.set_xticks, max((width - 60) // 34, 2))]
    if drawn.down is not None:
        sides.append((drawn.down, down, axes.set_yticks, MOST_NAMES))
    else:
        axes.set_yticks([])
    for feature, shown, set_ticks, most in sides:
        step = -(-len(shown) // most)
        set_ticks(shown[::step], [number_name(feature, k) for k in shown[::step]])
    axes.set_xlim(across[0] - 0.5, across[-1] + 0.5)
    axes.set_ylim(down[0] - 0.5, down[-1] + 0.5)
    axes.spines["bottom"].set_visible(False)
    axes.set_xlabel(short(drawn.across), fontsize=11)
    if drawn.down is not None:
        axes.set_ylabel(short(drawn.down), fontsize=11)


def number_name(feature: Feature, k: int) -> str:
    """Name a cell of a feature; the last cell includes all larger values."""
    if feature.labels:
        return feature.labels[k]
    return str(feature.low + k)


def scale_of(review: Review) -> int:
    """Return the factor by which gains are multiplied for display."""
    return times(review.measure)
