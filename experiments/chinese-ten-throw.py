"""Which card should I throw in Chinese Ten when nothing captures?

The strategy `throw-safe` throws the card with the lowest sum of its own points and so many times
the points that an opponent could win with it. Weight 0 looks at the own points alone.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, spoken

PLAYERS = (2, 3, 4)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep(
        "chinese-ten",
        strategy="throw-safe",
        w="0,0.1,0.25,0.5,0.75,1,1.5,2,3",
        players=",".join(map(str, PLAYERS)),
    )
    groups = {g.circumstances[0][1]: g for g in sweep.groups}
    plain = {n: g.points[0].shortfall for n, g in groups.items()}
    lab.section(
        "How much to fear the opponents",
        "Best weight: " + "; ".join(f"{n} players {spoken(g)}" for n, g in groups.items()) + ".",
        Chart(
            "Points above par, by the weight of what opponents may win",
            "weight of what an opponent may win with the card",
            "points above par",
            tuple(Series.of_group(g, f"{n} players") for n, g in groups.items()),
        ),
    )
    lab.answer(
        "Weigh what an opponent may win with the card by "
        + ", ".join(f"{spoken(g)} with {n} players" for n, g in groups.items())
        + "; to look at the own points alone costs "
        + ", ".join(f"{plain[n].value:.2f} ({n})" for n in PLAYERS)
        + " points a deal."
    )


EXPERIMENT = Experiment(study, n=200_000)
