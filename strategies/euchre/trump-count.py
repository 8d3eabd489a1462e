"""Make trumps with enough of them, the bowers counted, and never alone.

Upcard's suit: with `min_r1` trumps, on the dealer's side with `min_r1_dealer_side`; the dealer
counts the upcard. Then the suit with most trumps, of several the one in which the hand has more
power, if they are `min_r2`; who must name one names that. All else as `by-the-book`.

Source: the baseline `trump-count` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.card_sets import holds
from cardsim.games.euchre import deals_side, is_stuck, most_trumps, trumps_in, upcard_suit
from cardsim.games.euchre.state import NAMES, ORDERS, PASS


def order(
    view,
    min_r1: Annotated[
        int, between(0, 7, "order up against the dealer with so many trumps or more")
    ] = 3,
    min_r1_dealer_side: Annotated[
        int, between(0, 7, "order up on the dealer's side with so many trumps or more")
    ] = 2,
):
    least = min_r1_dealer_side if deals_side(view) else min_r1
    if holds(view.legal, ORDERS) and trumps_in(view, upcard_suit(view)) >= least:
        return ORDERS
    return PASS


def name_trump(
    view, min_r2: Annotated[int, between(0, 7, "name a suit of which you have so many or more")] = 3
):
    suit = most_trumps(view)
    if suit >= 0 and (is_stuck(view) or trumps_in(view, suit) >= min_r2):
        return NAMES + suit
    return PASS


STRATEGY = Strategy(
    game="euchre", plays="make~ trumps with enough of them", order=order, name_trump=name_trump
)
