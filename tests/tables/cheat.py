"""Tables of Cheat at which its house rules and its strategies' parameters matter."""

from typing import Any

CLASSROOM = {"classroom_trichez": True, "vs": "truth-first", "strategy": "truth-first"}
OFTEN = {"strategy": "truth-first:challenge_prob=0.2", "vs": "truth-first"}
RANDOM = {"strategy": "random-legal", "vs": "random-legal", "max_plays": 100}

RULES: dict[str, dict[str, Any]] = {
    "packs": {"values": (2,)},
    "max_cards": {"values": (1, 2, 3)},
    "after_challenge": {**OFTEN},
    "max_plays": {"values": (1, 10, 40)},
    "phrase_cards": {**CLASSROOM, "values": (0, 20, 64)},
    "cheat_cards": {**CLASSROOM, "values": (0, 20, 40)},
    "tell_rate": {
        **CLASSROOM,
        "strategy": "bayes-challenger",
        "vs": "truth-first",
        "values": (0, 1),
    },
    "false_tell_rate": {
        **CLASSROOM,
        "strategy": "bayes-challenger",
        "vs": "truth-first",
        "values": (0, 1),
    },
}
"""For each rule that does not matter at the usual table: a table at which it does, and values."""

SAME_CHOICES = {"after_challenge": [("auto", "next-in-turn")]}
"""Choices of a rule that are the same at its table."""

FUNCTIONS: dict[str, dict[str, Any]] = {"rank": {"claim_rank": "adjacent"}}
"""For each decision function: the table at which it is asked, where that is not the usual one."""

PARAMETERS: dict[str, dict[str, Any]] = {
    "profiler belief": {"unit": "match"},
    "bluffer doubt_pile": {"unlikely": 0.3, "vs": "over-claimer"},
    "bluffer doubts": {"unlikely": 0.3, "doubt_pile": 6, "vs": "over-claimer"},
}
"""For a parameter that matters at some tables only: such a table."""

ANYTHING: dict[str, Any] = {**RANDOM, "n": 200}
"""A table that comes to every place in the rules."""

OTHERWISE: dict[str, Any] = {"n": 1000}
"""A table at which every strategy plays otherwise than the default."""
