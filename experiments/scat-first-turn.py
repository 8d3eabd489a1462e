"""Is a knock on the first turn right in Scat?

On your first turn you have seen nothing but your own hand, and neither have the others had time to
save a suit. You knock at some value on that turn, and at 26 later. With three players we try each
value, or no such knock, against beginners, in mixed company and against good players.
"""

from cardsim import Experiment, Number
from cardsim.studies import Lab, sweep_in_three

EARLY, LATER, NEVER = 18, 26, 31
VALUES = (*range(14, 27), NEVER)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab,
        "scat",
        "first_turn_threshold",
        told,
        "you knock with this or more (31: never)",
        strategy="first-turn",
        first_turn_threshold=VALUES,
        knock_threshold=LATER,
        unit="match",
    )
    never, early = len(VALUES) - 1, VALUES.index(EARLY)
    lab.answer(
        f"{asked.headline}. Never knocking on your first turn costs you {asked.costs(never)}. "
        f"Knocking with {EARLY} costs you {asked.costs(early)}.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(early),
            f"lost by knocking with {EARLY}, in mixed company",
            is_cost=True,
        ),
    )


def told(value: int) -> str:
    """Return when you knock on the first turn, in words."""
    if value == NEVER:
        return "do not knock on your first turn"
    return f"knock on your first turn with {value} or more"


EXPERIMENT = Experiment(study, n=400_000, precision="0.5pp")
