"""The Dice Game by the book: slow, plain, one game from given dice.

Written from the rules alone (RULES.md in the game's folder), to check the fast engines against.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

Roll = Callable[[int, int], list[int]]
"""`roll(seat, dice)` gives the faces, 1..6, in the order thrown."""

Event = tuple[Literal["rolled", "void"], int, tuple[int, ...]]
"""What happened, the roller, the faces; a void roll is one that option `reroll` repeats."""

LEFT, RIGHT, POT = 4, 5, 6
"""The faces that move a unit; 1, 2 and 3 keep it."""


@dataclass(frozen=True)
class Rules:
    """House rules of a table.

    Attributes:
        start_units: units per seat at the start.
        max_dice: most dice in a roll; 0 for no limit.
        end_condition: `one-unit-left` or `one-holder`.
        wipe_out: `roller-keeps-one`, `no-winner` or `reroll`.
        resolution: `simultaneous` or `sequential-stop`.
        first_player: ignored here; `play_game` is told who is first.
    """

    start_units: int = 3
    max_dice: int = 0
    end_condition: str = "one-unit-left"
    wipe_out: str = "roller-keeps-one"
    resolution: str = "simultaneous"
    first_player: str = "same"


@dataclass(frozen=True)
class GameResult:
    """One game played to its end.

    Attributes:
        events: every roll, void ones too.
        turns: rolls that counted.
        visits: rolls that counted and skipped seats.
        dice: dice thrown in rolls that counted, also those after the deciding one.
        winner: seat, or -1.
        wiped: whether a roll would have left no unit outside the pot.
        units: by seat when the game is over, before the winner takes the pot.
        pot: likewise.
        zero_run: most turns in a row, taken by anybody, after which the winner held nothing; 0
            without a winner.
    """

    events: list[Event]
    turns: int
    visits: int
    dice: int
    winner: int
    wiped: bool
    units: list[int]
    pot: int
    zero_run: int


def play_game(
    rules: Rules,
    players: int,
    roll: Roll,
    *,
    units: Sequence[int] | None = None,
    pot: int = 0,
    first: int = 0,
) -> GameResult:
    """The game that these dice give.

    Args:
        rules: house rules.
        players: number of seats.
        roll: the dice.
        units: units by seat, where not those of the start.
        pot: units in the pot before the first roll.
        first: the seat that rolls first.
    """
    held = [rules.start_units] * players if units is None else list(units)
    _check(rules, players, held, first)
    events: list[Event] = []
    turns = visits = dice = 0
    wiped = False
    broke_now = [0] * players
    broke_longest = [0] * players
    roller = first

    while not is_over(rules, held):
        if held[roller] == 0:
            visits += 1
            roller = (roller + 1) % players
            continue

        thrown = min(held[roller], rules.max_dice) if rules.max_dice else held[roller]
        faces = roll(roller, thrown)
        if len(faces) != thrown or not set(faces) <= {1, 2, 3, 4, 5, 6}:
            raise ValueError(f"seat {roller} throws {thrown} dice, not {faces}")
        moved, to_pot = move_units(rules, held, roller, faces)
        if sum(moved) == 0:
            wiped = True
            if rules.wipe_out == "reroll":
                events.append(("void", roller, tuple(faces)))
                continue
            if rules.wipe_out == "roller-keeps-one":
                moved[roller] = 1
                to_pot -= 1

        events.append(("rolled", roller, tuple(faces)))
        turns += 1
        visits += 1
        dice += thrown
        held = moved
        pot += to_pot
        for seat in range(players):
            broke_now[seat] = broke_now[seat] + 1 if held[seat] == 0 else 0
            broke_longest[seat] = max(broke_longest[seat], broke_now[seat])
        roller = (roller + 1) % players

    holders = [seat for seat in range(players) if held[seat] > 0]
    winner = holders[0] if holders else -1
    return GameResult(
        events=events,
        turns=turns,
        visits=visits,
        dice=dice,
        winner=winner,
        wiped=wiped,
        units=held,
        pot=pot,
        zero_run=broke_longest[winner] if winner >= 0 else 0,
    )


def is_over(rules: Rules, units: Sequence[int]) -> bool:
    """Whether nobody rolls any more; so also when a wipe-out has left nothing."""
    if sum(units) == 0:
        return True
    if rules.end_condition == "one-holder":
        return sum(1 for held in units if held > 0) == 1
    return sum(units) == 1


def move_units(
    rules: Rules, units: Sequence[int], roller: int, faces: Sequence[int]
) -> tuple[list[int], int]:
    """Units by seat after the dice, and how many went to the pot, without the wipe-out guard."""
    after = list(units)
    to_pot = 0
    for face in faces:
        if rules.resolution == "sequential-stop" and sum(after) == 1:
            break
        if face == LEFT:
            after[roller] -= 1
            after[(roller + 1) % len(after)] += 1
        elif face == RIGHT:
            after[roller] -= 1
            after[(roller - 1) % len(after)] += 1
        elif face == POT:
            after[roller] -= 1
            to_pot += 1
    return after, to_pot


def _check(rules: Rules, players: int, units: Sequence[int], first: int) -> None:
    if rules.end_condition not in ("one-unit-left", "one-holder"):
        raise ValueError(f"no end condition {rules.end_condition!r}")
    if rules.wipe_out not in ("roller-keeps-one", "no-winner", "reroll"):
        raise ValueError(f"no wipe-out rule {rules.wipe_out!r}")
    if rules.resolution not in ("simultaneous", "sequential-stop"):
        raise ValueError(f"no resolution {rules.resolution!r}")
    if rules.resolution == "sequential-stop" and rules.end_condition != "one-unit-left":
        raise ValueError("sequential-stop goes with one-unit-left only")
    if players < 2 or len(units) != players or min(units) < 0 or sum(units) == 0:
        raise ValueError(f"{players} players cannot hold {list(units)}")
    if not 0 <= first < players:
        raise ValueError(f"no seat {first} among {players}")
