"""What players of Spades think by, as strategies may use it."""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.games.spades.state import SPADES, SUITS
from cardsim.kernels import card_bits
from cardsim.kernels.jit import kernel

ACE, KING = 1, 1 << 12
RANKS = uint64((1 << 13) - 1)


@kernel
def counted(view, king_min_length, spade_extra_from):
    """Tricks that a hand may hope for, int64.

    Every ace, every king in a suit of at least `king_min_length` cards, and every spade from the
    `spade_extra_from`th on.
    """
    tricks = int64(0)
    for suit in range(SPADES + 1):
        cards = (uint64(view.hand) >> uint64(13 * suit)) & RANKS
        length = card_bits.count(cards)
        tricks += int64(cards & uint64(ACE) != uint64(0))
        tricks += int64(cards & uint64(KING) != uint64(0) and length >= king_min_length)
        if suit == SPADES:
            tricks += max(length - int64(spade_extra_from) + 1, 0)
    return tricks


@kernel
def sure_tricks(view):
    """Tricks that the own hand may hope for, int64: aces, kings with another card, long spades."""
    return counted(view, 2, 4)


@kernel
def spades(view):
    """How many spades are in the own hand, int64."""
    return card_bits.count(uint64(view.hand) & SUITS[SPADES])


@kernel
def highest_spade(view):
    """The highest spade in the own hand, 2 to 14 for the ace, int64; 0 where there is none."""
    cards = (uint64(view.hand) >> uint64(13 * SPADES)) & RANKS
    if cards & uint64(ACE) != uint64(0):
        return int64(14)
    highest = int64(0)
    while cards != uint64(0):
        highest = card_bits.lowest(cards) + 1
        cards = card_bits.without_lowest(cards)
    return highest


@kernel
def nearest_bid(view, wanted):
    """The legal bid of at least 1 that is nearest to a number, ties upward, int64.

    There always is one.
    """
    best, most = int64(-1), int64(99)
    for bid in range(1, 14):
        away = abs(int64(bid) - int64(wanted))
        if card_bits.holds(uint64(view.legal), bid) and away <= most:
            best, most = int64(bid), away
    return best


@kernel
def need(view):
    """Tricks that the own side still lacks to its bid, int64; below 0 they are bags."""
    lacking = int64(0)
    for seat in range(int64(view.seat) & 1, 4, 2):
        if view.bids[seat] > 0:
            lacking += int64(view.bids[seat]) - int64(view.taken[seat])
    return lacking


@kernel
def partner_bid(view):
    """What the partner has bid, int64; -1 not yet."""
    return int64(view.bids[int64(view.seat) ^ 2])


@kernel
def partner_wins(view):
    """Whether the partner wins the trick so far, 0 or 1, int64."""
    return int64(view.best_seat == int64(view.seat) ^ 2)


@kernel
def lead(view):
    """Points that the own side is ahead in the match, int64."""
    own = int64(view.seat) & 1
    return int64(view.score[own]) - int64(view.score[1 - own])
