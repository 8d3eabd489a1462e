"""Take the discard or draw from the stock in Scat?

The strategy `take-margin` takes the top discard only where it makes the hand worth at least so
many points more. Each margin plays the same deals against opponents that take whatever helps.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, spoken

PLAYERS = range(2, 7)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep("scat", strategy="take-margin", take_margin="1..12", players="2..6")
    best = {g.circumstances[0][1]: g for g in sweep.groups}
    gains = {n: g.points[0].shortfall for n, g in best.items()}
    lab.section(
        "How much must it add?",
        "Best margin: "
        + "; ".join(f"{n} players {spoken(best[n])}" for n in PLAYERS)
        + ". Values in brackets do as well within noise. Who takes a discard that adds little "
        "gives up the unknown card of the stock, which may add more, and shows what he collects.",
        Chart(
            f"With 3 players a discard should add {spoken(best[3])} points to be worth taking",
            "take the discard if it adds this or more",
            "hands in which you lose a life",
            tuple(Series.of_group(best[n], f"{n} players") for n in PLAYERS),
            percent=True,
        ),
    )
    lab.answer(
        f"Take the discard if it adds {spoken(best[3])} points or more, with 3 players; else draw. "
        f"Taking whatever helps loses a life in {100 * gains[3].value:.2f} percentage points more "
        f"hands ({100 * gains[3].low:.2f} to {100 * gains[3].high:.2f})."
    )


EXPERIMENT = Experiment(study, n=400_000)
