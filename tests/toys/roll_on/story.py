"""A traced hand of Roll On as events, for checking, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.game import Event, Step

from .state import THROW


def narrate(steps: list[Step], rules: Any) -> list[Event]:
    """The events of a hand: (throw, seat, points so far), (stop, seat), (end, seat, points)."""
    del rules
    _dealt, *moves, scored = steps
    events = []
    for step in moves:
        if step.action == THROW:
            turn_over = step.after["seat"] != step.seat
            at = step.after["points"][step.seat] if turn_over else step.after["total"]
            events.append(Event("throw", step.seat, (int(at),)))
        else:
            events.append(Event("stop", step.seat, ()))
    points = scored.after["points"][: scored.after["players"]].tolist()
    return events + [Event("end", seat, (has,)) for seat, has in enumerate(points)]


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """A hand throw by throw, in words."""
    return [_TOLD[e.kind].format(who[e.seat], *e.values) for e in narrate(steps, rules)]


_TOLD = {
    "throw": "{} throws and has {}",
    "stop": "{} stops",
    "end": "{} ends with {}",
}
