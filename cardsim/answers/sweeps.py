"""A sweep: the same hands at every point of a grid of settings.

Parameters of the hero are choices, of which one is the best. House rules, the number of players and
the preset are circumstances: what is best is asked for each combination of them by itself.
"""

from __future__ import annotations

import itertools
import math
import secrets
import shlex
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, astuple, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from cardsim.errors import UserError, echoed, one_line
from cardsim.game import Game, Measure, Unit
from cardsim.games import load_game
from cardsim.options.params import (
    Option,
    Settings,
    Value,
    check_callable,
    did_you_mean,
    in_words,
    settings_text,
    shown,
    shown_precision,
)
from cardsim.options.ranges import MOST_POINTS, Range, check_size, range_of, values_of
from cardsim.runs import wording
from cardsim.runs.answer import Answer
from cardsim.runs.paired_runs import Played, play_together
from cardsim.runs.preparation import (
    MOST_UNASKED,
    Resolved,
    Seated,
    Setup,
    Who,
    check_by_hand,
    check_threads,
    checked_precision,
    hands_asked,
    resolve,
    seated,
    split_seats,
)
from cardsim.runs.result import Player, Result, RunSpec, friend_in
from cardsim.runs.run import of_hands, ready
from cardsim.runs.sealed import FORMAT
from cardsim.showing import Progress
from cardsim.statistics import confidence_sequences
from cardsim.statistics.paired import Moments, Shortfall, verdict
from cardsim.statistics.stats import Estimate, gap_text
from cardsim.version import VERSION

if TYPE_CHECKING:
    pass

SCHEMA = f"cardsim.sweep/{FORMAT}"

PILOT = 50_000
"""Hands at each point that show whether a range goes far enough; a tenth of the sweep at most."""
LEAST_PILOT = 100
MOST_VALUES = 64
"""A range grows to so many values by itself."""


@dataclass(frozen=True)
class Axis:
    """An option that varies over a sweep.

    Attributes:
        name: of the option, with underscores.
        values: all different, in the order given.
        text: as on the command line, such as `17..31`.
        is_choice: whether it is a parameter of the hero, and not a circumstance. Where the measure
            is neutral nothing is chosen by it, and every axis is a circumstance.
        asked: the range that was asked for, where the sweep went on beyond it; else empty.
        beyond: whether the option allows numbers below all of the values, and above all of them.
    """

    name: str
    values: tuple[Value, ...]
    text: str
    is_choice: bool
    asked: str = ""
    beyond: tuple[bool, bool] = (False, False)

    @property
    def ends(self) -> tuple[Value, Value] | None:
        """The smallest and the largest of several numbers; None where they are no numbers."""
        numbers = [v for v in self.values if isinstance(v, int | float)]
        if any(isinstance(v, bool | str) for v in self.values) or len(numbers) == 1:
            return None
        return min(numbers), max(numbers)

    @property
    def flag(self) -> str:
        """As on the command line: `--knock-threshold`."""
        return "--" + self.name.replace("_", "-")


@dataclass(frozen=True)
class SweepSpec:
    """Everything that decides the outcome of a sweep; text and numbers only.

    Attributes:
        axes: what varies; the grid is all combinations, the last axis fastest.
        base: the run at the first point, of `base.hands` hands at most.
        precision: the half width of the intervals at which it stops, or None.
        friend: the hero's partner in all runs; None if each hero is its own, or has none.
    """

    axes: tuple[Axis, ...]
    base: RunSpec
    precision: float | None = None
    friend: Player | None = None

    @property
    def size(self) -> int:
        """How many points the grid has."""
        points = 1
        for axis in self.axes:
            points *= len(axis.values)
        return points

    def command(self, game: Game) -> str:
        """The command that repeats the sweep."""
        flags = {axis.flag for axis in self.axes}
        options = self.base.options_with(game, self.friend)
        words = ["cardsim", "sweep", self.base.game, *_without(options, flags)]
        for axis in self.axes:
            words += [axis.flag, axis.text]
        return shlex.join([*words, *self.base.ending(game, self.precision)])


def _without(words: Sequence[str], flags: set[str]) -> list[str]:
    """The options less those of some flags."""
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
        settings: the value of every axis.
        result: what `cardsim.run` gives with these settings, the same seed and as many hands.
        estimate: of the sweep's measure, with the interval of this point alone. It is valid at
            every look where the sweep stopped by looking at it.
        shortfall: how much worse it is than the best point in the same circumstances, in the
            measure's unit (a share: 0 to 1).
        best: whether it did best of them in these hands.
        tied: whether it may be the truly best of them; also true of the one that did best.
        negligible: whether it makes no practical difference to play it in place of the truly best
            one (`cardsim.statistics.paired.NEGLIGIBLE`).
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
        """The value of an axis of the sweep, such as `point["knock_threshold"]`.

        Raises:
            UserError: the sweep has no such axis.
        """
        return _value_of(self.settings, name)


