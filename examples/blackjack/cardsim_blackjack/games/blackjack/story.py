"""A traced hand of Blackjack as events, for checking, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.cards import card_symbol
from cardsim.game import Event, Step

from .state import BET

WORDS = (("keep", "split"), ("single", "double"), ("hit", "stand"))
"""The actions of each decision."""


def narrate(steps: list[Step], rules: Any) -> list[Event]:
    """The events of a hand: what you did, each card that came, in order, and (paid, 0, tenths)."""
    del rules
    events, seen = [], 0
    for step in steps:
        if step.decision is not None:
            events.append(Event(step.decision.actions[step.action], 0))
        cards = step.after["deck"][seen : int(step.after["drawn"])].tolist()
        events += [Event("card", -1, (card,)) for card in cards]
        seen += len(cards)
    return [*events, Event("paid", 0, (int(steps[-1].after["net"]),))]


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """A hand in words and card symbols, a line for each decision."""
    del who
    lines = ["cards, you and the dealer in turn"]
    for event in narrate(steps, rules):
        if event.kind == "card":
            lines[-1] += ":" * (":" not in lines[-1]) + f" {card_symbol(*event.values)}"
        elif event.kind == "paid":
            lines.append(_paid(event.values[0] / BET))
        else:
            lines.append(f"you {_DONE[event.kind]}")
    return lines


_DONE = {
    "keep": "keep the pair together",
    "split": "split",
    "single": "do not double",
    "double": "double",
    "hit": "hit",
    "stand": "stand",
}


def _paid(bets: float) -> str:
    """What you win or lose."""
    if bets == 0:
        return "you get your bet back"
    return f"you {'win' if bets > 0 else 'lose'} {abs(bets):g} bet{'s' * (abs(bets) != 1)}"
