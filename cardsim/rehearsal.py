"""Random tables of a game, at which its rules are tried before it is played."""

from __future__ import annotations

from random import Random
from typing import Any

from cardsim.game import Game
from cardsim.options.params import Option, Value

TRIED = 200
"""Tables that are drawn before a game counts as one that nobody can play."""


def any_value(option: Option, draw: Random) -> Value:
    """A value that an option allows, each as likely where there are ends to its range."""
    if option.kind is bool:
        return draw.random() < 0.5  # noqa: PLR2004  (one of two)
    if option.choices:
        return draw.choice(option.choices)
    if option.kind is str or not abs(option.high - option.low) < float("inf"):
        return option.default
    if option.kind is int:
        return draw.randint(int(option.low), int(option.high))
    return draw.uniform(option.low, option.high)


def any_table(game: Game, draw: Random) -> tuple[Any, int]:
    """Random house rules, and a number of players that can play by them; else the usual ones."""
    low, high, usual = game.players
    for _ in range(TRIED):
        rules = game.rules(**{o.name: any_value(o, draw) for o in game.options})
        players = draw.randint(low, high)
        if game.objection(rules, players) is None:
            return rules, players
    return game.rules(), usual
