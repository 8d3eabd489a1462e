"""Shared parts of trick games: the order of cards, following suit, and the tricks of a hand.

Cards have their usual ids, and sets of them are masks (`cardsim.kernels.card_bits`). Tables with a
row for each trump, `Order`, say how cards rank. So a game may let a card belong to another suit
than is printed on it. If a game's state has the fields `shown`, `begin_tricks` and `lay` keep its
tricks. The game itself decides whose turn it is.

Strategies may use `high_card` and `low_card`, or `strongest` and `weakest` where cards rank
otherwise. `deal_hidden` imagines what nobody has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy import int8, int64, uint8, uint64
from numpy.typing import DTypeLike

from cardsim.cards import PACK
from cardsim.kernels.card_bits import (
    FULL_PACK,
    ONE,
    ONE_RANK,
    count,
    holds,
    lowest,
    only,
    without_lowest,
)
from cardsim.kernels.jit import inlined, kernel
from cardsim.kernels.vectors import ones
from cardsim.rng import below, uniform

SEATS = 4
SUITS = 4
NO_TRUMP = 4
"""The row of `Order` without a trump suit."""
AUCTION = 1000
"""Added to the cards left where a player still calls."""
NO_CARD = 255
NO_SUIT = -1
NOBODY = 255
PLACES = 64
"""Entries for cards in a table: as many as a set has places, so that no card is out of range."""


class Order(NamedTuple):
    """The ranking of a game's cards, by trump.

    Attributes:
        suits: uint8, shape (trumps, 64): the suit that a card belongs to.
        sets: uint64, shape (trumps, 4): the cards of a suit.
        beats: uint64, shape (trumps, 64): the cards that beat a card which wins a trick so far.
        power: uint8, shape (trumps, 64): the strength of a card, whatever is led.
    """

    suits: np.ndarray[Any, np.dtype[np.uint8]]
    sets: np.ndarray[Any, np.dtype[np.uint64]]
    beats: np.ndarray[Any, np.dtype[np.uint64]]
    power: np.ndarray[Any, np.dtype[np.uint8]]


def order_of(
    cards: Iterable[int],
    trumps: int,
    suit_of: Callable[[int, int], int],
    power_of: Callable[[int, int], int],
) -> Order:
    """Compute the tables for some cards.

    Args:
        cards: the ids that are in the game; the tables say nothing of others.
        trumps: number of rows. Row 0 to 3 is for that suit as trump, and row 4 for none.
        suit_of: (trump, card) -> the suit that it belongs to.
        power_of: (trump, card) -> a number that is higher for the better of two cards of a suit.
    """
    cards = list(cards)
    order = Order(
        np.zeros((trumps, PLACES), np.uint8),
        np.zeros((trumps, SUITS), np.uint64),
        np.zeros((trumps, PLACES), np.uint64),
        np.zeros((trumps, PLACES), np.uint8),
    )
    for trump in range(trumps):
        for card in cards:
            suit, power = suit_of(trump, card), power_of(trump, card)
            better = [
                other
                for other in cards
                if (suit_of(trump, other) == suit and power_of(trump, other) > power)
                or (suit_of(trump, other) == trump != suit)
            ]
            order.suits[trump, card] = suit
            order.sets[trump, suit] |= np.uint64(1 << card)
            order.beats[trump, card] = sum(1 << other for other in better)
            order.power[trump, card] = power
    for table in order:
        table.flags.writeable = False
    return order


def strength(card: int) -> int:
    """Return a card's rank from 2 to 14, ace high."""
    return card % 13 + 1 if card % 13 else 14


