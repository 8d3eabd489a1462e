"""How much does skill matter in Counter-Cameroon?

Each strategy plays the same dice against beginners, in mixed company and against good players. One
of them, which works out the chance to win the game, no person can follow.
"""

from cardsim import Experiment, Number
from cardsim.studies import Lab, in_three, tried_ways

GAME = "counter-cameroon"

STRATEGIES = (
    "max-points-live",
    "random-split",
    "max-points-static",
    "points-times-progress",
    "weighted",
    "race-aware",
    "finisher",
    "double-bonus",
    "race-odds",
    "win-odds",
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    three = in_three(GAME, lambda vs: lab.compare(GAME, STRATEGIES, vs=vs))
    asked = tried_ways(three, too_complex=["win-odds"])
    asked.show(lab, "By who the other is", "how you choose", asked.about)
    worst = max(range(len(STRATEGIES)), key=lambda way: asked.mixed.behind[way].value)
    usual = STRATEGIES.index("max-points-live")
    lab.answer(
        f"Much: if you {asked.ways[worst]} in place of the best way that was tried, it costs you "
        f"{asked.costs(worst)}; if you {asked.ways[usual]}, {asked.costs(usual)}. The best way "
        f"that a person can follow: {asked.told}.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(worst),
            f"lost if you {asked.ways[worst]}, in mixed company",
            is_cost=True,
        ),
    )


EXPERIMENT = Experiment(study, n=300_000, precision="0.5pp")
