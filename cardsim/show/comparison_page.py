"""The page of a comparison."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from cardsim.ask.comparisons import CompareResult
from cardsim.show import comparison_plots, parts
from cardsim.show.page import Cell, Page, Section, Sheet
from cardsim.show.panel import INTERVAL, heading, noun
from cardsim.story import Number

MOST_ROWS = 150
MOST_LETTERS = 90
"""Most letters of the players' names in a title."""


def page(comparison: CompareResult) -> Page:
    """Return the page of a comparison."""
    spec, unit = comparison.spec, comparison.unit
    base, first = spec.base, comparison.ranking[0]
    specs = [c.result.spec for c in comparison.contenders]
    (panel,) = comparison_plots.panels(comparison)
    much = f"{parts.grouped(comparison.hands)} {unit.plural} each"
    files = [
        parts.download(f"{base.game}-strategies.csv", "every strategy", comparison.ranking_frame()),
        parts.download(
            f"{base.game}-differences.csv", "every paired difference", comparison.frame()
        ),
    ]
    return Page(
        kicker=parts.kicker(comparison.game, specs, much),
        title=_title(comparison),
        numbers=tuple(numbers(comparison)),
        answer=comparison.sentence,
        sections=(
            Section(
                panel.title,
                (panel,),
                sheets=(_ranking_sheet(comparison), _pairs_sheet(comparison)),
            ),
        ),
        brief=(parts.briefly(comparison.game),),
        rules=parts.rules_section(comparison.game, specs),
        method=tuple(_method(comparison)),
        command=comparison.command,
        facts=parts.facts(base, unit, comparison.hands, first.result.version),
        downloads=tuple(f for f in files if f is not None),
        more=""
        if None not in files
        else "The pairs are too many for this page; the command above writes them with "
        "-o compare.csv.",
    )


def _title(comparison: CompareResult) -> str:
    names = [c.player.brief for c in comparison.contenders]
    if comparison.measure.neutral:
        return f"{heading(comparison.measure.text)}, with each of {len(names)} strategies"
    every = f"Which does best: {', '.join(names[:-1])} or {names[-1]}?"
    return every if len(every) <= MOST_LETTERS else f"Which of {len(names)} strategies does best?"


def numbers(comparison: CompareResult) -> Iterator[Number]:
    """Yield the best strategy's estimate, and the cost of the next and of the last."""
    ranking = comparison.ranking
    if comparison.measure.neutral:
        for c in (ranking[0], ranking[-1]):
            yield parts.number(comparison.measure, c.estimate, f", with {c.player.brief}")
        return
    best = f", with {ranking[0].player.brief}"
    yield parts.number(comparison.measure, ranking[0].estimate, best)
    for place in dict.fromkeys((1, len(ranking) - 1)):
        d, name = comparison_plots.behind_best(comparison, place), ranking[place].player.brief
        what = f"is what {name} {'may cost, within noise' if d.is_tie else 'costs'}"
        yield parts.cost(comparison.cost(d), what)


def _method(comparison: CompareResult) -> Iterator[str]:
    spec = comparison.spec.base
    count = f"{parts.grouped(comparison.hands)} {comparison.unit.plural} of {comparison.game.title}"
    yield f"Each strategy played {count} by computer. {parts.whereabouts(spec)}"
    yield "A strategy whose parameters are not named plays with its defaults."
    yield parts.chance(spec, comparison.unit)
    yield parts.FAIR
    yield parts.PAIRED
    if comparison.spec.precision is not None:
        yield parts.WATCHED.format(plural=comparison.unit.plural)
    yield parts.EACH


def _ranking_sheet(comparison: CompareResult) -> Sheet:
    ranking, neutral = comparison.ranking, comparison.measure.neutral
    cells = parts.estimate_cells(comparison.measure, [c.estimate for c in ranking])
    rows = tuple(
        (
            Cell(c.player.brief),
            Cell(c.place, c.first + c.last / 1000),
            replace(cell, is_best=c is ranking[0] and not neutral),
        )
        for c, cell in zip(ranking, cells, strict=True)
    )
    heads = ("Strategy", ">Place", f">Estimate, {INTERVAL}")
    first = "least" if neutral else "best"
    caption = f"The {first} first; a place such as 1 to 2 is one that the hands leave open"
    return Sheet(caption, heads, rows)


def _times(gain: float) -> str:
    if not math.isfinite(gain):
        return "-"
    return f"{gain:.3g} times" if gain < 100 else f"{parts.grouped(round(gain))} times"  # noqa: PLR2004


def _pairs_sheet(comparison: CompareResult) -> Sheet:
    names = [c.player.brief for c in comparison.contenders]
    pairs = sorted(comparison.differences, key=lambda d: -d.value)
    better = "less" if comparison.measure.neutral else "better"
    caption = f"Pair by pair, the {better} first; intervals hold for all pairs at once"
    if len(pairs) > MOST_ROWS:
        caption += f"; the {MOST_ROWS} largest of {len(pairs)}"
    pairs, rows = pairs[:MOST_ROWS], []
    gaps = [(d.value, d.low, d.high) for d in pairs]
    cells = parts.gap_cells(comparison.measure, gaps)
    for d, cell in zip(pairs, cells, strict=True):
        rows.append(
            (
                Cell(f"{names[d.a]} over {names[d.b]}"),
                Cell("tie" if d.is_tie else better),
                cell,
                Cell(f"{100 * d.differ:.3g} %", d.differ),
                Cell(_times(d.gain), d.gain),
            )
        )
    heads = (
        "Pair",
        "Verdict",
        f">{heading(better)} by, {noun(comparison.unit, comparison.measure)}",
        f">{heading(comparison.unit.plural)} that differ",
        ">Gain of pairing",
    )
    return Sheet(caption, heads, tuple(rows), folded=True)
