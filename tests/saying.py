"""What a seat sees at a decision, said in words: the way back from `situation.place`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardsim.cards import card_name
from cardsim.engine.table import Table
from cardsim.games.scat import state as scat

Said = Mapping[str, object]


def named(cards: Any) -> str:
    """Cards as people type them."""
    return " ".join(card_name(int(card)) for card in cards)


def commas(numbers: Any) -> str:
    """Numbers with commas between them."""
    return ",".join(str(int(n)) for n in numbers)


def of_scat(table: Table, before: Said) -> Said:
    """A decision of Scat."""
    view = table.view
    if table.asks.name == "declare-31" and view.turn > 0:
        return {**before, "throw": card_name(view.history[(view.turn - 1) % 256][3])}
    turns: list[str] = []
    for seat, source, _, thrown in view.history[: view.turn].tolist():
        told = "?" if thrown == scat.NO_CARD else card_name(thrown)
        told = {scat.KNOCKED: "knock", scat.PASSED: "pass"}.get(source, told)
        told = f"take {told}" if source == scat.FROM_DISCARD else told
        knocks = view.knocker == seat != view.seat and source < scat.KNOCKED
        turns.append(f"{told} knock" if knocks and _last(view, seat) == len(turns) else told)
    played, name = ", ".join(turns), table.asks.name
    said: dict[str, object] = {
        "hand": named(view.hand[: view.hand_size]),
        "lives": commas(view.lives[: view.players]),
        "points": commas(view.points[: view.players]),
        "seat": view.seat + 1,
        "drew": "pile" if view.took_discard and view.hand_size == 4 else "stock",
        "declined": name not in {"hammer", "throw-down", "declare-31"},
        "knock": "no" if name in {"draw-source", "discard"} else "ask",
    }
    if name == "discard" and view.knocker == view.seat:
        said["knock"] = "yes"
    if played:
        return {**said, "played": played, "upcard": card_name(view.upcard)}
    return {**said, "discard": card_name(view.upcard), "first": view.first + 1}


def _last(view: Any, seat: int) -> int:
    """The last turn of a seat."""
    return max(t for t in range(view.turn) if view.history[t, 0] == seat)


SAYING: dict[str, Callable[[Table, Said], Said]] = {"scat": of_scat}
"""By game: a table at which a decision waits, and what was said of the one before -> this one."""
