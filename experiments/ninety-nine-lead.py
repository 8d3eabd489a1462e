"""Does it pay to lead in Ninety-Nine?

Everybody plays `dump-high`; seat 0 plays the first card.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, joined

PLAYERS = range(2, 7)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    series = []
    for n in PLAYERS:
        frame = lab.run("ninety-nine", players=n).by_seat()["change"]
        apart = {c: tuple(100 * (v - 1 / n) for v in frame[c]) for c in ("mean", "low", "high")}
        series.append(
            Series(f"{n} players", tuple(range(n)), apart["mean"], apart["low"], apart["high"])
        )
    first = {n: s.y[0] for n, s in zip(PLAYERS, series, strict=True)}
    lab.section(
        "By seat",
        "Hands lost by the leader, in percentage points above a fair share: "
        + "; ".join(f"{n} players {v:+.2f}" for n, v in first.items())
        + ".",
        Chart(
            "Hands lost by seat, beside a fair share",
            "seat; 0 leads",
            "percentage points above a fair share",
            tuple(series),
            reference=(0, "fair share"),
        ),
    )
    good = [n for n, s in zip(PLAYERS, series, strict=True) if s.high[0] < 0]
    bad = [n for n, s in zip(PLAYERS, series, strict=True) if s.low[0] > 0]
    verdict = "Yes" if len(good) == len(PLAYERS) else "No" if not good else "Not always"
    unsure = [n for n in PLAYERS if n not in good and n not in bad]
    told = [
        f"{what} with {joined([str(n) for n in found])}"
        for what, found in (("less", good), ("more", bad), ("as much within noise", unsure))
        if found
    ]
    lab.answer(
        f"{verdict}. Beside a fair share of hands the leader loses {', '.join(told)} players: "
        "in percentage points " + ", ".join(f"{v:+.2f} with {n}" for n, v in first.items()) + "."
    )


EXPERIMENT = Experiment(study)
