"""The page of all that was played."""

from __future__ import annotations

import polars as pl

from cardsim.show.page import Cell, Page, PageSection, Sheet, render
from cardsim.version import VERSION


def runs_page(kept: pl.DataFrame) -> bytes:
    """Return the page of all kept answers, as listed by `cardsim.list_runs`."""
    rows = tuple(
        (
            Cell(str(run["number"]), run["number"], note=f"{run['ended']:%Y-%m-%d}"),
            Cell(run["sentence"]),
            Cell(run["command"], is_command=True),
        )
        for run in kept.to_dicts()
    )
    counted = f"{len(rows)} answer{'' if len(rows) == 1 else 's'}"
    heads = ("Number", "Answer", "Command")
    page = Page(
        kicker=("what was played", counted),
        title="What was played here?",
        numbers=(),
        answer=f"{counted} kept, the newest first.",
        sections=(PageSection("Answers", sheets=(Sheet("All answers", heads, rows),)),),
        brief=(),
        rules=PageSection(""),
        method=("`cardsim runs show NUMBER` prints one again, `runs open NUMBER` its page.",),
        command="cardsim runs list",
        facts=(("Version", VERSION),),
        downloads=(),
    )
    return render(page)
