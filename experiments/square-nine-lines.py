"""Race for kings or build lines in Square 9?

The strategy `line-builder` counts the chance to finish a row or diagonal with some weight; 0 is a
pure race for low cards.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, spoken

PLAYERS = (2, 3, 4)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep(
        "square-nine",
        strategy="line-builder",
        w="0,1,2,3,4,5,6,8,10,15,20",
        players=",".join(map(str, PLAYERS)),
    )
    groups = {g.circumstances[0][1]: g for g in sweep.groups}
    best = "; ".join(f"{n} players {spoken(g)}" for n, g in groups.items())
    lab.section(
        "The weight of lines",
        f"Best weight: {best}. Values in brackets do as well within noise.",
        Chart(
            f"Best weight of a chance to finish a line: {best}",
            "weight of the chance to finish a line",
            "hands that you win",
            tuple(Series.of_group(g, f"{n} players") for n, g in groups.items()),
            percent=True,
        ),
    )
    lab.answer(
        f"Weigh the chance to finish a line by this; 0 is a pure race: {best} "
        "(in brackets what does as well within noise)."
    )


EXPERIMENT = Experiment(study, n=100_000)
