"""The page of a comparison."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardsim.answers.comparisons import CompareResult
from cardsim.plots import comparison_plots
from cardsim.plots.panel import INTERVAL, heading
from cardsim.report import parts, run_page
from cardsim.report.page import Cell, Page, Section, Sheet

MOST_ROWS = 150
MOST_LETTERS = 60
"""Letters of the names in a title."""


def page(comparison: CompareResult) -> Page:
    """The report of a comparison."""
    spec, unit = comparison.spec, comparison.unit
    base, first = spec.base, comparison.ranking[0]
    value, interval = first.estimate.parts
    specs = [c.result.spec for c in comparison.contenders]
    each, pairs = comparison_plots.panels(comparison)
    much = f"{parts.grouped(comparison.hands)} {unit.plural} each"
    files = [
        parts.download(f"{base.game}-strategies.csv", "every strategy", comparison.ranking_frame()),
        parts.download(
            f"{base.game}-differences.csv", "every paired difference", comparison.frame()
        ),
    ]
    return Page(
        kicker=parts.kicker(comparison.game, specs, much),
        title=_title([c.player.brief for c in comparison.contenders]),
        figure=(
            parts.large(value),
            f"{heading(comparison.measure.text)} with {first.player.brief}",
            f"{INTERVAL} {interval}",
        ),
        answer=comparison.sentence,
        sections=(
            Section(each.title, (each,), sheets=(_ranking_sheet(comparison),)),
            Section(pairs.title, (pairs,), sheets=(_pairs_sheet(comparison),)),
            *run_page.seats(first.result, f", with {first.player.brief}"),
        ),
        rules=parts.rules_section(comparison.game, specs),
        method=tuple(_method(comparison)),
        command=comparison.command(),
        facts=parts.facts(base, unit, comparison.hands, first.result.version),
        downloads=tuple(f for f in files if f is not None),
        more=""
        if None not in files
        else "The pairs are too many for this page; the command above writes them with "
        "-o compare.csv.",
    )


def _title(names: list[str]) -> str:
    every = " or ".join(names)
    return every if len(every) <= MOST_LETTERS else f"{len(names)} strategies compared"


def _method(comparison: CompareResult) -> Iterator[str]:
    spec = comparison.spec.base
    count = f"{parts.grouped(comparison.hands)} {comparison.unit.plural} of {comparison.game.title}"
    yield f"Each strategy played {count} by computer as the hero. {parts.IN_TURN}"
    yield parts.chance(spec, comparison.unit)
    yield parts.FAIR
    yield parts.PAIRED
    if comparison.spec.precision is not None:
        yield parts.WATCHED.format(plural=comparison.unit.plural)
    yield parts.EACH


def _ranking_sheet(comparison: CompareResult) -> Sheet:
    rows = tuple(
        (
            Cell(c.player.brief),
            Cell(c.place, c.first + c.last / 1000),
            Cell(c.estimate.parts[0], c.estimate.value),
            Cell(c.estimate.parts[1], c.estimate.half),
        )
        for c in comparison.ranking
    )
    heads = ("Strategy", ">Place", ">Estimate", f">{INTERVAL}")
    caption = "The best first; a place such as 1 to 2 is one that the hands leave open"
    return Sheet(caption, heads, rows)


def _times(gain: float) -> str:
    if not math.isfinite(gain):
        return "-"
    return f"{gain:.3g} times" if gain < 100 else f"{parts.grouped(round(gain))} times"  # noqa: PLR2004


def _pairs_sheet(comparison: CompareResult) -> Sheet:
    names = [c.player.brief for c in comparison.contenders]
    pairs = sorted(comparison.differences, key=lambda d: -d.value)
    caption = "The better of a pair first, in the same hands; intervals hold for all pairs at once"
    if len(pairs) > MOST_ROWS:
        caption += f"; the {MOST_ROWS} largest of {len(pairs)}"
    rows = []
    for d in pairs[:MOST_ROWS]:
        value, interval = comparison.text_of(d)
        rows.append(
            (
                Cell(f"{names[d.a]} over {names[d.b]}"),
                Cell("tie" if d.is_tie else "better"),
                Cell(value, d.value),
                Cell(interval, d.high),
                Cell(f"{100 * d.differ:.3g} %", d.differ),
                Cell(_times(d.gain), d.gain),
            )
        )
    heads = (
        "Pair",
        "Verdict",
        ">Better by",
        f">{INTERVAL} of all pairs together",
        f">{heading(comparison.unit.plural)} that differ",
        ">Gain of pairing",
    )
    return Sheet(caption, heads, tuple(rows))
