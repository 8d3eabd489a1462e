"""How large is the edge of rolling first in Counter-Cameroon, and does balanced scoring mend it?

Both players choose alike. We count how often the first to roll wins, with the standard points (11
for 2 and 12 down to 1 for 7) and with the balanced ones (6 down to 1).
"""

from math import hypot

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Lab

STRATEGIES = {
    "random-split": "at random",
    "max-points-static": "the most points, whoever owns them",
    "max-points-live": "the most points that count",
    "race-odds": "each race by its odds",
    "win-odds": "the best chance to win",
}
USUAL = "max-points-live"
SLOW = "win-odds"
SCORINGS = ("standard", "balanced")


def study(lab: Lab) -> None:
    """Play, show, answer."""
    first = {
        scoring: {
            s: lab.run(
                "counter-cameroon",
                max(lab.n // 6, 1) if s == SLOW else lab.n,
                preset=scoring,
                strategy=s,
                vs=s,
                measure="first_wins",
            ).headline
            for s in STRATEGIES
        }
        for scoring in SCORINGS
    }
    sure = all(e.low > 0.5 for found in first.values() for e in found.values())
    lab.section(
        "By how both play, and the scoring",
        "Games won by the first to roll, with standard and with balanced scoring: "
        + "; ".join(
            f"{name}, {first['standard'][s]} and {first['balanced'][s]}"
            for s, name in STRATEGIES.items()
        )
        + ".",
        Chart(
            "The first to roll wins more than half of the games, with either scoring"
            if sure
            else "Games won by the first to roll",
            "how both players choose",
            "games won by the first to roll",
            tuple(
                Series.of(f"{scoring} scoring", list(STRATEGIES.values()), list(found.values()))
                for scoring, found in first.items()
            ),
            kind="points",
            percent=True,
            reference=(0.5, "no advantage"),
        ),
    )
    standard, balanced = first["standard"][USUAL], first["balanced"][USUAL]
    change = 100 * (balanced.value - standard.value)
    # Taken as if the dice were not the same, which can only make the interval too wide.
    half = 100 * hypot(standard.half, balanced.half)
    verdict = (
        "mends some of it"
        if change + half < 0
        else "makes it larger"
        if change - half > 0
        else "does not mend it"
    )
    lab.answer(
        f"If both take the most points that count, the first to roll wins {standard} of games. "
        f"Balanced scoring {verdict}: then it is {balanced}. If both play for the best chance to "
        f"win, it is {first['standard'][SLOW]} with standard scoring and "
        f"{first['balanced'][SLOW]} with balanced scoring.",
        Number.of(standard, "of games won by the first to roll"),
        Number.of(balanced, "with balanced scoring"),
    )


EXPERIMENT = Experiment(study, n=300_000, precision="0.5pp")
