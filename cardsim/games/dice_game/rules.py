"""House rules of the Dice Game, and the presets.

`Airport Waiting` is the collection "Fun Games To Make Airport Waiting More Bearable!";
arXiv:2407.05069, by Richeson and Richeson, is on the game that is sold as Left Center Right.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.game import in_turn
from cardsim.options.params import Value, coder, option

START_UNITS = 3
MOST_START_UNITS = 30
"""Limit that keeps every game's dice within its own part of the random stream."""


@dataclass(frozen=True)
class Rules:
    """The rules of one table; `Rules()` is the standard game."""

    start_units: int = option(
        START_UNITS,
        "units of each player at the start",
        low=1,
        high=MOST_START_UNITS,
        source="Airport Waiting",
    )
    max_dice: int | str = option(
        "none",
        "most dice in one roll; 3 as in Left Center Right",
        low=1,
        high=1000,
        word="none",
        source="Airport Waiting; a limit: arXiv:2407.05069",
    )
    end_condition: str = option(
        "one-unit-left",
        "one-unit-left: over when one unit is left outside the pot; "
        "one-holder: over when one player holds all that are left",
        choices=("one-unit-left", "one-holder"),
        source="Airport Waiting; one-holder: arXiv:2407.05069",
    )
    wipe_out: str = option(
        "roller-keeps-one",
        "a roll that would send the last units to the pot together: the roller keeps one and wins; "
        "or nobody wins; or the roll is repeated and not counted",
        choices=("roller-keeps-one", "no-winner", "reroll"),
        source="resolves a gap",
        needs={"end_condition": "one-unit-left", "resolution": "simultaneous"},
    )
    resolution: str = option(
        "simultaneous",
        "all dice of a roll act, or one by one until a single unit is left",
        choices=("simultaneous", "sequential-stop"),
        source="resolves a gap",
        needs={"end_condition": "one-unit-left"},
    )
    first_player: str = option(
        "same",
        "who rolls first: the same player always, or one drawn by lot",
        choices=("same", "random"),
        source="resolves a gap",
    )


@dataclass(frozen=True)
class Display:
    """Options of how results are told; no result depends on them."""

    seconds_per_turn: float = option(
        20.0,
        "seconds that a roll takes at your table, for the time that a game lasts",
        low=0.1,
        high=3600,
    )
    stake: float = option(
        0.0,
        "what a unit is worth in money, such as 1; 0 where you play for nothing",
        low=0,
        high=1_000_000,
        needs={"unit": "game"},
    )


def seat_names(rules: Rules, players: int) -> tuple[str, ...]:
    """Return the players' name for each seat."""
    if rules.first_player == "random":
        return tuple(f"player {number}" for number in range(1, players + 1))
    return in_turn(players, "roll", last="the last to roll")


PRESETS: dict[str, dict[str, Value]] = {
    "seed": {},
    "seed-capped": {"max_dice": 3},
    "lcr": {"max_dice": 3, "end_condition": "one-holder"},
    "lcr-uncapped": {"end_condition": "one-holder"},
}

code = coder(Rules)
