"""The house rules of Roll On."""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.options.params import Value, option


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Roll On; `Rules()` is the standard game."""

    sides: int = option(6, "sides of the die", low=2, high=12)
    limit: int = option(40, "points at which a seat has to stop", low=1, high=60)


PRESETS: dict[str, dict[str, Value]] = {"roll-on": {}}
