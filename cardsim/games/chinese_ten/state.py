"""State of a hand of Chinese Ten, a seat's view of it, and the outcome.

Sets of cards are masks (`cardsim.kernels.card_bits`). The cards in all hands are also kept in rows
of bytes (`cardsim.games.chinese_ten.simd`), seat by seat, each hand in the order it was dealt.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cardsim.games.chinese_ten.rules import Rules
from cardsim.layout import lay_out, outcome_row
from cardsim.options.params import options_of

SEATS = 4
TURNS = 24
LAID_OUT = 24
"""Place in the deck of the first of the four cards of the layout."""
STOCK = 28
"""Place in the deck of the first card that is flipped."""
MOST_HELD = 12
REDEALS = 8
"""Recorded layouts that went back into the deck; more do not occur."""

PLAY, CAPTURE, FLIP_CAPTURE = range(3)
TAKE_THREE, TRAIL = 52, 53
"""Actions of `choose-capture` that are no card."""
NO_CARD = 255
NO_RANK = -1

USUAL, TRIPLE, FOUR_ALIKE = range(3)
LAYOUTS: Final = ("usual", "triple", "four-alike")

_SELF_RANKS = (4, 9, 10, 11, 12)
SELF_RANK = tuple(rank in _SELF_RANKS for rank in range(13))
"""Ranks that pair with themselves: 5 T J Q K."""
PARTNER_RANK = np.array([rank if rank in _SELF_RANKS else 8 - rank for rank in range(13)], np.uint8)
"""The rank that each rank captures."""
RANK = np.array([card % 13 for card in range(52)], np.uint8)
PARTNERS = np.array(
    [
        sum(1 << 13 * suit + int(PARTNER_RANK[card % 13]) for suit in range(4)) & ~(1 << card)
        for card in range(52)
    ],
    np.uint64,
)
"""The cards that each card can capture, as a set."""

_ROW = 40
"""Bytes of a row of all hands: 24 cards, and room behind the start of the last hand."""

_SHOWN_RULES = ("must_capture",)
IN_FORCE = {o.name: o.as_field for o in options_of(Rules) if o.name in _SHOWN_RULES}
"""Rules that a view shows unchanged."""

LAYOUT = lay_out(
    shown={
        "legal": ("u8", "bit a is set when action a is legal"),
        "table": ("u8", "cards on the table, as a set: bit c for card c"),
        "held": ("u8", "own cards, as a set"),
        "unseen": ("u8", "cards not seen yet: those of the deck and of the other hands, as a set"),
        "hand": (("u1", MOST_HELD), "own cards in the order dealt; 255 from place `hand_size` on"),
        "wins": (
            ("i1", MOST_HELD),
            (
                "points that `hand[k]` would win with the best card it can take, its own among "
                "them; -1 where it can take none"
            ),
        ),
        "best_capture": (
            "u1",
            (
                "play_card: the card in hand that wins most, ties: the first in `hand`; else the "
                "card of most points that may be taken, ties: the lowest id; 255 none"
            ),
        ),
        "lightest": ("u1", "the card in hand of fewest points, ties: the first; 255 none"),
        "card": ("u1", "the card just played or flipped that is to capture; 255 in play_card"),
        "hand_size": ("u1", "cards in the own hand"),
        "seat": ("u1", "own seat"),
        "players": ("u1", "seats at the table"),
        "dealer": ("u1", "seat that dealt"),
        "first": ("u1", "seat that played first"),
        "turn": ("u1", "turns completed, 0 to 23; turn t is that of seat (first + t) % players"),
        "deck_count": ("u1", "cards left in the deck"),
        "triple_rank": ("i1", "rank of a triple that waits for its fourth card; -1 none"),
        "redeals": ("u1", "layouts that went back into the deck"),
        "hand_counts": (("u1", SEATS), "cards in the hand of every seat"),
        "scores": (("u2", SEATS), "points captured by every seat"),
        "taken": (("u8", SEATS), "cards captured by every seat, as sets"),
        "points": (("u1", 52), "points of every card under the house rules"),
        "history": (
            ("u1", (TURNS, 4)),
            (
                "turn t: card played, card it took, card flipped, card that took; 255: none, or "
                "not yet; 52: the three of a triple"
            ),
        ),
        **IN_FORCE,
        "redealt": (
            ("u1", (REDEALS, 4)),
            "the cards of the first layouts that went back into the deck; 255 from `redeals` on",
        ),
    },
    hidden={
        "decision": "i1",
        "share": "u1",
        "values": "u1",
        "layout": "u1",
        "layout_rank": "i1",
        "total": "u2",
        "shown": "u8",
        "hands": ("u8", SEATS),
        "cards": ("u1", _ROW),
        "ranks": ("u1", _ROW),
        "own_points": ("u1", _ROW),
        "wins_of_all": ("i1", _ROW),
        "deck": ("u1", 52),
    },
    # A hand is copied 16 bytes at a time, and a turn of the history is written as one word.
    also={
        "hand_whole": ("hand", ("u1", 16)),
        "wins_whole": ("wins", ("i1", 16)),
        "history_word": ("history", ("u4", TURNS)),
    },
    last=("points", "deck", "redealt", *IN_FORCE),
)
"""State of a hand.

Of the hidden fields, `share` is the cards dealt to each seat and `values` the number of the table
of card points in force. `cards`, `ranks`, `own_points` and `wins_of_all` are rows of all hands, and
`hands` are the hands as sets; `shown` is all cards that have lain face up, except for layouts that
went back into the deck.
"""

OUTCOME = outcome_row(
    "i2",
    (
        "your_seat",
        "your_net",
        "your_share",
        "by_hand",
        "by_flip",
        "unclaimed",
        "layout",
        "redeals",
    ),
    {"score": SEATS, "net": SEATS, "share": SEATS},
)
"""Row of outcomes.

`score` is the points of each seat; `net` is `score` less par, times the number of players; `share`
the twelfths of the win, split where several have the most points.
"""
SHARES = 12
"""Parts into which a win is split; 2, 3 and 4 divide it."""
