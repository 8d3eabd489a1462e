"""The tracing engine: one hand, step by step, with the state after each step.

It is the loop that plays all hands, bound to a log, so a traced hand is the hand that was counted.
It also notices a strategy that changes its view.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cardsim.engine import in_play
from cardsim.engine.bulk import Ending, Memory, SeatedStrategies, play
from cardsim.engine.hand_loop import FULL, STEPS_APART, Loop, asking_loop, logged_loop
from cardsim.engine.in_play import Places
from cardsim.errors import one_line
from cardsim.game import Action, Event, Game, Step

MAX_STEPS = 1 << 16
"""The most steps of one hand or match that are kept."""
FIRST_STEPS = 256


@dataclass(frozen=True)
class Trace:
    """One hand, or one match, as it was played.

    Attributes:
        game: what was played.
        rules: packed, the record itself.
        steps: the deal, the decisions and events of chance, and the scoring of each hand, in order.
        outcome: one record of the game's outcome dtype.
        status: DONE, ILLEGAL (the last step names the action), CHANGED (a strategy wrote to its
            view) or FULL.
    """

    game: Game
    rules: Any
    steps: list[Step]
    outcome: Any
    status: int

    def __repr__(self) -> str:
        return one_line(self, f"of {self.game.name}: {len(self.steps)} steps")

    @cached_property
    def events(self) -> list[Event]:
        """The steps in the words of the rules.

        They are told only when asked for, not while the hand is played: an error of the game's
        story is no
        error of a strategy.
        """
        return self.game.narrate(self.steps, self.rules)


def recording_loop(game: Game, seating: SeatedStrategies) -> Loop:
    """Return the loop that keeps every step of hands with this seating."""
    return asking_loop(game, logged=True) if seating.deciders else logged_loop(game)


class Recorder:
    """A player of hands, or of units that go on, that keeps every step.

    Attributes:
        states: the state after each step; before a decision with what the deciding seat saw.
        steps: int64, shape (steps, 4): decision, seat, action, and its second part where it is
            wide; a step that is no decision has a number below 0 in its place (`hand_loop`).
        kept: how many steps are kept, one number.
        outcomes: the outcomes of the hands of the last call.
    """

    def __init__(
        self,
        game: Game,
        seating: SeatedStrategies,
        *,
        rules: np.ndarray[Any, Any],
        players: int,
        unit: int,
        seed: int,
        stop: np.ndarray[Any, Any],
        room: int,
        hands: int = 1,
    ) -> None:
        """Make an empty log.

        Args:
            game: what is played.
            seating: who plays where.
            rules: packed, one record.
            players: seats at the table.
            unit: what each is: 0 for a hand, else `Unit.goes_on`.
            seed: the run's seed.
            stop: uint8, shape (1,); set it to 1 in another thread to end early.
            room: the most steps; memory that is never used costs nothing.
            hands: how many a call plays at the most.
        """
        self.game, self.seating = game, seating
        self.table: dict[str, Any] = {
            "rules": rules,
            "players": players,
            "unit": unit,
            "seed": seed,
            "stop": stop,
        }
        self.memory = Memory(game, rows=hands)
        self.outcomes = self.memory.outcomes
        self.states = np.zeros(room + STEPS_APART, game.state)
        self.steps = np.zeros((len(self.states), 4), np.int64)
        self.kept = np.zeros(1, np.int64)
        self._copy = np.zeros(1, game.state).view(np.uint64)
        self._places = (
            Places(game, seating, players=players, many=False) if seating.deciders else None
        )

    def record(self, first: int, count: int = 1, *, room: int | None = None) -> Ending:
        """Play hands `first .. first + count - 1`, and append their steps to those that are kept.

        If the result is FULL, the hand it names does not fit, and has left some of its steps.

        Args:
            first: the number of the first hand.
            count: how many to play.
            room: the most steps to keep; by default as many as there is room for.

        Raises:
            DecisionError: a strategy in Python gave no action.
            Exception: whatever a strategy's compiled code raised.
        """
        places = self._places
        raw = (self.memory.states[:1] if places is None else places.states).view(np.uint64)
        most = len(self.states) if room is None else room + STEPS_APART
        log = (self.states[:most], self.steps[:most], self.kept, raw, self._copy)
        table = {**self.table, "first": first, "count": count, "log": log}
        if places is not None:
            return in_play.play(self.game, self.seating, places, outcomes=self.outcomes, **table)
        loop = recording_loop(self.game, self.seating).entry
        return play(self.game, self.seating, self.memory, loop=loop, **table)

    def step(self, k: int) -> Step:
        """Return the step in this place."""
        number, seat, *words = (int(x) for x in self.steps[k])
        decision = self.game.decisions[number] if number >= 0 else None
        action: Action = (words[0], words[1]) if decision and decision.wide else words[0]
        taken = number if decision is None else action
        return Step(decision, seat, taken, self.states[max(k - 1, 0)], self.states[k])


def trace(
    game: Game,
    seating: SeatedStrategies,
    *,
    rules: np.ndarray[Any, Any],
    players: int,
    unit: int,
    seed: int,
    hand: int,
) -> Trace:
    """Play one hand, or one match, and keep every step.

    Raises:
        DecisionError: a strategy in Python gave no action.
        Exception: whatever a strategy's compiled code raised.
    """
    table: dict[str, Any] = {"rules": rules, "players": players, "unit": unit, "seed": seed}
    stop = np.zeros(1, np.uint8)
    # Strategies in Python are asked only once: they may remember what they were asked.
    room = MAX_STEPS if seating.deciders else FIRST_STEPS
    while True:
        recorder = Recorder(game, seating, **table, stop=stop, room=room)
        ending = recorder.record(hand)
        if ending.status != FULL or room >= MAX_STEPS:
            break
        room *= 16
    steps = [recorder.step(k) for k in range(int(recorder.kept[0]))]
    return Trace(game, rules[0], steps, recorder.outcomes[0], ending.status)
