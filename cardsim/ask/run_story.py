"""The story of a run: how often everything happened, what each seat got, and all estimates."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from cardsim.game import Column, Measure
from cardsim.options.params import shown_precision
from cardsim.runs import told, wording
from cardsim.runs.result import BESIDE_ALL, BESIDE_HEADS, Result
from cardsim.runs.words import capitalised
from cardsim.statistics.stats import digits_of, estimate_text
from cardsim.story import Chart, Number, Section, Series, Story, Table

Z = "z: how many standard errors the estimate lies from the exact value."
FEW = 12
"""Most distinct numbers that have a bar each; more are drawn as a histogram."""


def story(result: Result) -> Story:
    """Tell a run."""
    spec, unit = result.spec, result.unit
    return Story(
        question=_question(result),
        answer=result.sentence,
        numbers=tuple(_numbers(result)),
        sections=tuple(_sections(result)),
        much=f"{told.grouped(result.hands)} {unit.plural}",
        specs=(spec,),
        method=tuple(_method(result)),
        files=tuple(_files(result)),
        asked=told.asked(spec, *_precision(result)),
    )


def _question(result: Result) -> str:
    who = told.line_up(result.spec)
    if not who:
        return capitalised(result.headline.text)
    if result.spec.fixed:
        return f"How well do they do: {who}?"
    return f"How well do you do if you {wording.way(result.spec.hero)}?"


def _precision(result: Result) -> Iterator[tuple[str, str]]:
    """Name the precision asked for, and if it was reached."""
    measure, half = result.measure, result.spec.precision
    if half is None:
        return
    needs = "" if result.reached else wording.needing(result.needed, result.unit)
    wanted = shown_precision(half, share=measure.is_share or measure.as_share)
    reached = "reached" if result.reached else "not reached"
    played = f"{result.hands} {result.unit.plural}{needs}"
    valid = f"the interval of '{measure.text}' is valid at every look"
    yield "Precision", f"{wanted} {reached} after {played}; {valid}"


def _numbers(result: Result) -> Iterator[Number]:
    """Tell the headline, and the even share if all played alike."""
    measure = result.measure
    yield told.number(measure, result.headline)
    if measure.even and result.spec.seats:
        even = f"{100 * measure.even:.3g} %" if measure.in_per_cent else f"{measure.even:.3g}"
        yield Number(even, "is an even share, if all play alike")


def _sections(result: Result) -> Iterator[Section]:
    """Tell the distributions, the seats, the company, all estimates and their spreads."""
    unit = result.unit
    for table, column in unit.shares:
        yield _shares(result, _column(result, table, column), result.tables[table])
    for table, column in unit.by_seat:
        yield _seats(result, _column(result, table, column))
    yield from _company(result)
    if result.seat_rows:
        heads = ("seat", *BESIDE_HEADS[1:])
        rows = Table(BESIDE_ALL, heads, tuple(result.seat_rows), numbers=(2, 3, 4, 5))
        yield Section(BESIDE_ALL, result.seat_note, table=rows, is_open=True)
    yield _estimates(result)
    drawn = set(unit.shares)
    for measure in unit.measures:
        at, rows_of = (measure.table, measure.column), _rows(result, measure)
        if not (measure.is_share or at in drawn or rows_of[measure.column].n_unique() <= FEW):
            drawn.add(at)
            chart = _spread(result, _column(result, *at), rows_of, measure.text)
            yield Section(chart.finding, "", chart, is_aside=True)


def _column(result: Result, table: str, column: str) -> Column:
    """Return the description of a column of the unit's tables."""
    columns = next(t.columns for t in result.unit.tables if t.name == table)
    return next(c for c in columns if c.name == column)


def _rows(result: Result, measure: Measure) -> pl.DataFrame:
    """Return the rows that a measure counts."""
    rows = result.tables[measure.table]
    for name, value in measure.where:
        rows = rows.filter(pl.col(name) == value)
    return rows


def _shares(result: Result, column: Column, rows: pl.DataFrame) -> Section:
    """Tell how often each value of a column came."""
    name, what, unit = column.name, capitalised(column.help), result.unit
    shares = result.shares()[name]
    numeric = shares[name].dtype.is_numeric()
    every = (shares if numeric else shares.sort("share", descending=True)).to_dicts()
    words = tuple(column.word(r[name]) for r in every)
    ends = [(r["low"], r["high"]) for r in every]
    digits = digits_of(ends, is_share=True)
    texts = [estimate_text(r["share"], r["low"], r["high"], is_share=True) for r in every]
    same = [
        estimate_text(r["share"], r["low"], r["high"], is_share=True, digits=digits) for r in every
    ]
    if numeric and len(every) > FEW:
        chart = _spread(result, column, rows, column.help)
    else:
        low, high = (tuple(at) for at in zip(*ends, strict=True))
        values = tuple(r["share"] for r in every)
        series = Series("", words, values, low, high, told=tuple(text for text, _ in texts))
        x, y = column.name.replace("_", " "), f"share of {unit.plural}"
        chart = Chart(what, x, y, (series,), kind="bars", percent=True)
    counts = [str(r["count"]) for r in every]
    table = Table(
        what,
        ("value", "share", unit.plural),
        tuple(zip(words, told.cells(same), counts, strict=True)),
        numbers=(0, 1, 2) if numeric else (1, 2),
        spare=(2,),
    )
    return Section(what, "", chart, table, is_open=True)


