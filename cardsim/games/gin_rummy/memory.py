"""Limits of memory in Gin Rummy: who threw, took and refused what. All see the row."""

from __future__ import annotations

from numpy import int64, uint8, uint64

from cardsim.cards import PACK
from cardsim.games.gin_rummy.state import HISTORY, NO_TILE, SEATS, TOOK
from cardsim.kernels.card_bits import FULL_PACK, only
from cardsim.kernels.jit import kernel

LIMITS = ("everything", "last-12", "last-8", "last-4", "nothing")
"""Words for limits of memory."""
_NOTHING = len(LIMITS) - 1


@kernel
def forget(view, limit):
    """Blank what one does not know any more, with the limit of this number in `LIMITS`.

    The last cards are those thrown last, the upcard among them. A tile that is forgotten and not in
    the row looks as if nobody had seen it.
    """
    known, left, row = uint64(0), 4 * (_NOTHING - limit), uint64(0)
    for back in range(HISTORY):
        place = HISTORY - 1 - back
        tile = view.history[place]
        if tile != NO_TILE and left > 0:
            known |= only(int64(tile) & (TOOK - 1))
            left -= 1
        elif tile != NO_TILE:
            view.history[place] = uint8(NO_TILE)
    for place in range(PACK):
        tile = view.discards[place]
        row |= only(tile) if tile != NO_TILE else uint64(0)
    for seat in range(SEATS):
        view.taken[seat] &= known
        view.thrown[seat] &= known
        view.refused[seat] &= known
    view.unseen |= FULL_PACK & ~(view.hand | row | known)
