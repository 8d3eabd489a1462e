"""How much does it matter how one plays Counter-Cameroon?

Each way plays the same dice against another player, who takes the most points that count.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount
from cardsim.runs.wording import of_one

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
    compared = lab.compare("counter-cameroon", STRATEGIES)
    ranking = compared.ranking
    places = [compared.contenders.index(c) for c in ranking]
    best, worst = ranking[0], ranking[-1]
    costs = [compared.gap(places[0], k) for k in places[1:]]
    lab.section(
        "What each way costs",
        f"Games in 100 won fewer than who {of_one(best.player.plays)} ({best.player.brief}): "
        + "; ".join(
            f"{c.player.brief} {amount(g)}" for c, g in zip(ranking[1:], costs, strict=True)
        )
        + ".",
        Chart(
            f"Games in 100 won fewer than {best.player.brief}",
            "how you choose",
            "games in 100 fewer",
            (Series.of_gaps("cost", [c.player.brief for c in ranking[1:]], costs),),
            kind="points",
            reference=(0, best.player.brief),
        ),
    )
    lab.answer(
        f"Who {of_one(best.player.plays)} wins {best.estimate} of games against a player who takes "
        f"the most points that count, and who {of_one(worst.player.plays)} {worst.estimate}: "
        f"{amount(costs[-1])} games in 100 lie between them.",
        Number.of(best.estimate, f"of games: who {of_one(best.player.plays)}"),
        Number.of(worst.estimate, f"of games: who {of_one(worst.player.plays)}", is_cost=True),
    )


EXPERIMENT = Experiment(study, n=300_000, precision="0.5pp")
