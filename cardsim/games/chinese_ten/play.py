"""The rules of Chinese Ten as functions on one hand: deal, observe, apply, legal, close, score."""

from __future__ import annotations

import numpy as np
from numpy import int8, int16, int64, uint8, uint16, uint32, uint64

from cardsim.cards import PACK, draw_cards, fresh_deck
from cardsim.game import OVER
from cardsim.games.chinese_ten.rules import code
from cardsim.games.chinese_ten.simd import (
    NEVER,
    add_where,
    copy_hand,
    largest,
    place_of,
    remove,
    smallest,
)
from cardsim.games.chinese_ten.state import (
    CAPTURE,
    FLIP_CAPTURE,
    FOUR_ALIKE,
    LAID_OUT,
    NO_CARD,
    NO_RANK,
    PARTNER_RANK,
    PARTNERS,
    PLAY,
    RANK,
    REDEALS,
    SEATS,
    SELF_RANK,
    SHARES,
    STOCK,
    TAKE_THREE,
    TRAIL,
    TRIPLE,
    TURNS,
    USUAL,
)
from cardsim.kernels.card_bits import FULL_PACK, ONE, count, lowest, only, suits_of, without_lowest
from cardsim.kernels.jit import inlined, kernel

NOTHING = uint64(0)

DEALER_FIRST = code("first_player", "dealer")
REDEAL_FOUR = code("four_alike_layout", "redeal")
REDEAL_TRIPLE = code("triple_layout", "redeal")
ACTIONS = 54

RED_NINE_9, SPADE_ACE, CLUB_ACE = 1, 2, 4
"""Features of a table of card points; its number is their sum."""


def card_points(card: int, values: int) -> int:
    """Return the points of a captured card; RULES.md, section 6."""
    suit, rank = divmod(card, 13)
    if suit in (1, 2):
        if rank == 0:
            return 20
        if rank == 8:
            return 9 if values & RED_NINE_9 else 10
        return min(rank + 1, 10)
    if rank == 0 and suit == 3:
        return 30 if values & SPADE_ACE else 0
    if rank == 0:
        return 40 if values & CLUB_ACE else 0
    return 0


def _best_of_suits(rank: int, suits: int, values: int) -> int:
    return max(
        (card_points(13 * suit + rank, values) for suit in range(4) if suits >> suit & 1),
        default=NEVER,
    )


POINTS = np.array([[card_points(card, v) for card in range(PACK)] for v in range(8)], np.uint8)
BEST = np.array(
    [[[_best_of_suits(rank, s, v) for s in range(16)] for rank in range(13)] for v in range(8)],
    np.int8,
)
"""Points of the best card of a rank among some suits (bits C D H S); NEVER for none."""
SELF_RANKS = uint64(sum(1 << rank for rank in range(13) if SELF_RANK[rank]))


# ---------------------------------------------------------------- the deal


@kernel
def start(state, rules, players, match):
    """Begin a table: its seats, and the points of the cards for this number of players."""
    values = RED_NINE_9 if rules.red_nine == 9 else 0
    values += SPADE_ACE if players >= rules.spade_ace_min_players else 0
    values += CLUB_ACE if players >= rules.club_ace_min_players else 0
    state.values = uint8(values)
    total = int64(0)
    for card in range(PACK):
        state.points[card] = POINTS[values, card]
        total += POINTS[values, card]
    state.total = uint16(total)
    state.must_capture = rules.must_capture
    state.players = uint8(players)
    state.share = uint8(TURNS // players)
    state.dealer = uint8(players - 1)
    state.first = state.dealer if rules.first_player == DEALER_FIRST else uint8(0)
    for seat in range(SEATS):
        state.hands[seat] = NOTHING
        state.hand_counts[seat] = uint8(0)
        state.scores[seat] = uint16(0)
        state.taken[seat] = NOTHING
    for k in range(state.cards.shape[0]):
        state.cards[k] = uint8(NO_CARD)
        state.ranks[k] = uint8(NO_CARD)
        state.own_points[k] = uint8(0)
    forget_redeals(state)


@inlined
def deal(state, rules, words):
    """Shuffle, deal the hands, lay four cards out and check whether they are special.

    Returns:
        The first decision.
    """
    fresh_deck(state.deck)
    draw_cards(state.deck, 0, PACK, PACK, words)
    if state.redeals != 0:
        forget_redeals(state)
    while lay_out(state, rules):
        note_redeal(state)
        draw_cards(state.deck, LAID_OUT, PACK - LAID_OUT, PACK, words)
    return begin(state)


@inlined
def begin(state):
    """Take the hands from the deck, with the layout on the table, and return the first decision."""
    deal_hands(state)
    state.shown = state.table
    state.turn = uint8(0)
    state.deck_count = uint8(PACK - STOCK)
    for t in range(TURNS):
        state.history_word[t] = uint32(0xFFFFFFFF)
    if state.layout != USUAL:
        set_special_layout(state)
    state.seat = state.first
    return ask(state, PLAY, NO_CARD, state.hands[uint64(state.first)])


@inlined
def lay_out(state, rules):
    """Put the layout on the table, and return whether it goes back into the deck."""
    table = NOTHING
    for k in range(LAID_OUT, STOCK):
        table |= only(state.deck[k])
    state.table = table
    ranks = uint64((1 << 13) - 1)
    clubs, diamonds = table & ranks, (table >> uint64(13)) & ranks
    hearts, spades = (table >> uint64(26)) & ranks, table >> uint64(39)
    three = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))
    three &= SELF_RANKS
    state.layout = uint8(USUAL)
    state.triple_rank = int8(NO_RANK)
    if three == NOTHING:
        return False
    state.layout_rank = int8(lowest(three))
    if clubs & diamonds & hearts & spades != NOTHING:
        state.layout = uint8(FOUR_ALIKE)
        return rules.four_alike_layout == REDEAL_FOUR
    state.layout = uint8(TRIPLE)
    return rules.triple_layout == REDEAL_TRIPLE


