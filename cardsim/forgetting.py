"""Limits of memory: players who no longer know all that they have seen.

A player with `remembers=nothing` is asked with a copy of what it sees, in which its game has
blanked what such a player has forgotten (`Game.forget`). The hand and the views of the others stay
as they are. What may be done stays too, since the rules say it and not the memory.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numpy import uint64

from cardsim.game import Game
from cardsim.kernels.intrinsics import CACHE_LINE, copy_seen, record_at, seen_as
from cardsim.kernels.jit import kernel
from cardsim.options.params import Option

REMEMBERS = "remembers"
"""A parameter that every compiled strategy may be given, in games where one can forget."""
EVERYTHING = "everything"
"""Its usual word, the first of each game's."""
_TO_LINE = uint64(CACHE_LINE - 1)


def limit_option(game: Game) -> Option:
    """Return the parameter `remembers` of a game's strategies."""
    told = "what it still knows of what it has seen"
    return Option(REMEMBERS, EVERYTHING, told, choices=game.remembers)


def limit_in_words(limit: str) -> str:
    """Return a limit of memory as it follows "remember": `the last 8 cards` for `last-8`."""
    word, _, number = limit.partition("-")
    return f"the last {number} cards" if word == "last" else limit.replace("-", " ")


def copy_room(game: Game) -> int:
    """Return the bytes of memory in which a player's own copy of a view fits."""
    return game.view.itemsize + CACHE_LINE


@cache
def remembered(game: Game) -> Any:
    """Return a kernel (view, address, limit) -> the view that is left of it.

    It lies in `copy_room` bytes at the address, uint64, and has nothing of what the seat cannot
    see. With a limit of 0 it is the same view.
    """
    at, seen, forget = record_at(game.view), seen_as(game.view), game.forget
    if forget is None:
        raise ValueError(f"{game.name} does not say what its players may forget")

    @kernel
    def recall(view, address, limit):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  numba gives it its types
        known = at((address + _TO_LINE) & ~_TO_LINE)
        copy_seen(view, known)
        if limit > 0:
            forget(known, limit)
        return seen(known)

    return recall
