"""`cardsim run GAME`: play many hands and say how well a strategy does."""

from __future__ import annotations

import contextlib
import io
import json
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardsim.cli import compiling, options, screen
from cardsim.errors import UserError

if TYPE_CHECKING:
    from cardsim.result import Result
    from cardsim.runs import Setup

SUFFIXES = (".json", ".csv", ".parquet")
INTERRUPTED = 130

EXTRA = (
    options.text(
        "n",
        "-n",
        "--hands",
        about="Hands, or matches with --unit match: 1000000, 1e6, 250k, 2.5M [default 1e6]",
        panel=options.GAME,
        metavar="N",
    ),
    options.text(
        "threads",
        "--threads",
        about="Threads [default all cores]; no result depends on it",
        panel=options.OUTPUT,
        metavar="N",
    ),
    options.flag(
        "as_json", "--json", about="Print one JSON object instead of text", panel=options.OUTPUT
    ),
    options.text(
        "output",
        "-o",
        "--output",
        about="Write a file as well: .json all of it, .csv the estimates, .parquet the counts of "
        "every distinct outcome",
        panel=options.OUTPUT,
        metavar="FILE",
    ),
    options.text(
        "hands_out",
        "--hands-out",
        about="Write every hand as a row of this .parquet file",
        panel=options.OUTPUT,
        metavar="FILE",
    ),
    options.flag("force", "--force", about="Overwrite files that exist", panel=options.OUTPUT),
    options.flag("quiet", "--quiet", about="No talk on stderr but errors", panel=options.OUTPUT),
)


def run(chosen: options.Chosen) -> int:
    """Play many hands of a game and say how well a strategy does."""
    from cardsim import runs
    from cardsim.output import check_free, drafted
    from cardsim.params import parse_count

    rest = chosen.rest
    force, quiet = bool(rest["force"]), bool(rest["quiet"])
    output, hands_out = (
        Path(name) if name is not None else None for name in (rest["output"], rest["hands_out"])
    )
    hands = parse_count(rest["n"] if rest["n"] is not None else "1e6")
    threads = runs.check_threads(rest["threads"])
    if output is not None and output.suffix not in SUFFIXES:
        raise UserError(
            f"--output {output} must end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
        )
    if hands_out is not None:
        check_free(hands_out, force=force, option="--hands-out", suffix=".parquet")
    with contextlib.ExitStack() as stack:
        draft = None
        if output is not None:
            if hands_out is not None and output.absolute() == hands_out.absolute():
                raise UserError(f"--output and --hands-out both name {output}")
            draft = stack.enter_context(drafted(output, force=force, option="--output"))
        with compiling.announced(chosen.game, quiet=quiet):
            setup = prepared(chosen, hands)
            result = _played(setup, threads=threads, hands_out=hands_out, force=force, quiet=quiet)
        if result.hands == 0:
            screen.complain("interrupted before any hand was counted")
            return INTERRUPTED
        if draft is not None and output is not None:
            draft.write_bytes(encoded(result, output.suffix))
    screen.emit(result.to_json() if rest["as_json"] else "\n".join(page(result)))
    if result.partial and not quiet:
        done = f"{result.hands} of {result.spec.hands} {result.unit.plural}"
        files = " and ".join(str(f) for f in (output, hands_out) if f is not None)
        screen.say(
            f"cardsim: interrupted after {done}"
            + (f"; {files}: no more than these" if files else "")
        )
    return INTERRUPTED if result.partial else 0


def prepared(chosen: options.Chosen, hands: int) -> Setup:
    """The run that a command line asks for.

    Raises:
        UserError: something in it is wrong.
    """
    from cardsim.runs import prepare

    table = {name: value for name, value in chosen.table.items() if value is not None}
    with compiling.interruptible():
        return prepare(chosen.game, hands=hands, options=chosen.options, **table)


def _played(
    setup: Setup, *, threads: int, hands_out: Path | None, force: bool, quiet: bool
) -> Result:
    from cardsim.runs import play

    line = screen.ProgressLine(setup.unit.plural) if screen.on_terminal() and not quiet else None
    try:
        result = play(setup, threads=threads, progress=line, hands_out=hands_out, force=force)
    finally:
        if line is not None:
            line.clear()
    if not quiet and result.seconds > 0:
        speed = screen.short_count(result.hands / result.seconds)
        plural = setup.unit.plural
        screen.say(f"{result.hands} {plural} in {result.seconds:.2f} s, {speed} {plural}/s")
    return result


