"""The story of a sweep: what each choice costs, and which is best in each circumstance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardsim.ask.swept import Point, SweepResult, SweptOption
from cardsim.options.params import Settings, in_words
from cardsim.runs import told
from cardsim.runs.wording import clauses, named, outcome, way
from cardsim.runs.words import capitalised, listed
from cardsim.story import Chart, Number, Section, Series, Story, Table

COSTS = "What each choice costs"
MOST_ROWS = 150
MOST_PRINTED = 40
MOST_PICTURES = 12
"""Circumstances that a terminal draws."""
MOST_NAMED = 4
"""Values that are named as tied."""
CHOICE = "choice"
"""Label of what is chosen, if charts may call it by its parameter."""
FEW = 3
"""Most circumstances with a large number each."""
NOTE = (
    "A cost compares a point with the truly best one, whichever of those tied that is; these "
    "intervals hold together for all points."
)


def story(sweep: SweepResult) -> Story:
    """Tell a sweep."""
    base, unit = sweep.spec.base, sweep.unit
    most = "up to " * (len({g.hands for g in sweep.groups}) > 1)
    hands = f"{most}{told.grouped(sweep.hands)} {unit.plural}"
    much = f"{told.counted(len(sweep.points), 'point')} of {hands}"
    several = sweep.choices and len(sweep.groups) > 1
    return Story(
        question=_question(sweep),
        answer=sweep.sentence,
        numbers=tuple(numbers(sweep)),
        sections=(_points(sweep), *([_best(sweep)] if several else [])),
        much=much,
        specs=tuple(p.result.spec for p in sweep.points),
        method=tuple(_method(sweep, much)),
        files=((f"{base.game}-sweep.csv", "every point with its intervals", sweep.frame()),),
        asked=tuple(_asked(sweep)),
    )


def _asked(sweep: SweepResult) -> Iterator[tuple[str, str]]:
    spec, base = sweep.spec, sweep.base
    varied = {a.name for a in spec.axes}
    yield told.rules(base, varied)
    if base.fixed:
        yield from told.seats(base)
    else:
        fixed = tuple(p for p in base.hero.parameters if p[0] not in varied)
        yield "You", clauses(str(replace(base.hero, parameters=fixed)), base.your_place)
        if "players" in varied and base.others:
            yield "Other seats", told.met(base.others[0])
        else:
            yield from told.company(base, spec.friend or "the hero's strategy itself")
    hands = sorted({g.hands for g in sweep.groups})
    amount = f"{hands[0]} to {hands[-1]}" if len(hands) > 1 else f"{hands[0]}"
    yield "Played", f"the same {amount} {sweep.unit.plural} at each of {spec.size} points"
    yield "Seed", str(base.seed)


def _question(sweep: SweepResult) -> str:
    chosen, given = (
        " and ".join(map(_spread, axes)) for axes in (sweep.choices, sweep.circumstances)
    )
    if not chosen:
        return f"{capitalised(sweep.measure.text)}, with {given}"
    return f"Which {chosen} does best{f', with {given}' if given else ''}?"


def _spread(axis: SweptOption) -> str:
    """Name an axis with its values: `2 to 6 players`, `knock threshold, 17 to 31,`."""
    values = told.spoken(axis.values)
    if axis.name == "players":
        return f"{values} players"
    name = axis.name.replace("_", " ")
    return f"{name}, {values}," if axis.is_choice else f"{name} {values}"


def numbers(sweep: SweepResult) -> Iterator[Number]:
    """Tell the best choice with its estimate, and the cost of the worst."""
    groups = sweep.groups
    if not sweep.choices:
        ordered = sorted(sweep.points, key=lambda p: p.estimate.value)
        for point in (ordered[0], ordered[-1]):
            what = f", with {told.circumstances_text(point.settings)}"
            yield told.number(sweep.measure, point.estimate, what)
        return
    all_best = {values_text(g.best.settings, sweep.choices) for g in groups}
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
            where = told.circumstances_text(group.circumstances)
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
        what = f"is what the worst choice costs: {told.circumstances_text(worst.settings)}"
        yield Number.of(sweep.cost(worst.shortfall), what, is_cost=True)
    if len(groups) == 1 and groups[0].tied:
        tied = [values_text(p.settings, sweep.choices) for p in (groups[0].best, *groups[0].tied)]
        which = f": {listed(tied, most=MOST_NAMED)}" if len(sweep.choices) == 1 else ""
        what = f"of {len(groups[0].points)} may be the best, as far as these hands tell{which}"
        yield Number(str(len(tied)), what)


def _points(sweep: SweepResult) -> Section:
    """Tell every point, with its cost where it is compared with others."""
    compared = any(len(g.points) > 1 for g in sweep.groups)
    points, caption = list(sweep.points), f"all points: {sweep.measure.text}"
    if len(points) > MOST_ROWS:
        caption += f"; the {MOST_ROWS} nearest to the best of {len(points)} points"
        points = sorted(points, key=lambda p: p.shortfall.value)[:MOST_ROWS]
    estimates = told.cells(told.estimate_texts(sweep.measure, [p.estimate for p in points]))
    costs = _costs(sweep, points)
    axes = sweep.spec.axes
    rows = tuple(
        (
            *(in_words(dict(p.settings)[a.name]) for a in axes),
            estimate,
            *((cost, _verdict(p)) if compared else ()),
        )
        for p, estimate, cost in zip(points, estimates, costs, strict=True)
    )
    noun, value = told.noun(sweep.unit, sweep.measure), len(axes)
    heads = (
        *(a.name.replace("_", " ") for a in axes),
        sweep.measure.text if sweep.measure.in_per_cent else noun,
        *((f"costs, {noun}", "verdict") if compared else ()),
    )
    numeric = [k for k, a in enumerate(axes) if all(type(v) in (int, float) for v in a.values)]
    best = [k for k, p in enumerate(points) if compared and p.best]
    tied = [k for k, p in enumerate(points) if compared and p.tied and not p.best]
    return Section(
        COSTS if sweep.choices else capitalised(sweep.measure.text),
        NOTE if compared else "",
        _chart(sweep),
        Table(
            caption,
            heads,
            rows,
            numbers=(*numeric, value, *((value + 1,) if compared else ())),
            best=(*best, *tied),
            firsts=len(best),
            value=value,
            spare=(value,),
        ),
        is_open=True,
        few=MOST_PRINTED,
    )


def _verdict(point: Point) -> str:
    """Return a point's verdict among those it is compared with."""
    return "best" if point.best else "tied" if point.tied else "worse"


