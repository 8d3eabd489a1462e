"""What does it cost to forget to draw in Ninety-Nine?

One player of three forgets each draw with some chance, and from then on has a card less; the others
never do. All play `dump-high`.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab

CHANCES = (0, 0.02, 0.05, 0.1, 0.15, 0.2)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    frames = [
        lab.run("ninety-nine", players=3, forget_draw_prob=(p, 0, 0)).by_seat()["change"]
        for p in CHANCES
    ]
    rows = [[f.row(seat, named=True) for f in frames] for seat in range(3)]
    series = tuple(
        Series(
            name,
            CHANCES,
            tuple(r["mean"] for r in rows[seat]),
            tuple(r["low"] for r in rows[seat]),
            tuple(r["high"] for r in rows[seat]),
        )
        for name, seat in (("who forgets", 0), ("next player", 1), ("the third", 2))
    )
    forgetful = series[0].y
    lab.section(
        "By the chance to forget",
        "; ".join(f"{p:g}: {100 * y:.1f} %" for p, y in zip(CHANCES, forgetful, strict=True))
        + " of hands are lost by the one who forgets each draw with this chance.",
        Chart(
            f"Who forgets one draw in ten loses {100 * forgetful[3]:.1f} % of hands, and "
            f"{100 * forgetful[0]:.1f} % without forgetting",
            "chance to forget a draw",
            "hands lost",
            series,
            percent=True,
            reference=(1 / 3, "fair share"),
        ),
    )
    lab.answer(
        f"With three players, who forgets one draw in ten loses {100 * forgetful[3]:.1f} % of "
        f"hands in place of {100 * forgetful[0]:.1f} %; with one in five "
        f"{100 * forgetful[-1]:.1f} %."
    )


EXPERIMENT = Experiment(study)