@kernel
def forget_redeals(state):
    """Clear the record of layouts that went back into the deck."""
    state.redeals = uint8(0)
    for n in range(REDEALS):
        for k in range(4):
            state.redealt[n, k] = uint8(NO_CARD)


@kernel
def note_redeal(state):
    """Record a layout that goes back into the deck."""
    if state.redeals < REDEALS:
        for k in range(4):
            state.redealt[state.redeals, k] = state.deck[LAID_OUT + k]
        state.redeals = uint8(state.redeals + 1)


@inlined
def deal_hands(state):
    """Write the first 24 cards of the deck, dealt singly, as rows and as sets."""
    players, share = uint64(state.players), uint64(state.share)
    at = uint64(0)
    for seat in range(players):
        hand = NOTHING
        k = uint64(seat)
        for _ in range(share):
            card = state.deck[k]
            state.cards[at] = card
            state.ranks[at] = RANK[card]
            state.own_points[at] = state.points[card]
            hand |= only(card)
            k += players
            at += uint64(1)
        state.hands[seat] = hand
        state.hand_counts[seat] = uint8(share)
        state.scores[seat] = uint16(0)
        state.taken[seat] = NOTHING
    for k in range(TURNS):
        state.wins_of_all[k] = int8(-1)
    for k in range(LAID_OUT, STOCK):
        weigh(state, state.table, uint64(RANK[state.deck[k]]))


@kernel
def set_special_layout(state):
    """Prepare a special layout: a triple waits for its fourth card, four alike go to the dealer."""
    rank = uint64(state.layout_rank)
    if state.layout == TRIPLE:
        state.triple_rank = state.layout_rank
        points = int64(0)
        for k in range(LAID_OUT, STOCK):
            if RANK[state.deck[k]] == rank:
                points += state.points[state.deck[k]]
        add_where(state.ranks, int64(rank), state.own_points, points, state.wins_of_all)
        return
    dealer = uint64(state.dealer)
    for k in range(LAID_OUT, STOCK):
        state.scores[dealer] = uint16(state.scores[dealer] + state.points[state.deck[k]])
    state.taken[dealer] = state.table
    state.table = NOTHING


# ---------------------------------------------------------------- what a seat sees


@inlined
def ask(state, decision, card, legal):
    """Wait for a decision of the seat on turn; `card` is the card that is to capture."""
    state.decision = int8(decision)
    state.card = uint8(card)
    state.legal = legal
    return decision


@inlined
def observe(state, rules):
    """Write into the view what only the seat that decides may see."""
    seat = uint64(state.seat)
    size = int64(state.hand_counts[seat])
    first = int64(seat * uint64(state.share))
    held = state.hands[seat]
    state.held = held
    state.unseen = FULL_PACK ^ (held | state.shown)
    state.hand_size = uint8(size)
    copy_hand(state.cards, first, size, int64(NO_CARD), state.hand_whole)
    copy_hand(state.wins_of_all, first, size, int64(-1), state.wins_whole)
    if state.decision != PLAY:
        return observe_choice(state, first, size)
    best = uint64(first + largest(state.wins_of_all, first, size))
    light = uint64(first + smallest(state.own_points, first, size))
    # All bits set means no card, so that no branch is needed for "no capture".
    state.best_capture = uint8(int64(state.cards[best]) | int64(state.wins_of_all[best]) >> 63)
    state.lightest = state.cards[light]
    return None


