"""The rules of Side by Side as functions on one hand."""

from __future__ import annotations

from numpy import int8, int32, int64, uint8, uint32, uint64

from cardsim.cards import draw_card, draw_cards
from cardsim.game import OVER
from cardsim.kernels.card_bits import count, holds, lowest, only, without_lowest
from cardsim.kernels.intrinsics import clear, copy_seen
from cardsim.kernels.jit import inlined, kernel

from .state import (
    BID,
    COURT,
    HAND,
    LAY,
    MATCH,
    NOT_YET,
    PACK,
    SEATS,
    SESSION_BOARDS,
    SHARES,
    WORTH,
)


@kernel
def start(state, rules, players, unit):
    """A new table, match or session: who plays with whom, and no points."""
    state.unit = uint8(unit)
    state.deals = uint32(0)
    for seat in range(SEATS):
        state.side_of[seat] = uint8(seat % 2 if rules.partnership else seat)
        state.points[seat] = int32(0)


@kernel
def deal(state, rules, words):
    """Cards for every seat; the board says who deals, and what points count."""
    board = uint64(state.board) + uint64(state.deals)
    state.dealer = uint8(board % uint64(SEATS))
    state.double = uint8(1 + (board & uint64(1)))
    for k in range(PACK):
        state.deck[k] = COURT[k]
    draw_cards(state.deck, 0, SEATS * rules.hand_size, PACK, words)
    for seat in range(SEATS):
        hand = uint64(0)
        for k in range(rules.hand_size):
            hand |= only(state.deck[seat * rules.hand_size + k])
        state.hand_of[seat] = hand
        state.bids[seat] = int8(NOT_YET)
        state.calls[seat] = uint8(0)
        state.laid[seat] = uint64(0)
    state.seat = uint8(next_seat(state.dealer))
    return BID


@inlined
def next_seat(seat):
    """The seat to the left."""
    return (int64(seat) + 1) % SEATS


@inlined
def observe(state, rules):
    """All that a seat sees is public, but for its cards, which the engine shows."""


@inlined
def legal_bid(view, action):
    """Whether it is a number of cards that the seat has."""
    return 0 <= action <= count(view.hand)


@kernel
def apply_bid(state, rules, action, words):
    """Bid; when all have, the first lays."""
    state.bids[state.seat] = int8(action)
    state.seat = uint8(next_seat(state.seat))
    return LAY if state.bids[state.seat] != NOT_YET else BID


@inlined
def barred(view):
    """The number that the seat before has called, and this one may not; 0 for the first seat."""
    return int64(view.calls[(int64(view.seat) + SEATS - 1) % SEATS])


@inlined
def legal_lay(view, action):
    """Whether it is a number that may be called, and a set of at least as many own cards."""
    number, cards = action
    own = cards > 0 and uint64(cards) & ~view.hand == uint64(0)
    return own and 1 <= number <= count(uint64(cards)) and number != barred(view)


@inlined
def sets_of(cards, fewest):
    """How many sets of at least so many cards can be made of `cards` cards."""
    found, of_size = int64(0), int64(1)
    for size in range(1, cards + 1):
        of_size = of_size * (cards - size + 1) // size
        if size >= fewest:
            found += of_size
    return found


@kernel
def count_lays(view):
    """How many ways there are to call and lay."""
    cards, never, found = count(view.hand), barred(view), int64(0)
    for number in range(1, cards + 1):
        if number != never:
            found += sets_of(cards, number)
    return found


@kernel
def nth_lay(view, n):
    """The way to call and lay with this number: by what is called, then by the set."""
    cards, never, left = count(view.hand), barred(view), int64(n)
    for number in range(1, cards + 1):
        if number == never:
            continue
        sets = sets_of(cards, number)
        if left >= sets:
            left -= sets
            continue
        for which in range(1, 1 << cards):
            if count(uint64(which)) >= number:
                if left == 0:
                    return int64(number), int64(chosen(view.hand, which))
                left -= 1
    return int64(-1), int64(0)


