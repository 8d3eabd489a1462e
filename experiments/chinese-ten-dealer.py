"""How big is the dealer's advantage in Chinese Ten?

Everybody plays `greedy`; the last seat is the dealer, who plays last.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab

PLAYERS = (2, 3, 4)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    series = []
    for n in PLAYERS:
        frame = lab.run("chinese-ten", players=n).by_seat()["score"]
        par = frame["mean"].mean()
        above = {c: tuple(v - par for v in frame[c]) for c in ("mean", "low", "high")}
        series.append(
            Series(f"{n} players", tuple(range(n)), above["mean"], above["low"], above["high"])
        )
    dealer = {n: (s.y[-1], s.low[-1], s.high[-1]) for n, s in zip(PLAYERS, series, strict=True)}
    lab.section(
        "By seat",
        "Points of the dealer above par: "
        + "; ".join(
            f"{n} players {v:+.2f} ({a:+.2f} to {b:+.2f})" for n, (v, a, b) in dealer.items()
        )
        + ".",
        Chart(
            "Points above par, by seat",
            "seat; the last one deals",
            "points above par",
            tuple(series),
            reference=(0, "par"),
        ),
    )
    lab.answer(
        "By position alone the dealer gets "
        + ", ".join(f"{v:+.1f} points with {n} players" for n, (v, _, _) in dealer.items())
        + ", compared with par."
    )


EXPERIMENT = Experiment(study, n=500_000)
