"""Which special cards should I keep in Ninety-Nine?

The special cards (4, 9, ten, king) fit when nothing else does. You play by the five rules of
`ninety-nine-five-rules`, and try all 24 orders of spending special cards below 99, in the same
matches: against beginners, in mixed company and against good players.
"""

from collections.abc import Sequence
from itertools import permutations

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.studies import Lab, Point, Table, amount, counted, in_three, level, three_of, tried

PLAYERS, USUAL = (2, 3, 4, 6), 3
SHOWN = 12
"""Orders that a chart shows: the best ones, and the worst."""
CARDS = {"9": "9", "4": "4", "T": "ten", "K": "king"}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = in_three("ninety-nine", lambda vs: all_orders(lab, vs))
    asked = {n: tried(swept, spend, "order", players=n) for n in PLAYERS}
    usual = asked[USUAL]
    lab.section(
        "By who the others are",
        f"With three players, {usual.told}. {usual.about}",
        table=Table(
            "The order to spend special cards in, by players and by who the others are",
            ("players", *(f.company.where for f in usual.three), "if you do not know them"),
            tuple(
                (f"{n} players", *(a.spoken(f) for f in a.three), a.ways[a.advised])
                for n, a in asked.items()
            ),
        ),
    )
    sweep = swept[three_of("ninety-nine")[1]]
    groups = {int(g.circumstances[0][1]): g for g in sweep.groups}
    told = []
    for n, group in groups.items():
        points = sorted(group.points, key=lambda p: p.shortfall.value)
        worst, ties = worst_of(group.points), len(level(group))
        alike = {0: "", 1: f" (or {in_words(points[1])}, which does as well)"}.get(
            ties, f" (or {counted(ties)} others, which do as well)"
        )
        told.append(f"with {counted(n)} players {in_words(points[0])}{alike}")
        shown = [*points[1:SHOWN], worst]
        lab.section(
            f"{counted(n).capitalize()} players in mixed company",
            f"Spend them in the order {in_words(points[0])}{alike}. The worst order, "
            f"{in_words(worst)}, costs {amount(worst.shortfall)} matches in 100.",
            Chart(
                f"What each order costs compared with the best, {in_words(points[0])}",
                "order of spending",
                "matches in 100 fewer",
                (
                    Series.of_gaps(
                        f"{counted(n)} players",
                        [in_words(p) for p in shown],
                        [p.shortfall for p in shown],
                    ),
                ),
                kind="points",
                reference=(0, "the best"),
            ),
        )
    costs = {n: max(p.shortfall.value for p in g.points) for n, g in groups.items()}
    most = max(costs, key=lambda n: costs[n])
    worst = worst_of(groups[most].points)
    lab.answer(
        f"With three players, below 99, {usual.told}. In mixed company, and keeping the last: "
        + "; ".join(told)
        + f". It matters most with {counted(most)} players: the order {in_words(worst)} costs "
        f"{amount(worst.shortfall)} matches in 100.",
        Number(
            in_words(groups[PLAYERS[0]].best),
            f"the order to spend them in, {counted(PLAYERS[0])} players",
        ),
        Number.of(
            amount(worst.shortfall),
            f"matches in 100 lost by {in_words(worst)}, {counted(most)} players",
            is_cost=True,
        ),
    )


def all_orders(lab: Lab, vs: str) -> SweepResult:
    """Sweep all orders in one company, at every table."""
    return lab.sweep(
        "ninety-nine",
        strategy="five-rules",
        order=["".join(o) for o in permutations("94TK")],
        players=",".join(map(str, PLAYERS)),
        unit="match",
        vs=vs,
    )


def spend(order: str) -> str:
    """Return in which order you spend them, in words."""
    return f"spend them in the order {named(order)}"


def in_words(point: Point) -> str:
    """Return an order in words."""
    return named(str(dict(point.settings)["order"]))


def named(order: str) -> str:
    """Return an order as one word, `ten-king-9-4`."""
    return "-".join(CARDS[s] for s in order)


def worst_of(points: Sequence[Point]) -> Point:
    """Return the order that costs most."""
    return max(points, key=lambda point: point.shortfall.value)


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
