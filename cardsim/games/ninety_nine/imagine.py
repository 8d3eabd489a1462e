"""Sampling of Ninety-Nine hands that agree with what a seat sees: the unseen cards are dealt anew.

RULES.md lists what is taken as certain.
"""

from __future__ import annotations

from numpy import int8, int16, int32, int64, uint8, uint64

from cardsim.cards import PACK, draw_card, draw_cards, fresh_deck
from cardsim.games.ninety_nine.meanings import BECOMES_99, NO_OPTION, REVERSE, SKIP
from cardsim.games.ninety_nine.play import TOP, join_seats, put
from cardsim.games.ninety_nine.simd import ABSENT
from cardsim.games.ninety_nine.state import (
    ACTIONS,
    HISTORY,
    NOBODY,
    NOT_OVER,
    SEATS,
)
from cardsim.kernels.card_bits import FULL_PACK, holds, only
from cardsim.kernels.intrinsics import copy_seen
from cardsim.kernels.jit import kernel
from cardsim.rng import below

NONE = uint64(0)


@kernel
def imagine(view, rules, words, state):
    """Write a hand drawn uniformly from those that agree with a view.

    Args:
        view: what the seat to decide sees; not part of `state`'s memory.
        rules: of the table.
        words: the source of random numbers.
        state: a hand of the same table. What `start` wrote and what a match keeps of earlier hands
            is left as it is; everything else is overwritten.
    """
    copy_seen(view, state)
    clear_hands(state, rules)
    gone = int64(state.alive) - int64(state.remaining)
    if gone > 0 and state.played > HISTORY:
        leave_unseen(state, rules, gone)
    elif gone > 0:
        retrace(state, rules, int64(state.played))
    join_seats(state)
    restocked = shuffled_again(state, rules)
    seat = int64(state.seat)
    for slot in range(state.hand_size):
        put(state, state.own[seat], slot, int64(state.hand[slot]))
    if state.finite == 0:
        deal_infinite(state, words)
    else:
        deal_unseen(state, rules, restocked, words)
    for s in range(state.players):
        own = state.own[s]
        own.target = own.size
        if state.pennies[s] > 0:
            state.forgets = int32(state.forgets + rules.hand_size - own.size)


@kernel
def clear_hands(state, rules):
    """Write empty hands of the sizes that are seen, and clear what follows from earlier plays."""
    state.end = uint8(NOT_OVER)
    state.loser = int8(NOBODY)
    state.forgets = int32(0)
    state.ready = int16(0)
    state.reshuffles = int16(state.reshuffled > 0)
    for s in range(SEATS):
        own = state.own[s]
        for action in range(ACTIONS):
            own.terms[action] = int16(ABSENT)
        own.hand_word = ~uint64(0)
        own.kind_word, own.effect_word = uint64(0), uint64(0)
        own.left, own.target = int8(0), int8(0)
        own.size = state.hand_sizes[s]
        state.change[s] = uint8(0)


@kernel
def next_to(state, seat, direction):
    """Return the next seat in a direction that has not left the hand."""
    players = int64(state.players)
    seat = (seat + direction + players) % players
    while state.pennies[seat] <= 0 or state.own[seat].left != 0:
        seat = (seat + direction + players) % players
    return seat


@kernel
def retrace(state, rules, plays):
    """Replay the first plays to find the seats that left, their cards and the totals then.

    A seat's `target` holds that total for the moment.

    Returns:
        The total, the direction, and how many seats have left.
    """
    total, direction, order = int64(0), int64(1), 0
    for t in range(plays):
        row = state.history[t]
        card = int64(row[1])
        added = int64(state.card_high[card] if row[2] else state.card_low[card])
        total = TOP if added == BECOMES_99 else max(total + added, int64(state.floor))
        effect = int64(state.card_effect[card])
        direction = -direction if effect & REVERSE else direction
        s = next_to(state, int64(row[0]), direction)
        if effect & SKIP:
            s = next_to(state, s, direction)
        following = int64(state.history[t + 1, 0]) if t + 1 < state.played else int64(state.seat)
        while s != following:
            order += 1
            leave_with(state, s, held_before(state, rules, s, t + 1), order, total)
            s = next_to(state, s, direction)
    return total, direction, order


@kernel
def leave_unseen(state, rules, gone):
    """Write the seats that left so long ago that the first plays are forgotten.

    They hold no cards, and any total may have made them leave.
    """
    missing = int64(state.decks) * PACK - int64(state.stock_count)
    for card in range(PACK):
        missing -= int64(state.in_pile[card])
    for s in range(state.players):
        missing -= int64(state.hand_sizes[s])
    order = 0
    for s in range(state.players):
        if order < gone and state.pennies[s] > 0 and state.hand_sizes[s] == 0:
            order += 1
            size = int64(rules.hand_size)
            if state.finite != 0:
                size = min(size, missing)
                missing -= size
            leave_with(state, s, size, order, TOP)


@kernel
def leave_with(state, seat, size, order, total):
    """Write that a seat left the hand as the `order`-th, at this total."""
    own = state.own[seat]
    own.size, own.left, own.target = int8(size), int8(order), int8(total)
    if order == 1:
        state.loser = int8(seat)


