"""What changes in the Dice Game with three dice at most, or the ending of Left Center Right?

The game ends when one unit is left outside the pot; in Left Center Right it ends when only one
player holds units. You roll a die for each unit you hold, or three dice at most. The two rules make
four games. We compute their lengths exactly for 2 to 6 players, and play games of eight.
"""

from collections.abc import Mapping

from cardsim import Chart, Experiment, Number, Series
from cardsim.show.panel import minus
from cardsim.studies import Lab

ENDING = "until one player has all, with any number of dice"
USUAL, CAPPED, LCR = "until one unit is left", "the same, three dice at most", "Left Center Right"
GAMES = {
    USUAL: "seed",
    CAPPED: "seed-capped",
    LCR: "lcr",
    ENDING: "lcr-uncapped",
}
SOLVED = range(2, 7)
PLAYED = 8


def study(lab: Lab) -> None:
    """Play, show, answer."""
    solved = {
        name: {n: lab.exact("dice-game", players=n, preset=preset) for n in SOLVED}
        for name, preset in GAMES.items()
    }
    turns = {name: {n: e.figures["turns"] for n, e in by.items()} for name, by in solved.items()}
    few, many = SOLVED[0], SOLVED[-1]
    lab.section(
        "Length",
        f"With {few} players a game lasts {turns[USUAL][few]:.0f} turns; with three dice at most "
        f"{turns[CAPPED][few]:.0f}, and as Left Center Right {turns[LCR][few]:.0f}. With {many} "
        f"players that is {turns[USUAL][many]:.0f}, {turns[CAPPED][many]:.0f} and "
        f"{turns[LCR][many]:.0f}. So three dice at most change the length by "
        f"{change(turns, CAPPED, few)} with {few} players and {change(turns, CAPPED, many)} with "
        f"{many}; Left Center Right changes it by {change(turns, LCR, few)} and "
        f"{change(turns, LCR, many)}.",
        Chart(
            f"Three dice at most change a game of {many} by {change(turns, CAPPED, many)}, Left "
            f"Center Right by {change(turns, LCR, many)}",
            "players",
            "turns in a game",
            tuple(Series(name, tuple(by), tuple(by.values())) for name, by in turns.items()),
            exact=True,
        ),
    )
    played = {
        name: lab.run("dice-game", players=PLAYED, preset=preset) for name, preset in GAMES.items()
    }
    comebacks = {name: r.estimates["comeback"] for name, r in played.items()}
    lab.section(
        "From nothing to the pot",
        f"Games of {PLAYED} players won by somebody who had nothing at some point: "
        + "; ".join(f"{name} {e}" for name, e in comebacks.items())
        + ".",
        Chart(
            "Most winners once had nothing"
            if all(e.low > 1 / 2 for e in comebacks.values())
            else "How many winners once had nothing",
            "rules",
            "winners who once had nothing",
            (Series.of(f"{PLAYED} players", tuple(comebacks), list(comebacks.values())),),
            kind="points",
            percent=True,
        ),
    )
    lab.answer(
        f"With {many} players a game lasts {turns[USUAL][many]:.0f} turns, with three dice at most "
        f"{turns[CAPPED][many]:.0f}, with the ending of Left Center Right "
        f"{turns[ENDING][many]:.0f}, and with both, as in that game, {turns[LCR][many]:.0f}. With "
        f"{few} players it lasts {turns[USUAL][few]:.0f}, {turns[CAPPED][few]:.0f}, "
        f"{turns[ENDING][few]:.0f} and {turns[LCR][few]:.0f} turns.",
        Number(f"{turns[USUAL][many]:.0f}", f"turns for a game of {many}"),
        Number(f"{turns[CAPPED][many]:.0f}", "turns with three dice at most"),
        Number(f"{turns[ENDING][many]:.0f}", "turns with the other ending"),
        Number(f"{turns[LCR][many]:.0f}", "turns with both"),
    )


def change(turns: Mapping[str, Mapping[int, float]], name: str, players: int) -> str:
    """Return how much longer (+) or shorter a game is than by the usual rules, in per cent."""
    part = turns[name][players] / turns[USUAL][players] - 1
    return minus(f"{100 * part:+.0f} %")


# By a number of games: the lengths are exact, and what is played beside them is no comparison.
EXPERIMENT = Experiment(study)
