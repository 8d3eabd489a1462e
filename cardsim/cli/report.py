"""`cardsim report SAVED`: the page of a saved result."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardsim.cli import delivery, screen
from cardsim.cli.commands import Command
from cardsim.errors import UserError

app = typer.Typer()


@app.command(cls=Command)
def report(
    saved: Annotated[
        Path,
        typer.Argument(
            metavar="SAVED",
            help="What -o wrote: the .json of any answer but an experiment's, or a run's .parquet; "
            "or a game that `play` kept, or a hand that you typed in (.txt, .pbn).",
        ),
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="The report to write [default SAVED with .html]"
        ),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="The title of the page [default what was asked]"),
    ] = None,
    opens: Annotated[bool, typer.Option("--open", help="Open the report in a browser.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite the report if it exists.")
    ] = False,
) -> None:
    """Write the report of a saved result: one HTML file that needs nothing else."""
    if not saved.name:
        raise UserError(f"SAVED '{saved}' is no name of a file")
    delivery.check_title(title)
    path = delivery.file_named(output, [".html"]) or saved.with_suffix(".html")
    from cardsim.files.saved import load
    from cardsim.output import drafted
    from cardsim.show.pages import html_of

    with drafted(path, force=force, option="--output") as draft:
        draft.write_bytes(html_of(load(saved), title))
    screen.emit(str(path))
    if opens:
        delivery.open_page(path)
