"""Pass with a chance of `pass_chance`, and else make any other call, each as likely.

Cards are played as `tips` plays them.

Source: the baseline `random-legal-call` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.card_sets import count, pick
from cardsim.games.bridge.state import PASS
from cardsim.rng import below, uniform


def call(view, chance, pass_chance: Annotated[float, between(0, 1, "chance to pass")] = 0.7):
    others = count(view.legal) - 1
    if uniform(chance) < pass_chance or others == 0:
        return PASS
    # A pass is the lowest of all calls.
    return pick(view.legal, 1 + below(chance, others))


STRATEGY = Strategy(
    game="bridge", plays="pass~ with a chance of {pass_chance}, else call at random", call=call
)
