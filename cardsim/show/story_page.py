"""The page of a story: its sections with their charts, tables and controls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from cardsim.runs import told
from cardsim.runs.answer import Answer
from cardsim.runs.words import capitalised
from cardsim.show import charts, parts, sweep_control
from cardsim.show.card import numbered
from cardsim.show.page import Cell, Control, Knob, Page, PageSection, Sheet
from cardsim.show.panel import INTERVAL
from cardsim.statistics.stats import digits_of, estimate_text
from cardsim.story import Chart, Section, Series, Story, without_answer
from cardsim.version import VERSION

MOST_ROWS = 100
TOO_MANY = "Some tables are too large for this page; with `-o FILE.json` the command writes all."
LISTED = ("points", "bars", "spread", "map")
"""Charts whose section has their numbers in its table, if it has one."""
FEW, MOST_SAYS = 3, 300
"""Fewest places of a slider, and most combinations of a control."""
_NUMBER = re.compile(
    r"(?P<value>(?P<order>[-+\N{MINUS SIGN}]?[\d.]+(?:e[-+]\d+)?)[^(]*)(?:\((?P<sure>.*)\))?.*"
)


def page(answer: Answer, story: Story) -> Page:
    """Return the page of an answer's story."""
    about, played = answer.about(), next(iter(answer._results()), answer)  # noqa: SLF001  (the house's own protocol)
    files = [parts.download(*file) for file in story.files]
    steps = [without_answer(step, story.answer) for step in story.sections]
    facts = [
        ("Seed", answer.seed),
        ("Played", None if answer.seed is None else story.much),
        ("Version", f"cardsim {getattr(played, 'version', about.get('version', VERSION))}"),
    ]
    return Page(
        kicker=parts.kicker(answer.game, story.specs, story.much),
        title=story.question,
        numbers=story.numbers,
        answer=story.answer,
        sections=tuple(sections(steps)),
        brief=parts.briefly(answer.game, [spec.preset for spec in story.specs]),
        rules=parts.rules_section(answer.game, story.specs),
        method=(*story.method, *_fair(answer, story)),
        command=answer.command,
        facts=tuple((name, str(fact)) for name, fact in facts if fact is not None),
        downloads=tuple(file for file in files if file is not None),
        more=TOO_MANY if None in files else "",
    )


def _fair(answer: Answer, story: Story) -> tuple[str, ...]:
    """Describe where chance and decisions come from; nothing if no game was played."""
    if answer.seed is None:
        return ()
    base = story.specs[0]
    fair = (told.FAIR,) if told.line_up(base) else ()
    return told.chance(base, base.unit_of(answer.game)), *fair


def sections(steps: Sequence[Section]) -> Iterator[PageSection]:
    """Yield the sections, all but the first picture and the card folded."""
    card = next((s for s in steps if s.rules and s.chart is None), None)
    picture = next((s for s in steps if s.chart is not None), None)
    first = [s for s in steps if s.is_open]
    first = first or [s for s in steps if s is picture or s is card] or list(steps[:1])
    for step in [*first, *(s for s in steps if s not in first)]:
        yield PageSection(
            step.heading,
            panels=(charts.panel(step.chart),) if step.chart else (),
            paragraphs=(step.text,) if step.text else (),
            control=_control(step.chart) if step.chart else None,
            sheets=tuple(_sheets(step)),
            rules=numbered(step.rules),
            is_card=step is card,
            folded=step not in first,
        )


