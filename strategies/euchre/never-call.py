"""Never make trumps; who must name them names the suit with most.

All else as `by-the-book`.

Source: the baseline `never-call` of the rules file.
"""

from cardsim import Strategy
from cardsim.games.euchre import is_stuck, most_trumps
from cardsim.games.euchre.state import NAMES, PASS


def order(view):
    return PASS


def name_trump(view):
    return NAMES + most_trumps(view) if is_stuck(view) else PASS


STRATEGY = Strategy(game="euchre", plays="never make~ trumps", order=order, name_trump=name_trump)
