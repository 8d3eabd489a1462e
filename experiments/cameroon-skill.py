"""How much does skill matter in Counter-Cameroon?

Each strategy plays the same dice against a player who takes the most points that count.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount
from cardsim.runs.wording import of_several

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
    compared = lab.compare("counter-cameroon", STRATEGIES, vs="usual")
    ranking = compared.ranking
    places = [compared.contenders.index(c) for c in ranking]
    best, worst = ranking[0], ranking[-1]
    costs = [compared.gap(places[0], k) for k in places[1:]]
    lab.section(
        "How far each is behind",
        f"If you {of_several(best.player.plays)} ({best.player.brief}), you win most. The others "
        "are this many games in 100 behind: "
        + "; ".join(
            f"{c.player.brief} {amount(g)}" for c, g in zip(ranking[1:], costs, strict=True)
        )
        + ".",
        Chart(
            f"How far each strategy is behind {best.player.brief}",
            "how you choose",
            "games in 100 behind",
            (Series.of_gaps("cost", [c.player.brief for c in ranking[1:]], costs),),
            kind="points",
            reference=(0, best.player.brief),
        ),
    )
    lab.answer(
        "Against a player who takes the most points that count, "
        f"{of_several(best.player.plays)} and you win {best.estimate} of games; "
        f"{of_several(worst.player.plays)} and you win {worst.estimate}. That is a difference of "
        f"{amount(costs[-1])} games in 100.",
        Number.of(best.estimate, f"of games if you {of_several(best.player.plays)}"),
        Number.of(
            worst.estimate, f"of games if you {of_several(worst.player.plays)}", is_cost=True
        ),
    )


EXPERIMENT = Experiment(study, n=300_000, precision="0.5pp")
