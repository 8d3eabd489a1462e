"""Rare high numbers or frequent low ones in Counter-Cameroon?

You value a mark by the points of its category, raised to some power. At 0 all marks count the same,
at 1 they count their points, and above 1 the rare numbers, with 2 and 12 at the ends, count for
even more. With standard scoring you try each power against beginners, in mixed company and against
good players; with balanced scoring, in mixed company.
"""

from dataclasses import replace

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import (
    Group,
    Lab,
    SweepResult,
    amount,
    in_three,
    joined,
    level,
    or_ties,
    three_of,
    tried,
)

GAME = "counter-cameroon"
STANDARD, BALANCED = "standard", "balanced"
POWERS = tuple(k / 4 for k in range(13))
LITTLE = 0.5
"""The least power at which points count for something."""
MOST = {STANDARD: 11, BALANCED: 6}
"""Points for the rarest numbers; the 7 has 1."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = in_three(GAME, lambda vs: powers_tried(lab, STANDARD, vs))
    plain = POWERS.index(1)
    asked = replace(tried(swept, telling, "alpha"), named=plain)
    asked.show(
        lab, "By who the other is, with standard scoring", "power of the points", asked.about
    )
    mixed = three_of(GAME)[1]
    groups = {
        STANDARD: swept[mixed].groups[0],
        BALANCED: powers_tried(lab, BALANCED, mixed.vs).groups[0],
    }
    lab.section(
        "How much more a rare number counts, in mixed company",
        "The best power of the points is "
        + joined([f"{powers(g)} with {name} scoring" for name, g in groups.items()])
        + ".",
        Chart(
            "What it costs to value rare numbers too high or too low",
            "power of the points",
            "games in 100 fewer than with the best power",
            tuple(
                Series.of_gaps(
                    f"{name} scoring",
                    [power(p.settings) for p in g.points],
                    [p.shortfall for p in g.points],
                )
                for name, g in groups.items()
            ),
        ),
    )
    standard = groups[STANDARD]
    cost = {power(p.settings): p.shortfall for p in standard.points}
    points = ""
    if asked.advised != plain:
        points = f" Counting plain points costs you {asked.costs(plain)}."
    lab.answer(
        f"{in_a_word(POWERS[asked.advised])}: {asked.told}.{points} Making as many marks as "
        f"possible, whatever their points, costs you {asked.costs(POWERS.index(0))}.",
        *asked.numbers,
        Number.of(
            amount(cost[0]),
            "games in 100 lost by counting only marks, not points, in mixed company",
            is_cost=True,
        ),
    )


def powers_tried(lab: Lab, scoring: str, vs: str) -> SweepResult:
    """Sweep all powers with one scoring in one company."""
    return lab.sweep(GAME, strategy="weighted", alpha=POWERS, preset=scoring, vs=vs)


def telling(exponent: float) -> str:
    """Return in words what a mark in a rare number is worth to you."""
    if exponent == 0:
        return "count all marks the same"
    if exponent == 1:
        return "count a mark by its points"
    return f"count a mark in 2 or 12 like {MOST[STANDARD] ** exponent:.2g} marks in 7"


def in_a_word(best: float) -> str:
    """Return which numbers are best, by the power of the points."""
    if best < LITTLE:
        return "Frequent low ones"
    return "Both" if best <= 1 else "Rare high ones"


def power(settings: tuple[tuple[str, object], ...]) -> float:
    """Return the power of the points at a point of the sweep."""
    return float(str(dict(settings)["alpha"]))


def powers(group: Group) -> str:
    """Return the best power, with those that do as well."""
    ties = [f"{power(p.settings):g}" for p in level(group)]
    best = f"{power(group.best.settings):g}"
    return best + or_ties(best, ties, [f"{power(p.settings):g}" for p in group.points])


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
