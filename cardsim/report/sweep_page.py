"""The page of a sweep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardsim.answers.sweeps import Axis, Point, SweepResult
from cardsim.options.params import Settings, settings_text, shown
from cardsim.plots import sweep_plots
from cardsim.plots.panel import INTERVAL, heading, listed
from cardsim.report import parts, run_page
from cardsim.report.page import Cell, Page, Section, Sheet, Slider
from cardsim.statistics.stats import gap_text

MOST_ROWS = 150
MOST_TEXT = 30_000
"""Letters that a slider may say in all."""


def page(sweep: SweepResult) -> Page:
    """The report of a sweep."""
    base, unit = sweep.spec.base, sweep.unit
    best = min(sweep.groups, key=lambda g: _worth(g.best, sweep)).best
    specs = [p.result.spec for p in sweep.points]
    hands = max(g.hands for g in sweep.groups)
    games = parts.counted(len(sweep.points), "point")
    much = f"{games} of {parts.grouped(hands)} {unit.plural}"
    where = settings_text(best.settings)
    panels = sweep_plots.panels(sweep)
    data = parts.download(f"{base.game}-sweep.csv", "every point with its intervals", sweep.frame())
    return Page(
        kicker=parts.kicker(sweep.game, specs, much),
        title=_title(sweep),
        figure=_figure(sweep, best),
        answer=sweep.sentence,
        sections=(
            Section(panels[0].title, tuple(panels[:1]), slider=_slider(sweep)),
            *(
                [Section("The best in each", sheets=(_best_sheet(sweep),))]
                if sweep.choices and len(sweep.groups) > 1
                else []
            ),
            Section("All points", sheets=(_points_sheet(sweep),)),
            *(Section(panel.title, (panel,)) for panel in panels[1:]),
            *run_page.seats(best.result, f", with {where}"),
        ),
        rules=parts.rules_section(sweep.game, specs),
        method=tuple(_method(sweep, much)),
        command=sweep.command(),
        facts=parts.facts(base, unit, hands, best.result.version),
        downloads=() if data is None else (data,),
        more=""
        if data is not None
        else "The points are too many for this page; the command above writes them with "
        "-o sweep.csv.",
    )


def _worth(point: Point, sweep: SweepResult) -> float:
    """What is lower for a better point."""
    return point.estimate.value * (1 if sweep.measure.lower_is_better else -1)


def _title(sweep: SweepResult) -> str:
    chosen, given = (
        ", ".join(f"{a.name.replace('_', '-')} {parts.spoken(a.values)}" for a in axes)
        for axes in (sweep.choices, sweep.circumstances)
    )
    return f"{chosen}, by {given}" if chosen and given else chosen or given


def _figure(sweep: SweepResult, best: Point) -> tuple[str, str, str] | None:
    """The best point's number; none where the points are of several circumstances."""
    if len(sweep.groups) > 1:
        return None
    value, interval = best.estimate.parts
    what = f"{heading(sweep.measure.text)} with {settings_text(best.settings)}"
    return parts.large(value), what, f"{INTERVAL} {interval}"


def _best_sheet(sweep: SweepResult) -> Sheet:
    """The best point in each of several circumstances."""
    rows = []
    for g in sweep.groups:
        best, *tied = (_values(p.settings, sweep.choices) for p in (g.best, *g.tied))
        estimate = g.best.estimate
        rows.append(
            (
                Cell(_values(g.circumstances, sweep.circumstances)),
                Cell(best),
                Cell(listed(tied) if tied else "none"),
                Cell(estimate.parts[0], estimate.value),
                Cell(estimate.parts[1], estimate.half),
            )
        )
    where, what = (
        ", ".join(a.name.replace("_", "-") for a in axes)
        for axes in (sweep.circumstances, sweep.choices)
    )
    heads = (heading(where), f"Best {what}", "Tied with it", ">Estimate", f">{INTERVAL}")
    return Sheet("The best in each", heads, tuple(rows[:MOST_ROWS]))


def _values(settings: Settings, axes: Sequence[Axis]) -> str:
    """The values of these axes; one alone stands without its name."""
    names = {a.name for a in axes}
    chosen = tuple(pair for pair in settings if pair[0] in names)
    return parts.spoken([chosen[0][1]]) if len(chosen) == 1 else settings_text(chosen)


