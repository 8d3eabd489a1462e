"""Hands imagined at a decision, played on after several actions, with all that is hidden there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cardsim.engine.look_ahead import MANY_MOVES, Plan, worths
from cardsim.engine.table import Table
from cardsim.plain import class_of

Array = np.ndarray[Any, Any]


MOST_KEPT = 2000
"""Largest number of imagined hands that are kept, to look for what makes the difference."""
FEW_MOVES = 4
"""Moves of a particle at most in a game that is a class: a step takes a hundred times as long."""


class TriedHands(NamedTuple):
    """Actions in the same imagined hands.

    Attributes:
        values: value of each in steps of the measure's column, more is better; int64, shape
            (actions, worlds).
        outcomes: records of outcomes, shape (actions, worlds).
        hands: the first of the hands as they were imagined, `MOST_KEPT` at most.
        explained: number of others' decisions that were seen, the largest number of them that those
            who play on take alike, and the effort it took to find the hands, as `worths` counts it;
            int64, shape (3,).
        seated: player in each seat, as the plan's rows; int64, shape (worlds, players).
    """

    values: Array
    outcomes: Array
    hands: Array
    explained: Array
    seated: Array


def joined(parts: Sequence[Array], axis: int = 0) -> Array:
    """Return hands or outcomes one after another, copied by their bytes.

    numpy copies them field by field into a form of its own, which is wrong where fields overlap:
    it may end the process.

    Args:
        parts: arrays of records of one kind, which lie together; at least one.
        axis: where they are put together.
    """
    by_bytes = [part.view(np.uint8).reshape(*part.shape, part.itemsize) for part in parts]
    together = np.ascontiguousarray(np.concatenate(by_bytes, axis=axis))
    records: Array = together.view(parts[0].dtype)[..., 0]
    return records


def tried_hands(
    table: Table, plan: Plan, numbers: Sequence[int], *, worlds: int, seed: int
) -> TriedHands:
    """Imagine hands by one filter, and play each on after each of some actions.

    `numbers` are those of the actions among the legal ones.
    """
    game, many = table.game, len(numbers)
    outcomes = np.zeros((many, worlds), game.outcome)
    hands = np.zeros(min(worlds, MOST_KEPT), game.state)
    explained, seated = np.zeros(3, np.int64), np.zeros((worlds, table.players), np.int64)
    values = worths(
        game,
        plan,
        table.states.copy(),
        table.asks,
        numbers,
        worlds=worlds,
        seed=seed,
        moves=MANY_MOVES if class_of(game) is None else FEW_MOVES,
        outcomes=outcomes,
        explained=explained,
        seated=seated,
        hands=hands,
    )
    return TriedHands(values, outcomes, hands, explained, seated)
