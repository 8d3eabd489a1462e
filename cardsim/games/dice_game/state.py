"""State of a game, and its outcome."""

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
"""State of a game.

`seat` rolls next; `holders` seats have units, and `out` units are outside the pot. The last roll
had `thrown` dice with these `faces`; it was `void` if it is to be repeated. `wiped` says whether
some roll would have left no unit. `broke_at` is the turn with which a seat last lost all it had,
and `longest` the most turns in a row after which it held nothing, for periods that have ended.
`deals` is the engine's, for games that have matches.
"""

# Nobody decides, so there is no view to keep apart; everything is open anyway.
LAYOUT = Layout(_STATE, _STATE, {})

OUTCOME = outcome_row("i4", ("turns", "visits", "dice", "winner", "wiped", "zero_run"))
"""Row of outcomes; `zero_run`: the most turns in a row after which the winner held nothing."""
