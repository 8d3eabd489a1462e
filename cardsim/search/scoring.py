"""Rules that score every action: each describing number has a weight, and the highest total wins.

The usual action gets a bonus, so another one is taken only when its numbers clearly favour it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from cardsim.game import Scores
from cardsim.own_parameters import WANTS_CHANCE, WANTS_COUNT, WANTS_NTH
from cardsim.runs.rollouts import DecisionTable
from cardsim.statistics.scores import Weights

MOST = 10_000
"""Largest weight: the others are scaled to it."""
USUAL = "usual_"
"""Prefix of the function with the usual play."""


@dataclass(frozen=True)
class Scored:
    """A decision rule by scores.

    Attributes:
        asked: the decision.
        scores: describes its actions.
        weights: weights of the describing numbers, and the bonus of the usual action.
        usual: the play before.
    """

    asked: DecisionTable
    scores: Scores
    weights: Weights = field(compare=False)
    usual: Usual

    @property
    def parts(self) -> int:
        """One: nothing simpler is tried."""
        return 1

    def with_parts(self, _most: int) -> Scored:
        """Return the rule itself."""
        return self

    @property
    def _used(self) -> list[int]:
        """Numbers with a weight."""
        return np.flatnonzero(self.weights.of_numbers.any(axis=0)).tolist()

    @cached_property
    def _whole(self) -> tuple[np.ndarray[Any, Any], int]:
        """The weights and the bonus as whole numbers."""
        weights, bonus = self.weights.of_numbers[:, self._used], self.weights.bonus
        largest = max(float(np.abs(weights).max(initial=0.0)), abs(bonus))
        factor = MOST / largest if largest > 0 else 1.0
        return np.rint(weights * factor).astype(np.int64), round(bonus * factor)

    @property
    def looks(self) -> set[str]:
        """Functions of the game's package in the code."""
        used = [self.scores.describe, self.scores.following]
        return {kernel.__name__ for kernel in used if kernel is not None} | self.usual.looks

    @property
    def borrowed(self) -> dict[str, str]:
        """Functions of other strategies in the code, and the code that gets them."""
        return self.usual.borrowed

    @property
    def above(self) -> list[str]:
        """Lines of the weights, and of the usual play."""
        weights, bonus = self._whole
        width = max(len(str(w)) for w in weights.ravel())
        table = self.asked.decision.function.upper()
        lines = [f"{table}_WEIGHTS = np.array(", "    ["]
        for row, k in zip(weights.T, self._used, strict=True):
            each = ", ".join(f"{w:>{width}}" for w in row)
            lines.append(f"        [{each}],  # {self.scores.words[k]}")
        wheres = f": {'; '.join(self.scores.wheres)}" if self.scores.wheres else ""
        head = f'"""What each counts{wheres}."""'
        docstring = '"""How much more another action than the usual one must score."""'
        return [
            *lines,
            "    ]",
            ")",
            *textwrap.fill(head, 98).split("\n"),
            f"{table}_BONUS = {bonus}",
            docstring,
            *(["", "", *self.usual.code.split("\n")] if self.usual.code else []),
        ]

    @property
    def takes(self) -> list[str]:
        """Arguments of the code besides the view."""
        if self.scores.following is not None:
            return list(self.usual.takes)
        chance = [WANTS_CHANCE] if WANTS_CHANCE in self.usual.takes else []
        return [*chance, WANTS_COUNT, WANTS_NTH]

    @property
    def code(self) -> str:
        """The decision function as Python."""
        name, following = self.asked.decision.function, self.scores.following
        if following is None:
            each, first, on = ["for n in range(count_legal(view)):"], "n == 0", []
            each.append("    action = nth_legal(view, n)")
        else:
            ahead = f"action = {following.__name__}"
            each = [f"{ahead}(view, -1, -1)", "while action[0] >= 0:"]
            first, on = "choice[0] < 0", [f"{ahead}(view, action[0], action[1])"]
        lines = [
            f"def {name}({', '.join(['view', *self.takes])}):",
            f"    usual = {USUAL}{name}({', '.join(['view', *self.usual.takes])})",
            f"    numbers = np.zeros({len(self.scores.words)}, np.int64)",
            f"    choice, most = {'(-1, -1)' if self.asked.decision.wide else -1}, 0",
            *(f"    {line}" for line in each),
            f"        table = {self.scores.describe.__name__}(view, action, numbers)",
            f"        worth = {name.upper()}_BONUS if action == usual else 0",
            *(
                f"        worth += {name.upper()}_WEIGHTS[{at}, table] * numbers[{k}]"
                for at, k in enumerate(self._used)
            ),
            f"        if {first} or worth > most:",
            "            choice, most = action, worth",
            *(f"        {line}" for line in on),
            "    return choice",
        ]
        return "\n".join(lines)

    @property
    def words(self) -> list[str]:
        """The rule for people: the usual play, since nobody could play by the weights."""
        return list(self.usual.words)


@dataclass(frozen=True)
class Usual:
    """The play at a decision before its actions are scored.

    Attributes:
        code: lines of a function that begins with `USUAL`; empty if it is borrowed whole.
        takes: its arguments besides the view.
        borrowed: functions of other strategies in it.
        looks: functions of the game's package in it.
        words: description of its play.
    """

    code: str
    takes: tuple[str, ...]
    borrowed: dict[str, str]
    looks: set[str]
    words: Sequence[str]
