"""Which card is low enough to keep in Square 9?

The strategy `low-card` keeps a card worth so many points or fewer. Each value plays the same cards
against `low-card` with 4.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, spoken

PLAYERS = (2, 3, 4)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep(
        "square-nine",
        a="-2..8",
        players=",".join(map(str, PLAYERS)),
    )
    groups = {g.circumstances[0][1]: g for g in sweep.groups}
    best = "; ".join(f"{n} players {spoken(g)}" for n, g in groups.items())
    lab.section(
        "Keep a card worth this or less",
        f"Best value: {best}. Values in brackets do as well within noise.",
        Chart(
            f"Best value to keep a card at: {best}",
            "keep a card worth this or less",
            "hands that you win",
            tuple(Series.of_group(g, f"{n} players") for n, g in groups.items()),
            percent=True,
        ),
    )
    lab.answer(
        f"Keep a card worth this or less: {best} (in brackets what does as well within noise)."
    )


EXPERIMENT = Experiment(study, n=100_000)
