"""The rules of Scat as functions on one hand: deal, observe, apply, legal, score, next_hand."""

from __future__ import annotations

import numpy as np
from numpy import float32, int8, int16, int32, int64, uint8, uint16, uint32, uint64

from cardsim.cards import PACK, draw_card_if, draw_cards, fresh_deck
from cardsim.games.scat.rules import code
from cardsim.games.scat.simd import best_exchange, weigh
from cardsim.games.scat.state import (
    BY_CALL,
    BY_KNOCK,
    CALL,
    DEALT_31,
    DECLARE,
    DECLARES,
    DISCARD,
    DRAW,
    EARLY_31,
    FROM_DISCARD,
    FROM_STOCK,
    HAMMER,
    HISTORY,
    KNOCK,
    KNOCK_AFTER_DRAW,
    KNOCKED,
    KNOCKS,
    LATE_31,
    LEAVE_DISCARD,
    NO_CARD,
    NOBODY,
    NOT_OVER,
    PASSED,
    STOCK_OUT,
    STOCK_OUT_LATE,
    TAKE_DISCARD,
    THROW_DOWN,
    TURN_LIMIT,
)
from cardsim.games.scat.values import (
    LANES,
    PIPS,
    STRENGTH,
    THIRTY,
    best_lane,
    hand_value,
    has_special,
    is_31,
    rank_key,
    special_value,
)
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import side_uniform

OVER = -1
"""The decision code of a hand that has ended."""
NEVER = -1
"""`out_hand` of a seat that is still in the game."""

LIGHTNESS = np.array([(11 - PIPS[c % 13]) << 6 | 51 - c for c in range(PACK)], np.int16)
"""Discard order: the largest entry goes first, so fewest points, then lowest id."""


POINTS_MODE, GIN_MODE, BUS_MODE = (code("score_mode", m) for m in ("points", "gin", "bus"))
TWO_ONE, KNOCKER_ONLY = (
    code("knocker_tie", "knocker-two-others-one"),
    code("knocker_tie", "knocker-only"),
)
KNOCKER_TWO = code("thirty_one_after_knock", "knocker-two")
OPTION_HAMMER, OPTION_THROW_DOWN = (
    code("first_turn_option", "hammer"),
    code("first_turn_option", "throw-down"),
)
AFTER_DRAW = code("knock_timing", "after-draw")
COUNTS_30 = code("undeclared_31", "counts-30")
RESHUFFLE = code("stock_exhausted", "reshuffle")
SKIP = code("exhausted_after_knock", "skip")
POKER = code("tie_break", "poker")
TO_COUNTY = code("two_life_overflow", "to-county")


@inlined
def in_game(state, seat):
    """Return whether a seat is still in the game."""
    return state.alive == state.players or state.lives[seat] >= 0


@inlined
def next_alive(state, seat):
    """Return the next seat to the left that is still in the game, as uint64."""
    following = uint64(seat) + uint64(1)
    following = following if following < uint64(state.players) else uint64(0)
    if state.alive != state.players:
        while state.lives[following] < 0:
            following += uint64(1)
            following = following if following < uint64(state.players) else uint64(0)
    return following


# ---------------------------------------------------------------- the deal


