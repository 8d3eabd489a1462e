"""A traced hand of Solo as events, for checking, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.game import Event, Step

from .state import THROW


def narrate(steps: list[Step], rules: Any) -> list[Event]:
    """The events of a hand: (throw, seat), (stop, seat), (end, seat, points)."""
    del rules
    _dealt, *moves, scored = steps
    events = [Event("throw" if s.action == THROW else "stop", s.seat) for s in moves]
    points = scored.after["points"][: scored.after["players"]].tolist()
    return events + [Event("end", seat, (has,)) for seat, has in enumerate(points)]


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """A hand throw by throw, in words."""
    return [_TOLD[e.kind].format(who[e.seat], *e.values) for e in narrate(steps, rules)]


_TOLD = {"throw": "{} throws", "stop": "{} stops", "end": "{} ends with {}"}
