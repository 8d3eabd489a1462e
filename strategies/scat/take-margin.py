"""Knock at a fixed value, but take the top discard only where it adds enough.

Taking it gives up the unknown card of the stock, which may add more. All else as `threshold`.

Source: the baseline `take-margin` of the rules file.

Result: against two `threshold` it loses 0.3717 lives a hand, standard error 0.0004; `threshold`
in its place loses 0.3870 (rules `scat`, 3 players, 2,000,000 hands, seed 1). A
margin of 4 is the best whole number there.
"""

from typing import Annotated

from cardsim import Strategy, between

Threshold = Annotated[int, between(2, 31, "knock at this value or more")]
Margin = Annotated[int, between(1, 31, "take the discard if it adds this or more")]


def knock(view, knock_threshold: Threshold = 21):
    return view.value >= knock_threshold


def draw_source(view, take_margin: Margin = 4):
    return view.value_with_discard >= view.value + take_margin


def knock_after_draw(view, knock_threshold: Threshold = 21):
    return view.value_without[view.best_discard] >= knock_threshold


STRATEGY = Strategy(
    game="scat",
    plays="knock~ at {knock_threshold} and take~ a discard only if it adds {take_margin}",
    knock=knock,
    draw_source=draw_source,
    knock_after_draw=knock_after_draw,
)