@kernel
def start(state, rules, players, match):
    """Begin a game at a table of `players`: full lives, no points, seat 0 to lead."""
    lives = int64(rules.start_lives)
    if rules.score_mode == BUS_MODE:
        lives = 4 + int64(rules.bus_extra_levels)
    state.players = players
    state.alive = players
    state.match = match
    state.dealer = uint8(players - 1)
    state.deals = 0
    state.kitty = 0
    state.replays = uint16(0)
    state.points_target = rules.points_target if match else 0
    state.score_mode = rules.score_mode
    state.charity = rules.charity
    state.two_life_overflow = rules.two_life_overflow
    state.knocker_lowest_penalty = rules.knocker_lowest_penalty
    state.knocker_tie = rules.knocker_tie
    state.thirty_one_after_knock = rules.thirty_one_after_knock
    state.three_of_a_kind = rules.three_of_a_kind
    state.grand_cadillac = rules.grand_cadillac
    state.straight_flush = rules.straight_flush
    state.straight_flush_ace_low = rules.straight_flush_ace_low
    state.min_knock_score = rules.min_knock_score
    state.knock_needs_suited = rules.knock_needs_suited
    state.first_turn_option = rules.first_turn_option
    state.first_turn_knock = rules.first_turn_knock
    state.knock_timing = rules.knock_timing
    state.own_discard_after_knock = rules.own_discard_after_knock
    state.undeclared_31 = rules.undeclared_31
    state.miss_31_prob = rules.miss_31_prob
    state.stock_exhausted = rules.stock_exhausted
    state.exhausted_after_knock = rules.exhausted_after_knock
    state.tie_break = rules.tie_break
    state.max_turns = rules.max_turns
    for seat in range(players):
        state.lives[seat] = int8(lives)
        state.points[seat] = 0
        state.out_hand[seat] = int32(NEVER)


@inlined
def deal(state, rules, words):
    """Shuffle, deal three cards to each seat and turn up the first discard.

    Returns:
        The first decision, or OVER where a dealt 31 ended the hand.
    """
    for row in range(0, min(int64(state.turn), HISTORY), 8):
        for k in range(8):
            state.history_word[row + k] = uint32(0)
    first = next_alive(state, int64(state.dealer))
    state.first = uint8(first)
    state.seat = uint8(first)
    state.knocker = int8(NOBODY)
    state.turn = uint16(0)
    state.hand_size = uint8(3)
    state.took_discard = False
    state.end = uint8(NOT_OVER)
    state.overlooks = uint16(0)
    state.reshuffles = uint16(0)
    state.reshuffled = uint16(0)
    fresh_deck(state.deck)
    alive = int64(state.alive)
    draw_cards(state.deck, 0, 3 * alive + 1, PACK, words)
    seat = first
    any_31 = False
    for i in range(alive):
        a, b, c = state.deck[i], state.deck[i + alive], state.deck[i + 2 * alive]
        lanes = uint32(LANES[a] + LANES[b] + LANES[c])
        value = float32(best_lane(lanes))
        if has_special(rules):
            value = max(value, special_value(int64(a), int64(b), int64(c), rules))
        own = state.own[seat]
        own.words[0], own.words[1], own.words[2] = LANES[a], LANES[b], LANES[c]
        own.light[0], own.light[1], own.light[2] = LIGHTNESS[a], LIGHTNESS[b], LIGHTNESS[c]
        own.hand = uint32(a) | uint32(b) << uint32(8) | uint32(c) << uint32(16)
        own.lanes = lanes
        own.value = value
        own.turns = uint16(0)
        own.spoiled = uint8(0)
        own.declared = uint8(0)
        any_31 |= is_31(value)
        seat = next_alive(state, seat)
    for s in range(state.players):
        state.change[s] = uint8(0)
    position = 3 * alive + 1
    upcard = state.deck[position - 1]
    state.deck_start = uint8(position)
    state.deck_end = uint8(PACK)
    state.stock_count = uint8(PACK - position)
    state.pile[0] = upcard
    state.upcard = upcard
    state.top_discard = upcard
    state.top_lanes = LANES[upcard]
    state.discarded_by = int8(NOBODY)
    if rules.first_turn_option == OPTION_THROW_DOWN:
        sit(state, first)
        state.hand_size = uint8(0)
        state.hand_word = uint32(0)
        state.value = float32(0)
        return ask(state, THROW_DOWN, 3)
    if any_31:
        return ask_dealt_31(state, rules, words, int64(first), True)
    return first_turn(state, rules)


@kernel
def ask_dealt_31(state, rules, words, seat, including):
    """Ask the next holder of a dealt 31, from `seat` on.

    After the last holder, end the hand or begin to play. `including` says whether the first seat is
    still to be asked.
    """
    first = int64(state.first)
    while including or seat != first:
        including = False
        if is_31(state.own[seat].value):
            if overlooked(state, rules, words):
                state.own[seat].spoiled = uint8(1)
            else:
                sit(state, seat)
                return ask(state, DECLARE, 3)
        seat = int64(next_alive(state, seat))
    for s in range(state.players):
        if state.own[s].declared:
            return finish(state, DEALT_31)
    return first_turn(state, rules)


