"""With how many points should I open the bidding in Bridge?

The tips for beginners say 12. You and your partner try other numbers: against beginners, in mixed
company and against good players; then against two of whom you know whether they come in and double.
Most of mixed company and all good players bid a standard system and double for take-out. You
overcall with five cards and ten points, bid everything else by the tips, and partners know what an
opening promises.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Group, Lab, SweepResult, in_three, tried

OPEN = "open_hcp"
POINTS = tuple(range(2, 16))
TWELVE = 12
OTHERS = {
    "never come in": "tips",
    "come in": "tips:overcalls=simple",
    "come in, and double with 14": "tips:overcalls=simple,penalty_double_hcp=14",
}
"""Habits of the others, where both have the same."""
SILENT = next(iter(OTHERS))


def study(lab: Lab) -> None:
    """Play, show, answer."""
    found = in_three("bridge", lambda vs: swept(lab, vs))
    asked = tried(found, told, OPEN)
    asked.show(lab, "With how many points", "points with which you open the bidding", asked.about)
    known = {name: swept(lab, vs) for name, vs in OTHERS.items()}
    said = {name: by_points(sweep) for name, sweep in known.items()}
    lab.section(
        "If you know what the others do",
        " ".join(f"If they {name}, {text}." for name, text in said.items()),
        Chart(
            "What it costs to open with fewer or more points",
            "points with which you open the bidding",
            "points a board fewer than with the best number",
            tuple(Series.of_costs(s.groups[0], f"they {name}") for name, s in known.items()),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    twelve = POINTS.index(TWELVE)
    lab.answer(
        f"{asked.headline}. Waiting for {TWELVE} costs you {asked.costs(twelve)}. If you know that "
        f"the others {SILENT}, {said[SILENT]}. Most of mixed company and all good players double "
        f"for take-out. The system of bridge-how-to-play opens with {TWELVE}.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(twelve),
            f"lost by waiting for {TWELVE}, in mixed company",
            is_cost=True,
        ),
    )


def swept(lab: Lab, vs: str) -> SweepResult:
    """Sweep all numbers of points in one company."""
    return lab.sweep("bridge", overcalls="simple", vs=vs, **{OPEN: POINTS})


def told(points: int) -> str:
    """Return when you open, in words."""
    return f"open with {points} points"


def by_points(sweep: SweepResult) -> str:
    """Return the best number if all others do the same, and the cost of waiting for twelve."""
    group: Group = sweep.groups[0]
    twelve = next(p for p in group.points if p[OPEN] == TWELVE)
    return (
        f"open with {group.best[OPEN]}: waiting for {TWELVE} costs {sweep.cost(twelve.shortfall)}"
    )


EXPERIMENT = Experiment(study, n=300_000)
