"""State of a hand of Casino, a seat's view of it, and the outcome.

Sets of cards are masks (`cardsim.kernels.card_bits`). Sets of values or of ranks are masks too: bit
`v` for the value, or the rank, `v`, where an ace is 1 and a jack, queen or king 11, 12 or 13.
"""

from __future__ import annotations

import numpy as np

from cardsim.cards import PACK
from cardsim.layout import lay_out, outcome_row

SEATS = 4
HELD = 4
"""Cards dealt to a hand at once."""
LAID_OUT = 4
"""Cards on the table at the start."""
PLAYS = PACK - LAID_OUT
TOP = 10
"""The highest value of a build, and rank of a card that has a number."""
VALUES = TOP + 1

TRAIL, CAPTURE, BUILD, RAISE = range(4)
"""Uses of a card."""
NOBODY = -1
NOT_YET = -1

TEN_OF_DIAMONDS, TWO_OF_SPADES = 22, 40
SPADES = ((1 << 13) - 1) << 39
ACES = 1 | 1 << 13 | 1 << 26 | 1 << 39
FACES = sum(1 << card for card in range(PACK) if card % 13 >= TOP)
RANK = np.array([card % 13 + 1 for card in range(64)], np.uint8)
"""The rank of each card, 1 to 13."""

LAYOUT = lay_out(
    shown={
        "loose": ("u8", "cards on the table that are in no build, as a set of ids"),
        "unseen": ("u8", "cards not seen yet: of the deck and the other hands, as a set of ids"),
        "seat": ("u1", "own seat; with partners the partner's is 2 away"),
        "players": ("u1", "seats at the table"),
        "dealer": ("u1", "seat that deals; the one on its left plays first"),
        "sides": ("u1", "how many play for themselves: the seats, or 2 where partners play"),
        "turn": ("u1", "cards played in this hand, 0 to 47; turn t is that of seat (dealer+1+t)"),
        "deals_left": ("u1", "deals of four cards to each hand still to come"),
        "last_capturer": ("i1", "seat that captured last in this hand; -1 nobody"),
        "build_values": ("u2", "bit v is set where a build of value v is on the table"),
        "build_groups": (("u1", VALUES), "sets of cards in the build of each value; 0 no build"),
        "build_owner": (("i1", VALUES), "seat that made, added to or raised it last; -1 no build"),
        "hand_sizes": (("u1", SEATS), "cards in the hand of every seat"),
        "sweeps": (("u1", SEATS), "sweeps of every seat in this hand"),
        "promised": (
            ("u2", SEATS),
            (
                "bit r is set where a seat has shown that it holds a card of rank r: it built or "
                "raised to that value, or owned such a build after its own turn, and has not "
                "played one since"
            ),
        ),
        "scores": (("i4", SEATS), "points of every side before this hand"),
        "deals": ("u4", "hands of the match that have been settled"),
        "build_cards": (("u8", VALUES), "the cards of the build of each value, as sets"),
        "piles": (("u8", SEATS), "cards that every seat has captured, as sets"),
        "target": ("i4", "points that win the match; 0 where a single hand is played"),
        "max_hands": ("i4", "hands after which the match ends; 0 where a single hand is played"),
        "partnership": ("u1", "whether partners play together"),
        "cards_points": ("u1", "0: most cards count 3; 1: they count 2, and the last capture 1"),
        "sweep_points": ("u1", "points for a sweep"),
        "sweep_on_final_card": ("u1", "whether the very last card may sweep"),
        "keep_capturing_card": ("u1", "whether who owns a build keeps a card of its value"),
        "trail_with_own_build": ("u1", "whether who owns a build may trail"),
        "table_cards_raise": ("u1", "whether loose cards may help to raise a build"),
        "face_capture": ("u1", "what a face card takes: 0 one, 1 one or all three, 2 all"),
        "must_capture": ("u1", "whether a card that can capture may not be trailed"),
        "action_set": ("u1", "0: all captures; 1: only those to which nothing can be added"),
        "history": (
            ("i8", (PLAYS, 2)),
            "turn t: what was played, as the action of that turn; -1 not yet",
        ),
    },
    own={"hand": ("u8", "own cards, as a set of ids")},
    seats=SEATS,
    hidden={
        "faced": "u8",
        "points": ("i4", SEATS),
        "made": ("u1", SEATS),
        "deck": ("u1", PACK),
    },
    last=("history", "deck"),
)
"""Hidden fields of a hand.

`faced` is all cards that have lain on the table. `made` counts the builds and raises of each seat.
Once a hand is scored, `points` are each side's points in it.
"""

OUTCOME = outcome_row(
    "i4",
    (
        "your_seat",
        "your_net",
        "your_points",
        "your_share",
        "your_cards",
        "hands",
        "cards_tied",
        "spades_tied",
        "last",
    ),
    {
        "score": SEATS,
        "share": SEATS,
        "cards": SEATS,
        "spades": SEATS,
        "named": SEATS,
        "sweeps": SEATS,
        "builds": SEATS,
    },
)
"""Row of outcomes.

`score`, `share`, `cards`, `spades` and `named` (points for the ten of diamonds, the two of spades
and aces) are of each side, `sweeps` and `builds` of each seat. A match has `your_seat`, `your_net`,
`your_points`, `your_share`, `hands`, `score` and `share`. `your_net` is the own side's points less
those of each other side, summed over the other sides.
"""
SHARES = 12
"""Parts into which a win is split; 2, 3 and 4 divide it."""
