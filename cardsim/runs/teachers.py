"""Teachers: strategies that look ahead, whose action values `learn` learns from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardsim.engine.forks import Forks
from cardsim.engine.look_ahead import Plan
from cardsim.engine.teaching import taught, teaching
from cardsim.errors import UserError
from cardsim.game import Game
from cardsim.options.params import shown
from cardsim.runs.preparation import Resolved
from cardsim.runs.seating import Who, seated, with_base
from cardsim.runs.travel import Packed, packed
from cardsim.strategy import BASE, Strategy
from cardsim.workspace import checked_values

WORLDS, BELIEVES = "worlds", "believes"
HEARD = {WORLDS, BELIEVES, BASE}
"""Parameters of a teacher that `learn` uses: how many worlds it imagines, how likely they are, and
who plays on in them."""


@dataclass(frozen=True)
class Teacher:
    """A search that gives each action a value.

    Attributes:
        text: the teacher as an option names it.
        base: strategy that plays on in imagined worlds, with its default parameters.
        worlds: number of worlds imagined at a decision.
        weighed: True if worlds are weighted by what the others did.
    """

    text: str
    base: Strategy
    worlds: int
    weighed: bool

    @property
    def key(self) -> tuple[str, int, bool]:
        """A key that tells it from other teachers."""
        return self.base.fingerprint, self.worlds, self.weighed

    def __reduce__(self) -> tuple[Any, ...]:
        base = packed(self.base, self.base.fingerprint)
        return _arrived, (self.text, base, self.worlds, self.weighed)

    def plan(self, run: Resolved) -> Plan:
        """Return the plan for imagined hands at a table, valued by the run's measure."""
        players, unit = run.spec.players, run.unit
        return Plan(
            run.game,
            self.base,
            rules=run.rules,
            players=players,
            unit=unit,
            measure=unit.measures[0],
        )

    def prepare(self, run: Resolved, decisions: Sequence[int]) -> None:
        """Compile the functions that teach, which threads should not do."""
        self.plan(run)
        for number in decisions:
            teaching(run.game, number)

    def values(
        self, run: Resolved, forks: Forks, decisions: Sequence[int], stop: np.ndarray[Any, Any]
    ) -> np.ndarray[Any, Any]:
        """Return the values of rows of forks, int64: the sum over the worlds; more is better.

        Args:
            run: the table, prepared.
            forks: forks with the hero's views.
            decisions: numbers of the decisions asked about.
            stop: uint8, shape (1,); once it is set the result is meaningless.
        """
        plan, values = self.plan(run), np.zeros(len(forks.actions), np.int64)
        plan.stop_with(stop)
        how: dict[str, Any] = {"worlds": self.worlds, "weighed": self.weighed}
        for number in decisions:
            taught(run.game, plan, number, forks, values, seed=run.spec.seed, **how)
        return values


def _arrived(text: str, base: Packed, worlds: int, weighed: bool) -> Teacher:  # noqa: FBT001  as pickle gives them
    return Teacher(text, base.strategy, worlds, weighed)


def teacher_of(game: Game, who: Who) -> Teacher:
    """Return the teacher asked for."""
    chosen = seated(game, who, label="--teacher")
    strategy, given = chosen.strategy, dict(chosen.given)
    values = checked_values(strategy, given, label="--teacher")
    if not strategy.looks_ahead or WORLDS not in values:
        raise UserError(
            f"--teacher must imagine worlds, such as look-ahead:worlds=32, not '{strategy.name}'"
        )
    unheard = [name for name in given if name not in HEARD]
    if unheard:
        raise UserError(f"--teacher {strategy.name}: learning makes no use of {unheard[0]}")
    base = with_base(game, chosen, values).strategy.base
    assert base is not None  # noqa: S101  it looks ahead
    said = ",".join(f"{name}={shown(values[name])}" for name in given)
    text = f"{strategy.name}:{said}" if said else strategy.name
    weighed = values.get(BELIEVES) != "no"
    return Teacher(text, base, int(values[WORLDS]), weighed)
