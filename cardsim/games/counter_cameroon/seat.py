"""A seat's view of a game of Counter-Cameroon, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.felt import Felt, Spread, chairs
from cardsim.game import Step

ASKS = {"split": "Which two sums do you make?"}
VERBS = {"split": "take"}
"""Verb for choosing a card or number, by decision."""


def felt(view: Any, names: Sequence[str]) -> Felt:
    """Return the table as the seat sees it."""
    other = 1 - view.seat
    columns = range(2, 13)
    marks = (("your marks", view.my_marks), (f"marks of {names[other]}", view.opp_marks))
    sheet = [("category", tuple(str(n) for n in columns))]
    sheet += [(name, tuple(str(int(own[n])) for n in columns)) for name, own in marks]
    told = {int(view.seat): "+", other: "--", -1: "."}
    sheet += [
        ("+ won, -- lost", tuple(told.get(int(view.owner[n]), "") for n in columns)),
        ("worth", tuple(str(int(view.points[n])) for n in columns)),
    ]
    points = [0, 0]
    points[view.seat], points[other] = int(view.my_points), int(view.opp_points)
    return Felt(
        chairs(names, points_won=points),
        int(view.seat),
        int(view.seat),
        facts=(("marks that win", str(view.marks_to_win)),),
        sheet=tuple(sheet),
        hand=Spread("your dice", tuple(map(str, view.dice)), ("",) * len(view.dice)),
    )


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return nothing: no view keeps the sums that were made."""
    return []


def shown(step: Step, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the sums that a seat made, as a row of player and action."""
    if step.decision is None:
        return []
    low, high = step.before["splits"][step.action]
    return [(names[step.seat], f"made {low} and {high}")]


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words."""
    low, high = view.splits[action]
    return f"{low} and {high}"
