"""Tables of Casino at which its house rules and its strategies' parameters matter."""

from typing import Any

RANDOM = {"strategy": "random-legal", "vs": "random-legal"}
MATCH = {"unit": "match", "n": 300}

RULES: dict[str, dict[str, Any]] = {
    "partnership": {"players": 4},
    "target": {**MATCH, "values": (1, 11, 50)},
    "cards_points": {"strategy": "greedy-cards"},
    "sweep_points": {"strategy": "greedy-cards", "values": (1, 10)},
    "sweep_on_final_card": {"strategy": "greedy-cards", "n": 20_000, "sweep_points": 1},
    "keep_capturing_card": RANDOM,
    "trail_with_own_build": RANDOM,
    "table_cards_raise": RANDOM,
    "face_capture": {**RANDOM, "n": 20_000},
    "must_capture": RANDOM,
    "action_set": RANDOM,
    "max_hands": {**MATCH, "values": (1, 3)},
}
"""For each rule that does not matter at the usual table: a table at which it does, and values."""

FUNCTIONS: dict[str, dict[str, Any]] = {}
"""For each decision function: the table at which it is asked, where that is not the usual one."""

PARAMETERS: dict[str, dict[str, Any]] = {
    "greedy-value sweep_w": {"sweep_points": 1},
    "trail-safe sweep_w": {"sweep_points": 1},
    "bold-builder sweep_w": {"sweep_points": 1},
    "sweep-watcher sweep_w": {"sweep_points": 1},
    "sweep-watcher leave_w": {"sweep_points": 1},
}
"""For a parameter that matters at some tables only: such a table."""

ANYTHING: dict[str, Any] = {**RANDOM, "n": 1000}
"""A table that comes to every place in the rules."""

OTHERWISE: dict[str, Any] = {"n": 2000}
"""A table at which every strategy plays otherwise than the default."""
