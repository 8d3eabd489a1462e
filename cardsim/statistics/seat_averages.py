"""How each player does compared with all players in the same seat.

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
    """What each player got in each seat, in the same hands.

    Players and seats are numbered alike: player p is the one who was named for seat p.

    Attributes:
        hands: in which each player took each seat.
        unit: what a stored value of 1 is worth.
        sums: of each player in each seat, the values added up.
        squares: the same of squares: of the value times the number of players, less what all got
            in that seat.
    """

    hands: int
    unit: float
    sums: Rows
    squares: Rows

    @classmethod
    def of(cls, moments: Moments, players: int) -> SeatAverages:
        """From the moments of a run for each player in each seat, player by player."""
        sums = moments.sums.reshape(players, players)
        products = moments.products.astype(np.int64).reshape((players,) * 4)
        squares = np.empty((players, players), np.int64)
        for seat in range(players):
            weights = players * np.eye(players, dtype=np.int64) - 1
            squares[:, seat] = np.diagonal(weights @ products[:, seat, :, seat] @ weights)
        return cls(moments.n, moments.unit, _rows(sums), _rows(squares))

    @classmethod
    def from_dict(cls, about: Mapping[str, Any]) -> SeatAverages:
        """From what `to_dict` gave."""
        arrays = [np.array(about[name]) for name in ("sums", "squares")]
        players = len(arrays[0])
        if any(a.dtype != np.int64 or a.shape != (players, players) for a in arrays):
            raise ValueError("seat averages that are not whole numbers of players by seats")
        return cls(int(about["hands"]), float(about["unit"]), _rows(arrays[0]), _rows(arrays[1]))

    @property
    def players(self) -> int:
        """How many there are, and how many seats."""
        return len(self.sums)

    def mean(self, player: int, seat: int) -> float:
        """What a player got in a seat, on average."""
        return self.sums[player][seat] * self.unit / self.hands

    def average(self, seat: int) -> float:
        """What all players got in a seat, on average."""
        total = sum(row[seat] for row in self.sums)
        return total * self.unit / (self.hands * self.players)

    def gap(self, player: int, seat: int) -> tuple[float, float, float]:
        """How much more than that average a player got in a seat: value, low, high.

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
        """As plain data: the sums, and a row for every player in every seat."""
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
