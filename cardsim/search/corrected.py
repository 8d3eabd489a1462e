"""Rules that correct a strategy: other choices in some situations, and as before elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cardsim.own_parameters import WANTS_COUNT, WANTS_NTH, given_to
from cardsim.runs import wording
from cardsim.runs.changed import Change
from cardsim.runs.rollouts import ActionValues, DecisionTable
from cardsim.search.scoring import USUAL, Usual
from cardsim.statistics import trees
from cardsim.statistics.situations import Half, apart, found_in

WIDE = 96
"""Longest line of code."""
MOST_BOXES = 5
"""Largest number of corrected situations found as in a review."""
CERTAIN = 2.0
"""Standard errors that the gain of such a situation must exceed."""


@dataclass(frozen=True)
class Corrected:
    """A decision rule of changes to what was done before.

    Attributes:
        changes: the changes, the best first; at most one applies at a time.
        always: choices that were legal at all forks.
        usual: the previous rule, which plays on where no change applies.
    """

    asked: DecisionTable
    changes: tuple[Change, ...]
    always: frozenset[int]
    usual: Usual

    @property
    def parts(self) -> int:
        """Number of changes."""
        return len(self.changes)

    def with_parts(self, most: int) -> Corrected:
        """Return the rule with at most `most` changes."""
        return replace(self, changes=self.changes[:most])

    @property
    def _experts(self) -> dict[int, str]:
        """Names of the experts' functions, by the number of the choice."""
        if not self.asked.experts:
            return {}
        function = self.asked.decision.function
        used = sorted({change.choice for change in self.changes})
        return {k: f"{self.asked.choices[k].replace('-', '_')}_{function}" for k in used}

    @property
    def borrowed(self) -> dict[str, str]:
        """Functions of other strategies in the code, and the code that gets them."""
        function = self.asked.decision.function
        return (
            self.usual.borrowed
            | self.asked.borrowed(self._conditions)
            | {
                name: f'borrowed("{self.asked.game}", "{self.asked.choices[k]}", "{function}")'
                for k, name in self._experts.items()
            }
        )

    @property
    def looks(self) -> set[str]:
        """Functions of the game's package in the code."""
        return self.asked.looks(self._conditions) | self.usual.looks

    @property
    def _conditions(self) -> str:
        return " ".join(change.condition for change in self.changes)

    @property
    def above(self) -> list[str]:
        """Lines before the code: what was done before."""
        return self.usual.code.split("\n") if self.usual.code else []

    @property
    def takes(self) -> list[str]:
        """Arguments of the code besides the view."""
        function, taken = self.asked.decision.function, list(self.usual.takes)
        for k in self._experts:
            taken += given_to(self.asked.experts[k].functions[function])
        if not self._experts and any(c.choice not in self.always for c in self.changes):
            taken += [WANTS_COUNT, WANTS_NTH]
        return list(dict.fromkeys(taken))

    @property
    def code(self) -> str:
        """The decision function as Python."""
        function = self.asked.decision.function
        lines = [f"def {function}({', '.join(['view', *self.takes])}):"]
        for change in self.changes:
            space = "    "
            if change.condition:
                lines += _asked(change.condition)
                space = "        "
            lines += [space + line for line in self._chosen(change.choice)]
            if not change.condition and lines[-1].startswith("    return"):
                return "\n".join(lines)
        lines.append(f"    return {USUAL}{function}({', '.join(['view', *self.usual.takes])})")
        return "\n".join(lines)

    def _chosen(self, choice: int) -> list[str]:
        """Return the lines that take a choice if it is legal."""
        if choice in self._experts:
            given = given_to(self.asked.experts[choice].functions[self.asked.decision.function])
            return [f"return {self._experts[choice]}({', '.join(['view', *given])})"]
        told = f"return {choice}  # {self.asked.choices[choice]}"
        if choice in self.always:
            return [told]
        return [
            f"for n in range({WANTS_COUNT}(view)):",
            f"    if {WANTS_NTH}(view, n) == {choice}:",
            f"        {told}",
        ]

    @property
    def words(self) -> list[str]:
        """The rule for people: a line for each change, and what is done otherwise."""
        lines = []
        for change in self.changes:
            choice = self.asked.choices[change.choice]
            told = f"as {choice} does" if self.asked.experts else choice.replace("-", " ")
            where = wording.situation(self.asked.features, change.ranges)
            lines.append(", ".join(part for part in (told, where) if part))
        at, then = f"at {self.asked.decision.name.replace('-', ' ')}: ", "otherwise "
        usual = [line.removeprefix(at).removeprefix(then) for line in self.usual.words]
        return [*(at + line for line in lines), *(then + line for line in usual)]


