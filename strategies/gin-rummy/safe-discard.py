"""Do not throw what is near to tiles that the next player took from the row.

Where no knock is due it throws the tile for which the deadwood then left, and `caution` for each
tile of its rank, or next to it in its suit, that the next player took and holds, add up to least;
of equals that of the highest id. It knocks with at most `threshold`. All else as `take-improve`.

Source: the baseline `safe-discard` of the rules file, which leaves open what being safe is worth.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.card_sets import lowest, only, without_lowest
from cardsim.games.gin_rummy import (
    after_throw,
    big_gin_of,
    can_knock,
    deadwood,
    finish_with,
    least_throw,
    wanted_by_next,
)


def finish(
    view,
    threshold: Annotated[int, between(0, 100, "the most deadwood that it knocks with")] = 10,
    caution: Annotated[float, between(0, 40, "deadwood that a safe throw may cost")] = 4.0,
):
    if view.big_gin:
        return big_gin_of(view)
    tile = least_throw(view)
    if can_knock(view, tile) and after_throw(view) <= threshold:
        return finish_with(view, tile, True)
    least, rest = 1000.0, view.hand
    while rest != 0:
        other = lowest(rest)
        rest = without_lowest(rest)
        if other != view.banned:
            cost = deadwood(view.hand ^ only(other)) + caution * wanted_by_next(view, other)
            if cost <= least:
                tile, least = other, cost
    return finish_with(view, tile, False)


STRATEGY = Strategy(
    game="gin-rummy",
    plays="keep~ what the next player wants and knock~ at {threshold}",
    finish=finish,
)
