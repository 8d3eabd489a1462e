"""Tables of Ninety-Nine at which its house rules and its strategies' parameters matter."""

from typing import Any

MATCH = {"unit": "match", "n": 500, "players": 2}
RANDOM = {"strategy": "random-card", "vs": "random-card"}
SHORT_STOCK = {"players": 4, "hand_size": 8, "decks": "1"}

RULES: dict[str, dict[str, Any]] = {
    "decks": {"players": 5, "hand_size": 8},
    "hand_size": {"values": (1, 2, 4, 8)},
    "start_pennies": {**MATCH, "values": (1, 5, 100), "n": 50},
    "card_table": RANDOM,
    "negative_total": {**RANDOM, "n": 10_000},
    "forget_draw_prob": {"values": (0.2, 1, "0,0.2,0")},
    "stock_exhausted": SHORT_STOCK,
}
"""For each rule that does not matter at the usual table: a table at which it does, and values."""

SAME_CHOICES = {"decks": [("auto", "2")]}
"""Choices of a rule that are the same at its table."""

FUNCTIONS: dict[str, dict[str, Any]] = {}
"""For each decision function: the table at which it is asked, where that is not the usual one."""

PARAMETERS: dict[str, dict[str, Any]] = {}
"""For a parameter that matters at some tables only: such a table."""

ANYTHING: dict[str, Any] = {**RANDOM, "unit": "match", "n": 100}
"""A table that comes to every place in the rules."""

OTHERWISE: dict[str, Any] = {**MATCH, "n": 1000}
"""A table at which every strategy plays otherwise than the default."""
