"""State of a hand of Gin Rummy, a seat's view of it, and the outcome.

Sets of tiles are masks (`cardsim.kernels.card_bits`).
"""

from __future__ import annotations

from cardsim.cards import PACK
from cardsim.games.gin_rummy.rules import MOST_HELD, Rules
from cardsim.layout import lay_out, outcome_row
from cardsim.options.params import options_of

SEATS = 4
MOST_MELDS = MOST_HELD // 3
"""Most melds of a hand."""
NOBODY = -1
NO_TILE = 255

HISTORY, TOOK = 64, 64
"""Tiles in `history`, and the flag added to a tile whose thrower had drawn from the row."""

UPCARD, DRAW, FINISH, MELDS = range(4)
"""Decisions."""
PASS, TAKE = range(2)
"""Answers to the upcard."""
FROM_STOCK, FROM_ROW = range(2)
"""Sources of a draw."""
NOT_DRAWN, DREW_STOCK, DREW_ROW = range(3)
"""Sources of this turn's tile, as views show them."""
_UNSEEN_RULES = ("target", "big_gin_bonus")
IN_FORCE = {o.name: o.as_field for o in options_of(Rules) if o.name not in _UNSEEN_RULES}
"""Rules that a view shows unchanged."""

LAYOUT = lay_out(
    shown={
        "unseen": ("u8", "tiles that are not in the own hand and were never in the row, as a set"),
        "taken": (
            ("u8", SEATS),
            "tiles that every seat took from the row and surely holds, as sets",
        ),
        "thrown": (("u8", SEATS), "all tiles that every seat has thrown in this hand, as sets"),
        "refused": (
            ("u8", SEATS),
            "all newest tiles of the row that every seat might have taken and did not, as sets",
        ),
        "seat": ("u1", "own seat"),
        "players": ("u1", "seats at the table"),
        "dealer": ("u1", "seat that deals; the one on its left is first"),
        "tiles": ("u1", "how many tiles are in the own hand"),
        "hand_sizes": (("u1", SEATS), "tiles in the hand of every seat"),
        "own_deadwood": (
            "u1",
            "the least deadwood of the own hand as it is; at `finish` 0 only with big gin",
        ),
        "spare": (
            "u1",
            "at `finish`: the tile to throw so that least is left, of equals the dearest; else 255",
        ),
        "spare_left": ("u1", "at `finish`: the deadwood that is left without it; else 0"),
        "stock_size": ("u1", "tiles in the stock"),
        "row_size": ("u1", "tiles in the row"),
        "newest": ("u1", "the newest tile of the row; 255 where it is empty"),
        "may_take": ("u1", "at `draw`: whether the newest tile may be taken; else 0"),
        "drew_from": (
            "u1",
            "at `finish`: 1 where the tile was drawn from the stock, 2 from the row; else 0",
        ),
        "banned": (
            "i1",
            "at `finish`: the tile that may not be thrown, as just taken; -1 for none",
        ),
        "big_gin": ("u1", "at `finish`: whether the hand may be ended with big gin; else 0"),
        "turn_no": ("i2", "turns that are over in this hand"),
        "arrangements": ("i4", "at `knocker-melds`: in how many ways the melds can lie; else 0"),
        "scores": (("i4", SEATS), "points of every seat before this hand"),
        "hands_won": (("i2", SEATS), "hands of the match that every seat has won"),
        "target": ("i4", "points that win the match; 0 where a single hand is played"),
        "deals": ("u4", "hands of the match that have been settled"),
        "voids": ("u4", "how many of them were void"),
        "big_gin_bonus": ("i4", "house rule: points for big gin; 0 where there is none"),
        **IN_FORCE,
        "history": (
            ("u1", HISTORY),
            (
                "the upcard, then the tile thrown in each turn, and 64 more where its seat had "
                "taken one from the row; 255 behind the last, and what comes later is not there"
            ),
        ),
        "discards": (("u1", PACK), "the tiles of the row from the oldest; 255 behind the newest"),
    },
    own={"hand": ("u8", "own tiles, as a set of ids")},
    seats=SEATS,
    hidden={
        "faced": "u8",
        "deadwood_of": ("i4", SEATS),
        "left": ("i4", SEATS),
        "points": ("i4", SEATS),
        "asked": "i1",
        "passed": "u1",
        "knocker": "i1",
        "big": "u1",
        "chosen": "i4",
        "end": "u1",
        "under": "u1",
        "melds": ("u8", MOST_MELDS),
        "deck": ("u1", PACK),
    },
    last=("deck",),
)
"""Hidden fields of a hand.

`faced` is all tiles that have been in the row. `deadwood_of` is each seat's deadwood after its last
throw. `passed` counts passes at the upcard, `chosen` is the knocker's choice of melds, -1 where he
has none. Once a hand is scored, `left` is the deadwood of each seat after layoffs, `melds` are
those on which tiles were laid off, `points` those of each seat, and `end` how it ended; bit `s` of
`under` is set where seat `s` has undercut.
"""

VOID, KNOCKED, GIN, BIG_GIN, UNDERCUT = range(5)
ENDS = ("void", "knock", "gin", "big gin", "undercut")
"""Ways in which a hand ends."""
YOUR_ENDS = (
    "void",
    "you knocked and won",
    "you had gin",
    "you had big gin",
    "you were undercut",
    "another knocked and won",
    "another had gin",
    "another had big gin",
    "you undercut another",
    "another was undercut, not by you",
)
"""Ways in which a hand ends for the hero."""
BY_OTHERS = 4
"""Offset in `YOUR_ENDS` where another seat did it."""

OUTCOME = outcome_row(
    "i4",
    (
        *("your_seat", "your_net", "your_points", "your_end", "end", "turns", "knocker"),
        *("knocked_with", "your_win", "winner", "hands", "voids"),
    ),
    {"points": SEATS, "deadwood": SEATS, "final": SEATS, "won": SEATS},
)
"""Row of outcomes.

A match has `your_seat`, `your_net`, `your_win`, `winner`, `hands`, `voids`, `final` and `won`; a
hand has all others. `your_net` is the hero's lead over each other seat, added up; `deadwood` is
each seat's deadwood at the end.
"""
