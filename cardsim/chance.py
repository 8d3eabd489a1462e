"""The chance of a hand for plain Python: a game that is a class, its tests and its oracle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy import int64, uint64

from cardsim.kernels.intrinsics import record_at
from cardsim.kernels.jit import Entry, entry_of
from cardsim.rng import WORDS_DTYPE, below


class Chance:
    """The chance of a hand, which depends on the seed and the number of the hand alone."""

    __slots__ = ("_words",)

    def __init__(self, words: int) -> None:
        self._words = words

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely."""
        if not 0 < n < 1 << 31:
            raise ValueError(f"below(n) needs an n above 0, not {n}")
        return int(_drawer().call(self._words, n))

    def roll(self, sides: int = 6) -> int:
        """Roll a die."""
        return self.below(sides) + 1

    def choice(self, things: Sequence[Any]) -> Any:
        """Return one of several things, all equally likely."""
        return things[self.below(len(things))]

    def draw(self, pack: list[Any]) -> Any:
        """Take a card out of a pack, all equally likely, as `draw_card` of kernels does."""
        place = self.below(len(pack))
        card, pack[place] = pack[place], pack[0]
        del pack[0]
        return card

    def shuffle(self, things: list[Any]) -> None:
        """Shuffle a list, from its beginning on."""
        for k in range(len(things) - 1):
            other = k + self.below(len(things) - k)
            things[k], things[other] = things[other], things[k]


class Given(Chance):
    """Known chance, for tests: the numbers that `below` returns, in order."""

    __slots__ = ("_numbers",)

    def __init__(self, *numbers: int) -> None:
        self._numbers = list(numbers)

    def below(self, n: int) -> int:
        """Return the next of the numbers."""
        if not self._numbers:
            raise ValueError(f"below({n}) is asked for, and all numbers were given")
        number = self._numbers.pop(0)
        if not 0 <= number < n:
            raise ValueError(f"below({n}) is asked for, and the next number is {number}")
        return number


class Recorded(Chance):
    """The chance of a hand of a seed, with a record of its numbers."""

    __slots__ = ("_record", "gave")

    def __init__(self, seed: int, hand: int = 0) -> None:
        self._record = np.zeros(1, WORDS_DTYPE)
        self._record["seed"], self._record["hand"] = seed, hand
        super().__init__(self._record.ctypes.data)
        self.gave: list[int] = []

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely."""
        self.gave.append(super().below(n))
        return self.gave[-1]


def seeded(seed: int, hand: int = 0) -> Recorded:
    """Return the chance of this hand in a run with this seed."""
    return Recorded(seed, hand)


@cache
def _drawer() -> Entry:
    words_at = record_at(WORDS_DTYPE)

    def draw(words, n):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return int64(below(words_at(uint64(words)), n))

    return entry_of(draw, "i8(i8, i8)", "")
