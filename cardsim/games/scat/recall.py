"""Replaying an imagined hand of Scat: back to its deal, then forward through the turns seen."""

from __future__ import annotations

from numpy import int64, uint8, uint32, uint64

from cardsim.cards import PACK, stack
from cardsim.game import NOT_SEEN, UNTOLD
from cardsim.games.scat.imagine import hold, say_nothing
from cardsim.games.scat.play import OVER, deal, in_game, next_alive
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
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import below

LOW = uint32(255)
DRAWN = 4
"""Cards in hand just after a draw."""
NO_SLOT = 7
"""Stands for the slot of a card that is not in hand."""


@kernel
def rewind(view, rules, words, state):
    """Turn the hand back to its deal and return the first decision.

    Any card that a seat held after a draw from the stock, apart from those it had taken from the
    discards, is equally likely to be the one drawn. Where the thrown card is not known, the turns
    are played anew from a deal (`deal_untold`).

    Returns:
        The first decision. OVER where nothing was seen yet, or where the turns cannot be recovered:
        the history was overwritten, the discards were shuffled, or a card was taken where another
        is forgotten.
    """
    turn = int64(view.turn)
    if turn == 0 or turn > HISTORY or view.reshuffled != 0:
        return OVER
    alive = int64(view.alive)
    draws, takes = int64(0), int64(0)
    for t in range(turn):
        draws += int64(view.history[t, 1] == FROM_STOCK)
        takes += int64(view.history[t, 1] == FROM_DISCARD)
    if is_untold(view):
        return OVER if takes > 0 else deal_untold(view, rules, words, state)
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
    lay_hands(view, state)
    state.deck[3 * alive] = view.upcard
    stack(words, state.deck, used, PACK)
    return deal(state, rules, words)


@kernel
def throws(view, turn):
    """Return whether a card was thrown in a turn."""
    return view.history[turn, 1] in (FROM_STOCK, FROM_DISCARD)


@kernel
def lay_hands(view, state):
    """Lay all hands in the deck in the order of the deal."""
    seat, alive = int64(view.first), int64(view.alive)
    for i in range(alive):
        for k in range(3):
            state.deck[i + k * alive] = uint8((state.own[seat].hand >> uint32(8 * k)) & LOW)
        seat = int64(next_alive(state, seat))


@kernel
def deal_untold(view, rules, words, state):
    """Deal a hand from which turns with unknown discards may have led to the view.

    Each seat is dealt the hand that was imagined for it, and the discards come next in the deck,
    one by one: if every seat throws what it draws, this pile results. A card that was seen to be
    thrown was held from the deal or drawn in an earlier turn, each equally likely. The viewing seat
    throws what it draws, because it holds its present cards from the deal on.
    """
    alive, stock, draws = int64(view.alive), int64(view.stock_count), int64(0)
    if view.hand_size == DRAWN and not view.took_discard:
        # No other seat reaches the card that this seat has just drawn.
        for at in range(PACK - stock, PACK):
            state.deck[at - 1] = state.deck[at]
        state.deck[PACK - 1] = view.hand[3]
    lay_hands(view, state)
    begin = 3 * alive
    state.deck[begin] = state.pile[0]
    for t in range(view.turn):
        if view.history[t, 1] != FROM_STOCK:
            continue
        draws += 1
        state.deck[begin + draws] = state.pile[draws]
        if view.history[t, 3] == NO_CARD or view.history[t, 0] == view.seat:
            continue
        place = begin + draws
        at = where_from(view, words, t, place)
        state.deck[place], state.deck[at] = state.deck[at], state.deck[place]
    stack(words, state.deck, PACK, PACK)
    return deal(state, rules, words)


