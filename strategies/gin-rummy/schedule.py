"""Knock with little deadwood early, and with more later.

In the first `turn` own turns it knocks with at most `early`, after them with at most `late`. All
else as `take-improve`.

Source: the baseline `schedule` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.games.gin_rummy import (
    after_throw,
    big_gin_of,
    can_knock,
    finish_with,
    least_throw,
    rounds,
)


def finish(
    view,
    early: Annotated[int, between(0, 100, "the most deadwood to knock with at first")] = 5,
    late: Annotated[int, between(0, 100, "the most deadwood to knock with later")] = 10,
    turn: Annotated[int, between(0, 50, "own turns at first")] = 6,
):
    if view.big_gin:
        return big_gin_of(view)
    tile = least_throw(view)
    most = early if rounds(view) < turn else late
    return finish_with(view, tile, can_knock(view, tile) and after_throw(view) <= most)


STRATEGY = Strategy(
    game="gin-rummy",
    plays="knock~ at {early} in the first {turn} turns, then at {late}",
    finish=finish,
)
