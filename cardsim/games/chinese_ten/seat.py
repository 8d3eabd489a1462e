"""A seat's view of a hand of Chinese Ten, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.cards import card_symbol
from cardsim.felt import HAND, Felt, Spread, chairs, spread
from cardsim.table_talk import in_set

ASKS = {
    "play-card": "Which card do you play?",
    "choose-capture": "Which card does it take?",
    "choose-flip-capture": "Which card does the flipped card take?",
}
VERBS = {"play-card": "play", "choose-capture": "take", "choose-flip-capture": "take"}
"""Verb for choosing a card or number, by decision."""
_TRIPLE = 52
REPLAYED = 10_000
"""Turns of the imagined hands together; each is played again many times, in a second or two."""


def most_imagined(view: Any) -> int:
    """Return how many hands may be imagined in a second or two: each plays all turns again."""
    return REPLAYED // max(int(view.turn), 1)


def felt(view: Any, names: Sequence[str]) -> Felt:
    """Return the table as the seat sees it."""
    card = (card_symbol(view.card),) if view.card < _TRIPLE else ()
    with_it = (Spread("to capture with", card, ("",)),) if card else ()
    return Felt(
        chairs(names, held=view.hand_counts, marks=[("dealer", view.dealer)], points=view.scores),
        int(view.seat),
        int(view.seat),
        middle=(
            Spread("deck", under=int(view.deck_count)),
            spread("on the table", in_set(view.table)),
            *with_it,
        ),
        hand=spread(HAND, in_set(view.held)),
    )


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
