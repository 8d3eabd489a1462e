"""Take from the row what lowers the deadwood, throw what leaves least, and knock when allowed.

It takes the newest tile of the row, and the upcard when that is offered, where the best throw then
leaves at least `delta` less than what it has; else it draws from the stock. It throws the tile
without which least deadwood is left; of equals the one that counts most, then that of the highest
id. It knocks with at most `threshold` and always declares big gin. Its melds it lays down so that
fewest tiles fit. What any other strategy leaves out is played like this.

Source: the baseline `take-improve` of the rules file, which leaves open the upcard and the melds.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.games.gin_rummy import (
    after_throw,
    big_gin_of,
    can_knock,
    fewest_open,
    finish_with,
    gain,
    least_throw,
)

Delta = Annotated[int, between(1, 40, "take from the row only what saves so many points or more")]
Threshold = Annotated[int, between(0, 100, "knock with so many points of deadwood or fewer")]


def upcard(view, delta: Delta = 1):
    return gain(view) >= delta


def draw(view, delta: Delta = 1):
    return view.may_take and gain(view) >= delta


def finish(view, threshold: Threshold = 10):
    if view.big_gin:
        return big_gin_of(view)
    tile = least_throw(view)
    return finish_with(view, tile, can_knock(view, tile) and after_throw(view) <= threshold)


def knocker_melds(view):
    return fewest_open(view)


STRATEGY = Strategy(
    game="gin-rummy",
    plays="take~ what lowers the deadwood and knock~ at {threshold}",
    upcard=upcard,
    draw=draw,
    finish=finish,
    knocker_melds=knocker_melds,
)
