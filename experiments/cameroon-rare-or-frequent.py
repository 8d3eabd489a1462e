"""Rare high numbers or frequent low ones in Counter-Cameroon?

You value a mark by the points of its category, raised to some power. At 0 all marks count the same,
at 1 they count their points, and above 1 the rare numbers, with 2 and 12 at the ends, count for
even more. The other player takes the most points.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, joined
from cardsim.answers.swept import Group

LITTLE = 0.5
"""The least power at which points count for something."""
MOST = {"standard": 11, "balanced": 6}
"""Points for the rarest numbers; the 7 has 1."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep(
        "counter-cameroon",
        strategy="weighted",
        alpha="0..3:0.25",
        preset=",".join(MOST),
        vs="usual",
    )
    groups = {str(g.circumstances[0][1]): g for g in sweep.groups}
    lab.section(
        "How much more a rare number counts",
        "The best power of the points is "
        + joined([f"{powers(g)} with {name} scoring" for name, g in groups.items()])
        + ".",
        Chart(
            "What it costs to value rare numbers too high or too low",
            "power of the points",
            "games in 100 fewer than with the best power",
            tuple(
                Series.of_gaps(
                    f"{name} scoring",
                    [power(p.settings) for p in g.points],
                    [p.shortfall for p in g.points],
                )
                for name, g in groups.items()
            ),
        ),
    )
    standard = groups["standard"]
    cost = {power(p.settings): p.shortfall for p in standard.points}
    best = power(standard.best.settings)
    most = max((x for x in cost if x >= LITTLE), key=lambda x: cost[x].value)
    lab.answer(
        f"{in_a_word(best)}. Count a mark in 2 or 12, which has {MOST['standard']} points, as "
        f"{MOST['standard'] ** best:.2g} marks in 7, and the others in between (the points to the "
        f"power {powers(standard)}): you win {standard.best.estimate} of games against a player "
        f"who counts points. Counting plain points costs {amount(cost[1])} games in 100, and no "
        f"power of {LITTLE} or more costs more than {amount(cost[most])}. Making as many marks as "
        f"possible, whatever their points, costs {amount(cost[0])}.",
        Number(
            f"{MOST['standard'] ** best:.2g}",
            f"marks in 7 are worth one in 2 or 12, which has {MOST['standard']} points",
        ),
        Number.of(
            amount(cost[0]), "games in 100 lost by counting only marks, not points", is_cost=True
        ),
    )


def in_a_word(best: float) -> str:
    """Which numbers are best, by the power of the points."""
    if best < LITTLE:
        return "Frequent low ones"
    return "Both" if best <= 1 else "Rare high ones"


def power(settings: tuple[tuple[str, object], ...]) -> float:
    """The power of the points at a point."""
    return float(str(dict(settings)["alpha"]))


def powers(group: Group) -> str:
    """The best power, with those that do as well."""
    ties = [f"{power(p.settings):g}" for p in group.tied]
    others = f" (or {joined(ties, 'or')})" if ties else ""
    return f"{power(group.best.settings):g}{others}"


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
