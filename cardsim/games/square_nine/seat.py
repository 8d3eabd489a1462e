"""A seat's view of a hand of Square 9, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from cardsim.cards import rank_symbol
from cardsim.felt import BACK, STOCK, Felt, Spread, chairs, stock

ASKS = {
    "expose": "Which card do you turn up (1 to 9, row by row)?",
    "draw-source": "Which card do you take?",
    "place": "Where does it go (1 to 9, row by row)?",
}
VERBS = {"expose": "turn up", "place": "put it in"}
"""Verb for choosing a card or number, by decision."""
VERBLIKE = ("throw it",)
_CELLS, _ROWS, _DOWN = 9, 256, 255
_PILE = "pile"


def card_dealt(state: Any, seat: int, cell: int) -> int:
    """Return the rank of the card that was dealt to a cell."""
    return int(state["seats"][seat]["grid"][cell])


def felt(view: Any, names: Sequence[str]) -> Felt:
    """Return the table as the seat sees it."""
    scores = [int(view.seats[seat]["score"]) for seat in range(view.players)]
    counts = {"points before": scores} if any(scores) else {}
    lies = [
        (seat, _grid(view.seats[seat], yours=seat == view.seat)) for seat in range(view.players)
    ]
    drawn = (rank_symbol(view.card),) if view.card != _DOWN else ()
    pile = Spread("pile", (rank_symbol(view.top_discard),), (_PILE,))
    return Felt(
        chairs(names, marks=[("has closed", view.closer)], spreads=lies, **counts),
        int(view.seat),
        int(view.seat),
        middle=(stock(view.stock_count), pile),
        hand=Spread("in your hand", drawn, ("",) * len(drawn)),
    )


def _grid(seat: Any, *, yours: bool) -> Spread:
    cards = tuple(
        BACK if seat["cards"][c] == _DOWN else rank_symbol(int(seat["cards"][c]))
        for c in range(_CELLS)
    )
    taps = tuple(f"cell {c + 1}" if yours else "" for c in range(_CELLS))
    return Spread("cards", cards, taps, wide=3)


def taps(decision: str, _view: Any, action: Any) -> tuple[str, ...] | None:
    """Return what one taps for an action; None for the cards of its word."""
    if decision == "draw-source":
        return ((STOCK,), (_PILE,))[action]
    return None if action == _CELLS else (f"cell {action + 1}",)


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


def hidden(
    states: Any, seat: int, names: Sequence[str]
) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    """Yield what a seat does not see, as clauses, with the hands in which they are true."""
    seats, points = states["seats"], states["points"].astype(np.int64)
    for k, name in enumerate(names):
        down = seats["down"][:, k, None] >> np.arange(_CELLS) & 1
        grid = np.where(down, seats["grid"][:, k, :_CELLS], 0)
        worth = np.where(down, np.take_along_axis(points, grid.astype(np.int64), axis=1), 0)
        total, many = worth.sum(axis=1), int(down[0].sum())
        cards, verb = ("card", "is") if many == 1 else (f"{many} cards", "are")
        told = f"your {cards} face down" if k == seat else f"the {cards} face down of {name}"
        middle = float(np.median(total))
        yield f"{told} {verb} worth {middle:g} or more", total >= middle


def standing(state: Any) -> tuple[str, list[int]]:
    """Return the points of every seat in the match so far."""
    return "points", [int(x) for x in state["seats"]["score"][: state["players"]]]


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words."""
    if decision == "draw-source":
        return ("draw from the stock", f"take the {rank_symbol(view.top_discard)}")[action]
    return "throw it" if action == _CELLS else f"cell {action + 1}"
