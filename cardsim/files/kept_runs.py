"""Answers in the catalogue: listed, and loaded again."""

from __future__ import annotations

import math
import platform
import time
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

import polars as pl

from cardsim import showing
from cardsim.errors import UserError
from cardsim.files.saved import Saved, restored
from cardsim.options.params import Option
from cardsim.output import is_alive
from cardsim.runs.store import CHOSEN, ActiveProcess, Catalogue, file_here

WATCH_SECONDS = 2.0
LAST = (1 << 63) - 1
"""Largest number of an answer in the catalogue."""


def catalogue_here() -> Catalogue:
    """Open the catalogue of this place."""
    file = file_here()
    if file is None:
        raise UserError(f"nothing is kept: {CHOSEN} in the environment is empty")
    return Catalogue(file)


def list_runs(
    game: str | None = None, *, strategy: str | None = None, since: timedelta | None = None
) -> pl.DataFrame:
    """List the answers in the catalogue, the newest first; none if nothing was stored yet.

    Args:
        game: only answers about this game.
        strategy: only answers in which this strategy played.
        since: only answers that are no older.

    Returns:
        Columns `number`, by which `load_run` finds it; `ended`, date and time of its end in UTC;
        `kind`; `game`; `command`, which asks again; `sentence`, the answer; `hands`; `seconds`;
        `partial`, true if it was interrupted; `version`, of cardsim; `machine`; `strategies`, a
        list of names.
    """
    file = file_here()
    rows: list[dict[str, Any]] = []
    if file is not None and file.is_file():
        least = -math.inf if since is None else time.time() - since.total_seconds()
        with Catalogue(file) as catalogue:
            rows = [*map(asdict, catalogue.runs(game=game, strategy=strategy, since=least))]
    for row in rows:
        row["ended"] = datetime.fromtimestamp(row["ended"], UTC)
        row["strategies"] = [name for name in row["strategies"].split(",") if name]
    return pl.DataFrame(rows, schema=_FORM)


_FORM: dict[str, Any] = {
    "number": pl.Int64,
    "ended": pl.Datetime(time_zone="UTC"),
    "kind": pl.String,
    "game": pl.String,
    "command": pl.String,
    "sentence": pl.String,
    "hands": pl.Int64,
    "seconds": pl.Float64,
    "partial": pl.Boolean,
    "version": pl.String,
    "machine": pl.String,
    "strategies": pl.List(pl.String),
}


def number_of(given: object) -> int:
    """Return the number of an answer, checked."""
    return int(Option("number", 1, low=1, high=LAST).check(given, label="NUMBER"))


def load_run(number: object) -> Saved:
    """Load an answer from the catalogue, by its number in `list_runs`.

    Raises:
        UserError: no answer has this number, or its game has changed.
    """
    number = number_of(number)
    with catalogue_here() as catalogue:
        return restored(catalogue.answer(number), f"run {number}")


def watch_runs() -> None:
    """Report the progress of everything that plays in this workspace, until nothing does.

    A notebook shows it below the cell, and removes it afterwards; elsewhere it is printed, as by
    `cardsim runs watch`.

    Raises:
        UserError: there is no catalogue, or it cannot be used.
    """
    with showing.noted() as say:
        while lines := far():
            say("\n".join(lines))
            time.sleep(WATCH_SECONDS)


def far() -> list[str]:
    """Return the progress of everything that plays in this workspace, a line each."""
    lines = []
    with catalogue_here() as catalogue:
        for one in catalogue.playing():
            if _is_killed(one):
                continue
            share = 100 * one.hands // max(one.total, 1)
            told = showing.far_told(one.hands, one.total, one.seconds, one.estimate, one.plural)
            lines.append(f"{one.command}: {share} %, {', '.join(told)}")
    return lines


def killed() -> list[tuple[datetime, str]]:
    """Return runs that ended before their answer, the newest first: time and command.

    Their hands are stored, and the same command goes on with them.
    """
    file = file_here()
    if file is None or not file.is_file():
        return []
    with Catalogue(file) as catalogue:
        playing = [one for one in catalogue.playing() if _is_killed(one) and one.hands]
    return [(datetime.fromtimestamp(one.told, UTC), one.command) for one in reversed(playing)]


def _is_killed(one: ActiveProcess) -> bool:
    return one.machine == platform.node() and not is_alive(one.process)
