"""What a hand of Bridge is worth, and how long its suits are."""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.games.bridge.state import SETS
from cardsim.kernels.card_bits import ONE, ONE_RANK, count
from cardsim.kernels.jit import inlined
from cardsim.tricks import SUITS

LANE = 8
"""Bits of a word in which `shape` keeps the length of a suit."""


@inlined
def points(cards):
    """High-card points in a set: an ace 4, a king 3, a queen 2, a jack 1, int64."""
    cards = uint64(cards)
    jacks = ONE_RANK << uint64(10)
    kings_and_queens = jacks << ONE | jacks << uint64(2)
    total = count(cards & jacks) + 2 * count(cards & kings_and_queens)
    return total + count(cards & (jacks << uint64(2))) + 4 * count(cards & ONE_RANK)


@inlined
def shape(cards):
    """How long each suit of a set is, in a byte of a word for each, clubs the lowest, int64.

    Two of them may be added, since no suit has more than 13 cards.
    """
    cards = uint64(cards)
    lengths = int64(0)
    for suit in range(SUITS):
        lengths |= count(cards & SETS[suit]) << (LANE * suit)
    return lengths


@inlined
def length(lengths, suit):
    """The length of a suit, 0 to 3 for C D H S, in what `shape` gives back, int64."""
    return (int64(lengths) >> (LANE * (int64(suit) & 3))) & 255


@inlined
def balanced(lengths):
    """Whether a shape has no singleton or void, and one doubleton at the most."""
    doubletons, short = int64(0), int64(0)
    for suit in range(SUITS):
        size = length(lengths, suit)
        doubletons += int64(size == 2)
        short += int64(size < 2)
    return short == 0 and doubletons <= 1