@dataclass(frozen=True)
class Edge:
    """A best point that lies at an end of an axis.

    Attributes:
        axis: its name.
        value: at this end.
        is_high: whether it is the largest value, and not the smallest.
        more: whether the option allows numbers beyond.
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
        circumstances: the values of the axes that are no choices.
        points: in the order of the grid; all played the same `hands`.
        moments: the sums and products over the hands, in the order of the points.
        reached: whether the precision asked for was reached; True without one.
        at_edge: the ends at which the best point lies, of axes that are choices. Of a point that
            is the same play as one further inside, none.
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
        """The value of a circumstance, such as `group["players"]`.

        Raises:
            UserError: it is none of the group's.
        """
        return _value_of(self.circumstances, name)

    @property
    def hands(self) -> int:
        """How many hands (or matches) each point played."""
        return self.moments.n

    @property
    def best(self) -> Point:
        """The point that did best in these hands."""
        return next(p for p in self.points if p.best)

    @property
    def tied(self) -> tuple[Point, ...]:
        """The other points that may be the truly best one; in order, the nearest first."""
        others = (p for p in self.points if p.tied and not p.best)
        return tuple(sorted(others, key=lambda p: p.shortfall.value))

    @property
    def same_play(self) -> tuple[tuple[Point, ...], ...]:
        """Points that are the same play: no hand had another value. Several in each part."""
        parts: dict[int, list[Point]] = {}
        for first, point in zip(self.moments.twins.tolist(), self.points, strict=True):
            parts.setdefault(first, []).append(point)
        return tuple(tuple(part) for part in parts.values() if len(part) > 1)

    @property
    def negligible(self) -> bool:
        """Whether it makes no practical difference which of several points is played."""
        return len(self.points) > 1 and all(p.negligible for p in self.points)

    @property
    def beaten(self) -> tuple[Point, ...]:
        """The points that are worse than the truly best one; in order, the nearest first."""
        others = (p for p in self.points if not p.tied)
        return tuple(sorted(others, key=lambda p: p.shortfall.value))


@dataclass(frozen=True, repr=False)
class SweepResult(Answer):
    """The outcome of a sweep.

    Attributes:
        spec: what was played.
        groups: the points, by their circumstances; one group where only choices vary.
        seconds: how long it took; not part of the answer.
        partial: whether it was interrupted; groups that had not begun are missing.
    """

    spec: SweepSpec
    groups: tuple[Group, ...]
    seconds: float = field(compare=False)
    partial: bool

    @property
    def best(self) -> Point:
        """The point that did best in these hands, where there is one group.

        Raises:
            UserError: there are several groups, and each has a best of its own.
        """
        if len(self.groups) > 1:
            names = ", ".join(axis.name for axis in self.circumstances)
            raise UserError(
                f"there is a best point for each of the {len(self.groups)} values of {names}, "
                "and none for all",
                hint="[group.best for group in swept.groups]",
            )
        return self.groups[0].best

    @property
    def points(self) -> tuple[Point, ...]:
        """All points, group by group."""
        return tuple(p for g in self.groups for p in g.points)

    @property
    def game(self) -> Game:
        """The game that was played."""
        return load_game(self.spec.base.game)

    @property
    def unit(self) -> Unit:
        """What was recorded: hands or matches."""
        return self.points[0].result.unit

    @property
    def measure(self) -> Measure:
        """What the points are judged by: what the unit is won by, or what was asked for."""
        return self.unit.measures[0]

    @property
    def reached(self) -> bool:
        """Whether the precision asked for was reached everywhere; True without one."""
        return not self.partial and all(g.reached for g in self.groups)

    @property
    def choices(self) -> tuple[Axis, ...]:
        """The axes that are parameters of the hero."""
        return tuple(a for a in self.spec.axes if a.is_choice)

    @property
    def idle(self) -> tuple[Axis, ...]:
        """The choices of several values that change nothing: no hand had another value."""
        return tuple(
            a for a in self.choices if len(a.values) > 1 and all(_idle(g, a) for g in self.groups)
        )

    @property
    def extended(self) -> tuple[Axis, ...]:
        """The axes that go on beyond what was asked for, because the best lay at an end."""
        return tuple(a for a in self.spec.axes if a.asked)

    @property
    def circumstances(self) -> tuple[Axis, ...]:
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
            text += f" The precision of {wanted} was {'' if self.reached else 'not '}reached."
        if self.partial:
            most = max(g.hands for g in self.groups)
            text = f"Interrupted after {most} {self.unit.plural} a point. {text}"
        return text

    @property
    def _against(self) -> str:
        """Whom you played with and against, in words."""
        base = self.spec.base
        varied = {a.name for a in self.circumstances}
        # At some of the tables you may be alone.
        rivals = next(filter(None, (p.result.spec.others for p in self.points)), ())
        if base.fixed or "players" not in varied or not rivals:
            told = wording.against(base, self.spec.friend)
            alike = len({wording.limits(p.result.spec) for p in self.points}) == 1
            return told if alike else told.removesuffix(wording.limits(base))
        how = wording.of_several(rivals[0].plays)
        return f"against others who {how}{wording.limits(base)}"

    def _way(self, point: Point) -> str:
        """How you play at a point, after "to"."""
        return wording.way(point.result.spec.hero, self._chosen(point))

    def _answer(self, group: Group) -> str:
        best, count = group.best, len(group.points)
        told = wording.outcome(self.measure, best.estimate) + wording.beside_even(self.measure)
        told = f"{wording.clauses(told, self._against)}."
        if count == 1 or len(self.idle) == len(self.choices):
            return f"{wording.if_you(self._way(best))}, {told}"
        parts = [
            f"Of {wording.counted(count)} ways to play it is best to {self._way(best)}: {told}"
        ]
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
        """What is said of the points that may be as good as the best."""
        tied = self._listed(group.tied)
        tied, alone = f"{tied[:1].upper()}{tied[1:]}", len(group.tied) == 1
        same = next((part for part in group.same_play if group.best in part), ())
        if all(p in same for p in group.tied):
            found = f"{tied} {'is' if alone else 'are'} the same play"
            return f"{found}: no {self.unit.name} came out otherwise."
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
        """What is to be known of the ranges that were tried."""
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
        return "".join(f" {part[:1].upper()}{part[1:]}" for part in parts)

    def _answers(self) -> str:
        """The best in each of several circumstances."""
        found: dict[str, list[str]] = {}
        for group in self.groups:
            tied = self._listed(group.tied, "or")
            how = f"{self._way(group.best)}{f' (or {tied})' if tied else ''}"
            found.setdefault(how, []).append(settings_text(group.circumstances))
        told = [f"with {wording.listed(where)} {how}" for how, where in found.items()]
        parts, rest = told[: wording.MOST_LISTED], len(told) - wording.MOST_LISTED
        more = f"; and so on for {rest} more" if rest > 0 else ""
        by = f"judged by {wording.judged(self.measure)}" if self.spec.base.measure else ""
        aside = wording.clauses("", by, self._against)
        best = f"It is best, {aside}," if aside else "It is best"
        return f"{best} to play so: {'; '.join(parts)}{more}."

    def _span(self) -> str:
        """The extremes, where nothing is to be chosen."""
        ordered = sorted(self.points, key=lambda p: p.estimate.value)
        if self.spec.base.seats and not self.spec.base.measure and self._all_alike:
            who = wording.of_several(self.spec.base.hero.plays)
            return (
                f"All players {who}, so that nobody has an edge at any of these tables. "
                "Give yourself or the others another way to play, or ask for something else."
            )
        least, most = (
            f"{self._where(p)} {wording.outcome(self.measure, p.estimate)}"
            for p in (ordered[0], ordered[-1])
        )
        what = "ways to play" if self._own(ordered[0]) else "tables"
        text = f"Of {wording.counted(len(ordered))} {what} the least and the most: {least}; {most}"
        return f"{wording.clauses(text, self._against if self.spec.base.seats else '')}."

    def _own(self, point: Point) -> Settings:
        """The parameters of the hero among the settings of a point."""
        base = self.spec.base
        names = {n for n, _ in base.hero.parameters} if base.seats and not base.fixed else set()
        return tuple(s for s in point.settings if s[0] in names)

    def _where(self, point: Point) -> str:
        """A point where nothing is best: `if you knock at 17, with players 3`."""
        own = self._own(point)
        around = settings_text(s for s in point.settings if s not in own)
        parts = [f"if you {wording.way(point.result.spec.hero, own)}"] if own else []
        parts += [f"with {around}"] if around else []
        return ", ".join(parts) + ("," if own else "")

    @property
    def _all_alike(self) -> bool:
        return all(p.result.all_alike for p in self.points)

    def _chosen(self, point: Point) -> Settings:
        names = {a.name for a in self.choices}
        return tuple(s for s in point.settings if s[0] in names)

    def _brief(self, point: Point) -> str:
        """A point among others in the same circumstances."""
        chosen = self._chosen(point)
        return in_words(chosen[0][1]) if len(chosen) == 1 else f"({settings_text(chosen)})"

    def _listed(self, points: Sequence[Point], conjunction: str = "and") -> str:
        """Points in a sentence, fewer of them where each is a pair of values."""
        most = wording.MOST_LISTED if len(self.choices) == 1 else wording.MOST_LONG
        return wording.listed([self._brief(p) for p in points], conjunction, most=most)

    def cost(self, shortfall: Shortfall) -> str:
        """What a worse choice costs, for people: `5.2 (± 0.3) matches in 100`."""
        return wording.costs(self.unit, self.measure, *astuple(shortfall))

    def text_of(self, shortfall: Shortfall) -> tuple[str, str]:
        """A shortfall and its interval, for people."""
        return self._gap(*astuple(shortfall))

    def _gap(self, value: float, low: float, high: float) -> tuple[str, str]:
        share = self.measure.in_per_cent
        return gap_text(value, low, high, is_share=share)

    def frame(self) -> pl.DataFrame:
        """One row for each point.

        Columns: every axis by its name; `value`, `low`, `high` of the measure with the interval of
        the point alone; `n` hands; `worse`, `worse_low`, `worse_high` than the best in the same
        circumstances, simultaneous; `best`, `tied`, `negligible`.
        """
        return pl.DataFrame(
            [
                {
                    **{_column(name): value for name, value in p.settings},
                    "value": p.estimate.value,
                    "low": p.estimate.low,
                    "high": p.estimate.high,
                    "n": p.result.hands,
                    "worse": p.shortfall.value,
                    "worse_low": p.shortfall.low,
                    "worse_high": p.shortfall.high,
                    "best": p.best,
                    "tied": p.tied,
                    "negligible": p.negligible,
                }
                for p in self.points
            ],
            infer_schema_length=None,
        )

    def counts(self) -> pl.DataFrame:
        """The counts of distinct outcomes of all points, as `Result.counts`, after their axes."""
        parts = [
            p.result.counts().select(
                *(pl.lit(value).alias(_column(f"at_{name}")) for name, value in p.settings),
                pl.all(),
            )
            for p in self.points
        ]
        return pl.concat(parts, how="diagonal_relaxed")

    def command(self) -> str:
        """The command that plays the same hands again, and no others.

        After an interruption it may be several, one behind the other: some circumstances have fewer
        hands, or none.
        """
        if not self.partial:
            return self._again(self.spec.axes, self.groups)
        alike: dict[Settings | int, list[Group]] = {}
        for group in self.groups:
            # Along one axis those with the same hands are a sweep of their own.
            alike.setdefault(
                group.hands if len(self.circumstances) <= 1 else group.circumstances, []
            ).append(group)
        found = []
        for groups in alike.values():
            axes = []
            for axis in self.spec.axes:
                values = axis.values
                if not axis.is_choice:
                    values = tuple(dict.fromkeys(g[axis.name] for g in groups))
                axes.append(replace(axis, values=values))
            if all(len(a.values) == 1 for a in axes):
                found.append(groups[0].points[0].result.command())
            else:
                found.append(self._again(axes, groups))
        return " && ".join(found)

    def _again(self, axes: Iterable[Axis], groups: Iterable[Group]) -> str:
        """The command that plays these groups again."""
        hands, base = max(g.hands for g in groups), self.spec.base
        if hands != base.hands:
            # A range might go on beyond its ends: with other hands a pilot looks at other ones.
            axes = [replace(a, text=_as_list(a.values)) for a in axes]
        first = next(iter(groups)).points[0].result.spec
        played = replace(self.spec, axes=tuple(axes), base=replace(first, hands=hands))
        return played.command(self.game)

    def about(self) -> dict[str, Any]:
        """Where the result comes from, as plain data: all that is needed to get it again."""
        base, measure = self.spec.base, self.measure
        return {
            "schema": SCHEMA,
            "version": VERSION,
            "command": self.command(),
            "sentence": self.sentence,
            "game": base.game,
            "unit": base.unit,
            "seed": base.seed,
            "hands": base.hands,
            "precision": self.spec.precision,
            "reached": self.reached,
            "partial": self.partial,
            "measure": {
                "name": measure.name,
                "text": measure.text,
                "is_share": measure.in_per_cent,
                "lower_is_better": measure.wanted,
            },
            "axes": [
                {
                    "name": a.name,
                    "values": list(a.values),
                    "text": a.text,
                    "is_choice": a.is_choice,
                    "asked": a.asked,
                    "beyond": list(a.beyond),
                }
                for a in self.spec.axes
            ],
        }

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, in the layout of `SCHEMA`; the same for the same seed."""
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


