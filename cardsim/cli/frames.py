"""`cardsim hands GAME` and `cardsim decisions GAME`: hands and decisions as rows of a file."""

from __future__ import annotations

import contextlib
import inspect
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardsim.cli import compiling, delivery, options, screen
from cardsim.errors import shortened
from cardsim.output import as_csv, drafted

if TYPE_CHECKING:
    import polars as pl

    from cardsim.runs.preparation import Resolved, Setup

    Write = Callable[[pl.DataFrame], None]

FORM = options.GameOptions(without=frozenset(("measure",)), single=True)
SHOWN = 4
"""Rows shown if no file is written."""
LONGEST = 16
"""Longest value shown."""


def _extra(*own: inspect.Parameter) -> tuple[inspect.Parameter, ...]:
    return (
        options.hands("Hands, or matches with --unit match: 10000, 1e4, 10k [default 10000]"),
        options.output(
            "Write all rows to this .parquet or .csv file; without it only the first are "
            "played, and shown"
        ),
        *own,
        delivery.NO_KEEP,
        delivery.FORCE,
        delivery.QUIET,
    )


HANDS_EXTRA = _extra()
DECISIONS_EXTRA = _extra(
    options.text(
        "fields",
        "LIST",
        "Of what was seen only these fields: value,own_turns; held_cards are the cards by "
        "name [default all but long ones]",
        panel=options.OUTPUT,
    )
)


def hands(chosen: options.Chosen) -> int:
    """Write a row for each hand and seat: what it was dealt and held, and what came of it."""
    from cardsim.ask.frames import hands_of

    return _told(chosen, lambda _: hands_of)


def decisions(chosen: options.Chosen) -> int:
    """Write a row for each decision: what was seen, what was done, and what came of it."""
    from cardsim.ask.frames import decisions_of, fields_of

    def frames_of(asked: Resolved) -> Callable[[Setup, int], Iterator[pl.DataFrame]]:
        fields = fields_of(asked.game, chosen.rest["fields"])
        return lambda setup, count: decisions_of(setup, count, fields)

    return _told(chosen, frames_of)


def _told(
    chosen: options.Chosen,
    frames_of: Callable[[Resolved], Callable[[Setup, int], Iterator[pl.DataFrame]]],
) -> int:
    """Write the frames that a command line asks for, and show their first rows."""
    from cardsim.ask.frames import HANDS
    from cardsim.options.params import parse_count
    from cardsim.runs.preparation import resolve, set_up
    from cardsim.runs.store import kept_now

    file = delivery.file_named(chosen.rest["output"], _WRITERS)
    quiet = bool(chosen.rest["quiet"])
    count = HANDS if chosen.rest["n"] is None else parse_count(chosen.rest["n"])
    asked = resolve(replace(chosen.request, n=count), count)
    frames = frames_of(asked)
    hands = f"{count} {asked.unit.plural}"
    # The few rows that are only shown are not stored.
    keep = file is not None and not chosen.rest["no_keep"]
    with compiling.announced(quiet=quiet), delivery.keeping(hands=keep, answers=False, quiet=quiet):
        if file is None:
            begins = next(frames(set_up(asked), min(count, SHOWN))).head(SHOWN)
            line = f"the first rows; -o FILE.parquet writes those of {hands}"
        else:
            began = time.perf_counter()
            with drafted(file, force=bool(chosen.rest["force"]), option="--output") as part:
                begins, rows = _written(frames, asked, part, file.suffix, quiet=quiet)
            seconds = time.perf_counter() - began
            before = kept_now().taken
            kept = f"of {hands} {before} were kept; " if before else ""
            line = f"{kept}{rows} rows of {hands} in {seconds:.2f} s; seed {asked.spec.seed}"
    screen.emit("\n".join(screen.table(_shown(begins))))
    if not quiet:
        screen.say(line)
    return 0


def _written(
    frames: Callable[[Setup, int], Iterator[pl.DataFrame]],
    asked: Resolved,
    part: Path,
    suffix: str,
    *,
    quiet: bool,
) -> tuple[pl.DataFrame, int]:
    """Play, and write frame by frame; return the first rows, and the number of all."""
    import polars as pl

    from cardsim.runs.preparation import set_up
    from cardsim.runs.store import kept_now
    from cardsim.showing import Progress

    hands, plural = asked.spec.hands, asked.unit.plural
    rows = done = 0
    begins = pl.DataFrame()
    try:
        setup = set_up(asked)
        began = time.perf_counter()
        with (
            _WRITERS[suffix](part, asked) as write,
            screen.progress_line(plural, quiet=quiet) as line,
        ):
            for frame in frames(setup, hands):
                write(frame)
                begins = frame.head(SHOWN) if rows == 0 else begins
                rows += len(frame)
                done = int(frame["hand"][-1]) + 1 if len(frame) else hands
                if line is not None:
                    before = min(kept_now().taken, done)
                    far = done - before, hands - before
                    line(Progress(*far, time.perf_counter() - began, None))
    except KeyboardInterrupt:
        on = f"; --seed {asked.spec.seed} goes on from there" if kept_now().hands else ""
        when = f"after {done} of {hands} {plural}; no file is written{on}"
        raise delivery.NothingError(when) from None
    return begins, rows


@contextlib.contextmanager
def _parquet(part: Path, asked: Resolved) -> Iterator[Write]:
    """Provide a writer of frames as row groups; the file says what was played."""
    import pyarrow.parquet as pq

    about = {"cardsim": json.dumps(asked.spec.to_dict(asked.game))}
    files: list[Any] = []
    with contextlib.ExitStack() as stack:

        def write(frame: pl.DataFrame) -> None:
            table = frame.to_arrow().replace_schema_metadata(about)
            if not files:
                file = pq.ParquetWriter(part, table.schema, compression="zstd")
                files.append(stack.enter_context(file))
            files[0].write_table(table)

        yield write


@contextlib.contextmanager
def _csv(part: Path, _asked: Resolved) -> Iterator[Write]:
    """Provide a writer of frames as lines; several cards or numbers have blanks between them."""
    from cardsim.ask.frames import flat

    with part.open("w", encoding="utf-8") as file:

        def write(frame: pl.DataFrame) -> None:
            text = as_csv(flat(frame))
            file.write(text if file.tell() == 0 else text.partition("\n")[2])

        yield write


_WRITERS = {".parquet": _parquet, ".csv": _csv}


def _shown(frame: pl.DataFrame) -> list[tuple[str, ...]]:
    """Return the first rows beside each other, a line for each column."""
    from cardsim.ask.frames import flat

    lines = flat(frame).to_dict(as_series=False)
    return [(name, *(_value(value) for value in values)) for name, values in lines.items()]


def _value(value: Any) -> str:
    if value is None:
        return "-"
    return shortened(f"{value:g}" if isinstance(value, float) else str(value), LONGEST)
