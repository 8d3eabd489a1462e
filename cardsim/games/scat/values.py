"""Values of Scat hands, and how equal hands rank."""

from __future__ import annotations

import numpy as np
from numpy import float32, int64, uint32

from cardsim.cards import PACK
from cardsim.games.scat.rules import code
from cardsim.kernels.jit import inlined, kernel

PIPS = [11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
LANES = np.array([PIPS[c % 13] << 8 * (c // 13) for c in range(PACK)], np.uint32)
"""A card's points in its suit's byte of a word, so that the sum over a hand holds its suit sums."""
STRENGTH = np.array([14, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] * 4, np.uint8)
"""Rank order for the poker tie-break, ace high."""
THIRTY, THIRTY_HALF, THIRTY_ONE, THIRTY_THREE = (np.float32(v) for v in (30, 30.5, 31, 33))
TRIPLE_30, TRIPLE_HALF = code("three_of_a_kind", "30"), code("three_of_a_kind", "30.5")
FLUSH_30 = code("straight_flush", "30")


@inlined
def best_lane(lanes):
    """Return the largest byte of a word: the best suit sum, in points."""
    low = max(lanes & uint32(255), (lanes >> uint32(8)) & uint32(255))
    high = max((lanes >> uint32(16)) & uint32(255), lanes >> uint32(24))
    return max(low, high)


@kernel
def special_value(a, b, c, rules):
    """Return the points of a triple or straight flush if the rules value it, else 0; float32."""
    if a % 13 == b % 13 and b % 13 == c % 13:
        if rules.grand_cadillac and a % 13 == 0:
            return THIRTY_THREE
        if rules.three_of_a_kind == TRIPLE_30:
            return THIRTY
        if rules.three_of_a_kind == TRIPLE_HALF:
            return THIRTY_HALF
    elif rules.straight_flush == FLUSH_30 and a // 13 == b // 13 and b // 13 == c // 13:
        low, high = min(a, b, c) % 13, max(a, b, c) % 13
        if high - low == 2 and (low > 0 or rules.straight_flush_ace_low):
            return THIRTY
    return float32(0)


@kernel
def hand_value(a, b, c, rules):
    """Return the points of three card ids under the rules, float32: 2 to 33, 30.5 among them."""
    best = float32(best_lane(uint32(LANES[a] + LANES[b] + LANES[c])))
    if has_special(rules):
        best = max(best, special_value(int64(a), int64(b), int64(c), rules))
    return best


@inlined
def has_special(rules):
    """Return whether the rules value any hand other than by its best suit sum."""
    return rules.three_of_a_kind != 0 or rules.grand_cadillac != 0 or rules.straight_flush != 0


@inlined
def is_31(value):
    """Return whether a hand of this value counts as 31: 31, or three aces at 33."""
    return value >= THIRTY_ONE


@inlined
def rank_key(a, b, c):
    """Return three strengths, high to low, as one number; 0 stands for no card."""
    high, low = max(a, b, c), min(a, b, c)
    return (high << 8) | ((a + b + c - high - low) << 4) | low
