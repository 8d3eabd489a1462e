"""A position in Counter-Cameroon as a player describes it to get advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardsim.errors import UserError
from cardsim.games.counter_cameroon.state import CATEGORIES, HIGHEST, LOWEST, NOBODY, SEATS
from cardsim.options.params import Value, option
from cardsim.places import NUMBERS, by_seat

COLUMNS = f"with commas between them, for the categories {LOWEST} to {HIGHEST}"
DICE, FACES = 4, 6
SPLIT = 0


@dataclass(frozen=True)
class Place:
    """The options that describe a position."""

    dice: str = option("", "your dice, such as 1,3,4,6", language=NUMBERS)
    marks: str = option("", f"your marks, {COLUMNS}", language=NUMBERS)
    theirs: str = option("", f"the other player's marks, {COLUMNS}", language=NUMBERS)
    lost: int = option(0, "marks that were made and lost", low=0, high=10_000)
    turns: int = option(
        0, "rolls so far, this one too; 0 as many as made the marks", low=0, high=32_000
    )
    decided: str = option(
        "", f"the roll in which each was won, {COLUMNS}; 0 not yet", language=NUMBERS
    )
    seat: int = option(1, "your seat", low=1, high=SEATS)


EXAMPLES = (
    ("--dice 1,3,4,6", "the first roll of the game"),
    (
        "--dice 6,6,1,5 --marks 0,0,0,1,1,3,1,0,0,1,0 --theirs 1,0,0,1,2,2,0,1,0,0,0",
        "after seven rolls",
    ),
)


def place(said: Mapping[str, Value], table: Any) -> None:
    """Set up a table as the player described it, for the seat on turn."""
    state, rules, seat = table.state, table.house_rules, int(said["seat"]) - 1
    dice = by_seat(said, "dice", [0] * DICE)
    if any(not 1 <= die <= FACES for die in dice):
        raise UserError(f"--dice must be {DICE} numbers from 1 to {FACES}, not {said['dice']}")
    none, most = [0] * CATEGORIES, int(rules.marks_to_win)
    mine, theirs = by_seat(said, "marks", none), by_seat(said, "theirs", none)
    for k, pair in enumerate(zip(mine, theirs, strict=True)):
        if not all(0 <= n <= most for n in pair) or pair == (most, most):
            raise UserError(
                f"--marks and --theirs must be from 0 to {most} each, and {most} of one player: "
                f"in category {k + LOWEST} they are {pair[0]} and {pair[1]}"
            )
    made = sum(mine) + sum(theirs) + int(said["lost"])
    turns = int(said["turns"]) or (made + 1) // 2 + 1
    if made > 2 * (turns - 1) or made < turns - 1:
        raise UserError(f"{made} marks were not made in {turns - 1} rolls: --turns or --lost")
    if turns > rules.max_turns:
        raise UserError(f"--turns must be at most {rules.max_turns}, not {turns}")
    owner = [
        seat if m == most else 1 - seat if t == most else NOBODY
        for m, t in zip(mine, theirs, strict=True)
    ]
    decided = by_seat(said, "decided", [int(o != NOBODY) for o in owner])
    for k, (o, turn) in enumerate(zip(owner, decided, strict=True)):
        if (o == NOBODY) != (turn == 0) or turn >= turns > 1:
            raise UserError(f"--decided has {turn} for category {k + LOWEST}, which does not fit")
    if NOBODY not in owner:
        raise UserError("all categories are won: the game is over")
    span, points = slice(LOWEST, HIGHEST + 1), state["points"][LOWEST : HIGHEST + 1]
    state["my_marks"][span], state["opp_marks"][span] = mine, theirs
    state["owner"][span], state["decided"][span] = owner, decided
    state["my_points"] = sum(int(p) for p, o in zip(points, owner, strict=True) if o == seat)
    state["opp_points"] = sum(int(p) for p, o in zip(points, owner, strict=True) if o == 1 - seat)
    if rules.early_stop and 2 * max(state["my_points"], state["opp_points"]) > state["all_points"]:
        raise UserError("one player has more than half of the points: the game is over")
    state["seat"], state["first"] = seat, (seat + turns - 1) % SEATS
    state["i_rolled_first"] = turns % 2 == 1
    state["turns"], state["made"] = turns, made
    state["roll"] = sum((die - 1) * FACES**k for k, die in enumerate(reversed(dice)))
    table.look(SPLIT)
