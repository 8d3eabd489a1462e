"""The state of a hand of Side by Side, what a seat sees of it, and what is recorded."""

from __future__ import annotations

import numpy as np

from cardsim.layout import lay_out, outcome_row

SEATS = 4
HAND, MATCH, SESSION = range(3)
"""What is played, as `start` is told of it."""
SESSION_BOARDS = 4

BID, LAY = range(2)
"""The decisions."""
NOT_YET = -1
"""The bid of a seat that has made none."""

COURT = np.array([13 * suit + rank for suit in range(4) for rank in (0, 10, 11, 12)], np.uint8)
"""The cards of the pack: aces, jacks, queens and kings."""
PACK = len(COURT)
WORTH = np.array([{0: 4, 10: 1, 11: 2, 12: 3}.get(card % 13, 0) for card in range(52)], np.uint8)
"""What a card is worth, by its id: J 1, Q 2, K 3, A 4."""

LAYOUT = lay_out(
    shown={
        "seat": ("u1", "own seat"),
        "unit": ("u1", "what is played: 0 a hand, 1 a match, 2 a session"),
        "board": ("u8", "number of the hand, or of the first hand of a match or session"),
        "deals": ("u4", "hands of the match or session that have been settled"),
        "dealer": ("u1", "seat that deals"),
        "double": ("u1", "what a point counts on this board: 1 or 2"),
        "side_of": (("u1", SEATS), "the side of every seat"),
        "bids": (("i1", SEATS), "the bid of every seat; -1 none yet"),
        "calls": (("u1", SEATS), "the number that every seat has called; 0 none yet"),
        "laid": (("u8", SEATS), "the cards that every seat has laid, as a set of ids"),
        "points": (("i4", SEATS), "points of every side in the hands that have been settled"),
    },
    own={"hand": ("u8", "the cards that the own seat was dealt, as a set of ids")},
    seats=SEATS,
    hidden={"deck": ("u1", PACK), "won": ("i4", SEATS)},
)

OUTCOME = outcome_row(
    "i4",
    ("your_seat", "your_share", "your_net", "hands"),
    {"share": SEATS, "points": SEATS, "made": SEATS, "bid": SEATS, "laid": SEATS},
)
"""A row of outcomes; `share`, `points` and `made` are of each side, `bid` and `laid` of a seat."""
SHARES = 12
"""In so many parts a win is split: at most four sides tie."""
