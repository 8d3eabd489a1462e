"""The rules of Ninety-Nine as functions on one hand: deal, observe, apply, legal, score."""

from __future__ import annotations

from numpy import int8, int16, int32, int64, uint8, uint16, uint32, uint64

from cardsim.cards import PACK, draw_card, draw_cards, exchange, fresh_packs, stock_of
from cardsim.games.ninety_nine.meanings import ADDS, EFFECTS, KINDS, REVERSE, ROW, ROWS, SKIP
from cardsim.games.ninety_nine.rules import ONE_PACK_PLAYERS, code
from cardsim.games.ninety_nine.simd import ABSENT, sixteen_sums
from cardsim.games.ninety_nine.state import (
    ACTIONS,
    HISTORY,
    MOST_COUNTED,
    NO_CARD,
    NO_CARDS,
    NO_LEGAL_CARD,
    NOBODY,
    NOT_OVER,
    ONE_LEFT,
    OPTION,
    PLAY,
    SEATS,
)
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import HALF, LOW, WORDS, side_uniform

OVER = -1
"""The decision code of a hand that has ended."""
NEVER = -1
"""`out_hand` of a seat that is still in the game."""
TOP = 99
"""The largest total."""
NO_FLOOR = -1800
"""Floor of totals that may be below 0: no hand that ends comes near, and sums stay 16 bits."""

USUAL_PLAYS = 48
"""Rows of the history that are always cleared: nearly all hands have fewer plays."""
FLOOR_ZERO = code("negative_total", "floor-zero")
RESHUFFLE = code("stock_exhausted", "reshuffle")

FIRST_DEALER = 0
"""The number of the chance event that picks the first dealer; play `t` has number `1 + t`."""


