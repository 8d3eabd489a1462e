"""Five rules that a player can keep in mind, each of which can be left out.

While another card fits it keeps the special cards (4, 9, ten and king), and of the others it plays
the one that raises the total most, as most people do. Three rules more:

- play aces last of the ordinary cards, and count them as 1 (without it `keep_aces=no`)
- if only special cards fit, play the ten as minus 10, then the king, the 9, the 4 (without it
  `order=94TK`)
- at 99, play the 4 first, then the 9, the king, and the ten last (without it `order_at_99=same`)

The parameters of the first two are `keep_specials` and `high_first`. Where one of the first three
is `no`, or an order is `any`, each card that the other rules leave, and each way to play it, is as
likely; an order at 99 that is the `same` is that of `order`.

Source: our own; the rules are what a player can keep in mind of `worth-keeping`, with the orders
that did best of all. The experiment `ninety-nine-five-rules` says what each of them gains.

Result: against `dump-high` it wins 75.3, 54.7, 41.9 and 28.4 % of matches with 2, 3, 4 and 6
players, where `worth-keeping` wins 70.5, 52.8, 41.6 and 27.7 % and `king-rush` 52.1, 36.7, 28.4 and
17.4 % (20,000 matches each, seed 91, intervals of 0.7 points). Of hands it loses 35.9, 27.2, 22.1
and 14.9 %, and `worth-keeping` 38.5, 26.6, 21.4 and 15.1 % (200,000 hands each, 0.3 points).
"""

from itertools import permutations
from typing import Annotated

import numpy as np

from cardsim import Strategy, one_of
from cardsim.rng import below

SPECIALS = "94TK"
"""The special cards in the order of their kinds, 1 to 4."""
ORDERS = ["any", *("".join(order) for order in permutations(SPECIALS))]
ANY = 0
AT_TOP = [*ORDERS, "same"]
SAME = len(ORDERS)
NO_YES = ("no", "yes")
EARLINESS = np.array([[0] + [4 - o.find(s) for s in SPECIALS] for o in ORDERS])
"""By order and kind: how early a card is played, 1 to 4."""

Kept = Annotated[str, one_of(NO_YES, "keep special cards while another card is legal")]
High = Annotated[str, one_of(NO_YES, "of the other cards play the one that raises the total most")]
Aces = Annotated[str, one_of(NO_YES, "play an ace last of the other cards, and as 1")]
Order = Annotated[str, one_of(ORDERS, "special cards in the order in which they are played")]
AtTop = Annotated[str, one_of(AT_TOP, "the same where the total is 99")]


def allowed(view, action):
    return (view.legal >> np.uint64(action)) & np.uint64(1) != 0


def is_ace(view, action):
    return view.kind[action % 8] == 0 and view.hand[action % 8] % 13 == 0


def spends(view, chance, keep_specials):
    """Return whether a special card is to be played."""
    ordinary, special = 0, 0
    for action in range(16):
        if allowed(view, action):
            is_special = view.kind[action % 8] != 0
            special += is_special
            ordinary += not is_special
    if ordinary == 0 or special == 0 or keep_specials:
        return ordinary == 0
    return below(chance, ordinary + special) < special


def merit(view, action, high_first, keep_aces, order):
    """Return how soon the rules play a legal action among others of its sort: the highest first."""
    kind = view.kind[action % 8]
    if kind != 0:
        return np.int64(0 if order == ANY else 2 * EARLINESS[order, kind] - (action >= 8))
    if keep_aces and is_ace(view, action):
        return np.int64(-1 - (action >= 8))
    return np.int64(view.total_after[action] - view.total if high_first else 0)


def play_card(
    view,
    chance,
    keep_specials: Kept = "yes",
    high_first: High = "yes",
    keep_aces: Aces = "yes",
    order: Order = "TK94",
    order_at_99: AtTop = "49KT",
):
    if view.total == 99 and order_at_99 != SAME:
        order = order_at_99
    special = spends(view, chance, keep_specials)
    most, found, choice = -3, 0, -1
    for action in range(16):
        if allowed(view, action) and (view.kind[action % 8] != 0) == special:
            soon = merit(view, action, high_first, keep_aces, order)
            found = found + 1 if soon == most else 1 if soon > most else found
            # Each of those found so far is equally likely.
            if soon > most or (soon == most and below(chance, found) == 0):
                most, choice = soon, action
    return choice


STRATEGY = Strategy(
    game="ninety-nine",
    plays="keep~ the 4, 9, ten and king and play~ high cards first",
    play_card=play_card,
)
