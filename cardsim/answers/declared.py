"""Checks of what a game declares: its names, tables of outcomes, measures and strategies."""

from __future__ import annotations

import re

import numpy as np

from cardsim.answers.subject import Subject
from cardsim.game import Column, CountTable, Measure, Unit
from cardsim.options.params import did_you_mean, settings_text
from cardsim.workspace import strategy_files

_UNDERSCORES, _DASHES = re.compile(r"[a-z][a-z0-9_]*"), re.compile(r"[a-z][a-z0-9-]*")


def check_declared(subject: Subject) -> str:
    """Names, tables, columns, measures, presets and the usual strategy.

    Raises:
        WrongError: one of them is not as it must be.
    """
    game = subject.game
    _check_decisions(subject)
    seen = 0
    for rules, players, _ in subject.tables("declared"):
        for name, make in game.units.items():
            try:
                unit = make(rules, players)
            except Exception as error:  # noqa: BLE001  (whatever it raises)
                place = subject.place(getattr(make, "__name__", ""), make)
                raise subject.wrong(
                    place, f"unit '{name}' cannot be made: {_said(error)}"
                ) from None
            _check_unit(subject, unit, players)
            seen += 1
    _check_presets(subject)
    files = strategy_files(game)
    if game.decisions and game.default_strategy not in files:
        raise subject.wrong(
            subject.written(f'"{game.default_strategy}"'),
            f"the usual strategy is '{game.default_strategy}', and there is no such file",
            f"write strategies/{game.name}/{game.default_strategy}.py, or name one of: "
            + ", ".join(files),
            fatal=True,
        )
    units = len(game.units)
    return f"of {units} unit{'s' if units > 1 else ''} at {seen // units} tables"


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _check_decisions(subject: Subject) -> None:
    game = subject.game
    names = [d.name for d in game.decisions]
    for name in names:
        if _DASHES.fullmatch(name) is None or names.count(name) > 1:
            raise subject.wrong(
                subject.written(f'"{name}"'),
                f"'{name}' cannot be the name of a decision",
                "each has a name of its own, of small letters, digits and dashes",
            )
    for what, given in (("by", game.by), ("experts", game.experts), ("scores", game.scores)):
        for name in given:
            if name not in names:
                place = subject.written(f"{what.upper()} = ", f"{what} = ", f'"{name}"')
                mend = did_you_mean(name, names) or ""
                raise subject.wrong(place, f"'{name}' in {what} is no decision", mend)
    features = {f.name for f in game.features}
    for name in {n for by in game.by.values() for n in by} - features:
        mend = did_you_mean(name, features) or ""
        raise subject.wrong(subject.written(f'"{name}"'), f"'{name}' in by is no feature", mend)


def _check_unit(subject: Subject, unit: Unit, players: int) -> None:
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


def _check_names(subject: Subject, names: list[str], what: str) -> None:
    for name in names:
        if _UNDERSCORES.fullmatch(name) is None or names.count(name) > 1:
            raise subject.wrong(
                subject.written(f'"{name}"'),
                f"'{name}' cannot be the name of a {what}",
                "each has a name of its own, of small letters, digits and underscores",
            )


def _check_column(subject: Subject, table: CountTable, column: Column, players: int) -> None:
    outcome, name = subject.game.outcome, f"column '{column.name}' of '{table.name}'"
    place = subject.written(f'"{column.name}"', f'"{column.field}"')
    fields = outcome.names or ()
    if column.field not in fields:
        raise subject.wrong(
            place,
            f"{name} reads '{column.field}', and a row of outcomes has no such field",
            did_you_mean(column.field, fields) or f"it has: {', '.join(fields)}",
            fatal=True,
        )
    if column.low > column.high:
        raise subject.wrong(place, f"{name} lies from {column.low} to {column.high}", fatal=True)
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
    subject: Subject, what: str, tables: dict[str, CountTable], table: str, column: str
) -> None:
    if table not in tables:
        mend = did_you_mean(table, tables) or f"there are: {', '.join(tables)}"
        place = subject.written(f'"{table}"')
        raise subject.wrong(place, f"{what} reads table '{table}', which is none", mend, fatal=True)
    columns = [c.name for c in tables[table].columns]
    if column not in columns:
        place = subject.written(f'"{column}"')
        mend = did_you_mean(column, columns) or f"there are: {', '.join(columns)}"
        what = f"{what} reads column '{column}' of '{table}', which is none"
        raise subject.wrong(place, what, mend, fatal=True)


def _check_measure(subject: Subject, tables: dict[str, CountTable], measure: Measure) -> None:
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


def _check_objective(subject: Subject, unit: Unit, tables: dict[str, CountTable]) -> None:
    names = [m.name for m in unit.measures]
    place = subject.written(f'objective="{unit.objective}"', f'"{unit.objective}"')
    if unit.objective not in names:
        raise subject.wrong(
            place,
            f"unit '{unit.name}' is won by '{unit.objective}', which is no measure",
            did_you_mean(unit.objective, names) or f"there are: {', '.join(names)}",
            fatal=True,
        )
    won_by = unit.won_by
    table = tables[won_by.table]
    if won_by.where or table.by_seat or table.by or won_by.quantile is not None:
        raise subject.wrong(
            place,
            f"unit '{unit.name}' is won by '{won_by.name}', which not every hand has one value of",
            "the objective is read from a table that counts each hand once, without `where`",
        )


def _check_presets(subject: Subject) -> None:
    game = subject.game
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
