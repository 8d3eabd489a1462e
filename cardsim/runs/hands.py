"""Plays hands of a run, and some of them again.

Python code may play differently from one time to the next; such hands are not kept. The first hands
and a few drawn ones are noted where they are played, and compared with the same hands later.
"""

from __future__ import annotations

import time
from typing import Any
from zlib import crc32

import numpy as np

from cardsim.engine import bulk as engine
from cardsim.engine import in_play
from cardsim.engine.deciding import DecisionError
from cardsim.engine.hand_loop import DONE, ENDLESS, STOPPED
from cardsim.errors import UserError
from cardsim.runs.preparation import Setup
from cardsim.runs.replays import blamed, raised, refused

FIRST = 8
"""First hands that may be played again, besides one of each doubling."""
PATIENCE = 0.1
"""Seconds after which no more hands are played again; the first one always is."""


def play_hands(setup: Setup, first: int, count: int) -> np.ndarray[Any, Any] | None:
    """Return the outcomes of some hands, or None if the run was told to stop.

    The array is this thread's working memory, valid until it plays again.
    """
    spec = setup.spec
    memory = setup.memory(count)
    table: dict[str, Any] = {
        "rules": setup.rules,
        "players": spec.players,
        "unit": setup.goes_on,
        "seed": spec.seed,
        "first": first,
        "count": count,
        "stop": setup.stop,
    }
    game, seating = setup.game, setup.seating
    try:
        if seating.deciders:
            outcomes = memory.outcomes
            # A larger table may have left what the seats got that this one lacks.
            outcomes[:count] = np.zeros((), outcomes.dtype)
            ending = in_play.play(game, seating, setup.places(), outcomes=outcomes, **table)
        else:
            ending = engine.play(game, seating, memory, loop=setup.binding.loop, **table)
    except DecisionError as error:
        raise refused(setup, error) from (error.__cause__ or error)
    except Exception as error:
        raise raised(setup, first, count, error) from error
    if ending.status == STOPPED:
        return None
    if ending.status != DONE:
        raise blamed(setup, ending.hand, endless=ending.status == ENDLESS)
    note_hands(setup, first, memory.outcomes[:count])
    return memory.outcomes[:count]


def note_hands(setup: Setup, first: int, outcomes: np.ndarray[Any, Any]) -> None:
    """Note the outcomes of some of the played hands for later comparison."""
    if not setup.run.plays_python:
        return
    end = first + len(outcomes)
    begun = range((first + 1).bit_length() - 1, end.bit_length())
    # Besides the first ones, one of each doubling.
    drawn = [(1 << k) - 1 + crc32(f"{setup.spec.seed} {k}".encode()) % (1 << k) for k in begun]
    for hand in (*range(first, min(end, setup.spec.first + FIRST)), *drawn):
        if first <= hand < end:
            setup.seen.setdefault(hand, _told(outcomes[hand - first]))


def _told(outcome: Any) -> str:
    return repr(outcome.item())


def went_otherwise(setup: Setup, before: dict[int, str]) -> int | None:
    """Return the first hand that goes otherwise when it is played again; None if none does.

    Args:
        setup: the run.
        before: outcomes of hands; the first of them is always played, the last ones next.
    """
    until = time.perf_counter() + PATIENCE
    for hand in sorted(before, key=lambda hand: (hand != min(before), -hand)):
        again = outcome(setup, hand)
        if again and again != before[hand]:
            return hand
        if time.perf_counter() > until:
            break
    return None


def seen_of(setup: Setup) -> dict[int, str]:
    """Return the noted outcomes of a few hands, or that of the first one, played now."""
    first = setup.spec.first
    if not setup.seen and (told := outcome(setup, first)):
        setup.seen[first] = told
    return setup.seen


def outcome(setup: Setup, hand: int) -> str:
    """Return the outcome of a hand as text; empty if told to stop."""
    try:
        played = play_hands(setup, hand, 1)
    except UserError as error:
        return str(error)
    return "" if played is None else _told(played[0])