@inlined
def first_turn(state, rules):
    """Begin the first seat's turn, after the dealt 31s."""
    sit(state, int64(state.first))
    if rules.first_turn_option == OPTION_HAMMER:
        return ask(state, HAMMER, 3)
    return begin_turn(state, rules)


@inlined
def overlooked(state, rules, words):
    """Return whether the holder overlooks this 31, by the game's own chance."""
    missed = False
    if rules.miss_31_prob > 0:
        missed = side_uniform(words, int64(state.overlooks)) < rules.miss_31_prob
        state.overlooks = uint16(state.overlooks + 1)
    return missed


# ---------------------------------------------------------------- turns


@inlined
def forget(state):
    """Clear what the view still holds of another seat's decision."""
    state.value_with_discard = float32(0)
    for k in range(4):
        state.value_without[k] = float32(0)
    state.best_discard = uint8(0)
    state.took_discard = False


@inlined
def sit(state, seat):
    """Make it this seat's turn: show its cards in the view."""
    own = state.own[seat]
    state.seat = uint8(seat)
    show_three(state, own)
    state.own_lives = state.lives[seat]
    forget(state)


@inlined
def show_three(state, own):
    """Write the three cards of the seat on turn as it sees them."""
    state.hand_word = own.hand
    state.value = own.value
    state.own_turns = own.turns
    state.hand_size = uint8(3)


@inlined
def ask(state, decision, legal):
    """Wait for a decision of the seat on turn among the actions in the mask `legal`."""
    state.decision = int8(decision)
    state.legal = uint64(legal)
    return decision


@kernel
def suited(a, b, c):
    """Return whether three cards are of one suit."""
    return a // 13 == b // 13 and b // 13 == c // 13


@kernel
def good_for_knock(value, a, b, c, rules):
    """Return whether three cards meet the house conditions for a knock."""
    return value >= float32(rules.min_knock_score) and (
        rules.knock_needs_suited == 0 or suited(a, b, c)
    )


@inlined
def usual_turns(rules):
    """Return whether turns begin with a free choice to knock and no rule limits knock or draw."""
    free = (
        rules.min_knock_score == 0 and rules.knock_needs_suited == 0 and rules.first_turn_knock != 0
    )
    return free and rules.knock_timing != AFTER_DRAW and rules.own_discard_after_knock != 0


@inlined
def begin_turn(state, rules):
    """Begin the turn of `state.seat`: ask whether to knock, or where to draw from."""
    if usual_turns(rules) and state.stock_count > 0:
        return ask(state, KNOCK if state.knocker == NOBODY else DRAW, 3)
    return begin_limited_turn(state, rules)


@kernel
def special_exchange(state, rules, best):
    """Return the best hand value with the top discard where triples or straight flushes count."""
    a, b, c, top = (
        int64(state.hand[0]),
        int64(state.hand[1]),
        int64(state.hand[2]),
        int64(state.top_discard),
    )
    best = max(best, special_value(b, c, top, rules))
    best = max(best, special_value(a, c, top, rules))
    return max(best, special_value(a, b, top, rules))


@kernel
def begin_limited_turn(state, rules):
    """Begin a turn in which house rules or an empty stock may limit the choice."""
    may_knock = state.knocker == NOBODY and rules.knock_timing != AFTER_DRAW
    may_knock &= good_for_knock(state.value, state.hand[0], state.hand[1], state.hand[2], rules)
    may_knock &= rules.first_turn_knock != 0 or state.own_turns > 0
    return ask(state, KNOCK, 3) if may_knock else begin_draw(state, rules)


