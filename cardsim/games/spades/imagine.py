"""Sampling of Spades hands that agree with what a seat sees."""

from __future__ import annotations

from numpy import int8, int64, uint64

from cardsim.games.spades.play import NOTHING, ONCE_BROKEN
from cardsim.games.spades.state import BID, BLIND, NO_BID, PLAY, SPADES, SUIT_OF, SUITS, TRICKS
from cardsim.kernels.card_bits import FULL_PACK
from cardsim.kernels.intrinsics import clear, copy_seen
from cardsim.kernels.jit import inlined, kernel
from cardsim.tricks import NO_CARD, SEATS, bar, deal_hidden

OTHER_SUITS = uint64(7)
"""Clubs, diamonds and hearts."""


@kernel
def imagine(view, rules, words, state):
    """Write a hand drawn uniformly from those that agree with what the seat on turn sees.

    A player who has shown out of a suit has no card of it. A player who led a spade before one had
    been played, or threw one on the first trick where the rules forbid it if he has others, holds
    spades alone.
    """
    clear(state)
    copy_seen(view, state)
    seat = uint64(view.seat)
    asked = PLAY if view.bids[seat] != NO_BID else BID if view.hand != NOTHING else BLIND
    state.asked = int8(asked)
    state.hand_of[seat] = view.hand
    rooms, barred = NOTHING, shown_spades(view, rules)
    for other in range(SEATS):
        held = int64(TRICKS) - int64(view.tricks)
        place = (other - int64(view.leader)) & 3
        held -= int64(place < view.laid)
        if other != seat or asked == BLIND:
            rooms |= uint64(held) << uint64(8 * other)
        for suit in range(SPADES + 1):
            barred |= bar(other, suit) if view.voids[other, suit] != 0 else NOTHING
    unseen = FULL_PACK & ~(view.hand | view.played)
    deal_hidden(unseen, SUITS, rooms, barred, words, state.hand_of)


@inlined
def shown_spades(view, rules):
    """Return the suits that each seat cannot hold because it has shown spades alone.

    The set has the form that `deal_hidden` takes.
    """
    barred, broken = NOTHING, False
    for trick in range(min(int64(view.tricks) + 1, TRICKS)):
        first = trick == 0 and rules.first_trick_spades == 0
        led = uint64(0)
        for k in range(SEATS):
            card = uint64(view.history[trick, k])
            if card == NO_CARD:
                break
            suit = uint64(SUIT_OF[card])
            led = suit if k == 0 else led
            unasked = suit == SPADES and (k == 0 or led != SPADES)
            kept_back = first or (k == 0 and rules.spade_lead == ONCE_BROKEN and not broken)
            if unasked and kept_back:
                seat = (uint64(view.leaders[trick]) + uint64(k)) & uint64(3)
                barred |= OTHER_SUITS * bar(seat, 0)
            broken = broken or suit == SPADES
    return barred
