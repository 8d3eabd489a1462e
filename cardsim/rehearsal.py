"""Random tables of a game, at which its rules are tried before it is played."""

from __future__ import annotations

from random import Random
from typing import Any

from cardsim.game import Game
from cardsim.options.params import Option, Value

TRIED = 200
"""Tables drawn before a game counts as one that nobody can play."""


def any_value(option: Option, draw: Random) -> Value:
    """Return a value that an option allows, all equally likely in a finite range."""
    if option.kind is bool:
        return draw.random() < 0.5  # noqa: PLR2004  (one of two)
    if option.choices:
        return draw.choice(option.choices)
    if option.kind is str or not abs(option.high - option.low) < float("inf"):
        return option.default
    if option.kind is int:
        return draw.randint(int(option.low), int(option.high))
    return draw.uniform(option.low, option.high)


def other_values(option: Option) -> list[Value]:
    """Return other values of an option than its default: the ends, and its neighbours."""
    if option.kind is bool:
        return [not option.default]
    if option.choices:
        return [choice for choice in option.choices if choice != option.default]
    if option.kind is str:
        return []
    values = [x for x in (option.low, option.high) if abs(x) < float("inf")]
    if not isinstance(option.default, str):
        values += [option.default + 1, option.default - 1]
    allowed = [option.kind(x) for x in values if option.low <= x <= option.high]
    return [x for x in dict.fromkeys(allowed) if x != option.default]


def any_table(game: Game, draw: Random) -> tuple[Any, int]:
    """Return random house rules and a possible number of players; the defaults if none fit."""
    low, high, usual = game.players
    for _ in range(TRIED):
        rules = game.rules(**{o.name: any_value(o, draw) for o in game.options})
        players = draw.randint(low, high)
        if game.objection(rules, players) is None:
            return rules, players
    return game.rules(), usual
