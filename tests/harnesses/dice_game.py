"""The Dice Game and its oracle; those counted are of the engine that plays many games at once."""

from __future__ import annotations

import random
from typing import Any

from cardsim.dice import TOGETHER
from cardsim.game import Event
from cardsim.games.dice_game import GAME
from cardsim.games.dice_game.state import NOBODY
from harness import Part, Play, Told, between, same
from oracles import dice_game as oracle


def fit(values: dict[str, Any], _players: int, rng: random.Random) -> None:
    """Leave as they are usually the options that another one shuts out."""
    if rng.random() < 0.7 or values["end_condition"] == "one-holder":
        values["resolution"] = "simultaneous"
    if values["end_condition"] == "one-holder" or values["resolution"] == "sequential-stop":
        values["wipe_out"] = "roller-keeps-one"


def told(play: Play) -> Told:
    """The oracle's account of a traced game."""
    table, first = play.table, int(play.last["first"])
    if table.rules.first_player == "same":
        same("first", first, 0)
    thrown = iter(play.events)

    def dice(seat: int, number: int) -> list[int]:
        _, roller, faces = next(thrown)
        same("roller and dice", (roller, len(faces)), (seat, number))
        return list(faces)

    game = oracle.play_game(table.oracle_rules, table.players, dice, first=first)
    same("rolls left over", next(thrown, None), None)
    same("units", play.last["units"][: table.players].tolist(), game.units)
    same("pot", int(play.last["pot"]), game.pot)
    outcome = {name: int(getattr(game, name)) for name in GAME.outcome.names or ()}
    return Told(game.events, outcome, 1, situations(table.rules, game, first))


SITUATIONS = {
    "one-unit-left": 2500,
    "one-holder": 2500,
    "wiped out: roller-keeps-one": 10,
    "wiped out: no-winner": 10,
    "wiped out: reroll": 10,
    "nobody wins": 10,
    "comeback": 1500,
    "dice lie after the deciding one": 10,
    "more than four dice": 1500,
    "another seat first": 1500,
}


def situations(rules: Any, game: oracle.GameResult, first: int) -> list[str]:
    """Which of `SITUATIONS` can be read from a game."""
    in_sequence = rules.resolution == "sequential-stop"
    found = {
        rules.end_condition: True,
        f"wiped out: {rules.wipe_out}": game.wiped and not in_sequence,
        "nobody wins": game.winner == NOBODY,
        "comeback": game.zero_run > 0,
        "dice lie after the deciding one": in_sequence and game.events[-1][2][-1] != 6,
        "more than four dice": any(len(faces) > TOGETHER for _, _, faces in game.events),
        "another seat first": first > 0,
    }
    return [name for name, is_so in found.items() if is_so]


def in_oracle(event: Event) -> tuple[Any, ...]:
    """A roll as the oracle has it."""
    return event.kind, event.seat, event.values


PART = Part(
    game=GAME,
    oracle=oracle,
    in_oracle={"max_dice": lambda most: 0 if most == "none" else int(most)},
    event=in_oracle,
    told=told,
    strategies=(),
    rules={
        "start_units": (1, 2, 3, 3, 3, 4, 5, 7),
        "max_dice": ("none", "none", between(1, 6)),
        "end_condition": ("one-unit-left", "one-unit-left", "one-holder"),
    },
    fit=fit,
    players=(2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 12, 16, between(10, 15), between(10, 15)),
    hands=50,
    push=200,
    few=10,
    events={"rolled", "void"},
    situations=SITUATIONS,
)
