"""What a game of Counter-Cameroon is made of: its state, of which the view is a part.

Nothing is secret: what the view leaves out can be had from it. What belongs to the
players is turned round between turns, so that `my_marks` are those of the seat that is to decide.
Arrays by category are indexed by its number, 2 to 12; their first two entries mean nothing.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

LOWEST, HIGHEST = 2, 12
CATEGORIES = HIGHEST - LOWEST + 1
LANES = HIGHEST + 1
"""Entries of an array by category."""
REGISTER = 16
"""The same with what fills up a register: then all are worked on by one instruction."""
PARTINGS = 3
SEATS = 2
NOBODY = -1

VIEW_FIELDS: Final[dict[str, tuple[str, tuple[int, ...], str]]] = {
    "my_marks": ("u1", (LANES,), "own marks by category"),
    "opp_marks": ("u1", (LANES,), "the opponent's marks by category"),
    "owner": ("i1", (LANES,), "seat that has won the category, or -1"),
    "legal": ("u8", (), "bit k is set when parting k is legal"),
    "choices": (
        "u8",
        (),
        "the same less each parting that makes the two sums of an earlier one",
    ),
    "splits": ("u1", (PARTINGS, 2), "the two sums that parting k makes, the lower first"),
    "recorded": (
        "u1",
        (PARTINGS, 2),
        "for each sum of parting k 1 if its mark would be recorded, 0 if it would be lost",
    ),
    "worth": ("i4", (PARTINGS,), "points of the marks that parting k would record"),
    "points": ("i2", (LANES,), "points by category, of the scoring in force"),
    "all_points": ("i2", (), "points of all categories"),
    "my_points": ("i2", (), "points of the categories won by oneself"),
    "opp_points": ("i2", (), "points of the categories won by the opponent"),
    "turns": ("i2", (), "rolls of both players so far, this one included"),
    "dice": ("u1", (4,), "the dice in the order thrown"),
    "seat": ("u1", (), "own seat"),
    "players": ("u1", (), "seats at the table: 2"),
    "i_rolled_first": ("b1", (), "whether one rolled first in this game"),
    "marks_to_win": ("u1", (), "marks that win a category"),
    "double_mark": ("u1", (), "marks made when both sums are the same"),
    "made": ("i2", (), "marks made by both players so far, lost ones too"),
    "decided": ("i2", (LANES,), "turn in which each category was won; 0 not yet"),
}

_HIDDEN_FIELDS: Final[dict[str, tuple[str, tuple[int, ...]]]] = {
    "first": ("u1", ()),
    "roll": ("u2", ()),
    "room": ("u1", ()),
}
"""`roll` is the number of the roll, 0 to 1295. `room` is the most marks with which a category takes
two more, see `lanes.foresee`."""

_ALIASES: Final[dict[str, tuple[tuple[str, str, tuple[int, ...]], ...]]] = {
    "my_marks": (("my_lanes", "u1", (REGISTER,)),),
    "opp_marks": (("opp_lanes", "u1", (REGISTER,)),),
    "owner": (("owner_lanes", "i1", (REGISTER,)),),
    "points": (("points_lanes", "i2", (REGISTER,)),),
    "decided": (("decided_lanes", "i2", (REGISTER,)),),
    "splits": (("splits_word", "u8", ()),),
    "recorded": (("recorded_lanes", "u1", (8,)),),
    "worth": (("worth_lanes", "i4", (4,)),),
    "dice": (("dice_word", "u4", ()),),
}
"""Fields that the kernels also take as whole words or registers."""
LINE = 64
"""Bytes of a cache line."""


def _layout() -> tuple[np.dtype[np.void], np.dtype[np.void]]:
    """The dtypes of state and view."""
    shown = {name: (kind, shape) for name, (kind, shape, _) in VIEW_FIELDS.items()}
    fields = shown | _HIDDEN_FIELDS
    places: dict[str, tuple[Any, int]] = {}
    end = 0
    for name, form in fields.items():
        aliases = [
            (alias, np.dtype((kind, shape))) for alias, kind, shape in _ALIASES.get(name, ())
        ]
        rooms = [np.dtype(form), *(kind for _, kind in aliases)]
        step = max(room.alignment for room in rooms)
        start = -(-end // step) * step
        places[name] = (rooms[0], start)
        places |= {alias: (kind, start) for alias, kind in aliases}
        end = start + max(room.itemsize for room in rooms)
    size = -(-end // LINE) * LINE
    return _record(places, size), _record({name: places[name] for name in shown}, size)


def _record(places: dict[str, tuple[Any, int]], size: int) -> np.dtype[np.void]:
    kinds, offsets = zip(*places.values(), strict=True)
    return np.dtype(
        {
            "names": list(places),
            "formats": list(kinds),
            "offsets": list(offsets),
            "itemsize": size,
        },
        align=True,
    )


STATE, VIEW = _layout()

OUTCOME = np.dtype(
    [
        (name, np.int16)
        for name in (
            "hero",
            "hero_first",
            "result",
            "result_standard",
            "result_balanced",
            "same_winner",
            "first_won",
            "hero_points",
            "hero_standard",
            "hero_balanced",
            "hero_categories",
            "turns",
            "wasted",
        )
    ]
    + [(name, np.int16, (SEATS,)) for name in ("won", "points")]
    + [(name, np.int16, (CATEGORIES,)) for name in ("owner", "hero_took", "decided")]
)
"""A row of outcomes, all int16; the last three are by category, from 2 on."""
LOST, SHARED, WON = range(3)
"""How a game ended for the hero; twice its share of the game."""
