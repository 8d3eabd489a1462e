"""Decisions of people in files of hands: kept from `play`, typed, or written by other programs.

Every seat is read whose cards the file tells. What one seat saw is known although another's cards
are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import NamedTuple

from cardsim.errors import UserError, echoed
from cardsim.game import Noted
from cardsim.games import load_game
from cardsim.runs.preparation import Resolved, resolve
from cardsim.runs.request import Request
from cardsim.runs.words import listed
from cardsim.table.played import NOT_SAVED, Turn, folder, read, resume
from cardsim.table.typed_hands import typed_hand
from cardsim.table.typed_text import NOTATIONS, asked_for, hands_in, is_typed, read_record

YOU = "you"
_LINE = re.compile(r"^.*?, (?:line|deal|board) [^:]*: |^\S+ (?=does not say)| in hand \d+.*")
"""Places and cards in an error, without which reasons are counted together."""
_REVOKE = re.compile(r" plays \S+ and has \S+ to follow$")
REASONS = {
    "say which card": "the file does not tell which card was played or laid away",
    "does not say all that you saw": "the file does not tell all that the seat saw",
}
"""Errors for somebody who types a hand, as they are told of a file."""
MOST_NAMED = 12
"""People whom an error names."""


class Decided(NamedTuple):
    """A decision of a person.

    Attributes:
        person: name of the person, or the seat and its file.
        hand: number of the hand among all that were read, from 0.
        players: number of seats at the table.
        turn: the state of the hand, and the action.
    """

    person: str
    hand: int
    players: int
    turn: Turn


@dataclass(frozen=True)
class HandsRead:
    """Decisions of people in files of hands.

    Attributes:
        run: the table of the first hand.
        hands: number of hands with a decision.
        decided: decisions, by hand and person.
        left_out: number of seats that could not be read, by the reason.
    """

    run: Resolved
    hands: int
    decided: tuple[Decided, ...]
    left_out: dict[str, int]

    @property
    def people(self) -> list[str]:
        """The people, in order of appearance."""
        return [*dict.fromkeys(one.person for one in self.decided)]


class _Seat(NamedTuple):
    """Decisions of one person in one hand or match of a file."""

    person: str
    run: Resolved
    turns: tuple[Turn, ...]


def hands_read(game: str, files: Sequence[Path], seat: str = "") -> HandsRead:
    """Read the decisions of all people in files of hands.

    Args:
        game: its name; the hands must be of it, with the same house rules.
        files: files and folders; by default what `cardsim play` kept.
        seat: name of a person or seat; all by default.

    Raises:
        UserError: nothing can be read, or a hand is of another game or other house rules.
    """
    if not load_game(game).decisions:
        raise UserError(f"nobody decides anything in {game}: there is nothing to fit")
    run: Resolved | None = None
    decided: list[Decided] = []
    left_out: dict[str, int] = {}
    wrong: dict[str, str] = {}
    people: dict[str, None] = {}
    numbers = count()
    for file in _files(game, files):
        for hand in _hands(file, game):
            told: dict[int, int] = {}
            for name in hand.seats:
                try:
                    found = _seat(file, hand, name, game)
                except UserError as error:
                    why = _reason(str(error))
                    left_out[why] = left_out.get(why, 0) + 1
                    wrong.setdefault(why, str(error))
                    continue
                people[found.person] = None
                if seat.lower() not in {"", found.person.lower(), name.lower()}:
                    continue
                _check_game(found.run.spec.game, game, file)
                run = run or found.run
                _check_table(run, found.run, file)
                for turn in found.turns:
                    number = told.get(turn.number)
                    if number is None:
                        number = told[turn.number] = next(numbers)
                    players = found.run.spec.players
                    decided.append(Decided(found.person, number, players, turn))
    if run is None or not decided:
        most = max(left_out, key=lambda why: left_out[why], default="")
        raise _nothing(seat, list(people), wrong.get(most))
    return HandsRead(run, next(numbers), tuple(decided), left_out)


def _nothing(seat: str, people: Sequence[str], hint: str | None) -> UserError:
    """Return why nothing was read: nobody of that name among the people, or an error of a hand."""
    if seat and people:
        known = listed(people, "and", most=MOST_NAMED)
        return UserError(f"--seat {echoed(seat)}: nobody of that name decides; there are {known}")
    return UserError("no decision can be read in these files", hint=hint)


def _reason(error: str) -> str:
    """Return why a seat cannot be read, without places and cards that differ from hand to hand."""
    why = _LINE.sub("", error).partition(": ")[0]
    if _REVOKE.search(why):
        return "the file is wrong: somebody who could follow suit does not"
    return REASONS.get(why, why)


def _files(game: str, named: Sequence[Path]) -> list[Path]:
    """Return the files that are named or in named folders; by default those of `cardsim play`."""
    found: list[Path] = []
    for path in named:
        if not path.is_dir():
            if not (is_typed(path) or path.suffix == ".json"):
                known = ".txt, .json, " + ", ".join(NOTATIONS)
                raise UserError(f"a file of hands must be {known}, not {echoed(str(path))}")
            found.append(path)
            continue
        some = sorted(f for f in path.iterdir() if is_typed(f) or f.suffix == ".json")
        if not some:
            raise UserError(f"there are no hands in {path}")
        found += some
    if not named:
        found = [f for f in sorted(folder().glob(f"{game}-*")) if f.suffix in {".json", ".txt"}]
        if not found:
            hint = f"cardsim play {game}, or name files: cardsim fit {game} evening.txt"
            raise UserError(f"nothing that you played of {game} is kept in {folder()}", hint=hint)
    return found


def _hands(file: Path, game: str) -> Iterator[Noted]:
    """Yield the hands of a file, each with the names of its seats."""
    if not is_typed(file):
        if not file.exists():
            raise UserError(f"{file} cannot be read: No such file or directory")
        try:
            kept = read(file)
        except UserError as error:
            if str(error) == NOT_SAVED.format(file):
                raise UserError(f"{file} holds no hand that `cardsim play` kept") from None
            raise
        _check_game(str(kept.asked["game"]), game, file)
        lines = tuple(enumerate(kept.typed.splitlines(), 1))
        yield Noted("", "", (YOU,) if not lines else _names(lines, file), (), lines)
        return
    _check_game(NOTATIONS.get(file.suffix.lower(), game), game, file)
    for hand in hands_in(file):
        if not hand.seats:
            yield hand._replace(seats=_names(hand.lines, file))
        else:
            yield hand._replace(players=hand.players or ("",) * len(hand.seats))


def _names(lines: Sequence[tuple[int, str]], file: Path) -> tuple[str, ...]:
    return read_record(lines, str(file), "").names


def _seat(file: Path, hand: Noted, name: str, game: str) -> _Seat:
    """Return the decisions of one seat in a hand."""
    if hand.wrong is not None:
        raise hand.wrong
    if not hand.lines:
        kept = read(file)
        run = resolve(Request(**kept.asked), 1)
        return _Seat(YOU, run, tuple(resume(kept, run).turns))
    if hand.players:
        (named,) = asked_for([hand], str(file), name, "")
        typed = typed_hand(named.lines, str(file))
    else:
        typed = typed_hand(hand.lines, str(file), name)
    return _Seat(_person(file, hand, name, game), typed.run, typed.turns)


def _person(file: Path, hand: Noted, name: str, game: str) -> str:
    """Return the name of who sat in a seat; the seat and its file where nobody says."""
    called = hand.players[hand.seats.index(name)] if hand.players else name
    table = hand.label.partition(":")[2]
    seats = hand.seats if hand.players or load_game(game).keeps_names else ()
    if len(called) > 1 and not called.isdecimal() and called not in seats:
        return called
    return f"{name} of {file.stem}" + (f", {table}" if table else "")


def _check_game(found: str, game: str, file: Path) -> None:
    if found != game:
        raise UserError(
            f"{file} is of {found}, and not of {game}", hint=f"cardsim fit {found} {file}"
        )


def _check_table(first: Resolved, other: Resolved, file: Path) -> None:
    """Refuse a hand of other house rules than the first."""
    usual = dict(first.spec.rules)
    changed = [f"{n}={v}" for n, v in other.spec.rules if usual.get(n) != v]
    if changed:
        rules = ", ".join(changed).replace("_", "-")
        raise UserError(
            f"{file} is played by other house rules than the hands before it: {rules}",
            hint="fit the hands of one table at a time",
        )
