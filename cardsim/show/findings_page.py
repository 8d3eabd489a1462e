"""The page of an experiment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cardsim.ask.comparisons import CompareResult
from cardsim.ask.swept import SweepResult
from cardsim.options.params import shown_precision
from cardsim.runs.words import listed
from cardsim.show import comparison_page, findings_plots, parts, sweep_page
from cardsim.show.card import numbered
from cardsim.show.page import Cell, Control, Knob, Page, Section, Sheet
from cardsim.show.panel import INTERVAL, heading
from cardsim.statistics.stats import digits_of, estimate_text
from cardsim.story import Chart, Number, Series
from cardsim.story import Section as Step
from cardsim.studies.experiments import Findings, Part, unnamed

MOST_ROWS = 100
FEW, MOST_SAYS = 3, 300
"""Places that a knob slides along, and points that a control speaks of."""
MOST_PARTS = 6
"""Parts of an experiment that are seen at once."""
STOPPED = (
    "Each part that says so was played until the intervals of what it is about had half a width "
    "of {} of a share, or as many hands' worth of another measure. Those intervals hold at every "
    "look (a confidence sequence), so that it does no harm to stop as soon as they are narrow."
)


def page(findings: Findings) -> Page:
    """The report of an experiment."""
    games = {part.game.name: part.game for part in findings.parts}.values()
    hands = (
        f"up to {parts.grouped(max(findings.hands_played, default=0))} hands or games at a point"
    )
    data = parts.download(f"{findings.spec.name}.csv", "the data of every chart", findings.frame())
    return Page(
        kicker=(*(g.title for g in games), *([hands] if findings.hands_played else ["exact"])),
        title=findings.question,
        numbers=tuple(_numbers(findings)),
        answer=findings.answer,
        sections=tuple(_sections(findings.sections)),
        brief=tuple(map(parts.briefly, games)),
        rules=Section("What was played", sheets=(_parts(findings),)),
        method=tuple(_method(findings)),
        command=findings.spec.command,
        facts=(
            ("Seed", str(findings.spec.seed)),
            ("Version", f"cardsim {findings.spec.version}"),
        ),
        downloads=() if data is None else (data,),
        more=""
        if data is not None
        else "The data are too many for this page; the command above writes them with "
        f"-o {findings.spec.name}.csv.",
    )


def _sections(steps: Sequence[Step]) -> Iterator[Section]:
    """The first picture, the card, and the rest folded."""
    card = next((s for s in steps if s.rules and s.chart is None), None)
    picture = next((s for s in steps if s.chart is not None), None)
    first = [s for s in (picture, card) if s is not None] or list(steps[:1])
    for step in [*first, *(s for s in steps if s not in first)]:
        yield Section(
            step.heading,
            panels=(findings_plots.panel(step.chart),) if step.chart else (),
            paragraphs=(step.text,),
            control=_control(step.chart) if step.chart else None,
            sheets=tuple(_sheets(step)),
            rules=numbered(step.rules),
            is_card=step is card,
            folded=step not in first,
        )


def _numbers(findings: Findings) -> Iterable[Number]:
    """The large numbers: those it names, or else those of the one thing that it played."""
    (part,) = findings.parts if len(findings.parts) == 1 else (None,)
    if not findings.numbers and isinstance(part, SweepResult):
        return sweep_page.numbers(part)
    if not findings.numbers and isinstance(part, CompareResult):
        return comparison_page.numbers(part)
    return findings.numbers


def _sheets(section: Step) -> Iterator[Sheet]:
    """What a step was told by: its table, and the data of its chart."""
    table = section.table
    if table is not None:
        rows = tuple(
            tuple(Cell(text.replace("± ", "±\N{NO-BREAK SPACE}")) for text in row)
            for row in table.rows
        )
        heads = tuple(map(heading, table.heads))
        yield Sheet(heading(table.caption), heads, rows, sortable=False)
    if section.chart is not None:
        yield _sheet(section.chart)


def _sheet(chart: Chart) -> Sheet:
    """The data of a chart: a row for each x, a column for each series."""
    places = chart.places
    columns = [_column(chart, series) for series in chart.series]
    rows = tuple(
        (
            Cell(chart.x_text(x), None if isinstance(x, str) else float(x)),
            *(cells.get(x, Cell("")) for cells in columns),
        )
        for x in places[:MOST_ROWS]
    )
    heads = [heading(chart.x) if isinstance(places[0], str) else ">" + heading(chart.x)]
    heads += [">" + heading(series.name or chart.y) for series in chart.series]
    caption = heading(chart.y)
    if any(s.low for s in chart.series):
        caption += f"; below it {chart.interval or f'the {INTERVAL}'}"
    if len(places) > MOST_ROWS:
        caption += f"; the first {MOST_ROWS} of {len(places)} rows"
    return Sheet(caption, tuple(heads), rows, folded=True)


def _column(chart: Chart, series: Series) -> dict[Any, Cell]:
    """The cells of a series by their x, all with as many digits."""
    # A range that is no interval says nothing of how well the value is known.
    is_range = bool(chart.interval) and not chart.percent
    digits = digits_of(zip(series.low, series.high, strict=True), is_share=chart.percent)
    best = findings_plots.best_of(chart, series)
    cells: dict[Any, Cell] = {}
    for k, (x, value) in enumerate(zip(series.x, series.y, strict=True)):
        low, high = (series.low[k], series.high[k]) if series.low else (value, value)
        text, interval = estimate_text(value, low, high, is_share=chart.percent, digits=digits)
        if is_range:
            text, interval = _plainly(value), f"{_plainly(low)} to {_plainly(high)}"
        cells[x] = Cell(text, value, note=interval if series.low else "", is_best=k == best)
    return cells


def _control(chart: Chart) -> Control | None:
    """A knob along the lines and one over them; None where they have different places."""
    if chart.sweep is not None:
        return sweep_page.control(chart.sweep)
    places, lines = chart.series[0].x, chart.series
    same = all(s.x == places for s in lines) and not isinstance(places[0], str)
    if chart.kind != "line" or not same or not FEW <= len(places) <= findings_plots.MOST_MARKS:
        return None
    columns = [_column(chart, s) for s in lines]
    if len(places) * len(lines) > MOST_SAYS:
        return None
    says = tuple(
        (cell.text, f"{chart.y}{f' ({cell.note})' if cell.note else ''}.")
        for column in columns
        for cell in column.values()
    )
    along = Knob(heading(chart.x), tuple(map(chart.x_text, places)), len(places) // 2, slides=True)
    over = Knob("Which line", tuple(heading(s.name) for s in lines), 0, slides=False)
    return Control((over, along) if len(lines) > 1 else (along,), says)


def _parts(findings: Findings) -> Sheet:
    rows = tuple((_again(part), Cell(part.sentence)) for part in findings.parts)
    return Sheet(
        "Commands that play each part again",
        ("Command", "What it says"),
        rows,
        sortable=False,
        folded=len(rows) > MOST_PARTS,
    )


def _again(part: Part) -> Cell:
    """The command that gives a part again, or why there is none."""
    own = unnamed(part)
    if not own:
        return Cell(part.command, is_command=True)
    names = listed([f"'{name}'" for name in own])
    are = "is a strategy" if len(own) == 1 else "are strategies"
    return Cell(
        f"No command: {names} {are} of this experiment alone, so that only the whole of it can be "
        "played again."
    )


def _method(findings: Findings) -> Iterator[str]:
    yield from (p for p in findings.details.split("\n\n") if p)
    if findings.hands_played:
        yield (
            "Chance comes from a counter-based generator (Philox4x32-10): the seed and the number "
            "of a hand decide every card and die. Where settings are compared they played the very "
            "same hands, so that luck cancels out of their differences."
        )
        if findings.spec.precision is not None:
            yield STOPPED.format(shown_precision(findings.spec.precision, share=True))
        yield parts.EACH


def _plainly(number: float) -> str:
    """A number with two decimals, or none if it is whole."""
    return f"{number:.0f}" if number == round(number) else f"{number:.2f}"
