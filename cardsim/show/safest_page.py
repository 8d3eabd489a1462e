"""The page of the safest strategy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardsim.search.safest import Safest
from cardsim.show import parts
from cardsim.show.page import Cell, Page, Section, Sheet
from cardsim.show.panel import INTERVAL, heading, noun
from cardsim.story import Number

METHOD = (
    "All ways to play met every company in the same hands. Then the best answers were looked for "
    "to the mixture that a crowd settles on, to the company that is hardest for one who does not "
    "know it, and to the safest way so far. An answer that gained enough in fresh hands was played "
    "on with. The safest way was chosen in fresh hands, and the numbers come from others."
)


def page(safest: Safest) -> Page:
    """The report of the safest strategy."""
    spec, unit = safest.result.spec, safest.unit
    file = parts.download(f"{spec.game}-companies.csv", "each in every company", safest.frame())
    return Page(
        kicker=parts.kicker(safest.game, [spec], f"{safest.done} of answers"),
        title=f"{safest.game.title}: the safest strategy",
        numbers=tuple(_numbers(safest)),
        answer=safest.sentence,
        sections=(
            Section("If you do not know the others", sheets=(_ways(safest), _companies(safest))),
            Section(
                "What can be taken from you", paragraphs=(safest.taken,), sheets=(_sought(safest),)
            ),
            Section("Players who know all these ways", sheets=(_mixture(safest),)),
        ),
        brief=(parts.briefly(safest.game),),
        rules=parts.rules_section(safest.game, [spec]),
        method=(METHOD, parts.chance(spec, unit), parts.FAIR),
        command=safest.command,
        facts=parts.facts(spec, unit, safest.result.hands, safest.result.version),
        downloads=tuple(f for f in [file] if f is not None),
    )


def _numbers(safest: Safest) -> Iterator[Number]:
    where = f", {safest.safest} against {safest.companies[0]}"
    yield parts.number(safest.measure, safest.result.headline, where)
    worst = safest.standings[0].risk.worst
    yield parts.number(safest.measure, worst, ", in its worst company")


def _ways(safest: Safest) -> Sheet:
    risks = [way.risk for way in safest.standings]
    regrets = parts.gap_cells(safest.measure, [(r.regret, r.low, r.high) for r in risks])
    worst = parts.estimate_cells(safest.measure, [r.worst for r in risks])
    rows = tuple(
        (
            Cell(way.name),
            replace(regret, is_best=not number),
            Cell(safest.companies[way.risk.regret_among]),
            least,
            Cell(safest.companies[way.risk.worst_among]),
            Cell("yes" if way.readable else "no"),
        )
        for number, (way, regret, least) in enumerate(
            zip(safest.standings, regrets, worst, strict=True)
        )
    )
    short = f">Most regret, {noun(safest.unit, safest.measure)}"
    heads = ("Strategy", short, "Against", ">At worst", "Worst against", "By hand")
    caption = (
        "How far each falls short of the best in the same company, where that is most, and the "
        "least it gets. The safest first; all intervals of a column hold together"
    )
    return Sheet(caption, heads, rows)


def _companies(safest: Safest) -> Sheet:
    first = safest.standings[0]
    cells = parts.estimate_cells(safest.measure, first.values)
    rows = tuple(
        (Cell(company), cell) for company, cell in zip(safest.companies, cells, strict=True)
    )
    heads = ("The others", f">{heading(safest.measure.text)}, {INTERVAL}")
    return Sheet(f"What {first.name} gets in each company", heads, rows)


def _sought(safest: Safest) -> Sheet:
    gains = parts.gap_cells(safest.measure, [s.gain for s in safest.sought])
    rows = tuple(
        (
            Cell(str(s.round) if s.round else "last"),
            Cell(s.to),
            Cell(s.name or "none"),
            Cell(s.start),
            gain if s.name else Cell("-", 0.0),
            Cell("yes" if s.added else "no"),
        )
        for s, gain in zip(safest.sought, gains, strict=True)
    )
    short = f">Gains, {noun(safest.unit, safest.measure)}"
    heads = ("Round", "Answer to", "Found", "Begun with", short, "Played on with")
    return Sheet("The answers that were looked for", heads, rows)


def _mixture(safest: Safest) -> Sheet:
    rows = tuple(
        (Cell(name), Cell(f"{100 * share:.1f} %", share)) for name, share in safest.mixture
    )
    return Sheet(
        "In this mixture nobody gains by changing to another", ("Strategy", ">Share"), rows
    )
