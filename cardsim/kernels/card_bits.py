"""Sets of cards as masks: bit `c` of a uint64 is set when card `c` is in the set."""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.kernels.jit import inlined
from cardsim.kernels.vectors import ones, trailing_zeros

ONE = uint64(1)
FULL_PACK = uint64((1 << 52) - 1)
"""All 52 cards."""
ONE_RANK = uint64(1 | 1 << 13 | 1 << 26 | 1 << 39)
"""The four aces; shifted left by a rank, all four cards of that rank."""
_SPREAD = uint64(1 << 39 | 1 << 27 | 1 << 15 | 1 << 3)
"""A factor that brings the bits 0, 13, 26 and 39 together, from bit 39 on."""


@inlined
def count(cards):
    """Return how many cards are in the set, int64."""
    return int64(ones(cards))


@inlined
def lowest(cards):
    """Return the card with the lowest id in a set, int64; 64 where it is empty."""
    return int64(trailing_zeros(cards))


@inlined
def holds(cards, card):
    """Return whether a card is in the set."""
    return (cards >> uint64(card)) & ONE != uint64(0)


@inlined
def only(card):
    """Return the set that holds only this card."""
    return ONE << uint64(card)


@inlined
def without_lowest(cards):
    """Return the set without its card of the lowest id, for loops over a set."""
    return cards & (cards - ONE)


@inlined
def pick(cards, place):
    """Return the card at this place, 0 for the lowest id, of a set with more cards than that."""
    for _ in range(place):
        cards = without_lowest(cards)
    return lowest(cards)


@inlined
def suits_of(cards, rank):
    """Return the suits of a rank that are in the set: bits 0 to 3 for C D H S, int64."""
    return int64(((((cards >> uint64(rank)) & ONE_RANK) * _SPREAD) >> uint64(39)) & uint64(15))
