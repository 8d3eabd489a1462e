"""Cards, spades or the named cards: what should I play for in Casino?

Most cards count 3 points, most spades 1, the ten of diamonds 2, the two of spades and each ace 1.
You take the capture that is worth most to you, and you may play for cards, for spades, for the
named cards (the ten, the two, the aces), or for all of them. Otherwise you build whatever wins
cards and trail what is safest. Each way plays the same matches against beginners, in mixed company
and against good players.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import (
    CompareResult,
    Lab,
    Point,
    Table,
    amount,
    joined,
    level,
    or_ties,
    priced,
    three_of,
    tried_ways,
)

ALL = "all of them"
WORTH = {"card_w": 0.1, "spade_w": 0.12, "ace_w": 1, "big_w": 2, "little_w": 1}
CARDS, SPADES, NAMED = ("card_w",), ("spade_w",), ("ace_w", "big_w", "little_w")
ALONE = {"cards alone": CARDS, "spades alone": SPADES, "the named cards alone": NAMED}
WITHOUT = {
    "all but cards": CARDS,
    "all but spades": SPADES,
    "all but aces": ("ace_w",),
    "all but the ten": ("big_w",),
    "all but the two": ("little_w",),
}
WAYS = {company.where: ("bold-builder", company.vs) for company in three_of("casino")}
"""Your strategy, and that of the other player."""
BEGINNERS, MIXED, GOOD = WAYS
CARD = (0, 0.1, 0.2, 0.3, 0.5, 1, 2)
SPADE = (0, 0.12, 0.5, 1, 2)
HANDS = 2
"""Hands that are played for each match."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    goals = [ALL, *ALONE, *WITHOUT]
    matches, hands = (
        {
            told: lab.compare(
                "casino", [played_for(way, goal) for goal in goals], vs=vs, unit=unit, n=lab.n * n
            )
            for told, (way, vs) in WAYS.items()
        }
        for unit, n in (("match", 1), ("hand", HANDS))
    )
    lab.section(
        "What to play for",
        "Play for one thing alone, and you lose this many matches in 100: "
        + "; ".join(
            f"{told}, {costs(compared, {goal: goals.index(goal) for goal in ALONE})}"
            for told, compared in matches.items()
        )
        + ".",
        Chart(
            "What it costs to play for one thing alone, or for all but one",
            "what you play for",
            "matches in 100 fewer than by playing for all of them",
            tuple(
                Series.of_gaps(told, goals[1:], [c.gap(0, k) for k in range(1, len(goals))])
                for told, c in matches.items()
            ),
            kind="points",
            reference=(0, ALL),
        ),
        Table(
            "What it costs, in matches in 100 and in points a hand",
            (
                "what you play for",
                *(f"{unit} {told}" for told in WAYS for unit in ("matches", "points")),
            ),
            tuple(
                (
                    goal,
                    *(
                        amount(table[told].gap(0, k), times)
                        for told in WAYS
                        for table, times in ((matches, 100), (hands, 1))
                    ),
                )
                for k, goal in enumerate(goals)
                if k > 0
            ),
        ),
    )
    asked = tried_ways(
        dict(zip(three_of("casino"), matches.values(), strict=True)),
        [f"play for {goal}" for goal in goals],
    )
    asked.show(lab, "What each wins", "what you play for", asked.about)
    best = {
        told: (
            weighed(lab, told, "card_w", "a card", CARD),
            weighed(lab, told, "spade_w", "a spade's bonus", SPADE),
        )
        for told in WAYS
    }
    ranked = sorted(ALONE, key=lambda goal: matches[MIXED].gap(0, goals.index(goal)).value)
    alone = {
        told: joined([f"{amount(c.gap(0, goals.index(goal)))} for {goal}" for goal in ranked])
        for told, c in matches.items()
    }
    lab.answer(
        f"{asked.headline}. {verdict(matches, goals, ranked)}Play for one thing alone, and you "
        f"lose this many matches in 100: {'; '.join(f'{told}, {alone[told]}' for told in WAYS)}. "
        f"{left_out(matches, goals)} If an ace counts 1, count "
        + "; ".join(f"{joined(best[told])}, {told}" for told in WAYS)
        + ".",
        *asked.numbers,
        *(
            Number.of(
                amount(matches[MIXED].gap(0, goals.index(goal))),
                f"matches in 100 lost by playing for {goal}, in mixed company",
                is_cost=True,
            )
            for goal in ranked
        ),
    )


