"""A seat's view of a board of Bridge, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.cards import SYMBOLS
from cardsim.games.bridge.state import TRICKS
from cardsim.games.bridge.story import call_symbol
from cardsim.table_talk import by_suit, each, in_set, trick, tricks

ASKS = {
    "call": "What do you call?",
    "lead": "Which card do you lead?",
    "play": "Which card do you play?",
}
VERBS = {"call": "call", "lead": "lead", "play": "play"}
"""Verb for choosing a card or number, by decision."""
VERBLIKE = ("pass", "double", "redouble")
_DOUBLED = ("", " doubled", " redoubled")
_SEATS = ("North", "East", "South", "West")


def rows(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return what lies on the table and what the seat holds, as rows of label and text."""
    own = view.seat % 2
    vulnerable = {
        (0, 0): "nobody is vulnerable",
        (1, 0): "your side is vulnerable",
        (0, 1): "they are vulnerable",
        (1, 1): "all are vulnerable",
    }[int(view.vul[own]), int(view.vul[1 - own])]
    sits = f"{_SEATS[view.seat]}; dealer {_SEATS[view.dealer]}, {vulnerable}"
    shown = [("you are", sits)]
    playing = bool(view.level) and view.passes == 3
    if not playing:
        auction = each(
            [names[(view.dealer + k) % 4] for k in range(view.called)],
            map(call_symbol, view.calls[: view.called].tolist()),
        )
        return [*shown, ("auction", auction or "you call first"), _own(view)]
    strain = (*SYMBOLS, "NT")[view.strain]
    taken = [int(view.taken[s]) + int(view.taken[s + 2]) for s in (own, 1 - own)]
    shown += [
        ("contract", f"{view.level}{strain}{_DOUBLED[view.doubled]} by {names[view.declarer]}"),
        ("tricks", each(("your side", "theirs"), taken)),
        ("on the table", trick(view, names)),
    ]
    if view.dummy_hand:
        turn = ", whose turn it is" if view.acting_for != view.seat else ""
        shown.append((f"dummy{turn}", by_suit(in_set(view.dummy_hand))))
    return [*shown, _own(view)]


def _own(view: Any) -> tuple[str, str]:
    return "your hand", by_suit(in_set(view.hand))


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the tricks of this board, as rows of label and text."""
    return tricks(view, names)


def claim(state: Any, tricks: int) -> str:
    """Give declarer's side `tricks` tricks and the others the rest; return why it cannot be."""
    if not state["level"] or state["passes"] != 3:
        return "there is no contract"
    ours, theirs = int(state["declarer"]), (int(state["declarer"]) + 1) % 4
    taken = [int(state["taken"][seat] + state["taken"][(seat + 2) % 4]) for seat in (ours, theirs)]
    if not taken[0] <= tricks <= TRICKS - taken[1]:
        return f"declarer's side has {taken[0]} tricks, and the others {taken[1]}"
    state["taken"][ours] += tricks - taken[0]
    state["taken"][theirs] += TRICKS - tricks - taken[1]
    return ""


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words; empty for the word that the rules give it."""
    return call_symbol(action) if decision == "call" and 0 < action < 36 else ""
