"""Which cell should I open in Square 9: centre, corner or edge?

The cell you open at the start stays open: its card may be replaced again and again. Three
strategies open each of the nine cells in turn, against beginners, in mixed company and against good
players. Each strategy breaks ties by taking the first cell, so it would play differently in a
mirror, although the game is the same. So we take equivalent cells, such as the four corners,
together: the numbers are for a player who turns the square at random before the hand.
"""

from collections.abc import Iterable

import numpy as np

from cardsim import Chart, Experiment, Number, Series
from cardsim.statistics.paired import Moments, Verdict, verdict
from cardsim.studies import Lab, Shortfall, SweepResult, amount, as_good, joined, three_of

GAME = "square-nine"
WAYS = {"race": "a player who thinks ahead", "line-builder": "a player who builds lines",
        "low-card": "a player who keeps low cards"}  # fmt: skip
ALIKE = {
    "a corner": (0, 2, 6, 8),
    "the top or bottom edge": (1, 7),
    "the left or right edge": (3, 5),
    "the centre": (4,),
}
"""Cells that are equivalent by rows and diagonals, row by row from 0."""
WHOLE = 4
"""A number that is a multiple of all their numbers."""
COLUMNS, ROWS = ("left", "middle", "right"), ("top", "middle", "bottom")
BEST = "race"
NOTICED = 0.02
"""A smaller share of hands is hardly worth a thought."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    mixed = three_of(GAME)[1].where
    found = {
        way: {
            company.where: together(lab.sweep(GAME, strategy=way, cell="0..8", vs=company.vs))
            for company in three_of(GAME)
        }
        for way in WAYS
    }
    worst = {
        way: {where: max(f.shortfalls, key=lambda s: s.value) for where, f in by.items()}
        for way, by in found.items()
    }
    costs = {
        way: joined([f"{amount(worst[way][where])} {where}" for where in by])
        for way, by in found.items()
    }
    for way, who in WAYS.items():
        gaps = by_cell(found[way][mixed])
        lab.section(
            f"For {who}",
            " ".join(f"{sentence(where, f)}." for where, f in found[way].items())
            + f" The worst cell costs this many hands in 100: {costs[way]}.",
            Chart(
                f"What each cell costs {who}, {mixed}",
                "column",
                "hands in 100 fewer than with the best cell",
                tuple(
                    Series.of_gaps(name, COLUMNS, gaps[3 * row : 3 * row + 3])
                    for row, name in enumerate(ROWS)
                ),
                kind="grid",
                best="lowest",
            ),
        )
    little = all(cost.value < NOTICED for cost in worst[BEST].values())
    told = (
        f"It makes hardly any difference to {WAYS[BEST]}, in any company that was tried"
        if little
        else "; ".join(sentence(where, f) for where, f in found[BEST].items())
    )
    lab.answer(
        f"{told}. The worst cell costs this many hands in 100 then: {costs[BEST]}. "
        + " ".join(
            f"{to_open(found[way].values(), who)} {costs[way]}."
            for way, who in WAYS.items()
            if way != BEST
        ),
        *(
            Number.of(
                amount(worst[way][mixed]),
                f"hands in 100 lost by the worst cell, for {who}, {mixed}",
                is_cost=True,
            )
            for way, who in WAYS.items()
        ),
    )


def to_open(found: Iterable[Verdict], who: str) -> str:
    """Return the beginning of a sentence on what the worst cell costs, with what is best if any."""
    each = list(found)
    if all(gap.value < NOTICED for one in each for gap in one.shortfalls):
        return f"It costs {who}"
    good = [name for k, name in enumerate(ALIKE) if all(k in as_well(one) for one in each)]
    best = f" {joined(good, 'or')} is best, and" if good else ""
    return f"For {who}{best} the worst cell costs"


def sentence(where: str, found: Verdict) -> str:
    """Return which cells are best in a company, in a sentence."""
    return f"{where[:1].upper()}{where[1:]}, {cells(found)}"


def together(sweep: SweepResult) -> Verdict:
    """Return which equivalent cells are best, and what the others cost.

    The value of equivalent cells is their mean in the same hand.
    """
    (group,) = sweep.groups
    cells = [int(dict(p.settings)["cell"]) for p in group.points]
    weights = np.array([[WHOLE // len(a) * (c in a) for c in cells] for a in ALIKE.values()])
    moments = group.moments
    products = weights @ moments.products.astype(np.int64) @ weights.T
    pooled = Moments(moments.n, weights @ moments.sums, products, moments.unit / WHOLE)
    return verdict(
        pooled,
        lower_is_better=sweep.measure.lower_is_better,
        precision=sweep.spec.precision,
        most=sweep.spec.base.hands,
    )


def by_cell(found: Verdict) -> list[Shortfall]:
    """Return what each of the nine cells costs."""
    alike = list(ALIKE.values())
    return [
        next(s for s, cells in zip(found.shortfalls, alike, strict=True) if cell in cells)
        for cell in range(9)
    ]


def cells(found: Verdict) -> str:
    """Return which cells are best, with those that do as well."""
    good = as_well(found)
    if len(good) == len(ALIKE):
        return "any cell is as good"
    names = list(ALIKE)
    told = [names[k] for k in good]
    return f"open {joined(told, 'or')}"


def as_well(found: Verdict) -> list[int]:
    """Return the equivalent cells that do best or as well, the best first."""
    others = [k for k, gap in enumerate(found.shortfalls) if k != found.best and as_good(gap)]
    return [found.best, *others]


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
