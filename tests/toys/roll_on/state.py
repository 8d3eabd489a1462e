"""The state of a hand of Roll On, what a seat sees of it, and what is recorded."""

from __future__ import annotations

from cardsim.layout import lay_out, outcome_row

SEATS = 4

PRESS = 0
"""The one decision."""
THROW, STOP = range(2)
"""Its actions."""

LAYOUT = lay_out(
    shown={
        "seat": ("u1", "own seat"),
        "players": ("u1", "seats at the table"),
        "total": ("u1", "points of the own turn so far"),
        "points": (("u1", SEATS), "what the seats have that have stopped, by seat"),
    },
    hidden={},
)

OUTCOME = outcome_row("i2", ("your_seat", "your_share", "your_points"), {"points": SEATS})
"""A row of outcomes; `your_share` is in twelfths of the win, split where several have most."""
SHARES = 12
