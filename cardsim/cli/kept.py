"""`cardsim runs`: the stored answers of this workspace."""

from __future__ import annotations

import json
import math
import re
import time
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardsim.cli import delivery, options, screen
from cardsim.cli.commands import Command, CommandGroup
from cardsim.errors import UserError, echoed, visible
from cardsim.output import SUFFIXES

if TYPE_CHECKING:
    from cardsim.files.saved import Saved

SCHEMA = "cardsim.runs/1"
_AGE = re.compile(r"(\d{1,12}(?:\.\d{1,12})?)([hdw])")
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_SIZE = re.compile(r"(\d{1,12}(?:\.\d{1,12})?)(kB|MB|GB)")
_BYTES = {"kB": 1e3, "MB": 1e6, "GB": 1e9}

app = typer.Typer(
    name="runs", cls=CommandGroup, help="List, show and remove what was played and kept."
)
Number = Annotated[str, typer.Argument(metavar="NUMBER", help="As `cardsim runs list` gives it.")]
Game = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="Only those about this game",
        autocompletion=options.complete_game,
    ),
]
Named = Annotated[
    str | None, typer.Option("--strategy", metavar="NAME", help="Only those in which it played")
]
Since = Annotated[
    str | None, typer.Option("--since", metavar="AGE", help="Only those not older: 12h, 7d, 4w")
]


