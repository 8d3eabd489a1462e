"""A traced hand of High Card as events, for checking, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.cards import card_symbol
from cardsim.game import DEALT, Event, Step

from .state import SWAP_CARD, VALUES


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step: (deal, seat, card), (keep, seat, card), (swap, ...), (win, ...).

    A swap names the card that came, a win the winner's.
    """
    cards = _cards(step)
    if step.decision is not None:
        kind = "swap" if step.action == SWAP_CARD else "keep"
        return [Event(kind, step.seat, (cards[step.seat],))]
    if step.action == DEALT:
        return [Event("deal", seat, (card,)) for seat, card in enumerate(cards)]
    values = VALUES[rules["ace_high"], cards]
    won = [seat for seat, value in enumerate(values) if value == values.max()]
    return [Event("win", seat, (cards[seat],)) for seat in won]


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """A hand move by move, in words and card symbols."""
    told = [e for step in steps for e in events(step, rules)]
    return [_TOLD[e.kind].format(who[e.seat], card_symbol(*e.values)) for e in told]


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
