"""Keep low tiles or near melds in Gin Rummy?

If you do not knock, you throw the tile that leaves you the least deadwood. But you also count some
points for each unseen tile that would make a meld with what you throw; at 0 you only keep low
tiles. Each number plays the same matches with seven tiles and two to four players, against
beginners, in mixed company and against good players.
"""

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.studies import Group, Lab, Point, counted, in_three, joined, level, or_ties, tried

PLAYERS = (2, 3, 4)
THREE = 3
WEIGHTS = (0, 0.5, 1, 2, 3, 4, 6, 10)
LOW, MUCH = WEIGHTS[0], WEIGHTS[-1]


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = in_three(
        "gin-rummy",
        lambda vs: lab.sweep(
            "gin-rummy",
            unit="match",
            strategy="early-hunter",
            pair_weight=WEIGHTS,
            players=PLAYERS,
            vs=vs,
        ),
    )
    for who, sweep in swept.items():
        lab.section(
            f"What to count, {who.where}",
            "Count each unseen tile that would make a meld as "
            + joined([f"{points(group)} with {counted(n)} players" for n, group in by(sweep)])
            + ".",
            Chart(
                f"What it costs to value near melds too high or too low, {who.where}",
                "points of deadwood for each unseen tile that makes a meld",
                "matches in 100 fewer than with the best number",
                tuple(Series.of_costs(group, f"{n} players") for n, group in by(sweep)),
                interval="95 % intervals of all differences together",
                best="lowest",
                sweep=sweep,
            ),
        )
    asked = tried(swept, telling, "pair_weight", players=THREE)
    asked.show(
        lab,
        "By who the others are, with three players",
        "points of deadwood for each unseen tile that makes a meld",
        asked.about,
    )
    low, much = WEIGHTS.index(LOW), WEIGHTS.index(MUCH)
    near = all(found.behind[low].low > 0 for found in asked.three)
    lab.answer(
        ("Near melds. " if near else "It depends on the others. ")
        + f"With three players, {asked.told}. Keeping only low tiles costs you {asked.costs(low)}. "
        f"With three players, counting {MUCH} for each costs you {asked.costs(much)}.",
        *asked.numbers,
        *(
            Number.of(
                found.cost(low),
                f"lost by keeping only low tiles, {found.company.where}",
                is_cost=True,
            )
            for found in asked.three
        ),
    )


def telling(number: float) -> str:
    """Return in words what you keep."""
    if number == 0:
        return "keep only low tiles"
    return (
        f"throw the tile that leaves the least deadwood, counting {number:g} more for each unseen "
        "tile that would make a meld with what you throw"
    )


def by(sweep: SweepResult) -> list[tuple[int, Group]]:
    """Return the groups of a sweep, with the number of players."""
    return [(group.points[0].result.spec.players, group) for group in sweep.groups]


def weight(point: Point) -> float:
    """Return how much an unseen tile counts."""
    return float(dict(point.settings)["pair_weight"])


def points(group: Group) -> str:
    """Return the best number with those that do as well: `3 points (or 2)`."""
    ties = [f"{weight(point):g}" for point in sorted(level(group), key=weight)]
    best = f"{weight(group.best):g}"
    others = or_ties(best, ties, [f"{weight(point):g}" for point in group.points])
    return f"{best} point{'' if best == '1' else 's'}{others}"


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