@inlined
def begin_draw(state, rules):
    """Ask where the seat on turn draws from."""
    if state.stock_count == 0 and rules.stock_exhausted == RESHUFFLE:
        reshuffle(state)
    own_back = state.knocker != NOBODY and state.alive == 2 and state.discarded_by == state.seat
    barred = own_back and rules.own_discard_after_knock == 0
    return ask(state, DRAW, 1 << LEAVE_DISCARD if barred else 3)


@inlined
def drawn_cards(state):
    """Return how many cards were drawn from this stock.

    Between turns, as many lie under the top discard.
    """
    return int64(state.deck_end) - int64(state.stock_count) - int64(state.deck_start)


@kernel
def reshuffle(state):
    """Make a new stock of all discards but the top one; they are shuffled as they are drawn."""
    under = drawn_cards(state)
    state.reshuffles = uint16(state.reshuffles + 1)
    state.reshuffled = state.turn
    for i in range(under):
        state.deck[i] = state.pile[i]
    state.pile[0] = state.pile[under]
    state.deck_start = uint8(0)
    state.deck_end = uint8(under)
    state.stock_count = uint8(under)


@inlined
def write_history(state, source, taken, discarded):
    """Record in `history` what everybody saw of the turn of `state.seat`."""
    row = uint64(state.turn) % uint64(HISTORY)
    seen = (
        uint32(source) << uint32(8) | uint32(taken) << uint32(16) | uint32(discarded) << uint32(24)
    )
    state.history_word[row] = uint32(state.seat) | seen


@inlined
def count_turn(state):
    """Count one more turn of the seat on turn."""
    own = state.own[state.seat]
    state.turn = uint16(state.turn + 1)
    own.turns = uint16(own.turns + 1)


@inlined
def pass_on(state, rules):
    """Pass the turn to the left, or end the hand once everybody has had the last turn."""
    seat = next_alive(state, state.seat)
    if int64(seat) == state.knocker:
        show_three(state, state.own[state.seat])
        return finish(state, BY_KNOCK)
    if state.turn >= rules.max_turns:
        show_three(state, state.own[state.seat])
        return finish(state, TURN_LIMIT)
    sit(state, seat)
    return begin_turn(state, rules)


@inlined
def discard_mask(state, rules):
    """Return the cards that may be thrown, as a mask of slots."""
    legal = 7 if state.took_discard else 15
    if state.knocker == state.seat:
        legal &= knock_mask(state, rules)
    return legal


@kernel
def knock_mask(state, rules):
    """Return the discards that leave a hand fit for a knock, as a mask of slots."""
    mask = 0
    for k in range(3 if state.took_discard else 4):
        a, b, c = three_without(state.hand, k)
        if good_for_knock(hand_value(a, b, c, rules), a, b, c, rules):
            mask |= 1 << k
    return mask


@inlined
def three_without(held, k):
    """Return the three cards that remain of four without slot `k`."""
    a = held[1] if k == 0 else held[0]
    b = held[2] if k <= 1 else held[1]
    c = held[3] if k <= 2 else held[2]
    return a, b, c


@kernel
def after_draw(state, rules):
    """Ask whether to knock with four cards (`knock-timing = after-draw`), or else for a discard."""
    may_knock = state.knocker == NOBODY and (rules.first_turn_knock != 0 or state.own_turns > 0)
    if may_knock and knock_mask(state, rules) != 0:
        return ask(state, KNOCK_AFTER_DRAW, 3)
    return ask(state, DISCARD, discard_mask(state, rules))


# ---------------------------------------------------------------- decisions


@inlined
def weigh_top_discard(state, rules):
    """Write what the hand is worth with the top discard in it; called once a turn."""
    own = state.own[state.seat]
    best = best_exchange(own.words, uint32(own.lanes + state.top_lanes))
    if has_special(rules):
        best = special_exchange(state, rules, best)
    state.value_with_discard = best


@inlined
def observe_top(state, rules):
    """Write the value with the top discard before a choice to knock or to draw, once a turn."""
    if state.value_with_discard == float32(0):
        weigh_top_discard(state, rules)


