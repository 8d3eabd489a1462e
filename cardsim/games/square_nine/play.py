"""The rules of Square 9 as functions on one hand: deal, apply, close, next_hand, score."""

from __future__ import annotations

import numpy as np
from numpy import int8, int16, int32, int64, uint8, uint16, uint32, uint64

from cardsim.cards import PACK, draw_cards, fresh_ranks, stock_of
from cardsim.games.square_nine.rules import code
from cardsim.games.square_nine.simd import equal_triples
from cardsim.games.square_nine.state import (
    CELLS,
    CLOSED,
    DISCARD_IT,
    DRAW,
    EXPOSE,
    FACE_DOWN,
    HISTORY,
    JOKER,
    KING,
    LANES,
    LINES,
    NO_CARD,
    NOBODY,
    NOT_OVER,
    PLACE,
    RANKS,
    STOCK_OUT,
    TAKE_DISCARD,
    TURN_LIMIT,
    WHOLE,
)
from cardsim.kernels.jit import inlined, kernel
from cardsim.kernels.vectors import ones, trailing_zeros

OVER = -1
"""The decision code of a hand that has ended."""
NO_VALUE = -128

PIPS = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0, 0], np.int8)
"""Points of each rank; those of kings and jokers are house rules."""
ALL_CELLS = (1 << CELLS) - 1
LINE_SETS = np.array([0b11000111, 0b111, 0b111000, 0b111111, 0b11111000, 0b11111111], np.uint8)
"""The lines that count, in the order of the choices of `match-lines`."""
CELLS_OF_LINES = np.array(
    [
        sum(1 << c for c in range(CELLS) if any(c in LINES[k] for k in range(8) if lines >> k & 1))
        for lines in range(256)
    ],
    np.uint16,
)
"""The cells in a set of lines."""
WIN_PARTS = np.array(WHOLE, np.int32)
AHEAD = 48
"""Cards drawn at the deal: as many as most hands see."""
MORE = 16
"""Cards drawn at once when those are used up."""
FACE_DOWN_WORD = uint64(0xFFFFFFFFFFFFFFFF)

HIDDEN = code("expose_order", "hidden")
KEEP_NEGATIVE = code("joker_line", "keep-negative")
END_HAND = code("stock_exhausted", "end-hand")

match_with = equal_triples(LINES)


# ---------------------------------------------------------------- the deal


@kernel
def start(state, rules, players, match):
    """Begin a game at a table of `players`: nobody has points, seat 0 plays first."""
    decks = int64(rules.decks)
    if decks == 0:
        decks = players // 2 + 1
    state.players = uint8(players)
    state.match = match
    state.deals = int32(0)
    state.decks = uint8(decks)
    for rank in range(RANKS):
        state.points[rank] = PIPS[rank]
        state.pack[rank] = uint8(4 * decks)
    state.points[KING] = int8(rules.king_value)
    state.points[JOKER] = int8(rules.joker_value)
    state.pack[JOKER] = uint8(decks * rules.jokers_per_deck)
    size = decks * (PACK + rules.jokers_per_deck)
    # If all cards but the upcard are dealt, there is never a stock, nor discards to make one of.
    stuck = size == CELLS * players + 1 and rules.stock_exhausted != END_HAND
    state.sources = uint8(1 << TAKE_DISCARD if stuck else 3)
    state.line_set = LINE_SETS[rules.match_lines]
    state.line_ranks = uint8(JOKER if rules.joker_line == KEEP_NEGATIVE else RANKS)
    state.open_cells = rules.open_cells
    state.expose_order = rules.expose_order
    state.stock_exhausted = rules.stock_exhausted
    state.any_cell = rules.replace_once == 0
    state.always = uint16(ALL_CELLS if rules.replace_once == 0 else 0)
    state.usual = rules.replace_once != 0 and rules.open_cells == 1
    state.turn_limit = uint16(rules.max_turns if rules.max_turns > 0 else 200 * players)
    state.last_turns = uint8(players - 1 if rules.final_turn != 0 else 0)
    for seat in range(players):
        state.seats[seat].score = int16(0)


