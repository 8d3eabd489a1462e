"""Race for kings or build lines in Square 9?

You put each card where it saves most, and give some weight to the chance of finishing a row or
diagonal; at 0 you only race for low cards. The others keep cards of 4 points or less.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, by_players, joined
from cardsim.answers.swept import Group
from cardsim.runs.wording import counted

PLAYERS = (2, 3, 4)
HANDS = "hands in 100"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep(
        "square-nine",
        strategy="line-builder",
        w="0,1,2,3,4,5,6,8,10,15,20",
        players=",".join(map(str, PLAYERS)),
        vs="usual",
    )
    groups = {int(g.circumstances[0][1]): g for g in sweep.groups}
    weights = [dict(p.settings)["w"] for p in sweep.groups[0].points]
    racing = {n: amount(g.points[0].shortfall) for n, g in groups.items()}
    much = {n: amount(g.points[-1].shortfall) for n, g in groups.items()}
    lab.section(
        "How much a chance to finish a line counts",
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
        f"Build lines. Only racing for low cards costs {by_players(racing, HANDS)}; counting the "
        f"chance {weights[-1]:g} times costs {by_players(much)}."
        if all(g.points[0].shortfall.low > 0 for g in groups.values())
        else f"It matters little. Only racing for low cards costs {by_players(racing, HANDS)}.",
        *(
            Number.of(
                racing[n],
                f"hands in 100 lost by only racing for low cards, {counted(n)} players",
                is_cost=True,
            )
            for n in PLAYERS[:2]
        ),
    )


def best(group: Group) -> str:
    """The best weight, with those that do as well."""
    ties = [f"{dict(p.settings)['w']:g}" for p in group.tied]
    others = f" (or {joined(ties, 'or')})" if ties else ""
    return f"{dict(group.best.settings)['w']:g}{others}"


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