RESULT_COLUMNS = (
    "value",
    "low",
    "high",
    "n",
    "worse",
    "worse_low",
    "worse_high",
    "best",
    "tied",
    "negligible",
)


def _column(name: str) -> str:
    """The column of an axis; a parameter named as a column of the estimates gets a dash."""
    return name + "_" if name in RESULT_COLUMNS else name


def _point_dict(point: Point) -> dict[str, Any]:
    shortfall = point.shortfall
    return {
        "settings": dict(point.settings),
        "value": point.estimate.value,
        "low": point.estimate.low,
        "high": point.estimate.high,
        "worse": shortfall.value,
        "worse_low": shortfall.low,
        "worse_high": shortfall.high,
        "best": point.best,
        "tied": point.tied,
        "negligible": point.negligible,
        "result": point.result.to_dict(),
    }


def _idle(group: Group, axis: Axis) -> bool:
    """Whether points that differ only on this axis are the same play."""
    firsts: dict[Settings, int] = {}
    return all(
        firsts.setdefault(tuple(s for s in point.settings if s[0] != axis.name), first) == first
        for first, point in zip(group.moments.twins.tolist(), group.points, strict=True)
    )


def _edges(axes: Sequence[Axis], points: Sequence[Settings]) -> tuple[Edge, ...]:
    """The ends of axes at which all of some points lie."""
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


