"""Results read back from the files that `-o` wrote.

The counts are all there is to a result, so a file that has them gives the same numbers as the run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from cardsim.errors import UserError
from cardsim.game import Table
from cardsim.games import load_game
from cardsim.result import SCHEMA, Player, Result, RunSpec

SUFFIXES = (".json", ".parquet")


def load(path: str | Path) -> Result:
    """The result that was written to a .json or .parquet file.

    Raises:
        UserError: the file cannot be read, is no result, or does not fit the game as it is now.
    """
    path = Path(path)
    if path.suffix not in SUFFIXES:
        raise UserError(f"{path} must be a result in a {' or '.join(SUFFIXES)} file")
    try:
        about, tables = _json(path) if path.suffix == ".json" else _parquet(path)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}") from None
    if not isinstance(about, dict) or about.get("schema") != SCHEMA:
        command = about.get("command") if isinstance(about, dict) else None
        again = f"its report is written by: {command} -o FILE.html" if command else None
        hint = again or f"`cardsim run GAME -o {path.name}` writes one"
        raise UserError(f"{path} is no result of a run ({SCHEMA})", hint=hint)
    try:
        spec, hands, version = _spec(about), int(about["hands"]), str(about["version"])
        partial = bool(about["partial"])
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise _damaged(path, error) from None
    blank = Result(spec, {}, hands, 0.0, partial, version)
    try:
        found = {t.name: _checked(tables[t.name], t) for t in blank.unit.tables}
    except (KeyError, TypeError, ValueError, pl.exceptions.PolarsError) as error:
        raise _damaged(path, error) from None
    return Result(spec, found, hands, 0.0, partial, version)


def _damaged(path: Path, error: Exception) -> UserError:
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    return UserError(f"{path} is damaged, or from another version of its game ({what})")


def _json(path: Path) -> tuple[Any, Mapping[str, Any]]:
    try:
        about = json.loads(path.read_text("utf-8"))
    except ValueError:
        raise UserError(f"{path} is not JSON") from None
    return about, about.get("tables", {}) if isinstance(about, dict) else {}


def _parquet(path: Path) -> tuple[Any, Mapping[str, Any]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        arrow = pq.read_table(path)
        about = json.loads((arrow.schema.metadata or {}).get(b"cardsim", b"null"))
    except (pa.ArrowInvalid, ValueError):
        raise UserError(f"{path} is not a parquet file of cardsim") from None
    whole = pl.from_arrow(arrow)
    if not isinstance(whole, pl.DataFrame) or "table" not in whole.columns:
        return about, {}
    parts = whole.partition_by("table", as_dict=True, include_key=False)
    return about, {str(name): part.to_dict(as_series=False) for (name,), part in parts.items()}


def _spec(about: Mapping[str, Any]) -> RunSpec:
    game = load_game(str(about["game"]))
    spec = RunSpec(
        game=game.name,
        unit=str(about["unit"]),
        players=int(about["players"]),
        rules=tuple((o.name, o.check(about["rules"][o.name])) for o in game.options),
        preset=str(about["preset"]),
        seats=tuple(_player(seat) for seat in about["seats"]),
        fixed=not about["hero_takes_each_seat"],
        seed=int(about["seed"]),
        hands=int(about["hands_asked"]),
        first=int(about["first"]),
        precision=None if about["precision"] is None else float(about["precision"]),
        display=tuple((o.name, o.check(about["display"][o.name])) for o in game.display_options),
    )
    if spec.unit not in game.units or spec.preset not in game.presets:
        raise ValueError(f"{game.name} has no {spec.unit} or preset {spec.preset}")
    if game.decisions and len(spec.seats) != spec.players:
        raise ValueError(f"{len(spec.seats)} seats for {spec.players} players")
    return spec


def _player(seat: Mapping[str, Any]) -> Player:
    values = dict(seat["parameters"])
    changed = tuple((name, values[name]) for name in seat["changed"])
    return Player(str(seat["strategy"]), tuple(values.items()), changed)


def _checked(columns: Mapping[str, Any], table: Table) -> pl.DataFrame:
    """The counts of a table, if they are such as this table can have."""
    named = {c.name for c in table.columns}
    # The place that a row is of: the seat, or that of another axis.
    axes = [n for n, v in columns.items() if n not in named and n != "count" and None not in v]
    if len(axes) > 1 or (table.by_seat and axes != ["seat"]):
        raise ValueError(f"table {table.name} has columns {', '.join(columns)}")
    kinds: dict[str, Any] = dict.fromkeys(axes, pl.Int64)
    for c in table.columns:
        kinds[c.name] = pl.String if c.labels else pl.Int64 if c.scale == 1 else pl.Float64
    kinds["count"] = pl.Int64
    frame = pl.DataFrame({name: columns[name] for name in kinds}).cast(pl.Schema(kinds))
    if any(frame.null_count().row(0)) or (frame["count"] < 1).any():
        raise ValueError(f"table {table.name} has gaps")
    for c in table.columns:
        inside = (
            frame[c.name].is_in(c.labels)
            if c.labels
            else frame[c.name].is_between(c.low * c.scale - 1e-9, c.high * c.scale + 1e-9)
        )
        if not inside.all():
            raise ValueError(f"column {c.name} of table {table.name} has a value it cannot have")
    return frame