def _costs(sweep: SweepResult, points: Sequence[Point]) -> list[str]:
    """Tell how much worse than the best the points are."""
    gaps = [(p.shortfall.value, p.shortfall.low, p.shortfall.high) for p in points]
    texts = told.cells(told.gap_texts(sweep.measure, gaps))
    # A best point without rivals is worse by exactly nothing.
    nothing = [value == high == 0 for value, _, high in gaps]
    return ["" if is_0 else text for is_0, text in zip(nothing, texts, strict=True)]


def _chart(sweep: SweepResult) -> Chart:
    """Draw each group's costs, or the measure where nothing is to be chosen."""
    measure = sweep.measure
    if not sweep.choices:
        times = 1 if measure.in_per_cent else measure.times
        labels = [values_text(p.settings, sweep.circumstances) for p in sweep.points]
        values = Series.of_gaps("", labels, [p.estimate for p in sweep.points], times)
        return Chart(
            *(capitalised(measure.text), "circumstances", measure.text, (values,)),
            kind="points",
            percent=measure.in_per_cent,
            sweep=sweep,
        )
    lines = []
    for group in sweep.groups[:MOST_PICTURES]:
        where = told.circumstances_text(group.circumstances)
        labels = [values_text(p.settings, sweep.choices) for p in group.points]
        costs = [p.shortfall for p in group.points]
        worse = tuple(k for k, p in enumerate(group.points) if not p.tied)
        series = Series.of_gaps(where, labels, costs, measure.shown_times)
        lines.append(replace(series, hollow=worse))
    return Chart(
        *(COSTS, CHOICE, f"costs, {told.noun(sweep.unit, measure)}", tuple(lines)),
        kind="points",
        best="lowest",
        sweep=sweep,
    )


def _best(sweep: SweepResult) -> Section:
    """Tell the best point of each circumstance, and the cost of the worst."""
    groups = sweep.groups[:MOST_ROWS]
    estimates = told.cells(told.estimate_texts(sweep.measure, [g.best.estimate for g in groups]))
    costs = _costs(sweep, [max(g.points, key=lambda p: p.shortfall.value) for g in groups])
    rows = []
    for g, estimate, cost in zip(groups, estimates, costs, strict=True):
        best, *tied = (values_text(p.settings, sweep.choices) for p in (g.best, *g.tied))
        where = values_text(g.circumstances, sweep.circumstances)
        rows.append(
            (where, best, listed(tied, most=MOST_NAMED) if tied else "none", estimate, cost)
        )
    where, what = (
        ", ".join(a.name.replace("_", " ") for a in axes)
        for axes in (sweep.circumstances, sweep.choices)
    )
    noun = told.noun(sweep.unit, sweep.measure)
    value = sweep.measure.text if sweep.measure.in_per_cent else noun
    heads = (where, f"best {what}", "may be as good", value, f"the worst costs, {noun}")
    table = Table("The best in each", heads, tuple(rows), numbers=(3, 4), spare=(4, 3))
    return Section("The best in each", "", table=table, is_open=True, few=MOST_PRINTED)


def values_text(settings: Settings, axes: Sequence[SweptOption]) -> str:
    """Tell the values on these axes; a single value stands without its name."""
    names = {a.name for a in axes}
    chosen = tuple(pair for pair in settings if pair[0] in names)
    return in_words(chosen[0][1]) if len(chosen) == 1 else told.circumstances_text(chosen)


def _method(sweep: SweepResult, much: str) -> Iterator[str]:
    spec = sweep.spec.base
    seats = told.whereabouts(spec) if told.line_up(spec) else ""
    yield f"{much} of {sweep.game.title} were played by computer. {seats}".strip()
    if sweep.choices:
        yield told.PAIRED
        yield (
            "A point is called tied with the best if it may be the truly best one as far as "
            "these hands tell. The truly best point is among them with 95 % confidence."
        )
    if sweep.spec.precision is not None:
        yield told.WATCHED.format(plural=sweep.unit.plural)
    yield told.EACH
