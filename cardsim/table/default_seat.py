"""The default view of a seat, field by field, for games without words of their own.

A game's `seat.py` says it better, and may have only some of it.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from cardsim.felt import CARD, Chair, Felt, rows
from cardsim.game import Game
from cardsim.plain import EVERYWHERE, class_of, maker_of
from cardsim.runs.words import capitalised
from cardsim.table.seat_words import part_of

LONGEST = 40
"""Longest meaning of a field that is its label; with a longer one its name is."""


def seat_of(game: Game) -> Any:
    """Return the functions that show a seat its view: `felt`, `rows`, `did`, `asked` and others.

    They are those of the game's `seat.py`, and the default ones for what it lacks.
    """
    own = part_of(game, "seat")
    told = getattr(own, "rows", None) or (lambda view, _names: _rows(game, view))
    asks = {d.name: f"{capitalised(d.help)}?" for d in game.decisions}
    asks |= getattr(own, "ASKS", {})
    usual: dict[str, Any] = {
        "rows": told,
        "felt": lambda view, names: _felt(view, names, told(view, names)),
        "did": lambda _view, _names: [],
        "taps": lambda _decision, _view, _action: None,
        "LIFTS": {},
        "note": lambda _decision, _view, _action: "",
        "asked": lambda decision, _view: asks[decision],
    }
    if (maker := maker_of(game)) is not None:
        usual["is_out"] = lambda state, seat: maker.hands.open(state, game.rules()).watches(seat)
    if own is None:
        return SimpleNamespace(**usual)
    if hasattr(own, "felt"):
        usual["rows"] = lambda view, names: rows(own.felt(view, names))
    return SimpleNamespace(**{**usual, **vars(own)})


def taps_of(says: Any, decision: str, view: Any, action: Any, word: str) -> tuple[str, ...]:
    """Return the cards and piles that one taps for an action: by default the cards in its word."""
    own = says.taps(decision, view, action)
    return tuple(card[0] for card in CARD.finditer(word)) if own is None else own


def _felt(view: Any, names: Any, told: Any) -> Felt:
    """Return a table that shows its rows as facts."""
    seat = int(view.seat)
    return Felt(tuple(map(Chair, names)), seat, seat, facts=tuple(told))


def _rows(game: Game, view: Any) -> list[tuple[str, str]]:
    rows = []
    for name in game.view.names or ():
        kind = game.view[name]
        if name in EVERYWHERE or kind.base.names:
            continue
        meaning = game.view_help[name].partition(";")[0]
        numbers = np.atleast_1d(getattr(view, name)).ravel().tolist()
        while kind.shape and class_of(game) is not None and numbers and numbers[-1] == -1:
            numbers.pop()
        head = meaning if len(meaning) <= LONGEST else name.replace("_", " ")
        rows.append((head, " ".join(map(str, numbers)) or "none"))
    return rows
