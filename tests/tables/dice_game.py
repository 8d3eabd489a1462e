"""Tables of the Dice Game at which its house rules matter."""

from typing import Any

FEW = {"players": 2, "start_units": 1}

RULES: dict[str, dict[str, Any]] = {
    "start_units": {"values": (1, 5)},
    "max_dice": {"values": (1, 3)},
    "end_condition": {},
    "wipe_out": FEW,
    "resolution": FEW,
    "first_player": {},
}
"""For each rule: the table at which it matters, and for a number the values to try."""

ANYTHING: dict[str, Any] = {}
"""A table that comes to every place in the rules."""
