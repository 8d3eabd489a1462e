"""The state of a hand of Three Ways, what a seat sees of it, and what is recorded."""

from __future__ import annotations

from cardsim.layout import lay_out, outcome_row

SEATS = 2
THROW = 0
"""The one decision."""
WAYS = ("rock", "paper", "scissors")
"""Its actions: each beats the one before it, and the first the last."""
FAIR = 2
"""The coin that lets the throws decide."""
LAYOUT = lay_out(
    shown={"seat": ("u1", "own seat"), "players": ("u1", "seats at the table")},
    own={"thrown": ("u1", "what the seat has thrown")},
    seats=SEATS,
    hidden={"coin": "u1"},
)
OUTCOME = outcome_row("i2", ("your_seat", "your_share"), {"share": SEATS})
SHARES = 2
"""In so many parts a win is split."""
