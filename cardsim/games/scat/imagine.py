"""Sampling of Scat hands that agree with what a seat sees: the unseen cards are dealt anew.

RULES.md lists what is taken as certain.
"""

from __future__ import annotations

from numpy import int8, int32, int64, uint8, uint16, uint32, uint64

from cardsim.cards import PACK, draw_cards
from cardsim.games.scat.play import LIGHTNESS, RESHUFFLE, good_for_knock, in_game
from cardsim.games.scat.state import (
    DISCARD,
    DRAW,
    FROM_DISCARD,
    FROM_STOCK,
    HISTORY,
    KNOCK_AFTER_DRAW,
    KNOCKED,
    NO_CARD,
    NOBODY,
    NOT_OVER,
    PASSED,
    SEATS,
    THROW_DOWN,
)
from cardsim.games.scat.values import LANES, hand_value, is_31
from cardsim.kernels.card_bits import FULL_PACK, count, holds, lowest, only, without_lowest
from cardsim.kernels.intrinsics import copy_seen
from cardsim.kernels.jit import kernel
from cardsim.rng import below, uniform

NONE = uint64(0)


@kernel
def imagine(view, rules, words, state):
    """Write a hand drawn uniformly from those that agree with a view.

    Args:
        view: what the seat to decide sees; not part of `state`'s memory.
        rules: of the table.
        words: the source of random numbers.
        state: a hand of the same table. What a match keeps of earlier hands is left as it is;
            everything else is overwritten.
    """
    copy_seen(view, state)
    clear(state)
    seat, shown = int64(state.seat), int64(state.hand_size)
    held = own_cards(state)
    restocked = lay_pile(state, rules)
    known = held
    for s in range(state.players):
        if s != seat and in_game(state, s):
            known |= taken_by(state, s)
    known |= in_pile(state)
    unseen = FULL_PACK & ~known
    knocker = int64(state.knocker)
    knocked_with = NONE
    limited = rules.min_knock_score > 0 or rules.knock_needs_suited != 0
    if limited and knocker != NOBODY and knocker != seat:
        knocked_with = knocker_hand(state, rules, words, unseen, restocked)
        unseen &= ~knocked_with
    old = lay(state, 0, unseen & restocked, words)
    lay(state, old, unseen & ~restocked, words)
    stock_end, place = old, int64(0)
    for i in range(drawn_from(state) + 1):
        if state.pile[i] == NO_CARD:
            state.pile[i] = state.deck[place]
            place += 1
    for s in range(state.players):
        own = state.own[s]
        if not in_game(state, s):
            own.hand = uint32(0)
        elif s == seat and shown > 0:
            own.hand = state.hand_word & uint32(0xFFFFFF)
        else:
            mine, new = taken_by(state, s), new_cards(state, s, restocked)
            if s == knocker and knocked_with != NONE:
                mine, new = knocked_with, int64(0)
            cards = uint32(0)
            for k in range(3):
                if mine != NONE:
                    card = uint32(lowest(mine))
                    mine = without_lowest(mine)
                elif new > 0:
                    card = uint32(state.deck[place])
                    place += 1
                    new -= 1
                else:
                    card = uint32(state.deck[old])
                    old += 1
                cards |= card << uint32(8 * k)
            own.hand = mixed(cards, words)
        hold(state, rules, s)
    move_stock(state, place, stock_end)
    say_nothing(state, rules, words)