@inlined
def observe_draw(state, rules):
    """Write the value with the top discard before a draw; 0 where the discard may not be taken."""
    observe_top(state, rules)
    if state.legal & uint64(1 << TAKE_DISCARD) == 0:
        state.value_with_discard = float32(0)


@inlined
def observe_four(state, rules):
    """Write what each of four discards would leave, and the best of them, before a discard."""
    own = state.own[state.seat]
    drawn = state.hand_word >> uint32(24)
    fourth = LANES[drawn]
    # A card just taken may not go: all bits set is -1. Again no branch.
    light = int32(LIGHTNESS[drawn]) | -int32(state.took_discard)
    v0, v1, v2, v3, best = weigh(own.words, own.light, fourth, light, uint32(own.lanes + fourth))
    state.value_without[0] = v0
    state.value_without[1] = v1
    state.value_without[2] = v2
    state.value_without[3] = v3
    state.best_discard = uint8(best)
    if has_special(rules) or state.knocker == state.seat or state.decision == KNOCK_AFTER_DRAW:
        observe_limited_discard(state, rules)


@inlined
def observe(state, rules):
    """Write into the view what only the seat that decides may see."""
    if state.decision == KNOCK:
        observe_top(state, rules)
    elif state.decision == DRAW:
        observe_draw(state, rules)
    elif state.decision == DISCARD or state.decision == KNOCK_AFTER_DRAW:
        observe_four(state, rules)
    elif state.decision != THROW_DOWN:
        weigh_top_discard(state, rules)


@kernel
def observe_limited_discard(state, rules):
    """Value the four discards again where triples or runs count or a knock limits the choice."""
    hand = state.hand
    knocking = state.decision == KNOCK_AFTER_DRAW
    allowed = knock_mask(state, rules) if knocking else discard_mask(state, rules)
    best, highest = 0, -1.0
    for k in range(4):
        a, b, c = three_without(hand, k)
        if has_special(rules):
            special = special_value(int64(a), int64(b), int64(c), rules)
            state.value_without[k] = max(state.value_without[k], special)
        key = state.value_without[k] * 4096.0 + LIGHTNESS[hand[k]]
        if (allowed >> k) & 1 and key > highest:
            best, highest = k, key
    state.best_discard = uint8(best)


@kernel
def left(view):
    """Return the number of cards in the stock, int64."""
    return int64(view.stock_count)


@inlined
def legal(view, action):
    """Return whether the deciding seat may take this action."""
    return 0 <= action < 4 and (view.legal >> uint64(action)) & uint64(1) != 0


@inlined
def apply_knock(state, rules, action, words):
    """Knock, or go on to draw."""
    if action == KNOCKS:
        state.knocker = int8(state.seat)
        write_history(state, KNOCKED, NO_CARD, NO_CARD)
        count_turn(state)
        return pass_on(state, rules)
    return ask(state, DRAW, 3) if state.stock_count > 0 else begin_draw(state, rules)


@inlined
def apply_draw(state, rules, action, words):
    """Draw from the stock or take the top discard; with no card to draw, end the hand or pass."""
    if state.stock_count == 0 and action == LEAVE_DISCARD:
        if state.knocker == NOBODY:
            return finish(state, STOCK_OUT)
        if rules.exhausted_after_knock != SKIP:
            return finish(state, STOCK_OUT_LATE)
        write_history(state, PASSED, NO_CARD, NO_CARD)
        count_turn(state)
        return pass_on(state, rules)
    take = action == TAKE_DISCARD
    end = int64(state.deck_end)
    drawn = draw_card_if(state.deck, end - int64(state.stock_count), end, words, not take)
    state.stock_count = uint8(state.stock_count - (not take))
    # A mask, not a branch: the source of a draw is unpredictable.
    card = drawn ^ ((drawn ^ int64(state.top_discard)) & -int64(take))
    state.took_discard = take
    # The whole word: a byte stored and the word read back at once would stall.
    state.hand_word = state.own[state.seat].hand | uint32(card) << uint32(24)
    state.hand_size = uint8(4)
    if rules.knock_timing == AFTER_DRAW:
        return after_draw(state, rules)
    return ask(state, DISCARD, 7 if take else 15)


