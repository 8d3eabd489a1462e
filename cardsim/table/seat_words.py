"""Names of actions at a table."""

from __future__ import annotations

import importlib
import importlib.util
import re
from types import ModuleType
from typing import Any

from cardsim.game import Action, Decision, Game
from cardsim.table_talk import with_symbols

UNSAID = {"big": "calling", "blind": "bidding", "silent": "keeping"}
"""Gerunds of verbs that actions lack, such as `big gin` and `blind nil`, by their first word."""


def part_of(game: Game, name: str) -> ModuleType | None:
    """Return a module of a game's package outside compiled code; None if the game has none."""
    module = f"cardsim.games.{game.name.replace('-', '_')}.{name}"
    return importlib.import_module(module) if importlib.util.find_spec(module) is not None else None


def word(game: Game, decision: Decision, view: Any, action: Action) -> str:
    """Return an action as people say it."""
    says = part_of(game, "seat")
    text: str = says.word(decision.name, view, action) if says is not None else ""
    return text or with_symbols(decision.word(view, action).replace("-", " "))


def told(game: Game, decision: Decision, view: Any, action: Action) -> str:
    """Return an action for a sentence: with a verb, if its word is a card or a number."""
    says = part_of(game, "seat")
    verb = getattr(says, "VERBS", {}).get(decision.name)
    said = word(game, decision, view, action)
    return f"{verb} {said}" if verb and said not in getattr(says, "VERBLIKE", ()) else said


def gerund(words: str) -> str:
    """Return an action as a gerund: `throwing K♣` of `throw K♣`; as it is if it has no verb."""
    # Where the stock is empty, the action says so first.
    words = words.rpartition(": ")[2]
    verb, blank, rest = words.partition(" ")
    if verb in UNSAID:
        return f"{UNSAID[verb]} {words}"
    if not verb.isalpha():
        return words
    if re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb):
        verb += verb[-1]
    elif verb.endswith("e"):
        verb = verb[:-1]
    return f"{verb}ing{blank}{rest}".replace(" and knock", " and knocking")
