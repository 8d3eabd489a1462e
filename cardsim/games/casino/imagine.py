"""Sampling of Casino hands that agree with what a seat sees."""

from __future__ import annotations

from numpy import int64, uint8, uint64

from cardsim.cards import PACK, draw_card, draw_cards, exchange
from cardsim.games.casino.moves import KIND, has_other, owned_values
from cardsim.games.casino.play import build, capture, clear_build
from cardsim.games.casino.state import BUILD, CAPTURE, HELD, NOT_YET, RANK, TRAIL, VALUES
from cardsim.kernels.card_bits import FULL_PACK, count, lowest, only, without_lowest
from cardsim.kernels.intrinsics import clear, copy_seen
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import below

NOTHING = uint64(0)
TRIES = 1 << 20
"""Most draws before a hand that does not agree is accepted; a few are enough in practice."""


@kernel
def imagine(view, rules, words, state):
    """Write a hand drawn uniformly from those that agree with what the seat on turn sees.

    A seat that has shown that it holds a card of some rank has one. Such cards are drawn first and
    the rest after them; a hand that can arise in n ways is kept with chance 1/n. A seat that owned
    a build and trailed because it had to had no card for anything else.
    """
    clear(state)
    copy_seen(view, state)
    state.faced = FULL_PACK & ~(uint64(view.unseen) | uint64(view.hand))
    for turn in range(view.turn):
        if view.history[turn, 0] != NOT_YET and (view.history[turn, 0] >> KIND) & 3 >= BUILD:
            seat = seat_at(view, turn)
            state.made[seat] = uint8(state.made[seat] + uint8(1))
    for _ in range(TRIES):
        ways = deal_unseen(view, words, state)
        if (ways == 1 or below(words, ways) == 0) and forced_agree(view, state):
            break
    copy_seen(view, state)


@inlined
def seat_at(view, turn):
    """Return the seat that played a turn."""
    return (int64(view.dealer) + 1 + int64(turn)) % int64(view.players)


@kernel
def deal_unseen(view, words, state):
    """Deal the unseen cards to the other hands and the stock.

    Returns:
        The number of ways in which these hands can arise: which card of a rank that a seat is known
        to hold was drawn as the known one.
    """
    place = PACK - count(view.unseen)
    unseen = uint64(view.unseen)
    for at in range(place, PACK):
        state.deck[at] = uint8(lowest(unseen))
        unseen = without_lowest(unseen)
    for seat in range(view.players):
        hand, ranks = NOTHING, uint64(view.promised[seat])
        if seat == view.seat:
            state.hand_of[seat] = view.hand
            continue
        while ranks != NOTHING:
            hand |= only(draw_of_rank(state.deck, place, lowest(ranks), words))
            ranks = without_lowest(ranks)
            place += 1
        state.hand_of[seat] = hand
    ways = int64(1)
    for seat in range(view.players):
        if seat == view.seat:
            continue
        hand = state.hand_of[seat]
        while count(hand) < view.hand_sizes[seat]:
            hand |= only(draw_card(state.deck, place, PACK, words))
            place += 1
        state.hand_of[seat] = hand
        ranks = uint64(view.promised[seat])
        while ranks != NOTHING:
            ways *= of_rank(hand, lowest(ranks))
            ranks = without_lowest(ranks)
    draw_cards(state.deck, place, PACK - place, PACK, words)
    return ways


@kernel
def draw_of_rank(deck, place, rank, words):
    """Draw a card of a rank from deck[place:] into deck[place]; there must be one."""
    number = int64(0)
    for at in range(place, PACK):
        number += int64(RANK[deck[at]] == rank)
    which = int64(below(words, number))
    for at in range(place, PACK):
        which -= int64(RANK[deck[at]] == rank)
        if which < 0:
            return exchange(deck, uint64(place), uint64(at - place))
    return int64(deck[place])


@inlined
def of_rank(cards, rank):
    """Return how many cards of a rank are in a set, int64."""
    total = int64(0)
    while cards != NOTHING:
        total += int64(RANK[lowest(cards)] == rank)
        cards = without_lowest(cards)
    return total


@kernel
def forced_agree(view, state):
    """Return whether every seat that owned a build and trailed could do nothing else.

    The hand is played again from its beginning, in the state's own fields.
    """
    if view.keep_capturing_card != 0 or view.trail_with_own_build != 0:
        return True
    if view.turn > 0 and view.history[0, 0] == NOT_YET:
        # The cards played are unknown.
        return True
    dealt = int64(view.turn) - int64(view.turn) % (HELD * int64(view.players))
    state.loose = state.faced
    for turn in range(view.turn):
        state.loose &= ~only(view.history[turn, 0] & 63)
    for value in range(VALUES):
        clear_build(state, uint64(value))
    for turn in range(view.turn):
        number, chosen = view.history[turn, 0], uint64(view.history[turn, 1])
        seat, card, kind = seat_at(view, turn), uint64(number & 63), (number >> KIND) & 3
        state.seat = uint8(seat)
        if kind == TRAIL:
            if turn >= dealt and seat != view.seat and owned_values(state) != NOTHING:
                state.hand = state.hand_of[seat]
                for later in range(turn, view.turn, view.players):
                    state.hand |= only(view.history[later, 0] & 63)
                if has_other(state):
                    return False
            state.loose |= only(card)
        elif kind == CAPTURE:
            capture(state, uint64(seat), card, number, chosen)
        else:
            build(state, uint64(seat), card, number, chosen)
    return True
