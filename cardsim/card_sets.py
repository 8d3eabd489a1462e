"""Sets of cards, for strategies: bit `c` of a uint64 is set when card `c` is in the set.

`a & b` are the cards in both sets, `a | b` those in one of them, `a & ~b` those of `a` that are not
in `b`. An impossible card or place raises IndexError.
"""

from __future__ import annotations

from numpy import uint64

from cardsim.kernels import card_bits
from cardsim.kernels.card_bits import FULL_PACK, ONE_RANK
from cardsim.kernels.jit import inlined

__all__ = [
    "FULL_PACK",
    "ONE_RANK",
    "count",
    "holds",
    "lowest",
    "only",
    "pick",
    "suits_of",
    "without_lowest",
]

MOST = 64
"""The number of different cards that a set can hold."""
RANKS = 13


@inlined
def count(cards):
    """Return how many cards are in the set, int64."""
    return card_bits.count(uint64(cards))


@inlined
def lowest(cards):
    """Return the card with the lowest id in a set, int64; 64, no card, where it is empty."""
    return card_bits.lowest(uint64(cards))


@inlined
def holds(cards, card):
    """Return whether a card is in the set."""
    if not 0 <= card < MOST:
        raise IndexError("no card of a set has this number")
    return card_bits.holds(uint64(cards), card)


@inlined
def only(card):
    """Return the set that holds only this card."""
    if not 0 <= card < MOST:
        raise IndexError("no card of a set has this number")
    return card_bits.only(card)


@inlined
def without_lowest(cards):
    """Return the set without its card of the lowest id, for loops over a set."""
    return card_bits.without_lowest(uint64(cards))


@inlined
def pick(cards, place):
    """Return the card at this place, 0 for the lowest id, of a set with more cards than that."""
    if not 0 <= place < count(cards):
        raise IndexError("the set has no card at this place")
    return card_bits.pick(uint64(cards), place)


@inlined
def suits_of(cards, rank):
    """Return the suits of a rank, 0 to 12, that are in the set: bits 0 to 3 for C D H S, int64."""
    if not 0 <= rank < RANKS:
        raise IndexError("there is no such rank")
    return card_bits.suits_of(uint64(cards), rank)
