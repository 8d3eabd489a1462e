"""Sampling of Euchre hands that agree with what a seat sees."""

from __future__ import annotations

import numpy as np
from numpy import int8, int64, uint8, uint64

from cardsim.games.euchre.deck import HELD, PACK, SETS
from cardsim.games.euchre.play import (
    NOTHING,
    YES_OR_NO,
    left_of,
    playing_from,
    printed_in,
    printed_suit,
)
from cardsim.games.euchre.state import (
    BURIED,
    DEFEND,
    DISCARD,
    FARMER,
    KITTY,
    KITTY_SIZE,
    NAME,
    NO_TRUMP_YET,
    ORDER,
    PICKED_UP,
    PLAY,
    TURNED_DOWN,
)
from cardsim.kernels.card_bits import count, lowest, only
from cardsim.kernels.intrinsics import clear, copy_seen
from cardsim.kernels.jit import inlined, kernel
from cardsim.tricks import NO_CARD, SEATS, SUITS, bar, deal_hidden

UPCARD = SUITS
"""The place of the upcard, after the suits, among the sets that are dealt."""
HOLDERS = SEATS + 2


@kernel
def imagine(view, rules, words, state):
    """Write a hand drawn uniformly from those that agree with what the seat on turn sees.

    A player who has shown out of a suit has no card of it; an upcard that was picked up is in the
    dealer's hand or was discarded; a maker who had to hold a card of his suit was dealt one.
    """
    clear(state)
    copy_seen(view, state)
    seat, dealer = uint64(view.seat), uint64(view.dealer)
    asked = waiting(view)
    state.asked = int8(asked)
    playing = int64(SEATS)
    for other in range(SEATS):
        playing -= int64(view.sitting_out[other])
        state.discard_of[other] = uint8(NO_CARD)
    state.in_play = uint8(playing)
    picked = view.upcard_state == PICKED_UP
    own_discard = only(view.discard) if view.discard != NO_CARD else NOTHING
    buried = picked and asked != DISCARD and view.discard == NO_CARD

    unseen = PACK & ~(view.hand | view.played | own_discard)
    if not picked or seat == dealer:
        unseen &= ~only(view.upcard)
    trump = uint64(0 if view.trump == NO_TRUMP_YET else view.trump)
    sets = np.empty(UPCARD + 1, np.uint64)
    for suit in range(SUITS):
        sets[suit] = SETS[trump, suit] & ~only(view.upcard)
    sets[UPCARD] = only(view.upcard)

    rooms = uint64(KITTY_SIZE) << uint64(8 * KITTY) | uint64(buried) << uint64(8 * BURIED)
    barred = bar(KITTY, UPCARD)
    for other in range(SEATS):
        if other != seat:
            held = HELD - cards_laid(state, uint64(other))
            rooms |= uint64(held) << uint64(8 * other)
        if other != dealer:
            barred |= bar(other, UPCARD)
        for suit in range(SUITS):
            barred |= bar(other, suit) if view.voids[other, suit] != 0 else NOTHING
    # The upcard is a trump.
    if view.trump != NO_TRUMP_YET and view.voids[dealer, trump] != 0:
        barred |= bar(dealer, UPCARD)

    likely = False
    while not likely:
        for holder in range(HOLDERS):
            state.hand_of[holder] = NOTHING
        deal_hidden(unseen, sets, rooms, barred, words, state.hand_of)
        state.hand_of[seat] = view.hand
        state.hand_of[BURIED] |= own_discard
        likely = could_call(state, rules)
    laid_away = state.hand_of[BURIED]
    state.discard_of[dealer] = uint8(lowest(laid_away) if laid_away != NOTHING else NO_CARD)


@inlined
def waiting(view):
    """Return the decision that waits."""
    asks = view.legal == YES_OR_NO
    if view.trump == NO_TRUMP_YET:
        if view.upcard_state == TURNED_DOWN:
            return int64(NAME)
        return int64(FARMER if asks else ORDER)
    if count(view.hand) > HELD:
        return int64(DISCARD)
    return int64(DEFEND if asks else PLAY)


@inlined
def cards_laid(state, seat):
    """Return how many cards a seat has played, int64."""
    if state.sitting_out[seat] != 0:
        return int64(0)
    laid, who = int64(state.tricks), uint64(state.leader)
    for _ in range(state.laid):
        laid += int64(who == seat)
        who = playing_from(state, left_of(who))
    return laid


@kernel
def played_by(view, seat):
    """Return the cards that a seat has played in this hand, as a set."""
    cards = NOTHING
    for trick in range(min(int64(view.tricks) + 1, len(view.history))):
        who = uint64(view.leaders[trick])
        for k in range(SEATS):
            card = view.history[trick, k]
            if card == NO_CARD:
                break
            cards |= only(card) if who == uint64(seat) else NOTHING
            who = playing_from(view, left_of(who))
    return cards


@kernel
def could_call(state, rules):
    """Return whether the maker was dealt the cards he needed to make trumps."""
    by_upcard = state.upcard_state != TURNED_DOWN and state.maker == state.dealer
    if rules.trump_needed_to_call == 0 or state.trump == NO_TRUMP_YET or by_upcard:
        return True
    held = state.hand_of[uint64(state.maker)] | played_by(state, state.maker)
    if printed_in(held, state.trump) != NOTHING:
        return True
    if rules.stick_the_dealer == 0 or state.maker != state.dealer:
        return False
    # He had to name a suit, and had no card of any that he could name.
    return count(printed_in(held, printed_suit(state.upcard))) == HELD
