"""Keep low tiles or near melds in Gin Rummy?

If you do not knock, you throw the tile that leaves you the least deadwood. But you also count some
points for each unseen tile that would make a meld with what you throw; at 0 you only keep low
tiles. Each number plays the same matches with seven tiles and two to four players, against
beginners, in mixed company and against good players.
"""

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.answers.companies import three_of, tried
from cardsim.answers.experiments import Lab, joined
from cardsim.answers.swept import Group, Point
from cardsim.runs.wording import counted

PLAYERS = (2, 3, 4)
THREE = 3
WEIGHTS = (0, 0.5, 1, 2, 3, 4, 6, 10)
LOW, MUCH = WEIGHTS[0], WEIGHTS[-1]
COMPANIES = three_of("gin-rummy")
OTHERS = {company.where: company.vs for company in COMPANIES}


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
            f"What to count, {told}",
            "Count each unseen tile that would make a meld as "
            + joined([f"{points(group)} with {counted(n)} players" for n, group in by(sweep)])
            + ".",
            Chart(
                f"What it costs to value near melds too high or too low, {told}",
                "points of deadwood for each unseen tile that makes a meld",
                "matches in 100 fewer than with the best number",
                tuple(Series.of_costs(group, f"{n} players") for n, group in by(sweep)),
                interval="95 % intervals of all differences together",
                best="lowest",
                sweep=sweep,
            ),
        )
    asked = tried(
        dict(zip(COMPANIES, swept.values(), strict=True)), telling, "pair_weight", players=THREE
    )
    asked.show(
        lab,
        "By who the others are, with three players",
        "points of deadwood for each unseen tile that makes a meld",
        asked.about,
    )
    low = {told: cost(swept[told], LOW) for told in OTHERS}
    much = {told: cost(swept[told], MUCH) for told in OTHERS}
    three = {told: dict(by(sweep))[THREE] for told, sweep in swept.items()}
    near = all(point_of(group, LOW).shortfall.low > 0 for group in three.values())
    lab.answer(
        ("Near melds. " if near else "It depends on the others. ")
        + f"With three players, {asked.told}. Keeping only low tiles costs you "
        + joined([f"{low[told]} {told}" for told in OTHERS])
        + f". Counting each as {MUCH} costs "
        + joined([f"{much[told]} {told}" for told in OTHERS])
        + ".",
        *asked.numbers,
        *(
            Number.of(low[told], f"lost by keeping only low tiles, {told}", is_cost=True)
            for told in OTHERS
        ),
    )


def telling(number: float) -> str:
    """What you keep."""
    return f"count {number:g} for each" if number else "keep only low tiles"


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
