"""A traced hand of Three Ways as events, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.game import Event, Step

from .state import WAYS


def narrate(steps: list[Step], rules: Any) -> list[Event]:
    """The events of a hand: (throw, seat, what)."""
    del rules
    return [Event("throw", step.seat, (int(step.action),)) for step in steps[1:-1]]


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """A hand in words."""
    return [f"{who[e.seat]} throws {WAYS[e.values[0]]}" for e in narrate(steps, rules)]


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Nobody holds anything."""
    del states
    return {}
