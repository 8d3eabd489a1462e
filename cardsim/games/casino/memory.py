"""Limits of memory in Casino: the cards in the piles, and who has shown what."""

from __future__ import annotations

import numpy as np
from numpy import int64, uint16, uint64

from cardsim.games.casino.state import (
    ACES,
    NOBODY,
    NOT_YET,
    PLAYS,
    SEATS,
    SPADES,
    TEN_OF_DIAMONDS,
    VALUES,
)
from cardsim.kernels.card_bits import holds, only
from cardsim.kernels.jit import kernel

LIMITS = ("everything", "cards-that-count", "spades", "last-8", "last-4", "nothing")
"""Words for limits of memory."""
_EVERYTHING, _CARDS_THAT_COUNT, _SPADES, _LAST_8, _LAST_4, _NOTHING = range(len(LIMITS))
_IN_SPADES = np.uint64(SPADES)
_COUNT = np.uint64(SPADES | ACES | 1 << TEN_OF_DIAMONDS)
"""Spades, aces and the ten of diamonds."""


@kernel
def played_last(view, captured, most):
    """Return those of the captured cards that were played last, as a set of so many at most."""
    cards, left = uint64(0), most
    for back in range(min(int64(view.turn), PLAYS)):
        card = uint64(view.history[min(int64(view.turn), PLAYS) - 1 - back, 0]) & uint64(63)
        if holds(captured, card) and left > 0:
            cards |= only(card)
            left -= 1
    return cards


@kernel
def forget(view, limit):
    """Blank what one does not know any more, with the limit of this number in `LIMITS`.

    Cards of the piles that are forgotten look as if nobody had seen them. What a seat has shown to
    hold is known from a build on the table alone.
    """
    captured = uint64(0)
    for seat in range(SEATS):
        captured |= view.piles[seat]
    known = captured & (_IN_SPADES if limit == _SPADES else _COUNT)
    if limit > _SPADES:
        known = played_last(view, captured, 4 * (_NOTHING - limit))
    view.unseen |= captured & ~known
    for seat in range(SEATS):
        view.piles[seat] &= known
        view.promised[seat] = uint16(0)
    for value in range(VALUES):
        owner = int64(view.build_owner[value])
        if owner != NOBODY:
            shown = uint64(view.promised[owner]) | only(value)
            view.promised[owner] = uint16(shown)
    for turn in range(PLAYS):
        view.history[turn, 0] = int64(NOT_YET)
        view.history[turn, 1] = int64(NOT_YET)
