"""State of a hand of Spades, a seat's view of it, and the outcome.

Sets of cards are masks (`cardsim.kernels.card_bits`); the order of cards is in `cardsim.tricks`.
"""

from __future__ import annotations

from cardsim import tricks
from cardsim.cards import PACK
from cardsim.games.spades.rules import Rules
from cardsim.layout import lay_out, outcome_row
from cardsim.options.params import options_of
from cardsim.tricks import SEATS, USUAL

TRICKS = 13
SIDES = 2
SPADES = 3
NO_BID = -1

BLIND, BID, PLAY = range(3)
"""Decisions."""

SUIT_OF, BEATS, POWER = USUAL.suits[SPADES], USUAL.beats[SPADES], USUAL.power[SPADES]
"""By card: its suit, the cards that beat it, and its rank, 2 to 14 for the ace."""
SUITS = USUAL.sets[SPADES]
"""The cards of each suit."""

_SHOWN_RULES = (
    "spade_lead",
    "first_trick_spades",
    "min_team_bid",
    "forbid_total_13",
    "double_nil_allowed",
)
IN_FORCE = {o.name: o.as_field for o in options_of(Rules) if o.name in _SHOWN_RULES}
"""Rules that a view shows unchanged."""

LAYOUT = lay_out(
    shown={
        "legal": ("u8", "bit a is set when action a is legal: a bid, or the id of a card"),
        "hand": ("u8", "own cards, as a set of ids; none before a blind nil"),
        "seat": ("u1", "own seat; the partner's is 2 away"),
        "dealer": ("u1", "seat that deals; the one on its left bids and leads first"),
        "bids": (("i1", SEATS), "bid of every seat; -1 none yet"),
        "blind": (("u1", SEATS), "1 where the seat bid a blind nil"),
        "score": (("i4", SIDES), "points of each side, seats 0 and 2 and seats 1 and 3"),
        "bags": (("i2", SIDES), "bags of each side that have not cost it points"),
        "target": ("i4", "points that win the match; 0 where a single hand is played"),
        "bag_limit": ("i2", "bags that cost the penalty"),
        "bag_penalty": ("i2", "points that as many bags cost"),
        "bag_points": ("i2", "points for each trick above the bid"),
        "nil_bonus": ("i2", "points for a nil that is made"),
        "nil_penalty": ("i2", "points that a failed nil costs"),
        "blind_nil": ("i2", "points that a blind nil wins or costs; 0 where there is none"),
        "failed_nil_tricks": ("u1", "tricks of a failed nil: 0 ignored, 1 bags, 2 counted"),
        "moon_bonus": ("i2", "points more for all 13 tricks bid and taken"),
        "loss_limit": ("i4", "points at which a side loses the match; 0 where there are none"),
        "max_hands": ("i2", "hands after which the match ends in any case"),
        "deals": ("u4", "hands of the match that have been settled"),
        "broken": ("u1", "1 once a spade has been played in this hand"),
        **tricks.shown(TRICKS),
        **IN_FORCE,
    },
    hidden={
        "hand_of": ("u8", SEATS),
        "asked": "i1",
        "points": ("i4", SIDES),
        "new_bags": ("i2", SIDES),
        "penalty": ("i4", SIDES),
        "deck": ("u1", PACK),
    },
)
"""Hidden fields of a hand.

`asked` is the decision that waits. Once a hand is scored, `points` are those of each side before
its `penalty` for bags, and `new_bags` the bags that it took.
"""

FAILED, MADE, NO_CONTRACT = range(3)
CONTRACTS = ("failed", "made", "only-nils")
"""Results of a side's bids other than nil."""
OUTCOME = outcome_row(
    "i4",
    ("your_seat", "your_net", "your_points", "your_bags", "your_made", "your_share", "hands"),
    {"bid": SEATS, "taken": SEATS, "contract": SIDES, "made": SIDES, "share": SIDES},
    instead={"score": "contract"},
)
"""Row of outcomes.

A match has `your_net`, in points, `your_share`, `hands`, `share` and `score`; a hand has all
others, with `your_net` in points times the limit of bags.
"""
SHARES = 2
"""Parts into which a win is split."""
