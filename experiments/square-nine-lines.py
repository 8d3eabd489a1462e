"""Race for kings or build lines in Square 9?

You put each card where it saves most, and give some weight to the chance of finishing a row or
diagonal; at 0 you only race for low cards. With two players we try that against beginners, in mixed
company and against good players, and with two to four in mixed company.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import (
    Group,
    Lab,
    Tried,
    amount,
    by_players,
    counted,
    joined,
    level,
    sweep_in_three,
)

GAME, WAY, PLAYERS = "square-nine", "line-builder", (2, 3, 4)
WEIGHTS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20)
HANDS = "hands in 100"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    x = "weight of the chance to finish a line"
    asked = sweep_in_three(lab, GAME, "w", told, x, strategy=WAY, w=WEIGHTS, players=2)
    tables = ",".join(map(str, PLAYERS))
    sweep = lab.sweep(GAME, strategy=WAY, w=WEIGHTS, players=tables, vs="field")
    groups = {int(g.circumstances[0][1]): g for g in sweep.groups}
    weights = [dict(p.settings)["w"] for p in sweep.groups[0].points]
    racing = {n: amount(g.points[0].shortfall) for n, g in groups.items()}
    much = {n: amount(g.points[-1].shortfall) for n, g in groups.items()}
    lab.section(
        "How much a chance to finish a line counts, in mixed company",
        f"The best weight is {by_players({n: best(g) for n, g in groups.items()})}. At 1 you count "
        "what the very next card may save by finishing a line; a larger weight allows for the "
        "cards after it.",
        Chart(
            "What it costs to value lines too high or too low",
            "weight of the chance to finish a line",
            "hands in 100 fewer than with the best weight",
            tuple(
                Series.of_gaps(f"{counted(n)} players", weights, [p.shortfall for p in g.points])
                for n, g in groups.items()
            ),
        ),
    )
    lab.answer(
        f"{building(asked)} In mixed company, only racing for low cards costs "
        f"{by_players(racing, HANDS)}; counting the chance {weights[-1]:g} times costs "
        f"{by_players(much)}.",
        *asked.numbers,
        *(
            Number.of(
                racing[n],
                f"hands in 100 lost by only racing for low cards, {counted(n)} players",
                is_cost=True,
            )
            for n in PLAYERS[:2]
        ),
    )


def building(asked: Tried) -> str:
    """Return whether to build lines with two players, and what only racing costs there."""
    racing = WEIGHTS.index(0)
    if not all(found.behind[racing].low > 0 for found in asked.three):
        return f"With two players, {asked.told}."
    return (
        "Build lines: give up a low card for one that may finish a row or diagonal, in all three "
        f"companies that were tried. With two players, only racing costs you "
        f"{asked.costs(racing)}."
    )


def told(weight: float) -> str:
    """Return in words how much you count a line."""
    return f"count the chance of a line {weight:g} times" if weight else "only race for low cards"


def best(group: Group) -> str:
    """Return the best weight, with those that do as well."""
    ties = [f"{dict(p.settings)['w']:g}" for p in level(group)]
    others = f" (or {joined(ties, 'or')})" if ties else ""
    return f"{dict(group.best.settings)['w']:g}{others}"


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
