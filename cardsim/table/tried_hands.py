"""Hands imagined at a decision, played on after several actions, with all that is hidden there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cardsim.engine import look_ahead
from cardsim.engine.beliefs import belief_of
from cardsim.engine.look_ahead import Plan, future_for
from cardsim.engine.table import Table

Array = np.ndarray[Any, Any]


MOST_KEPT = 2000
"""Largest number of imagined hands that are kept, to look for what makes the difference."""


class TriedHands(NamedTuple):
    """Actions in the same imagined hands.

    Attributes:
        values: value of each in steps of the measure's column, more is better; int64, shape
            (actions, worlds).
        outcomes: records of outcomes, shape (actions, worlds).
        hands: the first of the hands as they were imagined, `MOST_KEPT` at most.
        explained: number of others' decisions that were seen, and the largest number of them that
            those who play on take alike.
        seated: player in each seat, as the plan's rows; int64, shape (worlds, players).
    """

    values: Array
    outcomes: Array
    hands: Array
    explained: tuple[int, int]
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

    As `look_ahead.worths`, which keeps no hands: an argument for that in the engine would compile
    every game anew.

    Args:
        table: table at the decision.
        plan: plan of the imagined hands.
        numbers: numbers of the actions among the legal ones.
        worlds: number of hands.
        seed: their seed.
    """
    game, states = table.game, table.states.copy()
    future, memory = future_for(game, plan, table.asks)
    future["seen"], future["key"] = states.ctypes.data, seed
    most = min(2 * worlds, look_ahead.MOST_PARTICLES)
    future["particles"] = max(look_ahead.FEWEST_PARTICLES, most)
    future["moves"] = look_ahead.MANY_MOVES
    enter = look_ahead._entry(game)  # noqa: SLF001
    places = dict(look_ahead._work_dtype(game).fields or {})  # noqa: SLF001
    work = int(future["work"][0]) - memory.ctypes.data

    def part(name: str, form: Any) -> Array:
        at = work + places[name][1]
        return memory[at : at + form.itemsize]

    scored, imagined = part("outcome", game.outcome), part("imagined", game.state)
    belief = part("belief", belief_of(game)).view(belief_of(game))[0]
    values, many = np.zeros((len(numbers), worlds), np.int64), len(numbers)
    # Bytes are copied at once, fields one by one.
    ends = np.zeros((many, worlds, game.outcome.itemsize), np.uint8)
    hands = np.zeros((min(worlds, MOST_KEPT), game.state.itemsize), np.uint8)
    seated = np.zeros((worlds, table.players), np.int64)
    for world in range(worlds):
        for n, number in enumerate(numbers):
            values[n, world] = enter.call(future.ctypes.data, world, number)
            ends[n, world] = scored
        if world < MOST_KEPT:
            hands[world] = imagined
        seated[world] = belief["sitting"][: table.players]
    explained = (0, 0)
    if game.rewind is not None:
        explained = int(belief["seen"]), int(belief["explained"])
    return TriedHands(
        values,
        ends.view(game.outcome).reshape(many, worlds),
        hands.view(game.state).reshape(-1),
        explained,
        seated,
    )
