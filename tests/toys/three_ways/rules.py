"""The house rules of Three Ways."""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.options.params import Value, option


@dataclass(frozen=True)
class Rules:
    """The rules of Three Ways; `Rules()` is the standard game."""

    luck: bool = option(True, "every other hand is decided by a coin")


PRESETS: dict[str, dict[str, Value]] = {"three-ways": {}}
