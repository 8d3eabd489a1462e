"""Lie without need while it holds many cards, with the card that it will need last.

With a card of the rank, but too few for a claim of `up_to`, it adds a false one with the chance
`lies`; without one it lays two false cards in place of one with the chance `bare`. It does so with
`hand` cards or more, for the last claims are always challenged. It lies with the card whose own
turn comes last, or soonest, with the lowest, or with any.

It challenges what cannot be true and whoever has at most `few` cards left: with 0, who would win.
Of claims that are true with a chance below `unlikely`, as far as the cards that it sees can tell,
it challenges the share `doubts` while at most `doubt_pile` cards are in the pile.

Source: our own.

Result: against three of `planner` it wins 53.4 % (± 0.3) of games, and 69.2 % (± 0.6) of matches,
where an even share is 25 % (`cardsim run cheat --vs usual --strategy bluffer`, with `-n 100k --seed
7` and with `--unit match -n 20000 --seed 7`).
"""

from typing import Annotated

from cardsim import Strategy, between, one_of
from cardsim.games.cheat import (
    certain_lie,
    chance_true,
    own_cards,
    own_of_claim,
    planned_card,
    turns_until,
)
from cardsim.rng import below, uniform

EVEN = 0.5
ORDERS = ("last", "soonest", "lowest", "any")
LAST, SOONEST, LOWEST, ANY = range(4)


def count(
    view,
    chance,
    lies: Annotated[float, between(0, 1, "how often a false card is added")] = 1.0,
    up_to: Annotated[int, between(1, 8, "the largest claim with a false card added")] = 2,
    bare: Annotated[float, between(0, 1, "how often two false cards take the place of one")] = 0.0,
    hand: Annotated[int, between(1, 104, "fewest own cards to lie without need")] = 4,
):
    held = own_of_claim(view)
    room = min(int(view.max_cards), own_cards(view))
    most = max(min(held, room), 1)
    if own_cards(view) < hand:
        return most
    if held == 0:
        return min(2, room) if bare > 0 and uniform(chance) < bare else most
    if most == held and most < min(up_to, room) and uniform(chance) < lies:
        return most + 1
    return most


def lone_card(view, chance, order):
    """Return the card to lie with alone, by an order that is not the planner's."""
    if order == ANY:
        at = below(chance, own_cards(view))
        for r in range(13):
            at -= int(view.counts[r])
            if at < 0:
                return r
    best, fewest = -1, 99
    for r in range(13):
        turns = turns_until(view, r) if order == SOONEST else 0
        if view.counts[r] > 0 and turns < fewest:
            best, fewest = r, turns
    return best


def ordered_card(view, chance, order):
    """Return the card to lay next: true ones first, and all but a lone lie as the planner does."""
    if order == LAST or view.claim_count > 1 or own_of_claim(view) > 0:
        return planned_card(view)
    return lone_card(view, chance, order)


def card(
    view,
    chance,
    order: Annotated[str, one_of(ORDERS, "the card to lie with, by its turn or rank")] = "last",
):
    return ordered_card(view, chance, order)


def challenge(
    view,
    chance,
    few: Annotated[int, between(0, 104, "challenge who has so many cards left or fewer")] = 0,
    unlikely: Annotated[float, between(0, 1, "challenge what is less likely true")] = 0.0,
    doubt_pile: Annotated[int, between(1, 104, "the largest pile to challenge that in")] = 104,
    doubts: Annotated[float, between(0, 1, "how often it challenges such a claim")] = 1.0,
):
    if view.mode == 4:
        return chance_true(view) < EVEN
    if view.hand_sizes[view.claim_seat] <= few or certain_lie(view):
        return 1
    if view.pile_size > doubt_pile or chance_true(view) >= unlikely:
        return 0
    return uniform(chance) < doubts


STRATEGY = Strategy(
    game="cheat",
    plays="add~ a false card to a true one down to {hand} cards in hand",
    count=count,
    card=card,
    challenge=challenge,
)
