"""Hands of Ninety-Nine played step by step, from a total of one's choice."""

from __future__ import annotations

from functools import cache
from typing import Any

from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64

from by_hand import ByHand
from cardsim.cards import card_name
from cardsim.compile.fingerprint import fingerprint
from cardsim.games.ninety_nine import GAME
from cardsim.games.ninety_nine.play import sit
from cardsim.games.ninety_nine.rules import Rules
from cardsim.kernels.jit import Entry, entry
from cardsim.options.params import packed_dtype
from harnesses.ninety_nine import means


def word(asked: Any, action: int) -> str:
    """A card's name, with a `+` for the higher of two options."""
    card, option = means(asked, action)
    return card_name(card) + "+" * option


def seated(rules: Rules, players: int) -> ByHand:
    """A table of these rules; nobody has cards yet that matter."""
    return ByHand(GAME, rules, players, word)


def deal(table: ByHand, deck: str, *, total: int, direction: int = 1) -> None:
    """Deal these cards, and play on from a total and a direction."""
    table.deal(deck)
    table.state["total"], table.state["direction"] = total, direction
    table.table.decision = int(sit_entry().call(table.table.states, table.table.rules))


@cache
def sit_entry() -> Entry:
    """Who is to play at the total that a state has, and what."""
    observe = GAME.observe

    def sit_down(states, rules):  # type: ignore[no-untyped-def]
        state = states[0]
        decision = int64(sit(state, rules[0], state.seat, state.prev_seat, state.total))
        if decision >= 0:
            observe(state, rules[0])
        return decision

    records = (GAME.state, packed_dtype(GAME.rules))
    signature = types.int64(*(types.Array(from_dtype(dtype), 1, "C") for dtype in records))
    return entry(sit_down, signature=signature, content=fingerprint(sit_down))


def position(table: ByHand) -> tuple[int, int]:
    """The total and the direction."""
    return int(table.state["total"]), int(table.state["direction"])
