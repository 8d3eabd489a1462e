"""The answer of a design: what each set of house rules does to a game."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import polars as pl

from cardsim.ask.swept import SweepSpec
from cardsim.game import Game
from cardsim.options.params import Settings
from cardsim.runs import told
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.result import Result
from cardsim.runs.sealed import FORMAT
from cardsim.runs.words import capitalised, counted, listed
from cardsim.statistics.designs import HIGH, LOW, Gauge, pareto_front
from cardsim.statistics.stats import ranged

SCHEMA = f"cardsim.design/{FORMAT}"


COURSES = 2000
"""Hands of which the course of the score is followed, at most."""


class MeasureWords(NamedTuple):
    """A measure of designs in words.

    Attributes:
        head: head of its column.
        says: its meaning.
        aim: `HIGH` or `LOW` if designers usually want that; empty for a matter of taste.
        share: True if it is a share.
    """

    head: str
    says: str
    aim: str = ""
    share: bool = True


ABOUT: Mapping[str, MeasureWords] = {
    "length": MeasureWords("length", "by which half are over", share=False),
    "short": MeasureWords("short ones", "by which a tenth are over", share=False),
    "long": MeasureWords("long ones", "by which nine tenths are over", share=False),
    "seats": MeasureWords("seat advantage", "the largest difference between two seats", LOW),
    "luck": MeasureWords("luck", "share of one result's variance that play does not explain"),
    "matters": MeasureWords(
        "decisions that matter", "share where the second choice costs enough", HIGH
    ),
    "changes": MeasureWords(
        "lead changes", "how often the lead passes to another", HIGH, share=False
    ),
    "comebacks": MeasureWords(
        "comebacks", "share of wins by a player who was behind half-way", HIGH
    ),
    "after": MeasureWords(
        "already decided", "share that is left once the winner leads for good", LOW
    ),
    "ties": MeasureWords("ties", "share that nobody wins alone", LOW),
}
"""All measures by name, in the order in which they are told."""
AIMS = {name: about.aim for name, about in ABOUT.items() if about.aim}


class StrategyResult(NamedTuple):
    """A strategy under one design.

    Attributes:
        strategy: the strategy as `--vs` takes it.
        value, low, high: its result.
        first: its best possible place among those compared.
    """

    strategy: str
    value: float
    low: float
    high: float
    first: int


@dataclass(frozen=True)
class Design:
    """One set of house rules with what it does.

    Attributes:
        settings: the rules that vary.
        result: the run at this table.
        gauges: the measures by name, those that the game can tell.
        silent: the others, each with the reason.
        ways: the strategies compared, the best in these hands first; none if there are no two.
        between: the two strategies between which luck is measured; or none.
    """

    settings: Settings
    result: Result
    gauges: Mapping[str, Gauge]
    silent: Mapping[str, str]
    ways: tuple[StrategyResult, ...] = ()
    between: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its rules in words, without the names of those that a word tells."""
        words = [
            value
            if isinstance(value, str) and value != "none"
            else told.circumstances_text([(rule, value)])
            for rule, value in self.settings
        ]
        return ", ".join(words)

    @property
    def said(self) -> str:
        """Its name within a sentence: in quotes if it has several rules, with commas between."""
        return f"'{self.name}'" if len(self.settings) > 1 else self.name

    @property
    def best(self) -> tuple[str, ...]:
        """The strategies that may be the best; none if all may be."""
        names = tuple(way.strategy for way in self.ways if way.first == 1)
        return names if len(names) < len(self.ways) else ()


@dataclass(frozen=True)
class DesignSpec:
    """Everything that decides the outcome; text and numbers only.

    Attributes:
        swept: the designs as a sweep.
        strategies: the strategies compared that were named; empty for the usual ones.
        matters: smallest cost of a second choice that matters, in the measure's unit.
        standing: fields of the view with the running score; empty if there is none.
        aims: measures to be high or low, by name.
    """

    swept: SweepSpec
    strategies: tuple[str, ...]
    matters: float
    standing: str
    aims: Mapping[str, str]

    def command(self, game: Game) -> str:
        """Return the command that plays the same hands again."""
        words = shlex.split(self.swept.command(game))
        words[1:3] = ["design", words[2], *self.strategies]
        words += ["--matters", f"{self.matters:g}"]
        words += ["--standing", self.standing] if self.standing else []
        if self.aims != AIMS:
            words += ["--aims", ",".join(f"{name}:{aim}" for name, aim in self.aims.items())]
        return shlex.join(words)


