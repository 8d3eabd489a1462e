"""The pages of advice, exact answers, replays and look backs."""

from __future__ import annotations

from typing import Any

import polars as pl

from cardsim.ask.solved import Exact
from cardsim.options.params import in_words
from cardsim.show import advised_plots, parts
from cardsim.show.page import Cell, Page, Section, Sheet, render
from cardsim.show.panel import INTERVAL, heading, noun
from cardsim.statistics.stats import exactly
from cardsim.table.advised import Advised
from cardsim.table.looked_back import LookBack
from cardsim.table.replayed import Replay
from cardsim.version import VERSION

IMAGINED = (
    "All that you do not see was dealt anew many times. In each of these hands every choice was "
    "tried, and played on to the end."
)


NUMBERS = (1, 3, 4)
"""Numeric columns of the table of other opponents."""


def advised_page(advised: Advised) -> Page:
    """Return the page of advice."""
    spec, unit, measure = advised.spec, advised.unit, advised.measure
    costs = parts.gap_cells(measure, [(c.cost, c.cost_low, c.cost_high) for c in advised.choices])
    worth = parts.gap_cells(measure, [(c.value, c.low, c.high) for c in advised.choices])
    counted, worlds = noun(unit, measure), f"{parts.grouped(advised.worlds)} imagined hands"
    drawn = tuple(advised_plots.panels(advised))
    sheet = Sheet(
        f"In {worlds} that agree with all you know",
        (
            "You may",
            f">Worth in {counted}, {INTERVAL}",
            f">Costs, compared with the best, {INTERVAL}",
        ),
        tuple(
            (Cell(choice.told), value, Cell("-", 0.0) if choice is advised.choices[0] else cost)
            for choice, value, cost in zip(advised.choices, worth, costs, strict=True)
        ),
    )
    shown, rows = advised.likelihoods
    chances = Sheet(
        f"How likely it is, unsure by up to {100 * advised.unsure:.1f} percentage points",
        ("", *(f">{choice.told}" for choice in shown)),
        tuple(
            (Cell(what), *(Cell(f"{100 * value:.1f} %", value) for value in values))
            for what, values in rows
        ),
    )
    place = tuple(f"{heading(name)}: {text}" for name, text in advised.seen)
    head, elsewhere = advised.companies
    companies = Sheet(
        "The same choice in other company",
        tuple(f">{text}" if k in NUMBERS else text for k, text in enumerate(head)),
        tuple((Cell(heading(row[0])), *map(Cell, row[1:])) for row in elsewhere),
        sortable=False,
    )
    others = Section(
        "If the others play otherwise",
        paragraphs=(advised.who,) if advised.who else (),
        sheets=(companies,) if elsewhere else (),
    )
    return Page(
        kicker=parts.kicker(
            advised.game, [spec], f"{parts.grouped(advised.worlds)} imagined hands"
        ),
        title="What should you do?",
        numbers=(),
        answer=advised.sentence,
        sections=(
            Section("What each choice costs", drawn, sheets=(sheet,)),
            *((Section("What may come of it", sheets=(chances,)),) if rows else ()),
            *((others,) if elsewhere or advised.who else ()),
            *((Section("What you see", paragraphs=place),) if place else ()),
        ),
        brief=(parts.briefly(advised.game),),
        rules=parts.rules_section(advised.game, [spec]),
        method=(
            f"{IMAGINED} {advised.likely}",
            parts.FAIR,
        ),
        command=advised.command,
        facts=parts.facts(spec, unit, advised.worlds, VERSION),
        downloads=(),
    )


def exact_page(answer: Exact) -> Page:
    """Return the page of an exact answer."""
    spec, game = answer.spec, answer.game
    figures = Sheet(
        "Exactly, without sampling",
        ("", ">Value"),
        tuple(
            (Cell(f.text), Cell(exactly(f.value, is_share=f.is_share), float(f.value)))
            for f in answer.solution.figures
        ),
        sortable=False,
    )
    sheets = [_sheet(t.text, answer.tables[t.name]) for t in answer.solution.tables]
    changed = spec.changed_rules(game).items()
    rules = "; ".join(f"{name.replace('_', '-')} {in_words(value)}" for name, value in changed)
    files = [
        parts.download(f"{spec.game}-{name.replace('_', '-')}.csv", name.replace("_", " "), table)
        for name, table in answer.tables.items()
    ]
    return Page(
        kicker=(game.title, f"{spec.players} players", "exact"),
        title=heading(spec.question.replace("-", " ")),
        numbers=(),
        answer=answer.sentence,
        sections=(Section("The figures", sheets=(figures, *sheets)),),
        brief=(parts.briefly(game),),
        rules=Section("House rules", paragraphs=(rules or f"As in {spec.preset}.",)),
        method=("Nothing was sampled: these figures are exact, but for rounding.",),
        command=answer.command,
        facts=(("Version", f"cardsim {VERSION}"),),
        downloads=tuple(f for f in files if f is not None),
    )


