"""Values of the choices at a decision, in imagined hands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import t as student_t

from cardsim.engine.look_ahead import Plan
from cardsim.engine.table import Table
from cardsim.game import Action, Unit
from cardsim.plain import class_of
from cardsim.runs.preparation import MAX_SEED
from cardsim.statistics.stats import CONFIDENCE, tied_share, wilson, z_value
from cardsim.table.chances import OutcomeChance, chances_of
from cardsim.table.differences import Compared
from cardsim.table.positions import filters_for
from cardsim.table.seat_words import part_of, told
from cardsim.table.tried_hands import MOST_KEPT, joined, tried_hands

FORKS = 20_000
"""Default number of hands played on, whatever is legal."""
FEWEST_USUAL, MOST_USUAL = 400, 4000
EFFORT = 6_000_000
"""Decisions that may be taken again to find all imagined hands of an answer: a second or so."""
OF_CLASS = 100
"""Time of a decision in a game that is a class, in times that of a compiled one."""
TRIAL = 64
"""Hands that are imagined to find out what one costs."""
MOST_TRIED = 500
"""Largest number of actions tried."""
ALL_BETTER = 6
"""Worlds that all speak for one choice by chance less than once in twenty times (the sign test)."""


@dataclass(frozen=True)
class Choice:
    """A legal action, and its value.

    Attributes:
        decision: name of the decision; a later one if no other action lies between.
        action: the action as strategies answer.
        told: the action in words, such as `throw K♣`.
        value: its mean, by the measure that wins the unit.
        low, high: interval of the mean.
        cost, cost_low, cost_high: cost compared with the best; these intervals hold together.
        chances: chances after it that you win, lose, and of other outcomes.
    """

    decision: str
    action: Action
    told: str
    value: float
    low: float
    high: float
    cost: float
    cost_low: float
    cost_high: float
    chances: tuple[OutcomeChance, ...] = ()

    @property
    def tied(self) -> bool:
        """True if it may be as good as the best."""
        return self.cost_low <= 0


def same(choices: Sequence[Choice], one: Choice) -> Choice:
    """Return the choice among several that is this one."""
    return next(c for c in choices if (c.decision, c.action) == (one.decision, one.action))


def most_worlds(table: Table) -> int:
    """Return the largest default number of worlds at a decision.

    A game whose past takes long to play again says how many it affords.
    """
    afforded = getattr(part_of(table.game, "seat"), "most_imagined", None)
    most = MOST_USUAL if afforded is None else int(afforded(table.view))
    return max(FEWEST_USUAL, min(MOST_USUAL, most, FORKS // max(table.count, 1)))


def worlds_for(table: Table, plan: Plan, seed: int) -> int:
    """Return the default number of worlds at a decision: mostly as many as take a second or two.

    What a world costs is counted in a few of them, not timed, so that it is the same everywhere. A
    decision counts one, or as many as the game says (`DECISION_TAKES`).
    """
    most = most_worlds(table)
    if table.game.rewind is None or most == FEWEST_USUAL:
        return most
    _, _, effort = tried_hands(table, plan, [0], worlds=TRIAL, seed=seed).explained.tolist()
    takes = getattr(part_of(table.game, "seat"), "DECISION_TAKES", 1)
    afforded = EFFORT // (takes if class_of(table.game) is None else OF_CLASS)
    return max(FEWEST_USUAL, min(most, afforded * TRIAL // max(int(effort), 1)))


class LegalAction(NamedTuple):
    """A legal action, before its value is known."""

    decision: str
    action: Action
    told: str


class Imagined(NamedTuple):
    """Values of the choices in imagined hands.

    Attributes:
        choices: the choices, the best first.
        effective: number of independent worlds that would tell as much of the best choice.
        explained: number of others' decisions that were seen, and the largest number of them that
            those who play on take alike.
        seated: player in each seat, as the plan's rows; int64, shape (worlds, players).
        worth: value of each choice in each world; float64, shape (choices, worlds).
        batch: number of neighbouring worlds that depend on each other.
        outcomes: records of outcomes of each choice, shape (choices, worlds).
        hands: the first of the imagined hands, at least `MOST_KEPT` if there are as many.
    """

    choices: tuple[Choice, ...]
    effective: float
    explained: tuple[int, int]
    seated: np.ndarray[Any, Any]
    worth: np.ndarray[Any, Any]
    batch: int
    unit: Unit
    outcomes: np.ndarray[Any, Any]
    hands: np.ndarray[Any, Any]

    def led_by(self, best: Choice) -> Imagined:
        """Return the values with another choice first, with which all are compared."""
        ways = [LegalAction(c.decision, c.action, c.told) for c in self.choices]
        at = self.choices.index(best)
        led, effective = choices_by(ways, self.worth, self.unit, batch=self.batch, best=at)
        chances = (same(self.choices, c).chances for c in led)
        told_of = tuple(replace(c, chances=some) for c, some in zip(led, chances, strict=True))
        order = [ways.index(LegalAction(c.decision, c.action, c.told)) for c in led]
        ends = self.outcomes[order]
        return self._replace(
            choices=told_of, effective=effective, worth=self.worth[order], outcomes=ends
        )

    def compared(self, one: Choice, other: Choice) -> Compared:
        """Return two of the choices in the hands that were kept."""
        both, many = [self.choices.index(same(self.choices, c)) for c in (one, other)], self.hands
        return Compared(
            self.worth[both, : len(many)], self.outcomes[both, : len(many)], many, self.batch
        )


def tried(table: Table, plan: Plan, unit: Unit, *, worlds: int, seed: int) -> Imagined:
    """Return the value of each legal action at a decision."""
    return _tried([table], plan, unit, worlds=worlds, seed=seed)


def tried_further(table: Table, plan: Plan, unit: Unit, *, worlds: int, seed: int) -> Imagined:
    """Return as `tried`, looking through an action that only leads to another own decision."""
    leads_on = getattr(part_of(table.game, "seat"), "LEADS_ON", {})
    action = leads_on.get(table.asks.name)
    tables = [table]
    if action is not None and table.allows(action):
        later = copy(table)
        later.states = table.states.copy()
        later.act(action)
        if not later.over and later.seat == table.seat:
            tables.append(later)
    return _tried(tables, plan, unit, worlds=worlds, seed=seed)


def _tried(tables: Sequence[Table], plan: Plan, unit: Unit, *, worlds: int, seed: int) -> Imagined:
    """Return the values of actions at decisions, each of which the one before leads to."""
    filters, share = filters_for(tables[0].game, worlds)
    worlds, explained = filters * share, np.zeros(3, np.int64)
    seated = np.zeros((worlds, tables[0].players), np.int64)
    ways: list[LegalAction] = []
    outcomes: list[np.ndarray[Any, Any]] = []
    values: list[np.ndarray[Any, Any]] = []
    hands = np.zeros(0, tables[0].game.state)
    for n, table in enumerate(tables):
        game, asks = table.game, table.asks
        on = getattr(part_of(game, "seat"), "LEADS_ON", {}).get(asks.name)
        kept = [k for k in range(table.count) if n + 1 == len(tables) or table.nth(k) != on]
        ends = np.zeros((table.count, worlds), game.outcome)
        found = np.zeros((table.count, worlds), np.int64)
        for k in range(filters):
            part = slice(k * share, (k + 1) * share)
            seed_k = (seed + k) % MAX_SEED
            some = tried_hands(table, plan, range(table.count), worlds=share, seed=seed_k)
            found[:, part], ends[:, part], seated[part] = some.values, some.outcomes, some.seated
            explained = np.maximum(explained, some.explained)
            if n == 0 and len(hands) < MOST_KEPT:
                hands = joined([hands, some.hands])
        actions = [table.nth(k) for k in kept]
        ways += [LegalAction(asks.name, a, told(game, asks, table.view, a)) for a in actions]
        values.append(found[kept])
        outcomes.append(ends[kept])
    # A world in which the score lies in the measure's range counts one.
    scale = 1.0 if unit.won_by.has_range else unit.column(unit.won_by).scale
    worth = np.concatenate(values) * scale
    # If the past tells nothing all worlds are drawn independently.
    batch = share if explained[0] > 0 else 1
    choices, effective = choices_by(ways, worth, unit, batch=batch)
    ends = joined(outcomes)
    chances = dict(zip(ways, chances_of(unit, ends, batch=batch), strict=True))
    told_of = tuple(
        replace(c, chances=chances[LegalAction(c.decision, c.action, c.told)]) for c in choices
    )
    seen_and_alike = int(explained[0]), int(explained[1])
    order = [ways.index(LegalAction(c.decision, c.action, c.told)) for c in choices]
    return Imagined(
        told_of, effective, seen_and_alike, seated, worth[order], batch, unit, ends[order], hands
    )


def choices_by(
    ways: Sequence[LegalAction],
    worth: np.ndarray[Any, Any],
    unit: Unit,
    *,
    batch: int,
    best: int | None = None,
) -> tuple[tuple[Choice, ...], float]:
    """Return all choices, the best first, and the effective worlds of the best.

    Args:
        ways: the choices.
        worth: float64, shape (ways, worlds).
        unit: the unit played.
        batch: number of neighbouring worlds that depend on each other, and count as one.
        best: index of the choice that all are compared with; by default that of the highest mean.
    """
    # Values of measures that should be small are negative.
    of_shares = unit.won_by.in_per_cent and not unit.won_by.lower_is_better
    means, worlds = worth.mean(axis=1), worth.shape[1]
    batches = worth.reshape(len(worth), -1, batch).mean(axis=2)
    number = batches.shape[1]
    best = int(means.argmax()) if best is None else best
    freedom = student_t(df=number - 1)
    # The best was chosen among all, so all others are compared with it at once.
    together = float(freedom.ppf(1 - (1 - CONFIDENCE) / 2 / max(len(worth) - 1, 1)))
    alone = float(freedom.ppf((1 + CONFIDENCE) / 2))
    choices, effective = [], float(worlds)
    for n, mean in enumerate(means.tolist()):
        error = float(batches[n].std(ddof=1)) / math.sqrt(number)
        gaps = batches[best] - batches[n]
        cost = float(gaps.mean())
        wide = together * float(gaps.std(ddof=1)) / math.sqrt(number)
        surely = cost - wide
        apart = worth[best] - worth[n]
        if np.count_nonzero(apart) < ALL_BETTER:
            # So few worlds may differ by chance, however alike the batches are.
            surely = min(surely, 0.0)
        elif surely <= 0 and apart.min() >= 0:
            # Never better in any world, and worse in enough of them: it cannot be as good.
            most = float(apart.max())
            surely = most * wilson(float(apart.sum()) / most, worlds)[0]
        low, high = mean - alone * error, mean + alone * error
        # Independent worlds with the same error, but no more than there are.
        enough = worlds
        if error > 0:
            widened = (error * alone / z_value(CONFIDENCE)) ** 2
            enough = min(worlds, max(2, round(float(worth[n].var()) / widened)))
        if of_shares:
            low, high = tied_share(mean, float(worth[n].var()), enough)
        if n == best:
            effective = float(enough)
        choices.append(Choice(*ways[n], mean, low, high, cost, surely, cost + wide))
    ordered = tuple(sorted(choices, key=lambda c: (c is not choices[best], c.cost)))
    return ordered, effective
