"""A traced game as events, for checks, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.game import CHANCED, DEALT, SCORED, Event, Step
from cardsim.games.dice_game.play import TO_LEFT, TO_POT, TO_RIGHT
from cardsim.games.dice_game.rules import code
from cardsim.games.dice_game.state import NOBODY

RANDOM = code("first_player", "random")


def events(step: Step, rules: Any) -> list[Event]:
    """Return a roll, `rolled`, or `void` where it is to be repeated, with its faces."""
    if step.action != CHANCED:
        return []
    return [Event("void" if step.after["void"] else "rolled", step.seat, tuple(_faces(step.after)))]


def _faces(state: Any) -> list[int]:
    return [int(face) for face in state["faces"][: state["thrown"]]]


def _units(state: Any) -> list[int]:
    return [int(units) for units in state["units"][: state["players"]]]


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """Tell a game roll by roll, in words."""
    lines: list[str] = []
    for step in steps:
        if step.action == DEALT:
            held = _count(_units(step.after)[0], "unit")
            begins = f"; {who[step.after['first']]} rolls first"
            random = rules["first_player"] == RANDOM
            lines.append(f"Everybody has {held}{begins if random else ''}.")
        elif step.action == CHANCED:
            lines.append(_told_roll(step, who))
        elif step.action == SCORED:
            lines.append(_told_end(step.after, who))
    return lines


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _told_roll(step: Step, who: Sequence[str]) -> str:
    faces = _faces(step.after)
    rolled = f"{who[step.seat]} throws {' '.join(map(str, faces))}"
    if step.after["void"]:
        return f"{rolled}: no unit would be left, so the roll is repeated"
    players = int(step.after["players"])
    moved = [
        f"{number} to {where}"
        for number, where in (
            (faces.count(TO_LEFT), who[(step.seat + 1) % players]),
            (faces.count(TO_RIGHT), who[(step.seat - 1) % players]),
            (faces.count(TO_POT), "the pot"),
        )
        if number
    ]
    held = " ".join(map(str, _units(step.after)))
    return f"{rolled}: {', '.join(moved) or 'keeps all'}. Units {held}, pot {step.after['pot']}"


def _told_end(state: Any, who: Sequence[str]) -> str:
    length = f"after {_count(int(state['turns']), 'turn')}"
    if state["winner"] == NOBODY:
        return f"No unit is left {length}: nobody wins."
    return f"{who[state['winner']]} wins the pot {length}."
