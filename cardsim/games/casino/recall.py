"""Replaying an imagined hand of Casino: back to its deal, then forward as seen.

Where a place was told in words without all cards that were captured, a hand is dealt and played
anew by whoever sits there, and the missing cards are with those who captured in that hand.
"""

from __future__ import annotations

from numpy import int8, int64, uint8, uint64

from cardsim.cards import PACK, stack
from cardsim.game import NOT_SEEN, OVER, UNTOLD
from cardsim.games.casino.imagine import seat_at
from cardsim.games.casino.play import NOTHING, deal, left_of
from cardsim.games.casino.state import HELD, LAID_OUT, NOBODY, NOT_YET
from cardsim.kernels.card_bits import FULL_PACK, count, holds, lowest, only, pick, without_lowest
from cardsim.kernels.jit import kernel
from cardsim.rng import below


@kernel
def rewind(view, rules, words, state):
    """Turn the hand back to its deal.

    Returns:
        The first decision; OVER where a turn is not known, but all cards captured are.
    """
    if is_untold(view):
        return deal_anew(state, rules, words)
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
    return deal_anew(state, rules, words)


@kernel
def deal_anew(state, rules, words):
    """Deal a hand, and return its first decision."""
    # A match draws its first dealer only once.
    deals = state.deals
    state.deals += 1
    first = deal(state, rules, words)
    state.deals = deals
    return first


@kernel
def missing(view):
    """Return how many cards have been captured without being told, int64."""
    return int64(view.turn) + LAID_OUT - (PACK - count(uint64(view.unseen) | uint64(view.hand)))


@kernel
def is_untold(view):
    """Return whether neither the turns nor all cards captured are known."""
    return view.turn > 0 and view.history[0, 0] == NOT_YET and missing(view) > 0


@kernel
def settle(past, rules, words, state):
    """Give the missing cards to those who captured in a hand that was played anew.

    They are cards of the imagined stock. Those that somebody captured in that hand are his, and
    each other one is with the captor of a random card of it. A pile that was told is taken as
    whole, as long as another was not.
    """
    if not is_untold(state):
        return
    untold, told_sweeps = NOTHING, int64(0)
    for seat in range(state.players):
        untold |= only(seat) if state.piles[seat] == NOTHING else NOTHING
        told_sweeps += int64(state.sweeps[seat])
    if untold == NOTHING:
        untold = only(state.players) - uint64(1)
    captured, first = NOTHING, int64(state.turn) + LAID_OUT - missing(state)
    for seat in range(state.players):
        if not holds(untold, seat):
            past.piles[seat] = NOTHING
        captured |= past.piles[seat]
        first += int64(state.hand_sizes[seat])
    for place in range(first, first + missing(state)):
        captor = captor_of(past, untold, captured, uint64(state.deck[place]), words)
        state.piles[captor] |= only(state.deck[place])
        state.faced |= only(state.deck[place])
    for seat in range(state.players):
        if told_sweeps == 0 and holds(untold, seat):
            state.sweeps[seat] = past.sweeps[seat]
    if state.last_capturer == NOBODY:
        state.last_capturer = int8(past.last_capturer)


@kernel
def captor_of(past, untold, captured, card, words):
    """Return the seat that captured a card in a hand, else that of a random one captured there.

    Where nothing was captured it is a random one of the seats whose piles were not told.
    """
    if captured == NOTHING:
        return uint64(pick(untold, below(words, count(untold))))
    if not holds(captured, card):
        card = uint64(pick(captured, below(words, count(captured))))
    seat = uint64(0)
    while not holds(past.piles[seat], card):
        seat += uint64(1)
    return seat


@kernel
def seen(view, state, _decision):
    """Return the action seen of the seat on turn."""
    if state.turn >= view.turn:
        return int64(NOT_SEEN), int64(NOT_SEEN)
    if is_untold(view):
        return int64(UNTOLD), int64(UNTOLD)
    turn = uint64(state.turn)
    return int64(view.history[turn, 0]), int64(view.history[turn, 1])
