"""Replaying an imagined deal of Bridge: back to its first call, then forward as seen."""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.game import NOT_SEEN
from cardsim.games.bridge.play import begin_calls
from cardsim.games.bridge.state import CALL
from cardsim.kernels.jit import kernel
from cardsim.tricks import NO_CARD, SEATS


@kernel
def rewind(view, rules, words, state):
    """Turn the deal back to its first call, and return the first decision."""
    for seat in range(SEATS):
        state.hand_of[seat] = state.dealt[seat]
    return begin_calls(state)


@kernel
def seen(view, state, decision):
    """Return the call or card seen of the seat on turn, or of dummy."""
    if decision == CALL:
        called = uint64(state.called)
        return int64(view.calls[called] if called < uint64(view.called) else NOT_SEEN)
    card = view.history[uint64(state.tricks), uint64(state.laid)]
    return int64(NOT_SEEN if card == NO_CARD else card)
