"""A seat's view of a hand of Casino, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.games.casino.story import told_action
from cardsim.table_talk import by_rank, each, in_set

ASKS = {"play": "Which card do you play, and how?"}


def rows(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return what lies on the table and what the seat holds, as rows of label and text."""
    shown = []
    if view.target:
        sides = ("seats 1 and 3", "seats 2 and 4") if view.partnership else names
        shown.append(("score", f"{each(sides, view.scores[: view.sides])}; to {view.target}"))
    piles = (len(in_set(pile)) for pile in view.piles)
    shown += [
        ("captured", f"{each(names, piles)} cards"),
        ("sweeps", each(names, view.sweeps)),
        ("deals to come", str(view.deals_left)),
        ("on the table", by_rank(in_set(view.loose))),
    ]
    shown += [
        (f"build of {n}", f"{by_rank(in_set(view.build_cards[n]))}, {names[view.build_owner[n]]}")
        for n in range(len(view.build_cards))
        if view.build_values >> n & 1
    ]
    return [*shown, ("your hand", by_rank(in_set(view.hand)))]


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the plays of this hand, as rows of player and action."""
    return [
        (
            names[(view.dealer + 1 + turn) % view.players],
            told_action(view, tuple(int(x) for x in view.history[turn])),
        )
        for turn in range(view.turn)
    ]


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words; empty for the word that the rules give it."""
    return ""
