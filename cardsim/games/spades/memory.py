"""Limits of memory in Spades: cards are forgotten, and bids are not."""

from __future__ import annotations

from cardsim.games.spades.state import SPADES, SUIT_OF, SUITS
from cardsim.kernels.jit import kernel
from cardsim.tricks import ALL_PLAY, forget_tricks


@kernel
def forget(view, limit):
    """Blank what one does not know any more, with the limit of this number in `tricks.LIMITS`."""
    forget_tricks(view, limit, SUITS[SPADES], SUIT_OF, ALL_PLAY)
