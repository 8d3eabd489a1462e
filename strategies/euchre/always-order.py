"""Make trumps whatever the cards are, with the first call that is none to pass.

All else as `by-the-book`.

Source: the baseline `always-order` of the rules file.
"""

import numpy as np

from cardsim import Strategy
from cardsim.card_sets import lowest, only
from cardsim.games.euchre.state import PASS


def first_call(view):
    """Return the lowest call that is allowed and is not to pass; to pass where there is none."""
    calls = view.legal & ~only(PASS)
    return lowest(calls) if calls != np.uint64(0) else PASS


def order(view):
    return first_call(view)


def name_trump(view):
    return first_call(view)


STRATEGY = Strategy(game="euchre", plays="always make~ trumps", order=order, name_trump=name_trump)
