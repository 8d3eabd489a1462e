"""What a hand of Square 9 is made of: its state, of which the view is a part.

The view holds what everybody sees; what a seat alone sees is the card in its hand. The cards that
lie face down are in `seats[s].grid`, for which the view's dtype has no name.

Cells are numbered 0 1 2 / 3 4 5 / 6 7 8 by rows. A rank is 0 for an ace to 12 for a king, 13 for a
joker. Lines are numbered: rows 012, 345, 678 are 0 to 2, columns 036, 147, 258 are 3 to 5, and
diagonals 048, 246 are 6 and 7.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from cardsim.games.square_nine.rules import MOST_DECKS, MOST_JOKERS

SEATS = 12
CELLS = 9
RANKS = 14
KING, JOKER = 12, 13
HISTORY = 256
"""Turns kept in `history`; turn `t` is entry `t % HISTORY`."""
LANES = 16
"""Bytes that a row of nine cells has room for: a vector. Lane 9 stands for the card in hand."""

EXPOSE, DRAW, PLACE = range(3)
DRAW_STOCK, TAKE_DISCARD = 0, 1
DISCARD_IT = 9

NOBODY = -1
NO_CARD = 255
FACE_DOWN = 255

WHOLE: Final = tuple(math.lcm(*range(1, max(n, 1) + 1)) for n in range(SEATS + 1))
"""Parts of a won hand at a table of so many seats: a share that ties can split."""

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

_Fields = dict[str, tuple[str, tuple[int, ...], str]]

SEAT_FIELDS: Final[_Fields] = {
    "cards": ("u1", (CELLS,), "rank in each cell; 255 face down"),
    "values": ("i1", (CELLS,), "points of the card in each cell; 0 face down"),
    "shown": ("i2", (), "points of the face-up cards, lines of three equal ranks counting 0"),
    "open": ("u2", (), "bit c is set when cell c is open: it may be replaced more than once"),
    "face_down": ("u1", (), "cells that are still face down"),
    "lines": ("u1", (), "bit k is set when line k is face up and counts 0"),
    "score": ("i2", (), "points of the hands before this one"),
}
"""What everybody sees of one seat."""

VIEW_FIELDS: Final[_Fields] = {
    "legal": ("u8", (), "bit a is set when action a is legal"),
    "card": ("u1", (), "place: rank of the card in hand; else 255"),
    "card_value": ("i1", (), "place: its points; else 0"),
    "took_discard": ("b1", (), "place: whether it is the top discard"),
    "top_discard": ("u1", (), "rank on top of the discard pile, or of the one just taken from it"),
    "discard_value": ("i1", (), "its points"),
    "first_down": ("u1", (), "own first face-down cell; 9 none"),
    "worst_cell": (
        "u1",
        (),
        "own face-up cell that may be replaced, the one with most points, ties the first; 9 none",
    ),
    "worst_value": ("i1", (), "its points; -128 none"),
    "seat": ("u1", (), "own seat"),
    "players": ("u1", (), "seats at the table"),
    "closer": ("i1", (), "seat that turned up his last card first, or -1"),
    "line_set": ("u1", (), "bit k is set when line k counts 0 with three equal ranks"),
    "turn": ("u2", (), "turns taken in this hand by anybody"),
    "stock_count": ("u2", (), "cards left in the stock"),
    "line_ranks": ("u1", (), "ranks below this count 0 in a line: 14, or 13 if jokers do not"),
    "any_cell": ("b1", (), "whether every cell may be replaced at any time"),
    "points": ("i1", (RANKS,), "points of each rank"),
    "unseen": ("u1", (RANKS,), "cards of each rank in the stock and face down, together"),
    "reshuffled": ("u2", (), "times the discards were shuffled into a new stock"),
    "first": ("u1", (), "seat that plays first in this hand"),
    "decks": ("u1", (), "packs in play"),
    "holes_left": ("u1", (), "hands still to come after this one"),
    "restocked": ("u1", (RANKS,), "those of them known to be in a reshuffled stock; else 0"),
    "history": (
        "u1",
        (HISTORY, 4),
        (
            "turn t at row t % 256: 0 stock or 1 discard; rank taken; cell it went to, "
            "9 discarded; rank that went on the discard pile. Seats play in order from `first`"
        ),
    ),
}

_HIDDEN_OF_SEAT: Final[dict[str, tuple[str, tuple[int, ...]]]] = {
    "grid": ("u1", (LANES,)),
    "down": ("u2", ()),
    "total": ("i2", ()),
    "open_cell": ("u1", ()),
}
"""`grid` holds the cards face up and face down; bit c of `down` is set when cell c is face down;
`total` is `shown` with no line counting 0."""

_HIDDEN_FIELDS: Final[dict[str, tuple[str, tuple[int, ...]]]] = {
    "deck_end": ("u2", ()),
    "turns_left": ("u2", ()),
    "always": ("u2", ()),
    "ready": ("u1", ()),
    "usual": ("b1", ()),
    "sources": ("u1", ()),
    "last_turns": ("u1", ()),
    "end": ("u1", ()),
    "turn_limit": ("u2", ()),
    "match": ("b1", ()),
    "exposed": ("u1", ()),
    "pack": ("u1", (RANKS,)),
    "deals": ("i4", ()),
    "deck": ("u1", (MOST_DECKS * (52 + MOST_JOKERS) + 8,)),
}
"""`pack` counts the cards of each rank in all decks. `usual`: one open cell, replaced only there.
`always` has the bits of all cells where every cell may be replaced, else none.
`sources` are the legal actions of `draw-source`. `ready` cards of the stock lie drawn in `deck`."""

_ROOM: Final[dict[str, tuple[str, tuple[int, ...]]]] = {
    "cards": ("u1", (LANES,)),
    "values": ("i1", (LANES,)),
}
"""Fields that the state knows with room for a vector."""
_WORDS: Final[dict[str, tuple[str, tuple[int, ...]]]] = {
    "cards": ("u8", (2,)),
    "values": ("u8", (2,)),
    "history": ("u4", (HISTORY,)),
}
"""Fields that are also written as whole words, as `NAME_word`."""
_COLD: Final = ("first", "decks", "holes_left", "any_cell", "restocked", "history")
_COLD_HIDDEN: Final = (
    "end",
    "turn_limit",
    "match",
    "exposed",
    "pack",
    "deals",
    "deck_end",
    "deck",
)
"""Fields behind the seats: what a turn does not touch, or only at one place."""
_ON_A_LINE: Final = ("history", "deck_end")
LINE = 64
"""Bytes of a cache line."""


def _layout(
    shown: dict[str, tuple[Any, tuple[int, ...]]], hidden: dict[str, tuple[Any, tuple[int, ...]]]
) -> tuple[dict[str, tuple[np.dtype[Any], int]], dict[str, tuple[np.dtype[Any], int]], int]:
    """Fields with their places, for who sees all and for who sees what is shown; and the size."""
    full: dict[str, tuple[np.dtype[Any], int]] = {}
    seen: dict[str, tuple[np.dtype[Any], int]] = {}
    end = 0
    for name, form in (shown | hidden).items():
        room = np.dtype(_ROOM.get(name, form))
        words = np.dtype(_WORDS.get(name, room))
        unit = LINE if name in _ON_A_LINE else words.alignment
        start = -(-end // unit) * unit
        full[name] = (room, start)
        if name in _WORDS:
            full[f"{name}_word"] = (words, start)
        if name in shown:
            seen[name] = (np.dtype(form), start)
        end = start + max(room.itemsize, words.itemsize)
    return full, seen, -(-end // LINE) * LINE


def _record(places: dict[str, tuple[np.dtype[Any], int]], size: int) -> np.dtype[np.void]:
    kinds, offsets = zip(*places.values(), strict=True)
    return np.dtype(
        {"names": list(places), "formats": list(kinds), "offsets": list(offsets), "itemsize": size},
        align=True,
    )


def _forms(fields: _Fields) -> dict[str, tuple[Any, tuple[int, ...]]]:
    return {name: (kind, shape) for name, (kind, shape, _) in fields.items()}


def _dtypes() -> tuple[np.dtype[np.void], np.dtype[np.void]]:
    """The dtypes of state and view; a seat fills one cache line."""
    all_of_seat, seen_of_seat, line = _layout(_forms(SEAT_FIELDS), _HIDDEN_OF_SEAT)
    seats = {"seats": (_record(all_of_seat, line), (SEATS,))}
    shown = _forms(VIEW_FIELDS)
    cold = {name: shown.pop(name) for name in _COLD}
    hidden = dict(_HIDDEN_FIELDS)
    cold_hidden = {name: hidden.pop(name) for name in _COLD_HIDDEN}
    full, seen, size = _layout(shown, hidden)
    # What every turn touches is one line, and each seat is another.
    full["seats"] = (np.dtype(seats["seats"]), size)
    seen["seats"] = (np.dtype((_record(seen_of_seat, line), (SEATS,))), size)
    size += SEATS * line
    more, more_seen, rest = _layout(cold, cold_hidden)
    full |= {name: (kind, size + at) for name, (kind, at) in more.items()}
    seen |= {name: (kind, size + at) for name, (kind, at) in more_seen.items()}
    # An odd number of cache lines: states side by side do not compete for the same ones.
    size = ((size + rest) // LINE | 1) * LINE
    return _record(full, size), _record(seen, size)


STATE, VIEW = _dtypes()

_SCALARS = (
    "hero",
    "end",
    "turns",
    "closer",
    "closer_score",
    "hero_closed",
    "hero_score",
    "hero_won",
    "zeroed",
)
OUTCOME = np.dtype(
    [(name, np.int16) for name in _SCALARS]
    + [(name, np.int16, (SEATS,)) for name in ("score", "won", "lines")]
)
"""A row of outcomes, all int16. `won` counts in parts of `WHOLE`; of a match only `hero`,
`hero_score`, `hero_won`, `score` and `won` are written."""
