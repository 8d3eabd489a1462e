"""A traced hand of Side by Side as events, for checking, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.cards import card_symbols
from cardsim.game import DEALT, SCORED, Action, Event, Step

from .state import SEATS

BIDS = ("none", "one", "two", "three", "four")
"""What a seat may bid, in words."""


def cards_in(cards: int) -> list[int]:
    """The ids in a set of cards, rising."""
    return [card for card in range(52) if cards >> card & 1]


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """The cards of each seat that are not laid, by their ids."""
    held = states["hand_of"] & ~states["laid"]
    ids = np.arange(52)
    has = held[..., None] >> ids.astype(np.uint64) & np.uint64(1)
    cards = np.sort(np.where(has != 0, ids, 52), axis=-1)
    return {"cards": np.where(cards < 52, cards, -1)}


def told_lay(_view: Any, action: Action) -> str:
    """A call with its cards in words."""
    number, cards = action
    return f"call {number} with {card_symbols(cards_in(cards))}"


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step.

    (board, dealer, its number), (deal, seat, card), (bid, seat, cards), (call, seat, number),
    (lay, seat, card), (points, side, points in this hand).
    """
    after = step.after
    if step.decision is not None and step.decision.wide:
        number, cards = step.action
        laid = [Event("lay", step.seat, (card,)) for card in cards_in(cards)]
        return [Event("call", step.seat, (number,)), *laid]
    if step.decision is not None:
        return [Event("bid", step.seat, (step.action,))]
    if step.action == DEALT:
        board = int(after["board"]) + int(after["deals"])
        hands = [(seat, cards_in(int(after["hand_of"][seat]))) for seat in range(SEATS)]
        dealt = [Event("deal", seat, (card,)) for seat, hand in hands for card in hand]
        return [Event("board", int(after["dealer"]), (board,)), *dealt]
    sides = range(2 if rules["partnership"] else SEATS) if step.action == SCORED else ()
    return [Event("points", side, (int(after["won"][side]),)) for side in sides]


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """A hand, or all hands of a match or session, move by move."""
    lines = []
    for step in steps:
        after = step.after
        if step.decision is not None and step.decision.wide:
            number, cards = step.action
            laid = card_symbols(cards_in(cards))
            lines.append(f"{who[step.seat]} calls {number} and lays {laid}")
        elif step.decision is not None:
            lines.append(f"{who[step.seat]} bids {BIDS[step.action]}")
        elif step.action == DEALT:
            board = int(after["board"]) + int(after["deals"])
            double = ", points count double" if after["double"] == 2 else ""
            lines.append(f"Board {board}, {who[after['dealer']]} deals{double}")
            for seat in range(SEATS):
                dealt = card_symbols(cards_in(int(after["hand_of"][seat])))
                lines.append(f"{who[seat]} is dealt {dealt}")
        elif step.action == SCORED:
            sides = range(2 if rules["partnership"] else SEATS)
            lines += [f"Side {side} has {after['won'][side]} points" for side in sides]
    return lines
