"""Forks: hands played on from one of the hero's decisions with every other action.

A hand is played to its end and kept as it was at one of the hero's decisions. Each of his decisions
of the kinds asked about is equally likely. From there the hand is played on with each other action.
The hidden cards, the later chance and the other players stay the same. The gain of an action over
the hero's own is an unbiased sample of its value, with little noise.

Habit never leads to some situations. Where the hero explores he takes any legal action now and then
on the way to the decision. From there on he plays as ever, so that the values are those of his
strategy. Where choices persist, each is taken again wherever it is legal later on: this measures
the value of a habit where a single step gains nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy import uint64

from cardsim.engine.bulk import Ending, SeatedStrategies
from cardsim.engine.hand_loop import (
    DONE,
    FIRST_ROW,
    FULL,
    MOST_ACTIONS,
    ROWS,
    forking_loop,
)
from cardsim.game import Game
from cardsim.kernels.jit import Entry
from cardsim.rng import TOGETHER, WORDS_DTYPE

ROWS_A_HAND = 4
"""Rows of outcomes that memory has room for, for each hand; where that is not enough, fewer hands
are forked in one go."""


@dataclass(frozen=True)
class Looked:
    """The decisions at which hands are forked, and the actions that are tried there.

    Attributes:
        situations: by the number of a decision, a compiled function of the view that gives the
            situation, an int64; hands are not forked at other decisions of the hero.
        experts: of a decision the compiled functions whose choices are tried, each with its packed
            parameters; without any, all legal actions are. They remember nothing.
        lucky: whether one of them wants chance.
        scored: the decisions at which all legal actions are tried, with experts or without.
        shown: the decisions at which the hero's view is kept.
    """

    situations: Mapping[int, Entry]
    experts: Mapping[int, Sequence[tuple[Entry, np.ndarray[Any, Any]]]] = field(
        default_factory=dict
    )
    lucky: bool = False
    scored: frozenset[int] = frozenset()
    shown: frozenset[int] = frozenset()

    @property
    def most_experts(self) -> int:
        """The largest number of experts at one decision."""
        return max(map(len, self.experts.values()), default=0)


@dataclass(frozen=True)
class Forks:
    """Hands that were forked.

    Attributes:
        first: the number of the first hand.
        forks: int64, shape (hands, 5): the columns of `hand_loop`.
        outcomes: of each row, records of the game's outcome; the first row of a fork is the hero's
            own choice, the others follow in the order of the rules, or of the experts.
        actions: int64, shape (rows, 2).
        said: int64, shape (hands, experts): the row, from the fork's first, that each chooses.
        views: records of the game's view: what the hero saw, where it is kept.
    """

    first: int
    forks: np.ndarray[Any, Any]
    outcomes: np.ndarray[Any, Any]
    actions: np.ndarray[Any, Any]
    said: np.ndarray[Any, Any]
    views: np.ndarray[Any, Any]


class ForkMemory:
    """The working memory of one thread.

    Args:
        game: what is played.
        seating: who plays where.
        looked: what is looked at.
        players: seats at the table.
        hands: the most that are forked in one go.
    """

    def __init__(
        self, game: Game, seating: SeatedStrategies, looked: Looked, *, players: int, hands: int
    ) -> None:
        rows = max(ROWS_A_HAND * hands, 2 * MOST_ACTIONS)
        experts = looked.most_experts
        self.hands = hands
        self.states, self.kept_states = np.zeros((2, 1), game.state)
        self.words = np.zeros(TOGETHER, WORDS_DTYPE)
        self.queue = np.arange(TOGETHER, dtype=np.uint32)
        self.scratch = np.zeros((8, TOGETHER), np.uint32)
        self.words_on, self.kept_words, self.drawing = np.zeros((3, 1), WORDS_DTYPE)
        self.chances, self.kept_chances = np.zeros((2, players), WORDS_DTYPE)
        size = seating.memory_size
        self.notes = np.zeros((2, players * size), np.uint8)
        seats = np.arange(players, dtype=np.uint64)
        self.memories = uint64(self.notes.ctypes.data) + seats * uint64(size)
        self.forks = np.zeros((hands, 5), np.int64)
        self.outcomes = np.zeros(rows, game.outcome)
        self.actions = np.zeros((rows, 2), np.int64)
        self.said = np.zeros((hands, experts), np.int64)
        self.candidates = np.zeros((MOST_ACTIONS + experts, 2), np.int64)
        self.views = np.zeros(hands if looked.shown else 0, game.view)


def play_forks(
    game: Game,
    seating: SeatedStrategies,
    looked: Looked,
    memory: ForkMemory,
    *,
    rules: np.ndarray[Any, Any],
    players: int,
    unit: int,
    seed: int,
    first: int,
    count: int,
    stop: np.ndarray[Any, Any],
    explores: bool = False,
    persists: bool = False,
) -> tuple[Ending, Forks]:
    """Fork hands `first .. first + count - 1`, or as many of them as there is room for.

    The result lies in `memory`, and is overwritten when that is used again.

    Args:
        game: what is played.
        seating: who plays where; all of them compiled.
        looked: where to fork, and what to try.
        memory: of this thread.
        rules: packed, one record.
        players: seats at the table.
        unit: 0 for a hand, else `Unit.goes_on`.
        seed: the run's seed.
        first: the number of the first hand.
        count: at most `memory.hands`.
        stop: uint8, shape (1,); set it to 1 in another thread to end early.
        explores: whether the hero takes any legal action now and then until a hand is forked.
        persists: whether each action is taken whenever it is legal from there on, the hero's own
            too, which then has a second row.

    Raises:
        Exception: whatever a strategy's compiled code raised.
    """
    decisions = range(len(game.decisions))
    shape = len(game.decisions), looked.most_experts
    expert_calls, expert_params = np.zeros((2, *shape), np.uint64)
    for decision, known in looked.experts.items():
        expert_calls[decision, : len(known)] = [function.address for function, _ in known]
        expert_params[decision, : len(known)] = [values.ctypes.data for _, values in known]
    situations = [looked.situations[d].address if d in looked.situations else 0 for d in decisions]
    scored, shown = (
        np.array([d in some for d in decisions], np.int64) for some in (looked.scored, looked.shown)
    )
    alone = np.array([d not in looked.experts for d in decisions], np.int64)
    status, at = forking_loop(game).entry.call(
        uint64(seed),
        uint64(first),
        min(count, memory.hands),
        players,
        unit,
        seating.lucky or looked.lucky,
        seating.memory_size > 0,
        seating.company is not None,
        rules,
        seating.seatings(seed, first, min(count, memory.hands)),
        seating.heroes,
        seating.calls,
        seating.params,
        memory.memories,
        seating.sizes,
        stop,
        memory.outcomes,
        memory.states,
        memory.words,
        memory.queue,
        memory.scratch,
        memory.chances,
        memory.words_on,
        memory.kept_states,
        memory.kept_words,
        memory.drawing,
        memory.kept_chances,
        memory.notes,
        memory.forks,
        memory.actions,
        np.array(situations, np.uint64),
        np.array([len(looked.experts.get(d, ())) for d in decisions], np.int64),
        expert_calls,
        expert_params,
        memory.said,
        memory.candidates,
        scored | alone,
        shown,
        memory.views,
        explores,
        int(persists),
    )
    status, at = int(status), int(at)
    if status == FULL:
        status = DONE
    hands = at if status == DONE else 0
    forks = memory.forks[:hands]
    rows = int((forks[:, FIRST_ROW] + forks[:, ROWS])[forks[:, ROWS] > 0].max(initial=0))
    return Ending(status, at), Forks(
        first,
        forks,
        memory.outcomes[:rows],
        memory.actions[:rows],
        memory.said[:hands],
        memory.views[:hands],
    )
