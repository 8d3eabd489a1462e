"""How does the score change when to make trumps in Euchre?

A side is close to winning if it needs two points or fewer. To make trumps you then ask for a higher
or a lower count than usual: first if your side is close, then if the others are. Count the nine of
trumps 6, and so on up to its ace 10, left bower 11, right bower 12, off-suit ace 5, void 3. Your
partner plays like you: against beginners, in mixed company and against good players.
"""

from dataclasses import replace
from functools import partial

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.studies import Group, Lab, Point, Shortfall, in_three, joined, level, three_of, tried

STRATEGY = "fine-count"
MORE = (-12, -8, -6, -4, -2, 0, 2, 4, 6, 8, 12)
WHERE = {"own_close": "if your side is close", "their_close": "if the others are close"}
STEP = 6
"""A change of the count whose cost is told: the nine of trumps."""
SMALL = 0.5
"""Matches in 100 that nobody would notice."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {name: in_three("euchre", partial(shifted, lab, name)) for name in WHERE}
    usual = MORE.index(0)
    asked = {n: replace(tried(found, asking, n), named=usual) for n, found in played.items()}
    for name, where in WHERE.items():
        asked[name].show(
            lab,
            f"{where.capitalize()}, by who the others are",
            "count above the usual that you ask for to make trumps",
            asked[name].about,
        )
    mixed = three_of("euchre")[1]
    swept = {name: found[mixed] for name, found in played.items()}
    groups = {name: sweep.groups[0] for name, sweep in swept.items()}
    costs = {
        (name, value): swept[name].cost(gap_of(group, name, value))
        for name, group in groups.items()
        for value in (-STEP, STEP)
    }
    told = " ".join(
        f"{where.capitalize()}, ask for {best(groups[name], name)}: {STEP} less costs "
        f"{costs[name, -STEP]}, and {STEP} more costs {costs[name, STEP]}."
        for name, where in WHERE.items()
    )
    lab.section(
        "When a side is close to winning, in mixed company",
        told,
        Chart(
            "What it costs to ask for a higher or a lower count",
            "count above the usual that you ask for to make trumps",
            "matches in 100 fewer than with the best number",
            tuple(Series.of_costs(groups[name], where) for name, where in WHERE.items()),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    wrong = "In mixed company, " + "; ".join(
        f"{where}, asking for {STEP} less costs {costs[name, -STEP]}, and for {STEP} more "
        f"{costs[name, STEP]}"
        for name, where in WHERE.items()
    )
    wrong += "."
    gains = [gap_of(group, name, 0) for name, group in groups.items()]
    matters = any(gap.low > 0 and 100 * gap.value >= SMALL for gap in gains)
    lab.answer(
        ("Enough that you may notice. " if matters else "Hardly: ask for your usual count. ")
        + (
            " ".join(f"{where.capitalize()}, {asked[n].told}." for n, where in WHERE.items())
            + f" In mixed company: {told[:1].lower()}{told[1:]}"
            if matters
            else wrong
        ),
        *(
            Number.of(costs[name, STEP], f"lost by asking for {STEP} more {where}", is_cost=True)
            for name, where in WHERE.items()
        ),
    )


def shifted(lab: Lab, name: str, vs: str) -> SweepResult:
    """Sweep all counts near the end of a match in one company."""
    return lab.sweep("euchre", strategy=STRATEGY, vs=vs, **{name: MORE})


def asking(value: int) -> str:
    """Return in words what you ask for."""
    return f"ask for {spoken(value)}"


def gap_of(group: Group, name: str, value: int) -> Shortfall:
    """Return the cost of asking for this much more."""
    return next(p.shortfall for p in group.points if more(p, name) == value)


def more(point: Point, name: str) -> int:
    """Return the extra count that is asked for."""
    return int(dict(point.settings)[name])


def spoken(value: int) -> str:
    """Return the extra count in words."""
    return "the usual count" if value == 0 else f"{abs(value)} {'more' if value > 0 else 'less'}"


def best(group: Group, name: str) -> str:
    """Return the best count in words, with those that do as well; the usual one goes first."""
    good = sorted(more(p, name) for p in (group.best, *level(group)))
    first = 0 if 0 in good else more(group.best, name)
    ties = [spoken(k) for k in good if k != first]
    return spoken(first) + (f" (or {joined(ties, 'or')})" if ties else "")


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
