"""The state of a hand of Solo, what a seat sees of it, and what is recorded."""

from __future__ import annotations

from cardsim.layout import lay_out, outcome_row

SEATS = 3

PRESS = 0
"""The one decision."""
THROW, STOP = range(2)
"""Its actions."""

LAYOUT = lay_out(
    shown={
        "seat": ("u1", "own seat"),
        "players": ("u1", "seats at the table"),
        "total": ("u1", "points of the own turn so far"),
    },
    hidden={"points": ("u1", SEATS)},
)

OUTCOME = outcome_row("i2", ("your_seat", "your_net"), {"points": SEATS})
"""A row of outcomes; `your_net` is what the bank paid, less the stake."""
