"""What is counting cards worth in Chinese Ten?

`counting` knows which cards are still unseen; `greedy` looks at the table alone. Both play the same
deals against `greedy`.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab

PLAYERS = (2, 3, 4)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    compared = {n: lab.compare("chinese-ten", ["greedy", "counting"], players=n) for n in PLAYERS}
    gaps = {}
    for n, c in compared.items():
        (d,) = c.differences
        sign = 1 if d.b == 0 else -1
        gaps[n] = (sign * d.value, *sorted((sign * d.low, sign * d.high)))
    lab.section(
        "By the number of players",
        "Points a deal that counting wins more than greedy: "
        + "; ".join(f"{n} players {v:+.2f} ({a:+.2f} to {b:+.2f})" for n, (v, a, b) in gaps.items())
        + ".",
        Chart(
            "Points that counting wins more than greedy, in the same deals",
            "players",
            "points a deal",
            (
                Series(
                    "counting against greedy",
                    tuple(gaps),
                    tuple(g[0] for g in gaps.values()),
                    tuple(g[1] for g in gaps.values()),
                    tuple(g[2] for g in gaps.values()),
                ),
            ),
            reference=(0, "nothing"),
        ),
    )
    lab.answer(
        "Counting the unseen cards is worth "
        + ", ".join(f"{v:+.2f} points a deal with {n} players" for n, (v, _, _) in gaps.items())
        + "."
    )


EXPERIMENT = Experiment(study, n=200_000)
