"""Doubt a claim now and then, more as the pile grows and when somebody is nearly out.

It challenges what cannot be true and whoever has no card left, and of all other claims the share
`doubts`, `pile_weight` more for each card of the pile, and at least `near_end` where the claimant
has two cards left or one. It adds a false card to a true claim with the chance `lies`, and lies
with the card needed last.

Source: what people are told. Doubt bids for the last cards, and be careful while the pile is large
("BS" and "Cheat" in pages for beginners); how often people doubt is our own guess, one claim in
five to one in twenty.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.games.cheat import certain_lie, chance_true, own_cards, own_of_claim
from cardsim.rng import uniform

NEARLY_OUT = 2
EVEN = 0.5


def count(
    view,
    chance,
    lies: Annotated[float, between(0, 1, "how often a false card is added")] = 0.1,
):
    held, room = own_of_claim(view), min(int(view.max_cards), own_cards(view))
    most = max(min(held, room), 1)
    return most + int(0 < held < room and uniform(chance) < lies)


def challenge(
    view,
    chance,
    doubts: Annotated[float, between(0, 1, "how often it challenges a claim")] = 0.1,
    pile_weight: Annotated[float, between(-1, 1, "how much more for each card of the pile")] = 0.01,
    near_end: Annotated[float, between(0, 1, "how often, with two cards left or one")] = 0.3,
):
    if view.mode == 4:
        return chance_true(view) < EVEN
    left = view.hand_sizes[view.claim_seat]
    if left == 0 or certain_lie(view):
        return 1
    share = doubts + pile_weight * view.pile_size
    return uniform(chance) < (max(share, near_end) if left <= NEARLY_OUT else share)


def how(doubts):
    return f"doubt~ {100 * doubts:g} % of claims"


STRATEGY = Strategy(
    game="cheat",
    plays=how,
    count=count,
    challenge=challenge,
)
