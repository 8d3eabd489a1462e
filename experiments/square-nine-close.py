"""When should I close in Square 9?

The strategy `closer` keeps its last face-down cell until its score would be this or less, or
somebody else closes. Above some 20 points it hardly ever waits, and plays as `low-card`.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, spoken

PLAYERS = (2, 3, 4)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep(
        "square-nine",
        strategy="closer",
        c="0..30:3",
        players=",".join(map(str, PLAYERS)),
    )
    groups = {g.circumstances[0][1]: g for g in sweep.groups}
    best = "; ".join(f"{n} players {spoken(g)}" for n, g in groups.items())
    waiting = {n: g.points[0].shortfall for n, g in groups.items()}
    lab.section(
        "Close with this score or less",
        f"Best score: {best}. Values in brackets do as well within noise.",
        Chart(
            f"Best score to close with: {best}",
            "close with this score or less",
            "hands that you win",
            tuple(Series.of_group(g, f"{n} players") for n, g in groups.items()),
            percent=True,
        ),
    )
    lab.answer(
        f"Close with this score or less: {best} (in brackets what does as well within noise). "
        "To wait for 0 points costs "
        + ", ".join(f"{100 * waiting[n].value:.1f} % ({n})" for n in PLAYERS)
        + " of the hands."
    )


EXPERIMENT = Experiment(study, n=100_000)
