"""State of a game of Cheat, a seat's view of it, and the outcome.

Suits do not matter: cards are ranks, 0 for aces to 12 for kings. In the classroom game they are 0
for a phrase and 1 for Trichez!. A seat's hand is a number of cards for each rank, in two words of
eight bytes, the last three of which are always 0.
"""

from __future__ import annotations

from cardsim.games.cheat.rules import CARDS, Rules
from cardsim.layout import lay_out, outcome_row
from cardsim.options.params import options_of
from cardsim.rng import WORDS

SEATS = 10
RANKS = 13
ROW = 16
"""Bytes of a row by rank."""
STACK = 128
"""Places in a stack of the classroom game, a power of two."""
NONE = -1
"""No rank, and nobody."""
NO_CARD = 255
KEPT = 256
"""Claims of a game that are kept, from the first; hardly any game has more."""
NOTES = 64
"""Claims of which a seat keeps the cards."""
CODED = 4
"""Cards of a claim that fit into such a note, of as many bits each."""
FALSE = 128
"""Beside who challenged a claim: it was false."""

CLAIMS, PLAYED, ARRIVED = range(1, 4)
"""Stages of an imagined game: replayed by the claims of the whole game; played by whoever sits
there; and come to where the pile began."""

RANK, COUNT, CARD, CHALLENGE = range(4)
"""Decisions."""
CYCLIC, ADJACENT, STRICT, SAME, CLASSROOM = range(5)
"""Modes: how the claimed rank is restricted, and the classroom game."""
PHRASE, TRICHEZ = range(2)
"""Cards of the classroom game."""

_SHOWN_RULES = ("phrase_cards", "cheat_cards", "tell_rate", "false_tell_rate")
IN_FORCE = {o.name: o.as_field for o in options_of(Rules) if o.name in _SHOWN_RULES}
"""Rules that a view shows unchanged."""

