"""Knock with a card as high as this."""

from typing import Annotated

from cardsim import Strategy, between


def turn(view, knock_at: Annotated[int, between(1, 13, "knock at this or more")] = 13):
    return view.card >= knock_at


STRATEGY = Strategy(game="scat-twelve", plays="knock~ at {knock_at}", turn=turn)
