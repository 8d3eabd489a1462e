"""What is my chance in the Dice Game when I have no units left?

You have nothing, but you are still in: a neighbour may give you something. We compute your chance
to win exactly, for 2 to 6 players and by the units that the others still hold, averaged over all
turns at which that happens.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.games.dice_game.exact import chances_by_left
from cardsim.studies import Lab, counted, joined, rounded

PLAYERS = range(2, 7)
SIX = 6
MOST = 9
"""Units in play beyond which it hardly changes."""
FEW, SOME = 2, 5
NEARLY = 0.85
"""This much of an even share is nearly all of it."""


def study(lab: Lab) -> None:
    """Compute, show, answer."""
    chances = {n: chances_by_left(players=n, up_to=MOST) for n in PLAYERS}
    nearly = all(n * c[SOME] > NEARLY for n, c in chances.items() if n > FEW)
    late = all(n * c[FEW] < NEARLY for n, c in chances.items())
    lab.section(
        "By the units that are left",
        f"With {FEW} units left in the game and none of them yours, you win this many games in "
        "100: "
        + joined([f"{100 * c[FEW]:.0f} with {n}" for n, c in chances.items()])
        + f" players. With {SOME} left you win "
        + joined([f"{100 * c[SOME]:.0f} with {n}" for n, c in chances.items()])
        + " players.",
        Chart(
            f"From {counted(SOME)} units on it hardly matters that you have none"
            if nearly
            else "Your chance when you have nothing",
            "units that are left in the game, none of them yours",
            "your chance to win",
            tuple(Series(f"{n} players", tuple(c), tuple(c.values())) for n, c in chances.items()),
            percent=True,
            exact=True,
        ),
    )
    lab.section(
        "Compared with an even share",
        "The same chances as part of an even share, which is what everybody has at the start: "
        + joined([f"1 in {n} with {n}" for n in PLAYERS])
        + " players.",
        Chart(
            "What is left of an even share when you have nothing",
            "units that are left in the game, none of them yours",
            "your chance as a part of an even share",
            tuple(
                Series(f"{n} players", tuple(c), tuple(n * p for p in c.values()))
                for n, c in chances.items()
            ),
            percent=True,
            exact=True,
            reference=(1.0, "even share"),
        ),
    )
    back = lab.run("dice-game", players=SIX).estimates["comeback"]
    six = chances[SIX]
    lab.answer(
        f"{'Nearly as good' if nearly else 'Not as good'} as anybody's"
        f"{', until the end' if nearly and late else ''}. "
        f"With {SIX} players and {SOME} units left, you win {100 * six[SOME]:.0f} games in 100 "
        f"from nothing, where an even share is {100 / SIX:.0f}; with {FEW} left you still win "
        f"{100 * six[FEW]:.0f}. With two players and {FEW} units left you win "
        f"{100 * chances[2][FEW]:.0f}. In games of {SIX}, "
        f"{rounded(100 * back.value, 100 * back.half)} winners in 100 had nothing at some point.",
        Number(
            f"{100 * six[SOME]:.0f} %",
            f"your chance with nothing, with {SOME} units left and {SIX} players (an even share is "
            f"{100 / SIX:.0f} %)",
        ),
        Number(f"{100 * six[FEW]:.0f} %", f"with {FEW} units left"),
        Number.of(back, "of games won by somebody who once had nothing"),
    )


# By a number of games: the answer is exact, and what is played beside it is no comparison.
EXPERIMENT = Experiment(study)
