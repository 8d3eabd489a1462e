"""Raise the total as far as it goes, and keep the special cards for the end.

Plays the ordinary card that raises the total most, an ace as 11 where that is legal. Where no
ordinary card is legal, plays the first special card in the order of `special_order`: 9 stands for
a card that holds the total, 4 for one that turns the direction, T for one that takes away and K for
one that makes 99, whatever cards do so at this table. A ten played so takes away.

Source: the baseline `dump-high` of the rules file.
"""

from itertools import permutations
from typing import Annotated

import numpy as np

from cardsim import Strategy, one_of

SPECIALS = "94TK"
"""The special cards in the order of their kinds, 1 to 4."""
ORDERS = ["".join(order) for order in permutations(SPECIALS)]
EARLINESS = np.array(
    [sum(4 - order.index(s) << 8 * k for k, s in enumerate(SPECIALS, 1)) for order in ORDERS],
    np.uint64,
)
"""By order: in byte k, how early a card of kind k is played, 1 to 4; 0 for an ordinary one."""

Order = Annotated[str, one_of(ORDERS, "special cards in the order in which they are played")]


def play_card(view, special_order: Order = "94TK"):
    biggest, order, first = np.int64(view.biggest), EARLINESS[special_order], 0
    for k in range(view.hand_size):
        early = np.int64((order >> np.uint64(8 * view.kind[k])) & np.uint64(255))
        first = max(first, 8 * early - k)
    return biggest if biggest >= 0 else -first & 7


def plays(special_order):
    names = {"9": "nines", "4": "fours", "T": "tens", "K": "kings"}
    *most, last = (names[special] for special in special_order)
    return f"play~ high cards first, then {', '.join(most)} and {last}"


STRATEGY = Strategy(game="ninety-nine", plays=plays, play_card=play_card)
