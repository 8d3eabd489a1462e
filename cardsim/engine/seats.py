"""Draws who sits in the other seats, anew for each hand or match.

The draw has a stream of the hand's own chance to itself. So every strategy compared meets the same
company in the same hands, and no card changes.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numpy import int64, uint32, uint64

from cardsim.kernels.jit import Entry, entry, entry_of
from cardsim.rng import BLOCK, HALF, TOGETHER, philox

COMPANY = 0xC0C0
"""The stream of chance that draws who sits where."""
WHOLE = 1 << 32
DRAWS = "void(u8, u8, i8[:, ::1], i8[:, ::1], i8[::1], u8[::1], u4[:, ::1], i8[:, ::1])"
"""The signature of `draw`, in numba's spelling."""


@dataclass(frozen=True)
class Company:
    """A mixture of strategies from which some seats are filled.

    Attributes:
        members: int64, the row of each in the strategies at the table.
        edges: uint64, of each the end of its part of the words 0 .. 2**32 - 1.
        draws: int64, shape (rotations, players): the number of the draw that fills each seat, the
            same for seats that are filled by one; -1 for a seat whose strategy is known.
        last: each thread's last draw, as hands are counted after they were played.
    """

    members: np.ndarray[Any, Any]
    edges: np.ndarray[Any, Any]
    draws: np.ndarray[Any, Any]
    last: threading.local = field(default_factory=threading.local, compare=False, repr=False)

    def drawn(
        self, table: np.ndarray[Any, Any], *, seed: int, first: int, count: int
    ) -> np.ndarray[Any, Any]:
        """Draw who sits where in hands `first .. first + count - 1`: int64, shape (count, players).

        Args:
            table: shape (rotations, players), the strategies that are known.
            seed: of the run.
            first: the number of the first hand.
            count: how many hands.
        """
        last = vars(self.last).get("drawn")
        if last is not None and last[:3] == (seed, first, count):
            known: np.ndarray[Any, Any] = last[3]
            return known
        rows = np.empty((count, table.shape[1]), np.int64)
        blocks = (int(self.draws.max(initial=0)) + BLOCK) // BLOCK
        words = np.empty((BLOCK * blocks, TOGETHER), np.uint32)
        given = self.draws, self.members, self.edges, words, rows
        _drawing().call(uint64(seed), uint64(first), table, *given)
        self.last.drawn = seed, first, count, rows
        return rows

    def met(
        self, seats: np.ndarray[Any, Any], values: np.ndarray[Any, Any], packed: Any, *, first: int
    ) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Count, as keys and counts, how often each member sat in a drawn seat at each value.

        A hand in which a member sits in two seats counts once for it.

        Args:
            seats: as `drawn` gives them.
            values: int64, one of each hand.
            packed: how a member and a value become one number.
            first: the number of the first hand.
        """
        which = np.full(int(self.members.max()) + 1, -1, np.int64)
        which[self.members] = np.arange(len(self.members))
        dense = np.zeros(len(self.members) * int(packed.strides[-1]), np.int64)
        given = self.draws, which, values - packed.lows[0], int(packed.strides[-1]), dense
        _meeting().call(uint64(first), seats, *given)
        used = np.flatnonzero(dense)
        return used.astype(np.uint64), dense[used]


def edges_of(weights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Share the words 0 .. 2**32 - 1 out by weights, and return where each part ends, uint64."""
    ends = np.cumsum(weights) / np.sum(weights)
    edges: np.ndarray[Any, Any] = np.rint(ends * WHOLE).astype(np.uint64)
    edges[-1] = WHOLE
    return edges


@cache
def _drawing() -> Entry:
    return entry_of(draw, DRAWS, "who sits where")


@cache
def _meeting() -> Entry:
    numbers, table = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    taken = types.uint64, table, table, numbers, numbers, types.int64, numbers
    return entry(_meet, signature=types.void(*taken), content="", what="who was met")


def _meet(  # noqa: PLR0917  compiled entries take their arguments in order
    first: Any, seats: Any, draws: Any, which: Any, values: Any, stride: Any, counts: Any
) -> None:
    """Count each hand once for every member that sits in one of its drawn seats."""
    rotations = uint64(draws.shape[0])
    for i in range(seats.shape[0]):
        rotation = (first + uint64(i)) % rotations
        for seat in range(seats.shape[1]):
            if draws[rotation, seat] >= 0:
                again = False
                for earlier in range(seat):
                    same = seats[i, earlier] == seats[i, seat]
                    again = again or (same and draws[rotation, earlier] >= 0)
                if not again:
                    counts[which[seats[i, seat]] * stride + values[i]] += 1


def draw(  # noqa: PLR0917  compiled entries take their arguments in order
    seed: Any,
    first: Any,
    table: Any,
    draws: Any,
    members: Any,
    edges: Any,
    words: Any,
    rows: Any,
) -> None:
    """Fill the rows, drawing for many hands at once in a loop that the compiler vectorises."""
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
