"""Replaying an imagined hand of Ninety-Nine: back to its deal, then forward as seen."""

from __future__ import annotations

from numpy import int8, int16, int32, int64, uint8, uint32, uint64

from cardsim.cards import PACK, exchange, fresh_deck
from cardsim.game import NOT_SEEN, OVER, UNTOLD
from cardsim.games.ninety_nine.imagine import held_before, retrace, shuffled_again
from cardsim.games.ninety_nine.play import TOP, beside, deal, join_seats, put, sit
from cardsim.games.ninety_nine.state import HISTORY, NOBODY, OPTION
from cardsim.kernels.card_bits import FULL_PACK, holds
from cardsim.kernels.jit import kernel
from cardsim.rng import HALF, WORDS, below

RANKS, SUITS = 13, 4
VISITS = 8
"""Limit on a seat's earlier turns at 99, whose number is drawn uniformly below it."""


@kernel
def rewind(view, rules, words, state):
    """Turn the hand back to its deal, or to where the pile was last shuffled into the stock.

    Any card that a seat held after a draw, apart from those dealt before the pile was shuffled, is
    equally likely to be the one drawn.

    Where the plays are unknown, the hand is played anew from a deal until the seat sees that total.

    Returns:
        The first decision; OVER where the history is full, or where players may forget to draw.
    """
    if is_untold(view) and not state.lapses:
        return deal_untold(view, rules, words, state)
    played, first = int64(view.played), int64(view.reshuffled)
    if played > HISTORY or state.lapses:
        return int64(OVER)
    if state.finite == 0:
        # Draws from an infinite deck are replayed by random words, of which there are only `WORDS`.
        first = max(first, played - WORDS)
    if played == first:
        return int64(0)
    restocked = shuffled_again(state, rules) if view.reshuffled != 0 else FULL_PACK
    draws = make_room(state, rules, first)
    place = draws
    for t in range(played - 1, first - 1, -1):
        seat, card = uint64(view.history[t, 0]), view.history[t, 1]
        own = state.own[seat]
        drew = has_drawn(state, rules, t)
        if not drew and state.stock_count > 0:
            return int64(OVER)
        slot = slot_of(own, card, restocked, drew, words)
        if slot < 0:
            return int64(OVER)
        if drew:
            place -= 1
            state.deck[place] = own.hand[slot]
            state.stock_count = int16(state.stock_count + state.finite)
        else:
            size = int64(own.size)
            own.size = int8(size + 1)
            if slot < size:
                put(state, own, size, int64(own.hand[slot]))
        put(state, own, slot, int64(card))
        state.in_pile[card] = int8(state.in_pile[card] - 1)
    if state.finite == 0:
        stack_endless(state, words, draws)
    return begin_at(view, state, rules, first)


@kernel
def has_drawn(state, rules, play):
    """Return whether a card was drawn after a play."""
    seat = int64(state.history[play, 0])
    return int64(state.history[play, 3]) == held_before(state, rules, seat, play)


@kernel
def make_room(state, rules, first):
    """Move the stock behind the places of the cards drawn since, and return how many these are."""
    draws = int64(0)
    for t in range(first, int64(state.played)):
        draws += int64(has_drawn(state, rules, t))
    if state.finite != 0:
        stock, end = int64(state.stock_count), int64(state.deck_end)
        for k in range(stock):
            # Upwards from the top, downwards from the bottom, so that no card is overwritten.
            i = stock - 1 - k if draws > end - stock else k
            state.deck[draws + i] = state.deck[end - stock + i]
        state.deck_end = int16(draws + stock)
        state.shuffled = state.deck_end
    return draws


@kernel
def slot_of(own, card, restocked, drew, words):
    """Return the slot from which a card was played: that of the card drawn, or a random one.

    -1 where no slot is possible. Of equal cards it was the first.
    """
    end = int64(own.size) + int64(not drew)
    for k in range(own.size):
        if own.hand[k] == card:
            end = min(end, k + 1)
    some = int64(0)
    for k in range(end):
        some += int64(not drew or holds(restocked, own.hand[k]))
    if some == 0:
        return int64(-1)
    wanted = below(words, some)
    for k in range(end):
        if not drew or holds(restocked, own.hand[k]):
            if wanted == 0:
                return int64(k)
            wanted -= 1
    return int64(-1)


