"""Points and suit lengths of a hand of Bridge."""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.games.bridge.state import SETS
from cardsim.kernels.card_bits import ONE, ONE_RANK, count
from cardsim.kernels.jit import inlined
from cardsim.tricks import SUITS

LANE = 8
"""Bits for the length of a suit in a word of `shape`."""


@inlined
def points(cards):
    """Return the high-card points in a set: ace 4, king 3, queen 2, jack 1, int64."""
    cards = uint64(cards)
    jacks = ONE_RANK << uint64(10)
    kings_and_queens = jacks << ONE | jacks << uint64(2)
    total = count(cards & jacks) + 2 * count(cards & kings_and_queens)
    return total + count(cards & (jacks << uint64(2))) + 4 * count(cards & ONE_RANK)


@inlined
def shape(cards):
    """Return the length of each suit of a set, a byte for each, clubs the lowest, int64.

    Two of these words may be added, since no suit has more than 13 cards.
    """
    cards = uint64(cards)
    lengths = int64(0)
    for suit in range(SUITS):
        lengths |= count(cards & SETS[suit]) << (LANE * suit)
    return lengths


@inlined
def length(lengths, suit):
    """Return the length of a suit, 0 to 3 for C D H S, from what `shape` returned, int64."""
    return (int64(lengths) >> (LANE * (int64(suit) & 3))) & 255


@inlined
def balanced(lengths):
    """Return whether a shape has no singleton or void, and at most one doubleton."""
    doubletons, short = int64(0), int64(0)
    for suit in range(SUITS):
        size = length(lengths, suit)
        doubletons += int64(size == 2)
        short += int64(size < 2)
    return short == 0 and doubletons <= 1
