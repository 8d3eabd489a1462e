"""The rules of Ninety-Nine as functions on one hand: deal, observe, apply, legal, score."""

from __future__ import annotations

from numpy import int8, int16, int32, int64, uint8, uint16, uint32, uint64

from cardsim.cards import PACK, draw_card, fresh_packs, stock_of
from cardsim.games.ninety_nine.meanings import PACKED, REVERSE, ROW, SKIP
from cardsim.games.ninety_nine.rules import ONE_PACK_PLAYERS, code
from cardsim.games.ninety_nine.state import (
    ACTIONS,
    HISTORY,
    MOST_COUNTED,
    NO_CARDS,
    NO_LEGAL_CARD,
    NOBODY,
    NOT_OVER,
    ONE_LEFT,
    OPTION,
    PLAY,
)
from cardsim.jit import inlined, kernel
from cardsim.lanes import ABSENT, bounded_sums, largest_of, zero_bytes
from cardsim.rng import side_uniform

OVER = -1
"""The decision code of a hand that has ended."""
NEVER = -1
"""The hand in which a seat went out that is still in the game."""
TOP = 99
"""The largest total."""
NO_FLOOR = -16000
"""Where totals end that may be below 0: no hand that ends comes near, and sums stay 16 bits."""

FLOOR_ZERO = code("negative_total", "floor-zero")
RESHUFFLE = code("stock_exhausted", "reshuffle")

FIRST_DEALER = 0
"""The number of the chance event that picks the first dealer; play `t` has number `1 + t`."""


@inlined
def meaning(state, card):
    """The packed meaning of a card, uint64."""
    return PACKED[uint64(state.table) + uint64(card)]


@inlined
def after_in_turn(state, seat, direction):
    """The next seat in a direction that is still in the hand, as uint64."""
    seat = step(state, seat, direction)
    if state.remaining != state.players:
        while not in_hand(state, seat):
            seat = step(state, seat, direction)
    return seat


@inlined
def step(state, seat, direction):
    """The seat beside a seat, as uint64."""
    players = int64(state.players)
    beside = int64(seat) + int64(direction)
    beside = players - 1 if beside < 0 else beside
    return uint64(0 if beside == players else beside)


@inlined
def in_hand(state, seat):
    """Whether a seat plays this hand and has not left it."""
    return state.pennies[seat] > 0 and state.own[seat].left == 0


# ---------------------------------------------------------------- the deal


@kernel
def start(state, rules, players, match):
    """A new game at a table of `players`: full pennies, nobody has dealt."""
    packs = int64(rules.decks)
    if packs == 0:
        packs = 1 if players <= ONE_PACK_PLAYERS else 2
    state.players = players
    state.alive = players
    state.match = match
    state.decks = int8(0 if rules.infinite_deck else packs)
    state.table = uint16(rules.card_table * ROW)
    state.floor = int16(0 if rules.negative_total == FLOOR_ZERO else NO_FLOOR)
    state.lapses = False
    state.deals = 0
    state.pot = 0
    state.dealer = int8(players - 1)
    for seat in range(players):
        state.pennies[seat] = int8(rules.start_pennies)
        state.points[seat] = 0
        state.out_hand[seat] = int32(NEVER)
        state.lapses |= rules.forget_draw_prob[seat] > 0
    for card in range(PACK):
        packed = meaning(state, card)
        state.card_low[card] = int16(packed)
        state.card_high[card] = int16(packed >> uint64(16))
        state.card_kind[card] = int8(packed >> uint64(32))
        state.card_effect[card] = int8(packed >> uint64(40))


@inlined
def put(state, own, slot, card):
    """A card comes into a slot of a hand."""
    packed = meaning(state, card)
    slot = uint64(slot)
    shift = uint64(8) * slot
    clear = ~(uint64(255) << shift)
    own.hand = (own.hand & clear) | uint64(card) << shift
    own.kind = (own.kind & clear) | ((packed >> uint64(32)) & uint64(255)) << shift
    own.adds[slot] = int16(packed)
    own.adds[slot + uint64(OPTION)] = int16(packed >> uint64(16))


@inlined
def draw(state, words):
    """The top card of the stock, which is not empty."""
    card = draw_card(state.deck, state.position, state.deck_end, words)
    if state.decks != 0:
        state.position = int16(state.position + 1)
        state.stock_count = int16(state.deck_end - state.position)
    return card


