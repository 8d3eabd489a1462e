"""What a game is made of: its state, and what is recorded of it."""

from __future__ import annotations

import numpy as np

from cardsim.games.dice_game.rules import MOST_START_UNITS
from cardsim.layout import Layout, outcome_row

SEATS = 16
NOBODY = -1
MOST_DICE = SEATS * MOST_START_UNITS
"""Most dice of one roll: all units of the table in one hand."""

_STATE = np.dtype(
    [
        ("seat", "u1"),
        ("players", "u1"),
        ("first", "u1"),
        ("winner", "i1"),
        ("wiped", "u1"),
        ("void", "u1"),
        ("holders", "u1"),
        ("thrown", "u2"),
        ("out", "u2"),
        ("pot", "u2"),
        ("turns", "i4"),
        ("visits", "i4"),
        ("dice", "i4"),
        ("deals", "i4"),
        ("units", "u2", (SEATS,)),
        ("broke_at", "i4", (SEATS,)),
        ("longest", "i4", (SEATS,)),
        ("faces", "u1", (MOST_DICE,)),
    ],
    align=True,
)
"""`seat` rolls next; `holders` seats have units, and `out` units are outside the pot. The last roll
had `thrown` dice with these `faces`; it was `void` if it is to be repeated. `wiped`: some roll
would have left no unit. `broke_at` is the turn with which a seat last lost all it had, and
`longest` the most turns in a row after which it held nothing, as far as that time is over. `deals`
is the engine's, for games that have matches.
"""

# Nobody decides, so nobody looks; all of it is open anyway.
LAYOUT = Layout(_STATE, _STATE, {})

OUTCOME = outcome_row("i4", ("turns", "visits", "dice", "winner", "wiped", "zero_run"))
"""A row of outcomes; `zero_run`: the most turns in a row after which the winner held nothing."""
