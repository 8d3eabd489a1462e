"""Which card should I throw in Chinese Ten when nothing captures?

You throw the card that costs you least: its own points, plus some multiple of the points that the
others may win with it, by the cards you have not seen. At 0 only its own points count. Otherwise
you take the most points now. With two players we try that against beginners, in mixed company and
against good players, and with two to four in mixed company.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import (
    Group,
    Lab,
    Point,
    Tried,
    amount,
    by_players,
    counted,
    level,
    or_ties,
    sweep_in_three,
)

GAME, WAY, RULES, PLAYERS = "chinese-ten", "throw-safe", "partners-out", (2, 3, 4)
TIMES = (0, 0.25, 0.5, 1, 2, 3, 4, 6, 10)
TWICE = 2


def study(lab: Lab) -> None:
    """Play, show, answer."""
    x = "how many times you count what the others may win"
    asked = sweep_in_three(lab, GAME, "w", told, x, strategy=WAY, w=TIMES, players=2)
    tables = ",".join(map(str, PLAYERS))
    sweep = lab.sweep(GAME, strategy=WAY, w=TIMES, players=tables, vs="field")
    groups = {int(g.circumstances[0][1]): g for g in sweep.groups}
    blind = {n: amount(g.points[0].shortfall, 1) for n, g in groups.items()}
    twice = {
        n: amount(p.shortfall, 1) for n, g in groups.items() for p in g.points if weight(p) == TWICE
    }
    best = {n: times(g) for n, g in groups.items()}
    lab.section(
        "How much to fear the others, in mixed company",
        f"Count what the others may win {by_players(best)}.",
        Chart(
            "What it costs to fear the others too much or too little",
            "how many times you count what the others may win",
            "points a hand fewer than with the best",
            tuple(
                Series.of_gaps(
                    f"{counted(n)} players",
                    [weight(p) for p in g.points],
                    [p.shortfall for p in g.points],
                    1,
                )
                for n, g in groups.items()
            ),
        ),
    )
    here = f"{WAY}:w={TIMES[asked.advised]:g}"
    both = lab.compare(GAME, RULES, here, players=PLAYERS[0], vs="field")
    lab.answer(
        f"{feared(asked)} In mixed company, if you look only at the "
        f"card's own points, you give away {by_players(blind, 'points a hand')}. At a "
        "table play by the rules of `chinese-ten-how-to-play`, which win "
        f"{both.cost(both.gap(0, 1))} more with two players: from what a play wins they take off "
        "half of the card's own points, and a quarter of the points of its partners not seen yet.",
        *asked.numbers,
        Number.of(
            blind[PLAYERS[0]],
            "points a hand lost by looking only at the card's own points, two players",
            is_cost=True,
        ),
        Number.of(
            twice[PLAYERS[0]],
            "points a hand lost by counting twice what the other may win, in mixed company",
        ),
    )


def feared(asked: Tried) -> str:
    """Return what a card must be weighed by with two players, and what its points alone cost."""
    own = TIMES.index(0)
    good = [k for k, n in enumerate(TIMES) if all(found.is_good(k) for found in asked.three)]
    if not good or not all(found.behind[own].low > 0 for found in asked.three):
        return f"With two players, {asked.told}."
    least = TIMES[min(good)]
    more = "as much as" if least == 1 else f"{least:g} times as much as"
    if least > 1:
        more = "more than"
    return (
        f"One that the others can hardly use: with two players, what they may win with it counts "
        f"{more} its own points, in all three companies that were tried. Looking only at its own "
        f"points costs you {asked.costs(own)}."
    )


def told(times: float) -> str:
    """Return in words how much you fear the others."""
    if times == 0:
        return "look only at the card's own points"
    return f"count what the others may win {times:g} time{'s' * (times != 1)}"


def weight(point: Point) -> float:
    """Return how many times the points that the others may win are counted."""
    return float(dict(point.settings)["w"])


def times(group: Group) -> str:
    """Return the best weight with those that do as well: `2 times (or 3)`."""
    ties = [f"{weight(p):g}" for p in level(group)]
    best = f"{weight(group.best):g}"
    others = or_ties(best, ties, [f"{weight(p):g}" for p in group.points])
    return f"{best} time{'s' * (best != '1')}{others}"


EXPERIMENT = Experiment(study, n=2_000_000, precision="0.5pp")
