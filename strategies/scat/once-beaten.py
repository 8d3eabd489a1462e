"""Knock at a fixed value, and sooner after each life that somebody else's knock has cost.

It begins each match at `knock_threshold`. Whenever it loses a life in a hand in which another
player knocked, it knocks with `step` less from then on, but never with less than `least`. It draws
and throws as `threshold`.

Result: in mixed company it wins 31.2 % of matches (± 0.3), and 34.7 % with `step=0`, which is not
moved by anything. Against two like it `watchful` wins 42.0 % (± 0.3), and 40.5 % if they are not
moved (`cardsim run scat --strategy once-beaten -n 100000 --seed 1`).

Source: our own, a habit that changes in the course of a match: people who lost by waiting stop
waiting.
"""

from typing import Annotated

from cardsim import Strategy, between


def noted(view, memory):
    """Note what a knock has cost, and return the lives that knocks have cost so far."""
    if memory.knocked and view.own_lives < memory.lives:
        memory.beaten += 1
    memory.lives = view.own_lives
    memory.knocked = view.knocker >= 0 and view.knocker != view.seat
    return memory.beaten


def from_now_on(view, memory, knock_threshold, step, least):
    """Return the value at which it knocks now."""
    return max(knock_threshold - step * noted(view, memory), min(least, knock_threshold))


Threshold = Annotated[int, between(2, 31, "knock at this value or more at first")]
Step = Annotated[int, between(0, 10, "so much less after each life lost by a knock")]
Least = Annotated[int, between(2, 31, "never knock with less")]


def knock(view, memory, knock_threshold: Threshold = 27, step: Step = 3, least: Least = 18):
    return view.value >= from_now_on(view, memory, knock_threshold, step, least)


def knock_after_draw(
    view, memory, knock_threshold: Threshold = 27, step: Step = 3, least: Least = 18
):
    value = view.value_without[view.best_discard]
    return value >= from_now_on(view, memory, knock_threshold, step, least)


def draw_source(view, memory):
    noted(view, memory)
    return view.value_with_discard > view.value


def knocks(knock_threshold):
    return f"knock~ at {knock_threshold}, and sooner once beaten by a knock"


STRATEGY = Strategy(
    game="scat",
    plays=knocks,
    knock=knock,
    knock_after_draw=knock_after_draw,
    draw_source=draw_source,
    memory=[("lives", "i4"), ("knocked", "u1"), ("beaten", "i4")],
    forgets="match",
)
