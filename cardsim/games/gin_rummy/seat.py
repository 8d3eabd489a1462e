"""A seat's view of a hand of Gin Rummy, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.cards import card_symbol
from cardsim.table_talk import by_rank, by_suit, each, in_set

ASKS = {
    "upcard": "Do you take the first tile?",
    "draw": "Where do you draw from?",
    "finish": "Which tile do you throw?",
    "knocker-melds": "How do you lay your melds down?",
}


def rows(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return what lies on the table and what the seat holds, as rows of label and text."""
    others = [seat for seat in range(view.players) if seat != view.seat]
    shown = []
    if view.target:
        scores = each(names, view.scores[: view.players])
        shown.append(("score", f"{scores}; to {view.target}"))
    for seat in others:
        thrown, taken = (in_set(view[field][seat]) for field in ("thrown", "taken"))
        told = f"holds {view.hand_sizes[seat]}"
        told += f"; threw {by_rank(thrown)}" if thrown else ""
        told += f"; took and holds {by_rank(taken)}" if taken else ""
        shown.append((names[seat], told))
    row = card_symbol(view.newest) if view.newest < 52 else "empty"
    return [
        *shown,
        ("row", f"{row}, and {view.stock_size} in the stock"),
        ("your hand", by_suit(in_set(view.hand))),
        ("deadwood", str(view.own_deadwood)),
    ]


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return nothing: the rows show what each seat threw and took."""
    return []


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words; empty for the word that the rules give it."""
    return ""
