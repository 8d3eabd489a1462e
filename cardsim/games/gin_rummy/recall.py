"""Replaying an imagined hand of Gin Rummy: back to its deal, then forward as seen."""

from __future__ import annotations

from numpy import int64, uint8, uint32, uint64

from cardsim.cards import PACK, stack
from cardsim.game import NOT_SEEN, OVER
from cardsim.games.gin_rummy.features import passes
from cardsim.games.gin_rummy.play import NOTHING, deal, place_of, seat_after
from cardsim.games.gin_rummy.state import (
    DRAW,
    DREW_ROW,
    FINISH,
    FROM_ROW,
    FROM_STOCK,
    HISTORY,
    NO_TILE,
    NOT_DRAWN,
    PASS,
    SEATS,
    TAKE,
    TOOK,
    UPCARD,
)
from cardsim.kernels.card_bits import count, lowest, only, pick, without_lowest
from cardsim.kernels.jit import kernel
from cardsim.rng import below


@kernel
def rewind(view, rules, words, state):
    """Turn the hand back to its deal.

    Any tile that a seat held after a draw from the stock, apart from those it had taken from the
    row, is equally likely to be the one drawn.

    Returns:
        The first decision; OVER where the history is full, or a tile thrown is not known.
    """
    turn = int64(view.turn_no)
    if turn >= HISTORY or view.arrangements > 0:
        return int64(OVER)
    for t in range(turn + 1):
        if view.history[t] == NO_TILE:
            return int64(OVER)
    place = PACK - int64(view.stock_size)
    used = place
    if view.drew_from != NOT_DRAWN:
        place = undraw(view, words, state, turn, view.drew_from == DREW_ROW, place)
    for t in range(turn - 1, -1, -1):
        state.hand_of[seat_of(view, t)] |= only(thrown(view, t))
        place = undraw(view, words, state, t, took(view, t), place)
        if place < 0:
            return int64(OVER)
    place = 0
    seat = seat_after(view.dealer, view.players)
    for _ in range(view.players):
        hand = state.hand_of[seat]
        while hand != NOTHING:
            state.deck[place] = uint8(lowest(hand))
            hand = without_lowest(hand)
            place += 1
        seat = seat_after(seat, view.players)
    state.deck[place] = uint8(thrown(view, -1))
    stack(words, state.deck, used, PACK)
    # A match draws its first dealer only once.
    deals = state.deals
    state.deals = uint32(1)
    first = deal(state, rules, words)
    state.deals = deals
    return first


@kernel
def undraw(view, words, state, turn, from_row, place):
    """Take the tile that came into a hand in a turn out of it.

    Returns:
        The place in the deck behind the tiles drawn before; -1 where no tile can have been drawn.
    """
    seat = seat_of(view, turn)
    if from_row:
        state.hand_of[seat] &= ~only(thrown(view, turn - 1))
        return int64(place)
    free = uint64(state.hand_of[seat]) & ~taken_before(view, seat, turn)
    if free == NOTHING:
        return int64(-1)
    tile = pick(free, below(words, count(free)))
    state.hand_of[seat] &= ~only(tile)
    state.deck[place - 1] = uint8(tile)
    return int64(place) - 1


@kernel
def taken_before(view, seat, turn):
    """Return the tiles that a seat had taken from the row before a turn and held then, as a set."""
    tiles = NOTHING
    for t in range(turn):
        if seat_of(view, t) == seat:
            if took(view, t):
                tiles |= only(thrown(view, t - 1))
            tiles &= ~only(thrown(view, t))
    return tiles


@kernel
def seat_of(view, turn):
    """Return the seat that played a turn, uint64."""
    players = int64(view.players)
    return uint64((int64(view.seat) + SEATS * players - (int64(view.turn_no) - turn)) % players)


@kernel
def thrown(view, turn):
    """Return the tile thrown in a turn, int64; before the first turn the upcard."""
    return int64(view.history[turn + 1]) & (TOOK - 1)


@kernel
def took(view, turn):
    """Return whether the tile of a turn came from the row."""
    return (int64(view.history[turn + 1]) & TOOK) != 0


@kernel
def seen(view, state, decision):
    """Return the action seen of the seat on turn."""
    turn, now = int64(state.turn_no), int64(view.turn_no)
    if decision == UPCARD:
        if now == 0 and view.drew_from == NOT_DRAWN:
            waits = state.seat == view.seat and passes(view) < view.players
            return int64(NOT_SEEN if waits else PASS)
        taken = took(view, 0) if now > 0 else view.drew_from == DREW_ROW
        return int64(TAKE if taken and uint64(state.seat) == seat_of(view, 0) else PASS)
    if decision == DRAW:
        if turn < now:
            return int64(FROM_ROW if took(view, turn) else FROM_STOCK)
        if view.drew_from == NOT_DRAWN:
            return int64(NOT_SEEN)
        return int64(FROM_ROW if view.drew_from == DREW_ROW else FROM_STOCK)
    if decision == FINISH and turn < now:
        return place_of(uint64(state.hand_of[uint64(state.seat)]), thrown(view, turn))
    return int64(NOT_SEEN)
