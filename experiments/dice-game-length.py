"""How long does the Dice Game last?

We play games of 2 to 8 players, and also compute the answer exactly if that is quick. We count 20
seconds a turn; a turn is a roll.
"""

import itertools

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Lab

PLAYERS = range(2, 9)
SOLVED = range(2, 8)
"""Numbers of players that are solved: with 8 the exact solution takes a minute."""
SIX = 6
SECONDS = 20


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {n: lab.run("dice-game", players=n, seconds_per_turn=SECONDS) for n in PLAYERS}
    solved = {n: lab.exact("dice-game", players=n) for n in SOLVED}
    simulated = {n: r.estimates["turns"] for n, r in played.items()}
    turns = {n: simulated[n].value for n in PLAYERS} | {
        n: e.figures["turns"] for n, e in solved.items()
    }
    ranges = {
        n: (r.estimates["turns_5"].value, r.estimates["turns_95"].value) for n, r in played.items()
    }
    step = (turns[PLAYERS[-1]] - turns[3]) / (PLAYERS[-1] - 3)
    apart = max(abs(simulated[n].errors_from(turns[n]) or 0) for n in SOLVED)
    lab.section(
        "By the number of players",
        "Turns on average, and what nine games in ten take: "
        + "; ".join(
            f"{turns[n]:.0f} ({low:.0f} to {high:.0f}) with {n} players"
            for n, (low, high) in ranges.items()
        )
        + f". Each extra player adds about {step:.0f} turns, or {step * SECONDS / 60:.0f} minutes. "
        f"The simulated means are at most {apart:.1f} standard errors from the exact ones.",
        Chart(
            f"Each extra player adds about {step:.0f} turns",
            "players",
            "turns in a game",
            (
                Series(
                    "simulated mean, range of 9 games in 10",
                    tuple(PLAYERS),
                    tuple(simulated[n].value for n in PLAYERS),
                    tuple(ranges[n][0] for n in PLAYERS),
                    tuple(ranges[n][1] for n in PLAYERS),
                ),
                Series("exact mean", tuple(SOLVED), tuple(turns[n] for n in SOLVED)),
            ),
            interval="the turns that nine games in ten take",
            exact=True,
        ),
    )
    law = {n: solved[n].tables["distribution"] for n in (2, 3, 4, SIX)}
    lab.section(
        "How likely each length is",
        "The chance that a game ends at exactly this turn, computed without playing.",
        Chart(
            "With more players games last longer, and vary more"
            if all(
                solved[a].figures[f] < solved[b].figures[f]
                for a, b in itertools.pairwise(law)
                for f in ("turns", "turns_sd")
            )
            else "How likely each length is, by the number of players",
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
            exact=True,
        ),
    )
    low, high = ranges[SIX]
    lab.answer(
        f"Two players need about {turns[2]:.0f} turns, {SIX} need about {turns[SIX]:.0f} and "
        f"{PLAYERS[-1]} about {turns[PLAYERS[-1]]:.0f}. At {SECONDS} seconds a turn that is "
        f"{in_minutes(turns[2])}, {in_minutes(turns[SIX])} and "
        f"{in_minutes(turns[PLAYERS[-1]])} minutes. With {SIX} players, nine games in ten take "
        f"{low:.0f} to {high:.0f} turns, or {in_minutes(low)} to {in_minutes(high)} minutes.",
        Number(f"{turns[SIX]:.0f}", f"turns for a game of {SIX}, {in_minutes(turns[SIX])} minutes"),
        Number(f"{step:.0f}", "more turns with each extra player"),
    )


def in_minutes(turns: float) -> str:
    """Return a number of turns in minutes."""
    return f"{turns * SECONDS / 60:.0f}"


# By a number of games: an average and a range are read off the same games, beside exact figures.
EXPERIMENT = Experiment(study)