@kernel
def observe_choice(state, first, size):
    """Write what a seat sees that chooses which card is taken; its hand may be empty."""
    state.best_capture = best_of(state, state.legal & FULL_PACK)
    state.lightest = uint8(NO_CARD)
    if size > 0:
        state.lightest = state.cards[first + smallest(state.own_points, first, size)]


@kernel
def best_of(state, cards):
    """Return the card of most points in a set, ties: the lowest id; NO_CARD where it is empty."""
    best, most = uint8(NO_CARD), int64(-1)
    while cards != NOTHING:
        card = lowest(cards)
        if int64(state.points[card]) > most:
            best, most = uint8(card), int64(state.points[card])
        cards = without_lowest(cards)
    return best


@kernel
def left(view):
    """Return the number of cards in the deck, int64."""
    return int64(view.deck_count)


@inlined
def legal(view, action):
    """Return whether the deciding seat may take this action."""
    return 0 <= action < ACTIONS and (view.legal >> uint64(action)) & ONE != NOTHING


# ---------------------------------------------------------------- decisions


@inlined
def weigh(state, table, rank):
    """Update what hand cards would win after the table's cards of a rank have changed."""
    best = BEST[uint64(state.values), rank, uint64(suits_of(table, rank))]
    partner = int64(PARTNER_RANK[rank])
    add_where(state.ranks, partner, state.own_points, int64(best), state.wins_of_all)


@inlined
def put_down(state, table, card, taken):
    """Capture with a card, or add it to the table.

    Args:
        state: the hand; only what the cards in hand would win is changed.
        table: the cards on the table.
        card: uint64, the card played or flipped.
        taken: the card it takes as a set of one, or of none.

    Returns:
        The new table, the cards captured as a set, their points, and the card taken, or NO_CARD.
    """
    # Masks instead of a branch: whether a card captures is unpredictable.
    kept = -uint64(taken != NOTHING)
    changed = taken | (only(card) & ~kept)
    other = uint64(lowest(changed))
    table ^= changed
    weigh(state, table, uint64(RANK[other]))
    points = (uint64(state.points[card]) + uint64(state.points[other])) & kept
    return table, (taken | only(card)) & kept, points, uint8(other | ~kept)


@inlined
def settle(state, table, captured, points):
    """Record what the seat on turn has captured, and the table that it leaves."""
    seat = uint64(state.seat)
    state.table = table
    state.taken[seat] |= captured
    state.scores[seat] = uint16(uint64(state.scores[seat]) + points)


@inlined
def written(word, place, card):
    """Return a turn of the history with a card at place 0 .. 3."""
    shift = uint32(8 * place)
    return (word & ~(uint32(255) << shift)) | uint32(card) << shift


@kernel
def take_three(state, card):
    """Capture the triple of the layout with its fourth card."""
    three = state.table & PARTNERS[card]
    captured = three | only(card)
    points = uint64(state.points[card])
    for _ in range(3):
        points += uint64(state.points[lowest(three)])
        three = without_lowest(three)
    settle(state, state.table & ~captured, captured, points)
    state.triple_rank = int8(NO_RANK)


@inlined
def apply_play(state, rules, action, words):
    """Play a card from the hand; then the top of the deck is flipped."""
    card = uint64(action)
    seat = uint64(state.seat)
    end = int64(seat * uint64(state.share)) + int64(state.hand_counts[seat])
    place = place_of(state.cards, int64(card))
    remove(state.cards, place, end, int64(NO_CARD))
    remove(state.ranks, place, end, int64(NO_CARD))
    remove(state.own_points, place, end, int64(0))
    remove(state.wins_of_all, place, end, int64(-1))
    state.hand_counts[seat] = uint8(state.hand_counts[seat] - uint8(1))
    state.hands[seat] ^= only(card)
    state.shown |= only(card)
    word = written(uint32(0xFFFFFFFF), 0, card)
    partners = state.table & PARTNERS[card]
    if without_lowest(partners) != NOTHING or rules.must_capture == 0:
        return play_with_choice(state, rules, card, partners, word)
    return put_and_flip(state, card, partners, word)


@inlined
def put_and_flip(state, card, taken, word):
    """Capture with the hand card or add it to the table; then flip the top of the deck."""
    table, captured, points, other = put_down(state, state.table, card, taken)
    return flip(state, table, captured, points, written(word, 1, other))


