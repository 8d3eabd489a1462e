"""Which cell should I open in Square 9: centre, corner or edge?

The cell you open at the start stays open: its card may be replaced again and again. Three
strategies open each of the nine cells in turn, against a player who opens the centre and keeps low
cards. Each strategy breaks ties by taking the first cell, so it would play differently in a mirror,
although the game is the same. So we take equivalent cells, such as the four corners, together: the
numbers are for a player who turns the square at random before the hand.
"""

import numpy as np

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, joined
from cardsim.answers.swept import SweepResult
from cardsim.statistics.paired import Moments, Shortfall, Verdict, verdict

WAYS = {"race": "the best player known", "line-builder": "a player who builds lines",
        "low-card": "a player who keeps low cards"}  # fmt: skip
ALIKE = {
    "a corner": (0, 2, 6, 8),
    "the top or bottom edge": (1, 7),
    "the left or right edge": (3, 5),
    "the centre": (4,),
}
"""Cells that are equivalent by rows and diagonals, row by row from 0."""
WHOLE = 4
"""A number that all their numbers divide."""
COLUMNS, ROWS = ("left", "middle", "right"), ("top", "middle", "bottom")
BEST = "race"
NOTICED = 0.02
"""A smaller share of hands is hardly worth a thought."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    found = {
        way: together(lab.sweep("square-nine", strategy=way, cell="0..8", vs="usual"))
        for way in WAYS
    }
    worst = {way: max(f.shortfalls, key=lambda s: s.value) for way, f in found.items()}
    costs = {way: amount(shortfall) for way, shortfall in worst.items()}
    best = {way: cells(f) for way, f in found.items()}
    for way, who in WAYS.items():
        gaps = by_cell(found[way])
        lab.section(
            f"For {who}",
            f"{best[way]}. The worst cell costs {costs[way]} hands in 100.",
            Chart(
                f"What each cell costs {who}",
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
    told = "It makes hardly any difference" if worst[BEST].value < NOTICED else best[BEST]
    lab.answer(
        f"{told}. The worst cell costs {costs[BEST]} hands in 100 for {WAYS[BEST]}"
        + "".join(f", {costs[way]} for {who}" for way, who in WAYS.items() if way != BEST)
        + ".",
        *(
            Number.of(costs[way], f"hands in 100 lost by the worst cell, for {who}", is_cost=True)
            for way, who in WAYS.items()
        ),
    )


def together(sweep: SweepResult) -> Verdict:
    """Which equivalent cells are best, and what the others cost.

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
    """What each of the nine cells costs."""
    alike = list(ALIKE.values())
    return [
        next(s for s, cells in zip(found.shortfalls, alike, strict=True) if cell in cells)
        for cell in range(9)
    ]


def cells(found: Verdict) -> str:
    """Which cells are best, with those that do as well."""
    if len(found.tied) == len(ALIKE):
        return "Any cell is as good"
    names = list(ALIKE)
    told = [names[found.best], *(names[k] for k in found.tied if k != found.best)]
    return f"Open {joined(told, 'or')}"


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
