"""Contents of an answer as plain data: sections with charts, tables and rules, and key figures.

They know nothing of screens and pages: `cardsim.show` and the command line draw them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Literal

import polars as pl

from cardsim.statistics.stats import Estimate, wilson

Kind = Literal["line", "points", "bars", "spread", "grid", "map"]
Best = Literal["", "highest", "lowest"]
_TOLD = re.compile(r"(\S+(?: %)?)(?: \((± [^)]*|\S+ to [^)]*)\))?(?: (.*))?$")
_SENTENCE = re.compile(r"(?<=[.!?]) (?=\S)")
_NEVER = re.compile(r" ?\((-?\d+): never\)")


@dataclass(frozen=True)
class Series:
    """One line, or one set of points, of a chart.

    Attributes:
        name: name in the legend.
        x: numbers, or words in a chart of categories.
        y: the values.
        low, high: their intervals; empty if there are none.
        told: texts beside the points in place of their values; empty for the values.
        hollow: numbers of the points that are certainly not as good as the first.
    """

    name: str
    x: tuple[float, ...] | tuple[str, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    told: tuple[str, ...] = ()
    hollow: tuple[int, ...] = ()

    @staticmethod
    def of(name: str, x: Sequence[Any], estimates: Sequence[Estimate]) -> Series:
        """Return estimates with their intervals."""
        return Series(
            name,
            tuple(x),
            tuple(e.value for e in estimates),
            tuple(e.low for e in estimates),
            tuple(e.high for e in estimates),
        )

    @staticmethod
    def of_group(group: Any, name: str) -> Series:
        """Return the points of a sweep over one parameter, in the same circumstances."""
        x = [p.settings[choice_of(group)][1] for p in group.points]
        return Series.of(name, x, [p.estimate for p in group.points])

    @staticmethod
    def of_gaps(name: str, x: Sequence[Any], gaps: Sequence[Any], times: float = 100) -> Series:
        """Return paired differences, such as hands in 100."""
        return Series(
            name,
            tuple(x),
            tuple(times * g.value for g in gaps),
            tuple(times * g.low for g in gaps),
            tuple(times * g.high for g in gaps),
        )

    @staticmethod
    def of_costs(group: Any, name: str) -> Series:
        """Return the costs of a sweep's points, over one parameter, compared with the best.

        Shares are counted in 100 (hands or matches), other measures as their sentences do.
        """
        times = group.points[0].result.measure.shown_times
        x = [p.settings[choice_of(group)][1] for p in group.points]
        return Series.of_gaps(name, x, [p.shortfall for p in group.points], times)

    @staticmethod
    def of_shares(name: str, frame: pl.DataFrame, x: str, won: str, least: int = 1) -> Series:
        """Return the shares of an event by the value of a column.

        Args:
            name: name in the legend.
            frame: a row for each hand.
            x: column along the chart.
            won: column of the event: true or false, or a share of a win.
            least: smallest number of hands for an `x` that is shown.
        """
        rows = frame.group_by(x).agg(pl.len().alias("n"), pl.col(won).cast(pl.Float64).sum())
        places, counts, sums = rows.filter(pl.col("n") >= least).sort(x)
        ends = [wilson(s, n) for s, n in zip(sums, counts, strict=True)]
        low, high = zip(*ends, strict=True) if ends else ((), ())
        return Series(name, tuple(places), tuple(sums / counts), low, high)


@dataclass(frozen=True)
class Chart:
    """A chart, described by its data.

    Attributes:
        finding: its finding in a sentence: the title, and the text for those who cannot see it.
        x, y: names of the axes, with the unit.
        series: at least one.
        kind: lines with bands along numbers, points with their intervals below each other, bars of
            shares, a spread (a histogram of numbers and their counts), a grid of cells whose rows
            are the series, or a map: more cells than have room for their numbers, which the table
            of its section has. A series of a map has every x; NaN leaves a cell out.
        percent: True if the values are shares.
        reference: a value to compare with, such as a fair share, and its name.
        interval: name of the intervals, in the plural, unless they are 95 % intervals.
        best: the value of a series that is best, if one is.
        exact: True if values without an interval are exact.
        sweep: the sweep of the series; a page then draws it in its own way, with a control.
        step: of a spread, the smallest difference between its numbers.
        rows: of a map, the difference between its series.
        sides: of a map, names of the cells above 0 and below 0.
        regions: of a map, a number for each cell of each series; a line parts those that differ.
        own_scales: True if each line has a small chart and a scale of its own, as lines of unlike
            things need.
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
    step: float = 1.0
    rows: str = ""
    sides: tuple[str, str] = ("", "")
    regions: tuple[tuple[int, ...], ...] = ()
    own_scales: bool = False

    @property
    def never(self) -> float | None:
        """The x that stands for never, if the axis names one; else None."""
        told = _NEVER.search(self.x)
        return None if told is None else float(told[1])

    @property
    def x_name(self) -> str:
        """The name of the x axis, without the number that stands for never: that is named there."""
        return _NEVER.sub("", self.x)

    def x_text(self, x: float | str) -> str:
        """Return the text of a place along the chart."""
        if isinstance(x, str):
            return x
        return "never" if x == self.never else f"{x:g}"

    @property
    def places(self) -> list[Any]:
        """Each x of any series once; in the series' order if they are set against each other."""
        values = list(dict.fromkeys(x for s in self.series for x in s.x))
        names: list[Any] = [s.name for s in self.series]
        return names if set(names) == set(values) else values

    def frame(self) -> pl.DataFrame:
        """Return the data, one row a point: series, x, y, low, high (null if there are none)."""
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
    """A small table of an answer, in words and numbers.

    Attributes:
        caption: the table's caption.
        heads: heads of the columns.
        rows: rows of as many texts; the first names the row. For a number with its interval, such
            as `33 % (± 2)`, a page shows the interval below it.
        numbers: columns of numbers, by which a page can sort.
        best: rows that may be the best; the best one first.
        firsts: number of best rows, for a table of several comparisons.
        value: the column of numbers whose best is marked; by default the first.
        is_long: True if it is too long for a terminal; pages and files have it.
        spare: columns that a narrow terminal shows without their intervals or leaves out, in this
            order.
    """

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    best: tuple[int, ...] = ()
    firsts: int = 1
    value: int | None = None
    is_long: bool = False
    spare: tuple[int, ...] = ()


