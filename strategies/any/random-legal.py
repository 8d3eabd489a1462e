"""Take any legal action, each as likely.

It plays every game, and comes to every place in its rules.
"""

from cardsim import Strategy
from cardsim.rng import below


def any_legal(view, chance, count_legal, nth_legal):
    return nth_legal(view, below(chance, count_legal(view)))


STRATEGY = Strategy(game="any", plays="play~ at random", every_decision=any_legal)
