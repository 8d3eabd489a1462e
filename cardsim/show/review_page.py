"""The page of a review."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cardsim.ask.reviews import Review, Reviewed, Situation
from cardsim.runs.forked import Worth
from cardsim.show import parts, review_plots
from cardsim.show.page import Cell, Page, Section, Sheet
from cardsim.show.panel import INTERVAL, heading, noun
from cardsim.story import Number

MOST_ROWS = 150
FIRST_ORDER = (
    "What a choice costs is told to first order: as if it were changed once and the old habit were "
    "back at the next turn. A rule that is changed for good may gain more or less, which other "
    "{plural} say that both played."
)
HALVES = (
    "Which choice is better in a situation was decided by one half of the forks, and what it is "
    "worth by the other half, and the other way round. Situations side by side with the same "
    "advice are told as one. Intervals hold together for all decisions and all situations that one "
    "half proposed, and what is not certain is not shown."
)
FORKS = (
    "Each {unit} was played to its end, and once more to one of your decisions in it, drawn among "
    "all of them; from there it was played on with every other choice: the same hidden cards, the "
    "same chance later on, everybody else as before."
)


def page(review: Review) -> Page:
    """Return the page of a review."""
    base, unit = review.spec.base, review.unit
    much = f"{parts.grouped(review.hands)} {unit.plural} played on"
    came = [w for w in review.worth if w.forks.any()]
    sheets = [_situations_sheet(review)] if review.situations else []
    data = [
        parts.download(f"{base.game}-situations.csv", "what costs something", review.frame()),
        parts.download(f"{base.game}-cells.csv", "every situation and choice", review.cells()),
    ]
    return Page(
        kicker=parts.kicker(review.game, [base], much),
        title=f"Where does {base.hero.brief} give most away?",
        numbers=tuple(numbers(review)),
        answer=review.sentence,
        sections=(
            Section(
                "What costs most",
                paragraphs=(FIRST_ORDER.format(plural=unit.plural),),
                sheets=(*sheets, _decisions_sheet(review)),
            ),
            *(
                Section(panel.title, (panel,), sheets=(_map_sheet(review, worth),))
                for panel, worth in zip(review_plots.panels(review), came, strict=True)
            ),
        ),
        brief=(parts.briefly(review.game),),
        rules=parts.rules_section(review.game, [base]),
        method=(
            f"{much.capitalize()}. {parts.whereabouts(base)}".strip(),
            FORKS.format(unit=unit.name),
            HALVES,
            parts.chance(base, unit),
            parts.FAIR,
            *([review.note] if review.note else []),
        ),
        command=review.command,
        facts=parts.facts(base, unit, review.hands, review.about()["version"]),
        downloads=tuple(d for d in data if d is not None),
        more=""
        if None not in data
        else "All situations are too many for this page; the command above writes them with "
        "-o review.json.",
    )


def numbers(review: Review) -> Iterator[Number]:
    """Yield the total cost, the costliest situation, and the gain of the rules."""
    if not review.situations:
        return
    top = review.situations[0]
    if review.cost.is_certain:
        yield parts.cost(review.cost_text(review.cost), "are given away, to first order")
    where = review.where(top) or "always"
    yield parts.cost(
        review.cost_text(top.cost),
        f"of them at {top.asked.decision.function}, {where}: choose {top.better_text}",
    )
    rule = review.rules or top.rule
    if rule is not None and rule.low > 0:
        which = "these rules gain" if review.rules is not None else "this rule gains"
        yield Number.of(review.cost_text(rule), f"is what {which} in other {review.unit.plural}")


def _situations_sheet(review: Review) -> Sheet:
    shown = review.situations[:MOST_ROWS]
    gaps = [(s.cost.value, s.cost.low, s.cost.high) for s in shown]
    costs = parts.gap_cells(review.measure, gaps)
    ruled = [s for s in shown if s.rule is not None]
    gains = iter(
        parts.gap_cells(
            review.measure,
            [(s.rule.value, s.rule.low, s.rule.high) for s in ruled if s.rule is not None],
        )
        if ruled
        else []
    )
    rows = []
    for s, cost in zip(shown, costs, strict=True):
        rule = () if not ruled else (next(gains) if s.rule is not None else Cell("", -1.0),)
        rows.append((*_told(review, s), cost, *rule))
    counted = noun(review.unit, review.measure)
    heads = (
        "Situation",
        "You choose",
        "Better",
        f">Comes a {review.unit.name}",
        f">Costs, {counted}",
        *([f">Gains as a rule, {counted}"] if ruled else []),
    )
    caption = f"Situations that cost something for certain, with {INTERVAL}s that hold together"
    if len(review.situations) > len(shown):
        caption += f"; the first {len(shown)} of {len(review.situations)}"
    return Sheet(caption, heads, tuple(rows))


def _told(review: Review, situation: Situation) -> tuple[Cell, ...]:
    where = review.where(situation) or "always"
    return (
        Cell(f"{situation.asked.decision.function}: {where}"),
        Cell(situation.chosen_text),
        Cell(situation.better_text, is_best=True),
        Cell(f"{situation.often:.3g}", situation.often),
    )


def _decisions_sheet(review: Review) -> Sheet:
    gaps = [(d.cost.value, d.cost.low, d.cost.high) for d in review.decisions]
    cells = parts.gap_cells(review.measure, gaps)
    rows = tuple(
        (_name(d), Cell(f"{d.often:.3g}", d.often), cell, *_counts(d))
        for d, cell in zip(review.decisions, cells, strict=True)
    )
    heads = (
        "Decision",
        f">Comes a {review.unit.name}",
        f">Costs, {noun(review.unit, review.measure)}",
        ">Situations",
        ">With forks enough",
    )
    caption = (
        f"Decision by decision; {review.candidates} situations were valued, and "
        f"{len(review.situations)} of them shown"
    )
    return Sheet(caption, heads, rows)


def _name(decision: Reviewed) -> Cell:
    return Cell(decision.name)


def _counts(decision: Reviewed) -> tuple[Cell, Cell]:
    return (
        Cell(parts.grouped(decision.situations), decision.situations),
        Cell(parts.grouped(decision.looked_at), decision.looked_at),
    )


def _map_sheet(review: Review, worth: Worth) -> Sheet:
    """Return the numbers of a picture, for the most frequent situations."""
    drawn, choices = review_plots.map_of(review, worth), worth.asked.choices
    seen = [tuple(at) for at in np.argwhere(~np.isnan(drawn.gains)).tolist()]
    seen.sort(key=lambda at: -drawn.often[at])
    shown = sorted(seen[:MOST_ROWS])
    scale, two = review_plots.scale_of(review), review_plots.has_two(worth.asked)
    features = [f for f in (drawn.across, drawn.down) if f is not None]
    rows = tuple(
        (
            *(
                Cell(review_plots.number_name(f, k), float(k))
                for f, k in zip(features, at, strict=False)
            ),
            Cell(f"{drawn.often[at]:.3g}", float(drawn.often[at])),
            *([] if worth.asked.experts else [Cell(choices[drawn.own[at]])]),
            Cell(choices[drawn.best[at]]),
            Cell(f"{scale * drawn.gains[at]:+.3g}", float(drawn.gains[at])),
        )
        for at in shown
    )
    counted = noun(review.unit, review.measure)
    gain = f"{heading(choices[1])} rather than {choices[0]}" if two else "Another choice"
    heads = (
        *(heading(review_plots.short(f)) for f in features),
        f">Comes a {review.unit.name}",
        *([] if worth.asked.experts else ["You choose most"]),
        "Better",
        f">{gain} brings each time, {counted}",
    )
    caption = f"The numbers of the picture of {worth.asked.decision.function}"
    if len(seen) > len(shown):
        caption += f"; the {len(shown)} that come most often, of {len(seen)}"
    return Sheet(caption, heads, rows, folded=True)
