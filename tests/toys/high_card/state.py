"""The state of a hand of High Card, what a seat sees of it, and what is recorded."""

from __future__ import annotations

import numpy as np

from cardsim.layout import lay_out, outcome_row

SEATS = 6

SWAP = 0
"""The one decision."""
KEEP_CARD, SWAP_CARD = range(2)
"""Its actions."""
VALUES = np.array(
    [
        [14 if ace_high and card % 13 == 0 else card % 13 + 1 for card in range(52)]
        for ace_high in (False, True)
    ],
    np.uint8,
)
"""What every card is worth, ace low and ace high."""

LAYOUT = lay_out(
    shown={
        "seat": ("u1", "own seat"),
        "players": ("u1", "seats at the table"),
        "value": ("u1", "what it is worth: the ace 1 or 14, two to ten their pips, J Q K 11 to 13"),
        "swaps_left": ("u1", "how many times the own seat may still swap, this one among them"),
        "stock_count": ("u1", "cards left in the stock"),
        "swapped": (("u1", SEATS), "how many times every seat has swapped"),
    },
    own={"card": ("u1", "own card")},
    seats=SEATS,
    hidden={"deck": ("u1", 52)},
)

OUTCOME = outcome_row(
    "i2", ("your_seat", "your_share"), {"value": SEATS, "share": SEATS, "swapped": SEATS}
)
"""A row of outcomes; `share` is the twelfths of the win, split where several are highest."""
SHARES = 12
"""In so many parts a win is split: at most four cards have one rank."""
