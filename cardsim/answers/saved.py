"""Results read back from the files that `-o` wrote.

The counts are all there is to a result, so a file that has them gives the same numbers as the run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from cardsim.answers import comparisons, reviews, sweeps, tournaments
from cardsim.answers.comparisons import CompareResult, CompareSpec
from cardsim.answers.reviews import Cost, Review, ReviewSpec
from cardsim.answers.sweeps import Axis, SweepResult, SweepSpec
from cardsim.answers.tournaments import TournamentResult, TournamentSpec
from cardsim.errors import UserError
from cardsim.game import CountTable
from cardsim.games import load_game
from cardsim.options.params import Settings
from cardsim.output import as_path
from cardsim.process.forks import check_not_forked
from cardsim.runs import result
from cardsim.runs.forked import Forked, asked_about
from cardsim.runs.paired_runs import Played, needed_tables
from cardsim.runs.preparation import checked_measure
from cardsim.runs.result import Player, Result, RunSpec
from cardsim.statistics.paired import MOST_SAVED, Moments
from cardsim.statistics.seat_averages import SeatAverages

SUFFIXES = (".json", ".parquet")
Saved = Result | SweepResult | CompareResult | TournamentResult | Review


def load(path: str | Path) -> Saved:
    """The result that was written to a file.

    Args:
        path: the .json of a run, a sweep, a comparison, a tournament or a review, or the .parquet
            of a run.

    Raises:
        UserError: the file cannot be read, is no result, or does not fit the game as it is now.
    """
    check_not_forked()
    path = as_path(path, label="a saved result")
    if path.suffix not in SUFFIXES:
        raise UserError(f"{path} must be a result in a {' or '.join(SUFFIXES)} file")
    try:
        about = _json(path) if path.suffix == ".json" else _parquet(path)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}") from None
    schema = about.get("schema") if isinstance(about, dict) else None
    reader = READERS.get(schema) if isinstance(schema, str) else None
    if reader is None:
        command = about.get("command") if isinstance(about, dict) else None
        older = str(schema).rpartition("/")[0] in {s.rpartition("/")[0] for s in READERS}
        again = f"its report is written by: {command} -o FILE.html" if command and older else None
        hint = again or f"`cardsim run GAME -o {path.name}` writes one"
        raise UserError(f"{path} is no result that can be read ({', '.join(READERS)})", hint=hint)
    try:
        return reader(about)
    except UserError as error:
        raise UserError(f"{path}: {error}", hint=error.hint) from None
    except Exception as error:  # noqa: BLE001  whatever comes of a file that nobody wrote so
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        message = f"{path} is damaged, or from another version of its game ({what})"
        raise UserError(message) from None


def _run(about: Mapping[str, Any]) -> Result:
    blank = _blank(about)
    return _filled(blank, about["tables"], [t.name for t in blank.unit.tables])


def _point(about: Mapping[str, Any]) -> Result:
    """One of many runs, which may lack tables that no estimate is made of."""
    blank, tables = _blank(about), about["tables"]
    needed = needed_tables(blank.unit)
    return _filled(
        blank, tables, [t.name for t in blank.unit.tables if t.name in needed or t.name in tables]
    )


def _blank(about: Mapping[str, Any]) -> Result:
    """A result without its counts."""
    hands, partial = int(about["hands"]), bool(about["partial"])
    averages = about.get("seat_averages")
    found = None if averages is None else SeatAverages.from_dict(averages)
    return Result(_spec(about), {}, hands, 0.0, partial, str(about["version"]), found)


def _filled(blank: Result, tables: Mapping[str, Any], names: Collection[str]) -> Result:
    found = {t.name: _checked(tables[t.name], t) for t in blank.unit.tables if t.name in names}
    for table in blank.unit.tables:
        if table.name in found and table.axis(blank.spec.players) is None:
            count = int(found[table.name]["count"].sum())
            if count != blank.hands:
                raise ValueError(f"table {table.name} has {count} hands of {blank.hands}")
    return replace(blank, tables=found)


def _sweep(about: Mapping[str, Any]) -> SweepResult:
    axes = tuple(
        Axis(
            str(a["name"]),
            tuple(a["values"]),
            str(a["text"]),
            bool(a["is_choice"]),
            str(a.get("asked", "")),
            (below, above),
        )
        for a in about["axes"]
        for below, above in [a.get("beyond", (False, False))]
    )
    settings: list[list[Settings]] = []
    played = []
    for group in about["groups"]:
        points = group["points"]
        settings.append([tuple((a.name, p["settings"][a.name]) for a in axes) for p in points])
        played.append(_played_together([p["result"] for p in points], group["moments"]))
    specs = [each.spec for some in played for each in some.results]
    spec = SweepSpec(axes, specs[0], _precision(about), result.friend_in(specs))
    groups = tuple(sweeps.judged_group(spec, s, p) for s, p in zip(settings, played, strict=True))
    return SweepResult(spec, groups, 0.0, bool(about["partial"]))


def _comparison(about: Mapping[str, Any]) -> CompareResult:
    played = _played_together(
        about["results"], about["moments"], differ=about["differ"], partial=bool(about["partial"])
    )
    heroes = tuple(r.spec.hero for r in played.results)
    specs = [each.spec for each in played.results]
    spec = CompareSpec(heroes, specs[0], _precision(about), result.friend_in(specs))
    return comparisons.compared(spec, played, 0.0)


def _tournament(about: Mapping[str, Any]) -> TournamentResult:
    specs = [_spec(one) for one in about["specs"]]
    spec = TournamentSpec(tuple(s.hero for s in specs), specs[0])
    tables = {
        tuple(int(k) for k in table["others"]): _moments(table, len(specs))
        for table in about["tables"]
    }
    if len(tables) != len(specs) ** (spec.parties - 1):
        raise ValueError(f"{len(tables)} tables of {len(specs)} strategies")
    failed = {str(name): str(why) for name, why in about["failed"].items()}
    version, partial = str(about["version"]), bool(about["partial"])
    return TournamentResult(spec, tables, failed, 0.0, partial, version)


def _review(about: Mapping[str, Any]) -> Review:
    spec = ReviewSpec(_spec(about["run"]), tuple(str(text) for text in about["by"]))
    asked = asked_about(load_game(spec.base.game), spec.by)
    worth = tuple(reviews.worth_of(a, about["counts"][a.decision.name]) for a in asked)
    first, second = about["halves"]
    halves, partial = (int(first), int(second)), bool(about["partial"])
    found = reviews.reviewed(spec, Forked(int(about["hands"]), halves, worth, partial))
    rows, at_once = about["situations"], about["rules_at_once"]
    situations = tuple(
        replace(s, rule=_cost(row["rule"], row["rule_low"], row["rule_high"]))
        for s, row in zip(found.situations, rows, strict=True)
    )
    return replace(
        found,
        situations=situations,
        rules=None if at_once is None else Cost(**{k: float(v) for k, v in at_once.items()}),
        changed_hands=int(about["changed_hands"]),
        note=str(about["note"]),
    )


def _cost(value: float | None, low: float | None, high: float | None) -> Cost | None:
    if value is None or low is None or high is None:
        return None
    return Cost(float(value), float(low), float(high))


def _played_together(
    results: Sequence[Mapping[str, Any]],
    moments: Mapping[str, Any],
    *,
    differ: object = None,
    partial: bool = False,
) -> Played:
    """Runs of the same hands."""
    count = len(results)
    if moments["products"] is None:
        raise UserError(f"of more than {MOST_SAVED} points only the counts are saved")
    return Played(
        tuple(_point(r) for r in results),
        _moments(moments, count),
        None if differ is None else _whole(differ, (count, count)),
        partial,
    )


def _moments(about: Mapping[str, Any], count: int) -> Moments:
    """What so many points had in the same hands."""
    return Moments(
        int(about["hands"]),
        _whole(about["sums"], (count,)),
        _whole(about["products"], (count, count)),
        float(about["unit"]),
    )


def _whole(numbers: object, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Whole numbers of a shape."""
    found = np.array(numbers)
    if found.shape != shape or found.dtype != np.int64:
        raise ValueError(f"{found.dtype} of shape {found.shape}, not whole numbers of {shape}")
    return found


