"""What does it cost to forget to draw in Ninety-Nine?

One player of three, the first to play, forgets each draw with some chance, and from then on has a
card less; the others never do. All play their highest card and keep special cards to the last.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab
from cardsim.statistics.stats import rounded, shares

CHANCES = (0, 0.02, 0.05, 0.1, 0.15, 0.2)
TEN, FIVE = CHANCES.index(0.1), CHANCES.index(0.2)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    frames = [
        lab.run("ninety-nine", players=3, forget_draw_prob=(p, 0, 0), unit="hand").by_seat()[
            "change"
        ]
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
        for name, seat in (("who forgets", 0), ("the next player", 1), ("the third", 2))
    )
    lost = [rounded(100 * r["mean"], 50 * (r["high"] - r["low"]), unit=" %") for r in rows[0]]
    careful, forgetful = (matches_won(lab, CHANCES[k]) for k in (0, TEN))
    lab.section(
        "By the chance to forget",
        "Hands lost by the one who forgets: "
        + "; ".join(f"{100 * p:g} draws in 100 {y}" for p, y in zip(CHANCES, lost, strict=True))
        + ".",
        Chart(
            f"Who forgets one draw in ten loses {lost[TEN]} of hands, and {lost[0]} without",
            "draws forgotten, of 100",
            "hands lost",
            series,
            percent=True,
            reference=(1 / 3, "even share"),
        ),
    )
    lab.answer(
        f"With three players, who forgets one draw in ten loses {lost[TEN]} of hands and not "
        f"{lost[0]}; with one in five it is {lost[FIVE]}. In matches, until one has a penny left, "
        f"who forgets one draw in ten wins {forgetful} and not {careful}.",
        Number.of(lost[TEN], "of hands lost if you forget one draw in ten", is_cost=True),
        Number.of(lost[0], "if you forget none"),
        Number.of(forgetful, "of matches won if you forget one draw in ten", is_cost=True),
    )


def matches_won(lab: Lab, chance: float) -> str:
    """The share of matches that the first player at the table wins, who forgets."""
    matches = max(lab.n // 10, 20)
    played = lab.run(
        "ninety-nine", matches, players=3, unit="match", forget_draw_prob=(chance, 0, 0)
    )
    row = shares(played.tables["winner"], "winner").row(0, named=True)
    return rounded(100 * row["share"], 50 * (row["high"] - row["low"]), unit=" %")


# By a number of hands: each part is a table of all players, with no one interval that matters.
EXPERIMENT = Experiment(study, n=300_000)
