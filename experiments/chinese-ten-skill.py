"""How much does skill matter in Chinese Ten?

Each strategy plays the same hands with two players: against beginners, in mixed company and against
good players. We count points above par, an even share of the points.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Lab, in_three, joined, three_of, tried_ways

GAME = "chinese-ten"
STRATEGIES = (
    *("random-legal", "greedy", "throw-safe", "counting", "red-hunter", "partners-out"),
    "forethought",
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    three = in_three(GAME, lambda vs: lab.compare(GAME, STRATEGIES, players=2, vs=vs))
    asked = tried_ways(three, too_complex=["forethought"])
    asked.show(lab, "Points, by who the other is", "how you play", asked.about)
    wins = {
        who: [c.result.estimates["wins"] for c in compared.contenders]
        for who, compared in three.items()
    }
    best, worst = (
        asked.advised,
        max(range(len(STRATEGIES)), key=lambda way: asked.mixed.behind[way].value),
    )
    usual = STRATEGIES.index("greedy")
    lab.section(
        "Hands won",
        f"The player with the most points wins the hand. If you {asked.ways[best]}, you win "
        + joined([f"{found[best]} of hands {who.where}" for who, found in wins.items()])
        + ".",
        Chart(
            "Hands in which you have the most points",
            "how you play",
            "hands that you win",
            tuple(Series.of(who.name, asked.x, found) for who, found in wins.items()),
            kind="points",
            percent=True,
            reference=(0.5, "even share"),
        ),
    )
    lab.answer(
        f"Much: if you {asked.ways[worst]} in place of the best way that was tried, it costs you "
        f"{asked.costs(worst)}; if you {asked.ways[usual]}, {asked.costs(usual)}. The best way by "
        f"hand: {asked.told}. You win {wins[three_of(GAME)[1]][best]} of hands in mixed company.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(worst),
            f"lost if you {asked.ways[worst]}, in mixed company",
            is_cost=True,
        ),
    )


EXPERIMENT = Experiment(study, n=2_000_000, precision="0.5pp")
