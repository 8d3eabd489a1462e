"""Which special cards should I keep in Ninety-Nine?

The four special cards (4, 9, 10, king) get one out of trouble. All 24 orders in which `dump-high`
can spend them play the same deals, against players that spend 9, 4, 10, king.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, joined

PLAYERS = (2, 3, 4)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep(
        "ninety-nine",
        special_order=["".join(o) for o in _orders()],
        players=",".join(map(str, PLAYERS)),
    )
    groups = {g.circumstances[0][1]: g for g in sweep.groups}
    for n, group in groups.items():
        points = sorted(group.points, key=lambda p: p.estimate.value)
        ties = [p.settings[-1][1] for p in points if p.tied]
        lab.section(
            f"{n} players",
            f"Best order to spend them: {_order(group.best)}; as good within noise: "
            + (joined([str(t) for t in ties if t != _order(group.best)]) or "none")
            + f". The worst is {_order(points[-1])}.",
            Chart(
                f"With {n} players {_order(group.best)} loses least, {_order(points[-1])} most",
                "order, the first spent first",
                "hands that you lose",
                (
                    Series.of(
                        f"{n} players", [_order(p) for p in points], [p.estimate for p in points]
                    ),
                ),
                kind="points",
                percent=True,
            ),
        )
    lab.answer(
        "Spend them in this order, T being the ten: "
        + "; ".join(
            f"with {n} players {_order(g.best)}"
            + (f" (or {len(g.tied)} more, tied within noise)" if g.tied else "")
            for n, g in groups.items()
        )
        + ". The last is the one to keep."
    )


def _orders() -> list[tuple[str, ...]]:
    from itertools import permutations

    return list(permutations("94TK"))


def _order(point: object) -> str:
    return str(dict(point.settings)["special_order"])  # type: ignore[attr-defined]


EXPERIMENT = Experiment(study, n=200_000)
