"""A seat's view of a game of Counter-Cameroon, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

ASKS = {"split": "Which two sums do you make?"}
VERBS = {"split": "take"}
"""Verb for choosing a card or number, by decision."""


def rows(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the marks of both players and the dice, as rows of label and text."""
    other = 1 - view.seat
    columns = range(2, 13)
    marks = (("your marks", view.my_marks), (f"marks of {names[other]}", view.opp_marks))
    shown = [("category", " ".join(f"{n:>2}" for n in columns))]
    shown += [(name, " ".join(f"{int(own[n]):>2}" for n in columns)) for name, own in marks]
    owner = {view.seat: "you", other: "--", -1: " ."}
    won = " ".join(f"{'+' if o == 'you' else o:>2}" for n in columns if (o := owner[view.owner[n]]))
    return [
        *shown,
        ("+ won, -- lost", won),
        ("worth", " ".join(f"{int(view.points[n]):>2}" for n in columns)),
        ("points won", f"you {view.my_points}, {names[other]} {view.opp_points}"),
        ("marks that win", str(view.marks_to_win)),
        ("your dice", " ".join(map(str, view.dice))),
    ]


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return nothing: the marks show what was done."""
    return []


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words."""
    low, high = view.splits[action]
    return f"{low} and {high}"
