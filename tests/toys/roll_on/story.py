"""A traced hand of Roll On as events, for checking, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.game import DEALT, Event, Step

from .state import THROW


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events: (throw, seat, points so far), (stop, seat), (end, seat, points)."""
    del rules
    if step.decision is None:
        points = step.after["points"][: step.after["players"]].tolist()
        ends = [] if step.action == DEALT else enumerate(points)
        return [Event("end", seat, (has,)) for seat, has in ends]
    if step.action != THROW:
        return [Event("stop", step.seat)]
    turn_over = step.after["seat"] != step.seat
    at = step.after["points"][step.seat] if turn_over else step.after["total"]
    return [Event("throw", step.seat, (int(at),))]


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """A hand throw by throw, in words."""
    return [_TOLD[e.kind].format(who[e.seat], *e.values) for s in steps for e in events(s, rules)]


_TOLD = {
    "throw": "{} throws and has {}",
    "stop": "{} stops",
    "end": "{} ends with {}",
}
