"""When should I play alone in Euchre?

You count 6 for the nine of trumps to 10 for its ace, 11 and 12 for the bowers, 5 for every other
ace and 3 for each suit that you do not have, and play alone from some number on; the dealer counts
the upcard. Each number plays the same matches, with a partner who plays like you against two who
play by the book, by the usual points and by those of other tables.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, joined
from cardsim.answers.swept import Group, Point

STRATEGY = "fine-count"
NEVER = 90
VALUES = (28, 32, 34, 36, 38, 40, 42, 44, 46, 50, 54, NEVER)
POINTS = {2: "as a march with the partner", 3: "one more than that", 4: "the usual number"}
"""What all five tricks alone score."""
USUAL = 4


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = {
        points: lab.sweep("euchre", strategy=STRATEGY, alone_worth=VALUES, lone_points=points)
        for points in POINTS
    }
    groups = {points: sweep.groups[0] for points, sweep in swept.items()}
    never = {
        points: sweep.cost(point_of(groups[points], NEVER).shortfall)
        for points, sweep in swept.items()
    }
    told = [
        f"where it scores {points}, {way(groups[points])}, and never to do it costs {never[points]}"
        for points in POINTS
    ]
    lab.section(
        "By what all five tricks alone score",
        f"It is best to play so: {'; '.join(told)}.",
        Chart(
            "What it costs to play alone with more or less",
            "you play alone from this count on (60: never)",
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
        f"With the usual {USUAL} points for all five tricks alone, {way(groups[USUAL])}. Never to "
        f"do it costs {never[USUAL]}, and to do it with {VALUES[0]} already {bold}.",
        Number(
            brief(value_of(groups[USUAL].best)),
            "count from which to play alone",
            "by matches won",
        ),
        Number.of(never[USUAL], "lost if you never play alone", is_cost=True),
        Number.of(bold, f"lost by playing alone with {VALUES[0]} already", is_cost=True),
    )


def value_of(point: Point) -> int:
    """The count of a point."""
    return int(dict(point.settings)["alone_worth"])


def point_of(group: Group, value: int) -> Point:
    """The point with this count."""
    return next(point for point in group.points if value_of(point) == value)


def brief(value: int) -> str:
    """A count, in a word."""
    return "never" if value == NEVER else str(value)


def way(group: Group) -> str:
    """What is best, with what does as well."""
    value, ties = value_of(group.best), [brief(value_of(p)) for p in group.tied]
    others = f" (or {joined(ties, 'or')})" if ties else ""
    return ("never play alone" if value == NEVER else f"play alone with {value}") + others


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
