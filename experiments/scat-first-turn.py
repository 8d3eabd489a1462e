"""Is a knock on the first turn right in Scat?

On your first turn you have seen nothing but your own hand, and neither have the others had time to
save a suit. You knock at some value on that turn, and at 26 later. With three players we try each
value, or no such knock, against beginners, in mixed company and against good players.
"""

from cardsim import Experiment, Number
from cardsim.studies import Lab, Tried, sweep_in_three

EARLY, LATER, NEVER = 18, 26, 31
VALUES = (*range(14, 27), NEVER)
MANY = 3
"""Largest number of values that are told as equals."""


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
    advice = as_you_like(asked) or asked.headline
    lab.answer(
        f"{advice}. Never knocking on your first turn costs you {asked.costs(never)}. "
        f"Knocking with {EARLY} costs you {asked.costs(early)}.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(early),
            f"lost by knocking with {EARLY}, in mixed company",
            is_cost=True,
        ),
    )


def as_you_like(asked: Tried) -> str:
    """Return that all but the lowest values are level in each company, if many are."""
    good = [
        value
        for way, value in enumerate(VALUES)
        if all(found.is_good(way) for found in asked.three)
    ]
    if len(good) <= MANY or NEVER not in good or list(VALUES[-len(good) :]) != good:
        return ""
    return (
        "It hardly matters, as long as you do not knock below "
        f"{good[0]} on your first turn, in all three companies that were tried"
    )


def told(value: int) -> str:
    """Return when you knock on the first turn, in words."""
    if value == NEVER:
        return "do not knock on your first turn"
    return f"knock on your first turn with {value} or more"


EXPERIMENT = Experiment(study, n=400_000, precision="0.5pp")
