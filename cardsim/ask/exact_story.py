"""The story of an exact answer: its numbers and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.ask.solved import Exact
from cardsim.game import FigureTable
from cardsim.options.params import settings_text
from cardsim.runs import told
from cardsim.runs.solution import find_question
from cardsim.runs.words import capitalised
from cardsim.statistics.stats import exactly
from cardsim.story import Section, Story, Table

EXACT = "Nothing was sampled: these figures are exact, but for rounding."


def story(answer: Exact) -> Story:
    """Tell an exact answer."""
    asked = find_question(answer.game, answer.spec.question).help
    frames = answer.tables
    said = settings_text((name, value) for name, value in answer.spec.options if value != "")
    return Story(
        question=capitalised(asked),
        answer=answer.sentence,
        numbers=(),
        sections=(_figures(answer), *map(_table, answer.solution.tables)),
        much="exact",
        specs=(answer.spec,),
        method=(EXACT,),
        files=tuple(
            (f"{answer.spec.game}-{t.name}.csv", t.text, frames[t.name])
            for t in answer.solution.tables
        ),
        asked=(told.rules(answer.spec), *([("With", said)] if said else [])),
    )


def _figures(answer: Exact) -> Section:
    rows = [
        (
            f.text,
            str(f.value) if isinstance(f.value, int) else exactly(f.value, is_share=f.is_share),
        )
        for f in answer.solution.figures
    ]
    caption = "Exactly, without sampling"
    return Section(
        caption, "", table=Table(caption, ("figure", "value"), tuple(rows), numbers=(1,))
    )


def _table(table: FigureTable) -> Section:
    columns = table.columns
    texts = [
        _texts(values, shares=name in table.shares, brief=table.brief)
        for name, values in columns.items()
    ]
    numbers = [k for k, c in enumerate(columns.values()) if not any(isinstance(v, str) for v in c)]
    return Section(
        table.text,
        "" if table.brief else f"With `--json`, it is the table `{table.name}`.",
        table=Table(
            table.text,
            tuple(name.replace("_", " ") for name in columns),
            tuple(zip(*texts, strict=True)),
            numbers=tuple(numbers),
            is_long=not table.brief,
        ),
    )


def _texts(values: Sequence[Any], *, shares: bool, brief: bool) -> list[str]:
    """Return a column as text; shares in per cent, those of a brief table with as many decimals."""
    times, unit = (100, " %") if shares else (1, "")
    if not brief:
        return [f"{times * v:.6g}{unit}" if isinstance(v, float) else str(v) for v in values]
    if shares:
        decimals = max(len(f"{100 * v:.6g}".partition(".")[2]) for v in values)
        return [f"{100 * v:.{decimals}f} %" for v in values]
    return [f"{v:.6f}" if isinstance(v, float) else str(v) for v in values]
