"""Order the upcard up with enough trumps for where one sits, and never alone.

- order up with four trumps on either side of the dealer, with two as his partner, and with three as
  the dealer, the upcard counted

Left of the dealer that is `left_trumps`, as his partner `partner_trumps`, right of him
`right_trumps`, and as the dealer, who counts the upcard, `dealer_trumps`. All else as
`by-the-book`.

Source: our own, for the experiment `euchre-how-many-trumps`, which finds these numbers best.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.card_sets import holds
from cardsim.games.euchre import place, trumps_in, upcard_suit
from cardsim.games.euchre.state import ORDERS, PASS


def order(
    view,
    left_trumps: Annotated[int, between(0, 7, "trumps left of the dealer")] = 4,
    partner_trumps: Annotated[int, between(0, 7, "trumps as the dealer's partner")] = 2,
    right_trumps: Annotated[int, between(0, 7, "trumps right of the dealer")] = 4,
    dealer_trumps: Annotated[int, between(0, 7, "trumps as the dealer, with the upcard")] = 3,
):
    where, least = place(view), dealer_trumps
    if where == 0:
        least = left_trumps
    elif where == 1:
        least = partner_trumps
    elif where == 2:
        least = right_trumps
    if trumps_in(view, upcard_suit(view)) >= least and holds(view.legal, ORDERS):
        return ORDERS
    return PASS


STRATEGY = Strategy(game="euchre", plays="order~ up with enough trumps", order=order)
