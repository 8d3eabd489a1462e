"""Replaying an imagined hand of Euchre: back to its deal, then forward as seen."""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.game import NOT_SEEN
from cardsim.games.euchre.imagine import played_by, waiting
from cardsim.games.euchre.play import begin_calls
from cardsim.games.euchre.state import BURIED, DEFEND, DISCARD, FARMER, NAME, ORDER, PICKED_UP
from cardsim.kernels.card_bits import lowest, only
from cardsim.kernels.jit import kernel
from cardsim.tricks import NO_CARD, SEATS


@kernel
def rewind(view, rules, words, state):
    """Turn the hand back to its deal, and return the first decision.

    The card that the dealer lays away later stays in its place behind the hands, which nobody sees.
    """
    for seat in range(SEATS):
        state.hand_of[seat] |= played_by(view, seat)
    if view.upcard_state == PICKED_UP:
        dealer = uint64(view.dealer)
        state.hand_of[dealer] |= state.hand_of[BURIED]
        state.hand_of[dealer] &= ~only(view.upcard)
    return begin_calls(state, rules)


@kernel
def seen(view, state, decision):
    """Return the call or play seen of the seat on turn, or its discard in this imagined hand."""
    seat = uint64(state.seat)
    if decision == FARMER:
        return int64(NOT_SEEN if waiting(view) == FARMER else 0)
    if decision == ORDER:
        return int64(view.calls[0, seat])
    if decision == NAME:
        return int64(view.calls[1, seat])
    if decision == DISCARD:
        waits = seat == uint64(view.seat) and waiting(view) == DISCARD
        return int64(NOT_SEEN if waits else lowest(state.hand_of[BURIED]))
    if decision == DEFEND:
        return int64(view.defend_calls[seat])
    card = view.history[uint64(state.tricks), uint64(state.laid)]
    return int64(NOT_SEEN if card == NO_CARD else card)
