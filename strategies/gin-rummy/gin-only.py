"""Never knock but with gin.

All else as `take-improve`, big gin too.

Source: `take-improve(0)` of the rules file, which has figures for it.
"""

from cardsim import Strategy
from cardsim.games.gin_rummy import after_throw, big_gin_of, can_knock, finish_with, least_throw


def finish(view):
    if view.big_gin:
        return big_gin_of(view)
    tile = least_throw(view)
    return finish_with(view, tile, can_knock(view, tile) and after_throw(view) == 0)


STRATEGY = Strategy(game="gin-rummy", plays="knock~ only with gin", finish=finish)
