"""Knock at a value that depends on how many players are still in the game.

All else as `threshold`. The defaults are those from which nobody gains in lives of his own, where
all others knock at that value (rules `scat`, 2 to 8 players, 200,000 hands for each pair of values
from 18 to 31); by matches it is better to knock later (`cardsim experiment run
scat-when-to-knock`).

Source: the baseline `threshold-by-players` of the rules file.

Result: against two who knock at 21 it wins 38.8 % of matches (± 0.1), where an even share is 33.3
%, and loses 2.7 lives (± 0.1) fewer in 100 hands than they do (`cardsim run scat --vs usual
--strategy threshold-by-players --seed 1`, with `--unit match -n 1e6` and with `-n 2e6`).
"""

from typing import Annotated

from cardsim import Strategy, between

At2 = Annotated[int, between(2, 31, "knock at this value or more with 2 players left")]
At3 = Annotated[int, between(2, 31, "knock at this value or more with 3 players left")]
At4 = Annotated[int, between(2, 31, "knock at this value or more with 4 players left")]
At5 = Annotated[int, between(2, 31, "knock at this value or more with 5 players left")]
At6 = Annotated[int, between(2, 31, "knock at this value or more with 6 players left")]
At7 = Annotated[int, between(2, 31, "knock at this value or more with 7 or more players left")]


def threshold_for(alive, at_2, at_3, at_4, at_5, at_6, at_7_or_more):
    """Return the table's entry for the number of players left."""
    return (at_2, at_3, at_4, at_5, at_6, at_7_or_more)[min(max(alive, 2), 7) - 2]


def knock(
    view,
    at_2: At2 = 26,
    at_3: At3 = 24,
    at_4: At4 = 21,
    at_5: At5 = 20,
    at_6: At6 = 19,
    at_7_or_more: At7 = 18,
):
    return view.value >= threshold_for(view.alive, at_2, at_3, at_4, at_5, at_6, at_7_or_more)


def knock_after_draw(
    view,
    at_2: At2 = 26,
    at_3: At3 = 24,
    at_4: At4 = 21,
    at_5: At5 = 20,
    at_6: At6 = 19,
    at_7_or_more: At7 = 18,
):
    value = view.value_without[view.best_discard]
    return value >= threshold_for(view.alive, at_2, at_3, at_4, at_5, at_6, at_7_or_more)


STRATEGY = Strategy(
    game="scat", plays="knock~ by the players left", knock=knock, knock_after_draw=knock_after_draw
)
