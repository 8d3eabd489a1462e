"""Plays some hands of a run, and some of them again.

What plays in Python may change from one time to the next, and then is not kept: the first hands and
a few that are drawn are noted where they are played, and held against the same hands later.
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
"""So many of the first hands may be played again, and one of each doubling."""
PATIENCE = 0.1
"""Seconds after which no more hands are played again; the first one is in any case."""


def play_hands(setup: Setup, first: int, count: int) -> np.ndarray[Any, Any] | None:
    """The outcomes of some hands, or None if the run was to stop.

    They stay in this thread's working memory until it plays again.

    Raises:
        StrategyError: a strategy took an illegal action, or a hand did not end.
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
    """Note what came of some of the hands that were played, so that they can be compared."""
    if not setup.run.plays_python:
        return
    end = first + len(outcomes)
    begun = range((first + 1).bit_length() - 1, end.bit_length())
    # The first ones, and one of each doubling.
    drawn = [(1 << k) - 1 + crc32(f"{setup.spec.seed} {k}".encode()) % (1 << k) for k in begun]
    for hand in (*range(first, min(end, setup.spec.first + FIRST)), *drawn):
        if first <= hand < end:
            setup.seen.setdefault(hand, _told(outcomes[hand - first]))


def _told(outcome: Any) -> str:
    return repr(outcome.item())


def went_otherwise(setup: Setup, before: dict[int, str]) -> int | None:
    """The first hand that goes otherwise when it is played again; None if none is seen to.

    Args:
        setup: what is played.
        before: what came of hands; the first of them is played in any case, the last ones next.
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
    """What came of a few hands where they were played, or of the first one now."""
    first = setup.spec.first
    if not setup.seen and (told := outcome(setup, first)):
        setup.seen[first] = told
    return setup.seen


def outcome(setup: Setup, hand: int) -> str:
    """What comes of a hand; empty where it was to stop."""
    try:
        played = play_hands(setup, hand, 1)
    except UserError as error:
        return str(error)
    return "" if played is None else _told(played[0])
