"""When should I lie in Cheat, even when I do not have to?

You hold the rank that is asked for, and may slip in a card of another rank. We try how often to do
it, up to how large a claim, and down to how small a hand. The others challenge only sure lies and
last cards, or they also challenge some claims at random.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, joined
from cardsim.answers.swept import Group, Point, SweepResult

STRATEGY = "bluffer"
LIES = (0, 0.25, 0.5, 0.75, 1)
SURE = "planner"
OTHERS = {
    SURE: "never challenge on a hunch",
    "truth-first:challenge_prob=0.02": "each challenge one claim in fifty",
    "truth-first:challenge_prob=0.05": "each challenge one claim in twenty",
    "truth-first:challenge_prob=0.1": "each challenge one claim in ten",
}
OFTEN = tuple(OTHERS)[-1]
UP_TO = (1, 2, 3, 4)
HANDS = (2, 3, 4, 5, 6, 8, 10)
ORDERS = {
    "last": "the card you will need last",
    "any": "any card",
    "lowest": "the lowest card",
    "soonest": "the card you will need next",
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    often = {vs: lab.sweep("cheat", strategy=STRATEGY, vs=vs, lies=LIES) for vs in OTHERS}
    told = {vs: by_share(sweep) for vs, sweep in often.items()}
    lab.section(
        "How often",
        " ".join(f"If the others {OTHERS[vs]}: {told[vs]}." for vs in OTHERS),
        Chart(
            "Games won, by how often you add a false card to one true card",
            "how often you add a false card, in 100 claims",
            "games won",
            tuple(
                Series.of(
                    f"others {OTHERS[vs]}",
                    [100 * share for share in LIES],
                    [p.estimate for p in sweep.groups[0].points],
                )
                for vs, sweep in often.items()
            ),
            percent=True,
            reference=(0.25, "even share"),
        ),
    )
    large, small, which = (
        lab.sweep("cheat", strategy=STRATEGY, vs=SURE, **given)
        for given in ({"up_to": UP_TO}, {"hand": HANDS}, {"order": tuple(ORDERS)})
    )
    size = spoken(large, "up_to")
    lab.section(
        "Up to how large a claim",
        f"If the others {OTHERS[SURE]}, claim up to {size} cards with a false one among them. The "
        "more you claim, the more players hold a card that gives you away.",
        Chart(
            "What it costs to add false cards to larger claims",
            "your largest claim with a false card (1: never)",
            "games in 100 fewer than with the best",
            (Series.of_costs(large.groups[0], ""),),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    hand = spoken(small, "hand")
    lab.section(
        "Down to how small a hand",
        f"Stop adding false cards with fewer than {hand} cards in hand.",
        Chart(
            "What it costs to go on lying with few cards",
            "you add a false card with this many in hand or more",
            "games in 100 fewer than with the best",
            (Series.of_costs(small.groups[0], ""),),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    chosen = which.groups[0]
    worst = max(chosen.points, key=lambda p: p.shortfall.value)
    card = ORDERS[str(chosen.best["order"])]
    lab.section(
        "With which card",
        f"If you hold none of the rank, lie with {card}. Lie with {ORDERS[str(worst['order'])]}, "
        f"and it costs you {which.cost(worst.shortfall)}.",
        Chart(
            "Games won, by the card you lie with when you hold none of the rank",
            "card",
            "games won",
            (Series.of("", tuple(ORDERS.values()), [p.estimate for p in chosen.points]),),
            kind="points",
            percent=True,
            reference=(0.25, "even share"),
        ),
    )
    never = often[SURE].groups[0].points[0]
    lab.answer(
        f"If the others {OTHERS[SURE]}: {told[SURE]}. Claim up to {size} cards with a false one "
        f"among them, stop with fewer than {hand} in hand, and lie with {card}. If the others "
        f"{OTHERS[OFTEN]}: {told[OFTEN]}.",
        Number.of(never.estimate, "of games won without a needless lie"),
        Number.of(often[SURE].groups[0].best.estimate, "of games won by lying as often as is best"),
    )


def percent(point: Point) -> str:
    """How often you lie at a point."""
    share = float(point["lies"])
    return (
        "never" if share == 0 else "always" if share == 1 else f"in {100 * share:.0f} % of claims"
    )


def by_share(sweep: SweepResult) -> str:
    """How often to lie needlessly, and what the other extreme costs."""
    group = sweep.groups[0]
    ends = {share: next(p for p in group.points if p["lies"] == share) for share in (0, 1)}
    if all(p.tied or p is group.best for p in group.points):
        return "it makes no measurable difference how often you lie"
    ties = [percent(p) for p in group.tied]
    others = f" (or {joined(ties, 'or')})" if ties else ""
    other = ends[1] if group.best["lies"] == 0 else ends[0]
    cost = sweep.cost(other.shortfall)
    return f"{to_add(group.best)}{others}; {percent(other)} doing it costs {cost}"


def to_add(point: Point) -> str:
    """To lie as often as at a point."""
    often, adding = percent(point), "add a false card to a single true one"
    return f"{often} {adding}" if point["lies"] in (0, 1) else f"{adding} {often}"


def spoken(sweep: SweepResult, name: str) -> str:
    """The best value with those that do as well: `4 (or 3)`."""
    group: Group = sweep.groups[0]
    ties = [str(p[name]) for p in group.tied]
    return f"{group.best[name]}" + (f" (or {joined(ties, 'or')})" if ties else "")


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
