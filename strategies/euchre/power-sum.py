"""Make trumps with enough power, and alone with much of it.

Trumps have a power of 6 for the nine to 10 for the ace, 11 for the left bower and 12 for the right
one; every other ace counts 5. The upcard, which a dealer counts with his hand, is ordered up from
`threshold_r1` on; then the suit in which the hand has most is named from `threshold_r2` on, and in
any case by who must name one. It plays alone from `alone` on. All else as `by-the-book`.

Source: the baseline `power-sum` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.card_sets import holds
from cardsim.games.euchre import is_stuck, most_power, power_sum, upcard_suit
from cardsim.games.euchre.state import NAMES, NAMES_ALONE, ORDERS, ORDERS_ALONE, PASS


def order(
    view,
    threshold_r1: Annotated[int, between(0, 70, "power that orders the upcard up")] = 20,
    alone: Annotated[int, between(0, 70, "power to play alone")] = 34,
):
    power = power_sum(view, upcard_suit(view))
    if power >= alone and power >= threshold_r1 and holds(view.legal, ORDERS_ALONE):
        return ORDERS_ALONE
    if power >= threshold_r1 and holds(view.legal, ORDERS):
        return ORDERS
    return PASS


def name_trump(
    view,
    threshold_r2: Annotated[int, between(0, 70, "power that names another suit")] = 20,
    alone: Annotated[int, between(0, 70, "power to play alone")] = 34,
):
    suit = most_power(view)
    if suit < 0:
        return PASS
    power = power_sum(view, suit)
    if power >= threshold_r2 or is_stuck(view):
        return (NAMES_ALONE if power >= alone else NAMES) + suit
    return PASS


STRATEGY = Strategy(
    game="euchre", plays="make~ trumps with power", order=order, name_trump=name_trump
)
