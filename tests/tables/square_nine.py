"""Tables of Square 9 at which its house rules and its strategies' parameters matter."""

from typing import Any

from cardsim import Strategy


def beside(view: Any) -> int:
    """Open cell 0 where another seat shows a card, else the centre."""
    shown = 0
    for seat in range(view.players):
        shown += 9 - view.seats[seat].face_down
    return 0 if shown > 0 else 4


PROBE = Strategy("square-nine", name="probe", expose=beside)
MATCH = {"unit": "match", "n": 200, "holes": 3}
RANDOM = {"strategy": "random-legal", "vs": "random-legal"}
CROWDED = {"decks": "1", "players": 5, "a": 2, "vs": "random-legal", "n": 500}
"""Seven cards in the stock."""

RULES: dict[str, dict[str, Any]] = {
    "decks": {"n": 500},
    "jokers_per_deck": {"values": (0, 1, 4)},
    "joker_line": {"jokers_per_deck": 4, "decks": "1"},
    "open_cells": {"values": (0, 2, 9)},
    "replace_once": {"strategy": "random-legal"},
    "joker_value": {"values": (-5, 3)},
    "king_value": {"values": (-1, 10)},
    "expose_order": {"strategy": PROBE, "vs": PROBE},
    "stock_exhausted": CROWDED,
    "holes": {**MATCH, "values": (1, 2, 9)},
    "max_turns": {"values": (1, 20)},
}
"""For each rule that does not matter at the usual table: a table at which it does, and values."""

SAME_CHOICES = {"decks": [("auto", "2")]}
"""Choices of a rule that are the same at its table."""

FUNCTIONS: dict[str, dict[str, Any]] = {}
"""For each decision function: the table at which it is asked, where that is not the usual one."""

PARAMETERS: dict[str, dict[str, Any]] = {}
"""For a parameter that matters at some tables only: such a table."""

ANYTHING: dict[str, Any] = {**RANDOM, "n": 500}
"""A table that comes to every place in the rules."""

OTHERWISE: dict[str, Any] = {"n": 1000}
"""A table at which every strategy plays otherwise than the default."""
