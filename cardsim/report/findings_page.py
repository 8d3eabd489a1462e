"""The page of an experiment."""

from __future__ import annotations

from collections.abc import Iterator

from cardsim.answers.experiments import Chart, Findings, command_of
from cardsim.plots import findings_plots
from cardsim.plots.panel import INTERVALS, heading
from cardsim.report import parts
from cardsim.report.page import Cell, Page, Section, Sheet
from cardsim.statistics.stats import estimate_text

MOST_ROWS = 100
MOST_OPEN = 25
"""Rows of a chart's data that are seen at once."""
MOST_PARTS = 6
"""Parts of an experiment that are seen at once."""


def page(found: Findings) -> Page:
    """The report of an experiment."""
    games = dict.fromkeys(part.game.title for part in found.parts)
    hands = f"up to {parts.grouped(max(found.hands_played, default=0))} hands or games at a point"
    data = parts.download(f"{found.spec.name}.csv", "the data of every chart", found.frame())
    return Page(
        kicker=(*games, *([hands] if found.hands_played else ["exact"])),
        title=found.question,
        figure=None,
        answer=found.answer,
        sections=tuple(
            Section(
                section.heading,
                panels=(findings_plots.panel(section.chart),) if section.chart else (),
                paragraphs=(section.text,),
                sheets=(_sheet(section.chart),) if section.chart else (),
            )
            for section in found.sections
        ),
        rules=Section("What was played", sheets=(_parts(found),)),
        method=tuple(_method(found)),
        command=found.spec.command(),
        facts=(
            ("Seed", str(found.spec.seed)),
            ("Version", f"cardsim {found.spec.version}"),
        ),
        downloads=() if data is None else (data,),
        more=""
        if data is not None
        else "The data are too many for this page; the command above writes them with "
        f"-o {found.spec.name}.csv.",
    )


def _sheet(chart: Chart) -> Sheet:
    """The data of a chart: a row for each x, a column for each series."""
    places = list(dict.fromkeys(x for s in chart.series for x in s.x))
    several = len(chart.series) > 1
    rows = []
    for x in places[:MOST_ROWS]:
        row = [Cell(f"{x:g}", float(x)) if not isinstance(x, str) else Cell(x)]
        for series in chart.series:
            if x not in series.x:
                row += [Cell("")] * (1 if several or not series.low else 2)
                continue
            k = series.x.index(x)
            value = series.y[k]
            low, high = (series.low[k], series.high[k]) if series.low else (value, value)
            if chart.interval and not chart.percent:
                # The range says nothing of how well the value is known.
                text, interval = _plainly(value), f"{_plainly(low)} to {_plainly(high)}"
            else:
                text, interval = estimate_text(value, low, high, is_share=chart.percent)
            row.append(Cell(text, value))
            if not several and series.low:
                row.append(Cell(interval, high - low))
        rows.append(tuple(row))
    heads = [heading(chart.x) if isinstance(places[0], str) else ">" + heading(chart.x)]
    for series in chart.series:
        heads.append(">" + heading(series.name))
        if not several and series.low:
            heads.append(">" + heading(chart.interval or INTERVALS))
    caption = heading(chart.y)
    if len(places) > MOST_ROWS:
        caption += f"; the first {MOST_ROWS} of {len(places)} rows"
    return Sheet(caption, tuple(heads), tuple(rows), folded=len(rows) > MOST_OPEN)


def _parts(found: Findings) -> Sheet:
    rows = tuple(
        (Cell(command_of(part), is_command=True), Cell(part.sentence)) for part in found.parts
    )
    return Sheet(
        "Each command gives its part again",
        ("Command", "What it says"),
        rows,
        sortable=False,
        folded=len(rows) > MOST_PARTS,
    )


def _method(found: Findings) -> Iterator[str]:
    yield from (p for p in found.about.split("\n\n") if p)
    if found.hands_played:
        yield (
            "Chance comes from a counter-based generator (Philox4x32-10): the seed and the number "
            "of a hand decide every card and die. Where settings are compared they played the very "
            "same hands, so that luck cancels out of their differences."
        )
        yield parts.EACH


def _plainly(number: float) -> str:
    """A number with two decimals, or none if it is whole."""
    return f"{number:.0f}" if number == round(number) else f"{number:.2f}"
