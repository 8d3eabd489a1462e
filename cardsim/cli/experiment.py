"""`cardsim experiment list | run NAME`: questions with their answers."""

from __future__ import annotations

import contextlib
import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardsim.cli import delivery, options, screen
from cardsim.cli.commands import Command, CommandGroup
from cardsim.errors import ExtraError, UserError
from cardsim.showing import duration

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardsim.studies.experiments import Findings

LIST_SCHEMA = "cardsim.experiments/1"

app = typer.Typer(
    name="experiment",
    cls=CommandGroup,
    help="Answer a question with a shipped experiment, or one of your own.",
)
AsJson = Annotated[bool, options.info(delivery.JSON)]
Opens = Annotated[bool, options.info(delivery.OPEN)]
Live = Annotated[bool, options.info(delivery.LIVE)]
Force = Annotated[bool, options.info(delivery.FORCE)]
Quiet = Annotated[bool, options.info(delivery.QUIET)]
NoKeep = Annotated[bool, options.info(delivery.NO_KEEP)]
Threads = Annotated[str | None, options.info(delivery.THREADS)]
Workers = Annotated[str | None, options.info(options.WORKERS)]
Dask = Annotated[str | None, options.info(options.DASK)]
Precision = Annotated[
    str | None,
    typer.Option(
        "--precision",
        metavar="X",
        help="Stop each part as soon as its intervals have this half width: 0.3pp of a share, and "
        "as many hands' worth of another measure [default: what the experiment asks for; none "
        "with -n alone]",
    ),
]


@app.command("list", cls=Command)
def show_list(as_json: AsJson = False) -> None:
    """List the experiments: each is a file in experiments/, your own or shipped."""
    from cardsim.studies.experiments import listed

    known = listed()
    if as_json:
        rows = [{"name": e.name, "question": e.question, "file": str(e.path)} for e in known]
        screen.emit(json.dumps({"schema": LIST_SCHEMA, "experiments": rows}, ensure_ascii=False))
        return
    screen.emit("\n".join(screen.named([(e.name, e.question) for e in known])))


@app.command(cls=Command)
def run(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="One of `cardsim experiment list`.",
            autocompletion=options.complete_experiment,
        ),
    ],
    n: Annotated[
        str | None,
        typer.Option(
            "-n",
            "--hands",
            metavar="N",
            help="Hands at each point, with --precision the most: 1e6, 250k [default: what the "
            "experiment asks for]",
        ),
    ] = None,
    precision: Precision = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="S", help="0 to 2**64 - 1 [default 1]")
    ] = None,
    threads: Threads = None,
    workers: Workers = None,
    dask: Dask = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            rich_help_panel=options.OUTPUT,
            help="Write a file as well: .html a report, .json all of it, .csv or .parquet the "
            "data of the charts",
        ),
    ] = None,
    live: Live = False,
    opens: Opens = False,
    as_json: AsJson = False,
    force: Force = False,
    quiet: Quiet = False,
    no_keep: NoKeep = False,
) -> None:
    """Do an experiment, and say what it found."""
    from cardsim.output import SUFFIXES
    from cardsim.studies import experiments

    file = delivery.file_named(output, SUFFIXES)
    delivery.check_opens(opens, file)
    if live and (file is None or file.suffix != ".html"):
        raise UserError("--live is for a page, and takes -o FILE.html too")

    def play(executor: Executor | None, count: int) -> Findings:
        with (
            delivery.keeping(hands=not no_keep, answers=False, quiet=quiet),
            screen.progress_line("hands", quiet=quiet) as line,
        ):
            return experiments.experiment(
                name,
                n,
                seed=experiments.DEFAULT_SEED if seed is None else seed,
                precision=precision,
                threads=count,
                executor=executor,
                progress=line,
            )

    want = delivery.OutputOptions(
        file, None, opens, as_json, force, quiet, keep=not no_keep, live=live
    )
    where = {"workers": workers, "dask": dask, "threads": threads, "quiet": quiet}
    findings = delivery.delivered(want, options.played_by(where, play), page)
    if not quiet:
        _say_passed_over(findings)
        parts = f"{len(findings.parts)} part{'s' if len(findings.parts) != 1 else ''}"
        screen.say(f"{parts} in {duration(findings.seconds)}")


