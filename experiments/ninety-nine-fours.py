"""How much is a 4 worth with more players in Ninety-Nine?

A 4 turns the direction, and so sends the problem back to where it came from; a 9 passes it on. Two
orders to spend the special cards are compared: the 4 first, and the 9 first.
"""

from cardsim import Chart, Experiment, Series
from cardsim.experiments import Lab

PLAYERS = range(2, 7)
FOUR_FIRST, NINE_FIRST = "dump-high:special_order=49TK", "dump-high:special_order=94TK"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    gaps = {}
    for n in PLAYERS:
        compared = lab.compare("ninety-nine", [FOUR_FIRST, NINE_FIRST], players=n)
        (d,) = compared.differences
        # Positive where the 4 spent first loses more: where it is worth keeping.
        sign = 1 if d.b == 0 else -1
        low, high = sorted((sign * d.low, sign * d.high))
        gaps[n] = (100 * sign * d.value, 100 * low, 100 * high)
    keep = [n for n, g in gaps.items() if g[1] > 0]
    spend = [n for n, g in gaps.items() if g[2] < 0]
    lab.section(
        "4 first or 9 first",
        "Percentage points more hands lost by who spends the 4 before the 9: "
        + "; ".join(
            f"{n} players {g[0]:+.2f} ({g[1]:+.2f} to {g[2]:+.2f})" for n, g in gaps.items()
        )
        + ".",
        Chart(
            "What it costs to spend the 4 before the 9",
            "players",
            "percentage points more hands lost",
            (
                Series(
                    "4 first against 9 first",
                    tuple(gaps),
                    tuple(g[0] for g in gaps.values()),
                    tuple(g[1] for g in gaps.values()),
                    tuple(g[2] for g in gaps.values()),
                ),
            ),
            reference=(0, "no difference"),
        ),
    )
    lab.answer(
        f"A 4 is worth keeping longer than a 9 with {', '.join(map(str, keep)) or 'no number of'} "
        f"players, and better spent first with {', '.join(map(str, spend)) or 'none'}; the rest is "
        "noise."
    )


EXPERIMENT = Experiment(study)