@dataclass(frozen=True, repr=False, eq=False)
class DesignResult(PlayedAnswer):
    """The effects of several sets of house rules on a game.

    Attributes:
        length: what the length is counted in, such as `hands`; empty if it is not known.
        seconds: time that it took; not part of the answer.
        partial: True if it was interrupted; later designs are then missing.
    """

    spec: DesignSpec
    designs: tuple[Design, ...]
    length: str
    seconds: float = field(compare=False)
    partial: bool
    rows = "designs"
    reached = True

    @property
    def base(self) -> Any:
        """The run of the first design."""
        return self.spec.swept.base

    @property
    def hands(self) -> int:
        """Number of hands (or matches) that each design played."""
        return self.designs[0].result.hands

    def _results(self) -> list[Result]:
        return [design.result for design in self.designs]

    @cached_property
    def front(self) -> tuple[bool, ...]:
        """True for each design that no other one beats."""
        return tuple(pareto_front([d.gauges for d in self.designs], self.spec.aims))

    def text(self, name: str, gauge: Gauge) -> str:
        """Return a measure with its interval, for people."""
        if name in {"length", "short", "long"}:
            value, low, high = (f"{x:g}" for x in gauge)
            return value if low == high else f"{value} ({low} to {high})"
        won = self.measure.in_per_cent or not self.base.seats
        share = won if name == "seats" else ABOUT[name].share
        unit = " %" if share and name != "seats" else " pp" if share else ""
        scale = 100 if share else self.measure.times if name == "seats" else 1
        return ranged(*(scale * x for x in gauge), unit=unit)

    @property
    def sentence(self) -> str:
        """The answer in a few sentences."""
        parts = [] if len(self.designs) == 1 else [self._front()]
        parts += [self._span(name) for name in ("length", "luck", "after")]
        parts.append(self._ways())
        text = " ".join(part for part in parts if part)
        text = text or f"{self.game.title} tells nothing of its design."
        if self.partial:
            return f"Interrupted after {told.counted(len(self.designs), 'design')}. {text}"
        return text

    def _front(self) -> str:
        """Return a sentence on the designs that no other beats."""
        names = [d.said for d, on in zip(self.designs, self.front, strict=True) if on]
        aims = listed([f"{ABOUT[n].head} {aim}" for n, aim in self.spec.aims.items()])
        if len(names) == len(self.designs):
            return f"None of {counted(len(names))} designs beats another in all that is wanted."
        are = "is" if len(names) == 1 else "are"
        which = f"{listed(names, most=4)} {are} beaten by none"
        return f"Of {counted(len(self.designs))} designs {which} ({aims})."

    def _span(self, name: str) -> str:
        """Return a sentence on the smallest and the largest value of a measure."""
        some = [d for d in self.designs if name in d.gauges]
        if not some:
            return ""
        some.sort(key=lambda d: d.gauges[name].value)
        head = {
            "length": f"Half of the {self.unit.plural} are over after {{}} {self.length}",
            "luck": "Luck is {} of one result",
            "after": "The last {} come after it is decided",
        }[name]
        least, most = (self.text(name, d.gauges[name]) for d in (some[0], some[-1]))
        if some[0].gauges[name].value == some[-1].gauges[name].value:
            return f"{head.format(least)}{' in all of them' if len(some) > 1 else ''}."
        return f"{head.format(least)} with {some[0].said}, and {most} with {some[-1].said}."

    def _ways(self) -> str:
        """Return a sentence on how the best strategy changes."""
        by_best: dict[tuple[str, ...], list[str]] = {}
        for design in self.designs:
            if design.ways:
                by_best.setdefault(design.best, []).append(design.said)
        if not by_best:
            return ""
        if len(by_best) == 1:
            (best,) = by_best
            return capitalised(f"{_best(best)}{' in each' if len(self.designs) > 1 else ''}.")
        same = [name for name in next(iter(by_best)) if all(name in best for best in by_best)]
        if same:
            return capitalised(f"{listed(same, 'or')} may be the best strategy in each.")
        each = [
            f"with {listed(names, 'or', most=4)} {_best(best)}" for best, names in by_best.items()
        ]
        return f"The best strategy changes: {'; '.join(each)}."

    def frame(self) -> pl.DataFrame:
        """Return one row for each design.

        Columns: the rules that vary; for each measure its `value`, named like the measure, and
            `NAME_low`, `NAME_high`, null where the game cannot tell it; `best`, the strategies that
            may be the best, in one text, null if nothing tells; `front`, True if no other design
            beats it.
        """
        rows = []
        for design, front in zip(self.designs, self.front, strict=True):
            row: dict[str, Any] = {f"{n}_" if n in ABOUT else n: v for n, v in design.settings}
            for name in ABOUT:
                gauge = design.gauges.get(name, (None, None, None))
                row |= zip((name, f"{name}_low", f"{name}_high"), gauge, strict=True)
            row |= {"best": "; ".join(design.best) or None, "front": front}
            rows.append(row)
        numbers = {f"{n}{end}": pl.Float64 for n in ABOUT for end in ("", "_low", "_high")}
        return pl.DataFrame(
            rows, schema_overrides={**numbers, "best": pl.String}, infer_schema_length=None
        )

    def ways_frame(self) -> pl.DataFrame:
        """Return one row for each design and strategy: its result, and its best possible place."""
        rows = [
            {**dict(design.settings), **way._asdict()}
            for design in self.designs
            for way in design.ways
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The designs, and the strategies compared under each."""
        return {self.rows: self.frame(), "strategies": self.ways_frame()}

    @property
    def command(self) -> str:
        """The command that plays the same hands again."""
        return self.spec.command(self.game)

    def about(self) -> dict[str, Any]:
        """Return its origin as plain data: all that is needed to get it again."""
        base, spec = self.base, self.spec
        return {
            **self.what_was_asked(SCHEMA),
            "seed": base.seed,
            "hands": base.hands,
            "partial": self.partial,
            "measure": self.plain_measure(),
            "axes": [
                {"name": a.name, "values": list(a.values), "text": a.text, "is_choice": a.is_choice}
                for a in spec.swept.axes
            ],
            "strategies": list(spec.strategies),
            "matters": spec.matters,
            "standing": spec.standing,
            "aims": dict(spec.aims),
            "length": self.length,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`; the same for the same seed."""
        return {
            **self.about(),
            "designs": [
                {
                    "settings": dict(design.settings),
                    "front": front,
                    "gauges": {name: list(gauge) for name, gauge in design.gauges.items()},
                    "silent": dict(design.silent),
                    "ways": [way._asdict() for way in design.ways],
                    "between": list(design.between),
                    "result": design.result.to_dict(),
                }
                for design, front in zip(self.designs, self.front, strict=True)
            ],
        }


def _best(names: Sequence[str]) -> str:
    """Return the best strategies as a clause."""
    if not names:
        return "no strategy does best"
    return f"{listed(names, 'or')} does best"
