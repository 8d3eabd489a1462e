"""A seat's view of a hand of Gin Rummy, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.cards import PACK, card_symbol
from cardsim.felt import HAND, STOCK, Felt, Spread, chairs, spread, stock, suited
from cardsim.games.gin_rummy.melds import deadwood
from cardsim.games.gin_rummy.state import FROM_STOCK, HISTORY, NO_TILE, TOOK
from cardsim.table_talk import in_set

ASKS = {
    "upcard": "Do you take the first card?",
    "draw": "Where do you draw from?",
    "finish": "Which card do you throw?",
    "knocker-melds": "How do you lay your melds down?",
}
DECISION_TAKES = 2
"""Time of a decision of people who slip by a temperature, in times that of others."""


def felt(view: Any, names: Sequence[str]) -> Felt:
    """Return the table as the seat sees it."""
    others = [seat for seat in range(view.players) if seat != view.seat]
    lies = [
        (seat, spread(label, cards)._replace(taps=("",) * len(cards)))
        for label, field in (("threw", view.thrown), ("took and holds", view.taken))
        for seat in others
        if (cards := in_set(field[seat]))
    ]
    counts = {"score": view.scores} if view.target else {}
    row = (card_symbol(view.newest),) if view.newest < PACK else ()
    return Felt(
        chairs(
            names, held=view.hand_sizes, marks=[("dealer", view.dealer)], spreads=lies, **counts
        ),
        int(view.seat),
        int(view.seat),
        facts=(("played to", str(view.target)),) if view.target else (),
        middle=(stock(view.stock_size), Spread("row", row)),
        hand=suited(HAND, in_set(view.hand)),
        own=(("deadwood", str(view.own_deadwood)),),
    )


def taps(decision: str, _view: Any, action: Any) -> tuple[str, ...] | None:
    """Return what one taps for an action; None for the cards of its word."""
    return (STOCK,) if decision == "draw" and action == FROM_STOCK else None


def note(decision: str, view: Any, action: Any) -> str:
    """Return what a throw leaves in the hand."""
    tiles = int(view.tiles)
    if decision != "finish" or action >= 2 * tiles:
        return ""
    tile = in_set(view.hand)[action % tiles]
    left = int(deadwood(np.uint64(int(view.hand) & ~(1 << tile))))
    return "gin" if left == 0 and action >= tiles else f"{left} left"


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the turns of this hand, as rows of player and action."""
    shown, turns = [], int(view.turn_no)
    # Who lays melds down has had his turn.
    last = int(view.seat) - (0 if view.arrangements else 1)
    for turn in range(min(turns, HISTORY - 1)):
        before, threw = int(view.history[turn]), int(view.history[turn + 1])
        if threw == NO_TILE:
            break
        seat = (last - (turns - 1 - turn)) % view.players
        took = f"took {card_symbol(before % TOOK)}" if threw >= TOOK else "drew from the stock"
        shown.append((names[seat], f"{took}, threw {card_symbol(threw % TOOK)}"))
    return shown


def standing(state: Any) -> tuple[str, list[int]]:
    """Return the points of every seat in the match so far."""
    return "points", [int(x) for x in state["scores"][: state["players"]]]


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words; empty for the word that the rules give it."""
    return ""
