"""Which card is low enough to keep in Square 9?

You keep a card, drawn or from the discards, if it is low enough, and ignore lines. The others keep
cards of 4 points or less.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, by_players, joined
from cardsim.answers.swept import Group
from cardsim.runs.wording import counted

PLAYERS = (2, 3, 4)
FEWER, MORE = 2, 5
"""Limits whose cost is told."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep("square-nine", a="-2..8", players=",".join(map(str, PLAYERS)), vs="usual")
    groups = {int(g.circumstances[0][1]): g for g in sweep.groups}
    limits = [dict(p.settings)["a"] for p in sweep.groups[0].points]
    told = {n: best(g) for n, g in groups.items()}
    away = {
        limit: {n: amount(g.points[limits.index(limit)].shortfall) for n, g in groups.items()}
        for limit in (FEWER, MORE)
    }
    lab.section(
        "How low a card must be",
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
        f"Keep a card worth at most {by_players(told, 'points')}. Against others who keep up to 4, "
        f"keeping up to {MORE} costs {by_players(away[MORE], 'hands in 100')}, and keeping only up "
        f"to {FEWER} costs {by_players(away[FEWER])}.",
        Number(
            str(dict(groups[PLAYERS[0]].best.settings)["a"]),
            f"points at most, {counted(PLAYERS[0])} players",
        ),
        Number.of(
            away[MORE][PLAYERS[0]], f"hands in 100 lost by keeping up to {MORE}", is_cost=True
        ),
        Number.of(
            away[FEWER][PLAYERS[0]],
            f"hands in 100 lost by keeping only up to {FEWER}",
            is_cost=True,
        ),
    )


def best(group: Group) -> str:
    """The best limit, with those that do as well."""
    ties = [f"{dict(p.settings)['a']}" for p in group.tied]
    others = f" (or {joined(ties, 'or')})" if ties else ""
    return f"{dict(group.best.settings)['a']}{others}"


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