def _sheets(section: Section) -> Iterator[Sheet]:
    """Yield a section's table and the data of its chart."""
    table = section.table
    if table is not None:
        best = table.best[: table.firsts]
        value = min(table.numbers, default=0) if table.value is None else table.value
        rows = tuple(
            tuple(
                _number(text, is_best=k in best and column == value)
                if column in table.numbers
                else Cell(text.replace("± ", "±\N{NO-BREAK SPACE}"))
                for column, text in enumerate(row)
            )
            for k, row in enumerate(table.rows)
        )
        heads = tuple(
            f"{'>' if column in table.numbers else ''}{capitalised(head)}"
            for column, head in enumerate(table.heads)
        )
        # Where a table is all that a section shows it is seen with it.
        folded = None if section.chart is not None else False
        sortable = bool(table.numbers)
        yield Sheet(capitalised(table.caption), heads, rows, sortable=sortable, folded=folded)
    if section.chart is None or section.chart.kind == "spread":
        return
    if table is None or section.chart.kind not in LISTED:
        yield _sheet(section.chart)


def _sheet(chart: Chart) -> Sheet:
    """Return the data of a chart: a row for each x, a column for each series."""
    places = chart.places
    columns = [_column(chart, series) for series in chart.series]
    rows = tuple(
        (
            Cell(chart.x_text(x), None if isinstance(x, str) else float(x)),
            *(cells.get(x, Cell("")) for cells in columns),
        )
        for x in places[:MOST_ROWS]
    )
    heads = [("" if isinstance(places[0], str) else ">") + capitalised(chart.x_name)]
    heads += [">" + capitalised(series.name or chart.y) for series in chart.series]
    caption = capitalised(chart.y)
    if any(s.low for s in chart.series):
        caption += f"; below it {chart.interval or f'the {INTERVAL}'}"
    if len(places) > MOST_ROWS:
        caption += f"; the first {MOST_ROWS} of {len(places)} rows"
    return Sheet(caption, tuple(heads), rows, folded=True)


def _column(chart: Chart, series: Series) -> dict[Any, Cell]:
    """Return a series' cells by x, all with the same digits."""
    # A range that is not an interval says nothing about the value's precision.
    is_range = bool(chart.interval) and not chart.percent
    digits = digits_of(zip(series.low, series.high, strict=True), is_share=chart.percent)
    if not chart.percent and not series.low and all(y == round(y) for y in series.y):
        digits = 0
    best = charts.best_of(chart, series)
    cells: dict[Any, Cell] = {}
    for k, (x, value) in enumerate(zip(series.x, series.y, strict=True)):
        low, high = (series.low[k], series.high[k]) if series.low else (value, value)
        text, interval = estimate_text(value, low, high, is_share=chart.percent, digits=digits)
        if is_range:
            text, interval = _plainly(value), f"{_plainly(low)} to {_plainly(high)}"
        cells[x] = Cell(text, value, note=interval if series.low else "", is_best=k == best)
    return cells


def _control(chart: Chart) -> Control | None:
    """Return a slider along the lines and a choice of line; None if their places differ."""
    if chart.sweep is not None:
        return sweep_control.control(chart.sweep, chart.x)
    places, lines = chart.series[0].x, chart.series
    same = all(s.x == places for s in lines) and not isinstance(places[0], str)
    if chart.kind != "line" or not same or not FEW <= len(places) <= charts.MOST_MARKS:
        return None
    columns = [_column(chart, s) for s in lines]
    if len(places) * len(lines) > MOST_SAYS:
        return None
    says = tuple(
        (cell.text, f"{chart.y}{f' ({cell.note})' if cell.note else ''}.")
        for column in columns
        for cell in column.values()
    )
    texts = tuple(map(chart.x_text, places))
    along = Knob(capitalised(chart.x_name), texts, len(places) // 2, slides=True)
    over = Knob("Which line", tuple(capitalised(s.name) for s in lines), 0, slides=False)
    return Control((over, along) if len(lines) > 1 else (along,), says)


def _number(text: str, *, is_best: bool) -> Cell:
    """Split a number from its interval, which becomes a note."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        return Cell(text)
    order = float(match["order"].replace("\N{MINUS SIGN}", "-"))
    return Cell(match["value"].strip(), order, note=match["sure"] or "", is_best=is_best)


def _plainly(number: float) -> str:
    """Format a number with two decimals, or none if it is whole."""
    return f"{number:.0f}" if number == round(number) else f"{number:.2f}"
