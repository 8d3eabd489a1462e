"""Knock at a value that depends on how many players are still in the game.

All else as `threshold`. Each default is its own best reply, or within a point of it: where all
others knock at that value, no other fixed value loses less in single hands (rules `scat`, 2 to 8
players, 200,000 hands for each pair of values from 18 to 31).

Source: the baseline `threshold-by-players` of the rules file.

Result: against two `threshold` it loses 0.3728 lives a hand, standard error 0.0004; `threshold`
in its place loses 0.3870 (rules `scat`, 3 players, 2,000,000 hands, seed 1).
Of matches it wins 38.8 %, standard error 0.1 %, where `threshold` wins 33.4 % (300,000 matches,
seed 9).
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
    """The entry of the table for the number of players left."""
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
