"""How much is a 4 worth with more players in Ninety-Nine?

A 4 turns the direction, and so sends the problem back to where it came from; a 9 passes it on. Two
orders to spend the special cards are compared: the 4 first, and the 9 first.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, joined

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
        # With 0 added, so that no zero is told as -0.00.
        gaps[n] = tuple(round(100 * v, 4) + 0.0 for v in (sign * d.value, low, high))
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
    told = [
        f"{what} with {joined([str(n) for n in found])} players"
        for what, found in (("better kept than a 9", keep), ("better spent before it", spend))
        if found
    ]
    others = [str(n) for n in PLAYERS if n not in keep + spend]
    if others:
        told.append(f"as good to keep as a 9, within noise, with {joined(others)} players")
    sure = [n for n in PLAYERS if n in keep + spend]
    most = max(sure, key=lambda n: abs(gaps[n][0]), default=None)
    lab.answer(
        f"A 4 is {'; '.join(told)}."
        + (
            f" The order matters most with {most} players: {abs(gaps[most][0]):.2f} of 100 hands."
            if most is not None
            else ""
        )
    )


EXPERIMENT = Experiment(study)