@inlined
def beside(state, seat, direction):
    """Return the next seat in a direction that is still in the hand, as uint64."""
    return uint64(state.after[uint64(int64(seat) + SEATS // 2 * (1 + int64(direction)))])


@inlined
def in_hand(state, seat):
    """Return whether a seat plays this hand and has not left it."""
    return state.pennies[seat] > 0 and state.own[seat].left == 0


@kernel
def join_seats(state):
    """Write each seat's neighbours among those in the hand."""
    players = int64(state.players)
    left, right = 0, 0
    for k in range(2 * players):
        seat = (2 * players - 1 - k) % players
        state.after[SEATS + seat] = int8(left)
        left = seat if in_hand(state, seat) else left
        seat = k % players
        state.after[seat] = int8(right)
        right = seat if in_hand(state, seat) else right


# ---------------------------------------------------------------- the deal


@kernel
def start(state, rules, players, match):
    """Begin a game at a table of `players`: full pennies, nobody has dealt."""
    packs = int64(rules.decks)
    if packs == 0:
        packs = 1 if players <= ONE_PACK_PLAYERS else 2
    state.players = players
    state.alive = players
    state.remaining = players
    state.match = match
    state.decks = int8(0 if rules.infinite_deck else packs)
    state.table = uint16(rules.card_table * ROW)
    state.finite = int16(rules.infinite_deck == 0)
    state.floor = int16(0 if rules.negative_total == FLOOR_ZERO else NO_FLOOR)
    state.negative_total = rules.negative_total
    state.stock_exhausted = rules.stock_exhausted
    state.continue_after_loss = rules.continue_after_loss
    state.lapses = False
    state.deals = 0
    state.pot = 0
    state.dealer = int8(players - 1)
    for seat in range(players):
        state.pennies[seat] = int8(rules.start_pennies)
        state.points[seat] = 0
        state.out_hand[seat] = int32(NEVER)
        state.lapses |= rules.forget_draw_prob[seat] > 0
        state.forget_draw_prob[seat] = rules.forget_draw_prob[seat]
        state.own[seat].left = int8(0)
    join_seats(state)
    for card in range(PACK):
        place = uint64(state.table) + uint64(card)
        state.card_low[card], state.card_high[card] = ADDS[place, 0], ADDS[place, 1]
        state.card_kind[card], state.card_effect[card] = KINDS[place], EFFECTS[place]


@inlined
def put(state, own, slot, card):
    """Put a card into a slot of a hand."""
    row = ROWS[uint64(state.table) + uint64(card)]
    slot = uint64(slot)
    own.hand[slot] = uint8(card)
    own.terms[slot] = int16(row)
    own.terms[slot + uint64(OPTION)] = int16(row >> uint64(16))
    own.kind[slot] = uint8(row >> uint64(32))
    own.effect[slot] = uint8(row >> uint64(40))


@kernel
def draw_unshuffled(state, words):
    """Draw the top card of the stock, shuffling as it is drawn."""
    remaining = state.stock_count
    # An infinite deck keeps its size, so that draws are always from the same place.
    state.stock_count = int16(remaining - state.finite)
    return draw_card(state.deck, int64(state.deck_end) - int64(remaining), state.deck_end, words)


@inlined
def draw(state, words):
    """Draw the top card of a stock that is not empty."""
    place = int64(state.deck_end) - int64(state.stock_count)
    card = int64(state.deck[uint64(place)])
    if place < state.shuffled:
        state.stock_count = int16(state.stock_count - 1)
    else:
        card = draw_unshuffled(state, words)
    return card


@inlined
def deal(state, rules, words):
    """Shuffle and deal; the first to play is left of the dealer.

    Returns:
        The first decision, or OVER where nobody can play any card.
    """
    for row in range(USUAL_PLAYS):
        state.history_word[row] = uint32(0)
    for row in range(USUAL_PLAYS, min(int64(state.played), HISTORY)):
        state.history_word[row] = uint32(0)
    for card in range(PACK):
        state.in_pile[card] = int8(0)
    if state.match and state.deals == 0:
        state.dealer = int8(side_uniform(words, FIRST_DEALER) * state.players)
    packs = max(int64(state.decks), 1)
    fresh_packs(state.deck, packs)
    state.deck_end = int16(PACK * packs)
    state.stock_count = state.deck_end
    # One loop that draws all cards, with random words made ahead, is faster than single draws.
    dealt = int64(rules.hand_size) * int64(state.alive)
    state.shuffled = int16(min(dealt, int64(state.deck_end)) * int64(state.finite))
    ready = min(int64(state.deck_end), int64(words.filled)) * int64(state.finite)
    state.ready = int16(0 if state.lapses else ready)
    draw_cards(state.deck, 0, int64(state.shuffled), int64(state.deck_end), words)
    state.total = int32(0)
    state.direction = int8(1)
    state.played = int32(0)
    state.reshuffled = int32(0)
    state.reshuffles = int16(0)
    state.forgets = int32(0)
    state.end = uint8(NOT_OVER)
    state.loser = int8(NOBODY)
    size = int64(rules.hand_size)
    for seat in range(state.players):
        own = state.own[seat]
        for action in range(ACTIONS):
            own.terms[action] = int16(ABSENT)
        own.hand_word = ~uint64(0)
        own.kind_word = uint64(0)
        own.effect_word = uint64(0)
        own.left = int8(0)
        held = int8(size if state.pennies[seat] > 0 else 0)
        own.size = held
        own.target = held
        state.hand_sizes[seat] = held
        state.change[seat] = uint8(0)
    if state.remaining != state.alive:
        state.remaining = state.alive
        join_seats(state)
    first = beside(state, state.dealer, 1)
    for slot in range(size):
        seat = first
        for _ in range(state.alive):
            put(state, state.own[seat], slot, draw(state, words))
            seat = beside(state, seat, 1)
    state.first = int8(first)
    return sit(state, rules, first, beside(state, first, -1), 0)


# ---------------------------------------------------------------- turns


@inlined
def sit(state, rules, seat, before, total):
    """Begin a seat's turn: show its cards in the view; without a legal card it loses.

    `before` is the seat that would be next if the direction turned.
    """
    own = state.own[seat]
    state.seat = int8(seat)
    state.prev_seat = int8(before)
    state.next_seat = int8(beside(state, seat, state.direction))
    if look(state, own, total) == 0:
        return lose(state, rules)
    return PLAY


@inlined
def look(state, own, total):
    """Write a seat's cards and their effects into the view, and return the legal actions.

    `total` is the state's, passed on because reading it back just after the store would stall.
    """
    state.hand_word = own.hand_word
    state.kind_word = own.kind_word
    state.hand_size = int64(own.size)
    mask, biggest = sixteen_sums(own.terms, total, state.floor, TOP, state.total_after)
    state.legal = uint64(mask)
    state.biggest = int8(biggest)
    return mask


@kernel
def lose(state, rules):
    """End the hand, as the seat on turn cannot play, or have that seat leave it to the others."""
    if rules.continue_after_loss:
        return leave(state, rules)
    seat = int64(state.seat)
    state.loser = int8(seat)
    state.end = uint8(NO_CARDS if state.own[seat].size == 0 else NO_LEGAL_CARD)
    return OVER


@kernel
def leave(state, rules):
    """Take seats out of the hand until one can play, or until one is left."""
    while True:
        seat = int64(state.seat)
        if state.loser == NOBODY:
            state.loser = int8(seat)
        state.own[seat].left = int8(state.alive - state.remaining + 1)
        state.remaining = int8(state.remaining - 1)
        state.hand_sizes[seat] = int8(0)
        join_seats(state)
        following = beside(state, seat, state.direction)
        state.seat = int8(following)
        if state.remaining == 1:
            state.end = uint8(ONE_LEFT)
            return OVER
        state.prev_seat = int8(beside(state, following, -state.direction))
        state.next_seat = int8(beside(state, following, state.direction))
        if look(state, state.own[following], int64(state.total)) != 0:
            return PLAY


@inlined
def observe(state, rules):
    """Do nothing: the view was written when the turn began."""


@kernel
def left(view):
    """Return the number of cards in the stock, int64."""
    return int64(view.stock_count)


@inlined
def legal(view, action):
    """Return whether the deciding seat may take this action."""
    return 0 <= action < ACTIONS and (view.legal >> uint64(action)) & uint64(1) != 0


@kernel
def reshuffle(state, slot):
    """Make a new stock of all cards played but the last; they are shuffled as they are drawn.

    `slot` is the slot from which the last card was played.
    """
    top = uint64(state.own[state.seat].hand[slot])
    state.in_pile[top] = int8(state.in_pile[top] - 1)
    state.deck_end = int16(stock_of(state.in_pile, state.deck))
    for card in range(PACK):
        state.in_pile[card] = int8(0)
    state.in_pile[top] = int8(1)
    state.stock_count = state.deck_end
    state.shuffled = int16(0)
    state.ready = int16(0)
    state.reshuffles = int16(state.reshuffles + 1)
    state.reshuffled = state.played


@kernel
def close_ranks(state, own, slot):
    """Close the gap in a slot that gets no card: the hand's last card moves there."""
    last = uint64(own.size) - uint64(1)
    own.hand[slot], own.hand[last] = own.hand[last], uint8(NO_CARD)
    own.kind[slot], own.kind[last] = own.kind[last], uint8(0)
    own.effect[slot], own.effect[last] = own.effect[last], uint8(0)
    for option in range(0, ACTIONS, OPTION):
        own.terms[slot + uint64(option)] = own.terms[last + uint64(option)]
        own.terms[last + uint64(option)] = int16(ABSENT)
    own.size = int8(last)
    state.hand_sizes[state.seat] = own.size


@kernel
def draw_slowly(state, rules, seat, slot, words):
    """Draw for the seat on turn, unless it forgets to or neither stock nor pile has a card."""
    own = state.own[seat]
    if rules.forget_draw_prob[seat] > 0:
        chance = side_uniform(words, FIRST_DEALER + int64(state.played))
        if chance < rules.forget_draw_prob[seat]:
            own.target = int8(own.target - 1)
            state.forgets = int32(state.forgets + 1)
            close_ranks(state, own, slot)
            return
    if state.stock_count == 0:
        if rules.stock_exhausted != RESHUFFLE:
            close_ranks(state, own, slot)
            return
        reshuffle(state, slot)
    put(state, own, slot, draw(state, words))


@inlined
def apply_play(state, rules, action, words):
    """Play a card on the pile, draw another, and pass the turn."""
    seat = uint64(state.seat)
    own = state.own[seat]
    slot = uint64(action) & uint64(OPTION - 1)
    card = state.hand[slot]
    effect = uint8((own.effect_word >> (slot * uint64(8))) & uint64(255))
    played = state.played
    state.in_pile[card] = int8(state.in_pile[card] + 1)
    state.played = int32(played + 1)
    remaining = int64(state.stock_count)
    place = int64(state.deck_end) - remaining
    product = uint64(words.words[uint64(place) & uint64(WORDS - 1)]) * uint64(remaining)
    if place < state.ready and product & LOW >= uint64(remaining):
        # The steps of `draw_card`, with a word that was made ahead and is not rejected.
        state.stock_count = int16(remaining - 1)
        words.position = uint32(place + 1)
        put(state, own, slot, exchange(state.deck, uint64(place), product >> HALF))
    else:
        draw_slowly(state, rules, seat, slot, words)
    option = uint32(action) // uint32(OPTION)
    told = uint32(seat) | uint32(card) << uint32(8) | option << uint32(16)
    state.history_word[uint64(played) & uint64(HISTORY - 1)] = told | uint32(own.size) << uint32(24)
    total = int64(state.total_after[action])
    state.total = int32(total)
    turned = effect & uint8(REVERSE) != 0
    following = uint64(state.prev_seat if turned else state.next_seat)
    state.direction = int8(-state.direction if turned else state.direction)
    if effect & uint8(SKIP):
        seat = following
        following = beside(state, seat, state.direction)
    return sit(state, rules, following, seat, total)


# ---------------------------------------------------------------- between hands


@kernel
def close(state, rules):
    """Score the hand: the loser's penny, or with `continue-after-loss` the last seat's point."""
    seat = int64(state.seat)
    state.change[seat] = uint8(1)


@kernel
def next_hand(state, rules):
    """Settle the hand that has ended and prepare the next deal.

    Returns:
        Whether the match goes on.
    """
    state.deals = int32(state.deals + 1)
    goes_on = True
    if rules.continue_after_loss:
        seat = int64(state.seat)
        state.points[seat] = int8(state.points[seat] + 1)
        goes_on = state.points[seat] < rules.start_pennies
    else:
        seat = int64(state.loser)
        state.pennies[seat] = int8(state.pennies[seat] - 1)
        state.pot = int16(state.pot + 1)
        if state.pennies[seat] == 0:
            state.out_hand[seat] = state.deals
            state.alive = int8(state.alive - 1)
            goes_on = state.alive > 1
    if state.remaining != state.alive:
        state.remaining = state.alive
        for seat in range(state.players):
            state.own[seat].left = int8(0)
        join_seats(state)
    state.dealer = int8(beside(state, state.dealer, 1))
    return goes_on


@kernel
def place_of(state, rules, seat):
    """Return a seat's place in the match: 1, and one more for each seat that did better.

    A seat did better if it lasted longer or, in a match for points, if it has more points.
    """
    place = 1
    out = state.out_hand[seat]
    for t in range(state.players):
        if rules.continue_after_loss:
            place += state.points[t] > state.points[seat]
        else:
            place += out != NEVER and (state.out_hand[t] == NEVER or state.out_hand[t] > out)
    return place


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the hand, or of the match, that has ended."""
    outcome.your_seat = hero
    if state.match:
        outcome.hands = min(int64(state.deals), MOST_COUNTED)
        for s in range(state.players):
            place = place_of(state, rules, s)
            outcome.place[s] = place
            if place == 1:
                outcome.winner = s
                outcome.pennies_left = state.pennies[s]
        outcome.your_place = outcome.place[hero]
        return
    outcome.end = state.end
    outcome.cards = min(int64(state.played), MOST_COUNTED)
    outcome.total = max(int64(state.total), -MOST_COUNTED)
    outcome.loser = state.loser
    outcome.your_change = state.change[hero]
    for s in range(state.players):
        outcome.change[s] = state.change[s]