@kernel
def deal(state, rules, words):
    """Shuffle and deal; the first to play is left of the dealer.

    Returns:
        The first decision, or OVER where nobody can play any card.
    """
    for row in range(min(int64(state.played), HISTORY)):
        state.history_word[row] = uint32(0)
    for card in range(PACK):
        state.in_pile[card] = int8(0)
    if state.match and state.deals == 0:
        state.dealer = int8(side_uniform(words, FIRST_DEALER) * state.players)
    packs = max(int64(state.decks), 1)
    fresh_packs(state.deck, packs)
    state.position = int16(0)
    state.deck_end = int16(PACK * packs)
    state.stock_count = state.deck_end
    state.total = int32(0)
    state.direction = int8(1)
    state.played = int32(0)
    state.reshuffled = int32(0)
    state.reshuffles = int16(0)
    state.forgets = int32(0)
    state.end = uint8(NOT_OVER)
    state.loser = int8(NOBODY)
    state.remaining = state.alive
    size = int64(rules.hand_size)
    for seat in range(state.players):
        own = state.own[seat]
        for action in range(ACTIONS):
            own.adds[action] = int16(ABSENT)
        own.hand = ~uint64(0)
        own.kind = uint64(0)
        own.left = int8(0)
        plays = state.pennies[seat] > 0
        own.size = int8(size if plays else 0)
        own.target = own.size
        state.hand_sizes[seat] = own.size
        state.change[seat] = uint8(0)
    first = after_in_turn(state, state.dealer, 1)
    for slot in range(size):
        seat = first
        for _ in range(state.alive):
            put(state, state.own[seat], slot, draw(state, words))
            seat = after_in_turn(state, seat, 1)
    state.first = int8(first)
    return sit(state, rules, first, after_in_turn(state, first, -1))


# ---------------------------------------------------------------- turns


@inlined
def sit(state, rules, seat, before):
    """The turn of `seat`: his cards come into the view; without a legal one he loses.

    `before` is the seat that would be next if the direction turned.
    """
    own = state.own[seat]
    state.seat = int8(seat)
    state.prev_seat = int8(before)
    state.next_seat = int8(after_in_turn(state, seat, state.direction))
    state.hand_word = own.hand
    state.kind_word = own.kind
    state.hand_size = int64(own.size)
    state.legal = uint64(bounded_sums(own.adds, state.total, state.floor, TOP, state.total_after))
    if state.legal == 0:
        return lose(state, rules)
    return PLAY


@kernel
def lose(state, rules):
    """The seat on turn cannot play: he loses the hand, or leaves it to the others."""
    if rules.continue_after_loss:
        return leave(state, rules)
    seat = int64(state.seat)
    state.loser = int8(seat)
    state.end = uint8(NO_CARDS if state.own[seat].size == 0 else NO_LEGAL_CARD)
    return OVER


@kernel
def leave(state, rules):
    """Seats leave the hand until one can play, or until one is left."""
    while True:
        seat = int64(state.seat)
        if state.loser == NOBODY:
            state.loser = int8(seat)
        state.own[seat].left = int8(state.alive - state.remaining + 1)
        state.remaining = int8(state.remaining - 1)
        state.hand_sizes[seat] = int8(0)
        following = after_in_turn(state, seat, state.direction)
        if state.remaining == 1:
            state.seat = int8(following)
            state.end = uint8(ONE_LEFT)
            return OVER
        own = state.own[following]
        state.seat = int8(following)
        state.prev_seat = int8(after_in_turn(state, following, -state.direction))
        state.next_seat = int8(after_in_turn(state, following, state.direction))
        state.hand_word = own.hand
        state.kind_word = own.kind
        state.hand_size = int64(own.size)
        legal_plays = bounded_sums(own.adds, state.total, state.floor, TOP, state.total_after)
        state.legal = uint64(legal_plays)
        if legal_plays != 0:
            return PLAY


@inlined
def observe(state, rules):
    """Write into the view what only the seat that decides may see."""
    ordinary = zero_bytes(state.kind_word) * int64(1 | 1 << OPTION)
    state.biggest = int8(largest_of(state.total_after, int64(state.legal) & ordinary))


@inlined
def legal(view, action):
    """Whether the deciding seat may take this action."""
    return 0 <= action < ACTIONS and (view.legal >> uint64(action)) & uint64(1) != 0


@kernel
def reshuffle(state):
    """Make a new stock of all cards played but the last; they are shuffled as they are drawn."""
    top = uint64(state.top)
    state.in_pile[top] = int8(state.in_pile[top] - 1)
    state.deck_end = int16(stock_of(state.in_pile, state.deck))
    for card in range(PACK):
        state.in_pile[card] = int8(0)
    state.in_pile[top] = int8(1)
    state.position = int16(0)
    state.stock_count = state.deck_end
    state.reshuffles = int16(state.reshuffles + 1)
    state.reshuffled = state.played


