"""Sampling of Bridge deals that agree with what a seat sees."""

from __future__ import annotations

from numpy import int64, uint32, uint64

from cardsim.games.bridge.play import NOTHING, lay_deck, partner_of
from cardsim.games.bridge.state import MATCH, SETS, TRICKS
from cardsim.kernels.card_bits import FULL_PACK, only
from cardsim.kernels.intrinsics import clear, copy_seen
from cardsim.kernels.jit import kernel
from cardsim.tricks import NO_CARD, NOBODY, SEATS, SUITS, bar, deal_hidden


@kernel
def imagine(view, rules, words, state):
    """Write a deal drawn uniformly from those that agree with what the seat on turn sees.

    A player who has shown out of a suit has no card of it; the calls are ignored. The first table
    of a match is taken to have scored nothing on the board.
    """
    clear(state)
    copy_seen(view, state)
    state.tried = uint32(1)
    deal_unseen(view, words, state.hand_of)
    for other in range(SEATS):
        state.dealt[other] = state.hand_of[other]
    for trick in range(min(int64(view.tricks) + 1, TRICKS)):
        for k in range(SEATS):
            card = uint64(view.history[trick, k])
            if card == NO_CARD:
                break
            player = (uint64(view.leaders[trick]) + uint64(k)) & uint64(3)
            state.dealt[player] |= only(card)
    if state.unit == MATCH:
        # The second table plays with the cards of the first.
        lay_deck(state.deck, state.dealer, state.dealt)


@kernel
def deal_unseen(view, words, hands):
    """Write the known cards of four empty hands, and deal the rest uniformly."""
    seat = uint64(view.seat)
    known = only(seat)
    hands[seat] = view.hand
    if view.leader != NOBODY and int64(view.tricks) + int64(view.laid) > 0:
        dummy = partner_of(view.declarer)
        hands[dummy] = view.dummy_hand
        known |= only(dummy)
    rooms, barred = NOTHING, NOTHING
    for other in range(SEATS):
        held = int64(TRICKS) - int64(view.tricks)
        place = (other - int64(view.leader)) & 3
        held -= int64(place < view.laid)
        if known & only(other) == NOTHING:
            rooms |= uint64(held) << uint64(8 * other)
        for suit in range(SUITS):
            barred |= bar(other, suit) if view.voids[other, suit] != 0 else NOTHING
    unseen = FULL_PACK & ~(view.hand | view.dummy_hand | view.played)
    deal_hidden(unseen, SETS, rooms, barred, words, hands)
