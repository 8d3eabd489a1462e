"""Scores of random hands: checks that somebody wins, and that `zero_sum` is right."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import numpy as np

from cardsim.engine.table import Table
from cardsim.game import Measure, Unit
from cardsim.runs.game_under_test import Subject

NOISE = 1.5
"""Standard errors below which a correlation counts as negative."""
ENOUGH = 20
"""Hands from which on it is noted that all win the same total in each."""


class SeatScores:
    """The score of each seat in hands, by the measure that wins a single hand.

    Attributes:
        together: total score of all sides in each hand, by table.
        first: score of the first seat in each hand and mean of the others, by table.
        each: all scores of a seat that occurred.
        signed: True if a score can be negative.
        winners: largest number of sides, of `sides`, that won everything in one hand.
        most: the score of winning everything; with `is_share` the whole win.
    """

    def __init__(self) -> None:
        self.together: dict[tuple[Any, int], list[float]] = defaultdict(list)
        self.first: dict[tuple[Any, int], list[tuple[float, float]]] = defaultdict(list)
        self.each: set[float] = set()
        self.signed = False
        self.winners = self.sides = 0
        self.most = 1.0
        self.is_share = False

    def count(self, table: Table, unit: Unit) -> None:
        """Add a hand that is over."""
        won = [worth(unit, unit.won_by, table.outcome(hero)) for hero in range(table.players)]
        sides = table.game.side_of_each(table.house_rules, table.players)
        by_side = dict(zip(sides, won, strict=True))
        self.together[table.house_rules, table.players].append(round(sum(by_side.values()), 9))
        self.each.update(won)
        column = unit.column(unit.won_by)
        self.is_share = unit.won_by.in_per_cent
        self.most = 1.0 if self.is_share else column.high * column.scale * unit.won_by.scale
        if len(by_side) > 1 and self.most > 0:
            winners = sum(value >= self.most for value in by_side.values())
            self.winners, self.sides = max(self.winners, winners), len(by_side)
        if table.players > 1:
            others = sum(won[1:]) / (table.players - 1)
            self.first[table.house_rules, table.players].append((won[0], others))
        self.signed |= unit.column(unit.won_by).low < 0

    def check(self, subject: Subject) -> str:
        """Check the scores; return a remark on them, or ""."""
        game, place = subject.game, subject.place("score", subject.game.score)
        if len(self.each) == 1:
            (value,) = self.each
            raise subject.wrong(
                place,
                f"score gives every seat {value:g} in every hand, so that nobody wins or loses",
                "score says what each seat has won of the hand that is over",
            )
        self.check_wins(subject)
        tables = [sums for (_, players), sums in self.together.items() if players > 1]
        same = all(len(set(sums)) == 1 for sums in tables)
        declared = subject.written("zero_sum", "GAME = ")
        if game.zero_sum and not same and self.signed and not self._at_others_cost():
            raise subject.wrong(
                declared,
                "the others win no less where one wins more, and the game is declared to be one in "
                "which they lose what one wins",
                "zero_sum = False says that they do not",
            )
        if not game.zero_sum and same and not game.house and sum(map(len, tables)) >= ENOUGH:
            raise subject.wrong(
                declared,
                "what all win together is the same in every hand, so that others lose what one "
                "wins, and zero_sum is False",
                "leave zero_sum = False out",
            )
        if game.zero_sum and not same:
            return "; what all win together differs: zero_sum = False if nobody loses by it"
        return ""

    def check_wins(self, subject: Subject) -> None:
        """Refuse scores in which more than one side wins at once what others are to lose."""
        sums = {total for totals in self.together.values() for total in totals}
        only = {abs(won) for won in self.each} <= {0, self.most} or self.is_share
        if not subject.game.zero_sum or self.winners < 2 or not only:  # noqa: PLR2004  (more than one)
            return
        if self.is_share or len(sums) > 1 or self.winners == self.sides:
            raise subject.wrong(
                subject.place("score", subject.game.score),
                "in some hands more than one side wins all there is, and the game is declared to "
                "be one in which others lose what one wins",
                "share the win, or say zero_sum = False where nobody loses what others win",
            )

    def _at_others_cost(self) -> bool:
        """Return True if the others win less where the first seat wins more, beyond noise."""
        pairs = [np.array(won) for won in self.first.values()]
        apart = np.concatenate([won - won.mean(axis=0) for won in pairs])
        spread = float(np.sqrt((apart**2).sum(axis=0).prod()))
        return float(apart.prod(axis=1).sum()) < -NOISE * spread / math.sqrt(len(apart))


def worth(unit: Unit, measure: Measure, row: Any) -> float:
    """Return the value of a measure in one hand."""
    column = unit.column(measure)
    value = float(row[column.field]) * column.scale
    if measure.has_range:
        low, high = measure.at_least, measure.at_most
        return float((low is None or value >= low) and (high is None or value <= high))
    return value * measure.scale
