"""The answer of a sweep: its points, grouped by circumstance, and the best of each group."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple, dataclass, field, replace
from functools import cached_property
from typing import Any

import polars as pl

from cardsim.errors import UserError, echoed, one_line
from cardsim.game import Game
from cardsim.options.params import (
    Settings,
    Value,
    did_you_mean,
    in_words,
    settings_text,
    shown,
    shown_precision,
)
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.result import Result
from cardsim.runs.sealed import FORMAT
from cardsim.runs.spec import Player, RunSpec
from cardsim.runs.words import MOST_LISTED, capitalised, counted, listed
from cardsim.statistics.confidence_sequences import hands_needed
from cardsim.statistics.paired import Moments, Shortfall
from cardsim.statistics.stats import Estimate

SCHEMA = f"cardsim.sweep/{FORMAT}"

RESULT_COLUMNS = (
    *("value", "low", "high", "n", "worse", "worse_low", "worse_high"),
    *("best", "tied", "negligible"),
)
"""Columns of `SweepResult.frame` besides the axes."""
MOST_VALUES = 64
"""Largest number of values that a range grows to by itself."""


@dataclass(frozen=True)
class SweptOption:
    """An option that varies over a sweep.

    Attributes:
        name: name of the option, with underscores.
        values: its values, all different, in the order given.
        text: the values as on the command line, such as `17..31`.
        is_choice: True for a parameter of the hero, False for a circumstance. With a neutral
            measure every axis is a circumstance.
        asked: the range asked for, if the sweep went on beyond it; else empty.
        beyond: True if the option allows numbers below all of the values, and above all of them.
    """

    name: str
    values: tuple[Value, ...]
    text: str
    is_choice: bool
    asked: str = ""
    beyond: tuple[bool, bool] = (False, False)

    @property
    def ends(self) -> tuple[Value, Value] | None:
        """Smallest and largest of several numbers; None if they are no numbers."""
        numbers = [v for v in self.values if isinstance(v, int | float)]
        if any(isinstance(v, bool | str) for v in self.values) or len(numbers) == 1:
            return None
        return min(numbers), max(numbers)

    @property
    def flag(self) -> str:
        """Flag on the command line: `--knock-threshold`."""
        return "--" + self.name.replace("_", "-")


@dataclass(frozen=True)
class SweepSpec:
    """Everything that decides the outcome of a sweep; text and numbers only.

    Attributes:
        axes: the options that vary; the grid is all combinations, the last axis fastest.
        base: the run at the first point, of `base.hands` hands at most.
        precision: half width of the intervals at which it stops, or None.
        friend: the hero's partner in all runs; None if each hero is its own, or has none.
    """

    axes: tuple[SweptOption, ...]
    base: RunSpec
    precision: float | None = None
    friend: Player | None = None

    @property
    def size(self) -> int:
        """Number of points in the grid."""
        return math.prod(len(axis.values) for axis in self.axes)

    def command(self, game: Game) -> str:
        """Return the command that repeats the sweep."""
        flags = {axis.flag for axis in self.axes}
        options = self.base.options_with(game, self.friend)
        words = ["cardsim", "sweep", self.base.game, *_without(options, flags)]
        for axis in self.axes:
            words += [axis.flag, axis.text]
        return shlex.join([*words, *self.base.ending(game, self.precision)])


def _without(words: Sequence[str], flags: set[str]) -> list[str]:
    """Return the words of a command without the options of some flags."""
    negative = {"--no-" + flag.removeprefix("--") for flag in flags}
    others: list[str] = []
    dropping = False
    for word in words:
        if word.startswith("--"):
            dropping = word in flags | negative
        if not dropping:
            others.append(word)
    return others


@dataclass(frozen=True)
class Point:
    """One point of a sweep.

    Attributes:
        settings: value of every axis.
        result: the result of `cardsim.run` with these settings, and the same seed and hands.
        estimate: estimate of the sweep's measure, with the interval of this point alone. It is
            valid at every look if the sweep stopped by it.
        shortfall: distance from the best point in the same circumstances, in the measure's unit (a
            share: 0 to 1).
        best: True if it did best of them in these hands.
        tied: True if it may be the truly best of them; also for the one that did best.
        negligible: True if its distance from the truly best one has no practical importance
            (`cardsim.statistics.paired.NEGLIGIBLE`).
    """

    settings: Settings
    result: Result
    estimate: Estimate
    shortfall: Shortfall
    best: bool
    tied: bool
    negligible: bool

    def __repr__(self) -> str:
        return one_line(
            self, f"{settings_text(self.settings)}: {self.estimate.text} {self.estimate}"
        )

    def __getitem__(self, name: str) -> Value:
        """Return the value of an axis of the sweep, such as `point["knock_threshold"]`."""
        return _value_of(self.settings, name)

    @property
    def row(self) -> dict[str, Any]:
        """Its values in `SweepResult.frame`, by column."""
        estimate, more = self.estimate, (self.best, self.tied, self.negligible)
        values = (estimate.value, estimate.low, estimate.high, self.result.hands)
        return dict(zip(RESULT_COLUMNS, (*values, *astuple(self.shortfall), *more), strict=True))


@dataclass(frozen=True)
class Edge:
    """A best point at an end of an axis.

    Attributes:
        is_high: True for the largest value, False for the smallest.
        more: True if the option allows numbers beyond.
    """

    axis: str
    value: Value
    is_high: bool
    more: bool


def _value_of(settings: Settings, name: str) -> Value:
    known = dict(settings)
    if name not in known:
        message = f"'{echoed(name)}' is none of {', '.join(known) or 'nothing'}, which vary here"
        raise UserError(message, hint=did_you_mean(echoed(name), known))
    return known[name]


@dataclass(frozen=True)
class Group:
    """The points with the same circumstances, which are compared with each other.

    Attributes:
        circumstances: values of the axes that are no choices.
        points: points in the order of the grid; all played the same `hands`.
        moments: sums and products over the hands, in the order of the points.
        reached: True if the precision asked for was reached, or none was asked for.
        at_edge: ends of choice axes at which the best point lies; none if a point further inside is
            the same play.
    """

    circumstances: Settings
    points: tuple[Point, ...]
    moments: Moments = field(repr=False)
    reached: bool = True
    at_edge: tuple[Edge, ...] = ()

    def __repr__(self) -> str:
        around, best = settings_text(self.circumstances), settings_text(self.best.settings)
        return one_line(self, f"of {len(self.points)} points", around, f"best {best}")

    def __getitem__(self, name: str) -> Value:
        """Return the value of a circumstance, such as `group["players"]`."""
        return _value_of(self.circumstances, name)

    @property
    def hands(self) -> int:
        """Number of hands (or matches) that each point played."""
        return self.moments.n

    @property
    def half(self) -> float:
        """Half the width of the widest interval: of a shortfall, or of the only point."""
        if len(self.points) == 1:
            return self.points[0].estimate.half
        return max((p.shortfall.high - p.shortfall.low) / 2 for p in self.points)

    @property
    def best(self) -> Point:
        """The point that did best in these hands."""
        return next(p for p in self.points if p.best)

    @property
    def tied(self) -> tuple[Point, ...]:
        """The other points that may be the truly best one, the nearest first."""
        others = (p for p in self.points if p.tied and not p.best)
        return tuple(sorted(others, key=lambda p: p.shortfall.value))

    @property
    def same_play(self) -> tuple[tuple[Point, ...], ...]:
        """Sets of several points that are the same play: no hand had another value."""
        parts: dict[int, list[Point]] = {}
        for first, point in zip(self.moments.twins.tolist(), self.points, strict=True):
            parts.setdefault(first, []).append(point)
        return tuple(tuple(part) for part in parts.values() if len(part) > 1)

    @property
    def negligible(self) -> bool:
        """True if it makes no practical difference which of several points is played."""
        return len(self.points) > 1 and all(p.negligible for p in self.points)

    @property
    def beaten(self) -> tuple[Point, ...]:
        """The points that are worse than the truly best one, the nearest first."""
        others = (p for p in self.points if not p.tied)
        return tuple(sorted(others, key=lambda p: p.shortfall.value))


@dataclass(frozen=True, repr=False, eq=False)
class SweepResult(PlayedAnswer):
    """The outcome of a sweep.

    Attributes:
        groups: the points, by their circumstances; one group if only choices vary.
        seconds: time that it took; not part of the answer.
        partial: True if it was interrupted; groups that had not begun are missing.
    """

    spec: SweepSpec
    groups: tuple[Group, ...]
    seconds: float = field(compare=False)
    partial: bool
    rows = "points"

    @property
    def best(self) -> Point:
        """The point that did best in these hands, if there is one group."""
        if len(self.groups) > 1:
            names = ", ".join(axis.name for axis in self.circumstances)
            raise UserError(
                f"there is a best point for each of the {len(self.groups)} values of {names}, "
                "and none for all",
                hint="[group.best for group in swept.groups]",
            )
        return self.groups[0].best

    @property
    def hands(self) -> int:
        """Largest number of hands (or matches) of a point."""
        return max(group.hands for group in self.groups)

    def _results(self) -> list[Result]:
        return [point.result for point in self.points]

    @property
    def points(self) -> tuple[Point, ...]:
        """All points, group by group."""
        return tuple(p for g in self.groups for p in g.points)

    @property
    def reached(self) -> bool:
        """True if the precision asked for was reached everywhere, or none was asked for."""
        return not self.partial and all(g.reached for g in self.groups)

    @property
    def needed(self) -> int | None:
        """Hands at each point that the precision needs, as far as known; None without one."""
        target = self.spec.precision
        if target is None:
            return None
        needs = [hands_needed(g.hands, g.half, target) for g in self.groups]
        return None if None in needs else max(n for n in needs if n)

    @property
    def choices(self) -> tuple[SweptOption, ...]:
        """The axes that are parameters of the hero."""
        return tuple(a for a in self.spec.axes if a.is_choice)

    @property
    def idle(self) -> tuple[SweptOption, ...]:
        """The choices of several values that change nothing: no hand had another value."""
        return tuple(
            a for a in self.choices if len(a.values) > 1 and all(_idle(g, a) for g in self.groups)
        )

    @property
    def extended(self) -> tuple[SweptOption, ...]:
        """The axes that go on beyond the range asked for, because the best lay at an end."""
        return tuple(a for a in self.spec.axes if a.asked)

    @property
    def circumstances(self) -> tuple[SweptOption, ...]:
        """The axes that are house rules, players or presets."""
        return tuple(a for a in self.spec.axes if not a.is_choice)

    @cached_property
    def sentence(self) -> str:
        """The answer in a few sentences."""
        if not self.choices:
            text = self._span()
        elif len(self.groups) == 1:
            text = self._answer(self.groups[0])
        else:
            text = self._answers()
        text += self._remarks()
        if self.spec.precision is not None and not self.partial:
            share = self.measure.in_per_cent
            wanted = shown_precision(self.spec.precision, share=share)
            text += wording.reaching(wanted, self.unit, self.needed, reached=self.reached)
        if self.partial:
            most = max(g.hands for g in self.groups)
            text = f"Interrupted after {most} {self.unit.plural} a point. {text}"
        return text

    @property
    def _against(self) -> str:
        """Your partner and opponents, in words."""
        base = self.spec.base
        varied = {a.name for a in self.circumstances}
        # At some of the tables you may be alone.
        rivals = next(filter(None, (p.result.spec.others for p in self.points)), ())
        if base.fixed or "players" not in varied or not rivals:
            text = wording.against(base, self.spec.friend)
            alike = len({wording.limits(p.result.spec) for p in self.points}) == 1
            return text if alike else text.removesuffix(wording.limits(base))
        how = "play like you" if base.alike else wording.of_several(rivals[0].plays)
        return f"{wording.facing(base)} others who {how}{wording.limits(base)}"

    def _way(self, point: Point) -> str:
        """Return how you play at a point, after "to"."""
        return wording.way(point.result.spec.hero, self._chosen(point))

    def _answer(self, group: Group) -> str:
        best, count = group.best, len(group.points)
        text = wording.outcome(self.measure, best.estimate) + wording.beside_even(self.measure)
        text = f"{wording.clauses(text, self._against)}."
        if count == 1 or len(self.idle) == len(self.choices):
            return f"{wording.if_you(self._way(best))}, {text}"
        parts = [f"Of {counted(count)} ways to play it is best to {self._way(best)}: {text}"]
        if self.spec.base.measure:
            parts.append(f"Best is judged by {wording.judged(self.measure)}.")
        if group.negligible:
            parts.append("It makes no practical difference which of them you take.")
        elif group.tied:
            parts.append(self._ties(group))
        if group.beaten and not group.negligible:
            near, far = group.beaten[0], group.beaten[-1]
            if not group.tied:
                parts.append(f"The next, {self._brief(near)}, costs {self.cost(near.shortfall)}.")
            if far is not near or group.tied:
                parts.append(f"The worst, {self._brief(far)}, costs {self.cost(far.shortfall)}.")
        return " ".join(parts)

    def _ties(self, group: Group) -> str:
        """Return a sentence on the points that may be as good as the best."""
        tied = self._listed(group.tied)
        tied, alone = capitalised(tied), len(group.tied) == 1
        same = next((part for part in group.same_play if group.best in part), ())
        if all(p in same for p in group.tied):
            text = f"{tied} {'is' if alone else 'are'} the same play"
            return f"{text}: no {self.unit.name} came out otherwise."
        if all(p.negligible for p in group.tied):
            return f"{tied} {'makes' if alone else 'make'} no practical difference."
        most = max(p.shortfall.high for p in (group.best, *group.tied))
        bound = self.cost(Shortfall(most, most, most))
        return (
            f"{tied} {'does' if alone else 'do'} as well, as far as {group.hands} "
            f"{self.unit.plural} can tell: to take {'it' if alone else 'any of them'} costs at "
            f"most {bound}."
        )

    def _remarks(self) -> str:
        """Return remarks on the ranges that were tried."""
        parts = [
            f"{a.name.replace('_', '-')} {a.asked} was not far enough: the best lay at its end, "
            f"so that {a.text} was played."
            for a in self.extended
        ]
        parts += [f"{a.name.replace('_', '-')} changes nothing here." for a in self.idle]
        open_ends = {e.axis: e for g in self.groups for e in g.at_edge if e.more}
        idle = {a.name for a in self.idle}
        parts += [
            f"The best lies at an end of what was tried: try {e.axis.replace('_', '-')} "
            f"{'above' if e.is_high else 'below'} {in_words(e.value)}."
            for e in open_ends.values()
            if e.axis not in idle
        ]
        return "".join(f" {capitalised(part)}" for part in parts)

    def _answers(self) -> str:
        """Return a sentence on the best in each of several circumstances."""
        bests: dict[str, list[str]] = {}
        for group in self.groups:
            tied = self._listed(group.tied, "or")
            how = f"{self._way(group.best)}{f' (or {tied})' if tied else ''}"
            bests.setdefault(how, []).append(settings_text(group.circumstances))
        where_best = [f"with {listed(where)} {how}" for how, where in bests.items()]
        parts, rest = where_best[:MOST_LISTED], len(where_best) - MOST_LISTED
        more = f"; and so on for {rest} more" if rest > 0 else ""
        by = f"judged by {wording.judged(self.measure)}" if self.spec.base.measure else ""
        aside = wording.clauses("", by, self._against)
        best = f"It is best, {aside}," if aside else "It is best"
        return f"{best} to play so: {'; '.join(parts)}{more}."

    def _span(self) -> str:
        """Return a sentence on the extremes, if there is nothing to choose."""
        ordered = sorted(self.points, key=lambda p: p.estimate.value)
        alike = all(p.result.all_alike for p in self.points)
        if self.spec.base.seats and not self.spec.base.measure and alike:
            who = wording.of_several(self.spec.base.hero.plays)
            return (
                f"All players {who}, so that nobody plays better than another at any of these "
                "tables. Give yourself or the others another way to play, or ask for something "
                "else."
            )
        if not self.game.zero_sum and self.measure.wanted is not None and not self.choices:
            return self._costs(ordered if self.measure.wanted else ordered[::-1])
        least, most = (
            f"{self._where(p)} {wording.outcome(self.measure, p.estimate)}"
            for p in (ordered[0], ordered[-1])
        )
        what = "ways to play" if self._own(ordered[0]) else "tables"
        text = f"Of {counted(len(ordered))} {what} the least and the most: {least}; {most}"
        return f"{wording.clauses(text, self._against if self.spec.base.seats else '')}."

    def _costs(self, ordered: Sequence[Point]) -> str:
        """Return the cost of each table compared with the best, in a game that is not zero-sum.

        The errors of two means add up at most, however they are correlated.
        """
        best, *others = ordered
        text = (
            f"Of {counted(len(ordered))} tables the one {self._where(best)} is best for "
            f"you: {wording.outcome(self.measure, best.estimate)}"
        )
        costs = []
        for point in others[:MOST_LISTED]:
            gap = abs(best.estimate.value - point.estimate.value)
            ends = [e.high - e.low for e in (best.estimate, point.estimate)]
            half = sum(ends) / 2
            cost = self.cost(Shortfall(gap, max(gap - half, 0.0), gap + half))
            costs.append(f"{settings_text(point.settings)} costs {cost}")
        more = len(others) - len(costs)
        text = wording.clauses(text, self._against if self.spec.base.seats else "")
        told = f". {'; '.join(costs)}" if costs else ""
        return (
            f"{text}{told[:3].upper()}{told[3:]}{f'; and so on for {more} more' if more else ''}."
        )

    def _own(self, point: Point) -> Settings:
        """Return the parameters of the hero among the settings of a point."""
        base = self.spec.base
        names = {n for n, _ in base.hero.parameters} if base.seats and not base.fixed else set()
        return tuple(s for s in point.settings if s[0] in names)

    def _where(self, point: Point) -> str:
        """Return a point where nothing is best: `if you knock at 17, with players 3`."""
        own = self._own(point)
        around = settings_text(s for s in point.settings if s not in own)
        parts = [f"if you {wording.way(point.result.spec.hero, own)}"] if own else []
        parts += [f"with {around}"] if around else []
        return ", ".join(parts) + ("," if own else "")

    def _chosen(self, point: Point) -> Settings:
        names = {a.name for a in self.choices}
        return tuple(s for s in point.settings if s[0] in names)

    def _brief(self, point: Point) -> str:
        """Return a point among others in the same circumstances."""
        chosen = self._chosen(point)
        return in_words(chosen[0][1]) if len(chosen) == 1 else f"({settings_text(chosen)})"

    def _listed(self, points: Sequence[Point], conjunction: str = "and") -> str:
        """Return points for a sentence, fewer of them if each is a pair of values."""
        most = MOST_LISTED if len(self.choices) == 1 else wording.MOST_LONG
        return listed([self._brief(p) for p in points], conjunction, most=most)

    def cost(self, shortfall: Shortfall) -> str:
        """Return the cost of a worse choice, for people: `5.2 (± 0.3) matches in 100`."""
        return wording.costs(self.unit, self.measure, *astuple(shortfall))

    def frame(self) -> pl.DataFrame:
        """Return one row for each point.

        Columns: every axis by its name; `value`, `low`, `high` of the measure with the interval of
            the point alone; `n` hands; `worse`, `worse_low`, `worse_high` than the best in the same
            circumstances, simultaneous; `best`, `tied`, `negligible`.
        """
        return pl.DataFrame(
            [{_column(name): value for name, value in p.settings} | p.row for p in self.points],
            infer_schema_length=None,
        )

    def counts(self) -> pl.DataFrame:
        """Return the counts of distinct outcomes, as `Result.counts`, by point."""
        parts = [
            p.result.counts().select(
                *(pl.lit(value).alias(_column(f"at_{name}")) for name, value in p.settings),
                pl.all(),
            )
            for p in self.points
        ]
        return pl.concat(parts, how="diagonal_relaxed")

    @property
    def command(self) -> str:
        """The command that plays the same hands again, and no others.

        After an interruption it may be several, one after the other, because some circumstances
        have fewer hands, or none.
        """
        if not self.partial:
            return self._again(self.spec.axes, self.groups)
        alike: dict[Settings | int, list[Group]] = {}
        for group in self.groups:
            # Along one axis those with the same hands are a sweep of their own.
            alike.setdefault(
                group.hands if len(self.circumstances) <= 1 else group.circumstances, []
            ).append(group)
        commands = []
        for groups in alike.values():
            axes = []
            for axis in self.spec.axes:
                values = axis.values
                if not axis.is_choice:
                    values = tuple(dict.fromkeys(g[axis.name] for g in groups))
                text = axis.text if values == axis.values else as_list(values)
                axes.append(replace(axis, values=values, text=text))
            if all(len(a.values) == 1 for a in axes):
                commands.append(groups[0].points[0].result.command)
            else:
                commands.append(self._again(axes, groups))
        return " && ".join(commands)

    def _again(self, axes: Iterable[SweptOption], groups: Iterable[Group]) -> str:
        """Return the command that plays these groups again."""
        hands, base = max(g.hands for g in groups), self.spec.base
        if hands != base.hands:
            # A range might grow: with other hands its pilot plays other ones.
            axes = [replace(a, text=as_list(a.values)) for a in axes]
        first = next(iter(groups)).points[0].result.spec
        played = replace(self.spec, axes=tuple(axes), base=replace(first, hands=hands))
        return played.command(self.game)

    def about(self) -> dict[str, Any]:
        """Return its origin as plain data: all that is needed to get it again."""
        base = self.spec.base
        return {
            **self.what_was_asked(SCHEMA),
            "seed": base.seed,
            "hands": base.hands,
            "precision": self.spec.precision,
            "reached": self.reached,
            "partial": self.partial,
            "measure": self.plain_measure(),
            "axes": [
                {**asdict(a), "values": list(a.values), "beyond": list(a.beyond)}
                for a in self.spec.axes
            ],
        }

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`; the same for the same seed."""
        return {
            **self.about(),
            "groups": [
                {
                    "circumstances": dict(g.circumstances),
                    "hands": g.hands,
                    "reached": g.reached,
                    "best": dict(g.best.settings),
                    "tied": [dict(p.settings) for p in g.tied],
                    "at_edge": [asdict(edge) for edge in g.at_edge],
                    "same_play": [[dict(p.settings) for p in part] for part in g.same_play],
                    "moments": g.moments.to_dict(),
                    "points": [_point_dict(p) for p in g.points],
                }
                for g in self.groups
            ],
        }


