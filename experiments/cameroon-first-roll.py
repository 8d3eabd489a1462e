"""How large is the first-roll advantage in Counter-Cameroon, and does the balanced scoring mend it?

Both players use the same strategy; what is counted is how often who rolls first wins, under both
scorings.
"""

from math import hypot

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab

STRATEGIES = ("random-split", "max-points-static", "max-points-live", "points-times-progress")
SCORINGS = ("standard", "balanced")


def study(lab: Lab) -> None:
    """Play, show, answer."""
    first = {
        scoring: [
            lab.run("counter-cameroon", preset=scoring, strategy=s, vs=s).estimates["first_wins"]
            for s in STRATEGIES
        ]
        for scoring in SCORINGS
    }
    lab.section(
        "By strategy and scoring",
        "Games won by who rolls first: "
        + "; ".join(
            f"{s} {standard.parts[0]} and {balanced.parts[0]}"
            for s, standard, balanced in zip(STRATEGIES, *first.values(), strict=True)
        )
        + " (standard and balanced scoring).",
        Chart(
            "Who rolls first wins more than half of the games, under either scoring"
            if all(e.low > 0.5 for es in first.values() for e in es)
            else "Games won by who rolls first",
            "strategy of both players",
            "games won by who rolls first",
            tuple(Series.of(f"{name} scoring", STRATEGIES, es) for name, es in first.items()),
            kind="points",
            percent=True,
            reference=(0.5, "no advantage"),
        ),
    )
    live = STRATEGIES.index("max-points-live")
    standard, balanced = first["standard"][live], first["balanced"][live]
    change = 100 * (balanced.value - standard.value)
    # As if the dice were not the same, which can only be too wide.
    half = 100 * hypot(*((e.high - e.low) / 2 for e in (standard, balanced)))
    low, high = change - half, change + half
    verdict = (
        "mends some of it" if high < 0 else "makes it larger" if low > 0 else "does not mend it"
    )
    lab.answer(
        f"Who rolls first wins {standard} of games when both play for points; with the balanced "
        f"scoring it is {balanced}. The balanced scoring {verdict}: it changes the share by "
        f"{change:+.2f} percentage points ({low:+.2f} to {high:+.2f})."
    )


EXPERIMENT = Experiment(study, n=300_000)
