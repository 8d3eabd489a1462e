"""With how many points should I pre-empt in Bridge?

A long suit and a weak hand: you open a suit of seven cards at the three level, and six of diamonds,
hearts or spades at the two level, so that the others have less room. You have at most ten points,
and we try how few will do, from four up: against beginners, in mixed company and against good
players. You come in over their openings, and bid everything else by the tips. Nobody in
the three companies doubles for take-out; we ask it among players of a standard system, too, who do.
"""

from cardsim import Experiment, Number
from cardsim.studies import CompanyResult, Lab, sweep_in_three

MOST = 10
NEVER = MOST + 1
STANDARD = ("standard",)
"""Strategies whose players double for take-out: the question is asked among them, too."""
FEWEST = tuple(range(4, NEVER + 1))


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab,
        "bridge",
        "weak_low",
        told,
        f"fewest points ({NEVER}: never)",
        strategy="pre-empt",
        weak_low=FEWEST,
        also=STANDARD,
    )
    never = len(FEWEST) - 1
    lab.answer(
        f"{asked.headline}. Open seven cards at the three level, and six of diamonds, hearts or "
        f"spades at the two level; fewer points than {FEWEST[0]} were not tried. Never pre-empting "
        f"costs you {asked.costs(never)}. Nobody in the three companies doubles for take-out; "
        f"{' and '.join(among(found, asked.advised, never) for found in asked.more)}.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(never),
            "lost by never pre-empting, in mixed company",
            is_cost=True,
        ),
    )


def among(found: CompanyResult, way: int, never: int) -> str:
    """Return what the advice and never pre-empting cost in one more company, in words."""
    costs = [
        found.cost(k) if found.behind[k].low > 0 else "nothing measurable" for k in (way, never)
    ]
    return (
        f"{found.company.where}, who do, the advice costs you {costs[0]}, and never pre-empting "
        f"{costs[1]}"
    )


def told(points: int) -> str:
    """Return with which hands you pre-empt, in words."""
    if points == NEVER:
        return "never pre-empt"
    return f"pre-empt with {points} to {MOST} points"


EXPERIMENT = Experiment(study, n=400_000)