# ---------------------------------------------------------------- playing


@dataclass(frozen=True)
class Sweep:
    """A sweep made ready to play.

    Attributes:
        spec: what is played.
        settings: of every point, group by group.
        setups: the same, ready to play; not compiled where an executor far away plays them.
        ranges: those beyond which it may go on, by the name of the axis.
        lay_out: the same sweep over other axes and ranges.
    """

    spec: SweepSpec
    settings: tuple[tuple[Settings, ...], ...]
    setups: tuple[tuple[Setup | Resolved, ...], ...]
    ranges: Mapping[str, Range]
    lay_out: Callable[[tuple[Axis, ...], Mapping[str, Range]], Sweep]


def sweep(
    game: str,
    n: object = None,
    *,
    players: object = None,
    unit: str | None = None,
    measure: str | None = None,
    strategy: Who | None = None,
    partner: Who | None = None,
    vs: Who | None = None,
    seats: str | Sequence[Who] | None = None,
    preset: object = None,
    seed: int | None = None,
    precision: object = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    **options: Any,
) -> SweepResult:
    """Play the same hands at every point of a grid, and say which point is best.

    A range of a parameter of the hero that has the best point at its end goes on beyond it, with
    the same step, as far as the parameter allows. Other hands, a few, show whether it does; a list
    is played as it is.

    Each of `players`, `preset` and the options may be one value, a sequence, or text such as
    "17..31", "0..1:0.1" or "17,19,25"; those of more than one value span the grid. Parameters of
    the hero are choices; what is best is told for each combination of the others.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: hands, or matches, at each point: 1000000, 1e6, "250k"; a million by default. With a
            precision the most that are played, by default `MOST_UNASKED` for all points.
        players: seats at the table.
        unit: as in `cardsim.run`.
        measure: what is compared; by default what the unit is won by.
        strategy: as in `cardsim.run`.
        partner: as in `cardsim.run`.
        vs: as in `cardsim.run`.
        seats: as in `cardsim.run`.
        preset: a named set of house rules.
        seed: as in `cardsim.run`.
        precision: stop as soon as every "worse than the best" has an interval of this half width;
            as a number or "0.1pp". It is looked at for each combination of circumstances by itself,
            and where there is nothing to choose, the interval of the one point counts. Intervals
            are then valid at every look.
        threads: as in `cardsim.run`.
        executor: as in `cardsim.run`.
        progress: as in `cardsim.run`, with the hands of all points.
        options: house rules, and the hero's parameters.

    Raises:
        UserError: something in the arguments is wrong.
        StrategyError: a strategy took an illegal action, or a hand did not end.
    """
    prepared = prepare_sweep(
        game,
        n,
        players=players,
        unit=unit,
        measure=measure,
        strategy=strategy,
        partner=partner,
        vs=vs,
        seats=seats,
        preset=preset,
        seed=seed,
        precision=precision,
        options=options,
        executor=executor,
    )
    check_callable(progress, label="progress")
    threads = check_threads(threads)
    return play_sweep(prepared, threads=threads, executor=executor, progress=progress)


