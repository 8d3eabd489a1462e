"""Take the discard or draw from the stock in Scat?

Take a discard that adds little, and you give up the card on the stock, which may add more; you also
show what you collect. Here you take the top discard only if it adds a certain number of points or
more. Each number plays the same matches against others who take whatever helps, and who knock when
you do.
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
            f"If {where}",
            " ".join(f"With {n} players, {said(swept, g)}." for n, g in groups.items()),
            Chart(
                f"With three players, if {where}: {way(chosen(three))}",
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
        short.append(f"if {where}, {way(chosen(three))}")
        told.append(f"If {where}, {checked(fresh, chosen(three))}.")
        if chosen(three) != ANYTHING:
            numbers.append(
                Number.of(
                    fresh.cost(fresh.groups[0].points[0].shortfall),
                    f"lost by taking whatever helps, if {where}",
                    is_cost=True,
                )
            )
    first = "; ".join(short)
    lab.answer(
        f"{first[:1].upper()}{first[1:]}. We checked that on fresh hands with three players. "
        + " ".join(told),
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
    return f"{way(best)}; taking whatever helps costs {swept.cost(group.points[0].shortfall)}"


def checked(fresh: SweepResult, best: int) -> str:
    """What it costs to take whatever helps, on other hands."""
    whatever = fresh.groups[0].points[0]
    if best == ANYTHING:
        return "taking whatever helps is best"
    if whatever.best:
        return "taking whatever helps does as well"
    if whatever.shortfall.high < SMALL / 100:
        return "taking whatever helps makes no practical difference"
    return f"taking whatever helps costs {fresh.cost(whatever.shortfall)}"


# By a number of matches: a precision would mostly be given up at the last of them, where intervals
# that hold at every look are wider than those of a number.
EXPERIMENT = Experiment(study, n=20_000)
