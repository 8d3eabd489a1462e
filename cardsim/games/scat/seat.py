"""A seat's view of a hand of Scat, and its actions, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.cards import card_symbol
from cardsim.felt import HAND, STOCK, Felt, Spread, chairs, stock
from cardsim.games.scat.play import POINTS_MODE
from cardsim.games.scat.state import FROM_DISCARD, FROM_STOCK, HISTORY, KNOCKED, NO_CARD

ASKS = {
    "throw-down": "Call a showdown at once, before you look?",
    "hammer": "Call a showdown at once?",
    "knock": "Take a turn, or knock?",
    "draw-source": "Which card do you take?",
    "discard": "Which card do you throw?",
    "declare-31": "You have 31. Do you show it?",
    "knock-after-draw": "Knock?",
}

CARDS_HELD = 3
LEADS_ON = {"knock": 0}
"""Actions that change nothing and leave the same seat to decide, by decision."""


def felt(view: Any, names: Sequence[str]) -> Felt:
    """Return the table as the seat sees it."""
    cards = [int(card) for card in view.hand[: view.hand_size]]
    lives = ["out" if n < 0 else int(n) for n in view.lives[: view.players]]
    counts = {"points": view.points} if any(view.points) else {"lives": lives}
    held = (0 if n < 0 else CARDS_HELD for n in view.lives[: view.players])
    roles = (("dealer", view.dealer), ("knocked", view.knocker))
    own = [("worth", f"{view.value:g}")] if len(cards) == CARDS_HELD else []
    if len(cards) > CARDS_HELD:
        own.append(("just taken", card_symbol(cards[-1])))
    if view.knocker >= 0:
        own.append(("last turn", f"{names[view.knocker]} knocked"))
    pile = Spread("pile", (card_symbol(view.top_discard),))
    # While one holds four cards the pile's top one may be among them.
    middle = (stock(view.stock_count), *([pile] if len(cards) <= CARDS_HELD else []))
    return Felt(
        chairs(names, held=held, marks=roles, **counts),
        int(view.seat),
        int(view.seat),
        middle=middle,
        hand=Spread(
            HAND, tuple(map(card_symbol, cards)), note="" if cards else "three cards, face down"
        ),
        own=tuple(own),
    )


def taps(decision: str, _view: Any, action: Any) -> tuple[str, ...] | None:
    """Return what one taps for an action; None for the cards of its word."""
    return (STOCK,) if decision == "draw-source" and action == 0 else None


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the turns of this hand in words, as rows of player and action."""
    shown = []
    for turn in range(max(0, view.turn - HISTORY), view.turn):
        seat, how, took, threw = (int(x) for x in view.history[turn % HISTORY])
        told = {FROM_STOCK: "drew from the stock", KNOCKED: "knocked"}.get(how, "passed")
        if how == FROM_DISCARD:
            told = f"took {card_symbol(took)} from the pile"
        if threw != NO_CARD:
            told += f", threw {card_symbol(threw)}"
        shown.append((names[seat], told))
    return shown


def held(states: Any) -> np.ndarray[Any, Any]:
    """Return the cards of every seat as sets, uint64, shape (states, seats)."""
    words = np.asarray(states["own"]["hand"]).astype(np.uint64)
    sets = np.zeros_like(words)
    for place in range(CARDS_HELD):
        card = words >> np.uint64(8 * place) & np.uint64(255)
        sets |= np.uint64(1) << card
    return sets


def counted(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Return what each seat's hand is worth, shape (states, seats), by a clause that tells it."""
    return {"{0} has {1} or more": np.asarray(states["own"]["value"])}


def is_out(state: Any, seat: int) -> bool:
    """Return whether a seat was already out of the match when the hand was dealt."""
    return bool(state["lives"][seat] < 0)


def standing(state: Any) -> tuple[str, list[int]]:
    """Return the lives of every seat in the match so far, or its points."""
    counts = "points" if state["score_mode"] == POINTS_MODE else "lives"
    return counts, [int(x) for x in state[counts][: state["players"]]]


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words; empty for the word that the rules give it."""
    if decision == "knock":
        return ("take a turn", "knock")[action]
    if decision == "draw-source":
        empty = "the stock is empty: leave it" if view.stock_count == 0 else "draw from the stock"
        return (empty, f"take {card_symbol(view.top_discard)}")[action]
    if decision == "discard":
        return f"throw {card_symbol(int(view.hand[action]))}"
    return ""
