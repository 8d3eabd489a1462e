"""With how many points should partners bid game in Bridge?

The tips for beginners say 25 of both together. Partners bid game with other numbers, on boards, in
a Chicago and in rubbers, where part-scores add up and a game makes vulnerable. They invite with two
fewer; all else, and what the others do, is by the tips.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.comparisons import CompareResult
from cardsim.answers.experiments import Lab, joined

UNITS = {"board": "boards", "chicago": "a Chicago", "rubber": "rubbers"}
DEALS = {"board": 1, "chicago": 4, "rubber": 4}
"""Deals of each, about, so that all are played about as long."""
POINTS = tuple(range(21, 30))
USUAL = 25


def ways() -> list[str]:
    """Who bids game with each number."""
    return [f"tips:game_hcp={points},invite_hcp={points - 2}" for points in POINTS]


def study(lab: Lab) -> None:
    """Play, show, answer."""
    compared = {
        unit: lab.compare("bridge", ways(), n=lab.n // DEALS[unit], unit=unit) for unit in UNITS
    }
    best = {unit: best_of(found) for unit, found in compared.items()}
    told = {unit: spoken(compared[unit]) for unit in UNITS}
    for unit, name in UNITS.items():
        lab.section(
            f"By {name}",
            f"Best is {told[unit]}.",
            Chart(
                f"Points won with each number, by {name}",
                "points of both that bid game",
                "points won against the tips",
                (Series.of("you", POINTS, [c.estimate for c in compared[unit].contenders]),),
                best="highest",
            ),
        )
    costs = {unit: cost_of_usual(found) for unit, found in compared.items()}
    lab.answer(
        f"With {told['board']} points on boards, {told['chicago']} in a Chicago and "
        f"{told['rubber']} in rubbers. The {USUAL} of the tips cost {costs['board']}, "
        f"{costs['chicago']} and {costs['rubber']}.",
        *(
            Number(str(best[unit]), f"points of both, {name}", "by points won")
            for unit, name in UNITS.items()
        ),
    )


def best_of(compared: CompareResult) -> int:
    """The number that wins most."""
    values = [c.estimate.value for c in compared.contenders]
    return POINTS[values.index(max(values))]


def cost_of_usual(compared: CompareResult) -> str:
    """What it costs to bid game with as many points as the tips say."""
    best = best_of(compared)
    if best == USUAL:
        return "nothing"
    return compared.cost(compared.gap(POINTS.index(best), POINTS.index(USUAL)))


def spoken(compared: CompareResult) -> str:
    """The best number, with those that do as well."""
    best = POINTS.index(best_of(compared))
    tied = [
        str(points)
        for k, points in enumerate(POINTS)
        if k != best and compared.gap(best, k).low <= 0
    ]
    return f"{POINTS[best]}" + (f" (or {joined(tied, 'or')})" if tied else "")


EXPERIMENT = Experiment(study, n=400_000)