@app.command("list", cls=Command)
def list_kept(
    game: Game = None,
    strategy: Named = None,
    since: Since = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write a file as well: .html a page of all, .csv a table",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """List the answers that are kept, the newest first."""
    from cardsim.files.kept_runs import killed, list_runs
    from cardsim.output import as_csv, write_whole

    file = delivery.file_named(output, (".html", ".csv"))
    with delivery.keeping(hands=True, answers=True, quiet=False):
        kept = list_runs(game, strategy=strategy, since=None if since is None else _age(since))
    if file is not None:
        if file.suffix == ".html":
            from cardsim.show.small_pages import runs_page

            content = runs_page(kept)
        else:
            content = as_csv(kept.with_columns(kept["strategies"].list.join(" "))).encode()
        write_whole(file, content, force=force, option="--output")
        screen.say(f"{file} is written")
    # Killed runs go on from where they were if they are asked again.
    broken = killed() if (game, strategy, since) == (None, None, None) else []
    if as_json:
        runs = [{**run, "ended": run["ended"].isoformat()} for run in kept.to_dicts()]
        cut = [{"ended": at.isoformat(), "command": what} for at, what in broken]
        told = {"schema": SCHEMA, "runs": runs, "killed": cut}
        screen.emit(json.dumps(told, ensure_ascii=False))
        return
    rows = [(str(run["number"]), run["ended"], run["command"]) for run in kept.to_dicts()]
    rows = [*(("killed", *one) for one in broken), *rows]
    table = [
        (number, f"{at.astimezone():%Y-%m-%d %H:%M}", visible(what)) for number, at, what in rows
    ]
    screen.emit("\n".join(screen.table(table, indent=0, flowing=(2,)) or ["Nothing is kept."]))


@app.command(cls=Command)
def show(
    number: Number,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
) -> None:
    """Show an answer again, as it was printed."""
    answer = _loaded(number)
    screen.emit(answer.to_json() if as_json else "\n".join(delivery.told(answer, _page(answer))))


@app.command(cls=Command)
def compare(first: Number, second: Number) -> None:
    """Set two answers side by side."""
    pair = [(number, _loaded(number)) for number in (first, second)]
    lines = []
    for number, answer in pair:
        lines += [f"{number}: {answer.command}", *screen.wrapped(answer.sentence, indent=2), ""]
    lines += _beside(*(answer for _, answer in pair))
    screen.emit("\n".join(lines).rstrip())


EVEN = 1.1
"""Ratio up to which the two sides of an interval are shown as one half width."""


def _beside(first: Saved, second: Saved) -> list[str]:
    """Return the estimates of two runs, and their differences."""
    from cardsim.runs.result import Result

    if not isinstance(first, Result) or not isinstance(second, Result):
        return ["Only the estimates of two runs can be told apart by intervals."]
    rows = []
    for name, one in first.estimates.items():
        other = second.estimates.get(name)
        if other is None:
            continue
        gap = other.value - one.value
        down = math.hypot(other.value - other.low, one.high - one.value)
        up = math.hypot(other.high - other.value, one.value - one.low)
        text = f"{gap:+.4g} (± {(down + up) / 2:.2g})"
        if max(down, up) > EVEN * min(down, up):
            text = f"{gap:+.4g} ({gap - down:+.2g} to {gap + up:+.2g})"
        rows.append((name, f"{one.value:.4g}", f"{other.value:.4g}", text))
    if not rows:
        return ["They have no measure in common."]
    lines = screen.table(rows, head=("", "first", "second", "difference"))
    same = ("game", "unit", "players", "rules", "seed", "first", "hands")
    if all(getattr(first.spec, name) == getattr(second.spec, name) for name in same):
        lines += screen.wrapped(
            "They met the same hands, so the difference is surer than its interval says: "
            "`cardsim compare` pairs the hands."
        )
    return lines


@app.command(cls=Command)
def export(
    number: Number,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="The file: .html a report, .json all of it, .csv the estimates, .parquet counts",
        ),
    ],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """Write an answer to a file."""
    from cardsim.output import write_whole

    file = delivery.file_named(output, SUFFIXES)
    if file is None:
        raise UserError("--output must name a file")
    answer = _loaded(number)
    write_whole(file, answer.encoded(file.suffix), force=force, option="--output")
    screen.emit(str(file))


@app.command("open", cls=Command)
def open_page(number: Number) -> None:
    """Open the report of an answer in the browser."""
    import tempfile

    answer = _loaded(number)
    page = Path(tempfile.mkdtemp(prefix="cardsim-")) / f"run-{number}.html"
    page.write_bytes(answer.encoded(".html"))
    screen.emit(str(page))
    typer.launch(str(page))


@app.command(cls=Command)
def remove(
    numbers: Annotated[
        list[str], typer.Argument(metavar="NUMBER...", help="As `cardsim runs list` gives them.")
    ],
) -> None:
    """Remove answers, and not their hands."""
    from cardsim.files.kept_runs import catalogue_here, number_of

    some = dict.fromkeys(map(number_of, numbers))
    with catalogue_here() as catalogue:
        catalogue.remove(some)


@app.command(cls=Command)
def gc(
    most: Annotated[
        str, typer.Option("--most", metavar="SIZE", help="Keep no more than this: 200MB, 1GB")
    ] = "1GB",
) -> None:
    """Remove the hands that were used least lately; answers stay."""
    from cardsim.files.kept_runs import catalogue_here

    matched = _SIZE.fullmatch(most)
    if matched is None:
        raise UserError(f"--most must be a size such as 200MB or 1GB, not '{echoed(most)}'")
    with catalogue_here() as catalogue:
        before = catalogue.size
        gone = catalogue.make_room(int(float(matched[1]) * _BYTES[matched[2]]))
        catalogue.shrink()
        freed = (before - catalogue.size) / 1e6
    screen.emit(f"{gone} hands are no longer kept; {freed:.1f} MB are free.")


@app.command(cls=Command)
def watch(
    once: Annotated[bool, typer.Option("--once", help="Say it once, and do not wait.")] = False,
) -> None:
    """Say how far everything is that plays in this workspace, until nothing does."""
    from cardsim.files.kept_runs import WATCH_SECONDS, far

    while lines := far():
        screen.emit("\n".join(lines))
        if once:
            return
        time.sleep(WATCH_SECONDS)
    screen.emit("Nothing plays.")


def _loaded(number: str) -> Saved:
    from cardsim.files.kept_runs import load_run

    return load_run(number)


def _page(answer: Any) -> Any:
    """Return what the command of an answer prints: its story, or lines made of it."""
    from cardsim.cli import run
    from cardsim.runs.result import Result
    from cardsim.show.stories import story_of

    return run.page(answer) if isinstance(answer, Result) else story_of(answer)


def _age(text: str) -> timedelta:
    """Return the age that `--since` names."""
    matched = _AGE.fullmatch(text)
    if matched is None:
        raise UserError(f"--since must be an age such as 12h, 7d or 4w, not '{echoed(text)}'")
    try:
        return float(matched[1]) * _UNITS[matched[2]]
    except OverflowError:
        raise UserError(f"--since is longer ago than there are dates: {echoed(text)}") from None
