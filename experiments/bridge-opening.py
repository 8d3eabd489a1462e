"""With how many points should I open the bidding in Bridge?

The tips for beginners say 12. You and your partner try other numbers: against beginners, in mixed
company and against good players; then against two of whom you know whether they come in and double.
Most of mixed company and all good players bid a standard system and double for take-out. By the
tips you overcall with five cards and ten points, and partners know what an opening promises. Then
you try other numbers in the system of `bridge-how-to-play`.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Group, Lab, SweepResult, in_three, level, or_ties, sweep_in_three, tried

OPEN = "open_hcp"
POINTS = tuple(range(2, 16))
TWELVE = 12
X = "points with which you open the bidding"
SYSTEM, IN_SYSTEM = "standard", tuple(range(9, 15))
"""The system of the page on how to play, and the numbers tried in it."""
PART = 2
"""Part of the boards that are played in that system, which takes longer."""
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
    system = sweep_in_three(
        lab,
        "bridge",
        "open_points",
        told,
        X,
        heading="In the system of how to play",
        first=TWELVE,
        strategy=SYSTEM,
        open_points=IN_SYSTEM,
        n=lab.n // PART,
    )
    asked.show(lab, "By the tips", X, asked.about)
    known = {name: swept(lab, vs) for name, vs in OTHERS.items()}
    said = {name: by_points(sweep) for name, sweep in known.items()}
    lab.section(
        "If you know what the others do",
        " ".join(f"If they {name}, {text}." for name, text in said.items()),
        Chart(
            "What it costs to open with fewer or more points",
            X,
            "points a board fewer than with the best number",
            tuple(Series.of_costs(s.groups[0], f"they {name}") for name, s in known.items()),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    twelve = POINTS.index(TWELVE)
    keep = f"keep to {TWELVE}: " * system.level
    lab.answer(
        f"In the system of bridge-how-to-play {keep}{system.told}. If you bid all else by the "
        f"tips, {asked.told}: there waiting for {TWELVE} costs you {asked.costs(twelve)}. If you "
        f"know that the others {SILENT}, and bid by the tips, {said[SILENT]}. Most of mixed "
        "company and all good players double for take-out.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(twelve),
            f"lost by waiting for {TWELVE}, by the tips",
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
    best = str(group.best[OPEN])
    others = or_ties(
        best, [str(p[OPEN]) for p in level(group)], [str(p[OPEN]) for p in group.points]
    )
    return f"open with {best}{others}: waiting for {TWELVE} costs {sweep.cost(twelve.shortfall)}"


EXPERIMENT = Experiment(study, n=300_000)
