"""How much does it matter how one plays Chinese Ten?

Each way plays the same hands, against another player who takes the most points now. What is counted
are points beside par, an even part of the points.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount
from cardsim.runs.wording import of_one

STRATEGIES = ("random-legal", "greedy", "throw-safe", "counting", "red-hunter", "forethought")


def study(lab: Lab) -> None:
    """Play, show, answer."""
    compared = lab.compare("chinese-ten", STRATEGIES)
    ranking = compared.ranking
    places = [compared.contenders.index(c) for c in ranking]
    best, worst = ranking[0], ranking[-1]
    costs = [compared.gap(places[0], k) for k in places[1:]]
    wins = {c.player.strategy: c.result.estimates["wins"] for c in ranking}
    lab.section(
        "What each way costs",
        f"Points a hand fewer than who {of_one(best.player.plays)} ({best.player.brief}): "
        + "; ".join(
            f"{c.player.brief} {amount(g, 1)}" for c, g in zip(ranking[1:], costs, strict=True)
        )
        + ".",
        Chart(
            f"Points a hand fewer than {best.player.brief}",
            "how you play",
            "points a hand fewer",
            (Series.of_gaps("cost", [c.player.brief for c in ranking[1:]], costs, 1),),
            kind="points",
            reference=(0, best.player.brief),
        ),
    )
    lab.section(
        "Hands won",
        "Who has the most points wins the hand: "
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
        f"Who {of_one(best.player.plays)} gets {amount(costs[-1], 1)} points a hand more than who "
        f"{of_one(worst.player.plays)}, and {amount(costs[places[1:].index(GREEDY)], 1)} more than "
        f"who {of_one(compared.contenders[GREEDY].player.plays)}. Against another player who does "
        f"that he has the most points in {wins[best.player.strategy]} of hands.",
        Number.of(wins[best.player.strategy], f"of hands won: who {of_one(best.player.plays)}"),
        Number.of(
            amount(costs[-1], 1),
            f"points a hand fewer: who {of_one(worst.player.plays)}",
            is_cost=True,
        ),
    )


GREEDY = STRATEGIES.index("greedy")
EXPERIMENT = Experiment(study, n=2_000_000, precision="0.5pp")