USUAL = order_of(range(PACK), SUITS + 1, lambda _, card: card // 13, lambda _, card: strength(card))
"""The whole pack, ace high: Spades and Bridge."""


# ---------------------------------------------------------------- what cards there are to choose


@inlined
def bound(hand, cards):
    """Return the cards of a hand of which one must be played: those among `cards` if there are any.

    This is how suit is followed, and how a card that may not be led is led if there is no other.
    """
    some = hand & cards
    return some if some != uint64(0) else hand


@kernel
def cards_left(view):
    """Return the number of cards in the own hand, int64: as many tricks are to come."""
    return count(view.hand)


@kernel
def left_to_call(view):
    """Return `cards_left` and `AUCTION`, int64, so that `look-ahead` leaves calls to its base."""
    return AUCTION + count(view.hand)


@kernel
def strongest(cards, power):
    """Return the card of most power in a set, int64; 64, no card, where it is empty.

    Of cards with equal power it is the one with the highest id.

    Args:
        cards: the set.
        power: a row of `Order.power`.
    """
    if len(power) < PLACES:
        raise IndexError("the power of 64 cards is needed")
    rest, best = uint64(cards), int64(PLACES)
    while rest != uint64(0):
        card = lowest(rest)
        if best == PLACES or power[card] >= power[best]:
            best = card
        rest = without_lowest(rest)
    return best


@kernel
def weakest(cards, power):
    """Return the card of least power in a set, int64; 64, no card, where it is empty.

    Of cards with equal power it is the one with the lowest id.

    Args:
        cards: the set.
        power: a row of `Order.power`.
    """
    if len(power) < PLACES:
        raise IndexError("the power of 64 cards is needed")
    rest, best = uint64(cards), int64(PLACES)
    while rest != uint64(0):
        card = lowest(rest)
        if best == PLACES or power[card] < power[best]:
            best = card
        rest = without_lowest(rest)
    return best


@inlined
def ranks_in(cards):
    """Return the ranks in a set, the two as bit 0 and the ace as bit 12."""
    ranks = cards | cards >> uint64(13) | cards >> uint64(26) | cards >> uint64(39)
    return (ranks & uint64(0x1FFF)) >> uint64(1) | (ranks & uint64(1)) << uint64(12)


@inlined
def of_rank(cards, place):
    """Return the cards of a rank in a set; `place` is 0 for twos to 12 for aces."""
    rank = (place + uint64(1)) * uint64(place < uint64(12))
    return cards & (ONE_RANK << rank)


@inlined
def low_card(cards):
    """Return the lowest card of a set, aces high, int64; 64 where it is empty.

    Ties go to the lowest suit. The same as `weakest` by the usual order, but faster.
    """
    cards = uint64(cards)
    plain = cards & ~ONE_RANK
    ranks = plain | plain >> uint64(13) | plain >> uint64(26) | plain >> uint64(39)
    ranks &= uint64(0x1FFF)
    some = plain & ((ranks & -ranks) * ONE_RANK)
    return lowest(some if some != uint64(0) else cards)


@inlined
def high_card(cards):
    """Return the highest card of a set, aces high, int64; 64 where it is empty.

    Ties go to the highest suit. The same as `strongest` by the usual order, but faster.
    """
    cards = uint64(cards)
    ranks = ranks_in(cards)
    for step in (1, 2, 4, 8):
        ranks |= ranks >> uint64(step)
    some = of_rank(cards, (ones(ranks) - uint64(1)) & uint64(15))
    for _ in range(SUITS - 1):
        rest = without_lowest(some)
        some = rest if rest != uint64(0) else some
    return lowest(some)


# ---------------------------------------------------------------- the tricks of a hand


def shown(tricks: int) -> dict[str, tuple[DTypeLike, str]]:
    """Return the view's fields for the tricks of a hand, which has `tricks` of them at most."""
    return {
        "leader": ("u1", "seat that leads the trick, or has led it"),
        "led": ("i1", "suit that was led; -1 none yet"),
        "laid": ("u1", "cards laid to the trick so far"),
        "best_card": ("u1", "the card that wins the trick so far; 255 none yet"),
        "best_seat": ("u1", "seat that has laid it; 255 none yet"),
        "beats": ("u8", "cards that would win the trick from it, as a set; all where none is led"),
        "played": ("u8", "cards played in this hand, the trick's among them, as a set"),
        "tricks": ("u1", "tricks that are complete"),
        "taken": (("u1", SEATS), "tricks won by every seat"),
        "voids": (
            ("u1", (SEATS, SUITS)),
            "[seat, suit]: 1 where the seat has played another suit to a lead of this one",
        ),
        "history": (
            ("u1", (tricks, SEATS)),
            "the cards of every trick in the order laid; 255 not yet",
        ),
        "leaders": (
            ("u1", tricks + 1),
            "seat that led every trick, and so won the one before; 255 not yet",
        ),
    }


@inlined
def begin_tricks(state, leader):
    """Begin a hand in which no card has been played, and a seat is to lead."""
    state.played = uint64(0)
    state.tricks = uint8(0)
    for seat in range(SEATS):
        state.taken[seat] = uint8(0)
        for suit in range(SUITS):
            state.voids[seat, suit] = uint8(0)
    for trick in range(state.history.shape[0]):
        for k in range(SEATS):
            state.history[trick, k] = uint8(NO_CARD)
    for trick in range(state.leaders.shape[0]):
        state.leaders[trick] = uint8(NOBODY)
    begin_trick(state, leader)


@inlined
def begin_trick(state, leader):
    """Begin the next trick, to which a seat is to lead."""
    state.leader = uint8(leader)
    state.leaders[uint64(state.tricks)] = uint8(leader)
    state.led = int8(NO_SUIT)
    state.laid = uint8(0)
    state.best_card = uint8(NO_CARD)
    state.best_seat = uint8(NOBODY)
    state.beats = FULL_PACK


@inlined
def chosen(mask, one, other):
    """Return one of two numbers if all bits of a mask are 1, the other if none is, uint64."""
    other = uint64(other)
    return other ^ ((uint64(one) ^ other) & mask)


@inlined
def lay(state, card, suit, beats, size):
    """Lay a card of the seat on turn; the winner of a trick leads to the next.

    Args:
        state: the hand; the seat on turn and its cards are not changed.
        card: its id.
        suit: that it belongs to, by `Order`.
        beats: the cards that beat it, by `Order`.
        size: cards of a whole trick.

    Returns:
        The seat that has won the trick and leads the next, int64; NOBODY while cards are missing.
    """
    seat, trick, place = uint64(state.seat), uint64(state.tricks), uint64(state.laid)
    state.history[trick, place] = uint8(card)
    state.played |= only(card)
    state.laid = uint8(place + uint64(1))
    if place == uint64(0):
        state.led = int8(suit)
    led = uint64(state.led)
    state.voids[seat, led] = uint8(state.voids[seat, led] | uint8(uint64(suit) != led))
    # No branch on what is laid: none could be predicted. `x if c else y` would become one here.
    before, takes = state.beats, -((state.beats >> uint64(card)) & ONE)
    state.best_card = uint8(chosen(takes, card, state.best_card))
    state.best_seat = uint8(chosen(takes, seat, state.best_seat))
    state.beats = chosen(takes, beats, before)
    if int64(state.laid) < size:
        return int64(NOBODY)
    winner = uint64(state.best_seat)
    state.taken[winner] = uint8(state.taken[winner] + uint8(1))
    state.tricks = uint8(trick + uint64(1))
    begin_trick(state, winner)
    return int64(winner)


# ---------------------------------------------------------------- what may be forgotten

LIMITS = (
    *("everything", "no-voids", "aces-and-trumps", "trumps", "aces"),
    *("last-12", "last-8", "last-4", "nothing"),
)
"""Words for limits of memory, `Game.remembers`."""
_EVERYTHING, _NO_VOIDS, _ACES_AND_TRUMPS, _TRUMPS, _ACES, _LAST_12, _LAST_8, _LAST_4, _NOTHING = (
    range(len(LIMITS))
)
ALL_PLAY = np.zeros(SEATS, np.uint8)
"""The field `sitting_out` of a game in which no seat sits out."""


@inlined
def last_played(view, most):
    """Return the cards played last before this trick, as a set of so many at most."""
    cards, left = uint64(0), int64(most)
    for back in range(min(int64(view.tricks), view.history.shape[0])):
        trick = uint64(int64(view.tricks) - 1 - back)
        for k in range(SEATS):
            card = view.history[trick, uint64(SEATS - 1 - k)]
            if card != NO_CARD and left > 0:
                cards |= only(card)
                left -= 1
    return cards


@inlined
def known_cards(view, limit, trumps, past):
    """Return those of the cards of complete tricks that one knows with a limit, as a set."""
    if limit <= _NO_VOIDS:
        return past
    if limit == _ACES_AND_TRUMPS:
        return past & (ONE_RANK | trumps)
    if limit == _TRUMPS:
        return past & trumps
    if limit == _ACES:
        return past & ONE_RANK
    return uint64(0) if limit == _NOTHING else last_played(view, 4 * (_NOTHING - limit))


@kernel
def forget_tricks(view, limit, trumps, suits, sitting_out):
    """Blank in a view what one does not know any more of the complete tricks.

    Cards that are forgotten look as if they had not been played. Who played what is known, and so
    who has shown a void, as far as the card is known that was led; with `no-voids` it is not. All
    know how many tricks each seat has won, and see the trick on the table.

    Args:
        view: with the fields `shown`; it is changed.
        limit: the place of a word in `LIMITS`, above 0.
        trumps: uint64, the cards of the trump suit, as a set.
        suits: a row of `Order.suits`.
        sitting_out: of each seat whether it plays no cards.
    """
    table, trick = uint64(0), min(int64(view.tricks), view.history.shape[0] - 1)
    for k in range(min(int64(view.laid), SEATS)):
        table |= only(view.history[trick, k])
    known = known_cards(view, limit, trumps, uint64(view.played) & ~table)
    view.played = known | table
    placed = table if limit == _NO_VOIDS else known | table
    for seat in range(SEATS):
        for suit in range(SUITS):
            view.voids[seat, suit] = uint8(0)
    for at in range(trick + 1):
        seat, first = int64(view.leaders[at]), view.history[at, 0]
        if at < trick and not holds(placed, first):
            view.leaders[at] = uint8(NOBODY)
        for k in range(SEATS):
            card = view.history[at, k]
            if card == NO_CARD:
                break
            if not (holds(placed, first) and holds(placed, card)):
                view.history[at, k] = uint8(NO_CARD)
            elif suits[card] != suits[first]:
                view.voids[seat & 3, uint64(suits[first])] = uint8(1)
            seat = (seat + 1) & 3
            for _ in range(SEATS):
                seat = (seat + 1) & 3 if sitting_out[seat] != 0 else seat


# ---------------------------------------------------------------- what may be imagined

MOST_HOLDERS = 6
"""The most holders of hidden cards: hands, cards that lie hidden on the table, and discards."""
ALL_HOLDERS = uint64((1 << MOST_HOLDERS) - 1)
BYTE, LOW_BYTE = uint64(8), uint64(255)


@inlined
def bar(holder, suit):
    """Return the bit for a holder without cards of a suit, as `deal_hidden` takes it."""
    return ONE << (BYTE * uint64(holder) + uint64(suit))


@inlined
def room(rooms, may, holder):
    """Return how many cards a holder lacks: its byte of `rooms`; 0 if its bit is not in `may`."""
    return (rooms >> (BYTE * holder)) & LOW_BYTE & -((may >> holder) & ONE)


@inlined
def room_of(rooms, may):
    """Return how many cards some holders lack together, uint64."""
    total = uint64(0)
    for holder in range(MOST_HOLDERS):
        total += room(rooms, may, uint64(holder))
    return total


@inlined
def may_hold(barred, suit):
    """Return the holders that may have cards of a suit, as a set."""
    may = uint64(0)
    for holder in range(MOST_HOLDERS):
        may |= uint64(barred & bar(holder, suit) == uint64(0)) << uint64(holder)
    return may


@kernel
def deal_cards(cards, may, rooms, words, hands):
    """Deal cards one by one to holders, by the room that each has; return the rooms left."""
    free = room_of(rooms, may)
    while cards != uint64(0):
        place = uint64(below(words, int64(free)))
        holder = uint64(0)
        while place >= room(rooms, may, holder):
            place -= room(rooms, may, holder)
            holder += ONE
        hands[holder] |= cards & -cards
        rooms -= ONE << (BYTE * holder)
        free -= ONE
        cards = without_lowest(cards)
    return rooms


@kernel
def deal_hidden(unseen, sets, rooms, barred, words, hands):
    """Deal unseen cards to where they may be, every way equally likely.

    Suit by suit each card goes to a holder who may have it, by the room that each has. Where the
    holders of one suit have taken much of another, that makes a way more likely than it should be;
    so it is accepted with a probability that evens this out, and otherwise dealt anew.

    Args:
        unseen: the cards, as a set.
        sets: uint64: the cards of each suit, a row of `Order.sets`; or up to 8 sets without a
            common card, where some cards are known to lie in a few places.
        rooms: uint64, whose byte h is the number of cards that holder h gets; together all of them.
        barred: uint64, what holders cannot have: each `bar` of a holder and a place in `sets`.
        words: where chance is taken from.
        hands: uint64, a set for each of up to 6 holders, to which the cards are added. There must
            be a way to deal them.
    """
    total = room_of(rooms, ALL_HOLDERS)
    anywhere, loose = uint64(0), uint64(0)
    for suit in range(len(sets)):
        may, cards = may_hold(barred, suit), unseen & sets[suit]
        if room_of(rooms, may) == total:
            anywhere |= cards
        elif count(cards) > 0:
            loose |= cards
    chance, free = -1.0, rooms
    while loose != uint64(0) and uniform(words) >= chance:
        for holder in range(len(hands)):
            hands[holder] &= ~loose
        chance, free, dealt = 1.0, rooms, uint64(0)
        for suit in range(len(sets)):
            may, cards = may_hold(barred, suit), loose & sets[suit]
            size, some, most = uint64(count(cards)), room_of(free, may), room_of(rooms, may)
            # At least this many of the cards dealt before went to these holders.
            most -= dealt - min(dealt, total - most)
            if some < size:
                chance = -1.0
                break
            for k in range(size):
                chance *= float(some - k) / float(most - k)
            free = deal_cards(cards, may, free, words, hands)
            dealt += size
    deal_cards(anywhere, ALL_HOLDERS, free, words, hands)
