"""Which card should I throw in Chinese Ten when nothing captures?

You throw the card that costs you least: its own points, plus some multiple of the points that the
others may win with it, by the cards you have not seen. At 0 only its own points count. Otherwise
you play like the others, who take the most points now and throw the card with the fewest points.
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
        vs="usual",
    )
    groups = {int(g.circumstances[0][1]): g for g in sweep.groups}
    blind = {n: amount(g.points[0].shortfall, 1) for n, g in groups.items()}
    twice = {
        n: amount(p.shortfall, 1) for n, g in groups.items() for p in g.points if weight(p) == TWICE
    }
    best = {n: times(g) for n, g in groups.items()}
    lab.section(
        "How much to fear the others",
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
    feared = all(g.points[0].shortfall.low > 0 for g in groups.values())
    lab.answer(
        ("A low card that the others can hardly use. " if feared else "")
        + "If you look only at the card's own points, you give away "
        f"{by_players(blind, 'points a hand')}. Count what the others may win "
        f"{by_players(best)}; counting it twice costs {by_players(twice)}.",
        Number.of(
            blind[PLAYERS[0]],
            "points a hand lost by looking only at the card's own points, two players",
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
