"""A traced hand of Blackjack as events, for checking, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.cards import card_symbol
from cardsim.game import SCORED, Event, Step

from .state import BET

WORDS = (("keep", "split"), ("single", "double"), ("hit", "stand"))
"""The actions of each decision."""


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step: what you did, each card that came, and (paid, 0, tenths)."""
    del rules
    after = step.after
    if step.decision is None and step.action == SCORED:
        return [Event("paid", 0, (int(after["net"]),))]
    did = [] if step.decision is None else [Event(step.decision.actions[step.action], 0)]
    seen = 0 if step.decision is None else int(step.before["drawn"])
    return [*did, *(Event("card", -1, (c,)) for c in after["deck"][seen : after["drawn"]].tolist())]


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """Tell a hand in words and card symbols, a line for each decision."""
    del who
    lines = ["cards, you and the dealer in turn"]
    for event in (e for step in steps for e in events(step, rules)):
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
    """Return in words what you win or lose."""
    if bets == 0:
        return "you get your bet back"
    return f"you {'win' if bets > 0 else 'lose'} {abs(bets):g} bet{'s' * (abs(bets) != 1)}"