@inlined
def apply_discard(state, rules, action, words):
    """Throw a card; then ask about a 31 where one may be declared, or end the turn."""
    seat = int64(state.seat)
    # All on one word: a byte stored and the word read back at once would stall.
    word = state.hand_word
    place = uint32(8) * uint32(action)
    thrown = uint8(word >> place)
    drawn = uint8(word >> uint32(24))
    value = state.value_without[action]
    kept = (word & ~(uint32(255) << place)) | uint32(drawn) << place
    own = state.own[seat]
    own.hand = kept & uint32(0xFFFFFF)
    own.words[3] = LANES[drawn]
    given = own.words[action]
    own.words[action] = LANES[drawn]
    own.light[action] = LIGHTNESS[drawn]
    own.lanes = uint32(own.lanes + LANES[drawn] - given)
    state.top_lanes = given
    own.value = value
    if rules.stock_exhausted == RESHUFFLE:
        state.pile[drawn_cards(state)] = thrown
    state.top_discard = thrown
    state.discarded_by = int8(seat)
    source = FROM_DISCARD if state.took_discard else FROM_STOCK
    write_history(state, source, drawn if state.took_discard else NO_CARD, thrown)
    count_turn(state)
    # A hand that changes is no longer the one its holder was silent about.
    own.spoiled = uint8(own.spoiled & uint8(action == 3))
    if is_31(value) and not own.spoiled:
        if not overlooked(state, rules, words):
            show_three(state, own)
            return ask(state, DECLARE, 3)
        own.spoiled = uint8(1)
    return pass_on(state, rules)


@kernel
def apply_declare(state, rules, action, words):
    """Show a 31, or keep silent about it."""
    seat = int64(state.seat)
    state.own[seat].declared = uint8(action == DECLARES)
    state.own[seat].spoiled = uint8(action != DECLARES)
    if state.turn == 0:
        return ask_dealt_31(state, rules, words, int64(next_alive(state, seat)), False)
    if action == DECLARES:
        if state.knocker == state.seat:
            state.knocker = int8(NOBODY)
        return finish(state, EARLY_31 if state.knocker == NOBODY else LATE_31)
    return pass_on(state, rules)


@kernel
def apply_knock_after_draw(state, rules, action, words):
    """Knock with four cards in hand, or not; then ask for the discard."""
    if action == KNOCKS:
        state.knocker = int8(state.seat)
    return ask(state, DISCARD, discard_mask(state, rules))


@kernel
def apply_hammer(state, rules, action, words):
    """Call a showdown before anybody draws, or play on."""
    if action == CALL:
        state.knocker = int8(state.seat)
        return finish(state, BY_CALL)
    return begin_turn(state, rules)


@kernel
def apply_throw_down(state, rules, action, words):
    """Call a showdown with the cards unseen, or look at them and play on.

    In the showdown all cards are open, so that every 31 counts as declared.
    """
    thrown = False
    for s in range(state.players):
        if state.lives[s] >= 0 and is_31(state.own[s].value):
            state.own[s].declared = uint8(action == CALL)
            thrown = True
    if action == CALL:
        state.knocker = int8(state.seat)
        return finish(state, DEALT_31 if thrown else BY_CALL)
    if thrown:
        return ask_dealt_31(state, rules, words, int64(state.first), True)
    return first_turn(state, rules)


# ---------------------------------------------------------------- the end of a hand


@inlined
def finish(state, end):
    """Record how the hand ended and return OVER; `close` scores it."""
    state.end = uint8(end)
    return OVER


@inlined
def close(state, rules):
    """Score the hand that has ended: the lives lost, or the points won, by each seat."""
    if state.end == DEALT_31 or state.end == EARLY_31 or state.end == LATE_31:
        score_31(state, rules)
    else:
        score_showdown(state, rules)


