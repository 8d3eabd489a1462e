"""How many trumps do I need to order up the upcard in Euchre?

You order up with some number of trumps or more, bowers included, and never go alone; the number
depends on where you sit. The dealer picks the upcard up, and counts it. We try the numbers of the
dealer and the dealer's partner together, because each can leave it to the other; then, with the
best of these, the numbers to the dealer's left and right. Your partner plays like you: against
beginners, in mixed company and against good players.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.studies import Lab, Point, Shortfall, in_three, level, or_ties, three_of, tried

STRATEGY = "by-place"
NEVER = 7
PARTNER, DEALER, LEFT, RIGHT = "partner_trumps", "dealer_trumps", "left_trumps", "right_trumps"
PLACES = {
    LEFT: "left of the dealer",
    PARTNER: "as the dealer's partner",
    RIGHT: "right of the dealer",
    DEALER: "as the dealer, counting the upcard",
}
EVERYWHERE = ", in all three companies that were tried"
COUNTS = tuple(range(1, NEVER + 1))
FEW = (1, 2, 3, 4, NEVER)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    pairs = in_three("euchre", partial(ordered, lab, {PARTNER: FEW, DEALER: FEW}))
    mixed = three_of("euchre")[1]
    both = pairs[mixed]
    points = both.groups[0].points
    best: dict[str, Any] = {name: number(both.groups[0].best, name) for name in (PARTNER, DEALER)}
    played = {
        name: in_three("euchre", partial(ordered, lab, best | {name: COUNTS}))
        for name in (LEFT, RIGHT)
    }
    asked = {
        name: tried(found, partial(trumps, PLACES[name]), name) for name, found in played.items()
    }
    swept = {name: found[mixed] for name, found in played.items()}
    side = tried(pairs, pair)
    lab.section(
        "On the dealer's side, by who the others are",
        f"{side.headline}. {side.about}",
        table=side.table(),
    )
    for name, each in asked.items():
        each.show(
            lab,
            f"{PLACES[name].capitalize()}, by who the others are",
            "you order up with this many trumps or more (7: never)",
        )
    told = {name: spoken(sweep, name) for name, sweep in swept.items()}
    ties = [pair(point) for point in level(both.groups[0])]
    as_well = f" These do as well: {'; '.join(ties)}." if ties else ""
    lab.section(
        "On the dealer's side, in mixed company",
        f"It is best to {pair(both.groups[0].best)}.{as_well}",
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
        "Against the dealer, in mixed company",
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
        f"{together(side.told, asked[RIGHT].told, asked[LEFT].told)} Ordering up with two "
        f"in mixed company costs {two[LEFT]} {PLACES[LEFT]}, and {two[RIGHT]} {PLACES[RIGHT]}.",
        Number(brief(best[DEALER]), f"trumps {PLACES[DEALER]}", "by matches won"),
        Number(brief(best[PARTNER]), f"trumps {PLACES[PARTNER]}", "by matches won"),
        Number.of(two[LEFT], f"lost by ordering up with two {PLACES[LEFT]}", is_cost=True),
    )


def together(*told: str) -> str:
    """Return several pieces of advice as sentences; where they hold is said once if it is alike."""
    if all(each.endswith(EVERYWHERE) for each in told):
        first, *rest = (each.removesuffix(EVERYWHERE) for each in told)
        ways = (first, *(each.removeprefix("order up ") for each in rest))
        return f"{first[:1].upper()}{'; '.join(ways)[1:]}{EVERYWHERE}."
    return " ".join(f"{each[:1].upper()}{each[1:]}." for each in told)


def number(point: Point, name: str) -> int:
    """Return the number of trumps of a point."""
    return int(dict(point.settings)[name])


def brief(value: int) -> str:
    """Return a number of trumps in a word."""
    return "never" if value == NEVER else str(value)


def ordered(lab: Lab, numbers: Mapping[str, Any], vs: str) -> SweepResult:
    """Sweep all numbers of trumps in one company."""
    return lab.sweep("euchre", strategy=STRATEGY, vs=vs, **numbers)


def trumps(place: str, value: int) -> str:
    """Return when to order up in a place."""
    how = "never order up" if value == NEVER else f"order up with {so_many(value)}"
    return f"{how} {place}"


def so_many(value: int) -> str:
    """Return a number of trumps or more, in words."""
    return f"{'one trump' if value == 1 else f'{value} trumps'} or more"


def pair(point: Point) -> str:
    """Return the numbers of the dealer and the dealer's partner in words."""
    dealer, partner = (number(point, name) for name in (DEALER, PARTNER))
    picks = (
        "never pick up as the dealer"
        if dealer == NEVER
        else f"pick up with {so_many(dealer)} as the dealer, counting the upcard"
    )
    return f"{picks}, and {trumps(PLACES[PARTNER], partner)}"


def cost_of(sweep: SweepResult, name: str, value: int) -> Shortfall:
    """Return the cost of a number of trumps compared with the best."""
    return next(p.shortfall for p in sweep.groups[0].points if number(p, name) == value)


def spoken(sweep: SweepResult, name: str) -> str:
    """Return the best number with those that do as well: `4 trumps (or 5)`."""
    group = sweep.groups[0]
    value = number(group.best, name)
    ties = [brief(k) for k in sorted(number(point, name) for point in level(group))]
    others = or_ties(brief(value), ties, [brief(number(p, name)) for p in group.points])
    return f"{brief(value)}{'' if value == NEVER else ' trumps'}{others}"


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
