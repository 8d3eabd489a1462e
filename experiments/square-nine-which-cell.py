"""Which cell should I open in Square 9: centre, corner or edge?

Two strategies open each of the nine cells in turn; cells are counted by rows, 0 to 8, and 4 is the
centre. `line-builder` fills the first of the cells that are as good, and overlooks what a card
spoils where another would have made a line; `race` counts that too.
"""

import re

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, spoken

PLAYERS = (2, 3)
CELLS = (
    *("top left", "top", "top right"),
    *("left", "the centre", "right"),
    *("bottom left", "bottom", "bottom right"),
)
"""In words: four corners, four edges and the centre."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    answers = []
    for strategy in ("race", "line-builder"):
        sweep = lab.sweep(
            "square-nine",
            strategy=strategy,
            cell="0..8",
            players=",".join(map(str, PLAYERS)),
        )
        groups = {g.circumstances[0][1]: g for g in sweep.groups}
        best = "; ".join(f"{n} players {in_words(spoken(g))}" for n, g in groups.items())
        shares = [p.estimate.value for p in groups[2].points]
        lab.section(
            f"The cell that {strategy} opens",
            f"Best cell: {best}. Values in brackets do as well within noise.",
            Chart(
                f"Best cell to open for {strategy}: {best}",
                "cell that is opened, by rows: 0 top left, 4 the centre",
                "hands that you win",
                tuple(Series.of_group(g, f"{n} players") for n, g in groups.items()),
                percent=True,
            ),
        )
        answers.append(
            f"{strategy} wins from {100 * min(shares):.1f} to {100 * max(shares):.1f} % of hands "
            f"with 2 players, by the cell it opens; best for {best}"
        )
    lab.answer(". ".join(answers) + " (in brackets what does as well within noise).")


def in_words(cells: str) -> str:
    """Numbers of cells as their names."""
    return re.sub(r"\d", lambda number: CELLS[int(number[0])], cells)


EXPERIMENT = Experiment(study, n=50_000)
