"""The house rules of High Card."""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.options.params import Value, option


@dataclass(frozen=True)
class Rules:
    """The rules of one table of High Card; `Rules()` is the standard game."""

    ace_high: bool = option(False, "the ace beats the king, and does not lose to the two")
    swaps: int = option(1, "how many times a seat may swap its card", low=1, high=3)


PRESETS: dict[str, dict[str, Value]] = {"high-card": {}, "long": {"swaps": 3}}
