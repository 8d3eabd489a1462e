"""Keep low tiles or near melds in Gin Rummy?

If you do not knock, you throw the tile that leaves you the least deadwood. But you also count some
points for each unseen tile that would make a meld with what you throw; at 0 you only keep low
tiles. Each number plays the same matches, with two to four players, against players who keep the
least deadwood and players who count 3 points for each such tile.
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
            f"If the others {told}",
            "Count each unseen tile that would make a meld as "
            + joined([f"{points(group)} with {counted(n)} players" for n, group in by(sweep)])
            + ".",
            Chart(
                f"What it costs to value near melds too high or too low, if the others {told}",
                "points of deadwood for each unseen tile that makes a meld",
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
        ("Near melds. " if near else "It depends on the others. ")
        + "With three players, keeping only low tiles costs you "
        + joined([f"{low[told]} if the others {told}" for told in OTHERS])
        + f". If they {last()}, count each unseen tile that would make a meld as "
        f"{points(three[last()])}; counting it as {MUCH} costs {much[last()]}.",
        *(
            Number.of(
                low[told], f"lost by keeping only low tiles, if the others {told}", is_cost=True
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
