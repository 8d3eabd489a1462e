"""Replaying an imagined hand of Casino: back to its deal, then forward as seen."""

from __future__ import annotations

from numpy import int64, uint8, uint64

from cardsim.cards import PACK, stack
from cardsim.game import NOT_SEEN, OVER
from cardsim.games.casino.imagine import seat_at
from cardsim.games.casino.play import NOTHING, deal, left_of
from cardsim.games.casino.state import HELD, LAID_OUT, NOT_YET
from cardsim.kernels.card_bits import FULL_PACK, lowest, only, without_lowest
from cardsim.kernels.jit import kernel


@kernel
def rewind(view, rules, words, state):
    """Turn the hand back to its deal.

    Returns:
        The first decision; OVER where a turn is not known.
    """
    for turn in range(view.turn):
        if view.history[turn, 0] == NOT_YET:
            return int64(OVER)
    players = int64(view.players)
    each = HELD * players
    dealt = int64(view.turn) // each
    # The hands of this deal are followed by cards that nobody holds yet, in the imagined order.
    place = (dealt + 1) * each + LAID_OUT
    laid = FULL_PACK
    for at in range(place, PACK):
        laid &= ~only(state.deck[at])
    for before in range(dealt + 1):
        seat = left_of(view.dealer, view.players)
        at = before * each + (LAID_OUT if before > 0 else 0)
        for _ in range(players):
            hand = state.hand_of[seat] if before == dealt else NOTHING
            for turn in range(before * each, min((before + 1) * each, int64(view.turn))):
                if seat_at(view, turn) == seat:
                    hand |= only(view.history[turn, 0] & 63)
            laid &= ~hand
            while hand != NOTHING:
                state.deck[at] = uint8(lowest(hand))
                hand = without_lowest(hand)
                at += 1
            seat = left_of(seat, view.players)
    for at in range(each, each + LAID_OUT):
        state.deck[at] = uint8(lowest(laid))
        laid = without_lowest(laid)
    stack(words, state.deck, PACK, PACK)
    # A match draws its first dealer only once.
    deals = state.deals
    state.deals += 1
    first = deal(state, rules, words)
    state.deals = deals
    return first


@kernel
def seen(view, state, _decision):
    """Return the action seen of the seat on turn."""
    if state.turn >= view.turn:
        return int64(NOT_SEEN), int64(NOT_SEEN)
    turn = uint64(state.turn)
    return int64(view.history[turn, 0]), int64(view.history[turn, 1])
