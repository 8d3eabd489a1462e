"""The house rules of Solo."""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.options.params import Value, option


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Solo; `Rules()` is the standard game."""

    sides: int = option(6, "sides of the die", low=2, high=12)
    limit: int = option(40, "points at which one has to stop", low=1, high=60)
    stake: int = option(8, "points that a hand costs", low=0, high=60)


PRESETS: dict[str, dict[str, Value]] = {"solo": {}}
