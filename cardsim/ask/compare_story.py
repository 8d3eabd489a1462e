"""The story of a comparison: which strategy does best, and how far the others are behind it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardsim.ask.comparisons import CompareResult, Difference
from cardsim.runs import told, wording
from cardsim.runs.spec import short_names
from cardsim.runs.words import capitalised
from cardsim.story import Chart, Number, Section, Series, Story, Table

MOST_DRAWN, MOST_PAIRS = 30, 150
FEW = 10
"""Pairs that a terminal shows: all of five strategies."""
MOST_LETTERS = 90
"""Letters of the names in a question."""


def story(comparison: CompareResult) -> Story:
    """Tell a comparison."""
    game, unit = comparison.spec.base.game, comparison.unit
    return Story(
        question=_question(comparison),
        answer=comparison.sentence,
        numbers=tuple(numbers(comparison)),
        sections=(_ranking(comparison), _pairs(comparison)),
        much=f"{told.grouped(comparison.hands)} {unit.plural} each",
        specs=tuple(c.result.spec for c in comparison.contenders),
        method=tuple(_method(comparison)),
        files=(
            (f"{game}-strategies.csv", "every strategy", comparison.ranking_frame()),
            (f"{game}-differences.csv", "every paired difference", comparison.frame()),
        ),
        asked=_asked(comparison),
    )


def _asked(comparison: CompareResult) -> tuple[tuple[str, str], ...]:
    base = comparison.base
    you = wording.clauses("each strategy", base.your_place)
    played = f"the same {comparison.hands} {comparison.unit.plural} with each strategy"
    return (
        told.rules(base),
        ("You", f"{you}; with its defaults, unless others are named"),
        *told.company(base, comparison.spec.friend or "each strategy itself"),
        ("Played", played),
        ("Seed", str(base.seed)),
    )


def _question(comparison: CompareResult) -> str:
    names = [c.player.brief for c in comparison.contenders]
    if comparison.measure.neutral:
        what = comparison.measure.text
        return f"{capitalised(what)}, with each of {len(names)} strategies"
    every = f"Which does best: {', '.join(names[:-1])} or {names[-1]}?"
    return every if len(every) <= MOST_LETTERS else f"Which of {len(names)} strategies does best?"


def numbers(comparison: CompareResult) -> Iterator[Number]:
    """Tell what the best does, and what the next and the last cost."""
    ranking, measure = comparison.ranking, comparison.measure
    if measure.neutral:
        for c in (ranking[0], ranking[-1]):
            yield told.number(measure, c.estimate, f", with {c.player.brief}")
        return
    yield told.number(measure, ranking[0].estimate, f", with {ranking[0].player.brief}")
    for place in dict.fromkeys((1, len(ranking) - 1)):
        behind, name = _behind_first(comparison, place), ranking[place].player.brief
        costs = "may cost, within noise" if behind.is_tie else "costs"
        yield Number.of(comparison.cost(behind), f"is what {name} {costs}", is_cost=True)


def _behind_first(comparison: CompareResult, place: int) -> Difference:
    """Return how much worse than the first the strategy at this place of the ranking is."""
    first, other = (comparison.contenders.index(comparison.ranking[k]) for k in (0, place))
    return comparison.gap(first, other)


def _ranking(comparison: CompareResult) -> Section:
    """Tell how far each is from the first, on the same cards."""
    ranking, measure, plural = comparison.ranking, comparison.measure, comparison.unit.plural
    neutral, chart = measure.neutral, _chart(comparison)
    what = measure.text if measure.in_per_cent else told.noun(comparison.unit, measure)
    heads = ("strategy", what, "from the least" if neutral else "place")
    values = told.cells(told.estimate_texts(measure, [c.estimate for c in ranking]))
    names = [c.player.brief for c in ranking]
    drawn = f" The first {MOST_DRAWN} of {len(ranking)} are drawn." * (len(ranking) > MOST_DRAWN)
    first, apart = ("least", "above") if neutral else ("best", "behind")
    return Section(
        chart.finding,
        f"How far each is {apart} the {first} in the very same {plural}, where luck cancels out. "
        f"The interval of a value is its own.{drawn}",
        chart,
        Table(
            f"The {first} first; a place such as 1 to 2 is one that the {plural} leave open",
            heads,
            tuple(zip(names, values, [c.place for c in ranking], strict=True)),
            numbers=(1, 2),
            best=()
            if neutral
            else tuple(k for k, c in enumerate(ranking) if not k or c.first == 1),
        ),
    )


def _chart(comparison: CompareResult) -> Chart:
    """Draw the differences to the first."""
    measure, ranking = comparison.measure, comparison.ranking[:MOST_DRAWN]
    counted = told.noun(comparison.unit, measure)
    gaps = [_behind_first(comparison, k) for k in range(1, len(ranking))]
    # Where more is neither better nor worse, the others lie above the least and not below the best.
    sign = 1 if measure.neutral else -1
    ends = [sorted((sign * g.low, sign * g.high)) for g in gaps]
    scale = measure.shown_times
    texts = told.gap_texts(measure, [(g.value, g.low, g.high) for g in gaps])
    return Chart(
        "How far apart they are" if measure.neutral else "What each strategy costs",
        "strategy",
        f"{counted} more than the least" if measure.neutral else f"{counted} behind the best",
        (
            Series(
                "",
                tuple(c.player.brief for c in ranking),
                (0.0, *(sign * scale * g.value for g in gaps)),
                (0.0, *(scale * low for low, _ in ends)),
                (0.0, *(scale * high for _, high in ends)),
                told=(
                    told.in_short(measure, ranking[0].estimate),
                    *(f"{'+' if measure.neutral else '-'}{text}" for text, _ in texts),
                ),
                hollow=tuple(k for k, g in enumerate(gaps, 1) if not g.is_tie),
            ),
        ),
        kind="points",
        reference=(0.0, "the least" if measure.neutral else "the best"),
        interval="intervals that hold for all pairs at once",
        best="" if measure.neutral else "highest",
    )


def _pairs(comparison: CompareResult) -> Section:
    """Tell the paired differences, those to the first in front."""
    plural, pairs = comparison.unit.plural, comparison.differences[:MOST_PAIRS]
    short = short_names([c.player for c in comparison.contenders])
    gaps = told.gap_texts(comparison.measure, [(d.value, d.low, d.high) for d in pairs])
    ahead, better = ("below", "less") if comparison.measure.neutral else ("ahead of", "better")
    rows = tuple(
        (
            f"{short[d.a]} {'level with' if d.is_tie else ahead} {short[d.b]}",
            gap,
            f"{100 * d.differ:.2f} %",
            f"{d.gain:.3g} times" if math.isfinite(d.gain) else "-",
        )
        for d, gap in zip(pairs, told.cells(gaps), strict=True)
    )
    counted = told.noun(comparison.unit, comparison.measure)
    largest = f"; the first {len(rows)} of {len(comparison.differences)}"
    return Section(
        "Pair by pair",
        "Intervals of differences hold for all pairs at once. Differ: the share of "
        f"{plural} that came out otherwise for you. Gain: so many times as many {plural} would be "
        f"needed if each strategy had played {plural} of its own.",
        table=Table(
            f"Pair by pair, the {better} first"
            + (largest if len(rows) < len(comparison.differences) else ""),
            ("pair", f"{better} by, {counted}", "differ", "gain"),
            rows,
            numbers=(1, 2, 3),
            spare=(3, 2),
        ),
        few=FEW,
    )


def _method(comparison: CompareResult) -> Iterator[str]:
    """Tell how the strategies were compared."""
    plural = comparison.unit.plural
    count = f"{told.grouped(comparison.hands)} {plural} of {comparison.game.title}"
    yield (
        f"Each strategy played {count} by computer. {told.whereabouts(comparison.spec.base)}"
    ).strip()
    yield "A strategy whose parameters are not named plays with its defaults."
    yield told.PAIRED
    if comparison.spec.precision is not None:
        yield told.WATCHED.format(plural=plural)
    yield told.EACH
