"""`cardsim report SAVED`: the report of a result that was saved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardsim.cli import delivery, screen
from cardsim.errors import UserError


def report(
    saved: Annotated[
        Path,
        typer.Argument(
            metavar="SAVED",
            help="What -o wrote: the .json of a run, a sweep, a comparison or a review, or a run's "
            ".parquet.",
        ),
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="The report to write [default SAVED with .html]",
            show_default=False,
        ),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option(
            "--title",
            metavar="TEXT",
            help="The title of the page [default what was asked]",
            show_default=False,
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite the report if it exists.")
    ] = False,
) -> None:
    """Write the report of a saved result: one HTML file that needs nothing else."""
    if not saved.name:
        raise UserError(f"SAVED '{saved}' is no name of a file")
    delivery.check_title(title)
    path = delivery.file_named(output, [".html"]) or saved.with_suffix(".html")
    from cardsim.answers.saved import load
    from cardsim.output import drafted
    from cardsim.report import html_of

    with drafted(path, force=force, option="--output") as draft:
        draft.write_bytes(html_of(load(saved), title))
    screen.emit(str(path))
