"""Why one action is better than another: what differs in the hands imagined.

Both actions are taken in the same hands, and `cardsim.table.differences` says what differs there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardsim.engine.look_ahead import Plan
from cardsim.engine.table import Table
from cardsim.game import Action, Unit
from cardsim.runs.preparation import MAX_SEED
from cardsim.table.choice_values import Choice
from cardsim.table.differences import Compared, facts_of, outcome_told, turned_by, turning_told
from cardsim.table.played import Judge, Turn, place_of
from cardsim.table.positions import filters_for, seats_called
from cardsim.table.seat_words import gerund, told
from cardsim.table.tried_hands import joined, tried_hands

WORLDS = 1000
"""Hands in which two actions are compared."""


def why(judge: Judge, table: Table, best: Action, other: Action, number: int) -> str:
    """Return what makes one action better than another, in one or two sentences.

    Empty if nothing surely differs.

    The number of the decision gives a seed.
    """
    run, game = judge.run, judge.run.game
    names = seats_called(game, game.rules(**dict(run.spec.rules)), run.spec.players, table.seat)
    words = [gerund(told(game, table.asks, table.view, action)) for action in (best, other)]
    seed = (run.spec.seed + number) % MAX_SEED
    found = compared(table, judge.plan, run.unit, (best, other), seed=seed)
    parts = [outcome_told(run.unit, found, words)]
    if run.goes_on and not parts[0]:
        alone = judge.alone
        asked = by_itself(table, run.spec.unit)
        of_hand = compared(asked, alone.plan, alone.run.unit, (best, other), seed=seed)
        parts = [outcome_told(alone.run.unit, of_hand, words)]
    turning = turned_by(found, facts_of(game, found.states, table.seat, names))
    if turning is not None:
        parts.append(turning_told(run.unit, turning, words))
    return " ".join(filter(None, parts))


def by_itself(table: Table, unit: str) -> Table:
    """Return a table at the same decision where the hand is all that is played.

    Outcomes of a match tell nothing of one hand. The fields that make a hand one of a match are
    those that differ when play begins.

    Hands of the unit follow each other.
    """
    game, rules, players = table.game, table.house_rules, table.players
    alone = Table(game, rules, players)
    begun = [Table(game, rules, players, unit=one) for one in (unit, None)]
    for one in begun:
        one.states[:] = np.zeros(1, game.state)
        one.start(0, 0)
    whole, hand = (one.states for one in begun)
    alone.states[0], alone.decision = table.states[0], table.decision
    for name in game.state.names or ():
        if whole[name].ndim == 1 and whole[name].tobytes() != hand[name].tobytes():
            alone.states[name] = hand[name]
    return alone


def compared(
    table: Table, plan: Plan, unit: Unit, actions: Sequence[Action], *, seed: int
) -> Compared:
    """Return two actions in the same imagined hands, with all that is hidden there."""
    filters, share = filters_for(table.game, WORLDS)
    numbers = [place_of(table, action) for action in actions]
    parts = [
        tried_hands(table, plan, numbers, worlds=share, seed=(seed + k) % MAX_SEED)
        for k in range(filters)
    ]
    scale = 1.0 if unit.won_by.has_range else unit.column(unit.won_by).scale
    return Compared(
        scale * np.concatenate([part.values for part in parts], axis=1),
        joined([part.outcomes for part in parts], axis=1),
        joined([part.hands for part in parts]),
        share if table.game.rewind is not None else 1,
    )


def why_among(judge: Judge, table: Table, choices: Sequence[Choice], number: int) -> str:
    """Return what makes the best choice better than the best one that surely costs something.

    Empty if none does, or nothing surely differs.
    """
    rest = [choice for choice in choices if not choice.tied]
    if not rest:
        return ""
    other = min(rest, key=lambda choice: choice.cost)
    return why(judge, table, choices[0].action, other.action, number)


def why_not(judge: Judge, turn: Turn, number: int) -> str:
    """Return what makes the best choice better than yours; empty if yours may be as good."""
    table = judge.table_at(turn)
    choices = judge.worth(number, table)
    own = next((choice for choice in choices if choice.action == turn.action), None)
    if own is None or own.tied:
        return ""
    return why(judge, table, choices[0].action, turn.action, number)
