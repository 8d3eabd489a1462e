"""Hold with so many points of the turn, or with enough to win."""

from typing import Annotated

from cardsim import Strategy, between


def turn(view, hold_at: Annotated[int, between(2, 60, "points with which you hold")] = 20):
    return view.total >= hold_at


STRATEGY = Strategy(game="pig", plays="hold~ at {hold_at}", turn=turn)
