"""Replaying an imagined hand of Spades: back to its deal, then forward as seen."""

from __future__ import annotations

from numpy import int8, int64, uint8, uint64

from cardsim.game import NOT_SEEN
from cardsim.games.spades.play import NOTHING, ask_bid, left_of
from cardsim.games.spades.state import BID, BLIND, NO_BID, TRICKS
from cardsim.kernels.card_bits import only
from cardsim.kernels.jit import kernel
from cardsim.tricks import NO_CARD, SEATS, begin_tricks


@kernel
def rewind(view, rules, words, state):
    """Turn the hand back to its deal, and return the first decision."""
    take_back(view, state.hand_of)
    for seat in range(SEATS):
        state.bids[seat] = int8(NO_BID)
        state.blind[seat] = uint8(0)
    state.broken = uint8(0)
    first = left_of(state.dealer)
    begin_tricks(state, first)
    return ask_bid(state, rules, first)


@kernel
def take_back(view, hands):
    """Return every card that was played to the hand that it came from."""
    for trick in range(min(int64(view.tricks) + 1, TRICKS)):
        for k in range(SEATS):
            card = view.history[trick, k]
            if card == NO_CARD:
                return
            hands[(uint64(view.leaders[trick]) + uint64(k)) & uint64(3)] |= only(card)


@kernel
def seen(view, state, decision):
    """Return the bid or play seen of the seat on turn."""
    seat = uint64(state.seat)
    if decision == BLIND:
        looked = view.bids[seat] == NO_BID and view.hand != NOTHING
        return int64(0 if looked else bid_seen(view, seat, view.blind[seat]))
    if decision == BID:
        return bid_seen(view, seat, view.bids[seat])
    card = view.history[uint64(state.tricks), uint64(state.laid)]
    return int64(NOT_SEEN if card == NO_CARD else card)


@kernel
def bid_seen(view, seat, said):
    """Return what a seat said with its bid, int64, or NOT_SEEN where it has made none."""
    return int64(NOT_SEEN if view.bids[seat] == NO_BID else said)
