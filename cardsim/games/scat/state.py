"""State of a hand of Scat, the view as a part of it, and the decisions.

The view is not a copy: it is the part of the state's memory that the seat to act may see. Public
fields are kept there at all times; `observe` adds what only this seat may see. The view's dtype
does not name the rest.

Hand values are stored in half points (30.5 is possible) and shown as points.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cardsim.games.scat.rules import Rules
from cardsim.layout import LINE, lay_out, outcome_row
from cardsim.options.params import options_of

SEATS = 16
HISTORY = 256
"""Turns kept in `history`; turn `t` is entry `t % HISTORY`."""

THROW_DOWN, HAMMER, KNOCK, DRAW, DISCARD, DECLARE, KNOCK_AFTER_DRAW = range(7)
PASS, CALL = 0, 1
CONTINUE, KNOCKS = 0, 1
LEAVE_DISCARD, TAKE_DISCARD = 0, 1
SILENT, DECLARES = 0, 1

NOBODY = -1
NO_CARD = 255
FROM_STOCK, FROM_DISCARD, KNOCKED, PASSED = 0, 1, 2, 3
"""Second entry of a row of `history`."""

NOT_OVER, DEALT_31, EARLY_31, LATE_31, BY_KNOCK, BY_CALL, STOCK_OUT, STOCK_OUT_LATE, TURN_LIMIT = (
    range(9)
)
ENDS: Final = (
    "not-over",
    "dealt-31",
    "31-before-knock",
    "31-after-knock",
    "knock",
    "called",
    "stock-out",
    "stock-out-after-knock",
    "max-turns",
)

OWN = np.dtype(
    [
        ("words", "u4", (4,)),
        ("light", "i2", (4,)),
        ("hand", "u4"),
        ("lanes", "u4"),
        ("value", "f4"),
        ("turns", "u2"),
        ("spoiled", "u1"),
        ("declared", "u1"),
    ],
    align=True,
)
"""Record of one seat.

`words` holds the points of each card in its suit's byte and `lanes` their sum; `light` the discard
order of each card; `hand` the three card ids, one a byte. `spoiled`: a 31 was not declared;
`declared`: it was.
"""

_UNSEEN_RULES = ("start_lives", "points_target", "bus_extra_levels")
IN_FORCE = {o.name: o.as_field for o in options_of(Rules) if o.name not in _UNSEEN_RULES}
"""Rules that a view shows unchanged."""

LAYOUT = lay_out(
    shown={
        "legal": ("u8", "bit a is set when action a is legal"),
        "value": (
            "f4",
            "points of the own three cards under the house rules; 0 while they are face down",
        ),
        "value_with_discard": (
            "f4",
            "best value of the own hand with the top discard in it; 0 where it may not be taken",
        ),
        "value_without": (
            ("f4", 4),
            "discard, knock_after_draw: value of the hand left without card k of `hand`",
        ),
        "best_discard": (
            "u1",
            (
                "discard: the legal card k that leaves the highest value; knock_after_draw: the "
                "same among those a knock allows; ties: fewest points, lowest card id"
            ),
        ),
        "hand": (("u1", 4), "own card ids; the fourth is the card just drawn"),
        "hand_size": ("u1", "own cards: 0 face down, 3, or 4 before the discard"),
        "took_discard": ("b1", "whether the fourth card was the top discard"),
        "seat": ("u1", "own seat, 0 is the first to play in the first hand"),
        "players": ("u1", "seats at the table"),
        "alive": ("u1", "seats still in the game"),
        "first": ("u1", "seat that played first in this hand"),
        "dealer": ("u1", "seat that dealt"),
        "knocker": ("i1", "seat that has knocked, or -1"),
        "top_discard": ("u1", "card id on top of the discard pile, or the one just taken from it"),
        "discarded_by": ("i1", "seat that put it there, or -1 for the first upcard"),
        "upcard": ("u1", "card id of the first upcard of the hand"),
        "stock_count": ("u1", "cards left in the stock"),
        "turn": ("u2", "turns taken in this hand by anybody"),
        "own_turns": ("u2", "turns this seat has taken in this hand"),
        "own_lives": (
            "i1",
            "own lives: pennies left; 0 is on the county or the last step of the bus",
        ),
        "lives": (("i1", SEATS), "lives of every seat; -1 is out"),
        "points": (("u2", SEATS), "points of every seat (score-mode points)"),
        "kitty": ("i2", "pennies paid so far"),
        "reshuffled": (
            "u2",
            "turn at which the discards were last shuffled into the stock; 0 never",
        ),
        "points_target": ("i4", "points that win the match; 0 where a single hand is played"),
        **IN_FORCE,
        "history": (
            ("u1", (HISTORY, 4)),
            (
                "turn t at row t % 256: seat; 0 stock, 1 discard, 2 knock, 3 pass; card taken, "
                "card discarded (255: none or unseen); a knock after drawing shows in `knocker`"
            ),
        ),
    },
    hidden={
        "decision": "i1",
        "end": "u1",
        "declared": "b1",
        "top_lanes": "u4",
        "match": "b1",
        "deals": "i4",
        "own": (OWN, SEATS),
        "change": ("u1", SEATS),
        "out_hand": ("i4", SEATS),
        "deck": ("u1", 56),
        "deck_start": "u1",
        "deck_end": "u1",
        "pile": ("u1", 52),
        "overlooks": "u2",
        "reshuffles": "u2",
        "replays": "u2",
        "keys": ("i4", SEATS),
    },
    also={"hand_word": ("hand", "u4"), "history_word": ("history", ("u4", HISTORY))},
    # What every decision touches comes first, to share cache lines.
    last=(
        *("lives", "own", "deck", "points", "kitty", "change", "out_hand", "pile", "keys"),
        *("overlooks", "reshuffles", "replays", "deals", "points_target", *IN_FORCE, "history"),
    ),
)

OUTCOME = outcome_row(
    "i2",
    (
        "your_seat",
        "end",
        "turns",
        "knocker",
        "knocker_value",
        "knocker_change",
        "you_knocked",
        "your_change",
        "losers",
        "your_net",
        "high",
        "low",
        "hands",
        "winner",
        "your_place",
    ),
    {"change": SEATS},
    instead={"place": "change"},
    size=LINE,
)
"""Row of outcomes, all int16; hand values are doubled, and `your_net` is multiplied by the others.

`hands`, `winner`, `your_place` and `place` are of a match, the others of a hand.
"""
