"""The page of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cardsim.runs import told
from cardsim.runs.result import BESIDE_ALL, BESIDE_HEADS, Result
from cardsim.runs.wording import way
from cardsim.show import parts, run_plots
from cardsim.show.page import Cell, Download, Page, Section, Sheet
from cardsim.show.panel import INTERVAL, heading
from cardsim.statistics.stats import digits_of, estimate_text
from cardsim.story import Number


def page(result: Result) -> Page:
    """Return the page of a run."""
    spec, game, unit = result.spec, result.game, result.unit
    watched = told.WATCHED.format(plural=unit.plural)
    files = _downloads(result)
    return Page(
        kicker=parts.kicker(game, [spec], f"{told.grouped(result.hands)} {unit.plural}"),
        title=_title(result),
        numbers=tuple(_numbers(result)),
        answer=result.sentence,
        sections=(
            *_distributions(result),
            Section("All estimates", sheets=(estimates_sheet(result),)),
            *_seats(result),
            *_beside_all(result),
        ),
        brief=(parts.briefly(game),),
        rules=parts.rules_section(game, [spec]),
        method=(
            *parts.played(result),
            *([watched] if spec.precision is not None else []),
            told.EACH,
        ),
        command=result.command,
        facts=parts.facts(spec, unit, result.hands, result.version),
        downloads=tuple(f for f in files if f is not None),
        more=MORE if None in files else "",
    )


def _title(result: Result) -> str:
    spec = result.spec
    if not parts.line_up(spec):
        return heading(result.headline.text)
    if spec.fixed:
        return f"How well do they do: {parts.line_up(spec)}?"
    return f"How well do you do if you {way(spec.hero)}?"


def _numbers(result: Result) -> Iterable[Number]:
    """Yield the headline, and the even share if all played alike."""
    measure = result.unit.measures[0]
    yield told.number(measure, result.headline)
    if measure.even and result.spec.seats:
        even = f"{100 * measure.even:.3g} %" if measure.in_per_cent else f"{measure.even:.3g}"
        yield Number(even, "is an even share, if all play alike")


def estimates_sheet(result: Result) -> Sheet:
    """List every measure with its interval, and its exact value if known."""
    heads: tuple[str, ...] = ("What", ">Estimate", f">{INTERVAL}")
    rows: list[tuple[Cell, ...]] = [
        (Cell(e.text), Cell(e.parts[0], e.value), Cell(e.parts[1], e.half))
        for e in result.estimates.values()
    ]
    caption = f"Per {result.unit.name}"
    if result.exact:
        heads = (*heads, ">Exactly", ">Standard errors apart")
        exactly = [_exact_cells(result, name) for name in result.estimates]
        rows = [(*row, *cells) for row, cells in zip(rows, exactly, strict=True)]
    return Sheet(caption, heads, tuple(rows))


def _exact_cells(result: Result, name: str) -> tuple[Cell, Cell]:
    """Return the exact value of an estimate, and the difference in standard errors."""
    known = result.exact.get(name)
    if known is None:
        return Cell(""), Cell("")
    value = Cell(result.estimates[name].spelled_exactly(known.value), known.value)
    if known.errors is None:
        return value, Cell("")
    return value, Cell(f"{known.errors:+.1f}", known.errors)


def _distributions(result: Result) -> Iterable[Section]:
    """Yield the distributions with their charts, and tables for those of few values."""
    by_seat = {p.title for p in run_plots.seat_panels(result)}
    for panel in run_plots.panels(result):
        if panel.title in by_seat:
            continue
        sheets = tuple(
            _shares_sheet(result, t, c)
            for t, c in result.unit.shares
            if heading(run_plots.column_of(result, t, c).help) == panel.title
        )
        yield Section(panel.title, (panel,), sheets=sheets)


def _shares_sheet(result: Result, table: str, column: str) -> Sheet:
    shares = result.shares()[column]
    numeric = shares[column].dtype.is_numeric()
    values = (shares if numeric else shares.sort("share", descending=True)).to_dicts()
    described = run_plots.column_of(result, table, column)
    rows = tuple(
        (
            Cell(described.word(r[column]), r[column] if numeric else None),
            Cell(str(r["count"]), r["count"]),
            c,
        )
        for r, c in zip(values, _cells(values, "share"), strict=True)
    )
    what = heading(described.help)
    heads = ("Value", f">{heading(result.unit.plural)}", f">Share, {INTERVAL}")
    return Sheet(what, heads, rows)


def _cells(rows: Sequence[Mapping[str, float]], name: str) -> list[Cell]:
    """Format the values of this name with their intervals as notes, all with the same decimals."""
    share = name == "share"
    digits = digits_of(((r["low"], r["high"]) for r in rows), is_share=share)
    texts = [
        estimate_text(r[name], r["low"], r["high"], is_share=share, digits=digits) for r in rows
    ]
    return [Cell(t, r[name], note=i) for r, (t, i) in zip(rows, texts, strict=True)]


def _seats(result: Result) -> Iterable[Section]:
    """Yield a section for each measure by seat."""
    for (_, column), panel in zip(result.unit.by_seat, run_plots.seat_panels(result), strict=True):
        means = result.by_seat()[column]
        axis, places = means.columns[0], means.to_dicts()
        names = result.place_names(axis, means[axis])
        rows = tuple(
            (Cell(name, r[axis]), c)
            for name, r, c in zip(names, places, _cells(places, "mean"), strict=True)
        )
        sheet = Sheet(panel.title, (heading(axis), f">Mean, {INTERVAL}"), rows)
        yield Section(panel.title, (panel,), sheets=(sheet,))


def _beside_all(result: Result) -> Iterable[Section]:
    """Yield the comparison of each player with all players in the same seat, if it is known."""
    rows = tuple(tuple(map(Cell, row)) for row in result.seat_rows)
    if rows:
        _, who, *numbers = map(heading, BESIDE_HEADS)
        heads = ("Seat", who, *(f">{head}" for head in numbers))
        sheet = Sheet(result.seat_note, heads, rows, sortable=False)
        yield Section(BESIDE_ALL, sheets=(sheet,))


MORE = (
    "The counts of every distinct outcome are too many for this page; "
    "the command above writes them with -o counts.parquet."
)


def _downloads(result: Result) -> list[Download | None]:
    game = result.spec.game
    return [
        parts.download(f"{game}-estimates.csv", "all estimates", result.frame()),
        *(
            parts.download(f"{game}-{column}.csv", "the distribution", frame)
            for column, frame in result.shares().items()
        ),
        *(
            parts.download(f"{game}-{column}-by-{f.columns[0]}.csv", f"means by {f.columns[0]}", f)
            for column, f in result.by_seat().items()
        ),
        parts.download(
            f"{game}-counts.csv", "every distinct outcome with its count", result.counts()
        ),
    ]
