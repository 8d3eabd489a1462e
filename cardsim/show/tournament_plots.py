"""The charts of a tournament: who gains among whom, and what becomes of a crowd."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cardsim.show.panel import (
    INK,
    MUTED,
    NARROW,
    PAPER,
    SERIES,
    SHADES,
    Panel,
    cut_short,
    minus,
    noun,
    number_axis,
    times,
)
from cardsim.statistics.stats import digits_of, gap_text
from cardsim.tournaments.standings import TournamentResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_ROWS = 30
MOST_TEXTS = 12
"""Strategies of which each cell has its number."""
STRONG = 0.75
"""The share of the gains that are paler than the darkest shade: who plays at random loses more."""
NAMED = 6
"""Strategies of a crowd that have a colour of their own."""


def panels(tournament: TournamentResult) -> list[Panel]:
    """Both charts."""
    return [_matrix(tournament), _crowd(tournament)]


def _shade(axes: Axes, x: int, y: int, part: float) -> None:
    """Fill a cell: blue above 0 and orange below, the darker the further from 0."""
    level = round(SHADES * min(abs(part), 1.0)) / SHADES
    axes.fill(
        [x - 0.48, x + 0.48, x + 0.48, x - 0.48],
        [y - 0.48, y - 0.48, y + 0.48, y + 0.48],
        fc=SERIES[0] if part > 0 else SERIES[1],
        alpha=0.06 + 0.54 * level,
        lw=0,
        zorder=2,
    )


def _matrix(tournament: TournamentResult) -> Panel:
    scale = times(tournament.measure)
    ranked = [tournament.entrants.index(e) for e in tournament.ranking[:MOST_ROWS]]
    names = [tournament.entrants[k].player.brief for k in ranked]
    gains = {(g.one, g.among): g for g in tournament.gains}
    most = float(np.quantile([abs(g.value) for g in tournament.gains], STRONG)) or 1.0
    digits = digits_of(((scale * g.low, scale * g.high) for g in tournament.gains), is_share=False)

    def draw(axes: Axes, width: int) -> None:
        size = 11.0 if width > NARROW else 9.0
        for y, one in enumerate(ranked):
            for x, among in enumerate(ranked):
                if one == among:
                    continue
                gain = gains[one, among]
                _shade(axes, x, y, gain.value / most)
                if len(ranked) > (MOST_TEXTS if width > NARROW else NAMED):
                    continue
                text, _ = gap_text(
                    *(scale * v for v in (gain.value, gain.low, gain.high)),
                    is_share=False,
                    digits=digits,
                )
                sure = not gain.low <= 0 <= gain.high
                axes.annotate(
                    minus(f"{'+' if gain.value > 0 else ''}{text}"),
                    (x, y),
                    ha="center",
                    va="center",
                    color=INK if sure else MUTED,
                    fontsize=size,
                    fontweight="bold" if sure else "normal",
                    zorder=4,
                )
        most_letters = 10 if width <= NARROW else 26
        axes.set_yticks(
            range(len(names)),
            [f"{k} {cut_short(n, most_letters)}" for k, n in enumerate(names, 1)],
        )
        axes.set_xticks(range(len(names)), [str(k) for k in range(1, len(names) + 1)])
        axes.set_xlim(-0.5, len(names) - 0.5)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
        axes.spines["bottom"].set_visible(False)

    return Panel(
        "Who gains among whom",
        tournament.around,
        "What one who plays as the row says gains among others who all play as the column says, "
        f"in {noun(tournament.unit, tournament.measure)}, beyond what they get among themselves. "
        "Blue gains, orange loses; bold where it is certain, for all pairs at once.",
        lambda width: 40 + (28 if width > NARROW else 22) * len(names),
        draw,
    )


def _crowd(tournament: TournamentResult) -> Panel:
    crowd = tournament.crowd
    order = np.argsort(-crowd.max(axis=0), kind="stable")
    named = [int(k) for k in order[:NAMED]]
    rest = crowd[:, order[NAMED:]].sum(axis=1)
    generations = np.arange(len(crowd)) + 1

    def draw(axes: Axes, width: int) -> None:
        layers = [crowd[:, k] for k in named] + ([rest] if len(order) > NAMED else [])
        colours = [*SERIES[: len(named)], MUTED][: len(layers)]
        under = np.zeros(len(crowd))
        for layer, colour in zip(layers, colours, strict=True):
            axes.fill_between(
                generations, 100 * under, 100 * (under + layer), color=colour, alpha=0.75, lw=0.6,
                ec=PAPER,
            )  # fmt: skip
            under = under + layer
        axes.set_xscale("log")
        axes.set_xlim(1, len(crowd))
        axes.set_ylim(0, 100)
        number_axis(axes.yaxis, " %")
        axes.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
        axes.set_xlabel("generation", fontsize=11)
        names = [tournament.entrants[k].player.brief for k in named]
        names += ["all others"] * (len(layers) - len(names))
        handles = [axes.fill([], [], fc=c, alpha=0.75)[0] for c in colours]
        axes.legend(
            handles,
            [cut_short(n, 22) for n in names],
            loc="upper center",
            bbox_to_anchor=(0.5, -0.18),
            ncols=2 if width <= NARROW else 3,
            fontsize=10.5,
            handlelength=1,
        )

    return Panel(
        "Which would take over",
        tournament.left,
        "Begin with equally many players of each. In each generation they sit down at random, and "
        "a strategy that does better than the average has more players in the next one.",
        lambda width: 330 if width > NARROW else 340,
        draw,
    )
