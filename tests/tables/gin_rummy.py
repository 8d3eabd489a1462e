"""Tables of Gin Rummy at which its house rules and its strategies' parameters matter."""

from typing import Any

RANDOM = {"strategy": "random-legal", "vs": "random-legal"}
MATCH = {"unit": "match", "n": 300}
EARLY = {
    "strategy": "take-improve",
    "threshold": 60,
    "vs": "take-improve:threshold=60",
    "knock_limit": 60,
}
"""All knock as soon as they can, with so much that they are undercut."""
STOCK = {"strategy": "stock-knock", "vs": "stock-knock"}

RULES: dict[str, dict[str, Any]] = {
    "hand_size": {"values": (5, 10)},
    "knock_limit": {"values": (0, 5)},
    "gin_bonus": {"values": (0, 100)},
    "big_gin_bonus": {"n": 50_000, "values": ("none", 1, 500)},
    "undercut_bonus": {**EARLY, "values": (0, 100)},
    "undercut_on_tie": EARLY,
    "multi_undercut": EARLY,
    "layoffs": EARLY,
    "stock_floor": {**STOCK, "values": (1, 10)},
    "allow_return_discard": {"vs": "random-legal"},
    "target": {**MATCH, "values": (1, 50, 500)},
    "game_bonus": {**MATCH, "values": (100,)},
    "box_bonus": {**MATCH, "values": (25,)},
    "shutout_doubles": MATCH,
    "knocker_arrangement": {
        **RANDOM,
        "players": 2,
        "hand_size": 14,
        "knock_limit": 100,
        "layoffs": True,
        "n": 20_000,
    },
    "max_turns": {"values": (1, 12)},
    "max_hands": {**MATCH, "values": (1, 3)},
}
"""For each rule that does not matter at the usual table: a table at which it does, and values."""

SAME_ANSWER = {
    "game_bonus": "it is counted when the match is won, and changes by how much",
    "box_bonus": "it is counted when the match is won, and changes by how much",
    "shutout_doubles": "it is counted when the match is won, and changes by how much",
}
"""Rules that change what is counted, and not what a run is about: why."""

FUNCTIONS: dict[str, dict[str, Any]] = {"upcard": {"upcard_offer": True}}
"""For each decision function: the table at which it is asked, where that is not the usual one."""

PARAMETERS: dict[str, dict[str, Any]] = {
    "knock-table own_close": MATCH,
    "knock-table their_close": MATCH,
    "near-target own_few": MATCH,
    "near-target their_few": MATCH,
}
"""For a parameter that matters at some tables only: such a table."""

ANYTHING: dict[str, Any] = {"strategy": "random-legal", "n": 2_000}
"""A table that comes to every place in the rules."""

OTHERWISE: dict[str, Any] = {"n": 5_000}
"""A table at which every strategy plays otherwise than the default."""
