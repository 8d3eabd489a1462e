"""Take a card for a pair, and knock with so many points or fewer."""

from typing import Annotated

from cardsim import Strategy, between


def take(view):
    return view.low != view.high and (view.up == view.low or view.up == view.high)


def knock(view, knock_at: Annotated[int, between(-1, 5, "points with which you knock")] = 3):
    points = 0 if view.low == view.high else int(view.low) + int(view.high) + 2
    return points <= knock_at


STRATEGY = Strategy(game="gin-twelve", plays="knock~ at {knock_at}", take=take, knock=knock)
