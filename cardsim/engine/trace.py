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
from cardsim.engine.bulk import Memory, SeatedStrategies, play
from cardsim.engine.hand_loop import FULL, STEPS_APART, logged_loop
from cardsim.engine.in_play import Places
from cardsim.errors import one_line
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

    def __repr__(self) -> str:
        return one_line(self, f"of {self.game.name}: {len(self.steps)} steps")

    @cached_property
    def events(self) -> list[Event]:
        """The steps in the words of the rules.

        Told when asked for and not while the hand is played: what the game's story raises is no
        error of a strategy.
        """
        return self.game.narrate(self.steps, self.rules)


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
    # Strategies in Python are asked once: they may remember what they were asked.
    size = MAX_STEPS if seating.deciders else FIRST_STEPS
    while True:
        memory = Memory(game, rows=1)
        states = np.zeros(size + STEPS_APART, game.state)
        log = np.zeros((len(states), 4), np.int64)
        kept = np.zeros(1, np.int64)
        copy = np.zeros(game.state.itemsize, np.uint8)
        table: dict[str, Any] = {
            "rules": rules,
            "players": players,
            "unit": unit,
            "seed": seed,
            "first": hand,
            "count": 1,
            "stop": np.zeros(1, np.uint8),
        }
        if seating.deciders:
            places = Places(game, seating, players=players, many=False)
            kept_here = (states, log, kept, places.states.view(np.uint8), copy)
            ending = in_play.play(
                game, seating, places, outcomes=memory.outcomes, log=kept_here, **table
            )
        else:
            kept_here = (states, log, kept, memory.states[:1].view(np.uint8), copy)
            loop = logged_loop(game).entry
            ending = play(game, seating, memory, loop=loop, log=kept_here, **table)
        if ending.status != FULL or size >= MAX_STEPS:
            break
        size *= 16
    steps = []
    for k in range(int(kept[0])):
        number, seat, *words = (int(x) for x in log[k])
        decision = game.decisions[number] if number >= 0 else None
        action: Action = (words[0], words[1]) if decision and decision.wide else words[0]
        steps.append(
            Step(
                decision,
                seat,
                number if decision is None else action,
                states[max(k - 1, 0)],
                states[k],
            )
        )
    return Trace(game, rules[0], steps, memory.outcomes[0], ending.status)
