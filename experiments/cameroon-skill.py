"""How much skill is there in Counter-Cameroon?

All strategies play the same dice against `max-points-live`, the one that plays for the most points
that a throw records.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, ranked

STRATEGIES = (
    "random-split",
    "max-points-static",
    "max-points-live",
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
    best, worst = ranking[0], ranking[-1]
    gap = max(compared.differences, key=lambda d: d.value)
    lab.section(
        "All strategies",
        f"{ranked(compared)}.",
        Chart(
            f"{best.player.brief} does best, {worst.player.brief} worst",
            "strategy",
            "games that you win",
            (Series.of_contenders(compared, "games that you win"),),
            kind="points",
            percent=True,
        ),
    )
    lab.answer(
        f"Against max-points-live {best.player.brief} wins {best.estimate} of games, the most, and "
        f"{worst.player.brief} {worst.estimate}, the fewest: between them lie "
        f"{100 * gap.value:.2f} percentage points."
    )


EXPERIMENT = Experiment(study, n=50_000)
