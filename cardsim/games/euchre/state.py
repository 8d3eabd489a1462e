"""State of a hand of Euchre, a seat's view of it, and the outcome.

Cards have their usual ids, of which 24 are in the game; sets of them are masks
(`cardsim.kernels.card_bits`). Their ranking is a table with a row for each trump suit.
"""

from __future__ import annotations

from cardsim import tricks
from cardsim.games.euchre.deck import (
    BEATS,  # noqa: F401  people's strategies have these from here
    CARDS,
    JACK,  # noqa: F401
    POWER,  # noqa: F401
    SETS,  # noqa: F401
    SUIT_OF,  # noqa: F401
    TRICKS,
    same_colour,  # noqa: F401
    suit_of,  # noqa: F401
)
from cardsim.games.euchre.rules import Rules
from cardsim.layout import lay_out, outcome_row
from cardsim.options.params import options_of
from cardsim.tricks import SEATS

SIDES = 2
KITTY_SIZE = 3
"""Cards that are never seen."""

FARMER, ORDER, NAME, DISCARD, DEFEND, PLAY = range(6)
"""Decisions."""
PASS = 0
ORDERS, ORDERS_ALONE = 1, 2
NAMES, NAMES_ALONE = 1, 5
"""The calls that name clubs; the other suits follow."""
NOT_YET = -1
"""Stands for a call or answer that has not been made."""
NO_TRUMP_YET = -1
PENDING, PICKED_UP, TURNED_DOWN = range(3)
"""States of the upcard."""

KITTY, BURIED = SEATS, SEATS + 1
"""Places behind the hands: the cards never seen, and the dealer's discard."""


IN_FORCE = {o.name: o.as_field for o in options_of(Rules) if o.name not in {"target", "deals"}}
"""Rules that a view shows unchanged."""

LAYOUT = lay_out(
    shown={
        "legal": (
            "u8",
            "bit a is set when action a is legal: a call, an answer, or the id of a card",
        ),
        "hand": ("u8", "own cards, as a set of ids"),
        "seat": ("u1", "own seat; the partner's is 2 away"),
        "dealer": ("u1", "seat that deals; the one on its left calls first"),
        "upcard": ("u1", "the card turned up"),
        "upcard_state": (
            "u1",
            "0 pending; 1 picked up, so that the dealer has it or has discarded it; 2 turned down",
        ),
        "calls": (
            ("i1", (2, SEATS)),
            "[round, seat]: what was said, by the numbers of `order` and `name-trump`; -1 not yet",
        ),
        "trump": ("i1", "suit of trumps, 0 to 3 for C D H S; -1 none yet"),
        "maker": ("u1", "seat that made trumps; 255 none yet"),
        "alone": ("u1", "1 where the maker plays alone"),
        "defend_calls": (
            ("i1", SEATS),
            "1 where the seat defends alone, 0 where it will not; -1 not asked",
        ),
        "sitting_out": (("u1", SEATS), "1 where the seat's partner plays alone"),
        "score": (("i2", SIDES), "points of each side, seats 0 and 2 and seats 1 and 3"),
        "target": ("i2", "points that win the match; 0 where a single hand is played"),
        "deals": ("u4", "hands of the match that have been settled"),
        **tricks.shown(TRICKS),
        **IN_FORCE,
    },
    own={"discard": ("u1", "the card that the own seat discarded as dealer; 255 none")},
    seats=SEATS,
    hidden={
        "hand_of": ("u8", SEATS + 2),
        "asked": "i1",
        "in_play": "u1",
        "thrown": "u1",
        "points": ("i2", SIDES),
        "end": "u1",
        "deck": ("u1", len(CARDS)),
        "board": "u8",
    },
)
"""Hidden fields of a hand.

`hand_of` are the hands, and behind them the kitty and the dealer's discard; `asked` is the decision
that waits, `in_play` how many seats play, `thrown` is set by a farmer's hand that is thrown in,
`board` is the place of the deal in a file. A scored hand has its `points` for each side, and its
`end`.
"""

NOTHING_MADE, MADE, MARCH, LONE_MARCH, EUCHRED = range(5)
ENDS = ("thrown-in", "made", "march", "lone-march", "euchred")
"""Results of a hand for the makers."""
YOUR_ENDS = (
    "thrown in",
    "you made it",
    "you marched",
    "you marched alone",
    "you were euchred",
    "they made it",
    "they marched",
    "they marched alone",
    "they were euchred",
)
"""Results of a hand for your side."""
OUTCOME = outcome_row(
    "i2",
    (
        *("your_seat", "your_net", "your_end", "your_share", "hands"),
        *("end", "maker", "round", "alone", "defended", "tricks"),
    ),
    {"taken": SEATS, "makes": SEATS, "share": SIDES, "score": SIDES},
)
"""Row of outcomes.

A match has `your_net`, `your_share`, `hands`, `share` and `score`; a hand has all others.
"""
SHARES = 2
"""Parts into which a win is split."""
