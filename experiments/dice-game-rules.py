"""What do three dice at most, and the ending of Left Center Right, change in the Dice Game?

A game ends when one unit is left outside the pot, or as in Left Center Right when one player alone
holds units; a roll uses a die for each unit held, or at most three. The two rules make four games,
whose lengths are computed exactly for 2 to 6 players and simulated for 8.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab

GAMES = {
    "one unit left": "seed",
    "one unit left, 3 dice": "seed-capped",
    "one holder, 3 dice (LCR)": "lcr",
    "one holder": "lcr-uncapped",
}
SOLVED = range(2, 7)
PLAYED = 8


def study(lab: Lab) -> None:
    """Play, show, answer."""
    solved = {
        preset: {n: lab.exact("dice-game", players=n, preset=preset) for n in SOLVED}
        for preset in GAMES.values()
    }
    turns = {p: [e.figures["turns"] for e in by.values()] for p, by in solved.items()}
    longer = [
        capped / free - 1 for capped, free in zip(turns["seed-capped"], turns["seed"], strict=True)
    ]
    sooner = [
        1 - lcr / capped for lcr, capped in zip(turns["lcr"], turns["seed-capped"], strict=True)
    ]
    lab.section(
        "Length",
        f"Three dice at most make a game {100 * longer[0]:.1f} % longer with 2 players and "
        f"{100 * longer[-1]:.1f} % with {SOLVED[-1]}. To end when one player alone has units "
        f"makes it {100 * sooner[0]:.0f} % shorter with 2 players, and {100 * sooner[-1]:.0f} % "
        f"with {SOLVED[-1]}.",
        Chart(
            "The cap makes games a little longer, the other ending makes those of few players "
            "much shorter",
            "players",
            "turns per game, exactly",
            tuple(
                Series(name, tuple(SOLVED), tuple(turns[preset])) for name, preset in GAMES.items()
            ),
        ),
    )
    played = {
        name: lab.run("dice-game", players=PLAYED, preset=preset) for name, preset in GAMES.items()
    }
    comebacks = [r.estimates["comeback"] for r in played.values()]
    lab.section(
        "Comebacks",
        f"Share of games, with {PLAYED} players, that are won by somebody who had nothing at some "
        "time: "
        + "; ".join(f"{name}: {e}" for name, e in zip(played, comebacks, strict=True))
        + ".",
        Chart(
            "Most games are won by somebody who once had nothing",
            "rules",
            "winner came back from nothing",
            (Series.of(f"{PLAYED} players", tuple(played), comebacks),),
            kind="points",
            percent=True,
        ),
    )
    lab.answer(
        f"At most three dice make the game {100 * longer[-1]:.0f} % longer with {SOLVED[-1]} "
        f"players. The ending of Left Center Right makes it {100 * sooner[0]:.0f} % shorter with 2 "
        f"players, but only {100 * sooner[-1]:.0f} % with {SOLVED[-1]}."
    )


EXPERIMENT = Experiment(study)
