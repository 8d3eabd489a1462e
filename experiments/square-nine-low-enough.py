"""Which card is low enough to keep in Square 9?

You keep a card, drawn or from the discards, if it is low enough, and ignore lines. With two players
we try that against beginners, in mixed company and against good players, and with two to four in
mixed company.
"""

from typing import Any

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import (
    Group,
    Lab,
    Tried,
    amount,
    by_players,
    counted,
    joined,
    level,
    sweep_in_three,
)

GAME, PLAYERS = "square-nine", (2, 3, 4)
TWO: dict[str, Any] = {"strategy": "low-card", "players": 2}
LIMITS = tuple(range(-2, 9))
FEWER, MORE = 2, 5
"""Limits whose cost is told."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab, GAME, "a", told_of, "you keep a card worth this many points or fewer", a=LIMITS, **TWO
    )
    tables = ",".join(map(str, PLAYERS))
    sweep = lab.sweep(GAME, **(TWO | {"a": LIMITS, "players": tables, "vs": "field"}))
    groups = {int(g.circumstances[0][1]): g for g in sweep.groups}
    limits = [dict(p.settings)["a"] for p in sweep.groups[0].points]
    told = {n: best(g, LIMITS[asked.advised]) for n, g in groups.items()}
    away = {
        limit: {n: amount(g.points[limits.index(limit)].shortfall) for n, g in groups.items()}
        for limit in (FEWER, MORE)
    }
    lab.section(
        "How low a card must be, in mixed company",
        f"Keep a card worth at most {by_players(told, 'points')}.",
        Chart(
            "What it costs to be too choosy, or not choosy enough",
            "you keep a card worth this many points or fewer",
            "hands in 100 fewer than with the best limit",
            tuple(
                Series.of_gaps(f"{counted(n)} players", limits, [p.shortfall for p in g.points])
                for n, g in groups.items()
            ),
        ),
    )
    lab.answer(
        f"With two players, {asked.told}.{also_good(asked)} In mixed company, keep a card "
        f"worth at most {by_players(told, 'points')}; keeping up to {MORE} costs "
        f"{by_players(away[MORE], 'hands in 100')}, and keeping only up to {FEWER} costs "
        f"{by_players(away[FEWER])}. Here you look at points alone: the rules of "
        "square-nine-how-to-play look at lines first, and keep a drawn card worth 4, too.",
        *asked.numbers,
        Number.of(
            away[MORE][PLAYERS[0]],
            f"hands in 100 lost by keeping up to {MORE}, in mixed company of two",
            is_cost=True,
        ),
        Number.of(
            away[FEWER][PLAYERS[0]],
            f"hands in 100 lost by keeping only up to {FEWER}, in mixed company of two",
            is_cost=True,
        ),
    )


def also_good(asked: Tried) -> str:
    """Return the limits that do as well in mixed company, but not in all; empty if none does."""
    three = asked.three
    others = [way for way in asked.mixed.good if not all(found.is_good(way) for found in three)]
    parts = [
        f"at most {LIMITS[way]}, except "
        + joined([found.company.where for found in three if not found.is_good(way)], "or")
        for way in sorted(others)
    ]
    if not parts or asked.agreed is None:
        return ""
    return f" Keeping {joined(parts, 'or')}, does as well."


def told_of(limit: int) -> str:
    """Return in words which cards you keep."""
    return f"keep a card worth at most {limit}"


def best(group: Group, first: int) -> str:
    """Return the best limit, with those that do as well; of these `first` comes first."""
    good = sorted((dict(p.settings)["a"] for p in (group.best, *level(group))), key=first.__ne__)
    others = f" (or {joined([f'{limit}' for limit in good[1:]], 'or')})" if good[1:] else ""
    return f"{good[0]}{others}"


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
