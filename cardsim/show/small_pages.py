"""The pages of a look back, and of all that was played."""

from __future__ import annotations

import polars as pl

from cardsim.show import advised_plots, parts
from cardsim.show.page import Cell, Page, Section, Sheet, render
from cardsim.show.panel import INTERVAL, noun
from cardsim.table.looked_back import LookBack
from cardsim.version import VERSION

IMAGINED = (
    "All that you do not see was dealt anew many times. In each of these hands every choice was "
    "tried, and played on to the end."
)


def look_back_page(back: LookBack) -> Page:
    """Return the page of a look back at a game that a person played."""
    spec, unit, measure = back.spec, back.unit, back.measure
    tried = [v for v in back.verdicts if v.tried]
    costs = iter(parts.gap_cells(measure, [(v.cost, v.low, v.high) for v in tried]))
    sheet = Sheet(
        "Your decisions",
        (">Hand", "You did", "The best", f">Gave away, in {noun(unit, measure)}, {INTERVAL}"),
        tuple(
            (
                Cell(str(v.hand), float(v.hand)),
                Cell(v.did),
                *((Cell(v.best), next(costs)) if v.best else (Cell("not tried"), Cell("-"))),
            )
            for v in back.verdicts
        ),
    )
    return Page(
        kicker=parts.kicker(back.game, [spec], f"one {unit.name}"),
        title="What did your decisions give away?",
        numbers=(),
        answer=back.sentence,
        sections=(
            Section("Looking back", tuple(advised_plots.look_back_panels(back)), sheets=(sheet,)),
        ),
        brief=(parts.briefly(back.game),),
        rules=parts.rules_section(back.game, [spec]),
        method=(IMAGINED, parts.chance(spec, unit)),
        command=back.command,
        facts=(("Seed", str(spec.seed)), ("Version", f"cardsim {VERSION}")),
        downloads=(),
    )


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
        sections=(Section("Answers", sheets=(Sheet("All answers", heads, rows),)),),
        brief=(),
        rules=Section(""),
        method=("`cardsim runs show NUMBER` prints one again, `runs open NUMBER` its page.",),
        command="cardsim runs list",
        facts=(("Version", VERSION),),
        downloads=(),
    )
    return render(page)
