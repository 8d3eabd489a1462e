"""Which cell should I open in Square 9: centre, corner or edge?

The strategy `line-builder` opens each of the nine cells in turn; cells are counted by rows, 0 to 8,
and 4 is the centre.
"""

from cardsim import Chart, Experiment, Series
from cardsim.experiments import Lab, spoken

PLAYERS = (2, 3, 4)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep(
        "square-nine",
        strategy="line-builder",
        cell="0..8",
        players=",".join(map(str, PLAYERS)),
    )
    groups = {g.circumstances[0][1]: g for g in sweep.groups}
    best = "; ".join(f"{n} players {spoken(g)}" for n, g in groups.items())
    lab.section(
        "The cell that is opened",
        f"Best cell: {best}. Values in brackets do as well within noise.",
        Chart(
            f"Best cell to open: {best}",
            "cell that is opened, by rows",
            "games that you win",
            tuple(Series.of_group(g, f"{n} players") for n, g in groups.items()),
            percent=True,
        ),
    )
    lab.answer(
        f"Open this cell, counted by rows with 4 as the centre: {best} "
        "(in brackets what does as well within noise)."
    )


EXPERIMENT = Experiment(study, n=100_000)