@kernel
def score_31(state, rules):
    """Score a hand that ended with a declared 31: case D of RULES.md."""
    for s in range(state.players):
        if in_game(state, s):
            if rules.score_mode == POINTS_MODE:
                state.change[s] = state.own[s].declared
            elif not state.own[s].declared:
                two = s == state.knocker and rules.thirty_one_after_knock == KNOCKER_TWO
                state.change[s] = uint8(2 if two and rules.score_mode != GIN_MODE else 1)


@inlined
def showdown_key(state, rules, seat):
    """Return a number that orders hands at the showdown: twice the value, then tie-break ranks.

    It is twice the value, then the ranks where they break ties.
    """
    shown = int64(shown_value(state, rules, seat) * 2)
    if rules.tie_break != POKER:
        return shown << 12
    value = state.own[seat].value
    word = state.own[seat].hand
    x = int64(word & uint32(255))
    y = int64((word >> uint32(8)) & uint32(255))
    z = int64((word >> uint32(16)) & uint32(255))
    best = 0
    for suit in range(4):
        if float32((state.own[seat].lanes >> uint32(8 * suit)) & uint32(255)) == value:
            a = int64(STRENGTH[x]) if x // 13 == suit else 0
            b = int64(STRENGTH[y]) if y // 13 == suit else 0
            c = int64(STRENGTH[z]) if z // 13 == suit else 0
            best = max(best, rank_key(a, b, c))
    if special_value(x, y, z, rules) == value:
        best = max(best, rank_key(int64(STRENGTH[x]), int64(STRENGTH[y]), int64(STRENGTH[z])))
    return (shown << 12) | best


@inlined
def score_showdown(state, rules):
    """Score a showdown by comparing hands: cases K and E of RULES.md."""
    low, high = int64(1) << 40, int64(-1)
    for s in range(state.players):
        if in_game(state, s):
            key = showdown_key(state, rules, s)
            state.keys[s] = int32(key)
            low, high = min(low, key), max(high, key)
    knocker = int64(state.knocker)
    if rules.score_mode == POINTS_MODE:
        score_points(state, knocker, high)
    elif rules.score_mode == GIN_MODE and knocker != NOBODY:
        promise_kept = state.keys[knocker] == high
        for s in range(state.players):
            if in_game(state, s):
                state.change[s] = uint8((s == knocker) != promise_kept)
    else:
        score_lowest(state, rules, knocker, low)


@kernel
def score_points(state, knocker, high):
    """Give a point to the highest hand; the knocker gets it only if nobody ties with him."""
    others = 0
    for s in range(state.players):
        others += in_game(state, s) and s != knocker and state.keys[s] == high
    for s in range(state.players):
        if in_game(state, s) and state.keys[s] == high:
            state.change[s] = uint8(s != knocker or others == 0)


@inlined
def score_lowest(state, rules, knocker, low):
    """Take lives from the lowest hands: K1, K2, K3 and E of RULES.md."""
    # Sums and products instead of branches: the lowest seat is unpredictable.
    lowest = 0
    for s in range(state.players):
        lowest += int64(in_game(state, s)) * int64(state.keys[s] == low)
    alone = int64(lowest == 1)
    tied = 0
    if knocker != NOBODY:
        tied = (1 - alone) * int64(state.keys[knocker] == low)
    lost_in_tie, spared_in_tie = 0, 0
    if rules.knocker_tie == TWO_ONE:
        lost_in_tie = 2
    elif rules.knocker_tie == KNOCKER_ONLY:
        lost_in_tie, spared_in_tie = int64(rules.knocker_lowest_penalty), 1
    others = 1 - spared_in_tie * tied
    more = alone * rules.knocker_lowest_penalty + (1 - alone) * lost_in_tie - others
    for s in range(state.players):
        loses = int64(in_game(state, s)) * int64(state.keys[s] == low)
        state.change[s] = uint8(loses * (others + more * int64(s == knocker)))


@inlined
def shown_value(state, rules, seat):
    """Return what a hand counts at the showdown: an undeclared 31 may count 30."""
    value = state.own[seat].value
    silent = state.own[seat].spoiled and is_31(value) and rules.undeclared_31 == COUNTS_30
    return THIRTY if silent else value


