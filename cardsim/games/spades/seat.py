"""A seat's view of a hand of Spades, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.table_talk import by_suit, each, in_set, trick, tricks

ASKS = {
    "blind": "Bid a blind nil, before you look?",
    "bid": "How many tricks do you bid?",
    "play": "Which card do you play?",
}
VERBS = {"bid": "bid", "play": "play"}
"""Verb for choosing a card or number, by decision."""


def rows(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return what lies on the table and what the seat holds, as rows of label and text."""
    own = view.seat % 2
    shown = []
    if view.target:
        told = (f"{view.score[side]} and {view.bags[side]} bags" for side in (own, 1 - own))
        shown.append(("score", f"{each(('your side', 'theirs'), told)}; to {view.target}"))
    if any(bid >= 0 for bid in view.bids):
        bids = (_bid(view, seat) for seat in range(4))
        shown.append(("bids", each(names, bids)))
    if all(bid >= 0 for bid in view.bids):
        broken = "" if view.broken else "; spades are not broken"
        shown += [
            ("tricks", each(names, view.taken)),
            ("on the table", trick(view, names) + broken),
        ]
    return [*shown, ("your hand", by_suit(in_set(view.hand)) or "not looked at yet")]


def _bid(view: Any, seat: int) -> str:
    bid = int(view.bids[seat])
    if bid == 0:
        return "blind nil" if view.blind[seat] else "nil"
    return "?" if bid < 0 else str(bid)


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the tricks of this hand, as rows of label and text."""
    return tricks(view, names)


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words; empty for the word that the rules give it."""
    return ""
