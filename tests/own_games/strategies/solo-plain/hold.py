"""Stop with `stop_at` points or more."""

from typing import Annotated

from cardsim import Strategy, between


def press(view, stop_at: Annotated[int, between(0, 60, "points with which one stops")] = 15):
    return view.total >= stop_at


STRATEGY = Strategy(game="solo-plain", plays="stop~ at {stop_at}", press=press)
