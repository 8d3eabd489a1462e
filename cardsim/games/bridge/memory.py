"""Limits of memory in Bridge: cards are forgotten, and calls are not."""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.games.bridge.state import SETS, SUIT_OF
from cardsim.kernels.jit import kernel
from cardsim.tricks import ALL_PLAY, NO_TRUMP, forget_tricks


@kernel
def forget(view, limit):
    """Blank what one does not know any more, with the limit of this number in `tricks.LIMITS`."""
    strain = int64(view.strain)
    trumps = SETS[uint64(strain)] if strain < NO_TRUMP else uint64(0)
    forget_tricks(view, limit, trumps, SUIT_OF, ALL_PLAY)
