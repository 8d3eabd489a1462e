"""Knock at a value that depends on one's own lives.

On the county a knocker with the lowest hand loses no more than anybody else, so that he may knock
sooner. On the bus, lives are the steps left. All else as `threshold`. The defaults did well in
matches of 3 players against `threshold` at 24.

Source: the baseline `threshold-by-lives` of the rules file.

Result: against two who knock at 21 it wins 38.1 % of matches (± 0.1), where an even share is 33.3
%, and loses 3.3 lives (± 0.1) fewer in 100 hands than they do (`cardsim run scat --vs usual
--strategy threshold-by-lives --seed 1`, with `--unit match -n 1e6` and with `-n 2e6`). A single
hand is played with 3 lives.
"""

from typing import Annotated

from cardsim import Strategy, between

OnCounty = Annotated[int, between(2, 31, "knock at this value or more on the county")]
At1 = Annotated[int, between(2, 31, "knock at this value or more with 1 life")]
At2 = Annotated[int, between(2, 31, "knock at this value or more with 2 lives")]
At3 = Annotated[int, between(2, 31, "knock at this value or more with 3 or more lives")]


def threshold_for(lives, on_county, at_1, at_2, at_3_or_more):
    """Return the table's entry for one's own lives."""
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