@kernel
def play_with_choice(state, rules, card, partners, word):
    """Play a hand card that can take several cards, or that need not take any."""
    state.history_word[uint64(state.turn)] = word
    triple = int64(RANK[card]) == int64(state.triple_rank)
    if rules.must_capture == 0 and partners != NOTHING:
        taking = only(TAKE_THREE) if triple else partners
        return ask(state, CAPTURE, card, taking | only(TRAIL))
    if triple:
        return capture_three(state, card, word)
    if without_lowest(partners) != NOTHING:
        return ask(state, CAPTURE, card, partners)
    return put_and_flip(state, card, partners, word)


@kernel
def capture_three(state, card, word):
    """Capture the triple with the hand card."""
    take_three(state, card)
    return flip(state, state.table, NOTHING, NOTHING, written(word, 1, TAKE_THREE))


@inlined
def flip(state, table, captured, points, word):
    """Turn up the top card of the deck.

    Args:
        state: the hand.
        table: the cards on the table.
        captured: the cards that the hand card took, with itself; not settled yet.
        points: of these.
        word: the turn of the history so far.
    """
    card = uint64(state.deck[uint64(STOCK) + uint64(state.turn)])
    state.deck_count = uint8(TURNS - 1 - int64(state.turn))
    state.shown |= only(card)
    word = written(word, 2, card)
    partners = table & PARTNERS[card]
    if without_lowest(partners) != NOTHING:
        settle(state, table, captured, points)
        return flip_with_choice(state, card, partners, word)
    table, more, worth, other = put_down(state, table, card, partners)
    settle(state, table, captured | more, points + worth)
    return next_turn(state, written(word, 3, other))


@kernel
def flip_with_choice(state, card, partners, word):
    """Play a flipped card that can take several."""
    if int64(RANK[card]) == int64(state.triple_rank):
        take_three(state, card)
        return next_turn(state, written(word, 3, TAKE_THREE))
    state.history_word[uint64(state.turn)] = word
    return ask(state, FLIP_CAPTURE, card, partners)


@inlined
def next_turn(state, word):
    """Record the turn and pass to the left; after 24 turns the hand is over."""
    turn = uint64(state.turn)
    seat = uint64(state.seat) + ONE
    seat = seat if seat < uint64(state.players) else NOTHING
    state.history_word[turn] = word
    state.seat = uint8(seat)
    state.turn = uint8(turn + ONE)
    if turn == uint64(TURNS - 1):
        state.decision = int8(OVER)
        return OVER
    return ask(state, PLAY, NO_CARD, state.hands[seat])


@kernel
def apply_capture(state, rules, action, words):
    """Capture with the hand card the card chosen, all three of a triple, or none."""
    card = uint64(state.card)
    word = state.history_word[uint64(state.turn)]
    if action == TAKE_THREE:
        return capture_three(state, card, word)
    return put_and_flip(state, card, NOTHING if action == TRAIL else only(action), word)


@kernel
def apply_flip_capture(state, rules, action, words):
    """Capture the chosen card with the flipped one."""
    card = uint64(state.card)
    table, captured, points, other = put_down(state, state.table, card, only(action))
    settle(state, table, captured, points)
    return next_turn(state, written(state.history_word[uint64(state.turn)], 3, other))


# ---------------------------------------------------------------- the end of a hand


@inlined
def close(state, rules):
    """Do nothing: points are counted as they are captured."""


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the hand that has ended."""
    players = int64(state.players)
    high, winners = int64(-1), int64(0)
    for seat in range(players):
        points = int64(state.scores[seat])
        winners = winners + 1 if points == high else (1 if points > high else winners)
        high = max(high, points)
    for seat in range(players):
        points = int64(state.scores[seat])
        outcome.score[seat] = int16(points)
        outcome.net[seat] = int16(points * players - int64(state.total))
        outcome.share[seat] = int16(SHARES // winners if points == high else 0)
    outcome.your_seat = int16(hero)
    outcome.your_net = outcome.net[hero]
    outcome.your_share = outcome.share[hero]
    by_hand, by_flip = int64(0), int64(0)
    for t in range(TURNS):
        by_hand += state.history[t, 1] != NO_CARD
        by_flip += state.history[t, 3] != NO_CARD
    outcome.by_hand = int16(by_hand)
    outcome.by_flip = int16(by_flip)
    outcome.unclaimed = int16(count(state.table))
    outcome.layout = int16(state.layout)
    outcome.redeals = int16(state.redeals)
