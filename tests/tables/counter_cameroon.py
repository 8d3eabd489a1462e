"""Tables of Counter-Cameroon at which its house rules and its strategies' parameters matter."""

from typing import Any

RANDOM = {"strategy": "random-split", "vs": "random-split"}

RULES: dict[str, dict[str, Any]] = {
    "scoring": {"values": ("balanced", "1,2,3,4,5,6,7,8,9,10,11")},
    "marks_to_win": {"values": (1, 3, 9)},
    "double_mark": {"values": (1,)},
    "must_mark": RANDOM,
    "max_turns": {"values": (1, 40)},
}
"""For each rule that does not matter at the usual table: a table at which it does, and values."""

SAME_ANSWER = {"early_stop": "who has more than half of all points has won, and plays on or not"}
"""Rules that change outcomes and not who wins, and why."""

FUNCTIONS: dict[str, dict[str, Any]] = {}
"""For each decision function: the table at which it is asked, where that is not the usual one."""

PARAMETERS: dict[str, dict[str, Any]] = {}
"""For a parameter that matters at some tables only: such a table."""

ANYTHING: dict[str, Any] = {**RANDOM, "n": 500}
"""A table that comes to every place in the rules."""

OTHERWISE: dict[str, Any] = {}
"""A table at which every strategy plays otherwise than the default."""
