"""The page of a sweep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardsim.ask.swept import Axis, Group, Point, SweepResult
from cardsim.options.params import Settings, in_words
from cardsim.runs import told
from cardsim.runs.wording import named, outcome, way
from cardsim.show import parts, sweep_plots
from cardsim.show.page import Cell, Control, Knob, Page, Section, Sheet
from cardsim.show.panel import INTERVAL, circumstances_text, heading, in_short, listed
from cardsim.story import Number

MOST_ROWS = 150
MOST_TEXT = 30_000
"""Most letters of all a control's sentences."""
MOST_KNOBS = 4
FEW = 3
"""Fewest values of a slider, and most circumstances with a large number each."""


def page(sweep: SweepResult) -> Page:
    """Return the page of a sweep."""
    base, unit = sweep.spec.base, sweep.unit
    specs = [p.result.spec for p in sweep.points]
    hands = max(g.hands for g in sweep.groups)
    games = parts.counted(len(sweep.points), "point")
    much = f"{games} of {told.grouped(hands)} {unit.plural}"
    (panel,) = sweep_plots.panels(sweep)
    data = parts.download(f"{base.game}-sweep.csv", "every point with its intervals", sweep.frame())
    first = sweep.groups[0].best
    return Page(
        kicker=parts.kicker(sweep.game, specs, much),
        title=_title(sweep),
        numbers=tuple(numbers(sweep)),
        answer=sweep.sentence,
        sections=(
            Section(panel.title, (panel,), control=control(sweep), sheets=(_points_sheet(sweep),)),
            *(
                [Section("The best in each", sheets=(_best_sheet(sweep),))]
                if sweep.choices and len(sweep.groups) > 1
                else []
            ),
        ),
        brief=(parts.briefly(sweep.game),),
        rules=parts.rules_section(sweep.game, specs),
        method=tuple(_method(sweep, much)),
        command=sweep.command,
        facts=parts.facts(base, unit, hands, first.result.version),
        downloads=() if data is None else (data,),
        more=""
        if data is not None
        else "The points are too many for this page; the command above writes them with "
        "-o sweep.csv.",
    )


def _title(sweep: SweepResult) -> str:
    chosen, given = (
        " and ".join(map(_spread, axes)) for axes in (sweep.choices, sweep.circumstances)
    )
    if not chosen:
        return f"{heading(sweep.measure.text)}, with {given}"
    return f"Which {chosen} does best{f', with {given}' if given else ''}?"


def _spread(axis: Axis) -> str:
    """Name an axis with its values: `2 to 6 players`, `knock threshold, 17 to 31,`."""
    values = parts.spoken(axis.values)
    if axis.name == "players":
        return f"{values} players"
    name = axis.name.replace("_", " ")
    return f"{name}, {values}," if axis.is_choice else f"{name} {values}"


