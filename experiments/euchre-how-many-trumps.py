"""How many trumps do I need to order up the upcard in Euchre?

You order up with some number of trumps or more, bowers included, and never go alone; the number
depends on where you sit. The dealer counts the upcard. We try the numbers of the dealer and the
dealer's partner together, because each can leave it to the other; then, with the best of these, the
numbers to the dealer's left and right. Your partner plays like you, against two who play by the
book.
"""

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.answers.experiments import Lab, joined
from cardsim.answers.swept import Point
from cardsim.statistics.paired import Shortfall

STRATEGY = "by-place"
NEVER = 7
PARTNER, DEALER, LEFT, RIGHT = "partner_trumps", "dealer_trumps", "left_trumps", "right_trumps"
PLACES = {
    LEFT: "left of the dealer",
    PARTNER: "as the dealer's partner",
    RIGHT: "right of the dealer",
    DEALER: "as the dealer, counting the upcard",
}
COUNTS = tuple(range(1, NEVER + 1))
FEW = (1, 2, 3, 4, NEVER)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    both = lab.sweep("euchre", strategy=STRATEGY, **{PARTNER: FEW, DEALER: FEW})
    points = both.groups[0].points
    best = {name: number(both.groups[0].best, name) for name in (PARTNER, DEALER)}
    swept = {
        name: lab.sweep("euchre", strategy=STRATEGY, **{**best, name: COUNTS})
        for name in (LEFT, RIGHT)
    }
    told = {name: spoken(sweep, name) for name, sweep in swept.items()}
    ties = [pair(point) for point in both.groups[0].tied]
    as_well = f" These do as well: {'; '.join(ties)}." if ties else ""
    lab.section(
        "On the dealer's side",
        f"You need {pair(both.groups[0].best)}.{as_well}",
        Chart(
            "What it costs on the dealer's side, by what the dealer's partner does",
            "the dealer picks up with this many trumps or more (7: never)",
            "matches in 100 fewer than with the best numbers",
            tuple(
                Series.of_gaps(
                    f"partner: {brief(value)}",
                    FEW,
                    [p.shortfall for p in points if number(p, PARTNER) == value],
                    100,
                )
                for value in FEW
            ),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    lab.section(
        "Against the dealer",
        f"You need {told[LEFT]} {PLACES[LEFT]}, and {told[RIGHT]} {PLACES[RIGHT]}.",
        Chart(
            "What each number of trumps costs against the dealer",
            "you order up with this many trumps or more (7: never)",
            "matches in 100 fewer than with the best number",
            tuple(Series.of_costs(swept[name].groups[0], PLACES[name]) for name in (LEFT, RIGHT)),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    two = {name: swept[name].cost(cost_of(swept[name], name, 2)) for name in (LEFT, RIGHT)}
    lab.answer(
        f"On the dealer's side you need {pair(both.groups[0].best)}. Against the dealer you need "
        f"{told[LEFT]} {PLACES[LEFT]} and {told[RIGHT]} {PLACES[RIGHT]}. Ordering up with two "
        f"costs {two[LEFT]} {PLACES[LEFT]}, and {two[RIGHT]} {PLACES[RIGHT]}.",
        Number(brief(best[DEALER]), f"trumps {PLACES[DEALER]}", "by matches won"),
        Number(brief(best[PARTNER]), f"trumps {PLACES[PARTNER]}", "by matches won"),
        Number.of(two[LEFT], f"lost by ordering up with two {PLACES[LEFT]}", is_cost=True),
    )


def number(point: Point, name: str) -> int:
    """The number of trumps of a point."""
    return int(dict(point.settings)[name])


def brief(value: int) -> str:
    """A number of trumps, in a word."""
    return "never" if value == NEVER else str(value)


def pair(point: Point) -> str:
    """The numbers of the dealer and the dealer's partner."""
    dealer, partner = (brief(number(point, name)) for name in (DEALER, PARTNER))
    return f"{dealer} as the dealer, counting the upcard, and {partner} as the dealer's partner"


def cost_of(sweep: SweepResult, name: str, value: int) -> Shortfall:
    """What a number of trumps costs compared with the best."""
    return next(p.shortfall for p in sweep.groups[0].points if number(p, name) == value)


def spoken(sweep: SweepResult, name: str) -> str:
    """The best number with those that do as well: `4 trumps (or 5)`."""
    group = sweep.groups[0]
    value = number(group.best, name)
    ties = [brief(k) for k in sorted(number(point, name) for point in group.tied)]
    others = f" (or {joined(ties, 'or')})" if ties else ""
    return f"{brief(value)}{'' if value == NEVER else ' trumps'}{others}"


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
