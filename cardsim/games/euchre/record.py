"""Played deals in the notation of other programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.errors import UserError
from cardsim.game import DEALT, SCORED, Step
from cardsim.games.euchre import egn
from cardsim.games.euchre.egn import Deal, Game
from cardsim.games.euchre.rules import Rules
from cardsim.games.euchre.state import NAMES
from cardsim.options.params import options_of, shown
from cardsim.tricks import SEATS, SUITS

SAID = (*egn.SWITCHES.values(), *egn.NUMBERS.values(), "lone_lead", "max_hands")
"""House rules that files record, or that make no difference to the play."""
CARDS = "deals"
"""The house rule that gives the cards to deal; they are written as they were."""


def as_egn(steps: list[Step], rules: Any, players: Sequence[str]) -> list[str]:
    """Return the finished deals in Euchre Game Notation.

    Args:
        steps: of a traced hand or match.
        rules: packed.
        players: the player in each seat.
    """
    usual, own = Rules(), dict[str, Any]()
    for option in (o for o in options_of(Rules) if o.name != CARDS):
        value = rules[option.name]
        own[option.name] = option.choices[int(value)] if option.choices else option.kind(value)
        if option.name not in SAID and own[option.name] != getattr(usual, option.name):
            raise UserError(
                f"Euchre Game Notation has no word for {option.flag} {shown(own[option.name])}"
            )
    deals: list[Deal] = []
    begun, done = steps[0], list[Step]()
    for step in steps:
        if step.decision is not None:
            done.append(step)
        elif step.action == DEALT:
            begun, done = step, []
        elif step.action == SCORED:
            deals.append(_played(begun.after, done, step.after))
    score = tuple(int(x) for x in steps[0].after["score"])
    single = not int(steps[0].after["target"])
    said = {name: own[name] for name in SAID}
    return egn.written(Game(tuple(players), (score[0], score[1]), said, single, tuple(deals)))


def _played(begun: Any, steps: Sequence[Step], ended: Any) -> Deal:
    """Return a finished deal."""
    hands = [tuple(c for c in range(52) if int(hand) >> c & 1) for hand in begun["hand_of"][:SEATS]]
    calls, plays, discard, defender = list[int](), list[tuple[int, int]](), None, None
    for step in steps:
        name, action = step.decision.name if step.decision is not None else "", int(step.action)
        if name == "order":
            calls.append(int(begun["upcard"]) // 13 if action else -1)
        elif name == "name-trump":
            calls.append((action - NAMES) % SUITS if action else -1)
        elif name == "discard":
            discard = action
        elif name == "defend-alone" and action:
            defender = step.seat
        elif name == "play":
            plays.append((step.seat, action))
    about = int(begun["dealer"]), int(begun["upcard"]), tuple(hands), tuple(calls)
    return Deal(*about, bool(ended["alone"]), defender, discard, tuple(plays), None)
