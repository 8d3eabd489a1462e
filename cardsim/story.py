"""What an answer tells, as plain data: sections with charts, tables and rules, and key figures.

It knows nothing of screens and pages: `cardsim.show` and the command line draw it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import polars as pl

from cardsim.statistics.stats import Estimate, wilson

Kind = Literal["line", "points", "grid"]
Best = Literal["", "highest", "lowest"]
_TOLD = re.compile(r"(\S+(?: %)?)(?: \((± [^)]*|\S+ to [^)]*)\))?(?: (.*))?$")
_SENTENCE = re.compile(r"(?<=[.!?]) (?=\S)")
_NEVER = re.compile(r"\((-?\d+): never\)")


@dataclass(frozen=True)
class Series:
    """One line, or one set of points, of a chart.

    Attributes:
        name: as in the legend.
        x: numbers, or words where the chart is one of categories.
        y: the values.
        low, high: their intervals; empty where there are none.
    """

    name: str
    x: tuple[float, ...] | tuple[str, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()

    @staticmethod
    def of(name: str, x: Sequence[Any], estimates: Sequence[Estimate]) -> Series:
        """Estimates with their intervals."""
        return Series(
            name,
            tuple(x),
            tuple(e.value for e in estimates),
            tuple(e.low for e in estimates),
            tuple(e.high for e in estimates),
        )

    @staticmethod
    def of_contenders(comparison: Any, name: str = "") -> Series:
        """The strategies of a comparison, the best first."""
        ranking = comparison.ranking
        return Series.of(name, [c.player.brief for c in ranking], [c.estimate for c in ranking])

    @staticmethod
    def of_group(group: Any, name: str) -> Series:
        """The points of a sweep over one parameter, in the same circumstances."""
        x = [p.settings[choice_of(group)][1] for p in group.points]
        return Series.of(name, x, [p.estimate for p in group.points])

    @staticmethod
    def of_gaps(name: str, x: Sequence[Any], gaps: Sequence[Any], times: float = 100) -> Series:
        """Paired differences, such as hands in 100."""
        return Series(
            name,
            tuple(x),
            tuple(times * g.value for g in gaps),
            tuple(times * g.low for g in gaps),
            tuple(times * g.high for g in gaps),
        )

    @staticmethod
    def of_costs(group: Any, name: str) -> Series:
        """What each point of a sweep over one parameter costs beside the best of them.

        A share is counted in 100 (of hands, of matches), another measure as its sentences count it.
        """
        measure = group.points[0].result.measure
        times = 100 if measure.in_per_cent else measure.times
        x = [p.settings[choice_of(group)][1] for p in group.points]
        return Series.of_gaps(name, x, [p.shortfall for p in group.points], times)

    @staticmethod
    def of_shares(name: str, frame: pl.DataFrame, x: str, won: str, least: int = 1) -> Series:
        """How often something came about, by what was there.

        Args:
            name: as in the legend.
            frame: a row for each hand.
            x: the column along the chart.
            won: the column of what is counted: true or false, or a share of a win.
            least: the fewest hands with an `x` that is shown.
        """
        rows = frame.group_by(x).agg(pl.len().alias("n"), pl.col(won).cast(pl.Float64).sum())
        places, counts, sums = rows.filter(pl.col("n") >= least).sort(x)
        ends = [wilson(s, n) for s, n in zip(sums, counts, strict=True)]
        low, high = zip(*ends, strict=True) if ends else ((), ())
        return Series(name, tuple(places), tuple(sums / counts), low, high)


@dataclass(frozen=True)
class Chart:
    """A chart, told by its data.

    Attributes:
        finding: what it shows, in a sentence: its title and its text for those who cannot see it.
        x, y: what the axes are, with the unit.
        series: at least one.
        kind: lines with bands along numbers, points with bars below each other, or a grid of cells
            whose rows are the series.
        percent: whether the values are shares.
        reference: a value to compare with, such as a fair share, and its name.
        interval: what the intervals are, in the plural, where they are not 95 % intervals.
        best: which value of a series is the best, where one of them is.
        exact: whether values without an interval are exact.
        sweep: the sweep that the series are of; what is drawn is then what each choice costs.
    """

    finding: str
    x: str
    y: str
    series: tuple[Series, ...]
    kind: Kind = "line"
    percent: bool = False
    reference: tuple[float, str] | None = None
    interval: str = ""
    best: Best = ""
    exact: bool = False
    sweep: Any = None

    @property
    def never(self) -> float | None:
        """The x that stands for never, where the axis says so; else None."""
        told = _NEVER.search(self.x)
        return None if told is None else float(told[1])

    def x_text(self, x: float | str) -> str:
        """A place along the chart, for people."""
        if isinstance(x, str):
            return x
        return "never" if x == self.never else f"{x:g}"

    @property
    def places(self) -> list[Any]:
        """Each x of any series once; where series are set against each other, in their order."""
        values = list(dict.fromkeys(x for s in self.series for x in s.x))
        names: list[Any] = [s.name for s in self.series]
        return names if set(names) == set(values) else values

    def frame(self) -> pl.DataFrame:
        """The data, one row a point: series, x, y, low, high (null where there are none)."""
        return pl.DataFrame(
            [
                {
                    "series": s.name,
                    "x": s.x[k] if isinstance(s.x[k], str) else float(s.x[k]),
                    "y": s.y[k],
                    "low": s.low[k] if s.low else None,
                    "high": s.high[k] if s.high else None,
                }
                for s in self.series
                for k in range(len(s.x))
            ],
            schema_overrides={"y": pl.Float64, "low": pl.Float64, "high": pl.Float64},
        )


@dataclass(frozen=True)
class Table:
    """A small table of an answer, in words and numbers as a sentence tells them.

    Attributes:
        caption: what it lists.
        heads: of the columns.
        rows: of as many texts; the first of a row names it. Of a number with its interval behind
            it, such as `33 % (± 2)`, a page shows the interval below it.
        numbers: the columns of numbers, by which a page can sort.
        best: rows that may be the best; the first of them is.
    """

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    best: tuple[int, ...] = ()


@dataclass(frozen=True)
class Section:
    """One step of an answer: a heading, what it says, and the chart or the table that shows it.

    Attributes:
        heading, text, chart, table: these.
        rules: to play by, listed by number, each without a full stop. The first section that has
            rules and no chart is the card that a page prints.
    """

    heading: str
    text: str
    chart: Chart | None = None
    table: Table | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Number:
    """A number that answers, shown large on a page.

    Attributes:
        value: in two or three digits, with its unit: `45 %`.
        what: of what it is, in a few words: `of matches won by never knocking`.
        sure: how sure it is, in a few words.
        is_cost: whether it is what a wrong choice costs.
    """

    value: str
    what: str
    sure: str = ""
    is_cost: bool = False

    @staticmethod
    def of(text: object, what: str, *, is_cost: bool = False) -> Number:
        """A number as a sentence tells it, such as `5.2 (± 0.3)` or `45 % (± 2) of matches`.

        Of a cost that may be nothing, the most that it may be is shown: `at most 3.6`.
        """
        match = _TOLD.match(str(text))
        value, sure, noun = match.groups("") if match is not None else (str(text), "", "")
        what = f"{noun} {what}".strip()
        if is_cost and (worst := _may_be_nothing(value, sure)):
            return Number(worst, what, f"{value} {sure}", is_cost)
        return Number(value, what, sure, is_cost)


@dataclass(frozen=True)
class Story:
    """All that an answer tells.

    Attributes:
        question: what was asked.
        answer: in a few sentences.
        numbers: those that answer, shown large.
        sections: what the answer rests on, in order.
        much: how much was played.
        specs: the runs that it comes of, whose rules and players are told.
        method: how it was found, beyond what is true of every run.
        files: its tables for a file: a name, what is in it, the table.
    """

    question: str
    answer: str
    numbers: tuple[Number, ...]
    sections: tuple[Section, ...]
    much: str
    specs: tuple[Any, ...] = ()
    method: tuple[str, ...] = ()
    files: tuple[tuple[str, str, pl.DataFrame], ...] = ()


def _may_be_nothing(value: str, sure: str) -> str:
    """The most that a cost may be where it may be nothing, such as `at most 3.6`; else nothing."""
    number, _, unit = value.replace("\N{MINUS SIGN}", "-").partition(" ")
    half = sure.removeprefix("± ")
    try:
        cost, doubt = float(number), float(half)
    except ValueError:
        return ""
    if cost > doubt:
        return ""
    places = max(len(n.partition(".")[2]) for n in (number, half))
    return f"at most {cost + doubt:.{places}f} {unit}".rstrip()


def choice_of(group: Any) -> int:
    """Return which setting of a group's points varies.

    Raises:
        ValueError: several do, or none.
    """
    circumstances = {name for name, _ in group.circumstances}
    choices = [
        k for k, (name, _) in enumerate(group.points[0].settings) if name not in circumstances
    ]
    if len(choices) != 1:
        message = f"{len(choices)} parameters vary; a line needs one"
        raise ValueError(message)
    return choices[0]


def without_answer(section: Section, answer: str) -> Section:
    """Return a step without the sentences that the answer above it has said, if any is left."""
    said = {sentence.rstrip(".") for sentence in _SENTENCE.split(answer)}
    more = [s for s in _SENTENCE.split(section.text) if s.rstrip(".") not in said]
    shows = more or section.table is not None
    return replace(section, text=" ".join(more)) if shows else section
