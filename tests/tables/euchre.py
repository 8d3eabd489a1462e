"""Tables of Euchre at which its house rules and its strategies' parameters matter."""

from pathlib import Path
from typing import Any

DEALS = Path(__file__).parent.parent / "deals"
MATCH = {"unit": "match", "n": 200}
RANDOM = {"strategy": "random-legal", "vs": "random-legal"}
PASSING = {"strategy": "never-call", "vs": "never-call"}

RULES: dict[str, dict[str, Any]] = {
    "target": {**MATCH, "values": (1, 5, 11, 1000)},
    "stick_the_dealer": PASSING,
    "trump_needed_to_call": {**RANDOM},
    "defend_alone": {**RANDOM},
    "lone_points": {"values": (1, 5)},
    "march_points": {"values": (1, 3)},
    "made_points": {"values": (2, 20)},
    "euchre_points": {"values": (1, 4)},
    "lone_lead": {**RANDOM},
    "max_hands": {**MATCH, "values": (1, 5)},
    "deals": {
        "unit": "hand",
        "n": 16,
        "values": (str(DEALS / "final.egn"), str(DEALS / "league.egn")),
    },
}
"""For each rule that does not matter at the usual table: a table at which it does, and values."""

FUNCTIONS: dict[str, dict[str, Any]] = {
    "farmer": {"farmers_hand": True, "n": 5_000},
    "defend_alone": {**RANDOM, "defend_alone": True},
}
"""For each decision function: the table at which it is asked, where that is not the usual one."""

PARAMETERS: dict[str, dict[str, Any]] = {
    "fine-count own_close": MATCH,
    "fine-count their_close": MATCH,
}
"""For a parameter that matters at some tables only: such a table."""

ANYTHING: dict[str, Any] = {"strategy": "never-call", "vs": "random-legal", "n": 5_000}
"""A table that comes to every place in the rules."""

OTHERWISE: dict[str, Any] = {"n": 5_000}
"""A table at which every strategy plays otherwise than the default."""
