"""The story of a question asked in several companies: one table, and a chart for each company."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Any

from cardsim.ask import compare_story, run_story, sweep_story, tune_story
from cardsim.ask.comparisons import CompareResult
from cardsim.ask.in_companies import COMPANY, InCompanies
from cardsim.ask.swept import SweepResult
from cardsim.ask.tuned import TuneResult
from cardsim.runs import told
from cardsim.runs.result import Result
from cardsim.runs.words import capitalised, counted
from cardsim.story import Number, Section, Story, Table

TOLD: dict[type, Callable[[Any], Story]] = {
    Result: run_story.story,
    SweepResult: sweep_story.story,
    CompareResult: compare_story.story,
    TuneResult: tune_story.story,
}
MOST_NUMBERS = 4


def story(met: InCompanies[Any]) -> Story:
    """Tell the answers of all companies."""
    stories = {name: TOLD[type(answer)](answer) for name, answer in met.answers.items()}
    first = stories[next(iter(met))]
    where = f"in {counted(len(met))} companies" if len(met) > 1 else "in one company"
    spec = met.first.spec
    base = getattr(spec, "base", spec)
    varied = {axis.name for axis in getattr(spec, "axes", ())}
    return Story(
        question=f"{first.question.removesuffix('?').removesuffix(',')}, {where}"
        + "?" * first.question.endswith("?"),
        answer=met.sentence,
        numbers=tuple(_numbers(stories)),
        sections=(_together(met, stories), *_charts(stories)),
        much=f"{_much(met, stories)}, {where}",
        specs=tuple(spec for one in stories.values() for spec in one.specs),
        method=(*_method(stories), "All companies were met in the same deals."),
        files=((f"{met.game.name}-companies.csv", "every company", met.frame()),),
        asked=(told.rules(base, varied), ("Companies", "; ".join(met)), ("Seed", str(base.seed))),
    )


def _much(met: InCompanies[Any], stories: Mapping[str, Story]) -> str:
    """Tell what was played in each company: after a precision, where it was least and most."""
    hands = {name: getattr(answer, "hands", 0) for name, answer in met.answers.items()}
    least, most = (stories[pick(hands, key=hands.__getitem__)].much for pick in (min, max))
    return most if least == most else f"from {least} to {most}"


def _method(stories: Mapping[str, Story]) -> Iterator[str]:
    """Tell how each company was met; what holds of one alone with its name in front."""
    abreast = zip_longest(*(one.method for one in stories.values()), fillvalue="")
    for line in filter(None, dict.fromkeys(chain.from_iterable(abreast))):
        within = [name for name, one in stories.items() if line in one.method]
        yield line if len(within) == len(stories) else f"{', '.join(within)}: {line}"


def _numbers(stories: Mapping[str, Story]) -> Iterator[Number]:
    """Tell the first number of each company."""
    for name, one in [*stories.items()][:MOST_NUMBERS]:
        for number in one.numbers[:1]:
            yield replace(number, what=f"{number.what}; company: {name}")


def _together(met: InCompanies[Any], stories: Mapping[str, Story]) -> Section:
    """Tell the main table of each company as one."""
    parts = [(name, _main(met[name], one)) for name, one in stories.items()]
    rows = tuple((name, *row) for name, table in parts for row in table.rows)
    first, begin = parts[0][1], 0
    best: list[int] = []
    others: list[int] = []
    for _, table in parts:
        places = [begin + k for k in table.best]
        best += places[: table.firsts]
        others += places[table.firsts :]
        begin += len(table.rows)
    return Section(
        "In each company",
        "",
        table=Table(
            first.caption,
            (COMPANY, *first.heads),
            rows,
            numbers=tuple(k + 1 for k in first.numbers),
            best=(*best, *others),
            firsts=len(best),
            value=None if first.value is None else first.value + 1,
            spare=tuple(k + 1 for k in first.spare),
        ),
        is_open=True,
    )


def _main(answer: Any, story: Story) -> Table:
    """Return the main table of an answer: of a run its estimate, else its first one."""
    if isinstance(answer, Result):
        texts = told.cells(told.estimate_texts(answer.measure, [answer.headline]))
        who = told.line_up(answer.spec) or answer.game.title
        head = capitalised(answer.measure.text)
        return Table("The same hands in each company", ("who plays", head), ((who, *texts),), (1,))
    return next(s.table for s in story.sections if s.table is not None)


def _charts(stories: Mapping[str, Story]) -> Iterator[Section]:
    """Yield the first chart of each company."""
    for name, one in stories.items():
        chart = next((s.chart for s in one.sections if s.chart is not None), None)
        if chart is not None:
            titled = replace(chart, finding=f"{chart.finding} (company: {name})")
            yield Section(titled.finding, "", titled, is_aside=True)
