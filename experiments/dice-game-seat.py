"""Which is the best seat in the Dice Game?

We compute exactly how often each place in the order of rolling wins, for 2 to 7 players. Simulated
games with 6 players check it.
"""

from collections.abc import Mapping, Sequence

from cardsim import Chart, Experiment, Number, Series
from cardsim.game import in_turn
from cardsim.studies import Lab

PLAYERS = range(2, 8)
SIX = 6
SMALL = 0.5
"""Games in 100 that nobody would notice."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    wins: dict[int, list[float]] = {}
    for n in PLAYERS:
        figures = lab.exact("dice-game", players=n).figures
        wins[n] = [figures[f"player_{seat + 1}_wins"] for seat in range(n)]
    lab.section(
        "By the number of players",
        "The best and the worst place, with the games that each wins in 100: "
        + "; ".join(f"with {n} players {extremes(n, w)}" for n, w in wins.items())
        + ".",
        Chart(
            f"The best place wins at most {edge(wins):.1f} games in 100 above its share",
            "place in the order of rolling (1 rolls first)",
            "games won in 100 above an even share",
            tuple(
                Series(f"{n} players", tuple(range(1, n + 1)), tuple(100 * (p - 1 / n) for p in w))
                for n, w in wins.items()
            ),
            reference=(0, "even share"),
            exact=True,
        ),
    )
    played = lab.run("dice-game", players=SIX).estimates
    apart = max(
        abs(played[f"player_{s + 1}_wins"].errors_from(exact) or 0)
        for s, exact in enumerate(wins[SIX])
    )
    lab.section(
        f"Simulated, with {SIX} players",
        "The exact chances and the simulated ones, with their intervals.",
        Chart(
            f"The simulation is at most {apart:.1f} standard errors from the exact chances",
            "place in the order of rolling (1 rolls first)",
            "chance to win",
            (
                Series.of(
                    "simulated",
                    range(1, SIX + 1),
                    [played[f"player_{s + 1}_wins"] for s in range(SIX)],
                ),
                Series("exact", tuple(range(1, SIX + 1)), tuple(wins[SIX])),
            ),
            percent=True,
            reference=(1 / SIX, "even share"),
            exact=True,
        ),
    )
    names = in_turn(SIX, "roll", last="the last to roll")
    best = max(range(SIX), key=wins[SIX].__getitem__)
    gain = 100 * (wins[SIX][best] - 1 / SIX)
    small = edge(wins) < SMALL
    lab.answer(
        ("It makes no practical difference. " if small else "")
        + f"With {SIX} players the best seat is {names[best]}: it wins {gain:.1f} games in 100 "
        f"above an even share of {100 / SIX:.1f}."
        + (" Nobody would notice at the table." if small else ""),
        Number(f"{gain:.1f}", f"games in 100 above an even share for {names[best]} of {SIX}"),
        Number(
            f"{100 * (max(wins[SIX]) - min(wins[SIX])):.1f}",
            "games in 100 between the best seat and the worst",
        ),
    )


def extremes(players: int, wins: Sequence[float]) -> str:
    """Return the best and the worst place, with what they win."""
    names = in_turn(players, "roll", last="the last to roll")
    best, worst = (f(range(players), key=wins.__getitem__) for f in (max, min))
    return f"{names[best]} ({100 * wins[best]:.1f}) and {names[worst]} ({100 * wins[worst]:.1f})"


def edge(wins: Mapping[int, Sequence[float]]) -> float:
    """Return the most that any place wins above its share, in 100 games."""
    return max(100 * (p - 1 / n) for n, w in wins.items() for p in w)


# By a number of games: the chances are exact, and games only check them.
EXPERIMENT = Experiment(study)