def _spread(result: Result, column: Column, rows: pl.DataFrame, what: str) -> Chart:
    """Draw how often each number came, where there are many."""
    by_value = rows.group_by(column.name).agg(pl.col("count").sum()).sort(column.name)
    numbers = tuple(by_value[column.name].cast(pl.Float64))
    return Chart(
        f"{capitalised(what)}: how often each number",
        what.split(" per ", 1)[0],
        f"share of {result.unit.plural}",
        (Series(what, numbers, tuple(by_value["count"])),),
        kind="spread",
        step=column.scale,
    )


def _seats(result: Result, column: Column) -> Section:
    """Tell the mean of a column in each seat, or place of another axis."""
    means, what = result.by_seat()[column.name], capitalised(column.help)
    axis, rows = means.columns[0], means.to_dicts()
    names = tuple(result.place_names(axis, means[axis]))
    every = [(r["mean"], r["low"], r["high"]) for r in rows]
    digits = digits_of([(low, high) for _, low, high in every], is_share=False)
    texts = [estimate_text(*numbers, is_share=False, digits=digits) for numbers in every]
    average = sum(r["mean"] * r["n"] for r in rows) / sum(r["n"] for r in rows)
    least, most = (pick(range(len(rows)), key=lambda k: every[k][0]) for pick in (min, max))
    extremes = [f"{texts[k][0]} for {names[k]}" for k in (least, most)]
    apart = every[least][2] < every[most][1]
    verdict = "are apart" if apart else "overlap, so that this may be noise"
    mean, low, high = (tuple(at) for at in zip(*every, strict=True))
    series = Series("", names, mean, low, high, told=tuple(text for text, _ in texts))
    reference = (average, "the average")
    return Section(
        what,
        f"From {' to '.join(extremes)}; their intervals {verdict}.",
        Chart(what, axis, column.help, (series,), kind="points", reference=reference),
        Table(
            what, (axis, "mean"), tuple(zip(names, told.cells(texts), strict=True)), numbers=(1,)
        ),
        is_open=True,
    )


def _company(result: Result) -> Iterator[Section]:
    """Tell the results by the opponents met, if they are drawn."""
    met, unit = result.by_company().to_dicts(), result.unit
    if not met:
        return
    measure, rows = unit.met_by, []
    for row in met:
        ends = (row["value"], row["low"], row["high"])
        (value,) = told.cells([estimate_text(*ends, is_share=measure.in_per_cent)])
        rows.append((row["strategy"], f"{100 * row['share']:.1f} %", value))
    about = f"{capitalised(measure.text)}, in the {unit.plural} in which one or more sat there."
    heads = ("strategy", "share of the draws", measure.text)
    table = Table("By company", heads, tuple(rows), numbers=(1, 2))
    yield Section("By company", about, table=table, is_open=True)


def _estimates(result: Result) -> Section:
    """Tell every measure with its interval, and its exact value if known."""
    heads: tuple[str, ...] = ("what", "estimate", "95 % interval")
    rows: list[tuple[str, ...]] = [(e.text, *e.parts) for e in result.estimates.values()]
    if result.exact:
        heads = (*heads, "exactly", "z")
        rows = [(*row, *_exactly(result, n)) for n, row in zip(result.estimates, rows, strict=True)]
    numbers = tuple(range(1, len(heads)))
    per = f"per {result.unit.name}"
    table = Table(capitalised(per), heads, tuple(rows), numbers=numbers)
    return Section(f"All estimates, {per}", Z if result.exact else "", table=table, is_open=True)


def _exactly(result: Result, name: str) -> tuple[str, str]:
    """Return the exact value of an estimate, and its distance in standard errors."""
    known = result.exact.get(name)
    if known is None:
        return "", ""
    apart = "" if known.errors is None else f"{known.errors:+.1f}"
    return result.estimates[name].spelled_exactly(known.value), apart


def _method(result: Result) -> Iterator[str]:
    """Tell in plain words how a run was played."""
    spec, unit = result.spec, result.unit
    seats = told.whereabouts(spec, result.game.house) or "Every seat kept its player."
    yield (
        f"{told.grouped(result.hands)} {unit.plural} of {result.game.title} were played by "
        f"computer, {told.counted(spec.players, 'player')} at the table."
        + (f" {seats}" if told.line_up(spec) else "")
    )
    if spec.precision is not None:
        yield told.WATCHED.format(plural=unit.plural)
    yield told.EACH


def _files(result: Result) -> Iterator[tuple[str, str, pl.DataFrame]]:
    game = result.spec.game
    yield f"{game}-estimates.csv", "all estimates", result.frame()
    for column, shares in result.shares().items():
        yield f"{game}-{column}.csv", "the distribution", shares
    for column, means in result.by_seat().items():
        axis = means.columns[0]
        yield f"{game}-{column}-by-{axis}.csv", f"means by {axis}", means
    yield f"{game}-counts.csv", "every distinct outcome with its count", result.counts()
