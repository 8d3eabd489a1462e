"""Keep low tiles or near melds in Gin Rummy?

Where no knock is due you throw the tile without which little deadwood is left, but each unseen tile
that would have made a meld of it and another counts as so many points; at 0 you keep low tiles
alone. Each number plays the same matches, with two to four players, against others who keep the
least deadwood and others who count 3 points for each such tile.
"""

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.answers.experiments import Lab, joined
from cardsim.answers.swept import Group, Point
from cardsim.runs.wording import counted

PLAYERS = (2, 3, 4)
THREE = 3
WEIGHTS = (0, 0.5, 1, 2, 3, 4, 6, 10)
LOW, MUCH = WEIGHTS[0], WEIGHTS[-1]
OTHERS = {"keep the least deadwood": "take-improve", "keep near melds": "early-hunter"}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = {
        told: lab.sweep(
            "gin-rummy",
            unit="match",
            strategy="early-hunter",
            pair_weight=WEIGHTS,
            players=PLAYERS,
            vs=vs,
        )
        for told, vs in OTHERS.items()
    }
    for told, sweep in swept.items():
        lab.section(
            f"The others {told}",
            "Best is to count such a tile as "
            + joined([f"{points(group)} with {counted(n)} players" for n, group in by(sweep)])
            + ".",
            Chart(
                f"What it costs to count such tiles as more or less, where the others {told}",
                "points of deadwood that an unseen tile which makes a meld counts",
                "matches in 100 fewer than with the best number",
                tuple(Series.of_costs(group, f"{n} players") for n, group in by(sweep)),
                interval="95 % intervals of all differences together",
                best="lowest",
                sweep=sweep,
            ),
        )
    low = {told: cost(swept[told], LOW) for told in OTHERS}
    much = {told: cost(swept[told], MUCH) for told in OTHERS}
    three = {told: dict(by(sweep))[THREE] for told, sweep in swept.items()}
    near = all(point_of(group, LOW).shortfall.low > 0 for group in three.values())
    lab.answer(
        ("Near melds. " if near else "That depends on the others. ")
        + "With three players, to keep low tiles alone costs "
        + joined([f"{low[told]} where the others {told}" for told in OTHERS])
        + f". Best is to count an unseen tile that would make a meld as {points(three[last()])} "
        f"where they {last()}; to count it as {MUCH} costs {much[last()]}.",
        *(
            Number.of(
                low[told], f"lost by keeping low tiles alone, where the others {told}", is_cost=True
            )
            for told in OTHERS
        ),
    )


def last() -> str:
    """Those others who play best."""
    return tuple(OTHERS)[-1]


def by(sweep: SweepResult) -> list[tuple[int, Group]]:
    """The points of a sweep, by the number of players."""
    return [(group.points[0].result.spec.players, group) for group in sweep.groups]


def weight(point: Point) -> float:
    """What an unseen tile counts."""
    return float(dict(point.settings)["pair_weight"])


def point_of(group: Group, number: float) -> Point:
    """The point with this number."""
    return next(p for p in group.points if weight(p) == number)


def cost(sweep: SweepResult, number: float) -> str:
    """What a number costs with three players."""
    return sweep.cost(point_of(dict(by(sweep))[THREE], number).shortfall)


def points(group: Group) -> str:
    """The best number with those that do as well: `3 points (or 2)`."""
    ties = [f"{weight(point):g}" for point in sorted(group.tied, key=weight)]
    others = f" (or {joined(ties, 'or')})" if ties else ""
    best = weight(group.best)
    return f"{best:g} point{'' if best == 1 else 's'}{others}"


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
