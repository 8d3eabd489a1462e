"""Many hands of any game, as the engine plays them for a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardsim.engine.bulk import Memory, SeatedStrategies, play, seated
from cardsim.engine.hand_loop import DONE
from cardsim.game import Event, Game
from cardsim.kernels.jit import Entry
from cardsim.options.params import Value
from cardsim.runs.preparation import Setup
from cardsim.strategy import Strategy


def seating_of(
    game: Game,
    strategies: Sequence[Strategy],
    rows: Sequence[Sequence[int]],
    heroes: Sequence[int],
    parameters: Mapping[str, Value] | None = None,
) -> SeatedStrategies:
    """Strategies at a table.

    Args:
        game: what they play.
        strategies: each with an answer to every decision.
        rows: for each rotation the number of the strategy in each seat.
        heroes: for each rotation the hero's seat.
        parameters: what the strategies are given; a strategy takes those that it knows.
    """
    given = parameters or {}
    values = [
        s.packed({p.name: given.get(p.name, p.default) for p in s.parameters}) for s in strategies
    ]
    return seated(game, strategies, values, rows, heroes)


def as_triple(event: Event) -> tuple[str, int, int]:
    """An event of a kind that has one number, or none, as the oracles have it: -1 for none."""
    (number,) = event.values or (-1,)
    return event.kind, event.seat, number


def bound_loop(setup: Setup) -> Entry:
    """The loop bound to a setup's table."""
    assert setup.run.bound_loop is not None
    return setup.run.bound_loop.entry


def outcomes_of(
    game: Game,
    seating: SeatedStrategies,
    *,
    rules: np.ndarray[Any, Any],
    players: int,
    seed: int,
    first: int,
    count: int,
    unit: int = 0,
    loop: Entry | None = None,
) -> np.ndarray[Any, Any]:
    """The outcomes of hands `first .. first + count - 1`, or of as many units that go on."""
    memory = Memory(game, rows=count)
    ending = play(
        game,
        seating,
        memory,
        rules=rules,
        players=players,
        unit=unit,
        seed=seed,
        first=first,
        count=count,
        stop=np.zeros(1, np.uint8),
        loop=loop,
    )
    assert ending.status == DONE, ending
    return memory.outcomes[:count]