@kernel
def close_ranks(state, own, slot):
    """No card comes into a slot: the last one of the hand moves there."""
    last = uint64(own.size) - uint64(1)
    shift, end = uint64(8) * uint64(slot), uint64(8) * last
    byte = uint64(255)
    card, kind = (own.hand >> end) & byte, (own.kind >> end) & byte
    own.hand = (own.hand & ~(byte << shift)) | card << shift | byte << end
    own.kind = ((own.kind & ~(byte << shift)) | kind << shift) & ~(byte << end)
    for option in range(0, ACTIONS, OPTION):
        own.adds[slot + uint64(option)] = own.adds[last + uint64(option)]
        own.adds[last + uint64(option)] = int16(ABSENT)
    own.size = int8(last)
    state.hand_sizes[state.seat] = own.size


@inlined
def forgotten(state, rules, words):
    """Whether the seat on turn forgets to draw, by the game's own chance."""
    missed = False
    if state.lapses:
        chance = rules.forget_draw_prob[state.seat]
        if chance > 0:
            missed = side_uniform(words, FIRST_DEALER + int64(state.played)) < chance
    return missed


@inlined
def draws(state, rules, words):
    """Whether the seat on turn draws a card; makes a new stock where he needs one."""
    drawing = True
    if state.lapses and forgotten(state, rules, words):
        own = state.own[state.seat]
        own.target = int8(own.target - 1)
        state.forgets = int32(state.forgets + 1)
        drawing = False
    elif state.position == state.deck_end:
        drawing = rules.stock_exhausted == RESHUFFLE
        if drawing:
            reshuffle(state)
    return drawing


@inlined
def apply_play(state, rules, action, words):
    """A card goes on the pile, another one into the hand, and the turn to the next."""
    seat = uint64(state.seat)
    own = state.own[seat]
    slot = uint64(action) & uint64(OPTION - 1)
    card = (own.hand >> (uint64(8) * slot)) & uint64(255)
    effect = meaning(state, card) >> uint64(40)
    state.total = int32(state.total_after[action])
    state.in_pile[card] = int8(state.in_pile[card] + 1)
    state.top = uint8(card)
    played = state.played
    state.played = int32(played + 1)
    if draws(state, rules, words):
        put(state, own, slot, draw(state, words))
    else:
        close_ranks(state, own, slot)
    seen = uint32(seat) | uint32(card) << uint32(8) | uint32(own.size) << uint32(24)
    option = uint32(uint64(action) // uint64(OPTION))
    state.history_word[uint64(played) % uint64(HISTORY)] = seen | option << uint32(16)
    turned = effect & uint64(REVERSE) != 0
    following = uint64(state.prev_seat if turned else state.next_seat)
    state.direction = int8(-state.direction if turned else state.direction)
    if effect & uint64(SKIP):
        seat = following
        following = after_in_turn(state, seat, state.direction)
    return sit(state, rules, following, seat)


# ---------------------------------------------------------------- between hands


@kernel
def close(state, rules):
    """Score the hand: the loser's penny, or with `continue-after-loss` the point of the last."""
    seat = int64(state.seat)
    state.change[seat] = uint8(1)


@kernel
def next_hand(state, rules):
    """Settle the hand that has ended and make ready for the next deal.

    Returns:
        Whether the match goes on.
    """
    state.deals = int32(state.deals + 1)
    for seat in range(state.players):
        state.own[seat].left = int8(0)
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
    state.remaining = state.alive
    state.dealer = int8(after_in_turn(state, state.dealer, 1))
    return goes_on


@kernel
def place_of(state, rules, seat):
    """A seat's place in the match: 1, and one more for each seat that did better.

    Better is who lasted longer, or in a match for points has more of them.
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
    outcome.hero = hero
    if state.match:
        outcome.hands = min(int64(state.deals), MOST_COUNTED)
        for s in range(state.players):
            place = place_of(state, rules, s)
            outcome.place[s] = place
            if place == 1:
                outcome.winner = s
                outcome.pennies_left = state.pennies[s]
        outcome.hero_place = outcome.place[hero]
        return
    outcome.end = state.end
    outcome.cards = min(int64(state.played), MOST_COUNTED)
    outcome.total = max(int64(state.total), -MOST_COUNTED)
    outcome.loser = state.loser
    outcome.hero_change = state.change[hero]
    for s in range(state.players):
        outcome.change[s] = state.change[s]
