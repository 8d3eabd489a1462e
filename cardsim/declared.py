"""Checks that a game's declared names, outcome tables, measures and presets fit together.

A game of the user's is checked when it is loaded, so that every command reports a mistake in a line
with its place.
"""

from __future__ import annotations

import inspect
import re
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cardsim.errors import UserError
from cardsim.game import CHANCE, OVER, Column, CountTable, Game, Measure, Unit
from cardsim.kernels.origins import is_users
from cardsim.options.params import did_you_mean, settings_text


@dataclass(frozen=True)
class Declared:
    """The declarations of a game.

    Attributes:
        folder: folder of its files, where mistakes are located.
    """

    game: Game
    folder: Path

    def written(self, *texts: str) -> str:
        """Return the place of the first of some texts in the game's files; else of `GAME`."""
        for text in (*texts, "GAME = "):
            for file in sorted(self.folder.rglob("*.py")):
                for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                    if text in line:
                        return f"{file}:{number}"
        return str(self.folder)

    def wrong(self, place: str, what: str, mend: str = "") -> UserError:
        """Return the error for a mistake at a place."""
        return UserError(f"{place}: {what}", hint=mend or None)

    def check(self, rules: Any, players: int) -> None:
        """Refuse declarations that do not fit together at this table."""
        _check_decisions(self)
        _check_seats(self, rules, players)
        for name, make in self.game.units.items():
            try:
                unit = make(rules, players)
            except Exception as error:  # noqa: BLE001  (whatever it raises)
                raise self._cannot_be_made(name, error) from None
            _check_unit(self, unit, players)
        _check_presets(self)

    def place(self, name: str, part: Any = None) -> str:
        """Return the place of a function of the game: a kernel, or a method of a class."""
        code = getattr(inspect.unwrap(getattr(part, "py_func", part)), "__code__", None)
        if code is None or not Path(code.co_filename).is_relative_to(self.folder):
            return self.written(f"def {name}(", f"def {name.partition('_')[0]}(")
        return f"{code.co_filename}:{code.co_firstlineno}"

    def check_following(
        self, name: str, part: Any, number: int, *, seat: int, players: int
    ) -> None:
        """Refuse a wrong return value of a function of the game, or a wrong seat on turn."""
        if number == OVER or (number == CHANCE and self.game.chance is not None):
            return
        place = self.place(name, part)
        if number == CHANCE:
            what = f"{name} returned CHANCE, and the game has no `roll`"
            raise self.wrong(place, what, "write `roll` in play.py")
        if not 0 <= number < len(self.game.decisions):
            names = ", ".join(f"{k} {d.name}" for k, d in enumerate(self.game.decisions))
            raise self.wrong(
                place,
                f"{name} returned {number}, which is no decision",
                f"return the number of one ({names}), OVER, or CHANCE",
            )
        if not 0 <= seat < players:
            raise self.wrong(
                place,
                f"{name} left state.seat at {seat}, and there are {players} players",
                "state.seat is the seat that is to decide, from 0",
            )

    def check_outcomes(
        self, table: CountTable, rows: np.ndarray[Any, Any], players: int, *, first: int, seed: int
    ) -> None:
        """Refuse outcomes outside the ranges that a table declares."""
        axis = table.axis(players)
        for column in table.columns:
            values = rows[column.field].astype(np.int64).reshape(len(rows), -1)
            if axis is not None and rows[column.field].ndim > 1:
                values = values[:, : axis.high - axis.low + 1]
            outside = (values < column.low) | (values > column.high)
            if outside.any():
                hand, place = (int(x[0]) for x in np.nonzero(outside))
                raise self.wrong(
                    self.written(f'"{column.name}"', f'"{column.field}"'),
                    f"column '{column.name}' of '{table.name}' is declared from {column.low} to "
                    f"{column.high}, and hand {first + hand} of seed {seed} has "
                    f"{values[hand, place]}",
                    "declare a wider range, or mend what `score` writes",
                )

    def _cannot_be_made(self, name: str, error: Exception) -> UserError:
        frames = traceback.extract_tb(error.__traceback__)
        own = [f for f in frames if Path(f.filename).is_relative_to(self.folder)]
        place = f"{own[-1].filename}:{own[-1].lineno}" if own else self.written(f'"{name}"')
        mend = f"the line is: {own[-1].line}" if own else ""
        return self.wrong(place, f"unit '{name}' cannot be made: {_said(error)}", mend)


