"""State of a game of Counter-Cameroon, of which the view is a part.

Nothing is secret: whatever the view leaves out follows from it. The players' fields are swapped
between turns, so that `my_marks` are those of the seat that decides. Arrays by category are indexed
by its number, 2 to 12; their first two entries mean nothing.
"""

from __future__ import annotations

from cardsim.games.counter_cameroon.rules import Rules
from cardsim.layout import lay_out, outcome_row
from cardsim.options.params import options_of

LOWEST, HIGHEST = 2, 12
CATEGORIES = HIGHEST - LOWEST + 1
LANES = HIGHEST + 1
"""Entries of an array by category."""
REGISTER = 16
"""Entries of such an array padded to a register, so that one instruction handles them all."""
PARTINGS = 3
SEATS = 2
NOBODY = -1

_SHOWN_RULES = ("must_mark", "early_stop", "max_turns")
IN_FORCE = {o.name: o.as_field for o in options_of(Rules) if o.name in _SHOWN_RULES}
"""Rules that a view shows unchanged."""

LAYOUT = lay_out(
    shown={
        "my_marks": (("u1", LANES), "own marks by category"),
        "opp_marks": (("u1", LANES), "the opponent's marks by category"),
        "owner": (("i1", LANES), "seat that has won the category, or -1"),
        "legal": ("u8", "bit k is set when parting k is legal"),
        "choices": ("u8", "the same less each parting that makes the two sums of an earlier one"),
        "splits": (("u1", (PARTINGS, 2)), "the two sums that parting k makes, the lower first"),
        "recorded": (
            ("u1", (PARTINGS, 2)),
            "for each sum of parting k 1 if its mark would be recorded, 0 if it would be lost",
        ),
        "worth": (("i4", PARTINGS), "points of the marks that parting k would record"),
        "points": (("i2", LANES), "points by category, of the scoring in force"),
        "all_points": ("i2", "points of all categories"),
        "my_points": ("i2", "points of the categories won by oneself"),
        "opp_points": ("i2", "points of the categories won by the opponent"),
        "turns": ("i2", "rolls of both players so far, this one included"),
        "dice": (("u1", 4), "the dice in the order thrown"),
        "seat": ("u1", "own seat"),
        "players": ("u1", "seats at the table: 2"),
        "i_rolled_first": ("b1", "whether one rolled first in this game"),
        "marks_to_win": ("u1", "marks that win a category"),
        "double_mark": ("u1", "marks made when both sums are the same"),
        "made": ("i2", "marks made by both players so far, lost ones too"),
        **IN_FORCE,
        "decided": (("i2", LANES), "turn in which each category was won; 0 not yet"),
    },
    hidden={"first": "u1", "roll": "u2", "room": "u1"},
    # Fields that kernels also read as whole words or registers.
    also={
        "my_lanes": ("my_marks", ("u1", REGISTER)),
        "opp_lanes": ("opp_marks", ("u1", REGISTER)),
        "owner_lanes": ("owner", ("i1", REGISTER)),
        "points_lanes": ("points", ("i2", REGISTER)),
        "decided_lanes": ("decided", ("i2", REGISTER)),
        "splits_word": ("splits", "u8"),
        "recorded_lanes": ("recorded", ("u1", 8)),
        "worth_lanes": ("worth", ("i4", 4)),
        "dice_word": ("dice", "u4"),
    },
)
"""State of a game.

`roll` is the number of the roll, 0 to 1295. `room` is the most marks with which a category takes
two more; see `simd.foresee`.
"""

OUTCOME = outcome_row(
    "i2",
    (
        "your_seat",
        "you_first",
        "result",
        "result_standard",
        "result_balanced",
        "same_winner",
        "first_won",
        "your_points",
        "your_standard",
        "your_balanced",
        "your_categories",
        "turns",
        "wasted",
    ),
    {
        "won": SEATS,
        "points": SEATS,
        "owner": CATEGORIES,
        "you_took": CATEGORIES,
        "decided": CATEGORIES,
    },
)
"""Row of outcomes, all int16; the last three are by category, from 2 on."""
LOST, SHARED, WON = range(3)
"""Results of a game for the hero; twice its share of the game."""
