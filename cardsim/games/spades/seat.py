"""A seat's view of a hand of Spades, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.felt import HAND, Felt, chairs, named, suited, trick_of
from cardsim.table_talk import in_set, tricks

ASKS = {
    "blind": "Bid a blind nil, before you look?",
    "bid": "How many tricks do you bid?",
    "play": "Which card do you play?",
}
VERBS = {"bid": "bid", "play": "play"}
"""Verb for choosing a card or number, by decision."""
DECISION_TAKES = 2
"""Time of a decision of people who slip by a temperature, in times that of others."""


def felt(view: Any, names: Sequence[str]) -> Felt:
    """Return the table as the seat sees it."""
    own = view.seat % 2
    shown: list[tuple[str, str]] = []
    if view.target:
        told = (f"{view.score[side]} and {view.bags[side]} bags" for side in (own, 1 - own))
        shown.append(("score", f"{named(('your side', 'theirs'), told)}; to {view.target}"))
    counts: dict[str, Any] = {}
    if any(bid >= 0 for bid in view.bids):
        counts["bid"] = [_bid(view, seat) for seat in range(4)]
    trick = None
    if all(bid >= 0 for bid in view.bids):
        counts["tricks"], trick = view.taken, trick_of(view)
        if not view.broken:
            shown.append(("spades", "not broken"))
    laid = [seat for seat, _ in trick.laid] if trick else []
    held = [13 - int(view.tricks) - (seat in laid) for seat in range(4)]
    hand = suited(HAND, in_set(view.hand))
    return Felt(
        chairs(names, held=held, marks=[("dealer", view.dealer)], **counts),
        int(view.seat),
        int(view.seat),
        facts=tuple(shown),
        trick=trick,
        last=trick_of(view, back=1) if trick else None,
        hand=hand if hand.cards else hand._replace(note="not looked at yet"),
    )


def _bid(view: Any, seat: int) -> str:
    bid = int(view.bids[seat])
    if bid == 0:
        return "blind nil" if view.blind[seat] else "nil"
    return "?" if bid < 0 else str(bid)


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the tricks of this hand, as rows of label and text."""
    return tricks(view, names)


def standing(state: Any) -> tuple[str, list[int]]:
    """Return the points of every side in the match so far."""
    return "points", [int(x) for x in state["score"]]


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words; empty for the word that the rules give it."""
    return ""
