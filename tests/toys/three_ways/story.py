"""A traced hand of Three Ways as events, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.game import Event, Step

from .state import WAYS


def events(step: Step, rules: Any) -> list[Event]:
    """Return the event of a step: (throw, seat, what)."""
    del rules
    return [] if step.decision is None else [Event("throw", step.seat, (int(step.action),))]


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """A hand in words."""
    return [f"{who[e.seat]} throws {WAYS[e.values[0]]}" for s in steps for e in events(s, rules)]


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Nobody holds anything."""
    del states
    return {}
