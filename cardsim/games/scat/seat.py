"""A seat's view of a hand of Scat, and its actions, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.cards import card_symbol, card_symbols
from cardsim.games.scat.state import FROM_DISCARD, FROM_STOCK, HISTORY, KNOCKED, NO_CARD
from cardsim.table_talk import each

ASKS = {
    "throw-down": "Call a showdown at once, before you look?",
    "hammer": "Call a showdown at once?",
    "knock": "Take a turn, or knock?",
    "draw-source": "Which card do you take?",
    "discard": "Which card do you throw?",
    "declare-31": "You have 31. Do you show it?",
    "knock-after-draw": "Knock?",
}

LEADS_ON = {"knock": 0}
"""Actions that change nothing and leave the same seat to decide, by decision."""


def rows(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return what lies on the table and what the seat holds, as rows of label and text."""
    cards = [int(card) for card in view.hand[: view.hand_size]]
    hand = card_symbols(cards) if cards else "three cards, face down"
    if len(cards) == 3:
        hand += f", worth {view.value:g}"
    pile = f"{card_symbol(view.top_discard)}, and {view.stock_count} in the stock"
    shown = [("lives", each(names, ("out" if n < 0 else n for n in view.lives)))]
    if any(view.points):
        shown = [("points", each(names, view.points))]
    if view.knocker >= 0:
        shown.append(("knocked", f"{names[view.knocker]}; this is your last turn"))
    if len(cards) == 4:
        return [*shown, ("in the stock", str(view.stock_count)), ("your hand", hand)]
    return [*shown, ("on the pile", pile), ("your hand", hand)]


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


def is_out(state: Any, seat: int) -> bool:
    """Return whether a seat was already out of the match when the hand was dealt."""
    return bool(state["lives"][seat] < 0)


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
