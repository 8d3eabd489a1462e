"""A seat's view of a hand of Ninety-Nine, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.cards import card_symbol, card_symbols
from cardsim.table_talk import each

ASKS = {"play-card": "Which card do you play?"}
VERBS = {"play-card": "play"}
"""Verb for choosing a card or number, by decision."""
_HIGH, _ROWS = 8, 256


def rows(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return what lies on the table and what the seat holds, as rows of label and text."""
    players = view.players
    pennies = ("out" if n == 0 else n for n in view.pennies[:players])
    shown = [("pennies", each(names, pennies))]
    if any(view.points):
        shown.append(("points", each(names, view.points[:players])))
    return [
        *shown,
        ("cards held", each(names, view.hand_sizes[:players])),
        ("next", names[view.next_seat]),
        ("total", str(view.total)),
        ("your hand", card_symbols(int(c) for c in view.hand[: view.hand_size])),
    ]


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the plays of this hand, as rows of player and action."""
    shown = []
    for play in range(max(0, view.played - _ROWS), view.played):
        seat, card, option, _ = (int(x) for x in view.history[play % _ROWS])
        shown.append((names[seat], f"played {card_symbol(card)}{', high' if option else ''}"))
    return shown


def is_out(state: Any, seat: int) -> bool:
    """Return whether a seat was already out of the match when the hand was dealt."""
    return bool(state["hand_sizes"][seat] == 0)


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words."""
    card = card_symbol(int(view.hand[action % _HIGH]))
    return f"{card}{' high' if action >= _HIGH else ''}, to {int(view.total_after[action])}"
