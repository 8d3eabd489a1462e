"""A seat's view of a hand of Square 9, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.cards import rank_symbol
from cardsim.table_talk import each

ASKS = {
    "expose": "Which card do you turn up? Cells count from 1, row by row.",
    "draw-source": "Which card do you take?",
    "place": "Where does it go? Cells count from 1, row by row.",
}
VERBS = {"expose": "turn up", "place": "put it in"}
"""Verb for choosing a card or number, by decision."""
VERBLIKE = ("throw it",)
_CELLS, _ROWS, _DOWN = 9, 256, 255


def card_dealt(state: Any, seat: int, cell: int) -> int:
    """Return the rank of the card that was dealt to a cell."""
    return int(state["seats"][seat]["grid"][cell])


def rows(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return what lies on the table and what the seat holds, as rows of label and text."""
    others = [seat for seat in range(view.players) if seat != view.seat]
    scores = [int(view.seats[seat]["score"]) for seat in range(view.players)]
    shown = [("points before", each(names, scores))] if any(scores) else []
    for seat in [*others, view.seat]:
        grid = _grid(view.seats[seat])
        name = "your cards" if seat == view.seat else names[seat]
        shown += [(name if row == 0 else "", grid[row]) for row in range(3)]
    if view.closer >= 0:
        shown.append(("has closed", names[view.closer]))
    pile = f"{rank_symbol(view.top_discard)}, and {view.stock_count} in the stock"
    shown.append(("on the pile", pile))
    if view.card != _DOWN:
        shown.append(("in your hand", rank_symbol(view.card)))
    return shown


def _grid(seat: Any) -> list[str]:
    shown = [
        "?" if seat["cards"][c] == _DOWN else rank_symbol(int(seat["cards"][c]))
        for c in range(_CELLS)
    ]
    return ["  ".join(f"{card:>2}" for card in shown[k : k + 3]) for k in (0, 3, 6)]


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the turns of this hand, as rows of player and action."""
    shown = []
    for turn in range(max(0, view.turn - _ROWS), view.turn):
        took, rank, cell, threw = (int(x) for x in view.history[turn % _ROWS])
        told = "threw it" if cell == _CELLS else f"put it at {cell + 1}, threw {rank_symbol(threw)}"
        source = "pile" if took else "stock"
        seat = names[(view.first + turn) % view.players]
        shown.append((seat, f"took {rank_symbol(rank)} from the {source}, {told}"))
    return shown


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words."""
    if decision == "draw-source":
        return ("draw from the stock", f"take the {rank_symbol(view.top_discard)}")[action]
    return "throw it" if action == _CELLS else f"cell {action + 1}"
