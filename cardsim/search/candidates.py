"""Candidates: new rules that may gain by the forks of a round, for each decision."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cardsim.runs.rollouts import ActionValues, DecisionTable, Rollouts
from cardsim.search.corrected import Corrected, by_review, by_tree, deep, one_by_one, usual_of
from cardsim.search.learned import Ruled, Rules, RuleTree
from cardsim.search.scoring import Scored, Usual
from cardsim.statistics import scores, trees

MOST_LEAVES = 48
"""Largest number of a rule's leaves before it is simplified."""
FEW = 10
"""Most actions of a decision at which rules by actions are tried beside those by experts."""
PARTS = (1, 2, 4, 8, 16)
"""Sizes of the shorter versions of new rules that are played."""
DEEPEST = 3
"""Largest number of corrections of a decision's rule within each other."""
Promise = tuple[float, float]
"""The gain that a rule promises, and its standard error."""
New = Mapping[str, tuple[RuleTree | Scored | Corrected, Promise]]
"""New rules by decision, with their promises."""


@dataclass(frozen=True)
class Candidate:
    """Rules to be played.

    Attributes:
        rules: all of them.
        promised: promises of the new ones.
    """

    rules: Ruled
    promised: Mapping[str, Promise]

    @property
    def lines(self) -> int:
        """Length of the rules in lines."""
        return sum(len([*r.above, *r.code.split("\n")]) for r in self.rules.values())


def better_trees(
    worth: Sequence[ActionValues],
    more: Mapping[str, np.ndarray[Any, Any]],
    part: float,
    *,
    least: float,
) -> New:
    """Return the trees that forks bear out.

    Args:
        worth: action values of each decision.
        more: gains of each choice by halves of the hands, by decision.
        part: factor from the sums of half of the hands to a mean gain per hand.
        least: gain that a tree must exceed.
    """
    found = {}
    for one in worth:
        name, allowed = one.asked.decision.name, always_allowed(one)
        if not allowed.any() or not one.forks.any():
            continue
        gains = more[name].copy()
        gains[..., ~allowed] = trees.NEVER
        rule, gain, error = grown(one, gains)
        # Play decides if it holds, and resolves smaller gains than forks do.
        if gain > least:
            found[name] = (rule, (gain * part, error * part))
    return found


def by_actions(worth: Sequence[ActionValues]) -> list[DecisionTable]:
    """Return the decisions of few actions that experts decide, by their actions.

    An expert that does something new only now and then hides most of what it is worth.
    """
    asked = [one.asked for one in worth if one.asked.experts and one.forks.any()]
    few = [one for one in asked if one.decision.actions and len(one.decision.actions) <= FEW]
    return [replace(one, experts=(), scores=None) for one in few]


def always_allowed(worth: ActionValues) -> np.ndarray[Any, Any]:
    """Return which choices were legal at all forks: a rule can name no others."""
    axes = tuple(range(worth.forks.ndim))
    allowed: np.ndarray[Any, Any] = worth.possible.sum(axis=axes) == worth.forks.sum()
    return allowed


def grown(worth: ActionValues, more: np.ndarray[Any, Any]) -> tuple[RuleTree, float, float]:
    """Return the rule that forks bear out, its gain, and the standard error of that.

    `more` has the gains of each choice, as in `worth`, or with those of earlier rounds.
    """
    halves, squares = list(more), worth.squares[1]
    if worth.asked.is_either_or:
        halves, squares = [trees.from_on(half) for half in halves], trees.from_on(squares)
    both = halves[0] + halves[1]
    error = math.sqrt(trees.gained(trees.grow(both, MOST_LEAVES)[-1], squares))
    # The fewest questions that do nearly as well: the last ones fit noise.
    tree, gain = trees.borne_out(halves, MOST_LEAVES, error / 4)
    return RuleTree(worth.asked, tree, both), gain, error


def corrected_by_trees(
    worth: Sequence[ActionValues], usual: Callable[[DecisionTable], Usual | None], part: float
) -> dict[str, tuple[Corrected, Promise]]:
    """Return corrections by trees in which leaving things as they are is a choice too."""
    found = {}
    for one in worth:
        before = usual(one.asked)
        tree = by_tree(one, before, MOST_LEAVES) if before and one.forks.any() else None
        if tree is not None:
            found[one.asked.decision.name] = (tree[0], (tree[1] * part, 0.0))
    return found


def corrected_by_actions(
    worth: Sequence[ActionValues], usual: Callable[[DecisionTable], Usual | None], part: float
) -> dict[str, tuple[Corrected, Promise]]:
    """Return corrections by trees that take an action wherever it is legal.

    An action of two cards, legal at all forks, is not legal with one card in hand.
    """
    found = corrected_by_trees(worth, usual, part)
    return {name: (replace(rule, always=frozenset()), told) for name, (rule, told) in found.items()}


def corrected_by_review(
    rollouts: Rollouts, usual: Callable[[DecisionTable], Usual | None], part: float
) -> list[New]:
    """Return corrections as a review finds them: all together, and each change alone."""
    together, alone = {}, list[New]()
    for one in rollouts.worth:
        name, before = one.asked.decision.name, usual(one.asked)
        review = by_review(one, rollouts.halves, before) if before and one.forks.any() else None
        if review is not None:
            together[name] = (review[0], (review[1] * part, 0.0))
            alone += [{name: (change, (0.0, 0.0))} for change in one_by_one(review[0])]
    return [together, *alone]


def better_weights(
    worth: Sequence[ActionValues], usual: Callable[[DecisionTable], Usual | None], part: float
) -> New:
    """Return the weights with which scores gain something."""
    found = {}
    for one in worth:
        asked = one.asked
        before = None if asked.scores is None else usual(asked)
        if asked.scores is None or before is None or not one.forks.any():
            continue
        first, second = (scores.joined(half) for half in zip(*one.described, strict=True))
        weights, gain, error = scores.learned(first, second, asked.scores.tables)
        if gain > 0:
            scored = Scored(asked, asked.scores, weights, before)
            found[asked.decision.name] = (scored, (gain * part, error * part))
    return found


def within(
    asked: DecisionTable, rules: Rules, start: Callable[[DecisionTable], Usual]
) -> Usual | None:
    """Return the present play at a decision; None if its rules are corrected too often already."""
    rule = rules.get(asked.decision.name)
    if rule is None:
        return start(asked)
    return None if deep(rule) >= DEEPEST else usual_of(rule)


def candidates(rules: Rules, found: Sequence[New]) -> list[Candidate]:
    """Return new rules together, with fewer parts, and one by one.

    Single changes that gain may lose as a habit, and rules that are good alone may not go together:
    play decides.
    """
    listed = []
    for new in found:
        for parts in (None, *PARTS):
            most = max((rule.parts for rule, _ in new.values()), default=0)
            if new and (parts is None or parts < most):
                listed.append(_with(rules, new, parts))
        if len(new) > 1:
            listed += [_with(rules, {name: one}, None) for name, one in new.items()]
    return listed


def _with(rules: Rules, new: New, parts: int | None) -> Candidate:
    shorter = {n: rule if parts is None else rule.with_parts(parts) for n, (rule, _) in new.items()}
    return Candidate({**rules, **shorter}, {name: promise for name, (_, promise) in new.items()})
