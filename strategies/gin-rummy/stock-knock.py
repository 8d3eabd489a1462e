"""Always draw from the stock, throw what leaves least deadwood, and knock when allowed.

It passes the upcard. It throws as `take-improve` does, knocks with at most `threshold` and always
declares big gin. All else as `take-improve`.

Source: the baseline `stock-knock` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.games.gin_rummy import after_throw, big_gin_of, can_knock, finish_with, least_throw


def upcard(view):
    return 0


def draw(view):
    return 0


def finish(
    view, threshold: Annotated[int, between(0, 100, "the most deadwood that it knocks with")] = 10
):
    if view.big_gin:
        return big_gin_of(view)
    tile = least_throw(view)
    return finish_with(view, tile, can_knock(view, tile) and after_throw(view) <= threshold)


STRATEGY = Strategy(
    game="gin-rummy",
    plays="never take~ from the row and knock~ at {threshold}",
    upcard=upcard,
    draw=draw,
    finish=finish,
)
