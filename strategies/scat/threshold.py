"""Knock at a fixed value, and otherwise always make the hand worth more.

Takes the top discard only if the best hand with it is worth more than the hand held, throws the
card that leaves the most (ties: fewest points, then lowest card), and always shows a 31. Calls a
hammer where the caller breaks even against one opponent. What any other strategy leaves out is
played like this.

Source: the baseline `threshold` of the rules file; the hammer figure is its exact table for two
players.
"""

from typing import Annotated

from cardsim import Strategy, between

Threshold = Annotated[int, between(2, 31, "knock at this value or more")]


def throw_down(view):
    return False


def hammer(
    view,
    hammer_threshold: Annotated[int, between(2, 31, "call a hammer at this value or more")] = 14,
):
    return view.value >= hammer_threshold


def knock(view, knock_threshold: Threshold = 21):
    return view.value >= knock_threshold


def draw_source(view):
    return view.value_with_discard > view.value


def discard(view):
    return view.best_discard


def declare_31(view):
    return True


def knock_after_draw(view, knock_threshold: Threshold = 21):
    return view.value_without[view.best_discard] >= knock_threshold


def knocks(knock_threshold):
    return "never knock~" if knock_threshold == 31 else f"knock~ at {knock_threshold}"


STRATEGY = Strategy(
    game="scat",
    plays=knocks,
    throw_down=throw_down,
    hammer=hammer,
    knock=knock,
    draw_source=draw_source,
    discard=discard,
    declare_31=declare_31,
    knock_after_draw=knock_after_draw,
)
