"""What does it cost to forget to draw in Ninety-Nine?

You are the first of three players, and sometimes forget to draw; from then on you have a card less.
The others never forget. Everybody plays alike: the highest card first, and special cards last.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.statistics.stats import shares
from cardsim.studies import Lab, rounded

CHANCES = (0, 0.02, 0.05, 0.1, 0.15, 0.2)
TEN, FIVE = CHANCES.index(0.1), CHANCES.index(0.2)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    frames = [
        lab.run(
            "ninety-nine", players=3, forget_draw_prob=(p, 0, 0), unit="hand", vs="usual"
        ).by_seat()["change"]
        for p in CHANCES
    ]
    rows = [[f.row(seat, named=True) for f in frames] for seat in range(3)]
    series = tuple(
        Series(
            name,
            tuple(100 * p for p in CHANCES),
            tuple(r["mean"] for r in rows[seat]),
            tuple(r["low"] for r in rows[seat]),
            tuple(r["high"] for r in rows[seat]),
        )
        for name, seat in (("you", 0), ("the next player", 1), ("the third", 2))
    )
    lost = [rounded(100 * r["mean"], 50 * (r["high"] - r["low"]), unit=" %") for r in rows[0]]
    careful, forgetful = (matches_won(lab, CHANCES[k]) for k in (0, TEN))
    lab.section(
        "By how often you forget",
        "Hands you lose: "
        + "; ".join(
            f"{y} if you forget {100 * p:g} draws in 100"
            for p, y in zip(CHANCES, lost, strict=True)
        )
        + ".",
        Chart(
            f"Forget one draw in ten, and you lose {lost[TEN]} of hands, not {lost[0]}",
            "draws you forget, in 100",
            "hands lost",
            series,
            percent=True,
            reference=(1 / 3, "even share"),
        ),
    )
    lab.answer(
        "With three players who all play high cards first, forget one draw in ten and you lose "
        f"{lost[TEN]} of hands instead of {lost[0]}; forget one in five and you lose "
        f"{lost[FIVE]}. In matches, until only one player has a penny left, forget one draw in ten "
        f"and you win {forgetful} instead of "
        f"{careful}.",
        Number.of(lost[TEN], "of hands lost if you forget one draw in ten", is_cost=True),
        Number.of(lost[0], "of hands lost if you forget none"),
        Number.of(forgetful, "of matches won if you forget one draw in ten", is_cost=True),
    )


def matches_won(lab: Lab, chance: float) -> str:
    """Return the share of matches won by the first player at the table, the one who forgets."""
    matches = max(lab.n // 10, 20)
    played = lab.run(
        "ninety-nine", matches, players=3, unit="match", forget_draw_prob=(chance, 0, 0), vs="usual"
    )
    row = shares(played.tables["winner"], "winner").row(0, named=True)
    return rounded(100 * row["share"], 50 * (row["high"] - row["low"]), unit=" %")


# By a number of hands: each part is a table of all players, with no one interval that matters.
EXPERIMENT = Experiment(study, n=300_000)