def check_declared(game: Game, rules: Any, players: int) -> None:
    """Refuse a game of the user's whose declarations do not fit together at this table."""
    # By module name, without looking into a folder: this runs before every run.
    file = Path(str(sys.modules[f"cardsim.games.{game.name.replace('-', '_')}"].__file__))
    if is_users(str(file)):
        Declared(game, file.parent).check(rules, players)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _check_decisions(subject: Declared) -> None:
    game = subject.game
    names = [d.name for d in game.decisions]
    _check_names(subject, names, "decision", joint="-")
    for what, given in (("by", game.by), ("experts", game.experts), ("scores", game.scores)):
        for name in given:
            if name not in names:
                place = subject.written(f"{what.upper()} = ", f"{what} = ", f'"{name}"')
                mend = did_you_mean(name, names) or ""
                raise subject.wrong(place, f"'{name}' in {what} is no decision", mend)
    features = {f.name for f in game.features}
    named = [("by", n) for by in game.by.values() for n in by]
    for what, name in (*named, *(("deeds", n) for n in game.deeds)):
        if name not in features:
            mend = did_you_mean(name, features) or ""
            said = f"'{name}' in {what} is no feature"
            raise subject.wrong(subject.written(f'"{name}"'), said, mend)


def _check_seats(subject: Declared, rules: Any, players: int) -> None:
    game = subject.game
    if game.zero_sum and (game.house or game.players[1] == 1):
        with_whom = f"{game.house} is no player" if game.house else "one plays alone"
        raise subject.wrong(
            subject.written("zero_sum", "GAME = "),
            f"{with_whom}, and the game is declared to be one in which others lose what one wins",
            "zero_sum=False says that they do not",
        )
    sides = game.side_of_each(rules, players)
    if len(sides) != players or {*sides} != {*range(len({*sides}))}:
        raise subject.wrong(
            subject.written("def sides(", "teams"),
            f"the sides of {players} players are {tuple(sides)}",
            "each seat has the number of its side, from 0 without a gap, such as (0, 1, 1)",
        )


def _check_unit(subject: Declared, unit: Unit, players: int) -> None:
    _check_names(subject, [t.name for t in unit.tables], "table")
    _check_names(subject, [m.name for m in unit.measures], "measure")
    for table in unit.tables:
        _check_names(subject, [c.name for c in table.columns], f"column of '{table.name}'")
        for column in table.columns:
            _check_column(subject, table, column, players)
    tables = {t.name: t for t in unit.tables}
    for measure in unit.measures:
        _check_measure(subject, tables, measure)
    _check_objective(subject, unit, tables)
    for what in ("shares", "by_seat"):
        for table_name, column_name in getattr(unit, what):
            _check_known(subject, f"{what} of '{unit.name}'", tables, table_name, column_name)


def _check_names(subject: Declared, names: list[str], what: str, *, joint: str = "_") -> None:
    """Check names whose words are joined by underscores, or by dashes."""
    signs = "underscores" if joint == "_" else "dashes"
    for name in names:
        if re.fullmatch(f"[a-z][a-z0-9{joint}]*", name) is None or names.count(name) > 1:
            raise subject.wrong(
                subject.written(f'"{name}"'),
                f"'{name}' cannot be the name of a {what}",
                f"each has a name of its own, of small letters, digits and {signs}",
            )


