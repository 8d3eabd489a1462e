"""Whether what plays in Python is a function of what it is told: only then is it kept.

**What is not known to be a function of its named inputs is not kept.** A strategy in Python, or a
game, is known by what its code uses (`cardsim.compile.fingerprint`), or because it says with
`depends_on` what it depends on. It must not change while it plays. And some hands are played again:
the first, and a few that are drawn.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import numpy as np

from cardsim.compile.fingerprint import Content, content, told_inputs
from cardsim.errors import UserError
from cardsim.plain import class_of
from cardsim.runs.preparation import Resolved, Setup
from cardsim.strategy import COMPILED

FIRST = 8
"""So many of the first hands may be played again, and one of each doubling."""
PATIENCE = 0.1
"""Seconds after which no more hands are played again; the first one is in any case."""


def who_plays(run: Resolved) -> str:
    """What of a run is in Python, in words."""
    kind = class_of(run.game)
    names = [] if kind is None else [f"the game '{run.game.name}'"]
    names += [f"strategy '{run.game.name}/{name}'" for name in run.in_python]
    return " or ".join(names)


def contents(run: Resolved) -> Iterator[tuple[str, bool, Content]]:
    """What of a run is in Python: in words, whether it says what it depends on, and its content."""
    kind = class_of(run.game)
    if kind is not None:
        declared = kind.depends_on is not None
        yield f"the game '{run.game.name}'", declared, content(kind, declared=declared)
    for strategy in dict.fromkeys(s for s in run.strategies if s.in_python):
        for name, held in strategy.contents().items():
            if strategy.ways[name] != COMPILED:
                who = f"strategy '{run.game.name}/{strategy.name}'"
                yield who, strategy.depends_on is not None, held


def known(run: Resolved) -> tuple[str, frozenset[str]]:
    """What the hands of a run depend on in Python, in words, and modules of the package."""
    said, modules = [_settings()], set[str]()
    for who, declared, held in contents(run):
        if held.unknown and not declared:
            raise UserError(
                f"{who} uses {held.unknown}, which may tell something else the next time; "
                "depends_on=[...] says what it depends on besides what it is told"
            )
        said += [] if declared else [held.digest]
        modules |= held.modules
    kind = class_of(run.game)
    if kind is not None and kind.depends_on is not None:
        said.append(told_inputs(kind.depends_on))
    return repr(said), frozenset(modules)


def _settings() -> str:
    """What a program may have set that no function is told."""
    printing = sorted(np.get_printoptions().items())
    return repr((printing, np.geterr(), sys.get_int_max_str_digits()))


# ---------------------------------------------------------------- played again


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
    # It keeps what it plays, as this module says.
    from cardsim.runs.run import play_hands

    try:
        played = play_hands(setup, hand, 1)
    except UserError as error:
        return str(error)
    return "" if played is None else _told(played[0])
