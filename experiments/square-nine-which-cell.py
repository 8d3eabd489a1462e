"""Which cell should I open in Square 9: centre, corner or edge?

The cell that one opens at the start stays open: its card may be replaced again and again. Three
ways to play open each of the nine cells in turn, against another player who opens the centre and
keeps low cards.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, joined
from cardsim.answers.sweeps import Group

WAYS = {"race": "the best player known", "line-builder": "a player who builds lines",
        "low-card": "a player who keeps low cards"}  # fmt: skip
CELLS = (
    *("top left", "top", "top right"),
    *("left", "the centre", "right"),
    *("bottom left", "bottom", "bottom right"),
)
"""In words: four corners, four edges and the centre."""
COLUMNS, ROWS = ("left", "middle", "right"), ("top", "middle", "bottom")
BEST = "race"
NOTICED = 0.02
"""Below a difference of so many of the hands it is hardly worth a thought."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    groups = {
        strategy: lab.sweep("square-nine", strategy=strategy, cell="0..8").groups[0]
        for strategy in WAYS
    }
    worst = {
        way: max(group.points, key=lambda p: p.shortfall.value) for way, group in groups.items()
    }
    costs = {way: amount(p.shortfall) for way, p in worst.items()}
    best = {way: cells(group) for way, group in groups.items()}
    for way, who in WAYS.items():
        gaps = [p.shortfall for p in groups[way].points]
        lab.section(
            f"For {who}",
            f"{best[way]}, and the worst cell costs {costs[way]} hands in 100.".capitalize(),
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
    verdict = (
        "It makes hardly any difference"
        if worst[BEST].shortfall.value < NOTICED
        else best[BEST].capitalize()
    )
    lab.answer(
        f"{verdict}: for {WAYS[BEST]} the worst cell costs {costs[BEST]} hands in 100"
        + "".join(f", for {who} {costs[way]}" for way, who in WAYS.items() if way != BEST)
        + ".",
        *(
            Number.of(costs[way], f"hands in 100 lost by the worst cell, for {who}", is_cost=True)
            for way, who in WAYS.items()
        ),
    )


def cells(group: Group) -> str:
    """Which cell is best, with those that do as well."""
    if len(group.tied) == len(CELLS) - 1:
        return "any cell is as good"
    names = [CELLS[int(dict(p.settings)["cell"])] for p in (group.best, *group.tied)]
    return f"best is {joined(names, 'or')}"


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
