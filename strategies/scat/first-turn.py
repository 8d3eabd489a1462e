"""Knock at one value on the first own turn, and at another from then on.

All else as `threshold`.

Source: the baseline `first-turn` of the rules file.

Result: against two who knock at 21 it wins 33.1 % of matches (± 0.1), where an even share is 33.3
%, and in single hands is level with them within 0.3 lives in 100 (`cardsim run scat --vs usual
--strategy first-turn --seed 1`, with `--unit match -n 1e6` and with `-n 2e6`).
"""

from typing import Annotated

from cardsim import Strategy, between

First = Annotated[int, between(2, 31, "knock at this value or more on the first own turn")]
Later = Annotated[int, between(2, 31, "knock at this value or more from the second own turn on")]


def knock(view, first_turn_threshold: First = 20, knock_threshold: Later = 21):
    return view.value >= (first_turn_threshold if view.own_turns == 0 else knock_threshold)


def knock_after_draw(view, first_turn_threshold: First = 20, knock_threshold: Later = 21):
    value = view.value_without[view.best_discard]
    return value >= (first_turn_threshold if view.own_turns == 0 else knock_threshold)


STRATEGY = Strategy(
    game="scat",
    plays="knock~ at {first_turn_threshold} on the first turn and at {knock_threshold} later",
    knock=knock,
    knock_after_draw=knock_after_draw,
)