def replay_page(shown: Replay) -> Page:
    """Return the page of a replay."""
    spec, unit = shown.spec, shown.unit
    moves = Sheet(
        "What happened, move by move",
        (">Move", "What happened"),
        tuple((Cell(str(n), float(n)), Cell(move)) for n, move in enumerate(shown.moves, 1)),
        sortable=False,
    )
    results = Sheet(
        "What came of it",
        ("", "Value"),
        tuple((Cell(heading(name)), Cell(value)) for name, value in shown.results),
        sortable=False,
    )
    sat = tuple(heading(line) for line in shown.heading[1:])
    return Page(
        kicker=parts.kicker(shown.game, [spec], f"one {unit.name}"),
        title=heading(shown.name),
        numbers=(),
        answer=shown.sentence,
        sections=(
            *((Section("At the table", paragraphs=sat),) if sat else ()),
            Section("How it went", sheets=(moves, *([results] if shown.results else []))),
        ),
        brief=(parts.briefly(shown.game),),
        rules=parts.rules_section(shown.game, [spec]),
        method=(parts.chance(spec, unit),),
        command=shown.command,
        facts=(("Seed", str(spec.seed)), ("Version", f"cardsim {VERSION}")),
        downloads=(),
    )


def look_back_page(back: LookBack) -> Page:
    """Return the page of a look back at a game that a person played."""
    spec, unit, measure = back.spec, back.unit, back.measure
    tried = [v for v in back.verdicts if v.tried]
    costs = iter(parts.gap_cells(measure, [(v.cost, v.low, v.high) for v in tried]))
    sheet = Sheet(
        "Your decisions",
        (">Hand", "You did", "The best", f">Gave away, in {noun(unit, measure)}, {INTERVAL}"),
        tuple(
            (
                Cell(str(v.hand), float(v.hand)),
                Cell(v.did),
                *((Cell(v.best), next(costs)) if v.best else (Cell("not tried"), Cell("-"))),
            )
            for v in back.verdicts
        ),
    )
    return Page(
        kicker=parts.kicker(back.game, [spec], f"one {unit.name}"),
        title="What did your decisions give away?",
        numbers=(),
        answer=back.sentence,
        sections=(
            Section("Looking back", tuple(advised_plots.look_back_panels(back)), sheets=(sheet,)),
        ),
        brief=(parts.briefly(back.game),),
        rules=parts.rules_section(back.game, [spec]),
        method=(IMAGINED, parts.chance(spec, unit)),
        command=back.command,
        facts=(("Seed", str(spec.seed)), ("Version", f"cardsim {VERSION}")),
        downloads=(),
    )


def _sheet(caption: str, table: pl.DataFrame) -> Sheet:
    heads = tuple(
        f"{'>' if kind.is_numeric() else ''}{heading(name.replace('_', ' '))}"
        for name, kind in table.schema.items()
    )
    return Sheet(caption, heads, tuple(tuple(map(_cell, row)) for row in table.rows()))


def _cell(value: Any) -> Cell:
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return Cell(text, float(value) if isinstance(value, int | float) else None)


def runs_page(kept: pl.DataFrame) -> bytes:
    """Return the page of all kept answers, as listed by `cardsim.list_runs`."""
    rows = tuple(
        (
            Cell(str(run["number"]), run["number"], note=f"{run['ended']:%Y-%m-%d}"),
            Cell(run["sentence"]),
            Cell(run["command"], is_command=True),
        )
        for run in kept.to_dicts()
    )
    counted = f"{len(rows)} answer{'' if len(rows) == 1 else 's'}"
    heads = ("Number", "Answer", "Command")
    page = Page(
        kicker=("what was played", counted),
        title="What was played here?",
        numbers=(),
        answer=f"{counted} kept, the newest first.",
        sections=(Section("Answers", sheets=(Sheet("All answers", heads, rows),)),),
        brief=(),
        rules=Section(""),
        method=("`cardsim runs show NUMBER` prints one again, `runs open NUMBER` its page.",),
        command="cardsim runs list",
        facts=(("Version", VERSION),),
        downloads=(),
    )
    return render(page)
