"""Swap the open card, or turn up another, in Square 9?

A card that you keep may replace the card that lies open from the start, or one face down. Swap, and
you know what you get rid of; turn one up, and you are a card nearer to the end. You make lines, and
swap the open card only if it is worth some number of points or more. With two players we try each
number against beginners, in mixed company and against good players.
"""

from cardsim import Experiment, Number
from cardsim.studies import Lab, sweep_in_three

AT_ONCE, NEVER = 1, 11
POINTS = (AT_ONCE, *range(2, 11), NEVER)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab,
        "square-nine",
        "swap",
        told,
        f"you swap a card worth this or more ({NEVER}: last)",
        strategy="by-rules",
        swap=POINTS,
        players=2,
    )
    first, last = 0, len(POINTS) - 1
    lab.answer(
        f"{asked.headline}. Swapping whatever scores costs you {asked.costs(first)}. Leaving the "
        f"open card to the end costs you {asked.costs(last)}.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(last), "lost by leaving it to the end, in mixed company", is_cost=True
        ),
    )


def told(points: int) -> str:
    """Return in words which open card you swap."""
    if points == NEVER:
        return "swap the open card only when no other is left"
    return f"swap an open card worth {points} or more"


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