def _check_column(subject: Declared, table: CountTable, column: Column, players: int) -> None:
    outcome, name = subject.game.outcome, f"column '{column.name}' of '{table.name}'"
    place = subject.written(f'"{column.name}"', f'"{column.field}"')
    fields = outcome.names or ()
    if column.field not in fields:
        raise subject.wrong(
            place,
            f"{name} reads '{column.field}', and a row of outcomes has no such field",
            did_you_mean(column.field, fields) or f"it has: {', '.join(fields)}",
        )
    if column.low > column.high:
        raise subject.wrong(place, f"{name} lies from {column.low} to {column.high}")
    kind = outcome[column.field]
    room = np.iinfo(kind.base)
    if column.low < room.min or column.high > room.max:
        raise subject.wrong(
            place,
            f"{name} lies from {column.low} to {column.high}, and the outcome keeps {kind.base}",
            "give outcome_row a larger type",
        )
    axis = table.axis(players)
    if kind.shape and axis is None:
        raise subject.wrong(
            place,
            f"{name} reads '{column.field}', which has {kind.shape[0]} numbers, and the table "
            "counts a hand once",
            "by_seat=True counts it once for each seat",
        )
    if kind.shape and axis is not None and kind.shape[0] < axis.high - axis.low + 1:
        raise subject.wrong(
            place,
            f"{name} reads '{column.field}', which has {kind.shape[0]} numbers, and there are "
            f"{axis.high - axis.low + 1} of '{axis.name}'",
        )
    for what in ("told", "labels"):
        words = getattr(column, what)
        if words and len(words) != column.high - column.low + 1:
            raise subject.wrong(
                place,
                f"{name} has {len(words)} words in {what} for the {column.high - column.low + 1} "
                f"numbers from {column.low} to {column.high}",
            )


def _check_known(
    subject: Declared, what: str, tables: dict[str, CountTable], table: str, column: str
) -> None:
    if table not in tables:
        mend = did_you_mean(table, tables) or f"there are: {', '.join(tables)}"
        place = subject.written(f'"{table}"')
        raise subject.wrong(place, f"{what} reads table '{table}', which is none", mend)
    columns = [c.name for c in tables[table].columns]
    if column not in columns:
        place = subject.written(f'"{column}"')
        mend = did_you_mean(column, columns) or f"there are: {', '.join(columns)}"
        what = f"{what} reads column '{column}' of '{table}', which is none"
        raise subject.wrong(place, what, mend)


def _check_measure(subject: Declared, tables: dict[str, CountTable], measure: Measure) -> None:
    what = f"measure '{measure.name}'"
    _check_known(subject, what, tables, measure.table, measure.column)
    for column, _ in measure.where:
        _check_known(subject, what, tables, measure.table, column)
    told = measure.you if isinstance(measure.you, tuple) else (measure.you,)
    for text in (*filter(None, told), measure.cost):
        if text.count("{}") != 1:
            raise subject.wrong(
                subject.written(text, f'"{measure.name}"'),
                f"{what} is told by '{text}', which has no {{}} for the value",
            )
    known = {o.name for o in subject.game.display_options}
    if measure.per and measure.per not in known:
        place = subject.written(f'"{measure.per}"')
        raise subject.wrong(place, f"{what} is per '{measure.per}', which is no display option")


def _check_objective(subject: Declared, unit: Unit, tables: dict[str, CountTable]) -> None:
    names = [m.name for m in unit.measures]
    place = subject.written(f'objective="{unit.objective}"', f'"{unit.objective}"')
    if unit.objective not in names:
        raise subject.wrong(
            place,
            f"unit '{unit.name}' is won by '{unit.objective}', which is no measure",
            did_you_mean(unit.objective, names) or f"there are: {', '.join(names)}",
        )
    won_by = unit.won_by
    table = tables[won_by.table]
    if won_by.where or table.by_seat or table.by or won_by.quantile is not None:
        raise subject.wrong(
            place,
            f"unit '{unit.name}' is won by '{won_by.name}', which not every hand has one value of",
            "the objective is read from a table that counts each hand once, without `where`",
        )


def _check_presets(subject: Declared) -> None:
    game = subject.game
    for name in (*game.preset_players, *game.preset_fields, *game.preset_fields.values()):
        if name not in game.presets:
            raise subject.wrong(
                subject.written(f'"{name}"'),
                f"there is no preset '{name}'",
                did_you_mean(name, game.presets) or f"there are: {', '.join(game.presets)}",
            )
    for name, values in game.presets.items():
        try:
            rules = game.rules(**values)
        except Exception as error:  # noqa: BLE001  (whatever a class of rules raises)
            place = subject.written(f'"{name}"')
            raise subject.wrong(place, f"preset '{name}' cannot be made: {_said(error)}") from None
        players = game.usual_players(name)
        if (why := game.objection(rules, players)) is not None:
            raise subject.wrong(
                subject.written(f'"{name}"'),
                f"preset '{name}' ({settings_text(values.items())}) cannot be played by {players}: "
                f"{why}",
            )