# ---------------------------------------------------------------- between hands


@kernel
def lives_after(lives, lost, rules):
    """Return the level that a seat falls to from `lives`; -1 is out."""
    if rules.score_mode == BUS_MODE:
        return max(lives - lost, -1)
    remaining = lives - lost
    if lives > 0 and remaining < 0:
        remaining = 0 if rules.two_life_overflow == TO_COUNTY else -1
    if remaining == 0 and rules.charity == 0:
        remaining = -1
    return max(remaining, -1)


@kernel
def next_hand(state, rules):
    """Settle the hand that has ended and prepare the next deal.

    Returns:
        Whether the match goes on.
    """
    state.deals = int32(state.deals + 1)
    if rules.score_mode == POINTS_MODE:
        best, leaders = int64(0), 0
        for s in range(state.players):
            state.points[s] = uint16(state.points[s] + state.change[s])
            points = int64(state.points[s])
            if points > best:
                best, leaders = points, 0
            leaders += points == best
        state.dealer = uint8(next_alive(state, int64(state.dealer)))
        return best < rules.points_target or leaders > 1
    survivors = 0
    for s in range(state.players):
        if state.lives[s] >= 0:
            survivors += lives_after(int64(state.lives[s]), int64(state.change[s]), rules) >= 0
    if survivors == 0:
        state.replays = uint16(state.replays + 1)
    last_level = 0 if rules.charity or rules.score_mode == BUS_MODE else 1
    kitty = int64(state.players) * rules.start_lives
    alive = 0
    for s in range(state.players):
        if state.lives[s] >= 0:
            level = last_level
            if survivors > 0:
                level = lives_after(int64(state.lives[s]), int64(state.change[s]), rules)
            state.lives[s] = int8(level)
            if level < 0:
                state.out_hand[s] = state.deals
            alive += level >= 0
        kitty -= max(int64(state.lives[s]), 0)
    state.alive = uint8(alive)
    state.kitty = int16(0 if rules.score_mode == BUS_MODE else kitty)
    state.dealer = uint8(next_alive(state, int64(state.dealer)))
    return alive > 1


@kernel
def place_of(state, rules, seat):
    """Return a seat's place in the match: 1, and one more for each seat that did better.

    A seat did better if it lasted longer or, in a match for points, if it has more points.
    """
    place = 1
    out = state.out_hand[seat]
    for t in range(state.players):
        if rules.score_mode == POINTS_MODE:
            place += state.points[t] > state.points[seat]
        else:
            place += out != NEVER and (state.out_hand[t] == NEVER or state.out_hand[t] > out)
    return place


@inlined
def score(state, rules, hero, outcome):
    """Write the outcome of the hand, or of the match, that has ended."""
    outcome.your_seat = hero
    if state.match:
        outcome.hands = state.deals
        for s in range(state.players):
            place = place_of(state, rules, s)
            outcome.place[s] = place
            if place == 1:
                outcome.winner = s
        outcome.your_place = outcome.place[hero]
        return
    outcome.end = state.end
    outcome.turns = state.turn
    outcome.knocker = state.knocker
    outcome.knocker_value = 0
    outcome.knocker_change = 0
    outcome.you_knocked = state.knocker == hero
    outcome.your_change = state.change[hero]
    low, high, losers, total = int64(1000), int64(0), 0, int64(0)
    for s in range(state.players):
        shown = int64(shown_value(state, rules, s) * 2)
        low, high = min(low, shown), max(high, shown)
        outcome.change[s] = state.change[s]
        losers += state.change[s] > 0
        total += state.change[s]
    if state.knocker != NOBODY:
        outcome.knocker_value = int64(shown_value(state, rules, int64(state.knocker)) * 2)
        outcome.knocker_change = state.change[state.knocker]
    outcome.losers = losers
    # What the others lost, less the hero's own loss once for each of them.
    net = total - int64(state.players) * int64(state.change[hero])
    outcome.your_net = -net if rules.score_mode == POINTS_MODE else net
    outcome.high = high
    outcome.low = low