def _method(sweep: SweepResult, much: str) -> Iterator[str]:
    spec = sweep.spec.base
    seats = f" {parts.IN_TURN}" if parts.line_up(spec) and not spec.fixed else ""
    yield f"{much} of {sweep.game.title} were played by computer.{seats}"
    yield parts.chance(spec, sweep.unit)
    if parts.line_up(spec):
        yield parts.FAIR
    if sweep.choices:
        yield parts.PAIRED
        yield (
            "A point is called tied with the best if it may be the truly best one as far as "
            "these hands tell. The truly best point is among them with 95 % confidence."
        )
    if sweep.spec.precision is not None:
        yield parts.WATCHED.format(plural=sweep.unit.plural)
    yield parts.EACH


def verdict(point: Point) -> str:
    """What can be said of a point among those it is compared with."""
    if point.best:
        return "did best"
    return "tied" if point.tied else "worse"


def _points_sheet(sweep: SweepResult) -> Sheet:
    axes, share = sweep.spec.axes, sweep.measure.is_share or sweep.measure.as_share
    compared = any(len(g.points) > 1 for g in sweep.groups)
    points = sweep.points
    caption = sweep.measure.text
    if len(points) > MOST_ROWS:
        caption += f"; the {MOST_ROWS} nearest to the best of {len(points)} points"
        points = tuple(sorted(points, key=lambda p: p.shortfall.value)[:MOST_ROWS])
    rows = []
    for p in points:
        values = dict(p.settings)
        row = [Cell(parts.spoken([values[a.name]]), _order(values[a.name])) for a in axes]
        row += [
            Cell(p.estimate.parts[0], p.estimate.value),
            Cell(p.estimate.parts[1], p.estimate.half),
        ]
        if compared:
            s = p.shortfall
            gap = gap_text(s.value, s.low, s.high, is_share=share)
            value, interval = ("", "") if s.value == s.high == 0 else gap
            row += [Cell(verdict(p)), Cell(value, s.value), Cell(interval, s.high)]
        rows.append(tuple(row))
    heads = [
        (">" if all(type(v) in (int, float) for v in a.values) else "") + a.name.replace("_", "-")
        for a in axes
    ]
    heads += [">Estimate", f">{INTERVAL}"]
    if compared:
        heads += ["Verdict", ">Worse by", f">{INTERVAL} of all together"]
    marked = frozenset(k for k, p in enumerate(points) if compared and p.tied)
    return Sheet(heading(caption), tuple(heads), tuple(rows), marked)


def _order(value: object) -> float | None:
    return float(value) if type(value) in (int, float) else None  # type: ignore[arg-type]


def _slider(sweep: SweepResult) -> Slider | None:
    """A slider along the curves; None where there is nothing to slide along, or too much to say."""
    axis = sweep_plots.curve_axis(sweep)
    if axis is None or len(axis.values) < 3:  # noqa: PLR2004
        return None
    values = sorted(axis.values, key=float)
    name = axis.name.replace("_", "-")
    texts = []
    for value in values:
        at = [p for p in sweep.points if dict(p.settings)[axis.name] == value]
        readings = [_reading(sweep, p, axis.name) for p in at]
        lead = f"{heading(sweep.measure.text)} with {name} {shown(value)}:"
        texts.append(
            f"{lead} {readings[0]}." if len(readings) == 1 else "\n".join([lead, *readings])
        )
    if sum(map(len, texts)) > MOST_TEXT:
        return None
    start = dict(sweep.groups[0].best.settings)[axis.name]
    return Slider(name, tuple(shown(v) for v in values), tuple(texts), values.index(start))


def _reading(sweep: SweepResult, point: Point, name: str) -> str:
    share = sweep.measure.is_share or sweep.measure.as_share
    value, interval = point.estimate.parts
    rest = settings_text(tuple(pair for pair in point.settings if pair[0] != name))
    text = f"{rest}: " if rest else ""
    text += f"{value} ({INTERVAL} {interval})"
    if len(next(g for g in sweep.groups if point in g.points).points) == 1:
        return text
    s = point.shortfall
    gap = gap_text(s.value, s.low, s.high, is_share=share)
    if point.best:
        return f"{text}, the best in these hands"
    if point.tied:
        return f"{text}, tied with the best within noise"
    return f"{text}, worse than the best by {gap[0]} ({gap[1]}, all points together)"
