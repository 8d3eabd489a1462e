"""Knock at a value that depends on one's own lives.

On the county a knocker with the lowest hand loses no more than anybody else, so that he may knock
sooner. On the bus, lives are the steps left. All else as `threshold`. The defaults did well in
matches of 3 players against `threshold` at 24.

Source: the baseline `threshold-by-lives` of the rules file.

Result: against two `threshold` it loses 0.3708 lives a hand, standard error 0.0004; `threshold`
in its place loses 0.3870 (rules `scat`, 3 players, 2,000,000 hands, seed 1).
A single hand is played with 3 lives; of matches it wins 38.1 %, standard error 0.1 %, where
`threshold` wins 33.4 % (300,000 matches, seed 9).
"""

from typing import Annotated

from cardsim import Strategy, between

OnCounty = Annotated[int, between(2, 31, "knock at this value or more on the county")]
At1 = Annotated[int, between(2, 31, "knock at this value or more with 1 life")]
At2 = Annotated[int, between(2, 31, "knock at this value or more with 2 lives")]
At3 = Annotated[int, between(2, 31, "knock at this value or more with 3 or more lives")]


def threshold_for(lives, on_county, at_1, at_2, at_3_or_more):
    """The entry of the table for one's own lives."""
    return (on_county, at_1, at_2, at_3_or_more)[min(max(lives, 0), 3)]


def knock(view, on_county: OnCounty = 22, at_1: At1 = 25, at_2: At2 = 25, at_3_or_more: At3 = 25):
    return view.value >= threshold_for(view.own_lives, on_county, at_1, at_2, at_3_or_more)


def knock_after_draw(
    view, on_county: OnCounty = 22, at_1: At1 = 25, at_2: At2 = 25, at_3_or_more: At3 = 25
):
    value = view.value_without[view.best_discard]
    return value >= threshold_for(view.own_lives, on_county, at_1, at_2, at_3_or_more)


STRATEGY = Strategy(
    game="scat", plays="knock~ by the lives left", knock=knock, knock_after_draw=knock_after_draw
)
