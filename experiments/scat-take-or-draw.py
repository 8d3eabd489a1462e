"""Take the discard or draw from the stock in Scat?

Who takes a discard that adds little gives up the unknown card of the stock, which may add more, and
shows what he collects. You take the top discard only where it makes your hand worth at least so
many points more; each number plays the same matches against others who take whatever helps, and who
knock when you do.
"""

from typing import Any

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.answers.experiments import Lab
from cardsim.answers.swept import Group

PLAYERS = range(2, 7)
THREE = 3
ANYTHING = 1
"""To take whatever helps."""
MARGINS = tuple(range(ANYTHING, 13))
EVERYBODY = {"everybody knocks at 21": 21, "everybody knocks at 27": 27, "nobody knocks": 31}
SMALL = 0.5
"""Matches in 100 that nobody would notice."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    short, told, numbers = [], [], []
    for where, value in EVERYBODY.items():
        alike: dict[str, Any] = {
            "unit": "match",
            "strategy": "take-margin",
            "knock_threshold": value,
            "vs": f"threshold:knock_threshold={value}",
        }
        swept = lab.sweep("scat", take_margin=MARGINS, players=PLAYERS, **alike)
        groups = {g.points[0].result.spec.players: g for g in swept.groups}
        three = groups[THREE]
        lab.section(
            f"Where {where}",
            "It is best to play so: "
            + "; ".join(f"with {n} players {said(swept, g)}" for n, g in groups.items())
            + ".",
            Chart(
                f"Where {where}, {way(chosen(three))}, with three players",
                "you take the discard if it adds this many points or more",
                "matches in 100 fewer than with the best number",
                tuple(Series.of_costs(g, f"{n} players") for n, g in groups.items()),
                interval="95 % intervals of all differences together",
                best="lowest",
                sweep=swept,
            ),
        )
        fresh = lab.sweep(
            "scat",
            take_margin=tuple(sorted({ANYTHING, chosen(three)})),
            players=THREE,
            seed=lab.seed + 1,
            **alike,
        )
        short.append(f"{way(chosen(three))} where {where}")
        told.append(f"where {where}, {checked(fresh, chosen(three))}")
        if chosen(three) != ANYTHING:
            numbers.append(
                Number.of(
                    fresh.cost(fresh.groups[0].points[0].shortfall),
                    f"lost by taking whatever helps, where {where}",
                    is_cost=True,
                )
            )
    first = "; ".join(short)
    lab.answer(
        f"{first[:1].upper()}{first[1:]}. With three players, on fresh hands: {'; '.join(told)}.",
        *numbers,
    )


def chosen(group: Group) -> int:
    """The number that does best."""
    return int(dict(group.best.settings)["take_margin"])


def way(margin: int) -> str:
    """When to take the discard."""
    if margin == ANYTHING:
        return "take the discard whenever it helps"
    return f"take the discard only if it adds {margin} points or more"


def said(swept: SweepResult, group: Group) -> str:
    """What is best at a table, and what it costs to take whatever helps."""
    best = chosen(group)
    if best == ANYTHING:
        return way(best)
    return f"{way(best)}; to take whatever helps costs {swept.cost(group.points[0].shortfall)}"


def checked(fresh: SweepResult, best: int) -> str:
    """What it costs to take whatever helps, on other hands."""
    whatever = fresh.groups[0].points[0]
    if best == ANYTHING:
        return "to take whatever helps is best"
    if whatever.best:
        return "to take whatever helps does as well"
    if whatever.shortfall.high < SMALL / 100:
        return "to take whatever helps makes no practical difference"
    return f"to take whatever helps costs {fresh.cost(whatever.shortfall)}"


# By a number of matches: a precision would mostly be given up at the last of them, where intervals
# that hold at every look are wider than those of a number.
EXPERIMENT = Experiment(study, n=20_000)
