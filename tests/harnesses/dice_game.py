"""The Dice Game and its oracle; those counted are of the engine that plays many games at once."""

from __future__ import annotations

import random
from typing import Any

from cardsim.dice import THROWS, TOGETHER
from cardsim.engine.table import Table
from cardsim.game import Event
from cardsim.games.dice_game import GAME
from cardsim.games.dice_game.rules import Rules
from cardsim.games.dice_game.state import NOBODY
from cardsim.rng import WORDS
from harness import Part, Play, Told, between, same
from oracles import dice_game as oracle
from worked_examples import Fields, listed, numbers


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


# ---------------------------------------------------------------- the worked examples


class StoppedError(Exception):
    """The example has no more rolls."""


def rolls_of(given: Fields) -> list[list[int]]:
    """The faces of each roll, in the order thrown."""
    return [[int(face) for face in roll] for roll in given["rolls"].split()]


def game_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """A game from these units on, for as long as there are rolls."""
    units, rolls, asked = numbers(given["units"]), rolls_of(given), []
    pot = len(units) * rules.start_units - sum(units)

    def roll(seat: int, dice: int) -> list[int]:
        asked.append((seat, dice))
        if len(asked) > len(rolls):
            raise StoppedError
        return rolls[len(asked) - 1]

    try:
        game = oracle.play_game(
            rules, len(units), roll, units=units, pot=pot, first=int(given.get("seat", 0))
        )
    except StoppedError:
        for (seat, _), faces in zip(asked, rolls, strict=False):
            units, to_pot = oracle.move_units(rules, units, seat, faces)
            pot += to_pot
        return account(units, pot, [dice for _, dice in asked[:-1]], next_seat=asked[-1][0])
    names = ("turns", "visits", "winner", "wiped", "zero_run")
    counted = {name: int(getattr(game, name)) for name in names}
    return account(game.units, game.pot, [dice for _, dice in asked], **counted)


def game_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    units, dice = numbers(given["units"]), []
    table = Table(GAME, rules, len(units))
    state = table.state
    state["units"][: len(units)] = units
    state["holders"], state["out"] = sum(held > 0 for held in units), sum(units)
    state["pot"] = len(units) * rules.start_units - sum(units)
    state["seat"] = int(given.get("seat", 0))
    for faces in rolls_of(given):
        for k in range(0, len(faces), TOGETHER):
            number = sum((face - 1) * 6**die for die, face in enumerate(faces[k : k + TOGETHER]))
            # The word in the middle of those that give this throw.
            table.words["words"][0, k // TOGETHER] = (number * 2**32 + 2**31) // THROWS
        table.words["position"], table.words["filled"] = 0, WORDS
        table.happen()
        dice.append(int(state["thrown"]))
    held = state["units"][: len(units)].tolist()
    if not table.over:
        return account(held, int(state["pot"]), dice, next_seat=int(state["seat"]))
    table.close()
    outcome = table.outcome()
    counted = {
        name: int(outcome[name]) for name in ("turns", "visits", "winner", "wiped", "zero_run")
    }
    return account(held, int(state["pot"]), dice, **counted)


def account(units: list[int], pot: int, dice: list[int], **counted: int) -> Fields:
    """What came of the rolls, as the examples have it."""
    told = {name.replace("_", "-"): str(number) for name, number in counted.items()}
    return {"units": listed(units), "pot": str(pot), "dice": listed(dice), **told}


WORKED = {"game": (game_in_oracle, game_in_kernel)}
"""How the kind of examples in RULES.md is played."""
