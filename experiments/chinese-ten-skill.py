"""How much does skill matter in Chinese Ten?

Each strategy plays the same hands, against a player who takes the most points now. We count points
above par, an even share of the points.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount
from cardsim.runs.wording import of_several

STRATEGIES = ("random-legal", "greedy", "throw-safe", "counting", "red-hunter", "forethought")


def study(lab: Lab) -> None:
    """Play, show, answer."""
    compared = lab.compare("chinese-ten", STRATEGIES, vs="usual")
    ranking = compared.ranking
    places = [compared.contenders.index(c) for c in ranking]
    best, worst = ranking[0], ranking[-1]
    costs = [compared.gap(places[0], k) for k in places[1:]]
    wins = {c.player.strategy: c.result.estimates["wins"] for c in ranking}
    lab.section(
        "How far each is behind",
        f"If you {of_several(best.player.plays)} ({best.player.brief}), you win most. The others "
        "are this many points a hand behind: "
        + "; ".join(
            f"{c.player.brief} {amount(g, 1)}" for c, g in zip(ranking[1:], costs, strict=True)
        )
        + ".",
        Chart(
            f"How far each strategy is behind {best.player.brief}",
            "how you play",
            "points a hand behind",
            (Series.of_gaps("cost", [c.player.brief for c in ranking[1:]], costs, 1),),
            kind="points",
            reference=(0, best.player.brief),
        ),
    )
    lab.section(
        "Hands won",
        "The player with the most points wins the hand: "
        + "; ".join(f"{name} {share}" for name, share in wins.items())
        + ".",
        Chart(
            "Hands in which you have the most points",
            "how you play",
            "hands that you win",
            (Series.of("hands won", list(wins), list(wins.values())),),
            kind="points",
            percent=True,
            reference=(0.5, "even share"),
        ),
    )
    lab.answer(
        f"{of_several(best.player.plays).capitalize()}, and you score "
        f"{amount(costs[places[1:].index(GREEDY)], 1)} points a hand more than if you "
        f"{of_several(compared.contenders[GREEDY].player.plays)}, and {amount(costs[-1], 1)} more "
        f"than if you {of_several(worst.player.plays)}. You win {wins[best.player.strategy]} of "
        "hands against a player who takes the most points now.",
        Number.of(
            wins[best.player.strategy],
            f"of hands won if you {of_several(best.player.plays)}",
        ),
        Number.of(
            amount(costs[-1], 1),
            f"points a hand lost if you {of_several(worst.player.plays)}",
            is_cost=True,
        ),
    )


GREEDY = STRATEGIES.index("greedy")
EXPERIMENT = Experiment(study, n=2_000_000, precision="0.5pp")
