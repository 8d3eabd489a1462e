"""`cardsim report SAVED`: the report of a result that was saved."""

from __future__ import annotations

from pathlib import Path

import click

from cardsim.cli import delivery, options, screen
from cardsim.errors import UserError

PARAMETERS: list[click.Parameter] = [
    options.word(
        "saved",
        about="What -o wrote: the .json of any answer but an experiment's, or a run's .parquet.",
        metavar="SAVED",
        type=Path,
    ),
    options.text(
        "output",
        "-o",
        "--output",
        about="The report to write [default SAVED with .html]",
        metavar="FILE",
    ),
    options.text(
        "title", "--title", about="The title of the page [default what was asked]", metavar="TEXT"
    ),
    options.flag("force", "--force", about="Overwrite the report if it exists."),
]


def report(saved: Path, output: str | None, title: str | None, *, force: bool) -> None:
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
