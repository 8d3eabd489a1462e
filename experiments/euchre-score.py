"""How does the score change when to make trumps in Euchre?

A side is close that needs two points or fewer to win. You ask for more power to make trumps than
usual, or for less, where your side is close, and then where the others are; power is 6 for the nine
of trumps to 10 for its ace, 11 and 12 for the bowers, 5 for every other ace and 3 for each suit
that you do not have. Matches are played with a partner who plays like you against two who play by
the book, who ask for the same at any score.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, joined
from cardsim.answers.swept import Group, Point
from cardsim.statistics.paired import Shortfall

STRATEGY = "fine-count"
MORE = (-12, -8, -6, -4, -2, 0, 2, 4, 6, 8, 12)
WHERE = {"own_close": "where your side is close", "their_close": "where the others are close"}
STEP = 6
"""Power more or less of which it is told what it costs: the nine of trumps."""
SMALL = 0.5
"""Matches in 100 that nobody would notice."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = {name: lab.sweep("euchre", strategy=STRATEGY, **{name: MORE}) for name in WHERE}
    groups = {name: sweep.groups[0] for name, sweep in swept.items()}
    costs = {
        (name, value): swept[name].cost(gap_of(group, name, value))
        for name, group in groups.items()
        for value in (-STEP, STEP)
    }
    told = "; ".join(
        f"{where} ask for {best(groups[name], name)}, where {STEP} less costs "
        f"{costs[name, -STEP]} and {STEP} more {costs[name, STEP]}"
        for name, where in WHERE.items()
    )
    lab.section(
        "Where a side is close to winning",
        f"{told.capitalize()}.",
        Chart(
            "What it costs to ask for more power, or for less",
            "power more than usual that you ask for to make trumps",
            "matches in 100 fewer than with the best number",
            tuple(Series.of_costs(groups[name], where) for name, where in WHERE.items()),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    gains = [gap_of(group, name, 0) for name, group in groups.items()]
    matters = any(gap.low > 0 and 100 * gap.value >= SMALL for gap in gains)
    lab.answer(
        ("So much that one may notice: " if matters else "Hardly: ") + f"{told}.",
        *(
            Number.of(costs[name, STEP], f"lost by asking for {STEP} more {where}", is_cost=True)
            for name, where in WHERE.items()
        ),
    )


def gap_of(group: Group, name: str, value: int) -> Shortfall:
    """What it costs to ask for so much more."""
    return next(p.shortfall for p in group.points if more(p, name) == value)


def more(point: Point, name: str) -> int:
    """What is asked for besides."""
    return int(dict(point.settings)[name])


def spoken(value: int) -> str:
    """The same in words."""
    return "the same" if value == 0 else f"{abs(value)} {'more' if value > 0 else 'less'}"


def best(group: Group, name: str) -> str:
    """What is best, with what does as well."""
    ties = [spoken(more(point, name)) for point in group.tied]
    return spoken(more(group.best, name)) + (f" (or {joined(ties, 'or')})" if ties else "")


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
