"""Tables of Chinese Ten at which its house rules and its strategies' parameters matter."""

from typing import Any

RANDOM = {"strategy": "random-legal", "vs": "random-legal"}

RULES: dict[str, dict[str, Any]] = {
    "red_nine": {"values": (9,)},
    "spade_ace_min_players": {"players": 3, "values": (4,)},
    "club_ace_min_players": {"players": 2, "values": (2,)},
    "four_alike_layout": {"n": 500_000},
    "must_capture": RANDOM,
}
"""For each rule that does not matter at the usual table: a table at which it does, and values."""

FUNCTIONS: dict[str, dict[str, Any]] = {}
"""For each decision function: the table at which it is asked, where that is not the usual one."""

PARAMETERS: dict[str, dict[str, Any]] = {}
"""For a parameter that matters at some tables only: such a table."""

ANYTHING: dict[str, Any] = {**RANDOM, "n": 1000}
"""A table that comes to every place in the rules."""

OTHERWISE: dict[str, Any] = {"n": 2000}
"""A table at which every strategy plays otherwise than the default."""
