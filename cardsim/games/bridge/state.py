"""State of a deal of Bridge, a seat's view of it, and the outcome.

Sets of cards are masks (`cardsim.kernels.card_bits`); the order of cards is in `cardsim.tricks`.
"""

from __future__ import annotations

from cardsim import tricks
from cardsim.cards import PACK, SYMBOLS
from cardsim.layout import lay_out, outcome_row
from cardsim.tricks import NO_TRUMP, SEATS, SUITS, USUAL

TRICKS = 13
SIDES = 2
BOOK = 6
"""Tricks that a contract is counted from."""
STRAINS = SUITS + 1
LEVELS = 7
SIGNS = (*SYMBOLS, "NT")
RAISED = ("", "doubled", "redoubled")

BOARD, SESSION, CHICAGO, RUBBER, MATCH = range(5)
"""Units of play, as `start` is given them."""
DUPLICATE, PART_SCORES, RUBBERS, TRICK_POINTS = range(4)
"""Ways of scoring a deal."""
CALL, LEAD, PLAY = range(3)
"""Decisions."""
PASS, DOUBLE, REDOUBLE = 0, 36, 37
"""Calls; between them are the bids, 1 for one club to 35 for seven notrump."""
CALLS = 38
CALL_WORDS = (
    "pass",
    *(f"{1 + number // STRAINS}{'CDHSN'[number % STRAINS]}" for number in range(DOUBLE - 1)),
    "double",
    "redouble",
)
"""A word for each call."""
MOST_CALLS = 319
"""Length of the longest auction."""
NO_CALL = 255

ORDER = USUAL.beats
"""[strain, card]: the cards that beat it."""
SUIT_OF = USUAL.suits[NO_TRUMP]
SETS = USUAL.sets[NO_TRUMP]
"""The cards of each suit."""

LAYOUT = lay_out(
    shown={
        "legal": ("u8", "bit a is set when action a is legal: a call, or the id of a card"),
        "hand": ("u8", "own cards, as a set of ids"),
        "dummy_hand": ("u8", "dummy's cards, as a set of ids, once they are faced; else none"),
        "seat": ("u1", "own seat, 0 to 3 for North, East, South and West; the partner's is 2 away"),
        "acting_for": ("u1", "seat that calls or plays: the own, or dummy's, asked of declarer"),
        "dealer": ("u1", "seat that deals, and calls first"),
        "vul": (("u1", SIDES), "1 where the side is vulnerable: North and South, East and West"),
        "unit": ("u1", "what is played: 0 a board, 1 a session, 2 Chicago, 3 a rubber, 4 a match"),
        "scoring": (
            "u1",
            "how the deal scores: 0 duplicate, 1 Chicago with part-scores, 2 rubber, 3 bare points",
        ),
        "honors": ("u1", "1 where honors in one hand score in a rubber"),
        "doubles": ("u1", "1 where there are doubles and redoubles"),
        "redeal_passed_out": ("u1", "1 where Chicago and a rubber deal again what is passed out"),
        "max_redeals": ("u2", "times that it is dealt again; then it scores nothing, and goes on"),
        "max_deals": ("u2", "deals after which a rubber is scored as it is, unfinished"),
        "boards": ("u2", "boards of a session, or of a match"),
        "comparison": ("u1", "how a match compares scores: 0 by imps, 1 matchpoints, 2 the total"),
        "level": ("u1", "of the last bid, 1 to 7, which is the contract in the end; 0 none yet"),
        "strain": ("u1", "of the last bid: 0 to 3 for C D H S, 4 notrump"),
        "doubled": ("u1", "of the last bid: 0 no, 1 doubled, 2 redoubled"),
        "declarer": ("u1", "seat that plays it if all pass now; 255 nobody"),
        "named": (
            ("u1", (SIDES, STRAINS)),
            "[side, strain]: the seat that has named the strain first; 255 nobody",
        ),
        "calls": (
            ("u1", MOST_CALLS),
            "calls from the dealer on: 0 pass, 1 to 35 1C to 7N, 36 double, 37 redouble; 255 none",
        ),
        "called": ("u2", "how many calls there have been"),
        "passes": ("u1", "how many of them, at the end, were passes"),
        "below": (("i4", SIDES), "part-scores towards the next game, by side"),
        "games": (("u1", SIDES), "games of the rubber that each side has won"),
        "totals": (
            ("i4", SIDES),
            "points of each side in the deals that have been settled; 0 in a match that goes on",
        ),
        "board": ("u8", "number of the board, or of what else is played, from 0"),
        "deal_number": ("u8", "of the board, or of the deal in what is played, from 1"),
        "redeals": ("u4", "how often this deal has been passed out and dealt again"),
        "deals": ("u4", "deals that have been settled, those that were dealt again among them"),
        **tricks.shown(TRICKS),
    },
    hidden={
        "hand_of": ("u8", SEATS),
        "dealt": ("u8", SEATS),
        "points": ("i4", SIDES),
        "line": ("i4", SIDES),
        "bonus": ("i4", SIDES),
        "first": "i4",
        "compared": ("i4", SIDES),
        "scored": ("i4", SIDES),
        "deck": ("u1", PACK),
        "tried": "u4",
    },
)
"""Hidden fields of a deal.

`dealt` are the hands before any card was played. Once a deal is scored, `points` are those of each
side, `line` the part of them below the line, and `bonus` the part for a game or rubber. In a match
`first` are the points of North and South at the first table; `compared` is each side's score on the
last board that both tables have played, `scored` its score on all of them.
"""

PASSED_OUT, MADE_PART, MADE_GAME, MADE_SLAM, DOWN = range(5)
"""Results of a board for declarer."""
YOUR_ENDS = (
    "passed out",
    "your part-score made",
    "your game made",
    "your slam made",
    "your contract down",
    "their part-score made",
    "their game made",
    "their slam made",
    "their contract down",
)
"""Results of a board for your side."""
THEIRS = 4
"""Offset in `YOUR_ENDS` where the others declare."""
VULNERABLE = ("nobody", "the dealer's side", "the other side", "everybody")
"""The vulnerable sides, as they matter to a side that holds the cards of both."""

OUTCOME = outcome_row(
    "i4",
    (
        *("your_seat", "your_net", "your_end", "your_share", "deals"),
        *("level", "strain", "doubled", "declarer", "vulnerable", "tricks", "points", "tried"),
        "who_vulnerable",
    ),
    {"share": SIDES, "score": SIDES},
)
"""Row of outcomes.

A longer unit has `your_net`, `your_share`, `deals`, `share` and `score`, a match also
`who_vulnerable` on its last board; a board has all others.
"""
SHARES = 2
"""Parts into which a win is split."""
