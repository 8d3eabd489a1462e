"""How skilled can Chinese Ten be?

All strategies play the same deals against `greedy`, which takes the most points it sees; what is
counted are points above par.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, ranked

STRATEGIES = (
    "random-legal",
    "greedy",
    "throw-safe",
    "counting",
    "red-hunter",
    "forethought",
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    compared = lab.compare("chinese-ten", STRATEGIES)
    ranking = compared.ranking
    best, worst = ranking[0], ranking[-1]
    gap = max(compared.differences, key=lambda d: d.value)
    lab.section(
        "All strategies",
        f"{ranked(compared)}.",
        Chart(
            f"{best.player.brief} does best, {worst.player.brief} worst",
            "strategy",
            "points above par",
            (Series.of_contenders(compared, "points above par"),),
            kind="points",
            percent=False,
        ),
    )
    lab.answer(
        f"{best.player.brief} does best with {best.estimate}, {worst.player.brief} worst with "
        f"{worst.estimate}: between them lie {gap.value:.2f} points."
    )


EXPERIMENT = Experiment(study, n=200_000)
