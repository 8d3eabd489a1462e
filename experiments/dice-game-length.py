"""How long does the Dice Game last?

Games of 2 to 8 players are simulated, and the exact law is computed where that is quick. Time is
counted at 20 seconds a turn.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab

PLAYERS = range(2, 9)
SOLVED = range(2, 8)
"""With 8 players the exact solution takes a minute."""
SECONDS = 20


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {n: lab.run("dice-game", players=n, seconds_per_turn=SECONDS) for n in PLAYERS}
    solved = {n: lab.exact("dice-game", players=n) for n in SOLVED}
    turns = {n: r.estimates["turns"] for n, r in played.items()}
    ranges = {
        n: (r.estimates["turns_5"].value, r.estimates["turns_95"].value) for n, r in played.items()
    }
    step = (turns[8].value - turns[3].value) / 5
    apart = max(abs(turns[n].errors_from(e.figures["turns"]) or 0) for n, e in solved.items())
    lab.section(
        "By the number of players",
        "Turns on average, with the range of nine games in ten: "
        + "; ".join(
            f"{n} players {turns[n].value:.1f} ({low:.0f} to {high:.0f})"
            for n, (low, high) in ranges.items()
        )
        + f". Each player more adds about {step:.1f} turns. The exact means lie at most "
        f"{apart:.1f} standard errors from the simulated ones.",
        Chart(
            f"Each player more adds about {step:.1f} turns",
            "players",
            "turns per game",
            (
                Series(
                    "simulated mean, range of 9 games in 10",
                    tuple(PLAYERS),
                    tuple(turns[n].value for n in PLAYERS),
                    tuple(ranges[n][0] for n in PLAYERS),
                    tuple(ranges[n][1] for n in PLAYERS),
                ),
                Series(
                    "exact mean", tuple(SOLVED), tuple(e.figures["turns"] for e in solved.values())
                ),
            ),
            interval="the turns that nine games in ten take",
        ),
    )
    law = {n: solved[n].tables["distribution"] for n in (2, 3, 4, 6)}
    lab.section(
        "The whole distribution",
        "The chance that a game ends at exactly this turn, computed without sampling.",
        Chart(
            "With more players games are longer, and their length varies more",
            "turns",
            "chance to end at this turn",
            tuple(
                Series(
                    f"{n} players",
                    tuple(frame["turns"].head(100)),
                    tuple(frame["chance"].head(100)),
                )
                for n, frame in law.items()
            ),
            percent=True,
        ),
    )
    six = ranges[6]
    lab.answer(
        f"With 6 players {turns[6].value:.1f} turns on average, about "
        f"{turns[6].value * SECONDS / 60:.0f} minutes; nine games in ten take {six[0]:.0f} to "
        f"{six[1]:.0f} turns. With 2 players it is {turns[2].value:.1f} turns, with 8 "
        f"{turns[8].value:.1f}."
    )


EXPERIMENT = Experiment(study)
