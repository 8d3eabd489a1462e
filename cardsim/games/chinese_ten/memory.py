"""Limits of memory in Chinese Ten: the cards that were captured."""

from __future__ import annotations

import numpy as np
from numpy import int64, uint8, uint64

from cardsim.cards import PACK
from cardsim.games.chinese_ten.state import NO_CARD, SEATS, TURNS
from cardsim.kernels.card_bits import holds, only
from cardsim.kernels.jit import kernel

LIMITS = ("everything", "red-cards", "last-8", "last-4", "nothing")
"""Words for limits of memory."""
_EVERYTHING, _RED_CARDS, _LAST_8, _LAST_4, _NOTHING = range(len(LIMITS))
RED = np.uint64(sum(1 << card for card in range(PACK) if card // 13 in (1, 2)))
"""Diamonds and hearts."""


@kernel
def captured_last(view, captured, most):
    """Return those of the captured cards that were turned up last, as a set of so many at most."""
    cards, left = uint64(0), most
    for back in range(min(int64(view.turn) + 1, TURNS)):
        turn = min(int64(view.turn), TURNS - 1) - back
        for k in range(view.history.shape[1]):
            card = view.history[turn, view.history.shape[1] - 1 - k]
            if card < PACK and holds(captured & ~cards, card) and left > 0:
                cards |= only(card)
                left -= 1
    return cards


@kernel
def forget(view, limit):
    """Blank what one does not know any more, with the limit of this number in `LIMITS`.

    Captured cards that are forgotten look as if nobody had seen them. The points of each seat are
    known, and all see the table.
    """
    captured = uint64(0)
    for seat in range(SEATS):
        captured |= view.taken[seat]
    known = captured & RED
    if limit != _RED_CARDS:
        known = captured_last(view, captured, 4 * (_NOTHING - limit))
    forgotten = captured & ~known
    view.unseen |= forgotten
    for seat in range(SEATS):
        view.taken[seat] &= known
    for turn in range(TURNS):
        for k in range(view.history.shape[1]):
            card = view.history[turn, k]
            if card != NO_CARD and (card >= PACK or holds(forgotten, card)):
                view.history[turn, k] = uint8(NO_CARD)
