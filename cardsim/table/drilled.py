"""Drills as they are kept: what was answered, what was missed, and when that comes back."""

from __future__ import annotations

import json
from datetime import date, timedelta
from itertools import product
from pathlib import Path
from typing import Annotated, Any

import msgspec

from cardsim.errors import UserError
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.options.plain import json_of
from cardsim.runs.sealed import CHECKSUM, is_whole, sealed
from cardsim.table.played import MOST_HANDS, Said, folder, names_a_table
from cardsim.workspace import check_data

SCHEMA = "cardsim.drill/1"
FOLDER = "drills"
HELD = 2
"""Times in a row that a missed decision must be held before it is left alone."""
REST = 3
"""Days until a decision comes back that was held once."""
NO_RECORD = "{} is no record of drills; delete it"
Number = Annotated[int, msgspec.Meta(ge=0, lt=MOST_HANDS)]
Many = Annotated[int, msgspec.Meta(ge=1, le=100)]
MOST_COST = 1e9
"""Cost that no decision reaches, in any measure."""
Amount = Annotated[float, msgspec.Meta(ge=0, le=MOST_COST)]
"""What was given away, in a measure's own numbers."""
Asked = dict[str, Said | dict[str, Said]]


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of a hand, found again by playing up to it.

    Attributes:
        asked: the arguments of `resolve`.
        hand: number of the hand or match in its run.
        actions: your actions up to it, in order.
        seen: hash of your view there.
    """

    asked: Asked
    hand: Number
    actions: tuple[int | tuple[int, int], ...]
    seen: str


class Missed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision that was missed.

    Attributes:
        due: day from which on it comes back, as in `2026-11-29`.
        held: times that it was held since.
    """

    spot: Spot
    due: str
    held: Annotated[int, msgspec.Meta(ge=0, lt=HELD)] = 0

    def answered(self, day: date, *, held: bool) -> Missed | None:
        """Return when it comes back after an answer; None if it was held often enough.

        Intervals grow as in a box of cards (Leitner 1972): a miss begins anew.
        """
        if not held:
            return Missed(self.spot, day.isoformat())
        if self.held + 1 >= HELD:
            return None
        later = day + timedelta(days=REST)
        return Missed(self.spot, later.isoformat(), self.held + 1)


class DrillAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a decision, and its cost.

    Attributes:
        did, best: your action and the best one, in words.
        cost, low, high: cost compared with the best, with the interval that holds for all actions
            together.
    """

    decision: str
    did: str
    best: str
    cost: Amount
    low: float
    high: float

    @property
    def held(self) -> bool:
        """True if it may be as good as the best."""
        return self.low <= 0


class Drill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drill that is not over.

    Attributes:
        asked: the arguments of `resolve`.
        least: smallest cost of a mistake, in the measure's own numbers; 0 if not known yet.
        only: kinds of decisions; empty for all.
        back: decisions that come back in it, not asked yet.
        at: number of hands or matches that were looked through.
    """

    asked: Asked
    many: Many
    least: Amount = 0.0
    only: tuple[str, ...] = ()
    back: tuple[Spot, ...] = ()
    at: Number = 0
    answers: tuple[DrillAnswer, ...] = ()


class Past(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drill that is over.

    Attributes:
        many: number of decisions.
        held: number of them that were as good as the best.
        cost, half: total cost that is certain, and half the width of its interval.
    """

    day: str
    unit: str
    many: Many
    held: Number
    cost: Amount
    half: Amount


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All drills of one game.

    Attributes:
        missed: decisions that come back.
        past: drills that are over, the oldest first.
        open: the drill that is not over, if one is.
    """

    game: str
    missed: tuple[Missed, ...] = ()
    past: tuple[Past, ...] = ()
    open: Drill | None = None


def file_of(game: str) -> Path:
    """Return the file of a game's drills, in the folder where `play` keeps games."""
    return folder() / FOLDER / f"{game}.json"


def read(file: Path, game: str) -> Record:
    """Return the drills in a file; none if it does not exist."""
    try:
        content = json_of(file.read_bytes())
        if not isinstance(content, dict) or content.pop("schema", "") != SCHEMA:
            raise UserError(NO_RECORD.format(file))
        if not is_whole({"schema": SCHEMA, **content}):
            raise UserError(f"{file} was edited since it was written; delete it")
        content.pop(CHECKSUM)
        record = msgspec.convert(content, Record)
    except FileNotFoundError:
        return Record(game)
    except (OSError, ValueError):
        raise UserError(NO_RECORD.format(file)) from None
    if not _makes_sense(record, load_game(game)):
        raise UserError(NO_RECORD.format(file))
    return record


def _makes_sense(record: Record, game: Game) -> bool:
    """Return True if drills of this game can have left this record."""
    tables = [*(missed.spot.asked for missed in record.missed), *_tables(record.open)]
    days = [*(missed.due for missed in record.missed), *(past.day for past in record.past)]
    answers = record.open.answers if record.open is not None else ()
    decisions = {decision.name for decision in game.decisions}
    return (
        record.game == game.name
        and all(names_a_table(one) and one["game"] == game.name for one in tables)
        and all(map(_is_day, days))
        and all(past.unit in game.units and past.held <= past.many for past in record.past)
        and all(answer.decision in decisions for answer in answers)
        and all(answer.low <= answer.cost <= answer.high for answer in answers)
        and (record.open is None or len(answers) <= record.open.many)
    )


def _is_day(text: str) -> bool:
    """Return True if this is a day as it is written here: `2026-11-29`."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _tables(drill: Drill | None) -> list[Asked]:
    """Return the arguments of `resolve` of an open drill, and of the decisions that come back."""
    return [] if drill is None else [drill.asked, *(spot.asked for spot in drill.back)]


def keep(file: Path, record: Record) -> None:
    """Write the drills of a game, all or nothing."""
    fresh = file.with_suffix(".new")
    content: dict[str, Any] = sealed({"schema": SCHEMA, **msgspec.to_builtins(record)})
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps(content) + "\n", "utf-8")
        fresh.replace(file)
    except OSError as error:
        raise UserError(f"the drill cannot be kept in {file.parent}: {error.strerror}") from None


def last_open() -> tuple[Path, Record]:
    """Return the drill that was stopped last."""
    place = folder() / FOLDER
    files = sorted(place.glob("*.json"), key=lambda f: (f.lstat().st_mtime_ns, f.name))
    wrong = None
    for file in reversed(files):
        try:
            record = read(file, file.stem)
        except UserError as error:
            wrong = wrong or error
            continue
        if record.open is not None:
            # A new drill takes its players from the command, and what comes back has the same.
            for asked, who in product(_tables(record.open), ("vs", "partner")):
                check_data(str(asked.get(who, "")), str(file))
            return file, record
    if wrong is not None:
        raise wrong
    raise UserError(
        f"no drill waits to be resumed in {place}", hint="begin one: cardsim drill scat"
    )