@app.command(cls=Command)
def gallery(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the pages go.")],
    n: Annotated[
        str | None,
        typer.Option(
            "-n",
            "--hands",
            metavar="N",
            help="Hands at each point, with --precision the most [default: what each experiment "
            "asks for]",
        ),
    ] = None,
    precision: Precision = None,
    threads: Threads = None,
    workers: Workers = None,
    dask: Dask = None,
    live: Annotated[
        bool,
        typer.Option(
            "--live",
            help="Let readers of the pages on how to play, and of some more, try their own table: "
            "it plays in their browser.",
        ),
    ] = False,
    opens: Annotated[bool, typer.Option("--open", help="Open the index in a browser.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Play all pages again, and overwrite whatever is there.")
    ] = False,
    quiet: Quiet = False,
    no_keep: NoKeep = False,
) -> None:
    """Do all experiments, and write their pages with an index.

    Say it again to go on after an interruption or a change: hands that are kept are not played
    again, so that only pages whose strategies, games or experiments have changed take long. With
    --force all are played again.
    """
    from cardsim.options.params import parse_count, parse_precision
    from cardsim.output import write_whole
    from cardsim.show.gallery import HOW_TO_PLAY, YOUR_TABLE, entry, index
    from cardsim.show.pages import html_of
    from cardsim.studies import experiments

    names = [e.name for e in experiments.listed()]
    if n is not None:
        parse_count(n)
    if precision is not None:
        parse_precision(precision, share=True, what="a share")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"FOLDER {folder} cannot be made: {error.strerror}") from None
    files = [folder / f"{name}.html" for name in [*names, "index"]]
    taken = [file.name for file in files if file.exists() and not _is_ours(file)]
    if taken and not force:
        raise UserError(
            f"FOLDER {folder} has {taken[0]} already, which is no page of cardsim; "
            "--force overwrites it"
        )
    entries = []
    with (
        delivery.keeping(hands=not no_keep and not force, answers=False, quiet=quiet),
        options.executor(workers, dask, threads, quiet=quiet) as (executor, count),
    ):
        for number, name in enumerate(names):
            try:
                # Experiments that play a number of hands take no precision.
                takes = experiments.load(name)[0].precision is not None
                with screen.progress_line("hands", quiet=quiet) as line:
                    findings = experiments.experiment(
                        name,
                        n,
                        precision=precision if takes else None,
                        threads=count,
                        executor=executor,
                        progress=line,
                    )
            except KeyboardInterrupt:
                done = f"after {number} of {len(names)} pages, before the index"
                raise delivery.NothingError(done) from None
            except ExtraError as error:
                screen.say(f"{name} is left out: {error}")
                continue
            entries.append(entry(findings))
            file = folder / f"{name}.html"
            playing = live and (name.endswith(HOW_TO_PLAY) or name in YOUR_TABLE)
            made = _playing_or_not(findings, quiet=quiet) if playing else html_of(findings)
            write_whole(file, made, force=True, option="the page")
            if not quiet:
                _say_passed_over(findings)
                screen.say(f"{file} ({duration(findings.seconds)})")
    amount = ["-n", n] if n is not None else []
    amount += ["--precision", precision] if precision is not None else []
    amount += ["--live"] if live else []
    command = shlex.join(["cardsim", "experiment", "gallery", folder.name, *amount])
    write_whole(folder / "index.html", index(entries, command), force=True, option="the index")
    screen.emit(str(folder / "index.html"))
    if opens:
        delivery.open_page(folder / "index.html")


def _playing_or_not(findings: Findings, *, quiet: bool) -> bytes:
    """Return a page that plays, or the page as it is where no browser can play it."""
    from cardsim.show.pages import html_of

    try:
        return delivery.playing_page(findings, quiet=quiet)
    except UserError as error:
        screen.say(f"{findings.spec.name} does not play in a browser: {error}")
        return html_of(findings)


def _is_ours(file: Path) -> bool:
    """Return True if a file is a page of cardsim."""
    with contextlib.suppress(OSError), file.open("rb") as page:
        return b'<meta name="generator" content="cardsim ' in page.read(1 << 12)
    return False


def _say_passed_over(findings: Findings) -> None:
    """Name the user's own strategies that did not play in place of shipped ones."""
    for file in findings.passed_over:
        screen.say(f"{file} did not play: a shipped experiment plays the shipped {file.stem}")


def page(findings: Findings) -> list[str]:
    """Return the findings of an experiment as text."""
    from cardsim.show.stories import story_of

    told = screen.told(story_of(findings))
    return [*screen.wrapped(findings.question), "", *told, "", f"Again  {findings.command}"]