def _precision(about: Mapping[str, Any]) -> float | None:
    return None if about["precision"] is None else float(about["precision"])


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (RecursionError, ValueError):
        raise UserError(f"{path} is not JSON, or nested too deeply to be a result") from None


def _parquet(path: Path) -> Any:
    """What the file tells of itself, with the tables of a run."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        arrow = pq.read_table(path)
        about = json.loads((arrow.schema.metadata or {}).get(b"cardsim", b"null"))
    except (pa.ArrowException, RecursionError, ValueError):
        raise UserError(f"{path} is not a parquet file of cardsim") from None
    if not isinstance(about, dict) or about.get("schema") != result.SCHEMA:
        if isinstance(about, dict) and about.get("schema") in READERS:
            raise UserError(
                f"{path} has only the counts of several runs",
                hint="what is made of several is read back from the .json that -o writes",
            )
        return about
    counts = pl.from_arrow(arrow)
    if not isinstance(counts, pl.DataFrame) or "table" not in counts.columns:
        return {**about, "tables": {}}
    parts = counts.partition_by("table", as_dict=True, include_key=False)
    tables = {str(name): part.to_dict(as_series=False) for (name,), part in parts.items()}
    return {**about, "tables": tables}


def _spec(about: Mapping[str, Any]) -> RunSpec:
    game = load_game(str(about["game"]))
    seat = about.get("your_seat")
    spec = RunSpec(
        game=game.name,
        unit=str(about["unit"]),
        players=int(about["players"]),
        rules=tuple((o.name, o.check(about["rules"][o.name])) for o in game.options),
        preset=str(about["preset"]),
        seats=tuple(_player(seat) for seat in about["seats"]),
        fixed=seat is None and not about["you_take_each_seat"],
        seed=int(about["seed"]),
        hands=int(about["hands_asked"]),
        first=int(about["first"]),
        precision=None if about["precision"] is None else float(about["precision"]),
        # A file may be older than an option.
        display=tuple(
            (o.name, o.check(about["display"].get(o.name, o.default))) for o in game.display_options
        ),
        ruleset=int(about.get("ruleset", 0)),
        sides=tuple(int(side) for side in about.get("sides", ())),
        seat=None if seat is None else int(seat),
    )
    if spec.unit not in game.units or spec.preset not in game.presets:
        raise ValueError(f"{game.name} has no {spec.unit} or preset {spec.preset}")
    if game.decisions and len(spec.seats) != spec.players:
        raise ValueError(f"{len(spec.seats)} seats for {spec.players} players")
    if spec.seat is not None and not 0 <= spec.seat < spec.players:
        raise ValueError(f"seat {spec.seat} for {spec.players} players")
    measure = checked_measure(about["measure"], spec.unit_of(game), dict(spec.display))
    return replace(spec, measure=measure)


def _player(seat: Mapping[str, Any]) -> Player:
    values = dict(seat["parameters"])
    changed = tuple((name, values[name]) for name in seat["changed"])
    fingerprint = str(seat.get("fingerprint", ""))
    told = tuple(str(name) for name in seat["told"])
    return Player(
        str(seat["strategy"]),
        tuple(values.items()),
        changed,
        fingerprint,
        str(seat["plays"]),
        told,
    )


def _checked(columns: Mapping[str, Any], table: CountTable) -> pl.DataFrame:
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


READERS: dict[str, Callable[[Mapping[str, Any]], Saved]] = {
    result.SCHEMA: _run,
    sweeps.SCHEMA: _sweep,
    comparisons.SCHEMA: _comparison,
    tournaments.SCHEMA: _tournament,
    reviews.SCHEMA: _review,
}
"""How a result is made again, by the schema that its file names."""
