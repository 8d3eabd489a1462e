"""The tracing engine: one hand, step by step, with the state after each.

It is the loop that plays all hands, bound to a log, with the same strategies, so that a traced hand
is the hand that was counted. It also notices a strategy that changes its view.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cardsim.engine import in_play
from cardsim.engine.bulk import Ending, Memory, SeatedStrategies, play
from cardsim.engine.hand_loop import FULL, STEPS_APART, logged_loop
from cardsim.engine.in_play import Places
from cardsim.game import Action, Event, Game, Step

MAX_STEPS = 1 << 16
"""Decisions of one hand or match that are kept."""
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

    @cached_property
    def events(self) -> list[Event]:
        """The steps in the words of the rules.

        Told when asked for and not while the hand is played: what the game's story raises is no
        error of a strategy.
        """
        return self.game.narrate(self.steps, self.rules)


class Recorder:
    """Plays hands, or units that go on, and keeps every step.

    Attributes:
        states: the state after each step.
        steps: int64, shape (steps, 4): decision, seat, action, and its second part where it is
            wide; a step that is no decision has a number below 0 in its place (`hand_loop`).
        kept: how many steps are kept, one number.
        outcomes: the outcome of the last hand.
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
        room: int,
    ) -> None:
        """Nothing is played yet.

        Args:
            game: what is played.
            seating: who plays where.
            rules: packed, one record.
            players: seats at the table.
            unit: what each is: 0 for a hand, else `Unit.goes_on`.
            seed: the run's seed.
            room: for so many steps.
        """
        self.game, self.seating = game, seating
        self.table: dict[str, Any] = {
            "rules": rules,
            "players": players,
            "unit": unit,
            "seed": seed,
            "count": 1,
            "stop": np.zeros(1, np.uint8),
        }
        self.memory = Memory(game, rows=1)
        self.outcomes = self.memory.outcomes
        self.states = np.zeros(room + STEPS_APART, game.state)
        self.steps = np.zeros((len(self.states), 4), np.int64)
        self.kept = np.zeros(1, np.int64)
        self._copy = np.zeros(game.state.itemsize, np.uint8)
        self._places = (
            Places(game, seating, players=players, many=False) if seating.deciders else None
        )

    def record(self, hand: int) -> Ending:
        """Play a hand; its steps go behind those that are kept.

        Raises:
            DecisionError: a strategy in Python gave no action.
            Exception: whatever a strategy's compiled code raised.
        """
        places = self._places
        raw = (self.memory.states[:1] if places is None else places.states).view(np.uint8)
        log = (self.states, self.steps, self.kept, raw, self._copy)
        table = {**self.table, "first": hand, "log": log}
        if places is not None:
            return in_play.play(self.game, self.seating, places, outcomes=self.outcomes, **table)
        loop = logged_loop(self.game).entry
        return play(self.game, self.seating, self.memory, loop=loop, **table)

    def step(self, k: int) -> Step:
        """The step in this place."""
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
    # Strategies in Python are asked once: they may remember what they were asked.
    room = MAX_STEPS if seating.deciders else FIRST_STEPS
    while True:
        recorder = Recorder(game, seating, **table, room=room)
        ending = recorder.record(hand)
        if ending.status != FULL or room >= MAX_STEPS:
            break
        room *= 16
    steps = [recorder.step(k) for k in range(int(recorder.kept[0]))]
    return Trace(game, rules[0], steps, recorder.outcomes[0], ending.status)
