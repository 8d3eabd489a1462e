"""Knock at a value that changes with the turns one has had: max(floor, base + slope * own turns).

A positive slope knocks early with little and later wants more, because the other hands grow; a
negative one runs out of patience. All else as `threshold`.

Source: the baseline `threshold-by-turn` of the rules file.

Result: against two `threshold` it loses 0.3702 lives a hand, standard error 0.0004; `threshold`
in its place loses 0.3870 (rules `scat`, 3 players, 2,000,000 hands, seed 1).
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
