"""Sit on low deadwood and wait for others to knock with more.

It knocks only with less than `knock_below`, and declares big gin. All else as `take-improve`.

Source: the baseline `lurker` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.games.gin_rummy import after_throw, big_gin_of, can_knock, finish_with, least_throw


def finish(
    view, knock_below: Annotated[int, between(1, 100, "it knocks with less deadwood than that")] = 3
):
    if view.big_gin:
        return big_gin_of(view)
    tile = least_throw(view)
    return finish_with(view, tile, can_knock(view, tile) and after_throw(view) < knock_below)


STRATEGY = Strategy(
    game="gin-rummy", plays="wait~ for an undercut and knock~ below {knock_below}", finish=finish
)
