"""How much does skill matter in Counter-Cameroon?

Each strategy plays the same dice against beginners, in mixed company and against good players. One
of them, which works out the chance to win the game, no person can follow.
"""

from cardsim import Experiment, Number
from cardsim.studies import Lab, amount, in_three, joined, tried_ways

GAME, PROGRAM = "counter-cameroon", "win-odds"

STRATEGIES = (
    "max-points-live",
    "random-split",
    "max-points-static",
    "points-times-progress",
    "weighted",
    "race-aware",
    "finisher",
    "double-bonus",
    "race-odds",
    "win-odds",
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    three = in_three(GAME, lambda vs: lab.compare(GAME, STRATEGIES, vs=vs))
    asked = tried_ways(three, too_complex=[PROGRAM])
    asked.show(lab, "By who the other is", "how you choose", asked.about)
    worst = max(range(len(STRATEGIES)), key=lambda way: asked.mixed.behind[way].value)
    usual = STRATEGIES.index("max-points-live")
    best, program = asked.advised, STRATEGIES.index(PROGRAM)

    beginners, among, good = three
    mixed = three[among]

    def more(way: int, other: int) -> str:
        """Return what a strategy wins more than another, mixed company first."""
        others = [f"{amount(three[one].gap(way, other))} {one.where}" for one in (beginners, good)]
        return f"{mixed.cost(mixed.gap(way, other))} more {among.where}, {joined(others)}"

    lab.answer(
        f"Much: {asked.ways[best]}, and you win {more(best, usual)}, than if you "
        f"{asked.ways[usual]}; and {more(best, worst)}, than if you {asked.ways[worst]}. A program "
        f"that works out the chance to win wins {more(program, best)}: no person can follow it.",
        Number.of(mixed.cost(mixed.gap(best, usual)), f"more than if you {asked.ways[usual]}"),
        Number.of(mixed.cost(mixed.gap(best, worst)), f"more than if you {asked.ways[worst]}"),
        Number.of(mixed.cost(mixed.gap(program, best)), "more by a program"),
    )


EXPERIMENT = Experiment(study, n=300_000, precision="0.5pp")