@kernel
def clear(state):
    """Write what depends on no card: the turns taken, and nothing declared yet."""
    alive, turn = int64(state.alive), int64(state.turn)
    state.end = uint8(NOT_OVER)
    state.declared = False
    state.top_lanes = LANES[state.top_discard]
    state.overlooks = uint16(0)
    reshuffled = state.reshuffled > 0
    dealt = 3 * alive + 1
    state.deck_start = uint8(0 if reshuffled else dealt)
    state.deck_end = uint8(PACK - dealt if reshuffled else PACK)
    # All decisions with three cards in hand have the same view, and `observe` adds the same to it.
    state.decision = int8(DRAW)
    if state.hand_size == 0:
        state.decision = int8(THROW_DOWN)
    elif state.hand_size == 4:
        asked = state.legal == uint64(3) and state.knocker != state.seat
        state.decision = int8(KNOCK_AFTER_DRAW if asked else DISCARD)
    for s in range(SEATS):
        state.change[s] = uint8(0)
        state.keys[s] = int32(0)
        state.own[s].turns = uint16(0)
        state.own[s].spoiled = uint8(0)
        state.own[s].declared = uint8(0)
        state.own[s].words[3] = uint32(0)
        state.own[s].light[3] = LIGHTNESS[0]
    s = int64(state.first)
    for k in range(alive):
        while not in_game(state, s):
            s = (s + 1) % int64(state.players)
        state.own[s].turns = uint16(max(turn - k + alive - 1, 0) // alive)
        s = (s + 1) % int64(state.players)


@kernel
def own_cards(state):
    """Return the cards that the seat on turn holds and sees, as a set."""
    cards = NONE
    for k in range(state.hand_size):
        cards |= only(state.hand[k])
    return cards


@kernel
def first_seen(state):
    """Return the first turn that the history still holds."""
    return max(int64(state.turn) - HISTORY, 0)


@kernel
def drawn_from(state):
    """Return how many cards lie under the top discard, or lay there before it was taken."""
    drawn = int64(state.deck_end) - int64(state.stock_count) - int64(state.deck_start)
    return drawn - int64(state.hand_size == 4 and not state.took_discard)


@kernel
def lay_pile(state, rules):
    """Lay the discards as they were seen; NO_CARD for those that are forgotten.

    Returns:
        The set of cards from which the present stock was made; the full pack where that was the
        deal, or is not known.
    """
    turn, begin = int64(state.turn), first_seen(state)
    for i in range(PACK):
        state.pile[i] = uint8(NO_CARD)
    under, restocked = int64(0), FULL_PACK
    whole = begin == 0
    stock = PACK - 3 * int64(state.alive) - 1
    state.reshuffles = uint16(0 if whole or state.reshuffled == 0 else 1)
    remaining = stock
    if whole:
        state.pile[0] = state.upcard
    else:
        begin = max(begin, int64(state.reshuffled))
        under = drawn_from(state)
        for t in range(begin, turn):
            under -= int64(state.history[t % HISTORY, 1] == FROM_STOCK)
    for t in range(begin, turn + 1):
        source = PASSED
        if t < turn:
            source = int64(state.history[t % HISTORY, 1])
        draws = source in (FROM_STOCK, FROM_DISCARD)
        now = t == turn and int64(state.reshuffled) == t
        if whole and remaining == 0 and rules.stock_exhausted == RESHUFFLE and (draws or now):
            restocked, top = NONE, state.pile[under]
            for i in range(under):
                restocked |= only(state.pile[i])
            for i in range(under + 1):
                state.pile[i] = uint8(NO_CARD)
            state.pile[0] = top
            state.reshuffles = uint16(state.reshuffles + 1)
            under, remaining = int64(0), stock
        if draws:
            under += int64(source == FROM_STOCK)
            remaining -= int64(source == FROM_STOCK)
            state.pile[under] = state.history[t % HISTORY, 3]
    state.pile[under] = state.top_discard
    return restocked


@kernel
def in_pile(state):
    """Return the known discards as a set, with the top one even if it was just taken."""
    cards = NONE
    for i in range(PACK):
        if state.pile[i] != NO_CARD:
            cards |= only(state.pile[i])
    return cards


@kernel
def taken_by(state, seat):
    """Return the discards that a seat took in sight of all and has not thrown since, as a set."""
    cards = NONE
    for t in range(first_seen(state), int64(state.turn)):
        row = state.history[t % HISTORY]
        if row[0] == seat and row[1] != KNOCKED and row[1] != PASSED:
            if row[1] == FROM_DISCARD:
                cards |= only(row[2])
            cards &= ~only(row[3])
    return cards


@kernel
def new_cards(state, seat, restocked):
    """Return how many of a seat's unseen cards come from the present stock.

    Each draw from this stock adds one; throwing a card that was not seen to be taken, and that
    belongs to this stock, removes one.
    """
    if restocked == FULL_PACK:
        return 3 - count(taken_by(state, seat))
    new, taken = int64(0), NONE
    for t in range(first_seen(state), int64(state.turn)):
        row = state.history[t % HISTORY]
        if row[0] == seat and row[1] != KNOCKED and row[1] != PASSED:
            if row[1] == FROM_DISCARD:
                taken |= only(row[2])
            if t >= state.reshuffled:
                new += int64(row[1] == FROM_STOCK)
                new -= int64(holds(restocked & ~taken, row[3]))
            taken &= ~only(row[3])
    return new


@kernel
def knocker_hand(state, rules, words, unseen, restocked):
    """Return a hand, as a set, that allowed the knock, drawn uniformly from those that agree."""
    knocker = int64(state.knocker)
    taken, new = taken_by(state, knocker), new_cards(state, knocker, restocked)
    hands, wanted = int64(0), int64(-1)
    for _ in range(2):
        hands = int64(0)
        for a in range(PACK):
            for b in range(a + 1, PACK):
                two = only(a) | only(b)
                if two & ~(unseen | taken) != NONE:
                    continue
                for c in range(b + 1, PACK):
                    hand = two | only(c)
                    if hand & ~(unseen | taken) != NONE or taken & ~hand != NONE:
                        continue
                    agrees = count(hand & ~taken & restocked) == new
                    if agrees and good_for_knock(hand_value(a, b, c, rules), a, b, c, rules):
                        if hands == wanted:
                            return hand
                        hands += 1
        wanted = below(words, hands)
    return NONE


@kernel
def lay(state, at, cards, words):
    """Lay a set of cards in `deck` from place `at` on, shuffled, and return the place behind."""
    end = int64(at)
    while cards != NONE:
        state.deck[end] = uint8(lowest(cards))
        cards = without_lowest(cards)
        end += 1
    draw_cards(state.deck, at, end - at, end, words)
    return end


@kernel
def mixed(cards, words):
    """Return three cards, one a byte, in random order."""
    for k in range(2):
        other = uint32(8 * (k + below(words, 3 - k)))
        place = uint32(8 * k)
        change = ((cards >> place) ^ (cards >> other)) & uint32(255)
        cards ^= change << place
        if other != place:
            cards ^= change << other
    return cards


@kernel
def hold(state, rules, seat):
    """Write the values derived from the three cards that a seat holds."""
    own = state.own[seat]
    own.lanes = uint32(0)
    for k in range(3):
        card = (own.hand >> uint32(8 * k)) & uint32(255)
        own.words[k] = LANES[card]
        own.light[k] = LIGHTNESS[card]
        own.lanes = uint32(own.lanes + LANES[card])
    a, b = int64(own.hand & uint32(255)), int64((own.hand >> uint32(8)) & uint32(255))
    own.value = hand_value(a, b, int64((own.hand >> uint32(16)) & uint32(255)), rules)


@kernel
def move_stock(state, first, end):
    """Move the stock from deck[first:end] so that it ends at `deck_end`."""
    to = int64(state.deck_end)
    stock = end - first
    for k in range(stock):
        # Upwards from the top, downwards from the bottom, so that no card is overwritten.
        i = stock - 1 - k if to > end else k
        state.deck[to - stock + i] = state.deck[first + i]
    for i in range(len(state.deck)):
        if i < to - stock or i >= to:
            state.deck[i] = uint8(0)


@kernel
def say_nothing(state, rules, words):
    """Write which holders of a 31 have declared it.

    Nobody knows whether those asked at the deal before this seat did: chance decides. Every other
    holder was silent about it, or overlooked it.
    """
    if state.hand_size == 0:
        return
    s = int64(state.first)
    before = state.turn == 0 and state.hand_size == 3
    for _ in range(state.alive):
        while not in_game(state, s):
            s = (s + 1) % int64(state.players)
        before &= s != state.seat
        own = state.own[s]
        if is_31(own.value):
            declared = before and uniform(words) >= rules.miss_31_prob and below(words, 2) == 1
            own.declared = uint8(declared)
            own.spoiled = uint8(not declared)
        s = (s + 1) % int64(state.players)
