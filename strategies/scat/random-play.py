"""Take any legal action, each as likely; calls, knocks and 31s have chances of their own.

It draws, throws and ends hands without looking at its cards, and so comes to every place in the
rules: the checks of the game against a second program are played with it.

Source: the baseline `random-legal` of the rules file, with its chance of a knock.

Result: against two who knock at 21 it wins 2 matches in 100,000, and loses 93.3 lives (± 0.1) more
in 100 hands than they do (`cardsim run scat --vs usual --strategy random-play --seed 1`, with
`--unit match -n 1e6` and with `-n 2e6`).
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between
from cardsim.rng import below, uniform

KnockProb = Annotated[float, between(0, 1, "chance of a knock where it is legal")]
CallProb = Annotated[float, between(0, 1, "chance of calling a throw-down or a hammer")]
DeclareProb = Annotated[float, between(0, 1, "chance of showing a 31")]
ONE = np.uint64(1)


def call(view, chance, call_prob: CallProb = 0.1):
    return uniform(chance) < call_prob


def knock(view, chance, knock_prob: KnockProb = 0.1):
    return uniform(chance) < knock_prob


def declare_31(view, chance, declare_prob: DeclareProb = 0.9):
    return uniform(chance) < declare_prob


def any_legal(view, chance):
    choices = 0
    for action in range(4):
        choices += (view.legal >> np.uint64(action)) & ONE != 0
    skip = below(chance, choices)
    for action in range(4):
        if (view.legal >> np.uint64(action)) & ONE != 0:
            if skip == 0:
                return action
            skip -= 1
    return -1


STRATEGY = Strategy(
    game="scat",
    plays="play~ at random",
    throw_down=call,
    hammer=call,
    knock=knock,
    draw_source=any_legal,
    discard=any_legal,
    declare_31=declare_31,
    knock_after_draw=knock,
)
