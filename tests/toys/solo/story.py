"""A traced hand of Solo as events, for checking, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.game import DEALT, Event, Step

from .state import THROW


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step: (throw, seat), (stop, seat), (end, seat, points)."""
    del rules
    if step.decision is not None:
        return [Event("throw" if step.action == THROW else "stop", step.seat)]
    points = step.after["points"][: step.after["players"]].tolist()
    ends = [] if step.action == DEALT else enumerate(points)
    return [Event("end", seat, (has,)) for seat, has in ends]


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """A hand throw by throw, in words."""
    return [_TOLD[e.kind].format(who[e.seat], *e.values) for s in steps for e in events(s, rules)]


_TOLD = {"throw": "{} throws", "stop": "{} stops", "end": "{} ends with {}"}
