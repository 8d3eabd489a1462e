"""Order with a card as high as this, and play the higher card first."""

from typing import Annotated

from cardsim import Strategy, between


def order(
    view, order_from: Annotated[int, between(0, 12, "highest card with which you order")] = 10
):
    return view.high >= order_from


def card(view):
    return True


STRATEGY = Strategy(
    game="euchre-twelve", plays="order~ with a card from {order_from} on", order=order, card=card
)
