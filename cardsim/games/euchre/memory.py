"""Limits of memory in Euchre: cards are forgotten, and not what was called or turned up."""

from __future__ import annotations

from numpy import uint64

from cardsim.games.euchre.deck import SETS, SUIT_OF
from cardsim.games.euchre.state import NO_TRUMP_YET
from cardsim.kernels.jit import kernel
from cardsim.tricks import forget_tricks


@kernel
def forget(view, limit):
    """Blank what one does not know any more, with the limit of this number in `tricks.LIMITS`."""
    if view.trump != NO_TRUMP_YET:
        trump = uint64(view.trump)
        forget_tricks(view, limit, SETS[trump, trump], SUIT_OF[trump], view.sitting_out)
