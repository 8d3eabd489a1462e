"""Is it better to sit first in Scat?

Everybody plays `threshold`, with 2 to 6 players; what is counted is who loses a life. Seat 0 plays
first, the last seat is the dealer.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab

PLAYERS = range(2, 7)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    seats = {n: lab.run("scat", players=n).by_seat()["change"] for n in PLAYERS}
    series = []
    verdicts = []
    for n, frame in seats.items():
        mean = frame["mean"].mean()
        low, high = (tuple(100 * (v / mean - 1) for v in frame[c]) for c in ("low", "high"))
        relative = tuple(100 * (v / mean - 1) for v in frame["mean"])
        series.append(Series(f"{n} players", tuple(range(n)), relative, low, high))
        best = min(range(n), key=relative.__getitem__)
        worst = max(range(n), key=relative.__getitem__)
        sure = high[best] < low[worst]
        verdicts.append(
            f"{n} players: best seat {best} ({relative[best]:+.1f} %), worst seat {worst} "
            f"({relative[worst]:+.1f} %)" + ("" if sure else ", which may be noise")
        )
    first = {n: s.y[0] for n, s in zip(PLAYERS, series, strict=True)}
    good = [n for n, s in zip(PLAYERS, series, strict=True) if s.high[0] < 0]
    lab.section(
        "By seat",
        "Lives lost, compared with the average seat at the table. " + "; ".join(verdicts) + ".",
        Chart(
            "The first seat loses more or fewer lives than the average: "
            + ", ".join(f"{v:+.1f} % of {n}" for n, v in first.items()),
            "seat; 0 plays first",
            "lives lost, % above the average seat",
            tuple(series),
            reference=(0, "average seat"),
        ),
    )
    if len(good) == len(PLAYERS):
        verdict = "Yes"
    elif good:
        verdict = "It depends on the number of players"
    else:
        verdict = "No"
    lab.answer(
        f"{verdict}: beside the average seat the first loses "
        + ", ".join(
            f"{abs(v):.1f} % {'fewer' if v < 0 else 'more'} lives with {n} players"
            for n, v in first.items()
        )
        + "."
    )


EXPERIMENT = Experiment(study)
