"""Sampling of Square 9 hands that agree with what a seat sees: the unseen cards are dealt anew.

RULES.md lists what is taken as certain.
"""

from __future__ import annotations

from numpy import int16, int32, int64, uint8, uint16, uint64

from cardsim.cards import draw_cards, stock_of
from cardsim.games.square_nine.play import HIDDEN, clear, start
from cardsim.games.square_nine.state import (
    CELLS,
    DISCARD_IT,
    FACE_DOWN,
    LANES,
    NO_CARD,
    NOBODY,
    NOT_OVER,
    RANKS,
    SEATS,
)
from cardsim.kernels.intrinsics import copy_seen
from cardsim.kernels.jit import kernel
from cardsim.kernels.vectors import trailing_zeros
from cardsim.rng import below

MOST_READY = 255
"""Most cards of the stock that can lie drawn."""


@kernel
def imagine(view, rules, words, state):
    """Write a hand drawn uniformly from those that agree with a view.

    Args:
        view: what the seat to decide sees; not part of `state`'s memory.
        rules: of the table.
        words: the source of random numbers.
        state: a hand of the same table; of it, only whether it is a match's is kept.
    """
    players = int64(view.players)
    start(state, rules, players, state.match)
    copy_seen(view, state)
    for seat in range(SEATS):
        copy_seat(view.seats[seat], state.seats[seat])
    own = state.seats[state.seat]
    if state.card != NO_CARD:
        own.grid[DISCARD_IT] = state.card
        own.values[DISCARD_IT] = state.card_value
    state.end = uint8(NOT_OVER)
    state.deals = int32(rules.holes - 1 - int64(view.holes_left))
    cover_chosen(state, rules, words)
    count_turns(state)
    lay_face_down(state, words)


@kernel
def copy_seat(seen, own):
    """Write what everybody sees of a seat, and the values derived from it."""
    clear(own)
    own.shown, own.open, own.score = seen.shown, seen.open, seen.score
    own.face_down, own.lines = seen.face_down, seen.lines
    down, total = 0, int64(0)
    for cell in range(LANES):
        own.grid[cell] = uint8(0)
    for cell in range(CELLS):
        own.cards[cell] = seen.cards[cell]
        own.values[cell] = seen.values[cell]
        own.grid[cell] = seen.cards[cell]
        down |= int64(seen.cards[cell] == FACE_DOWN) << cell
        total += int64(seen.values[cell])
    own.down, own.total = uint16(down), int16(total)
    own.open_cell = uint8(trailing_zeros(uint64(seen.open) | uint64(1 << CELLS)))


@kernel
def cover_chosen(state, rules, words):
    """Write how many cells have been opened at the start.

    Cells that others chose in secret are drawn at random.
    """
    players, each = int64(state.players), int64(rules.open_cells)
    seat = int64(state.seat)
    opened = CELLS - int64(state.seats[seat].face_down)
    state.exposed = uint8(each * players)
    if state.turn > 0 or opened >= each:
        return
    before = (seat - int64(state.first) + players) % players
    state.exposed = uint8(each * before + opened)
    if rules.expose_order != HIDDEN:
        return
    for k in range(before):
        own = state.seats[(int64(state.first) + k) % players]
        for chosen in range(each):
            cell = below(words, CELLS - chosen)
            for c in range(CELLS):
                if (int64(own.down) >> c) & 1:
                    if cell == 0:
                        own.down = uint16(int64(own.down) & ~(1 << c))
                        break
                    cell -= 1


@kernel
def count_turns(state):
    """Write how many turns are left: all, or those still to come after the closer."""
    remaining = int64(state.turn_limit) - int64(state.turn)
    if state.closer != NOBODY:
        players = int64(state.players)
        since = (int64(state.seat) - int64(state.closer) - 1 + players) % players
        remaining = min(remaining, int64(state.last_turns) - since)
    state.turns_left = uint16(remaining)


@kernel
def lay_face_down(state, words):
    """Deal the cards that nobody sees to the stock and the cells face down.

    All cards of a stock made of discards are known; the other unseen cards lie face down.
    """
    again = state.reshuffled > 0
    if again:
        for rank in range(RANKS):
            state.unseen[rank] = uint8(state.unseen[rank] - state.restocked[rank])
    end = laid(state.unseen, state.deck, words)
    at = int64(0)
    for seat in range(state.players):
        for cell in range(CELLS):
            if state.seats[seat].cards[cell] == FACE_DOWN:
                state.seats[seat].grid[cell] = state.deck[at]
                at += 1
    if again:
        end = laid(state.restocked, state.deck, words)
        for rank in range(RANKS):
            state.unseen[rank] = uint8(state.unseen[rank] + state.restocked[rank])
    state.deck_end = uint16(end)
    state.ready = uint8(min(int64(state.stock_count), MOST_READY))
    for i in range(len(state.deck)):
        if i < end - int64(state.stock_count) or i >= end:
            state.deck[i] = uint8(0)


@kernel
def laid(counts, deck, words):
    """Lay the counted cards of each rank in `deck`, shuffled, and return how many they are."""
    end = stock_of(counts, deck)
    draw_cards(deck, 0, end, end, words)
    return end
