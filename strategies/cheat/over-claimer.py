"""Add a false card to a true claim now and then.

Where it holds the rank, but fewer cards than may be laid and other ones too, it claims one more
than it has with the chance `extra_prob`, and lays beside them the card of the rank whose own turn
is farthest away. Else it lies as `planner` and challenges as `last-card-hawk`.

Source: the baseline `over-claimer` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.rng import uniform


def count(
    view,
    chance,
    extra_prob: Annotated[float, between(0, 1, "how often a false card is added")] = 0.2,
):
    held = int(view.counts[view.claim_rank])
    room = min(int(view.max_cards), int(view.hand_sizes[view.seat]))
    most = max(min(held, room), 1)
    if held > 0 and most < room and most == held and uniform(chance) < extra_prob:
        return most + 1
    return most


STRATEGY = Strategy(
    game="cheat",
    plays="add~ a false card with a chance of {extra_prob}",
    count=count,
)
