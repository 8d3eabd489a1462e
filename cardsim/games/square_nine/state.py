"""State of a hand of Square 9, of which the view is a part.

The view holds what everybody sees, and the card in the hand of the seat on turn. Cards that lie
face down are in `seats[s].grid`, which the view's dtype does not name.

Cells are numbered 0 1 2 / 3 4 5 / 6 7 8 by rows. A rank is 0 for an ace to 12 for a king, 13 for a
joker. Lines are numbered: rows 012, 345, 678 are 0 to 2, columns 036, 147, 258 are 3 to 5, and
diagonals 048, 246 are 6 and 7.
"""

from __future__ import annotations

import math
from typing import Final

from cardsim.games.square_nine.rules import MOST_DECKS, MOST_JOKERS, Rules
from cardsim.layout import lay_out, outcome_row
from cardsim.options.params import options_of

SEATS = 12
CELLS = 9
RANKS = 14
KING, JOKER = 12, 13
HISTORY = 256
"""Turns kept in `history`; turn `t` is entry `t % HISTORY`."""
LANES = 16
"""Bytes in a row of nine cells: a vector. Lane 9 stands for the card in hand."""

EXPOSE, DRAW, PLACE = range(3)
DRAW_STOCK, TAKE_DISCARD = 0, 1
DISCARD_IT = 9

NOBODY = -1
NO_CARD = 255
FACE_DOWN = 255

WHOLE: Final = tuple(math.lcm(*range(1, max(n, 1) + 1)) for n in range(SEATS + 1))
"""Parts into which a won hand is split, by the number of seats; ties of any size divide it."""

LINES: Final = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)

NOT_OVER, CLOSED, TURN_LIMIT, STOCK_OUT = range(4)
ENDS: Final = ("not-over", "closed", "max-turns", "stock-out")

_SEAT = lay_out(
    shown={
        "cards": (("u1", CELLS), "rank in each cell; 255 face down"),
        "values": (("i1", CELLS), "points of the card in each cell; 0 face down"),
        "shown": ("i2", "points of the face-up cards, lines of three equal ranks counting 0"),
        "open": ("u2", "bit c is set when cell c is open: it may be replaced more than once"),
        "face_down": ("u1", "cells that are still face down"),
        "lines": ("u1", "bit k is set when line k is face up and counts 0"),
        "score": ("i2", "points of the hands before this one"),
    },
    hidden={
        "grid": ("u1", LANES),
        "down": "u2",
        "total": "i2",
        "open_cell": "u1",
    },
    also={
        "cards": ("cards", ("u1", LANES)),
        "values": ("values", ("i1", LANES)),
        "cards_word": ("cards", ("u8", 2)),
        "values_word": ("values", ("u8", 2)),
    },
)
"""Record of one seat, which fills a cache line; the state's cells have room for a vector.

`grid` holds the cards face up and face down; bit c of `down` is set when cell c is face down;
`total` is `shown` with no line counting 0.
"""

_SHOWN_RULES = ("open_cells", "expose_order", "stock_exhausted")
IN_FORCE = {o.name: o.as_field for o in options_of(Rules) if o.name in _SHOWN_RULES}
"""Rules that a view shows unchanged."""

LAYOUT = lay_out(
    shown={
        "legal": ("u8", "bit a is set when action a is legal"),
        "card": ("u1", "place: rank of the card in hand; else 255"),
        "card_value": ("i1", "place: its points; else 0"),
        "took_discard": ("b1", "place: whether it is the top discard"),
        "top_discard": ("u1", "rank on top of the discard pile, or of the one just taken from it"),
        "discard_value": ("i1", "its points"),
        "first_down": ("u1", "own first face-down cell; 9 none"),
        "worst_cell": (
            "u1",
            (
                "own face-up cell that may be replaced, the one with most points, ties the first; "
                "9 none"
            ),
        ),
        "worst_value": ("i1", "its points; -128 none"),
        "seat": ("u1", "own seat"),
        "players": ("u1", "seats at the table"),
        "closer": ("i1", "seat that turned up his last card first, or -1"),
        "line_set": ("u1", "bit k is set when line k counts 0 with three equal ranks"),
        "turn": ("u2", "turns taken in this hand by anybody"),
        "stock_count": ("u2", "cards left in the stock"),
        "line_ranks": ("u1", "ranks below this count 0 in a line: 14, or 13 if jokers do not"),
        "any_cell": ("b1", "whether every cell may be replaced at any time"),
        "points": (("i1", RANKS), "points of each rank"),
        "unseen": (("u1", RANKS), "cards of each rank in the stock and face down, together"),
        "reshuffled": ("u2", "times the discards were shuffled into a new stock"),
        **IN_FORCE,
        "last_turns": ("u1", "turns of others after the close; 0 where it ends the hand"),
        "turn_limit": ("u2", "turns after which a hand is scored as it stands"),
        "pack": (("u1", RANKS), "cards of each rank in all packs"),
        "first": ("u1", "seat that plays first in this hand"),
        "decks": ("u1", "packs in play"),
        "holes_left": ("u1", "hands still to come after this one"),
        "restocked": (("u1", RANKS), "those of them known to be in a reshuffled stock; else 0"),
        "history": (
            ("u1", (HISTORY, 4)),
            (
                "turn t at row t % 256: 0 stock or 1 discard; rank taken; cell it went to, "
                "9 discarded; rank that went on the discard pile. Seats play in order from `first`"
            ),
        ),
    },
    hidden={
        "deck_end": "u2",
        "turns_left": "u2",
        "always": "u2",
        "ready": "u1",
        "usual": "b1",
        "sources": "u1",
        "end": "u1",
        "match": "b1",
        "exposed": "u1",
        "deals": "i4",
        "deck": ("u1", MOST_DECKS * (52 + MOST_JOKERS) + 8),
    },
    records={"seats": (_SEAT, SEATS)},
    also={"history_word": ("history", ("u4", HISTORY))},
    # Fields of every turn share one line, each seat has its own, and the rest comes after them.
    last=(
        *("seats", "first", "decks", "holes_left", "any_cell", "restocked", "history"),
        *("end", "turn_limit", "match", "exposed", "pack", "deals", *IN_FORCE, "deck_end", "deck"),
    ),
    on_a_line=("seats", "history", "deck_end"),
)
"""Hidden fields of a hand.

`pack` counts the cards of each rank in all decks. `usual`: one open cell, replaced only there.
`always` has the bits of all cells where every cell may be replaced, else none. `sources` are the
legal actions of `draw-source`. `ready` cards of the stock lie drawn in `deck`.
"""

OUTCOME = outcome_row(
    "i2",
    (
        "your_seat",
        "end",
        "turns",
        "closer",
        "closer_score",
        "you_closed",
        "your_score",
        "your_share",
        "zeroed",
    ),
    {"score": SEATS, "won": SEATS, "lines": SEATS},
)
"""Row of outcomes, all int16.

`won` counts in parts of `WHOLE`; of a match only `your_seat`, `your_score`, `your_share`, `score`
and `won` are written.
"""
