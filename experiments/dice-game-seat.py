"""Which is the best seat in the Dice Game?

The chance to win of every seat is computed exactly for 2 to 7 players; seat 0 rolls first. A
simulation with 6 players stands beside it.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab

PLAYERS = range(2, 8)
SIX = 6


def study(lab: Lab) -> None:
    """Play, show, answer."""
    wins = {}
    for n in PLAYERS:
        figures = lab.exact("dice-game", players=n).figures
        wins[n] = [figures[f"seat_{seat}_wins"] for seat in range(n)]
    best = {n: max(range(n), key=w.__getitem__) for n, w in wins.items()}
    worst = {n: min(range(n), key=w.__getitem__) for n, w in wins.items()}
    lab.section(
        "By the number of players",
        "Best seat and worst seat: "
        + "; ".join(
            f"{n} players {best[n]} ({100 * wins[n][best[n]]:.2f} %) and {worst[n]} "
            f"({100 * wins[n][worst[n]]:.2f} %)"
            for n in PLAYERS
        )
        + ".",
        Chart(
            "With 5 players or more the best seat rolls late, but not last",
            "seat; 0 rolls first",
            "chance to win, percentage points above a fair share",
            tuple(
                Series(f"{n} players", tuple(range(n)), tuple(100 * (p - 1 / n) for p in wins[n]))
                for n in PLAYERS
            ),
            reference=(0, "fair share"),
        ),
    )
    played = lab.run("dice-game", players=SIX).estimates
    apart = max(
        abs(played[f"seat_{s}_wins"].errors_from(exact) or 0) for s, exact in enumerate(wins[SIX])
    )
    lab.section(
        "Simulated, with 6 players",
        "The exact chances beside those of the simulation, with their intervals.",
        Chart(
            f"The simulation lies at most {apart:.1f} standard errors from the exact chances",
            "seat; 0 rolls first",
            "chance to win",
            (
                Series.of("simulated", range(SIX), [played[f"seat_{s}_wins"] for s in range(SIX)]),
                Series("exact", tuple(range(SIX)), tuple(wins[SIX])),
            ),
            percent=True,
            reference=(1 / SIX, "fair share"),
        ),
    )
    edge = 100 * (wins[SIX][best[SIX]] - 1 / SIX)
    lab.answer(
        f"With {SIX} players seat {best[SIX]}, counted from the first to roll as 0: it wins "
        f"{100 * wins[SIX][best[SIX]]:.2f} % of games, {edge:.2f} percentage points more than a "
        f"fair share. The worst is seat {worst[SIX]}. Nobody would notice at the table."
    )


EXPERIMENT = Experiment(study)
