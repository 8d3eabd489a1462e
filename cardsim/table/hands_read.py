"""Decisions of people in files of hands: kept from `play`, typed, or written by other programs.

Every seat is read whose cards the file tells. What one seat saw is known although another's cards
are not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from cardsim.errors import UserError, echoed
from cardsim.game import Noted
from cardsim.games import load_game
from cardsim.runs.preparation import Resolved, resolve
from cardsim.runs.request import Request
from cardsim.runs.words import listed
from cardsim.table.played import NOT_SAVED, Turn, evening_of, folder, read, resume
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
        run: the table of the first of them.
        hands: number of hands with a decision.
        decided: decisions, by hand and person.
        left_out: number of seats that could not be read, by the reason.
        evenings: number of days on which they were played; a file that says no day is one.
        skipped: files and hands that are of something else or damaged, each in a line.
    """

    run: Resolved
    hands: int
    decided: tuple[Decided, ...]
    left_out: dict[str, int]
    evenings: int = 1
    skipped: tuple[str, ...] = ()

    @property
    def people(self) -> list[str]:
        """The people, in order of appearance."""
        return [*dict.fromkeys(one.person for one in self.decided)]


class _Seat(NamedTuple):
    """Decisions of one person in one hand or match of a file."""

    person: str
    run: Resolved
    turns: tuple[Turn, ...]


Rules = tuple[tuple[str, Any], ...]


class _Hand(NamedTuple):
    """A hand or match of a file, and the seats whose decisions count."""

    file: Path
    evening: str
    seats: tuple[_Seat, ...]

    @property
    def rules(self) -> Rules:
        """Names and values of the house rules."""
        return self.seats[0].run.spec.rules


def hands_read(game: str, files: Sequence[Path], seat: str = "") -> HandsRead:
    """Read the decisions of all people in files of hands.

    A file that cannot be read is skipped, and so are hands by other house rules than most.

    The default is all people in what `cardsim play` kept.

    Raises:
        UserError: nothing can be read, or a file does not exist.
    """
    if not load_game(game).decisions:
        raise UserError(f"nobody decides anything in {game}: there is nothing to fit")
    read = _Read({}, {}, {})
    hands: list[_Hand] = []
    errors: list[UserError] = []
    for file in _files(game, files):
        try:
            hands += read.file(file, game, seat)
        except UserError as error:
            errors.append(error)
    if not hands:
        raise read.nothing(seat, errors)
    tables = Counter(hand.rules for hand in hands)
    usual = max(tables, key=lambda rules: tables[rules])
    decided: list[Decided] = []
    numbers, others = count(), Counter[tuple[Path, Rules]]()
    evenings = set()
    for hand in hands:
        if hand.rules != usual:
            others[hand.file, hand.rules] += 1
            continue
        evenings.add(hand.evening)
        told: dict[int, int] = {}
        for one in hand.seats:
            for turn in one.turns:
                number = told.get(turn.number)
                if number is None:
                    number = told[turn.number] = next(numbers)
                decided.append(Decided(one.person, number, one.run.spec.players, turn))
    run = next(hand.seats[0].run for hand in hands if hand.rules == usual)
    skipped = (*map(str, errors), *(_otherwise(*o, usual, n) for o, n in others.items()))
    return HandsRead(run, next(numbers), tuple(decided), read.left_out, len(evenings), skipped)


@dataclass(frozen=True)
class _Read:
    """Seats that were met in files, and those that could not be read.

    Attributes:
        left_out: number of seats that could not be read, by the reason.
        wrong: the first error of each reason.
    """

    people: dict[str, None]
    left_out: dict[str, int]
    wrong: dict[str, str]

    def file(self, file: Path, game: str, seat: str) -> list[_Hand]:
        """Return the hands of a file in which somebody asked for decides."""
        found, errors = [], []
        for hand in _hands(file, game):
            some = []
            for name in hand.seats:
                try:
                    one = _seat(file, hand, name, game)
                except UserError as error:
                    errors.append(str(error))
                    continue
                _check_game(one.run.spec.game, game, file)
                self.people[one.person] = None
                if one.turns and seat.lower() in {"", one.person.lower(), name.lower()}:
                    some.append(one)
            if some:
                found.append(_Hand(file, _evening(file, hand), tuple(some)))
        for line in errors:
            why = _reason(line)
            self.left_out[why] = self.left_out.get(why, 0) + 1
            self.wrong.setdefault(why, line)
        return found

    def nothing(self, seat: str, errors: Sequence[UserError]) -> UserError:
        """Return why nothing was read: nobody has that name, or an error of a hand or file."""
        if seat and self.people:
            known = listed([*self.people], "and", most=MOST_NAMED)
            message = f"--seat {echoed(seat)}: nobody of that name decides; there are {known}"
            return UserError(message)
        if errors and not self.left_out:
            return errors[0]
        most = max(self.left_out, key=lambda why: self.left_out[why], default="")
        return UserError("no decision can be read in these files", hint=self.wrong.get(most))


def _evening(file: Path, hand: Noted) -> str:
    """Return the day of a hand; the file where nothing says the day.

    A game that `cardsim play` kept says its day. One that is older is of the day when its file was
    written.
    """
    if hand.day or is_typed(file):
        return hand.day or str(file)
    return evening_of(datetime.fromtimestamp(file.stat().st_mtime, tz=UTC))


def _otherwise(file: Path, rules: Rules, usual: Rules, hands: int) -> str:
    """Return in words that hands of a file are by other house rules than the rest."""
    changed = [f"{n}={v}" for n, v in rules if dict(usual)[n] != v]
    many = f"{hands} hand{'s' * (hands != 1)}"
    named = ", ".join(changed).replace("_", "-")
    return f"{file}: {many} by other house rules than the rest: {named}"


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
            if not path.exists():
                raise UserError(f"{path} cannot be read: No such file or directory")
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
        try:
            kept = read(file)
        except UserError as error:
            if str(error) == NOT_SAVED.format(file):
                raise UserError(f"{file} holds no hand that `cardsim play` kept") from None
            raise
        _check_game(str(kept.asked["game"]), game, file)
        lines = tuple(enumerate(kept.typed.splitlines(), 1))
        names = (YOU,) if not lines else _names(lines, file)
        yield Noted("", "", names, (), lines, day=kept.day)
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
