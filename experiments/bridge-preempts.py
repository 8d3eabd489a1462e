"""With how many points should I pre-empt in Bridge?

A long suit and a weak hand: you open a suit of seven cards at the three level, and six of diamonds,
hearts or spades at the two level, so that the others have less room. You have at most ten points,
and we try how few will do, from four up: against beginners, in mixed company and against good
players. You come in over their openings, and bid everything else by the tips. Most of mixed company
and all good players bid a standard system and double for take-out.
"""

from cardsim import Experiment, Number
from cardsim.studies import Lab, sweep_in_three

MOST = 10
NEVER = MOST + 1
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
    )
    never = len(FEWEST) - 1
    lab.answer(
        f"{asked.headline}. Open seven cards at the three level, and six of diamonds, hearts or "
        f"spades at the two level; fewer points than {FEWEST[0]} were not tried. Never pre-empting "
        f"costs you {asked.costs(never)}. Most of mixed company and all good players double for "
        "take-out.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(never),
            "lost by never pre-empting, in mixed company",
            is_cost=True,
        ),
    )


def told(points: int) -> str:
    """Return with which hands you pre-empt, in words."""
    if points == NEVER:
        return "never pre-empt"
    return f"pre-empt with {points} to {MOST} points"


EXPERIMENT = Experiment(study, n=400_000)