def prepare_sweep(
    game: str,
    n: object = None,
    *,
    players: object = None,
    unit: str | None = None,
    measure: str | None = None,
    strategy: Who | None = None,
    partner: Who | None = None,
    vs: Who | None = None,
    seats: str | Sequence[Who] | None = None,
    preset: object = None,
    seed: int | None = None,
    precision: object = None,
    options: Mapping[str, Any] | None = None,
    executor: Executor | None = None,
) -> Sweep:
    """Check everything about a sweep, and compile what is played in this process.

    The arguments are those of `sweep`.

    Raises:
        UserError: something is wrong.
    """
    rules_of = load_game(game)
    seating = _table(rules_of, strategy, partner, vs, seats)
    table: dict[str, Any] = {"unit": unit, "measure": measure, **seating}
    hero = table.get("strategy")
    given = {"players": players, "preset": preset, **(options or {})}
    given = {k: v for k, v in given.items() if v is not None}
    fixed, axes, ranges = _axes(rules_of, hero, given)
    if not axes:
        raise UserError(
            "there is nothing to sweep: give an option several values, "
            "such as --players 2..6 or 2,4,6",
            hint="one point is played by `cardsim run`",
        )
    size = check_size([len(a.values) for a in axes])
    hands = hands_asked(n, precision, label="-n")
    if n is None and precision is not None:
        hands = max(MOST_UNASKED // size, 1)
    if seed is None:
        seed = secrets.randbits(63)

    def run(point: Settings) -> Resolved:
        settings = {**fixed, **dict(point)}
        named = {k: settings.pop(k) for k in ("players", "preset") if k in settings}
        return resolve(
            game, seed=seed, hands=hands, or_all=n is None, options=settings, **table, **named
        )

    def lay_out(axes: tuple[Axis, ...], ranges: Mapping[str, Range]) -> Sweep:
        names = [a.name for a in axes]
        if run(tuple((a.name, a.values[0]) for a in axes)).unit.measures[0].neutral:
            axes = tuple(replace(a, is_choice=False, beyond=(False, False)) for a in axes)
        around = [k for k, a in enumerate(axes) if not a.is_choice]
        groups: dict[tuple[Value, ...], list[Settings]] = {}
        for values in itertools.product(*(a.values for a in axes)):
            point = tuple(zip(names, values, strict=True))
            groups.setdefault(tuple(values[k] for k in around), []).append(point)
        settings = tuple(tuple(points) for points in groups.values())
        runs = [[run(point) for point in points] for points in settings]
        # All points play the same hands, and of some there may be fewer.
        fewest = min(r.spec.hands for some in runs for r in some)
        runs = [[replace(r, spec=replace(r.spec, hands=fewest)) for r in some] for some in runs]
        first = runs[0][0]
        if len({r.spec.seat for some in runs for r in some}) > 1:
            raise UserError("you must sit in the same seat at all points of a sweep")
        _check_comparable(settings, runs)
        if any(a.is_choice for a in axes):
            check_by_hand(first.unit, "what is best")
        half = None if precision is None else checked_precision(precision, first.unit)
        setups = tuple(tuple(ready(r, executor) for r in some) for some in runs)
        friend = friend_in([run.spec for some in runs for run in some])
        spec = SweepSpec(axes, first.spec, half, friend)
        return Sweep(spec, settings, setups, ranges, lay_out)

    return lay_out(axes, ranges)


def _check_comparable(
    settings: Sequence[Sequence[Settings]], runs: Sequence[Sequence[Resolved]]
) -> None:
    """Refuse rules by which the first measure is another thing, such as points instead of lives."""
    kinds: dict[Any, str] = {}
    for points, some in zip(settings, runs, strict=True):
        for point, run in zip(points, some, strict=True):
            measure = run.unit.measures[0]
            kind = measure.lower_is_better, measure.in_per_cent, measure.cost
            kinds.setdefault(kind, f"'{measure.text}' with {settings_text(point)}")
    if len(kinds) > 1:
        parts = list(kinds.values())
        raise UserError(
            f"the points cannot be compared: what is counted is {' but '.join(parts[:2])}",
            hint="sweep over those that count the same",
        )


def _table(
    game: Game,
    strategy: Who | None,
    partner: Who | None,
    vs: Who | None,
    seats: str | Sequence[Who] | None,
) -> dict[str, Any]:
    """The strategies at the table, found and completed once for all points."""
    if not game.decisions:
        # `resolve` says that there is nobody to choose.
        return {"strategy": strategy, "partner": partner, "vs": vs, "seats": seats}
    chairs = split_seats(seats)
    found: dict[str, Any] = {}
    if chairs is not None:
        found["seats"] = [seated(game, chair) for chair in chairs]
    if chairs is None or strategy is not None:
        found["strategy"] = seated(
            game, strategy if strategy is not None else game.default_strategy
        )
    if partner is not None:
        found["partner"] = seated(game, partner)
    if chairs is None or vs is not None:
        found["vs"] = seated(game, vs if vs is not None else game.default_strategy)
    return found


def _axes(
    game: Game, hero: Seated | None, given: Mapping[str, Any]
) -> tuple[dict[str, Any], tuple[Axis, ...], dict[str, Range]]:
    """The options that have one value, those that have several, and which may have more.

    Raises:
        UserError: values that are not allowed.
    """
    low, high, usual = game.players
    presets = tuple(game.presets)
    around = {
        "players": Option("players", usual, low=low, high=high),
        "preset": Option("preset", presets[0], choices=presets),
        **{o.name: o for o in game.options},
    }
    own = {p.name: p for p in hero.strategy.parameters} if hero is not None else {}
    fixed: dict[str, Any] = {}
    axes, ranges = [], {}
    # As declared, so that the grid does not depend on the order in which options are given.
    for name in sorted(given, key=[*around, *own, *given].index):
        option, value = around.get(name) or own.get(name), given[name]
        if option is None or _is_single(option, value):
            fixed[name] = value
            continue
        values, found = values_of(option, value), range_of(option, value)
        text = value if isinstance(value, str) else _as_list(values)
        if name == "preset" and "players" not in given:
            _check_alike(game, values)
        axis = Axis(name, values, text, is_choice=name not in around)
        if axis.is_choice and axis.ends is not None:
            axis = replace(axis, beyond=_beyond(option, axis.ends))
            if found is not None:
                axis = replace(axis, text=found.text)
                ranges[name] = found
        axes.append(axis)
    return fixed, tuple(axes), ranges


def _check_alike(game: Game, presets: Sequence[Value]) -> None:
    """Make sure that so many play by each of these presets."""
    counts = sorted({game.usual_players(str(preset)) for preset in presets})
    if len(counts) > 1:
        raise UserError(
            f"--preset {_as_list(presets)} is for {' or '.join(map(str, counts))} players; "
            "say with --players for how many"
        )


def _beyond(option: Option, ends: tuple[Value, Value]) -> tuple[bool, bool]:
    """Whether the option allows numbers below and above these."""
    low, high = map(float, ends)
    return option.low < low, high < option.high


def _is_single(option: Option, value: object) -> bool:
    """Whether it is one value, right or wrong."""
    if isinstance(value, str):
        try:
            option.check(value)
        except UserError:
            return not any(sign in value for sign in ("..", ",", ";"))
        return True
    return isinstance(value, bool | int | float) or not isinstance(value, Iterable)


def _as_list(values: Sequence[Value]) -> str:
    words = [shown(v) for v in values]
    return (";" if any("," in w for w in words) else ",").join(words)


def play_sweep(
    prepared: Sweep,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> SweepResult:
    """Play the hands of a sweep.

    Raises:
        StrategyError: a strategy took an illegal action, or a hand did not end.
        KeyboardInterrupt: the user interrupted before any hand was counted.
    """
    began = time.perf_counter()
    prepared = _far_enough(prepared, threads=threads, executor=executor, progress=progress)
    spec = prepared.spec
    measure = prepared.setups[0][0].unit.measures[0]
    target = spec.precision

    def enough(moments: Moments) -> int:
        if target is None:
            return spec.base.hands
        if len(moments.sums) == 1:
            return confidence_sequences.enough(
                int(moments.sums[0]),
                int(moments.squares[0]),
                moments.n,
                is_share=measure.is_share,
                step=moments.unit,
                target=target,
                most=spec.base.hands,
            )
        ruling = verdict(
            moments,
            lower_is_better=measure.lower_is_better,
            precision=target,
            most=spec.base.hands,
        )
        if ruling.half <= target:
            return moments.n
        more = moments.n * (ruling.half / target) ** 2
        return max(math.ceil(more), moments.n + 1) if math.isfinite(more) else spec.base.hands

    played = play_together(
        prepared.setups,
        threads=threads,
        executor=executor,
        enough=enough if target is not None else None,
        progress=progress,
    )
    if not played:
        raise KeyboardInterrupt
    groups = judged(prepared, played)
    partial = len(played) < len(prepared.setups) or any(p.partial for p in played)
    return SweepResult(spec, groups, time.perf_counter() - began, partial)


def _far_enough(
    prepared: Sweep,
    *,
    threads: int,
    executor: Executor | None,
    progress: Callable[[Progress], None] | None,
) -> Sweep:
    """The sweep with ranges that go on beyond an end where a pilot has its best point there.

    The pilot plays the hands that follow those of the sweep, so that what it chooses does not
    colour the numbers of the sweep. What it finds depends on the ranges only and not on how they
    came to be: the ranges it ends with are those of a sweep that begins with them.

    Raises:
        KeyboardInterrupt: the user interrupted it; no hand of the sweep itself was played.
    """
    base = prepared.spec.base
    hands = min(base.hands // 10, PILOT)
    while hands >= LEAST_PILOT and any(
        more and a.name in prepared.ranges for a in prepared.spec.axes for more in a.beyond
    ):
        setups = [[of_hands(s, base.first + base.hands, hands) for s in g] for g in prepared.setups]
        sweep = base.hands * sum(map(len, setups))
        tell = None if progress is None else _with(sweep, progress)
        played = play_together(setups, threads=threads, executor=executor, progress=tell)
        if len(played) < len(setups) or any(p.partial for p in played):
            raise KeyboardInterrupt
        pilot = replace(prepared, spec=replace(prepared.spec, precision=None))
        ranges = _wider(prepared, judged(pilot, played))
        if ranges == prepared.ranges:
            break
        axes = tuple(_longer(a, ranges.get(a.name)) for a in prepared.spec.axes)
        prepared = prepared.lay_out(axes, ranges)
    return prepared


def _with(hands: int, progress: Callable[[Progress], None]) -> Callable[[Progress], None]:
    """Tells how far a pilot is, as if the hands of the sweep behind it were a part of it."""
    return lambda far: progress(replace(far, total=far.total + hands))


def _longer(axis: Axis, found: Range | None) -> Axis:
    """An axis that has all numbers of a range that has grown."""
    if found is None or found.count == len(axis.values):
        return axis
    values = found.values
    return replace(
        axis,
        values=values,
        text=found.text,
        asked=axis.asked or axis.text,
        beyond=_beyond(found.option, (values[0], values[-1])),
    )


def _wider(prepared: Sweep, groups: Sequence[Group]) -> dict[str, Range]:
    """The ranges, twice as long where the best of a group lies at an end.

    Only where the points at the other end are worse for certain: else the pilot says nothing of
    where to look.
    """
    wanted = {
        (edge.axis, edge.is_high): None
        for group in groups
        for edge in group.at_edge
        if edge.axis in prepared.ranges and not _across(prepared.spec, group, edge).tied
    }
    ranges, size = dict(prepared.ranges), prepared.spec.size
    for name, up in wanted:
        found = ranges[name]
        others = size // found.count
        room = min(MOST_VALUES, MOST_POINTS // others) - found.count
        more = max(min(prepared.ranges[name].count, found.room(up=up), room), 0)
        ranges[name] = found.wider(more, up=up)
        size = others * ranges[name].count
    return ranges


def _across(spec: SweepSpec, group: Group, edge: Edge) -> Point:
    """The point at the other end of the axis, and where the best is on all others."""
    axis = next(a for a in spec.axes if a.name == edge.axis)
    ends = axis.ends or axis.values
    settings = {**dict(group.best.settings), edge.axis: ends[0 if edge.is_high else 1]}
    return next(p for p in group.points if dict(p.settings) == settings)


def judged(prepared: Sweep, played: Sequence[Played]) -> tuple[Group, ...]:
    """The groups of which something was played."""
    return tuple(
        judged_group(prepared.spec, settings, part)
        for settings, part in zip(prepared.settings, played, strict=False)
    )


def judged_group(spec: SweepSpec, settings: Sequence[Settings], played: Played) -> Group:
    """The points of a group, judged by what was played.

    Args:
        spec: of the whole sweep.
        settings: of each point.
        played: the same points.
    """
    measure, target = played.results[0].unit.measures[0], spec.precision
    moments = played.moments
    ruling = verdict(
        moments, lower_is_better=measure.lower_is_better, precision=target, most=spec.base.hands
    )
    estimates = [r.headline for r in played.results]
    half = ruling.half
    if target is not None and len(estimates) == 1:
        low, high = confidence_sequences.interval(
            int(moments.sums[0]),
            int(moments.squares[0]),
            moments.n,
            is_share=measure.is_share,
            step=moments.unit,
            target=target,
            most=spec.base.hands,
            within=measure.within,
        )
        estimates, half = [replace(estimates[0], low=low, high=high)], (high - low) / 2
    points = tuple(
        Point(
            s,
            r,
            e,
            short,
            best=k == ruling.best,
            tied=k in ruling.tied,
            negligible=moments.negligible(ruling.best, short.low, short.high),
        )
        for k, (s, r, e, short) in enumerate(
            zip(settings, played.results, estimates, ruling.shortfalls, strict=True)
        )
    )
    twins = moments.twins
    bests = [s for s, first in zip(settings, twins, strict=True) if first == twins[ruling.best]]
    choices = {a.name for a in spec.axes if a.is_choice}
    around = tuple(s for s in settings[0] if s[0] not in choices)
    reached = target is None or half <= target
    return Group(around, points, moments, reached, at_edge=_edges(spec.axes, bests))
