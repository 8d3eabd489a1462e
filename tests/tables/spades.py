"""Tables of Spades at which its house rules and its strategies' parameters matter."""

from typing import Any

MATCH = {"unit": "match", "n": 200}
RANDOM = {"strategy": "random-legal", "vs": "random-legal"}
BOLD = "fixed-bid:tricks=4"
CAPPED = {**RANDOM, "unit": "match", "n": 300}
"""Matches that hardly anybody wins by points."""

RULES: dict[str, dict[str, Any]] = {
    "target": {**MATCH, "values": (1, 200, 5000)},
    "nil_bonus": {"values": (0, 50)},
    "nil_penalty": {"values": (0, 50)},
    "bag_points": {"values": (0, 10)},
    "bag_limit": {"values": (5, 7, 20)},
    "bag_penalty": {"values": (0, 50)},
    "moon_bonus": {"strategy": "fixed-bid:tricks=13", "n": 200_000, "values": (70,)},
    "first_trick_spades": {**RANDOM},
    "min_team_bid": {"values": (4, 12)},
    "blind_nil": {**CAPPED, "max_hands": 20},
    "loss_limit": {**MATCH, "strategy": BOLD, "vs": BOLD, "values": (-1, -200)},
    "double_nil_allowed": {**RANDOM},
    "max_hands": {**CAPPED, "values": (1, 50)},
}
"""For each rule that does not matter at the usual table: a table at which it does, and values."""

FUNCTIONS: dict[str, dict[str, Any]] = {}
"""For each decision function: the table at which it is asked, where that is not the usual one."""

PARAMETERS: dict[str, dict[str, Any]] = {
    "score-aware-bid behind_boost": MATCH,
    "score-aware-bid behind_by": MATCH,
}
"""For a parameter that matters at some tables only: such a table."""

ANYTHING: dict[str, Any] = {**RANDOM, "n": 500}
"""A table that comes to every place in the rules."""

OTHERWISE: dict[str, Any] = {"n": 1000}
"""A table at which every strategy plays otherwise than the default."""