LAYOUT = lay_out(
    shown={
        "counts": (("u1", RANKS), "own cards of each rank, 0 aces to 12 kings"),
        "own_pile": (
            ("u1", CARDS),
            "rank of each card in the pile that the own seat laid there, from the first; 255 else",
        ),
        "known": (
            ("u1", (SEATS, ROW)),
            "cards of each rank that every seat holds for certain; of the own seat all of them",
        ),
        "pile_plays": (
            ("u1", (CARDS, 4)),
            (
                "claims in the pile from the first: seat, rank (255 in the classroom game), cards, "
                "and how many cards lie under them"
            ),
        ),
        "pile_claims": ("i8", "how many claims are in the pile"),
        "pile_size": ("i8", "cards in the pile, with those of a claim that waits"),
        "hand_sizes": (("i2", SEATS), "cards that every seat holds"),
        "seat": ("i1", "own seat; 0 claims first in a single game"),
        "players": ("i1", "seats at the table"),
        "packs": ("i1", "packs of cards; 0 in the classroom game"),
        "mode": ("i1", "0 cyclic, 1 adjacent, 2 adjacent-strict, 3 same, 4 the classroom game"),
        "claim_seat": ("i1", "seat whose claim may be challenged; -1 while one is made"),
        "claim_rank": ("i1", "rank that is claimed; -1 while it is chosen"),
        "claim_count": ("i1", "cards that are claimed; 0 before their number is chosen"),
        "chosen": (("u1", RANKS), "at `card`: own cards of each rank that are chosen so far"),
        "lowest": ("i1", "at `card`: the lowest rank that may come next"),
        "left": ("i1", "at `card`: how many cards are still to be chosen"),
        "required_rank": ("i1", "cyclic: the rank of this claim; -1 where it is free, and else"),
        "last_rank": ("i1", "not cyclic: rank of the claim before in this round; -1 for none"),
        "round_start": ("u1", "1 where there was no claim before; cyclic: none in the game"),
        "signal": ("u1", "classroom game: 1 where the player seems to cheat"),
        "claims": (("i4", SEATS), "claims that every seat has made in this game; -1 untold"),
        "challenged": (("i4", SEATS), "how many of them were challenged; -1 untold"),
        "caught": (("i4", SEATS), "how many of them were found to be false; -1 untold"),
        "wrong_challenges": (("i4", SEATS), "challenges of true claims by every seat; -1 untold"),
        "plays": ("i4", "claims that have been made in this game"),
        "past": (
            ("u1", (KEPT, 4)),
            (
                "claims of this game from the first: seat, rank, cards, and the seat that "
                "challenged it plus 1, with 128 more where it was false; 0 where none has"
            ),
        ),
        "past_claims": ("i4", "how many claims those are"),
        "past_cards": (
            ("u2", NOTES),
            (
                "cards of those among them that the own seat laid, picked up or saw shown, from "
                "the first: four bits for each card, its rank plus 1"
            ),
        ),
        "max_plays": ("i4", "claims after which nobody wins"),
        "max_cards": ("i1", "most cards in a claim"),
        "first_rank": ("i1", "cyclic: the first rank claimed in a game; -1 as the player likes"),
        "winner_claims": ("u1", "1 where who wins a challenge claims next; 0 the next in turn"),
        **IN_FORCE,
        "match": ("i1", "1 where the games of a match are played"),
        "deals": ("u4", "games of the match that have been played"),
        "won": (("i2", SEATS), "games of the match that every seat has won"),
    },
    hidden={
        "counts_of": ("u1", (SEATS, ROW)),
        "known_of": ("u1", (SEATS, SEATS, ROW)),
        "before": ("u1", (SEATS, ROW)),
        "pile": ("u1", CARDS),
        "owner": ("u1", CARDS),
        "deck": ("u1", CARDS),
        "asked": "i1",
        "first": "i1",
        "truthful": "u1",
        "winner": "i1",
        "taker": "i1",
        "takes": "i4",
        "lies": "i4",
        "rightly": "i4",
        "heads": ("i4", SEATS),
        "past_cards_of": ("u2", (SEATS, NOTES)),
        "noted": ("i4", SEATS),
        "recalled": ("u2", KEPT),
        "recalls": "u1",
        "log_weight": "f8",
        "first_words": ("u4", WORDS),
    },
    also={
        "past_word": ("past", ("u4", KEPT)),
        "notes_word": ("past_cards_of", ("u8", (SEATS, NOTES // 4))),
        "counts_word": ("counts", ("u8", 2)),
        "known_word": ("known", ("u8", (SEATS, 2))),
        "pile_word": ("pile_plays", ("u4", CARDS)),
        "chosen_word": ("chosen", ("u8", 2)),
        "counts_of_word": ("counts_of", ("u8", (SEATS, 2))),
        "known_of_word": ("known_of", ("u8", (SEATS, SEATS, 2))),
        "before_word": ("before", ("u8", (SEATS, 2))),
        "stacks": ("known_of", ("u1", (SEATS, STACK))),
    },
    first=("counts", "known", "seat"),
    on_a_line=("counts", "own_pile", "pile_plays", "past_cards", "counts_of", "past_cards_of"),
)
"""Hidden fields of a game.

`known_of[a, b]` is what seat `a` knows of seat `b`'s cards, and `before[a]` what it knew of the
claimant's before his claim, which matters while that waits; `known_of` is zeros as long as nobody
has taken a pile (`takes`). `pile` are the cards in it, `owner` the seats that laid them.
`truthful` says whether the waiting claim is true, `taker` who took the pile last, `lies` counts
false claims and `rightly` those that were challenged. `stacks` are rings of the classroom game,
which has no `known_of`.

`noted` counts the claims of which a seat knows the cards. In an imagined game that is turned back
to its deal (`recalls` says how), `recalled` are the cards of each claim that the seat knows, 0
elsewhere; `first_words` dealt it, and `log_weight` is the logarithm of how much less likely it is
than as it was dealt.
"""

OUTCOME = outcome_row(
    "i4",
    (
        *("your_seat", "your_win", "winner", "plays", "lies", "challenges", "rightly"),
        *("your_wrong", "your_left", "your_share", "draws"),
    ),
    {"cards_left": SEATS, "share": SEATS},
    instead={"won": "cards_left"},
)
"""Row of outcomes.

A match has `your_share`, `draws`, `share` and `won`; a game has all others.
"""
SHARES = 2520
"""Parts into which the win of a match is split: up to ten tie."""