@inlined
def deal(state, rules, words):
    """Shuffle, deal nine cards to each seat face down and turn up the first discard."""
    # In whole vectors: the number of turns of the last hand is unpredictable.
    for block in range((min(int64(state.turn), HISTORY) + 15) // 16):
        for row in range(16):
            state.history_word[16 * block + row] = uint32(0)
    players = int64(state.players)
    first = int64(state.deals) % players
    state.first = uint8(first)
    state.turn = uint16(0)
    state.turns_left = state.turn_limit
    state.closer = int8(NOBODY)
    state.end = uint8(NOT_OVER)
    state.holes_left = uint8(rules.holes - 1 - state.deals)
    state.reshuffled = uint16(0)
    state.exposed = uint8(0)
    for rank in range(RANKS):
        state.unseen[rank] = state.pack[rank]
        state.restocked[rank] = uint8(0)
    end = fresh_ranks(state.deck, int64(state.decks), int64(state.pack[JOKER]))
    dealt = CELLS * players
    # Part of the stock is drawn here too: one loop is much faster than single draws.
    drawn = min(max(dealt + 1, AHEAD), end)
    draw_cards(state.deck, 0, drawn, end, words)
    state.ready = uint8(drawn - dealt - 1)
    for seat in range(players):
        clear(state.seats[seat])
    k = 0
    for cell in range(CELLS):
        for i in range(players):
            seat = first + i
            state.seats[seat if seat < players else seat - players].grid[cell] = state.deck[k]
            k += 1
    upcard = state.deck[dealt]
    state.top_discard = upcard
    state.discard_value = state.points[upcard]
    state.unseen[upcard] = uint8(state.unseen[upcard] - 1)
    state.deck_end = uint16(end)
    state.stock_count = uint16(end - dealt - 1)
    if rules.open_cells == 0:
        return begin_turn(state, uint64(first))
    sit(state, uint64(first))
    return ask(state, EXPOSE, ALL_CELLS)


@inlined
def clear(own):
    """Turn all nine cells face down."""
    own.cards_word[0], own.cards_word[1] = FACE_DOWN_WORD, FACE_DOWN_WORD
    own.values_word[0], own.values_word[1] = uint64(0), uint64(0)
    own.shown, own.total = int16(0), int16(0)
    own.down, own.open = uint16(ALL_CELLS), uint16(0)
    own.open_cell = uint8(CELLS)
    own.face_down, own.lines = uint8(CELLS), uint8(0)


# ---------------------------------------------------------------- turns


@inlined
def ask(state, decision, legal):
    """Wait for the seat on turn to take a decision among the actions of the mask `legal`."""
    state.legal = uint64(legal)
    return decision


@inlined
def sit(state, seat):
    """Make it this seat's turn: write what the view tells of its own grid."""
    own = state.seats[seat]
    state.seat = uint8(seat)
    state.card = uint8(NO_CARD)
    state.card_value = int8(0)
    state.took_discard = False
    state.first_down = uint8(trailing_zeros(uint64(own.down) | uint64(1 << CELLS)))
    if state.usual:
        state.worst_cell = own.open_cell
        state.worst_value = own.values[own.open_cell]
    else:
        find_worst(state, own)


@kernel
def find_worst(state, own):
    """Write the face-up card with most points among those that may be replaced."""
    cell, value = CELLS, int64(NO_VALUE)
    for c in range(CELLS):
        free = (own.open >> c) & 1 or state.any_cell
        if own.cards[c] != FACE_DOWN and free and own.values[c] > value:
            cell, value = c, int64(own.values[c])
    state.worst_cell = uint8(cell)
    state.worst_value = int8(value)


@inlined
def begin_turn(state, seat):
    """Begin a seat's turn: ask where to draw from."""
    sit(state, seat)
    return ask(state, DRAW, state.sources)


@inlined
def following(state, seat):
    """Return the seat to the left, uint64."""
    neighbour = uint64(seat) + uint64(1)
    return neighbour if neighbour < uint64(state.players) else uint64(0)


@inlined
def finish(state, end):
    """Record how the hand ended and return OVER; `close` scores it."""
    state.end = uint8(end)
    return OVER


@kernel
def shown_points(own, lines):
    """Return the points of the face-up cards when these lines count nothing."""
    zeroed = int64(CELLS_OF_LINES[lines])
    shown = int64(own.total)
    for cell in range(CELLS):
        shown -= ((zeroed >> cell) & 1) * int64(own.values[cell])
    return shown


@kernel
def shown_with(view, cell, rank):
    """Return the points of the own face-up cards with `rank` in `cell`; for strategies.

    Lines of three equal ranks count nothing, as by the house rules.

    Raises:
        IndexError: there is no such cell or rank.
    """
    if not 0 <= cell < CELLS or not 0 <= rank < RANKS:
        raise IndexError("there is no such cell, or no such rank")
    own = view.seats[view.seat]
    matched = match_with(own.cards, int64(cell), uint8(rank), view.line_ranks)
    zeroed = int64(CELLS_OF_LINES[matched & int64(view.line_set)])
    shown = int64(0)
    for c in range(CELLS):
        value = int64(view.points[rank]) if c == cell else int64(own.values[c])
        shown += value * (1 - ((zeroed >> c) & 1))
    return shown


# ---------------------------------------------------------------- decisions


@inlined
def observe(state, rules):
    """Write nothing: what the seat may see is written as it comes up."""


@kernel
def left(view):
    """Return how many own cards are still face down, int64."""
    return int64(view.seats[view.seat].face_down)


@inlined
def legal(view, action):
    """Return whether the deciding seat may take this action."""
    return 0 <= action <= DISCARD_IT and (view.legal >> uint64(action)) & uint64(1) != 0


@kernel
def turn_up(state, seat, cell):
    """Turn up a card that lies face down, in an open cell."""
    own = state.seats[seat]
    card = own.grid[cell]
    own.open = uint16(own.open | 1 << cell)
    own.open_cell = uint8(cell)
    own.face_down = uint8(own.face_down - 1)
    own.values[cell] = state.points[card]
    total = int16(own.total + state.points[card])
    own.total = total
    matched = match_with(own.cards, int64(cell), card, state.line_ranks)
    own.cards[cell] = card
    lines = uint8(matched & int64(state.line_set))
    own.lines = lines
    own.shown = total
    if lines != 0:
        own.shown = int16(shown_points(own, lines))
    state.unseen[card] = uint8(state.unseen[card] - 1)


@kernel
def cover(state, seat):
    """Hide from later choosers the cards that this seat has turned up."""
    own = state.seats[seat]
    for cell in range(CELLS):
        if own.cards[cell] != FACE_DOWN:
            state.unseen[own.cards[cell]] = uint8(state.unseen[own.cards[cell]] + 1)
    down = own.down
    clear(own)
    own.down = down


@kernel
def apply_expose(state, rules, action, words):
    """Turn up an own card; then ask for the next card or the next seat, or begin the first turn."""
    seat = int64(state.seat)
    state.seats[seat].down = uint16(state.seats[seat].down & ~(1 << action))
    turn_up(state, seat, int64(action))
    state.exposed = uint8(state.exposed + 1)
    neighbour = seat
    if state.exposed % rules.open_cells == 0:
        if rules.expose_order == HIDDEN:
            cover(state, seat)
        neighbour = int64(following(state, seat))
        if state.exposed == rules.open_cells * state.players:
            if rules.expose_order == HIDDEN:
                uncover(state)
            return begin_turn(state, uint64(neighbour))
    sit(state, uint64(neighbour))
    return ask(state, EXPOSE, int64(state.seats[neighbour].down))


@kernel
def uncover(state):
    """Turn up together the cells that all have chosen."""
    for seat in range(state.players):
        for cell in range(CELLS):
            if (state.seats[seat].down >> cell) & 1 == 0:
                turn_up(state, seat, cell)


@inlined
def apply_draw(state, rules, action, words):
    """Draw the top discard or the top of the stock into the hand."""
    take = int64(action == TAKE_DISCARD)
    # The only branch is a rare case: the source of a draw is unpredictable.
    if state.ready == 0 and not make_ready(state, rules, words, take):
        return finish(state, STOCK_OUT)
    drawn = int64(state.deck[uint64(state.deck_end) - uint64(state.stock_count)])
    from_stock = 1 - take
    state.ready = uint8(state.ready - from_stock)
    state.stock_count = uint16(state.stock_count - from_stock)
    if state.reshuffled > 0:
        state.restocked[drawn] = uint8(state.restocked[drawn] - from_stock)
    # A mask, not a branch: the source of a draw is unpredictable.
    card = drawn ^ ((drawn ^ int64(state.top_discard)) & -take)
    state.unseen[card] = uint8(state.unseen[card] - from_stock)
    own = state.seats[state.seat]
    state.card = uint8(card)
    state.card_value = state.points[card]
    # As if it lay in a tenth cell: discarding it means replacing it by itself.
    own.grid[DISCARD_IT] = uint8(card)
    own.values[DISCARD_IT] = state.card_value
    state.took_discard = take != 0
    free = int64(own.down) | int64(own.open) | int64(state.always)
    return ask(state, PLACE, free | from_stock << DISCARD_IT)


@kernel
def make_ready(state, rules, words, take):
    """Draw the next cards of the stock; they stay on it, face down.

    Returns:
        Whether there is a card to draw, or the discard is taken.
    """
    if state.stock_count == 0:
        if take:
            return True
        if rules.stock_exhausted == END_HAND:
            return False
        reshuffle(state)
    end = int64(state.deck_end)
    count = min(MORE, int64(state.stock_count))
    draw_cards(state.deck, end - int64(state.stock_count), count, end, words)
    state.ready = uint8(count)
    return True


@kernel
def reshuffle(state):
    """Make a new stock of all discards but the top one; they are shuffled as they are drawn."""
    for rank in range(RANKS):
        state.restocked[rank] = state.pack[rank]
    state.restocked[state.top_discard] = uint8(state.restocked[state.top_discard] - 1)
    for seat in range(state.players):
        for cell in range(CELLS):
            card = state.seats[seat].grid[cell]
            state.restocked[card] = uint8(state.restocked[card] - 1)
    for rank in range(RANKS):
        state.unseen[rank] = uint8(state.unseen[rank] + state.restocked[rank])
    end = stock_of(state.restocked, state.deck)
    state.deck_end = uint16(end)
    state.stock_count = uint16(end)
    state.ready = uint8(0)
    state.reshuffled = uint16(state.reshuffled + 1)


@inlined
def apply_place(state, rules, action, words):
    """Put the card into a cell or on the discard pile, and end the turn."""
    seat = uint64(state.seat)
    own = state.seats[seat]
    card = state.card
    off = own.grid[action]
    was_down = (int64(own.down) >> int64(action)) & 1
    own.grid[action] = card
    own.down = uint16(int64(own.down) & ~(1 << int64(action)))
    own.face_down = uint8(own.face_down - was_down)
    total = int16(int64(own.total) + int64(state.card_value) - int64(own.values[action]))
    own.total = total
    own.values[action] = state.card_value
    matched = match_with(own.cards, int64(action), card, state.line_ranks)
    own.cards[action] = card
    lines = uint8(matched & int64(state.line_set))
    own.lines = lines
    own.shown = total
    if lines != 0:
        own.shown = int16(shown_points(own, lines))
    state.unseen[off] = uint8(state.unseen[off] - was_down)
    row = uint64(state.turn) % uint64(HISTORY)
    state.history_word[row] = (
        uint32(state.took_discard)
        | uint32(card) << uint32(8)
        | uint32(action) << uint32(16)
        | uint32(off) << uint32(24)
    )
    state.turn = uint16(state.turn + 1)
    state.top_discard = off
    state.discard_value = state.points[off]
    # NOBODY is -1, so that these sums keep an earlier closer, and a smaller number of turns.
    closes = int64(own.face_down == 0) & int64(state.closer == NOBODY)
    state.closer = int8(int64(state.closer) + closes * (int64(seat) + 1))
    more = int64(state.turns_left) - 1
    turns_left = more - closes * max(more - int64(state.last_turns), 0)
    state.turns_left = uint16(turns_left)
    neighbour = following(state, seat)
    if turns_left == 0:
        return finish(state, CLOSED if had_last_turns(state, rules, neighbour) else TURN_LIMIT)
    return begin_turn(state, neighbour)


# ---------------------------------------------------------------- the end of a hand


@kernel
def had_last_turns(state, rules, neighbour):
    """Return whether the hand is closed and everybody who may play on has done so."""
    closed = state.closer != NOBODY
    return int64(neighbour) == int64(state.closer) or (closed and rules.final_turn == 0)


@kernel
def close(state, rules):
    """Turn up all cards that are left and score every seat."""
    for seat in range(state.players):
        own = state.seats[seat]
        total = int64(0)
        for cell in range(CELLS):
            value = state.points[own.grid[cell]]
            own.values[cell] = value
            total += int64(value)
        own.total = int16(total)
        matched = match_with(own.grid, int64(LANES - 1), uint8(0), state.line_ranks)
        own.lines = uint8(matched & int64(state.line_set))
        own.shown = int16(shown_points(own, own.lines) if own.lines else total)


@kernel
def next_hand(state, rules):
    """Add the points, and return whether there is another hand."""
    state.deals = int32(state.deals + 1)
    for seat in range(state.players):
        own = state.seats[seat]
        own.score = int16(own.score + own.shown)
    return state.deals < rules.holes


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the hand, or of the match, that has ended."""
    best, winners = int64(1) << 40, int64(0)
    for seat in range(state.players):
        points = int64(state.seats[seat].score if state.match else state.seats[seat].shown)
        outcome.score[seat] = points
        winners = (winners if points >= best else 0) + int64(points <= best)
        best = min(best, points)
    part = int64(WIN_PARTS[state.players]) // winners
    for seat in range(state.players):
        outcome.won[seat] = part * int64(outcome.score[seat] == best)
    outcome.your_seat = hero
    outcome.your_score = outcome.score[hero]
    outcome.your_share = outcome.won[hero]
    if state.match:
        return
    zeroed = int64(0)
    for seat in range(state.players):
        lines = int64(ones(uint64(state.seats[seat].lines)))
        outcome.lines[seat] = lines
        zeroed += lines
    outcome.zeroed = zeroed
    outcome.end = state.end
    outcome.turns = state.turn
    outcome.closer = state.closer
    outcome.closer_score = 0 if state.closer == NOBODY else outcome.score[state.closer]
    outcome.you_closed = state.closer == hero