@kernel
def stack_endless(state, words, draws):
    """Choose words so that the first cards of the deck are drawn from a full pack each time."""
    drawn = state.deck[PACK : PACK + WORDS]
    for k in range(draws):
        drawn[k] = state.deck[k]
    fresh_deck(state.deck)
    for k in range(draws):
        at = int64(0)
        while state.deck[at] != drawn[k]:
            at += 1
        # The word in the middle of those from which `below` makes this number.
        middle = (uint64(at) << uint64(1)) + uint64(1) << HALF - uint64(1)
        words.words[k] = uint32(middle // uint64(PACK))
        exchange(state.deck, uint64(0), uint64(at))
    fresh_deck(state.deck)
    for k in range(draws):
        drawn[k] = uint8(0)
    words.position = uint32(0)
    words.filled = uint32(WORDS)


@kernel
def begin_at(view, state, rules, first):
    """Seat the players who were in the hand before a play, and turn to the one who made it."""
    for s in range(state.players):
        state.own[s].left = int8(0)
    state.loser = int8(NOBODY)
    total, direction, gone = retrace(state, rules, first)
    for t in range(first, int64(view.played)):
        state.history_word[t] = uint32(0)
    for s in range(state.players):
        own = state.own[s]
        own.target = own.size
        state.hand_sizes[s] = own.size if own.left == 0 else int8(0)
    state.remaining = int8(int64(state.alive) - gone)
    state.played = int32(first)
    state.total, state.direction = int32(total), int8(direction)
    join_seats(state)
    seat = int64(view.history[first, 0])
    return sit(state, rules, seat, beside(state, seat, -direction), total)


@kernel
def is_untold(view):
    """Return whether cards were played of which nothing is known."""
    return view.played == 0 and view.total != 0


@kernel
def deal_untold(view, rules, words, state):
    """Deal a hand in which any cards may be played, and return the first decision.

    A total of 99 can last for several rounds, so the seat may see it for the first time or later.
    """
    visits = below(words, VISITS) if view.total == TOP else 0
    deals, pennies_out = state.deals, int64(state.alive) - int64(state.remaining)
    if pennies_out > 0:
        return int64(OVER)
    # A match draws its first dealer only once.
    state.deals = int32(1)
    following = deal(state, rules, words)
    state.deals, state.visits = deals, int16(visits)
    return following


@kernel
def settle(past, rules, words, state):
    """Give the other seats the cards that they hold after unknown plays, which were random.

    If the viewing seat sees such a card elsewhere, they get another one of its rank, which plays
    the same.
    """
    if past.played == 0 or state.played > 0:
        return
    for s in range(state.players):
        if s == state.seat:
            continue
        for slot in range(state.own[s].size):
            card = int64(past.own[s].hand[slot])
            for k in range(SUITS):
                wanted = card % RANKS + RANKS * ((card // RANKS + k) % SUITS)
                if exchange_for(state, s, slot, wanted):
                    break


@kernel
def exchange_for(state, seat, slot, wanted):
    """Exchange the card in a seat's slot for a wanted one; return False if that one is in sight."""
    old = state.own[seat].hand[slot]
    if old == wanted:
        return True
    if state.finite == 0:
        put(state, state.own[seat], slot, wanted)
        return True
    for s in range(seat, state.players):
        for k in range(slot if s == seat else 0, int64(state.own[s].size)):
            if s != state.seat and state.own[s].hand[k] == wanted:
                put(state, state.own[s], k, int64(old))
                put(state, state.own[seat], slot, wanted)
                return True
    for at in range(int64(state.deck_end) - int64(state.stock_count), int64(state.deck_end)):
        if state.deck[at] == wanted:
            state.deck[at] = old
            put(state, state.own[seat], slot, wanted)
            return True
    return False


@kernel
def is_there(view, state):
    """Return whether a replay has reached the table that the seat sees."""
    there = state.seat == view.seat and state.total == view.total
    there = there and state.direction == view.direction
    for s in range(view.players):
        there = there and state.hand_sizes[s] == view.hand_sizes[s]
    return there


@kernel
def seen(view, state, _decision):
    """Return the play seen of the seat on turn."""
    turn = int64(state.played)
    if is_untold(view):
        if not is_there(view, state):
            return int64(UNTOLD)
        state.visits = int16(state.visits - 1)
        return int64(UNTOLD if state.visits >= 0 else NOT_SEEN)
    if turn < view.played:
        for slot in range(state.hand_size):
            if state.hand[slot] == view.history[turn, 1]:
                return int64(slot) + int64(OPTION) * int64(view.history[turn, 2])
    return int64(NOT_SEEN)
