"""Knock at a value that changes with the turns one has had: max(floor, base + slope * own turns).

A positive slope knocks early with little and later wants more, because the other hands grow; a
negative one runs out of patience. All else as `threshold`.

Source: the baseline `threshold-by-turn` of the rules file.

Result: against two who knock at 21 it wins 39.0 % of matches (± 0.1), where an even share is 33.3
%, and loses 3.0 lives (± 0.1) fewer in 100 hands than they do (`cardsim run scat --vs usual
--strategy threshold-by-turn --seed 1`, with `--unit match -n 1e6` and with `-n 2e6`).
"""

from typing import Annotated

from cardsim import Strategy, between

Base = Annotated[int, between(2, 31, "knock at this value or more on the first own turn")]
Slope = Annotated[float, between(-10, 10, "what each own turn adds to that value")]
Floor = Annotated[int, between(2, 31, "the value asked for never falls below this")]


def knock(view, base: Base = 21, slope: Slope = 1.5, floor: Floor = 17):
    return view.value >= max(floor, base + slope * view.own_turns)


def knock_after_draw(view, base: Base = 21, slope: Slope = 1.5, floor: Floor = 17):
    value = view.value_without[view.best_discard]
    return value >= max(floor, base + slope * view.own_turns)


STRATEGY = Strategy(
    game="scat",
    plays="knock~ at {base}, and at {slope} more each turn",
    knock=knock,
    knock_after_draw=knock_after_draw,
)
