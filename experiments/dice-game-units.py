"""What is my chance in the Dice Game with the units that I hold?

You hold some units, and others are left with the other players. We compute your chance to win
exactly, for four players, averaged over all turns at which that happens. `dice-game-no-units` asks
the same for two to six players if you have none.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.games.dice_game.exact import chances_by_left
from cardsim.studies import Lab

PLAYERS = 4
HELD = range(6)
LATE, EARLY = 3, 9
LEFT = (LATE, 5, EARLY)
"""Units left in the game that are shown."""
SOME = 3
SMALL = 0.02
"""A difference that nobody would notice."""


def study(lab: Lab) -> None:
    """Compute, show, answer."""
    chances = {h: chances_by_left(players=PLAYERS, held=h, up_to=EARLY) for h in HELD}
    rows = {left: {h: c[left] for h, c in chances.items() if left in c} for left in LEFT}
    start = lab.exact("dice-game", players=PLAYERS).figures["player_1_wins"]
    lab.section(
        "With four players",
        "Each line is for so many units left outside the pot, yours among them.",
        Chart(
            "Your chance by the units that you hold",
            "units that you hold",
            "your chance to win",
            tuple(Series(f"{n} left", tuple(row), tuple(row.values())) for n, row in rows.items()),
            percent=True,
            exact=True,
            reference=(1 / PLAYERS, "even share"),
        ),
    )
    early, none_early = (rows[EARLY][held] for held in (SOME, 0))
    late, none_late = (rows[LATE][held] for held in (SOME, 0))
    lab.answer(
        ("Almost the same as everybody's, until the end. " if early - none_early < SMALL else "")
        + f"With four players and {EARLY} units left, {SOME} of them yours, you win "
        f"{100 * early:.0f} games in 100, and with none of them {100 * none_early:.0f}; whoever "
        f"rolls first wins {100 * start:.0f} from the start. Only the last units count: with "
        f"{LATE} left you win {100 * late:.0f} if you hold them all, and {100 * none_late:.0f} if "
        "you have none.",
        Number(f"{100 * early:.0f} %", f"your chance with {SOME} of {EARLY} units"),
        Number(f"{100 * none_early:.0f} %", "with none of them"),
        Number(f"{100 * late:.0f} %", f"with all of the last {LATE}"),
        Number(f"{100 * none_late:.0f} %", f"with none of the last {LATE}"),
    )


# By a number of games: all of it is exact.
EXPERIMENT = Experiment(study)