def _asked(condition: str) -> list[str]:
    """Return the lines of a question, wrapped if it is long."""
    line = f"    if {condition}:"
    if len(line) <= WIDE:
        return [line]
    first, *more = condition.split(" and ")
    return ["    if (", f"        {first}", *(f"        and {part}" for part in more), "    ):"]


def usual_of(rule: Any) -> Usual:
    """Return a rule as the usual play of another one that is built around it."""
    name = rule.asked.decision.function
    text = "\n".join([*rule.above, *(["", ""] if rule.above else []), rule.code])
    upper, table = USUAL.upper(), name.upper()
    lines = []
    for line in text.split("\n"):
        code, mark, words = line.partition("  # ")
        code = re.sub(rf"(?<![.\w])((?:{USUAL})*{name})(?=\()", rf"{USUAL}\1", code)
        code = re.sub(rf"\b((?:{upper})*{table}_(?:WEIGHTS|BONUS))\b", rf"{upper}\1", code)
        lines.append(code + mark + words)
    text = "\n".join(lines)
    takes, borrowed = tuple(rule.takes), dict(rule.borrowed)
    for got in [n for n in borrowed if n.startswith(USUAL)]:
        borrowed[USUAL + got] = borrowed.pop(got)
    return Usual(text, takes, borrowed, set(rule.looks), list(rule.words))


def deep(rule: Any) -> int:
    """Return the number of rules within each other."""
    return len(re.findall(rf"def (?:{USUAL})+", "\n".join(rule.above)))


# ---------------------------------------------------------------- what forks say


def always_legal(worth: ActionValues) -> frozenset[int]:
    """Return the choices that were legal whenever the hero was at the decision."""
    axes = tuple(range(worth.forks.ndim))
    legal = worth.possible.sum(axis=axes) == worth.forks.sum()
    return frozenset(np.flatnonzero(legal).tolist())


def by_tree(worth: ActionValues, usual: Usual, most: int) -> tuple[Corrected, float] | None:
    """Return changes by a tree in which doing as before is a choice too, and their gain."""
    halves = [
        np.concatenate([half, np.zeros((*half.shape[:-1], 1))], axis=-1)
        for half in worth.more.astype(np.float64)
    ]
    tree, gain = trees.borne_out(halves, most)
    both, before = halves[0] + halves[1], len(worth.asked.choices)
    leaves = [leaf for leaf in trees.leaves(tree) if leaf.choice != before]
    if gain <= 0 or not leaves:
        return None
    leaves.sort(key=lambda leaf: -float(both[leaf.part][..., leaf.choice].sum()))
    features = worth.asked.features
    changes = tuple(
        Change(
            worth.asked,
            tuple(
                (f.low + low, f.low + high - 1)
                for f, low, high in zip(features, leaf.low, leaf.high, strict=True)
            ),
            leaf.choice,
        )
        for leaf in leaves
    )
    return Corrected(worth.asked, changes, always_legal(worth), usual), gain


def by_review(
    worth: ActionValues, hands: tuple[int, int], usual: Usual
) -> tuple[Corrected, float] | None:
    """Return changes as a review finds them, the costliest situations first, and their gain."""
    if not worth.asked.features:
        return None
    first, second = (
        Half(hands[h], worth.possible[h], worth.tried[h], worth.more[h], worth.squares[h])
        for h in (0, 1)
    )
    found = [f for f in found_in([(first, second)]) if f.amount.value > CERTAIN * f.amount.error]
    kept = apart(found, [worth.forks.sum(axis=0) > 0])[:MOST_BOXES]
    if not kept:
        return None
    changes = tuple(
        Change(
            worth.asked,
            tuple(
                (f.low + low, f.low + high)
                for f, low, high in zip(
                    worth.asked.features, one.box.lows, one.box.highs, strict=True
                )
            ),
            one.box.choice,
        )
        for one in kept
    )
    gain = sum(one.more for one in kept)
    return Corrected(worth.asked, changes, always_legal(worth), usual), gain


def one_by_one(corrected: Corrected) -> Sequence[Corrected]:
    """Return each change alone, if there are several."""
    if corrected.parts == 1:
        return []
    return [replace(corrected, changes=(change,)) for change in corrected.changes]
