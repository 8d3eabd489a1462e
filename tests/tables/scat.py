"""Tables of Scat at which its house rules and its strategies' parameters matter."""

from typing import Any

MATCH = {"unit": "match", "n": 500, "players": 2}
RANDOM = "random-play:call_prob=0.5"

RULES: dict[str, dict[str, Any]] = {
    "score_mode": MATCH,
    "start_lives": {**MATCH, "values": (1, 4)},
    "charity": MATCH,
    "two_life_overflow": {**MATCH, "strategy": "threshold:knock_threshold=15"},
    "knocker_lowest_penalty": {"values": (1,), "knock_threshold": 15},
    "knocker_tie": {"knock_threshold": 15},
    "three_of_a_kind": {"n": 50_000},
    "grand_cadillac": {"n": 20_000},
    "straight_flush_ace_low": {"straight_flush": "30", "n": 10_000},
    "min_knock_score": {"values": (20, 25), "knock_threshold": 17},
    "first_turn_option": {"strategy": RANDOM, "vs": RANDOM},
    "first_turn_knock": {"knock_threshold": 15},
    "own_discard_after_knock": {"players": 2, "strategy": RANDOM, "vs": RANDOM},
    "undeclared_31": {"miss_31_prob": 1, "n": 50_000},
    "miss_31_prob": {"values": (0.5, 1), "n": 10_000},
    "stock_exhausted": {"players": 14, "knock_threshold": 31, "vs": "threshold:knock_threshold=31"},
    "exhausted_after_knock": {
        "players": 9,
        "knock_threshold": 25,
        "vs": "threshold:knock_threshold=25",
    },
    "tie_break": {"players": 6},
    "points_target": {**MATCH, "score_mode": "points", "values": (5, 50)},
    "bus_extra_levels": {**MATCH, "score_mode": "bus", "values": (1, 3)},
    "max_turns": {"values": (1, 5)},
}
"""For each rule that does not matter at the usual table: a table at which it does, and values."""

FUNCTIONS: dict[str, dict[str, Any]] = {
    "throw_down": {"first_turn_option": "throw-down"},
    "hammer": {"first_turn_option": "hammer"},
    "declare_31": {"n": 10_000},
    "knock_after_draw": {"knock_timing": "after-draw"},
}
"""For each decision function: the table at which it is asked."""

PARAMETERS: dict[str, dict[str, Any]] = {
    **{f"threshold-by-players {f'at_{k}'}": {"players": k} for k in range(2, 7)},
    "threshold-by-players at_7_or_more": {"players": 8},
    **{f"threshold-by-lives {p}": MATCH for p in ("on_county", "at_1", "at_2")},
    **{f"once-beaten {p}": MATCH for p in ("step", "least")},
}
"""For a parameter that matters at some tables only: such a table."""

ANYTHING: dict[str, Any] = {"strategy": RANDOM, "vs": RANDOM, "unit": "match", "n": 100}
"""A table that comes to every place in the rules."""

OTHERWISE: dict[str, Any] = {**MATCH, "n": 1000}
"""A table at which every strategy plays otherwise than the default."""