@kernel
def held_before(state, rules, seat, play):
    """Return how many cards a seat held before a play."""
    for t in range(play - 1, -1, -1):
        if state.history[t, 0] == seat:
            return int64(state.history[t, 3])
    return int64(rules.hand_size)


@kernel
def shuffled_again(state, rules):
    """Return the set of cards from which the present stock was made.

    The full pack where that was the deal, or where it is not known: equal cards of several packs
    cannot be told apart, and the first plays of a long hand are forgotten.
    """
    played = int64(state.played)
    if state.reshuffled == 0 or state.decks != 1 or played > HISTORY:
        return FULL_PACK
    stock = PACK - int64(rules.hand_size) * int64(state.alive)
    pile, restocked, times = NONE, FULL_PACK, 0
    for t in range(played):
        card = state.history[t, 1]
        pile |= only(card)
        if int64(state.history[t, 3]) == held_before(state, rules, int64(state.history[t, 0]), t):
            if stock == 0:
                restocked = pile & ~only(card)
                for c in range(PACK):
                    stock += int64(holds(restocked, c))
                pile = only(card)
                times += 1
            stock -= 1
    state.reshuffles = int16(times)
    return restocked


@kernel
def new_cards(state, rules, seat, restocked):
    """Return how many of a seat's cards come from the present stock."""
    if restocked == FULL_PACK:
        return int64(state.own[seat].size)
    new = int64(0)
    for t in range(int64(state.reshuffled) - 1, int64(state.played)):
        if state.history[t, 0] == seat:
            new -= int64(t >= state.reshuffled and holds(restocked, state.history[t, 1]))
            drew = int64(state.history[t, 3]) == held_before(state, rules, seat, t)
            new += int64(drew)
    return new


@kernel
def playable(state, card, total):
    """Return whether a card can be played at a total."""
    low, high = int64(state.card_low[card]), int64(state.card_high[card])
    return low == BECOMES_99 or total + low <= TOP or (high != NO_OPTION and total + high <= TOP)


@kernel
def lay_unseen(state, restocked, new, at):
    """Lay in `deck` the unseen cards that are, or are not, of the present stock; return the end."""
    seat = int64(state.seat)
    for card in range(PACK):
        unseen = int64(state.decks) - int64(state.in_pile[card])
        for slot in range(state.hand_size):
            unseen -= int64(state.own[seat].hand[slot] == card)
        if holds(restocked, card) == new:
            for _ in range(unseen):
                state.deck[at] = uint8(card)
                at += 1
    return at


@kernel
def deal_unseen(state, rules, restocked, words):
    """Deal the unseen cards to hands and stock.

    A seat that left could play none of its cards at its total. The sets of such cards are nested,
    so every deal is equally likely if the smallest set is dealt from first.
    """
    seat = int64(state.seat)
    old = lay_unseen(state, restocked, True, int64(0))
    end = lay_unseen(state, restocked, False, old)
    stock_end, place = old, int64(0)
    for total in range(TOP - 100, TOP + 2):
        for s in range(state.players):
            own = state.own[s]
            mine = own.left != 0 if total <= TOP else own.left == 0
            at = int64(own.target) if total <= TOP else total
            if s == seat or not mine or at != total:
                continue
            size = int64(own.size)
            new = new_cards(state, rules, s, restocked)
            for slot in range(size):
                if slot < new:
                    own.hand[slot] = pick(state, place, stock_end, total, words)
                    place += 1
                else:
                    own.hand[slot] = pick(state, old, end, total, words)
                    old += 1
            lay_hand(state, s, words)
    draw_cards(state.deck, place, stock_end - place, stock_end, words)
    state.deck_end = int16(stock_end)
    state.shuffled = int16(stock_end)
    for i in range(len(state.deck)):
        if i < place or i >= stock_end:
            state.deck[i] = uint8(0)


@kernel
def pick(state, place, end, total, words):
    """Draw a card of deck[place:end], moved to `place`: unplayable if the total is at most 99."""
    if total > TOP:
        return uint8(draw_card(state.deck, place, end, words))
    fit = int64(0)
    for i in range(place, end):
        fit += int64(not playable(state, int64(state.deck[i]), total))
    wanted = below(words, fit)
    for i in range(place, end):
        card = state.deck[i]
        if not playable(state, int64(card), total):
            if wanted == 0:
                state.deck[i] = state.deck[place]
                state.deck[place] = card
                return card
            wanted -= 1
    return uint8(0)


@kernel
def lay_hand(state, seat, words):
    """Put the cards of a hand into slots in random order."""
    own = state.own[seat]
    for slot in range(own.size):
        other = slot + below(words, int64(own.size) - slot)
        card = own.hand[other]
        own.hand[other] = own.hand[slot]
        put(state, own, slot, int64(card))


@kernel
def deal_infinite(state, words):
    """Draw each unseen card from the full pack, or from the cards that could not be played."""
    for s in range(state.players):
        own = state.own[s]
        if s != state.seat:
            for slot in range(own.size):
                fresh_deck(state.deck)
                total = int64(own.target) if own.left != 0 else int64(TOP + 1)
                own.hand[slot] = pick(state, int64(0), int64(PACK), total, words)
            lay_hand(state, s, words)
    fresh_deck(state.deck)
    for i in range(PACK, len(state.deck)):
        state.deck[i] = uint8(0)
    state.deck_end, state.shuffled = int16(PACK), int16(0)
