"""Plays hands with strategies in Python: the loop pauses where one of them must decide.

If all of these strategies are vectorised, many hands are in play at once. One call then decides all
hands that wait for the same decision of the same strategy. If one of them is plain, hands are
played one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy import uint64

from cardsim.engine.bulk import Ending, SeatedStrategies
from cardsim.engine.deciding import Decider, DecisionError, Waiting
from cardsim.engine.hand_loop import DONE, NEXT_HAND, REFUSED, STOPPED, asking_loop
from cardsim.game import Action, Game, Step
from cardsim.rng import WORDS_DTYPE

AT_ONCE = 1 << 12
"""Hands in play at once. More are beyond the reach of the processor's cache (Scat, all in numpy:
600,000 hands a second with 2,048 and with 4,096, 330,000 with 8,192), and fewer need more calls,
which cost a model its time."""

MOST_ASKS = 1 << 16
"""Decisions of strategies in Python after which a hand or match is called endless."""


class Places:
    """Places at which hands are in play: the working memory of one thread.

    Args:
        game: what is played.
        seating: who plays where. Another one may use the places later, if it has as many decision
            functions in Python and no more to remember.
        players: seats at the table.
        many: whether many hands are in play at once.
    """

    def __init__(self, game: Game, seating: SeatedStrategies, *, players: int, many: bool) -> None:
        n, askers = AT_ONCE if many else 1, len(seating.deciders)
        self.states = np.zeros(n, game.state)
        self.words = np.zeros(n, WORDS_DTYPE)
        self.chances = np.zeros((n, players), WORDS_DTYPE)
        self.notes = np.zeros((n * players, seating.memory_size), np.uint8)
        start, step = self.notes.ctypes.data, self.notes.strides[0]
        seats = np.arange(n * players, dtype=np.uint64).reshape(n, players)
        self.memories = seats * uint64(step) + uint64(start)
        self.begun = np.zeros(1, np.int64)
        self.rows, self.following, self.asked = np.zeros((3, n), np.int64)
        self.active, self.answers = np.zeros(n, np.int64), np.zeros((n, 2), np.int64)
        self.views = np.zeros((askers, n), game.view)
        self.waiting = np.zeros((askers, n), np.int64)
        self.counts = np.zeros(askers, np.int64)

    def clear(self, count: int) -> int:
        """Prepare for so many hands, and return how many of them are in play at first."""
        n = min(count, len(self.states))
        self.begun[0] = 0
        self.rows[:] = -1
        self.following[:] = NEXT_HAND
        self.active[:n] = np.arange(n)
        return n


def play(
    game: Game,
    seating: SeatedStrategies,
    places: Places,
    *,
    rules: np.ndarray[Any, Any],
    players: int,
    unit: int,
    seed: int,
    first: int,
    count: int,
    stop: np.ndarray[Any, Any],
    outcomes: np.ndarray[Any, Any],
    log: Sequence[np.ndarray[Any, Any]] = (),
) -> Ending:
    """Play hands `first .. first + count - 1`, as `bulk.play` does.

    Args:
        game: what is played.
        seating: who plays where; some of them in Python.
        places: the working memory of this thread.
        rules: packed, one record.
        players: seats at the table.
        unit: what each is: 0 for a hand, else `Unit.goes_on`.
        seed: the run's seed.
        first: the number of the first hand, or match.
        count: how many to play.
        stop: uint8, shape (1,); it is looked at before each decision.
        outcomes: what becomes of the hands, of at least as many.
        log: what the logged loop takes besides.

    Raises:
        DecisionError: a strategy in Python gave no action, or an illegal one.
        Exception: whatever a strategy's compiled code raised.
    """
    advance = asking_loop(game, logged=bool(log)).entry.call
    goes_on = places.clear(count)
    table = seating.seatings(seed, first, count)
    for plan in seating.plans:
        plan.stop_with(stop)
    while True:
        status, at = advance(
            uint64(seed),
            uint64(first),
            count,
            players,
            unit,
            seating.lucky,
            seating.memory_size > 0,
            seating.company is not None,
            rules,
            table,
            seating.heroes,
            seating.calls,
            seating.params,
            places.memories,
            seating.sizes,
            stop,
            outcomes,
            places.states,
            places.words,
            places.chances,
            places.begun,
            places.rows,
            places.following,
            places.asked,
            seating.askers,
            places.views,
            places.waiting,
            places.counts,
            places.active,
            places.answers,
            goes_on,
            MOST_ASKS,
            *log,
        )
        if status == REFUSED:
            raise _refused(game, seating, places, int(at), seed)
        if status != DONE:
            return Ending(int(status), int(places.words["hand"][places.active[at]]))
        goes_on = _answered(seating.deciders, places, stop)
        if goes_on < 0:
            return Ending(STOPPED, first)
        if goes_on == 0:
            return Ending(DONE, 0)


def _answered(deciders: Sequence[Decider], places: Places, stop: np.ndarray[Any, Any]) -> int:
    """Ask all that are to decide; return the number of hands answered, -1 if told to stop."""
    answered = 0
    for number in places.counts.nonzero()[0]:
        n = int(places.counts[number])
        hands = places.waiting[number, :n]
        if stop[0] != 0:
            return -1
        waiting = Waiting(places.states, places.chances, hands)
        try:
            answers = deciders[int(number)].answers(places.views[number, :n], waiting)
        except DecisionError as error:
            error.hand = int(places.words["hand"][hands[0]])
            raise
        places.answers[answered : answered + n] = answers
        places.active[answered : answered + n] = hands
        answered += n
    return answered


def _refused(
    game: Game, seating: SeatedStrategies, places: Places, at: int, seed: int
) -> DecisionError:
    """Return the error of an illegal action, that of the active place `at`."""
    place = places.active[at]
    state, hand = places.states[place], int(places.words["hand"][place])
    number, seat = int(places.following[place]), int(state["seat"])
    decision, words = game.decisions[number], places.answers[at].tolist()
    action: Action = tuple(words) if decision.wide else words[0]
    who = seating.at(seed, np.array([hand]))[0, seat]
    asker = seating.askers[who * len(game.decisions) + number]
    error = DecisionError(seating.deciders[asker], "took an action that is not legal")
    error.hand = hand
    error.step = Step(decision, seat, action, state, state.copy())
    return error
