"""Sampling of Chinese Ten hands that agree with what a seat sees."""

from __future__ import annotations

from numpy import int8, int64, uint8, uint64

from cardsim.cards import PACK, draw_cards
from cardsim.games.chinese_ten.play import NOTHING, lay_out, start, weigh
from cardsim.games.chinese_ten.simd import add_where
from cardsim.games.chinese_ten.state import (
    CAPTURE,
    FLIP_CAPTURE,
    LAID_OUT,
    NO_CARD,
    PLAY,
    RANK,
    STOCK,
    TURNS,
)
from cardsim.kernels.card_bits import FULL_PACK, count, holds, lowest, only, without_lowest
from cardsim.kernels.intrinsics import clear, copy_seen
from cardsim.kernels.jit import inlined, kernel


@kernel
def imagine(view, rules, words, state):
    """Write a hand drawn uniformly from those that agree with what the seat on turn sees.

    A hand is the order of all 52 cards as they were dealt. It includes cards already played, and
    the layout, whose order the seat is not shown.
    """
    clear(state)
    start(state, rules, view.players, False)
    copy_seen(view, state)
    state.decision = int8(decision_of(view))
    state.shown = FULL_PACK ^ (view.held | view.unseen)
    place = deal_unseen(view, words, state.deck)
    deal_hands(view, words, place, state)
    lay_deck(view, words, state)
    lay_out(state, rules)
    # The layout has changed since in play.
    state.table = view.table
    state.triple_rank = view.triple_rank
    take_out_played(state)
    weigh_hands(state)


@inlined
def decision_of(view):
    """Return the decision of the seat on turn."""
    if view.card == NO_CARD:
        return PLAY
    return CAPTURE if view.history[uint64(view.turn), 2] == NO_CARD else FLIP_CAPTURE


@kernel
def deal_unseen(view, words, deck):
    """Shuffle the cards not seen: those of other hands come first, those left in the deck last.

    Returns:
        The place in `deck` of the first of them.
    """
    returned = NOTHING
    for n in range(view.redeals):
        for k in range(4):
            returned |= only(view.redealt[n, k])
    # They were shuffled into the deck after the hands had been dealt.
    returned &= view.unseen
    first = PACK - count(view.unseen)
    put(deck, put(deck, first, view.unseen & ~returned), returned)
    stock = PACK - int64(view.deck_count)
    draw_cards(deck, first, stock - first, PACK - count(returned), words)
    draw_cards(deck, stock, PACK - stock, PACK, words)
    return first


@inlined
def put(deck, place, cards):
    """Put a set of cards into the deck from a place on, and return the place behind them."""
    while cards != NOTHING:
        deck[place] = uint8(lowest(cards))
        cards = without_lowest(cards)
        place += 1
    return place


@kernel
def deal_hands(view, words, place, state):
    """Put the cards dealt to every seat, seat by seat and in order, into the row of all hands.

    Args:
        view: what is seen.
        words: random numbers, for the order in which each seat was dealt its cards.
        place: in the deck, of the first card for another hand.
        state: only `cards` is changed.
    """
    players, share = int64(view.players), int64(state.share)
    for seat in range(players):
        first = seat * share
        at = first
        turn = (seat - int64(view.first) + players) % players
        for t in range(turn, TURNS, players):
            if view.history[t, 0] != NO_CARD:
                state.cards[at] = view.history[t, 0]
                at += 1
        own = seat == int64(view.seat)
        for k in range(view.hand_counts[seat]):
            state.cards[at + k] = view.hand[k] if own else state.deck[place + k]
        place += 0 if own else int64(view.hand_counts[seat])
        draw_cards(state.cards, first, share, first + share, words)
        if own:
            keep_order(view, first, share, state.cards)


@inlined
def keep_order(view, first, share, cards):
    """Put the own cards within cards[first : first + share] in the order dealt."""
    k = 0
    for at in range(first, first + share):
        if holds(view.held, cards[at]):
            cards[at] = view.hand[k]
            k += 1


@kernel
def lay_deck(view, words, state):
    """Put the deck in the order in which it was dealt, laid out and flipped."""
    players, share = int64(state.players), int64(state.share)
    for seat in range(players):
        for k in range(share):
            state.deck[k * players + seat] = state.cards[seat * share + k]
    laid = state.shown
    for t in range(TURNS):
        played, flipped = view.history[t, 0], view.history[t, 2]
        if played != NO_CARD:
            laid &= ~only(played)
        if flipped != NO_CARD:
            laid &= ~only(flipped)
            state.deck[STOCK + t] = flipped
    put(state.deck, LAID_OUT, laid)
    draw_cards(state.deck, LAID_OUT, STOCK - LAID_OUT, STOCK, words)


@kernel
def take_out_played(state):
    """Remove played cards from the rows and from the sets of all hands."""
    share = int64(state.share)
    for seat in range(state.players):
        end = int64(seat) * share
        hand = NOTHING
        for at in range(end, end + share):
            card = state.cards[at]
            state.cards[at] = uint8(NO_CARD)
            if not holds(state.shown, card):
                hand |= only(card)
                state.cards[end] = card
                state.ranks[end] = RANK[card]
                state.own_points[end] = state.points[card]
                end += 1
        state.hands[seat] = hand


@kernel
def weigh_hands(state):
    """Write what each card in all hands would win."""
    for k in range(TURNS):
        state.wins_of_all[k] = int8(-1)
    for rank in range(13):
        weigh(state, state.table, uint64(rank))
    if state.triple_rank >= 0:
        rank = int64(state.triple_rank)
        points = int64(0)
        for card in range(rank, PACK, 13):
            if holds(state.table, card):
                points += int64(state.points[card])
        add_where(state.ranks, rank, state.own_points, points, state.wins_of_all)