@inlined
def chosen(hand, which):
    """The cards of a hand that a number has bits for, the lowest id by bit 0."""
    found = uint64(0)
    while which != 0:
        if which & 1:
            found |= only(lowest(hand))
        hand = without_lowest(hand)
        which >>= 1
    return found


@kernel
def apply_lay(state, rules, action, words):
    """Call a number and lay cards; the hand is over when all have."""
    number, cards = action
    state.calls[state.seat] = uint8(number)
    state.laid[state.seat] = uint64(cards)
    state.seat = uint8(next_seat(state.seat))
    return OVER if state.calls[state.seat] != 0 else LAY


@inlined
def least_worth(cards):
    """What the cheapest card of a set is worth."""
    least = int64(WORTH[lowest(cards)])
    while cards != uint64(0):
        least = min(least, int64(WORTH[lowest(cards)]))
        cards = without_lowest(cards)
    return least


@kernel
def close(state, rules):
    """Score the hand by sides."""
    for side in range(SEATS):
        won, bid, laid = int64(0), int64(0), int64(0)
        members = int64(0)
        for seat in range(SEATS):
            if state.side_of[seat] == side:
                members += 1
                won += int64(state.calls[seat]) * least_worth(state.laid[seat])
                bid += int64(state.bids[seat])
                laid += count(state.laid[seat])
        if members > 0 and bid == laid:
            won += int64(rules.bonus)
        state.won[side] = int32(won * int64(state.double))


@kernel
def next_hand(state, rules):
    """Add the points up; whether another hand follows."""
    most = int64(0)
    for side in range(SEATS):
        state.points[side] = int32(state.points[side] + state.won[side])
        most = max(most, int64(state.points[side]))
    state.deals = uint32(state.deals + 1)
    return most < rules.goal if state.unit == MATCH else state.deals < SESSION_BOARDS


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the hand, match or session that has ended."""
    sides = 2 if rules.partnership else SEATS
    own, best, winners, other = int64(state.side_of[hero]), int64(-1), int64(0), int64(0)
    for side in range(SEATS):
        points = int64(state.won[side] if state.unit == HAND else state.points[side])
        outcome.points[side] = int32(points)
        if side < sides:
            winners = winners + 1 if points == best else (1 if points > best else winners)
            best = max(best, points)
            other = max(other, points) if side != own else other
        bid, laid = int64(0), int64(0)
        for seat in range(SEATS):
            if state.side_of[seat] == side:
                bid += int64(state.bids[seat])
                laid += count(state.laid[seat])
        outcome.made[side] = int32(bid == laid)
        outcome.bid[side] = int32(state.bids[side])
        outcome.laid[side] = int32(count(state.laid[side]))
    for side in range(SEATS):
        wins = side < sides and outcome.points[side] == best
        outcome.share[side] = int32(SHARES // winners if wins else 0)
    outcome.your_seat = int32(hero)
    outcome.your_share = outcome.share[own]
    outcome.your_net = int32(int64(outcome.points[own]) - other)
    outcome.hands = int32(1 if state.unit == HAND else state.deals)


@kernel
def imagine(view, rules, words, state):
    """Write a hand that agrees with what the seat on turn sees, each as likely."""
    clear(state)
    copy_seen(view, state)
    known = uint64(view.hand)
    for seat in range(SEATS):
        known |= view.laid[seat]
    unseen = 0
    for k in range(PACK):
        if not holds(known, COURT[k]):
            state.deck[unseen] = COURT[k]
            unseen += 1
    drawn = 0
    for seat in range(SEATS):
        hand = uint64(view.hand) if seat == view.seat else uint64(view.laid[seat])
        while count(hand) < count(view.hand):
            hand |= only(draw_card(state.deck, drawn, unseen, words))
            drawn += 1
        state.hand_of[seat] = hand