@kernel
def where_from(view, words, turn, place):
    """Return the place in the deck of a card thrown in a turn, whether drawn then or earlier."""
    seat, alive = view.history[turn, 0], int64(view.alive)
    some = int64(0)
    for t in range(turn):
        some += int64(view.history[t, 0] == seat and is_forgotten(view, t))
    wanted = below(words, 4 + some)
    if wanted < 3:
        # Turns go round the table, so each seat has one before any seat has its next.
        ring = int64(turn) % alive
        return ring + wanted * alive
    draws = int64(0)
    for t in range(turn):
        draws += int64(view.history[t, 1] == FROM_STOCK)
        if view.history[t, 0] == seat and is_forgotten(view, t):
            wanted -= 1
            if wanted == 2:
                return 3 * alive + draws
    return int64(place)


@kernel
def is_untold(view):
    """Return whether the thrown card of some turn is unknown."""
    untold = view.upcard == NO_CARD
    for t in range(view.turn):
        untold |= is_forgotten(view, t)
    return untold


@kernel
def is_forgotten(view, turn):
    """Return whether a card was thrown in a turn but is not known."""
    return throws(view, turn) and view.history[turn, 3] == NO_CARD


@kernel
def settle(past, rules, words, state):
    """Give the other seats the hands that they hold after turns that were played anew.

    The cards of their imagined hands go where the new ones came from.
    """
    if past.turn == 0 or not is_untold(state):
        return
    for s in range(state.players):
        if s == state.seat or not in_game(state, s):
            continue
        for k in range(3):
            at = uint32(8 * k)
            old, new = (state.own[s].hand >> at) & LOW, (past.own[s].hand >> at) & LOW
            if old != new:
                exchange_cards(state, old, new)
        hold(state, rules, s)
    for s in range(state.players):
        state.own[s].declared = state.own[s].spoiled = uint8(0)
        if in_game(state, s):
            hold(state, rules, s)
    say_nothing(state, rules, words)


@kernel
def exchange_cards(state, one, other):
    """Swap two cards wherever they lie."""
    for at in range(PACK):
        state.deck[at] = exchanged(state.deck[at], one, other)
        state.pile[at] = exchanged(state.pile[at], one, other)
    for s in range(state.players):
        hand = state.own[s].hand
        for k in range(3):
            at = uint32(8 * k)
            card = uint32(exchanged((hand >> at) & LOW, one, other))
            hand = (hand & ~(LOW << at)) | card << at
        state.own[s].hand = hand


@inlined
def exchanged(card, one, other):
    """Return `card`, or its counterpart if cards `one` and `other` are swapped, as uint8."""
    return uint8(other if card == one else one if card == other else card)


@kernel
def card_drawn(view, words, held, seat, turn):
    """Return a random one of four cards, one a byte, that the seat had not taken as discards."""
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
def told_top(view, turn):
    """Return whether the top discard before a turn is known."""
    for t in range(turn - 1, -1, -1):
        if throws(view, t):
            return view.history[t, 3] != NO_CARD
    return view.upcard != NO_CARD


@kernel
def seen(view, state, decision):
    """Return the action seen of the seat on turn.

    CONTINUE where the view implies it: nobody who plays on has declared a 31 or called.
    """
    turn = int64(state.turn)
    if turn >= view.turn:
        return int64(NOT_SEEN if state.seat == view.seat else CONTINUE)
    source = view.history[turn, 1]
    if decision == KNOCK:
        return int64(KNOCKS if source == KNOCKED else CONTINUE)
    mine = state.seat == view.seat
    if decision == DRAW:
        if source != FROM_DISCARD and not mine and not told_top(view, turn):
            return int64(UNTOLD)
        return int64(TAKE_DISCARD if source == FROM_DISCARD else LEAVE_DISCARD)
    if decision == DISCARD:
        if view.history[turn, 3] == NO_CARD:
            return int64(DRAWN - 1 if mine else UNTOLD)
        for k in range(DRAWN):
            if state.hand[k] == view.history[turn, 3]:
                return int64(k)
        return int64(NO_SLOT)
    if decision == KNOCK_AFTER_DRAW and view.knocker == state.seat:
        for t in range(turn + 1, int64(view.turn)):
            if view.history[t, 0] == state.seat:
                return int64(CONTINUE)
        return int64(KNOCKS)
    return int64(CONTINUE)
