"""Never bid, double or redouble.

Cards are played as `tips` plays them.

Source: the baseline `pass-always` of the rules file.
"""

from cardsim import Strategy
from cardsim.games.bridge.state import PASS


def call(view):
    return PASS


STRATEGY = Strategy(game="bridge", plays="always pass~", call=call)