def encoded(result: Result, suffix: str) -> bytes:
    """The bytes of a result file of this kind; each tells seed, rules and strategies as played."""
    if suffix == ".json":
        return (result.to_json() + "\n").encode()
    about = result.about()
    if suffix == ".csv":
        from polars import lit

        origin = {
            "game": about["game"],
            "unit": about["unit"],
            "players": about["players"],
            "seed": str(about["seed"]),
            "hands": about["hands"],
            "partial": about["partial"],
            "rules": json.dumps(about["rules"]),
            "seats": json.dumps(about["seats"]),
            "command": about["command"],
            "version": about["version"],
        }
        return (
            result.frame()
            .with_columns(lit(v).alias(n) for n, v in origin.items())
            .write_csv()
            .encode()
        )
    import pyarrow.parquet as pq

    counts = result.counts().to_arrow()
    buffer = io.BytesIO()
    pq.write_table(
        counts.replace_schema_metadata({"cardsim": json.dumps(about)}), buffer, compression="zstd"
    )
    return buffer.getvalue()


def page(result: Result) -> list[str]:
    """A result for people: the answer in one sentence, tables, and how to get it again."""
    lines = textwrap.wrap(result.sentence, screen.width(), break_on_hyphens=False)
    columns = {(t.name, c.name): c for t in result.unit.tables for c in t.columns}
    for table, column in result.unit.shares:
        lines += [
            "",
            _heading(columns[table, column].help),
            *screen.table(_share_rows(result.shares()[column], column)),
        ]
    for table, column in result.unit.by_seat:
        lines += [
            "",
            f"By {result.by_seat()[column].columns[0]}: {columns[table, column].help}",
            *screen.table(_rows_by_place(result.by_seat()[column])),
        ]
    lines += ["", _heading(f"all estimates, per {result.unit.name}"), *_estimates(result)]
    return [*lines, "", *_origin(result)]


def _estimates(result: Result) -> list[str]:
    """All estimates as a table, with the exact values where they are known."""
    rows = [(e.text, *e.parts) for e in result.estimates.values()]
    if not result.exact:
        return screen.table([("", "", "95 % interval"), *rows])
    beside = []
    for e in result.estimates.values():
        exact = result.exact.get(e.name)
        value = e.spelled_exactly(exact.value) if exact is not None else ""
        off = f"{exact.errors:+.1f}" if exact is not None and exact.errors is not None else ""
        beside.append((value, off))
    return [
        *screen.table(
            [
                ("", "", "95 % interval", "exact", "z"),
                *((*row, *more) for row, more in zip(rows, beside, strict=True)),
            ]
        ),
        "  z: how many standard errors the estimate lies from the exact value",
    ]


def _heading(text: str) -> str:
    return text[:1].upper() + text[1:]


def _share_rows(shares: Any, column: str) -> list[tuple[str, str, str]]:
    from cardsim.stats import spelled

    rows = shares if shares[column].dtype.is_numeric() else shares.sort("share", descending=True)
    return [("", "share", "95 % interval")] + [
        (str(row[column]), *spelled(row["share"], row["low"], row["high"], is_share=True))
        for row in rows.to_dicts()
    ]


def _rows_by_place(means: Any) -> list[tuple[str, str, str]]:
    from cardsim.stats import spelled

    axis = means.columns[0]
    return [("", "mean", "95 % interval")] + [
        (f"{axis} {row[axis]}", *spelled(row["mean"], row["low"], row["high"], is_share=False))
        for row in means.to_dicts()
    ]


def _origin(result: Result) -> list[str]:
    """What was played, and the command that plays it again."""
    spec = result.spec
    if not spec.seats:
        seats = []
    elif spec.fixed:
        seats = [(f"Seat {k}", str(player)) for k, player in enumerate(spec.seats)]
    else:
        others = f"{len(spec.seats) - 1} other seat{'s' if len(spec.seats) > 2 else ''}"  # noqa: PLR2004
        seats = [
            ("Hero", f"{spec.hero}, in each seat in turn"),
            (others.capitalize(), str(spec.seats[1])),
        ]
    rows = [
        ("Rules", screen.rules(spec.preset, spec.changed_rules(result.game), spec.players)),
        *seats,
        ("Seed", str(spec.seed)),
    ]
    space = max(len(name) for name, _ in rows) + 2
    lines = []
    for name, text in rows:
        lines += textwrap.wrap(
            text,
            screen.width(),
            initial_indent=name.ljust(space),
            subsequent_indent=" " * space,
            break_on_hyphens=False,
            break_long_words=False,
        )
    return [*lines, f"{'Again'.ljust(space)}{spec.command(result.game)}"]
