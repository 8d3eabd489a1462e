"""Results of each player compared with all players in the same seat.

What a seat gets depends on its place: the first to play knows less than the dealer. So every player
takes every seat in the same hands, and is compared with the average of all in that seat.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardsim.statistics.paired import PSEUDO, Moments
from cardsim.statistics.stats import CONFIDENCE, critical

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class SeatAverages:
    """Results of each player in each seat, in the same hands.

    Players and seats are numbered alike: player p is the one who was named for seat p.

    Attributes:
        hands: number of hands in which each player took each seat.
        unit: value of a stored 1.
        sums: sum of the values, by player and seat.
        squares: sum of the squares of: the value times the number of players, minus the sum of all
            players' values in that seat.
    """

    hands: int
    unit: float
    sums: Rows
    squares: Rows

    @classmethod
    def of(cls, moments: Moments, players: int) -> SeatAverages:
        """Return the averages from the moments of a run for each player in each seat."""
        sums = moments.sums.reshape(players, players)
        products = moments.products.astype(np.int64).reshape((players,) * 4)
        squares = np.empty((players, players), np.int64)
        for seat in range(players):
            weights = players * np.eye(players, dtype=np.int64) - 1
            squares[:, seat] = np.diagonal(weights @ products[:, seat, :, seat] @ weights)
        return cls(moments.n, moments.unit, _rows(sums), _rows(squares))

    @classmethod
    def from_dict(cls, about: Mapping[str, Any]) -> SeatAverages:
        """Return the averages from the result of `to_dict`."""
        arrays = [np.array(about[name]) for name in ("sums", "squares")]
        players = len(arrays[0])
        if any(a.dtype != np.int64 or a.shape != (players, players) for a in arrays):
            raise ValueError("seat averages that are not whole numbers of players by seats")
        return cls(int(about["hands"]), float(about["unit"]), _rows(arrays[0]), _rows(arrays[1]))

    @property
    def players(self) -> int:
        """Number of players, and of seats."""
        return len(self.sums)

    def mean(self, player: int, seat: int) -> float:
        """Return the mean result of a player in a seat."""
        return self.sums[player][seat] * self.unit / self.hands

    def average(self, seat: int) -> float:
        """Return the mean result of all players in a seat."""
        total = sum(row[seat] for row in self.sums)
        return total * self.unit / (self.hands * self.players)

    def gap(self, player: int, seat: int) -> tuple[float, float, float]:
        """Return the player's gap to the average of all in a seat: value, low, high.

        The intervals of all players in all seats hold together.
        """
        n, players = self.hands, self.players
        apart = players * self.sums[player][seat] - sum(row[seat] for row in self.sums)
        scale = self.unit / players
        value = apart * scale / n
        if n < 2:  # noqa: PLR2004
            return value, -math.inf, math.inf
        scatter = max(self.squares[player][seat] - apart**2 / n, 0.0) + PSEUDO * players**2
        limit = critical(1 - (1 - CONFIDENCE) / players**2, n)
        half = limit * math.sqrt(scatter / (n - 1) / n) * scale
        return value, value - half, value + half

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: the sums, and a row for every player in every seat."""
        rows = [
            {
                "player": player,
                "seat": seat,
                "mean": self.mean(player, seat),
                "average": self.average(seat),
                **dict(zip(("difference", "low", "high"), self.gap(player, seat), strict=True)),
            }
            for player in range(self.players)
            for seat in range(self.players)
        ]
        return {
            "hands": self.hands,
            "unit": self.unit,
            "sums": [list(row) for row in self.sums],
            "squares": [list(row) for row in self.squares],
            "rows": rows,
        }


def _rows(numbers: np.ndarray[Any, Any]) -> Rows:
    return tuple(tuple(map(int, row)) for row in numbers)
