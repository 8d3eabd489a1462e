"""Tables of Bridge at which its house rules and its strategies' parameters matter."""

from pathlib import Path
from typing import Any

RANDOM = {"strategy": "random-legal", "vs": "random-legal"}
CHICAGO = {"unit": "chicago", "n": 300}
RUBBER = {"unit": "rubber", "n": 300}
DEALS = Path(__file__).parent.parent / "deals"
SHY = "random-legal-call:pass_chance=0.95"

RULES: dict[str, dict[str, Any]] = {
    "chicago_style": {**CHICAGO},
    "chicago_vul_23": {**CHICAGO},
    "honors": {**RUBBER},
    "doubles": {**RANDOM},
    "redeal_passed_out": {**CHICAGO},
    "max_redeals": {**CHICAGO, "strategy": SHY, "vs": SHY, "values": (1, 3)},
    "first_dealer": {**CHICAGO, "partner": "pass-always"},
    "max_deals": {**RUBBER, "values": (1, 3)},
    "given": {"values": ("north 15-17 balanced", "ns 25+ with 8 spades")},
    "deals": {"n": 24, "values": (str(DEALS / "club.pbn"), str(DEALS / "trainer.pbn"))},
    "boards": {"unit": "session", "n": 100, "values": (1, 5)},
    "comparison": {**RANDOM, "unit": "match", "n": 100},
}
"""For each rule that does not matter at the usual table: a table at which it does, and values."""

FUNCTIONS: dict[str, dict[str, Any]] = {}
"""For each decision function: the table at which it is asked, where that is not the usual one."""

CALLED = (
    *("open_hcp", "nt_low", "nt_high", "nt_with_five_card_major", "game_hcp", "slam_hcp"),
    *("grand_hcp", "invite_hcp", "penalty_double_hcp", "overcalls", "major_cards", "answer_hcp"),
)
RANGES: dict[str, dict[str, Any]] = {"nt_low": {"nt_high": 37}, "nt_high": {"nt_low": 0}}
"""What one end of a range is tried with."""
PARAMETERS: dict[str, dict[str, Any]] = {
    **{f"tips {name}": RANGES[name] for name in RANGES},
    "standard nt_low": {"nt_high": 22},
    "standard nt_high": {"nt_low": 8},
    "standard negative_to": {"vs": "come-in"},
    **{f"double-dummy {name}": {"cards": 0, **RANGES.get(name, {})} for name in CALLED},
    "double-dummy cards": {"n": 60, "worlds": 2},
    "double-dummy worlds": {"n": 60, "cards": 4},
    "double-dummy aim": {"n": 300, "cards": 5},
}
"""For a parameter that matters at some tables only: such a table."""

ANYTHING: dict[str, Any] = {**RANDOM, "n": 500}
"""A table that comes to every place in the rules."""

OTHERWISE: dict[str, Any] = {"n": 1000}
"""A table at which every strategy plays otherwise than the default."""
