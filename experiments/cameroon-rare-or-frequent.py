"""Rare high numbers or frequent low ones in Counter-Cameroon?

The strategy `weighted` counts a mark as the points of its category to some power: 0 makes all marks
alike, 1 counts points, more wants the rare high numbers. Each power plays the same dice against
`max-points-live`.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, spoken

SCORINGS = ("standard", "balanced")


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep(
        "counter-cameroon", strategy="weighted", alpha="0..3:0.25", preset=",".join(SCORINGS)
    )
    groups = {g.circumstances[0][1]: g for g in sweep.groups}
    lab.section(
        "The power of the points",
        "At the power 0 all marks count alike; the higher it is, the more count those for the rare "
        "numbers at both ends.",
        Chart(
            "; ".join(f"{name}: best power {spoken(g)}" for name, g in groups.items()),
            "power of the points",
            "games that you win",
            tuple(Series.of_group(g, str(name)) for name, g in groups.items()),
            percent=True,
            reference=(0.5, "as good as the opponent"),
        ),
    )
    best = groups["standard"].best
    points = {dict(p.settings)["alpha"]: p.shortfall for p in groups["standard"].points}
    fewer = {alpha: f"{100 * points[alpha].value:.2f}" for alpha in (0, 1, 3)}
    lab.answer(
        f"Neither alone: weigh a mark by its points to the power {spoken(groups['standard'])}, "
        f"with the balanced scoring {spoken(groups['balanced'])}. With the standard scoring the "
        f"best wins {best.estimate} of games against plain points; plain points themselves, the "
        f"power 1, win {fewer[1]} percentage points fewer, the rare high numbers, power 3, "
        f"{fewer[3]} fewer, and as many marks as possible, power 0, {fewer[0]} fewer."
    )


EXPERIMENT = Experiment(study, n=100_000)
