"""Which card should I throw in Chinese Ten when nothing captures?

You throw the card that costs least: its own points, and so many times the points that the others
may win with it, by the cards that you have not seen. At 0 only its own points count. All else you
play as the others, who take the most points now and throw the card of fewest points.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, by_players, joined
from cardsim.answers.swept import Group, Point
from cardsim.runs.wording import counted

PLAYERS = (2, 3, 4)
TWICE = 2


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep(
        "chinese-ten",
        strategy="throw-safe",
        w="0,0.25,0.5,1,2,3,4,6,10",
        players=",".join(map(str, PLAYERS)),
    )
    groups = {int(g.circumstances[0][1]): g for g in sweep.groups}
    blind = {n: amount(g.points[0].shortfall, 1) for n, g in groups.items()}
    twice = {
        n: amount(p.shortfall, 1) for n, g in groups.items() for p in g.points if weight(p) == TWICE
    }
    best = {n: times(g) for n, g in groups.items()}
    lab.section(
        "How much to fear the others",
        f"Best is to count what the others may win {by_players(best)}.",
        Chart(
            "Points a hand that another weight costs",
            "times that what the others may win is counted",
            "points a hand fewer than the best",
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
    feared = all(g.points[0].shortfall.low > 0 for g in groups.values())
    lab.answer(
        ("A low card that the others can hardly use: who" if feared else "Who")
        + " looks at the card's own points alone gives away "
        f"{by_players(blind, 'points a hand')}. Best is to count what the others may win "
        f"{by_players(best)}; to count it twice costs {by_players(twice)}.",
        Number.of(
            blind[PLAYERS[0]],
            "points a hand lost by looking at the card's own points alone, two players",
            is_cost=True,
        ),
        Number.of(
            twice[PLAYERS[0]], "points a hand lost by counting twice what the others may win"
        ),
    )


def weight(point: Point) -> float:
    """How often what the others may win is counted."""
    return float(dict(point.settings)["w"])


def times(group: Group) -> str:
    """The best weight with those that do as well: `2 times (or 3)`."""
    ties = [f"{weight(p):g}" for p in group.tied]
    others = f" (or {joined(ties, 'or')})" if ties else ""
    return f"{weight(group.best):g} times{others}"


EXPERIMENT = Experiment(study, n=2_000_000, precision="0.5pp")
