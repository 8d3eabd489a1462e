"""An imagined hand of Scat turned back to its deal, and what was seen since."""

from __future__ import annotations

from numpy import int64, uint8, uint32, uint64

from cardsim.cards import PACK, stack
from cardsim.game import NOT_SEEN
from cardsim.games.scat.play import OVER, deal, next_alive
from cardsim.games.scat.state import (
    CONTINUE,
    DISCARD,
    DRAW,
    FROM_DISCARD,
    FROM_STOCK,
    HISTORY,
    KNOCK,
    KNOCK_AFTER_DRAW,
    KNOCKED,
    KNOCKS,
    LEAVE_DISCARD,
    NO_CARD,
    TAKE_DISCARD,
)
from cardsim.kernels.card_bits import holds, only
from cardsim.kernels.jit import kernel
from cardsim.rng import below

LOW = uint32(255)


@kernel
def rewind(view, rules, words, state):
    """Turn the hand back to its deal; returns the first decision.

    Of the cards that a seat held after a draw from the stock any may be the one drawn, but for
    those that it had taken from the discards: each is as likely.

    Returns:
        The first decision; OVER where nothing was seen yet, or too much: the history has been
        overwritten, a card of it forgotten, or the discards were shuffled.
    """
    turn = int64(view.turn)
    if turn == 0 or turn > HISTORY or view.reshuffled != 0 or view.upcard == NO_CARD:
        return OVER
    alive = int64(view.alive)
    draws = int64(0)
    for t in range(turn):
        draws += int64(view.history[t, 1] == FROM_STOCK)
        if view.history[t, 1] in (FROM_STOCK, FROM_DISCARD) and view.history[t, 3] == NO_CARD:
            return OVER
    used = 3 * alive + 1 + draws
    place = used
    for t in range(turn - 1, -1, -1):
        seat, source = int64(view.history[t, 0]), int64(view.history[t, 1])
        if source not in (FROM_STOCK, FROM_DISCARD):
            continue
        thrown, hand = uint32(view.history[t, 3]), state.own[seat].hand
        drawn = uint32(view.history[t, 2])
        if source == FROM_STOCK:
            drawn = card_drawn(view, words, hand | thrown << uint32(24), seat, t)
            place -= 1
            state.deck[place] = uint8(drawn)
        for k in range(3):
            at = uint32(8 * k)
            if (hand >> at) & LOW == drawn:
                hand = (hand & ~(LOW << at)) | thrown << at
        state.own[seat].hand = hand
    seat = int64(view.first)
    for i in range(alive):
        for k in range(3):
            state.deck[i + k * alive] = uint8((state.own[seat].hand >> uint32(8 * k)) & LOW)
        seat = int64(next_alive(state, seat))
    state.deck[3 * alive] = view.upcard
    stack(words, state.deck, used, PACK)
    return deal(state, rules, words)


@kernel
def card_drawn(view, words, held, seat, turn):
    """Any of four cards, one a byte, that the seat had not taken from the discards before."""
    taken = uint64(0)
    for t in range(turn):
        if view.history[t, 0] == seat and view.history[t, 1] in (FROM_STOCK, FROM_DISCARD):
            if view.history[t, 1] == FROM_DISCARD:
                taken |= only(view.history[t, 2])
            taken &= ~only(view.history[t, 3])
    some = int64(0)
    for k in range(4):
        some += int64(not holds(taken, (held >> uint32(8 * k)) & LOW))
    wanted = below(words, some)
    for k in range(4):
        card = (held >> uint32(8 * k)) & LOW
        if not holds(taken, card):
            if wanted == 0:
                return uint32(card)
            wanted -= 1
    return held & LOW


@kernel
def seen(view, state, decision):
    """What the seat on turn was seen to do; nobody who plays on has declared a 31 or called."""
    turn = int64(state.turn)
    if turn >= view.turn:
        return int64(NOT_SEEN if state.seat == view.seat else CONTINUE)
    source = view.history[turn, 1]
    if decision == KNOCK:
        return int64(KNOCKS if source == KNOCKED else CONTINUE)
    if decision == DRAW:
        return int64(TAKE_DISCARD if source == FROM_DISCARD else LEAVE_DISCARD)
    if decision == DISCARD:
        for k in range(4):
            if state.hand[k] == view.history[turn, 3]:
                return int64(k)
        return int64(NOT_SEEN)
    if decision == KNOCK_AFTER_DRAW and view.knocker == state.seat:
        for t in range(turn + 1, int64(view.turn)):
            if view.history[t, 0] == state.seat:
                return int64(CONTINUE)
        return int64(KNOCKS)
    return int64(CONTINUE)
