"""A seat's view of a hand of Chinese Ten, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.cards import card_symbol
from cardsim.table_talk import by_rank, each, in_set

ASKS = {
    "play-card": "Which card do you play?",
    "choose-capture": "Which card does it take?",
    "choose-flip-capture": "Which card does the flipped card take?",
}
VERBS = {"play-card": "play", "choose-capture": "take", "choose-flip-capture": "take"}
"""Verb for choosing a card or number, by decision."""
_TRIPLE = 52


def rows(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return what lies on the table and what the seat holds, as rows of label and text."""
    shown = [
        ("points", each(names, view.scores[: view.players])),
        ("in the deck", str(view.deck_count)),
        ("on the table", by_rank(in_set(view.table))),
    ]
    if view.card < _TRIPLE:
        shown.append(("to capture with", card_symbol(view.card)))
    return [*shown, ("your hand", by_rank(in_set(view.held)))]


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the turns of this hand, as rows of player and action."""
    return [
        (
            names[(view.first + turn) % view.players],
            f"{_card('played', played, took)}; {_card('flipped', flipped, with_it)}",
        )
        for turn, (played, took, flipped, with_it) in enumerate(view.history[: view.turn].tolist())
    ]


def _card(verb: str, card: int, took: int) -> str:
    if card > _TRIPLE:
        return f"{verb} nothing"
    what = {_TRIPLE: ", took three of a rank"}.get(took, "")
    return f"{verb} {card_symbol(card)}{f', took {card_symbol(took)}' if took < 52 else what}"


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words; empty for the word that the rules give it."""
    return {_TRIPLE: "the three of a rank", 53: "none"}.get(action, "")