@dataclass(frozen=True)
class Section:
    """One section of an answer: a heading, a text, and a chart or a table.

    Attributes:
        heading, text, chart, table: the parts.
        rules: rules to play by, listed by number, each without a full stop. The first section with
            rules and no chart is the card that a page prints.
        is_open: True if a page shows it unfolded; if no section is, the first chart and the card
            are.
        is_aside: True if a terminal leaves it out.
        few: number of rows of the table that a terminal shows, those that may be the best before
            others; 0 for all.
    """

    heading: str
    text: str
    chart: Chart | None = None
    table: Table | None = None
    rules: tuple[str, ...] = ()
    is_open: bool = False
    is_aside: bool = False
    few: int = 0


MOST_WORDS = 6
"""Largest number of words of a key figure's label."""
PAUSES = re.compile(r"above|against|at|between|for|from|in|than|that|until|when|who|with")
"""Words before which a label may end."""
SMALL = re.compile(r"an?|and|are|is|of|or|the")
"""Words with which no label ends."""


@dataclass(frozen=True)
class Number:
    """A key figure, shown large on a page.

    Attributes:
        value: two or three digits, with the unit: `45 %`.
        what: what it counts, in a few words: `of matches won by never knocking`.
        sure: its interval, in a few words.
        is_cost: True for the cost of a wrong choice.
    """

    value: str
    what: str
    sure: str = ""
    is_cost: bool = False

    @staticmethod
    def of(text: object, what: str, *, is_cost: bool = False) -> Number:
        """Return a key figure from a text such as `5.2 (± 0.3)` or `45 % (± 2) of matches`.

        For a cost that may be zero, the upper limit is shown: `at most 3.6`.
        """
        match = _TOLD.match(str(text))
        value, sure, noun = match.groups("") if match is not None else (str(text), "", "")
        what = f"{noun} {what}".strip()
        if is_cost and (worst := _may_be_nothing(value, sure)):
            return Number(worst, what, f"{value} {sure}", is_cost)
        return Number(value, what, sure, is_cost)

    @property
    def label(self) -> str:
        """Its noun in at most six words, to stand below large print."""
        return self._parts[0]

    @property
    def more(self) -> str:
        """The rest of its noun, for small print."""
        return self._parts[1]

    def beside(self, others: Iterable[Number]) -> tuple[str, str]:
        """Return label and small print where others stand beside it: alike nouns end alike.

        Beside `you win the match` with `in mixed company` in small print, `you win the match
        against beginners` is not one label, though it has six words.
        """
        shorter = (o.label for o in others if o.more and self.label.startswith(f"{o.label} "))
        label = min(shorter, key=len, default=self.label)
        return label, self.what[len(label) :].lstrip(",: ")

    @property
    def _parts(self) -> tuple[str, str]:
        words = self.what.split()
        if len(words) <= MOST_WORDS:
            return self.what, ""
        starts = range(MOST_WORDS, 1, -1)
        long = (k for k in starts if words[k - 1][-1] in ",:" or words[k] in {"by", "if"})
        short = (k for k in starts if PAUSES.fullmatch(words[k]))
        whole = (k for k in starts if not SMALL.fullmatch(words[k - 1]))
        cut = next(chain(long, short, whole), MOST_WORDS)
        return " ".join(words[:cut]).rstrip(",:"), " ".join(words[cut:])


@dataclass(frozen=True)
class Story:
    """The contents of an answer.

    Attributes:
        question: the question.
        answer: the answer in a few sentences.
        numbers: key figures, shown large.
        sections: the evidence for the answer, in order.
        much: amount of play, in words, such as `20 000 decisions`.
        specs: the runs behind it, whose rules and players are shown.
        method: how it was found, beyond what is true of every run.
        files: tables for files: a name, a description, the table.
        asked: what was asked and played, by name: the rules, who sat where, the seed.
    """

    question: str
    answer: str
    numbers: tuple[Number, ...]
    sections: tuple[Section, ...]
    much: str
    specs: tuple[Any, ...] = ()
    method: tuple[str, ...] = ()
    files: tuple[tuple[str, str, pl.DataFrame], ...] = ()
    asked: tuple[tuple[str, str], ...] = ()


def _may_be_nothing(value: str, sure: str) -> str:
    """Return the upper limit of a cost that may be zero, such as `at most 3.6`; else empty."""
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
    """Return the index of the setting that varies within a group.

    Raises:
        ValueError: several vary, or none.
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
    """Return a section without sentences that the answer has said, if anything is left."""
    said = {sentence.rstrip(".") for sentence in _SENTENCE.split(answer)}
    more = [s for s in _SENTENCE.split(section.text) if s.rstrip(".") not in said]
    shows = more or section.table is not None
    return replace(section, text=" ".join(more)) if shows else section