def _column(name: str) -> str:
    """Return the column of an axis; one named like a column of the estimates gets a `_`."""
    return name + "_" if name in RESULT_COLUMNS else name


def _point_dict(point: Point) -> dict[str, Any]:
    row = {name: value for name, value in point.row.items() if name != "n"}
    return {"settings": dict(point.settings), **row, "result": point.result.to_dict()}


def _idle(group: Group, axis: SweptOption) -> bool:
    """Return True if points that differ only on this axis are the same play."""
    firsts: dict[Settings, int] = {}
    return all(
        firsts.setdefault(tuple(s for s in point.settings if s[0] != axis.name), first) == first
        for first, point in zip(group.moments.twins.tolist(), group.points, strict=True)
    )


def edges_of(axes: Sequence[SweptOption], points: Sequence[Settings]) -> tuple[Edge, ...]:
    """Return the ends of axes at which all of some points lie."""
    edges = []
    for axis in axes:
        values = {dict(p)[axis.name] for p in points}
        if axis.is_choice and axis.ends is not None and len(values) == 1:
            (value,) = values
            edges += [
                Edge(axis.name, end, is_high, more)
                for end, is_high, more in zip(axis.ends, (False, True), axis.beyond, strict=True)
                if value == end
            ]
    return tuple(edges)


def as_list(values: Sequence[Value]) -> str:
    """Return values as the list that an option takes: with commas, or semicolons."""
    words = [shown(v) for v in values]
    return (";" if any("," in w for w in words) else ",").join(words)
