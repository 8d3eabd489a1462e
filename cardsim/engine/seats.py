"""Who sits in the seats of a company that is drawn anew for each hand, or match.

The draw is chance of the hand's own, from a stream that nothing else reads: whatever is compared
meets the same company in the same hands, and no card moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numpy import int64, uint32, uint64

from cardsim.kernels.jit import Entry, entry
from cardsim.rng import BLOCK, HALF, TOGETHER, philox

COMPANY = 0xC0C0
"""The stream of chance that draws who sits where."""
WHOLE = 1 << 32


@dataclass(frozen=True)
class Company:
    """A mixture of strategies from which some seats are filled.

    Attributes:
        members: int64, the row of each in the strategies at the table.
        edges: uint64, of each the end of its part of the words 0 .. 2**32 - 1.
        draws: int64, shape (rotations, players): the number of the draw that fills each seat, the
            same for seats that are filled by one; -1 for a seat whose strategy is known.
    """

    members: np.ndarray[Any, Any]
    edges: np.ndarray[Any, Any]
    draws: np.ndarray[Any, Any]

    def drawn(
        self, table: np.ndarray[Any, Any], *, seed: int, first: int, count: int
    ) -> np.ndarray[Any, Any]:
        """Who sits where in hands `first .. first + count - 1`: int64, shape (count, players).

        Args:
            table: shape (rotations, players), the strategies that are known.
            seed: of the run.
            first: the number of the first hand.
            count: how many hands.
        """
        rows = np.empty((count, table.shape[1]), np.int64)
        blocks = (int(self.draws.max(initial=0)) + BLOCK) // BLOCK
        words = np.empty((BLOCK * blocks, TOGETHER), np.uint32)
        given = self.draws, self.members, self.edges, words, rows
        _drawing().call(uint64(seed), uint64(first), table, *given)
        return rows


def edges_of(weights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Where the part of each of some weights ends among the words 0 .. 2**32 - 1, uint64."""
    ends = np.cumsum(weights) / np.sum(weights)
    edges = np.rint(ends * WHOLE).astype(np.uint64)
    edges[-1] = WHOLE
    return edges


@cache
def _drawing() -> Entry:
    numbers, table = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    words, edges = types.Array(types.uint32, 2, "C"), types.Array(types.uint64, 1, "C")
    taken = types.uint64, types.uint64, table, table, numbers, edges, words, table
    return entry(_draw, signature=types.void(*taken), content="", what="who sits where")


def _draw(
    seed: Any,
    first: Any,
    table: Any,
    draws: Any,
    members: Any,
    edges: Any,
    words: Any,
    rows: Any,
) -> None:
    """Fill the rows: the words of some hands together, in a loop that the compiler vectorises."""
    count, players = rows.shape[0], rows.shape[1]
    rotations = uint64(table.shape[0])
    k0, k1 = uint32(seed), uint32(seed >> HALF)
    for at in range(0, count, TOGETHER):
        for block in range(words.shape[0] // BLOCK):
            for i in range(TOGETHER):
                hand = first + uint64(at + i)
                w0, w1, w2, w3 = philox(
                    uint32(block), uint32(COMPANY), uint32(hand), uint32(hand >> HALF), k0, k1
                )
                words[BLOCK * block, i] = w0
                words[BLOCK * block + 1, i] = w1
                words[BLOCK * block + 2, i] = w2
                words[BLOCK * block + 3, i] = w3
        for i in range(min(TOGETHER, count - at)):
            rotation = (first + uint64(at + i)) % rotations
            for seat in range(players):
                number = draws[rotation, seat]
                if number < 0:
                    rows[at + i, seat] = table[rotation, seat]
                else:
                    member, word = int64(0), uint64(words[number, i])
                    for k in range(edges.shape[0]):
                        member += int64(word >= edges[k])
                    rows[at + i, seat] = members[member]
