"""A traced hand of High Card as events, for checking, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.cards import card_symbol
from cardsim.game import Event, Step

from .state import SWAP_CARD, VALUES


def narrate(steps: list[Step], rules: Any) -> list[Event]:
    """The events of a hand: (deal, seat, card), (keep, seat, card), (swap, seat, card), (win, ...).

    A swap names the card that came, a win the winner's.
    """
    dealt, *moves, scored = steps
    events = [Event("deal", seat, (card,)) for seat, card in enumerate(_cards(dealt))]
    for step in moves:
        kind = "swap" if step.action == SWAP_CARD else "keep"
        events.append(Event(kind, step.seat, (_cards(step)[step.seat],)))
    cards = _cards(scored)
    values = VALUES[rules["ace_high"], cards]
    won = [seat for seat, value in enumerate(values) if value == values.max()]
    return events + [Event("win", seat, (cards[seat],)) for seat in won]


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """A hand move by move, in words and card symbols."""
    events = narrate(steps, rules)
    return [_TOLD[e.kind].format(who[e.seat], card_symbol(*e.values)) for e in events]


_TOLD = {
    "deal": "{} is dealt {}",
    "keep": "{} keeps {}",
    "swap": "{} swaps and gets {}",
    "win": "{} wins with {}",
}


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """The card of each seat."""
    return {"cards": states["card_of"][..., None].astype(np.int16)}


def _cards(step: Step) -> list[int]:
    cards: list[int] = step.after["card_of"][: step.after["players"]].tolist()
    return cards
