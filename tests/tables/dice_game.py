"""Tables of the Dice Game at which its house rules matter."""

from typing import Any

FEW = {"players": 2, "start_units": 1}

RULES: dict[str, dict[str, Any]] = {
    "start_units": {"values": (1, 5)},
    "max_dice": {"values": (1, 3)},
    "wipe_out": FEW,
    "resolution": FEW,
}
"""For each rule that does not matter at the usual table: a table at which it does, and values."""

SAME_ANSWER = {
    "wipe_out=no-winner": "the roll that would leave no unit is the last one in either case",
    "resolution=sequential-stop": "the last roll is the same, and only who is left differs",
    "first_player": "a game is as long whoever begins it",
}
"""Rules that change outcomes and not how long a game lasts, and why."""

ANYTHING: dict[str, Any] = {}
"""A table that comes to every place in the rules."""
