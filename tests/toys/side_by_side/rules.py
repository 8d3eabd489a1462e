"""The house rules of Side by Side."""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.options.params import Value, option


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Side by Side; `Rules()` is the standard game."""

    partnership: bool = option(True, "seats 0 and 2 play together against seats 1 and 3")
    hand_size: int = option(3, "cards of every seat", low=2, high=4)
    bonus: int = option(3, "points for a side that lays as many cards as it bid", low=0, high=9)
    goal: int = option(30, "points that end a match", low=1, high=100, needs={"unit": ("match",)})


PRESETS: dict[str, dict[str, Value]] = {
    "side-by-side": {},
    "cutthroat": {"partnership": False, "bonus": 2},
}
