"""A seat's view of a hand of Ninety-Nine, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.cards import card_symbol
from cardsim.felt import HAND, Felt, Spread, chairs, stock

ASKS = {"play-card": "Which card do you play?"}
VERBS = {"play-card": "play"}
"""Verb for choosing a card or number, by decision."""
_HIGH, _ROWS = 8, 256


def felt(view: Any, names: Sequence[str]) -> Felt:
    """Return the table as the seat sees it."""
    players = view.players
    counts: dict[str, Any] = {"pennies": ["out" if n == 0 else n for n in view.pennies[:players]]}
    if any(view.points):
        counts["points"] = view.points
    last = [int(view.history[(view.played - 1) % _ROWS][1])] if view.played else []
    pile = Spread("pile", tuple(map(card_symbol, last)), ("",) * len(last))
    return Felt(
        chairs(
            names,
            held=view.hand_sizes,
            marks=[("dealer", view.dealer), ("next", view.next_seat)],
            **counts,
        ),
        int(view.seat),
        int(view.seat),
        facts=(("total", str(view.total)),),
        middle=(stock(view.stock_count), pile),
        hand=Spread(HAND, tuple(card_symbol(int(c)) for c in view.hand[: view.hand_size])),
    )


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the plays of this hand, as rows of player and action."""
    shown = []
    for play in range(max(0, view.played - _ROWS), view.played):
        seat, card, option, _ = (int(x) for x in view.history[play % _ROWS])
        shown.append((names[seat], f"played {card_symbol(card)}{', high' if option else ''}"))
    return shown


def held(states: Any) -> np.ndarray[Any, Any]:
    """Return the cards of every seat as sets, uint64, shape (states, seats)."""
    own = states["own"]
    cards = own["hand"].astype(np.uint64)
    real = np.arange(cards.shape[-1]) < own["size"][..., None]
    bits = np.where(real, np.uint64(1) << (cards & np.uint64(63)), np.uint64(0))
    sets: np.ndarray[Any, Any] = np.bitwise_or.reduce(bits, axis=-1)
    return sets


def is_out(state: Any, seat: int) -> bool:
    """Return whether a seat was already out of the match when the hand was dealt."""
    return bool(state["hand_sizes"][seat] == 0)


def standing(state: Any) -> tuple[str, list[int]]:
    """Return the pennies of every seat in the match so far."""
    return "pennies", [int(x) for x in state["pennies"][: state["players"]]]


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words."""
    card = card_symbol(int(view.hand[action % _HIGH]))
    return f"{card}{' high' if action >= _HIGH else ''}, to {int(view.total_after[action])}"