def verdict(matches: dict[str, CompareResult], goals: list[str], ranked: list[str]) -> str:
    """Return what to play for if for one alone, in sentences that these matches support."""
    first, second = (goals.index(goal) for goal in ranked[:2])
    for_all = all(c.gap(0, goals.index(goal)).low > 0 for c in matches.values() for goal in ALONE)
    for_one = all(c.gap(first, second).low > 0 for c in matches.values())
    one = ranked[0].removesuffix(" alone")
    said = "" if for_all else "Whether to play for all of them is unclear. "
    return f"{said}If you play for one alone, play for {one}. " if for_one else said


def played_for(way: str, goal: str) -> str:
    """Return a strategy that plays for something."""
    kept = ALONE.get(goal, WORTH)
    left_out = WITHOUT.get(goal, ())
    weights = {name: w if name in kept and name not in left_out else 0 for name, w in WORTH.items()}
    return f"{way}:" + ",".join(f"{name}={weight}" for name, weight in weights.items())


def costs(compared: CompareResult, places: dict[str, int]) -> str:
    """Return the cost of playing for some things, as a list in a sentence."""
    return joined([f"{amount(compared.gap(0, k))} for {goal}" for goal, k in places.items()])


def left_out(matches: dict[str, CompareResult], goals: list[str]) -> str:
    """Return the cost of leaving out each of them, in a sentence."""
    found = []
    for told, compared in matches.items():
        gaps = {goal: compared.gap(0, goals.index(goal)) for goal in WITHOUT}
        sure = [f"{bare(goal)} {amount(g)}" for goal, g in gaps.items() if g.low > 0]
        rest = [bare(goal) for goal, g in gaps.items() if g.low <= 0]
        found.append(
            f"{told}, "
            + joined([*sure, *([f"{joined(rest, 'or')} nothing measurable"] * bool(rest))])
        )
    return f"Leave one out, and it costs this many: {'; '.join(found)}."


def bare(goal: str) -> str:
    """Return the name of what is left out."""
    return goal.removeprefix("all but ")


def weighed(lab: Lab, told: str, name: str, what: str, values: tuple[float, ...]) -> str:
    """Show how much something should count, and return it in words."""
    way, vs = WAYS[told]
    swept = lab.sweep("casino", strategy=way, vs=vs, unit="match", **{name: values})
    (group,) = swept.groups
    best = f"{at(group.best, name):g}"
    ties = [f"{tie:g}" for tie in sorted(at(point, name) for point in level(group))]
    also = or_ties(best, ties, [f"{at(point, name):g}" for point in group.points])
    said = f"{what} {best}{also}"
    nothing = next(point for point in group.points if at(point, name) == 0)
    most = group.points[-1]
    lab.section(
        f"What {what} should count, {told}",
        f"If an ace counts 1, count {said}. Counting nothing for it "
        f"costs {priced(group, nothing, swept.cost(nothing.shortfall))}, and counting "
        f"{at(most, name):g} costs {priced(group, most, swept.cost(most.shortfall))}.",
        Chart(
            f"What it costs to count {what} higher or lower, {told}",
            f"{what} counts",
            "matches in 100 fewer than with the best",
            (Series.of_costs(group, told),),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    return said


def at(point: Point, name: str) -> float:
    """Return how much something counts at a point."""
    return float(dict(point.settings)[name])


EXPERIMENT = Experiment(study, n=25_000, precision="0.5pp")