def numbers(sweep: SweepResult) -> Iterator[Number]:
    """Yield the best choice with its estimate, and the cost of the worst."""
    groups = sweep.groups
    if not sweep.choices:
        ordered = sorted(sweep.points, key=lambda p: p.estimate.value)
        for point in (ordered[0], ordered[-1]):
            what = f", with {circumstances_text(point.settings)}"
            yield told.number(sweep.measure, point.estimate, what)
        return
    all_best = {_values(g.best.settings, sweep.choices) for g in groups}
    if len(groups) == 1:
        best = groups[0].best
        what = f", if you {way(best.result.spec.hero, best.settings)}"
        yield told.number(sweep.measure, best.estimate, what)
    elif len(all_best) == 1 and len(sweep.choices) == 1:
        where = " and ".join(map(_spread, sweep.circumstances))
        ((name, value),) = (s for s in groups[0].best.settings if s[0] == sweep.choices[0].name)
        text = named(groups[0].best.result.spec.hero, name, value)
        yield Number(text, f"is best in every case: with {where}")
    else:
        some = groups if len(groups) <= FEW else (groups[0], groups[len(groups) // 2], groups[-1])
        for group in some:
            best = group.best
            where = circumstances_text(group.circumstances)
            if len(sweep.choices) > 1:
                yield told.number(sweep.measure, best.estimate, f", at best, with {where}")
                continue
            (axis,) = sweep.choices
            yield Number(
                named(best.result.spec.hero, axis.name, dict(best.settings)[axis.name]),
                f"is best with {where}",
                outcome(sweep.measure, best.estimate),
            )
    worst = max(sweep.points, key=lambda p: p.shortfall.value)
    if not worst.tied:
        what = f"is what the worst choice costs: {circumstances_text(worst.settings)}"
        yield parts.cost(sweep.cost(worst.shortfall), what)
    if len(groups) == 1 and groups[0].tied:
        tied = [_values(p.settings, sweep.choices) for p in (groups[0].best, *groups[0].tied)]
        which = f": {listed(tied)}" if len(sweep.choices) == 1 else ""
        what = f"of {len(groups[0].points)} may be the best, as far as these hands tell{which}"
        yield Number(str(len(tied)), what)


def _best_sheet(sweep: SweepResult) -> Sheet:
    """Return the best point of each circumstance, and the cost of the worst."""
    groups = sweep.groups[:MOST_ROWS]
    estimates = parts.estimate_cells(sweep.measure, [g.best.estimate for g in groups])
    worst = [max(g.points, key=lambda p: p.shortfall.value) for g in groups]
    gaps = _gap_cells(sweep, worst)
    rows = []
    for g, estimate, gap in zip(groups, estimates, gaps, strict=True):
        best, *tied = (_values(p.settings, sweep.choices) for p in (g.best, *g.tied))
        where = _values(g.circumstances, sweep.circumstances)
        rows.append(
            (
                Cell(where, _order(where)),
                Cell(best, is_best=True),
                Cell(listed(tied) if tied else "none"),
                estimate,
                gap,
            )
        )
    where, what = (
        ", ".join(a.name.replace("_", " ") for a in axes)
        for axes in (sweep.circumstances, sweep.choices)
    )
    heads = (
        *(heading(where), f"Best {what}", "May be as good"),
        *(
            f">Estimate, {INTERVAL}",
            f">The worst choice costs, {told.noun(sweep.unit, sweep.measure)}",
        ),
    )
    return Sheet("The best in each", heads, tuple(rows))


def _gap_cells(sweep: SweepResult, points: Sequence[Point]) -> list[Cell]:
    """Format how much worse than the best the points are."""
    gaps = [(p.shortfall.value, p.shortfall.low, p.shortfall.high) for p in points]
    cells = parts.gap_cells(sweep.measure, gaps)
    # A best point without rivals is worse by exactly nothing.
    return [
        Cell("", 0.0) if gap[0] == gap[2] == 0 else cell
        for gap, cell in zip(gaps, cells, strict=True)
    ]


def _values(settings: Settings, axes: Sequence[Axis]) -> str:
    """Format the values on these axes; a single value stands without its name."""
    names = {a.name for a in axes}
    chosen = tuple(pair for pair in settings if pair[0] in names)
    return in_words(chosen[0][1]) if len(chosen) == 1 else circumstances_text(chosen)


def _method(sweep: SweepResult, much: str) -> Iterator[str]:
    spec = sweep.spec.base
    seats = told.whereabouts(spec) if parts.line_up(spec) else ""
    yield f"{much} of {sweep.game.title} were played by computer. {seats}".strip()
    yield told.chance(spec, sweep.unit)
    if parts.line_up(spec):
        yield told.FAIR
    if sweep.choices:
        yield told.PAIRED
        yield (
            "A point is called tied with the best if it may be the truly best one as far as "
            "these hands tell. The truly best point is among them with 95 % confidence."
        )
    if sweep.spec.precision is not None:
        yield told.WATCHED.format(plural=sweep.unit.plural)
    yield told.EACH


def verdict(point: Point) -> str:
    """Return a point's verdict among those it is compared with."""
    if point.best:
        return "did best"
    return "tied" if point.tied else "worse"


def _points_sheet(sweep: SweepResult) -> Sheet:
    axes = sweep.spec.axes
    compared = any(len(g.points) > 1 for g in sweep.groups)
    points = sweep.points
    caption = f"all points: {sweep.measure.text}"
    if len(points) > MOST_ROWS:
        caption += f"; the {MOST_ROWS} nearest to the best of {len(points)} points"
        points = tuple(sorted(points, key=lambda p: p.shortfall.value)[:MOST_ROWS])
    estimates = parts.estimate_cells(sweep.measure, [p.estimate for p in points])
    gaps = _gap_cells(sweep, points)
    rows = []
    for p, estimate, gap in zip(points, estimates, gaps, strict=True):
        settings = dict(p.settings)
        row = [Cell(in_words(settings[a.name]), _order(settings[a.name])) for a in axes]
        row.append(replace(estimate, is_best=compared and p.best))
        rows.append((*row, *((Cell(verdict(p)), gap) if compared else ())))
    heads = [
        (">" if all(type(v) in (int, float) for v in a.values) else "") + a.name.replace("_", " ")
        for a in axes
    ]
    heads.append(f">Estimate, {INTERVAL}")
    if compared:
        heads += ["Verdict", f">Costs, {told.noun(sweep.unit, sweep.measure)}"]
    marked = frozenset(k for k, p in enumerate(points) if compared and p.tied)
    return Sheet(heading(caption), tuple(heads), tuple(rows), marked)


def _order(value: object) -> float | None:
    return float(value) if type(value) in (int, float) else None  # type: ignore[arg-type]


def control(sweep: SweepResult) -> Control | None:
    """Return a knob for each axis; None if there are too few points or too many sentences."""
    axes = [a for a in sweep.spec.axes if len(a.values) > 1]
    points = {p.settings: (p, g) for g in sweep.groups for p in g.points}
    numbers = sweep_plots.numbers_of(sweep)
    whole = len(points) == len(numbers) and len(axes) == len(sweep.spec.axes)
    if not whole or len(points) < FEW or len(axes) > MOST_KNOBS:
        return None
    says = tuple(_reading(sweep, *points[settings]) for settings in numbers)
    if sum(len(text) for _, text in says) > MOST_TEXT:
        return None
    usual = sweep.game.players[2]
    first = next(
        (g for g in sweep.groups if ("players", usual) in g.circumstances), sweep.groups[0]
    )
    start = dict(first.best.settings)
    return Control(
        tuple(
            Knob(
                heading(a.name.replace("_", " ")),
                tuple(map(in_words, a.values)),
                a.values.index(start[a.name]),
                slides=(a.is_choice or not sweep.choices)
                and len(a.values) >= FEW
                and _order(a.values[0]) is not None,
            )
            for a in axes
        ),
        says,
    )


def _reading(sweep: SweepResult, point: Point, group: Group) -> tuple[str, str]:
    """Return a point's estimate, and a sentence that compares it with the best."""
    value = in_short(sweep.measure, point.estimate)
    text = f"{heading(outcome(sweep.measure, point.estimate))}."
    if len(group.points) == 1:
        return value, text
    best = _values(group.best.settings, sweep.choices)
    if point.best:
        return value, f"{text} The best in these hands."
    if point.tied:
        return value, f"{text} As good as the best, {best}, within noise."
    return value, f"{text} Compared with the best, {best}, it costs {sweep.cost(point.shortfall)}."
