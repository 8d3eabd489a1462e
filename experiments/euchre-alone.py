"""When should I play alone in Euchre?

Count your hand: the nine of trumps 6, and so on up to its ace 10, left bower 11, right bower 12,
off-suit ace 5, void 3; the dealer counts the upcard. How many points do you need to go alone? Each
number plays the same matches, with a partner who plays like you: for the usual points against
beginners, in mixed company and against good players, and for those of other tables in mixed
company.
"""

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.studies import Group, Lab, Point, in_three, level, or_ties, tried

STRATEGY = "fine-count"
NEVER = 90
VALUES = (28, 32, 34, 36, 38, 40, 42, 44, 46, 50, 54, NEVER)
POINTS = {2: "as a march together", 3: "one more than that", 4: "the usual number"}
"""Points of a lone march."""
COUNT = (
    "the nine of trumps 6, and so on up to its ace 10, left bower 11, right bower 12, off-suit "
    "ace 5, void 3"
)
USUAL = 4
RULE = 38
"""The count in the rules on how to play."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = tried(in_three("euchre", lambda vs: lone(lab, vs)), told_of, "alone_worth")
    asked.show(
        lab,
        "By who the others are",
        f"you go alone with this count or more ({NEVER}: never)",
        asked.about,
    )
    swept = {points: lone(lab, "field", lone_points=points) for points in POINTS}
    groups = {points: sweep.groups[0] for points, sweep in swept.items()}
    never = {
        points: sweep.cost(point_of(groups[points], NEVER).shortfall)
        for points, sweep in swept.items()
    }
    told = [
        f"If it scores {points}, {way(groups[points])}; never going alone costs {never[points]}."
        for points in POINTS
    ]
    lab.section(
        "By what a lone march scores, in mixed company",
        " ".join(told),
        Chart(
            "What it costs to go alone too early or too late",
            "you go alone with this count or more (60: never)",
            "matches in 100 fewer than with the best count",
            tuple(
                Series.of_gaps(
                    f"{points} points: {what}",
                    [min(value_of(p), 60) for p in groups[points].points],
                    [p.shortfall for p in groups[points].points],
                    100,
                )
                for points, what in POINTS.items()
            ),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    bold = swept[USUAL].cost(point_of(groups[USUAL], VALUES[0]).shortfall)
    lab.answer(
        f"{asked.headline}. Count {COUNT}. In mixed company, never going alone costs "
        f"{never[USUAL]}; going alone with as little as {VALUES[0]} costs {bold}. The rules of "
        f"euchre-how-to-play wait for {RULE}: that costs {asked.costs(VALUES.index(RULE))}.",
        *asked.numbers,
        Number.of(never[USUAL], "lost if you never go alone", is_cost=True),
        Number.of(bold, f"lost by going alone with {VALUES[0]}", is_cost=True),
    )


def lone(lab: Lab, vs: str, **rules: int) -> SweepResult:
    """Sweep all counts in one company."""
    return lab.sweep("euchre", strategy=STRATEGY, alone_worth=VALUES, vs=vs, **rules)


def told_of(value: int) -> str:
    """Return when to go alone, in words."""
    return "never go alone" if value == NEVER else f"go alone with a count of {value} or more"


def value_of(point: Point) -> int:
    """Return the count of a point."""
    return int(dict(point.settings)["alone_worth"])


def point_of(group: Group, value: int) -> Point:
    """Return the point with this count."""
    return next(point for point in group.points if value_of(point) == value)


def brief(value: int) -> str:
    """Return a count in a word."""
    return "never" if value == NEVER else str(value)


def way(group: Group) -> str:
    """Return the best count in words, with those that do as well."""
    value, ties = value_of(group.best), [brief(k) for k in sorted(map(value_of, level(group)))]
    among = [brief(value_of(point)) for point in group.points]
    return told_of(value) + or_ties(brief(value), ties, among)


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
