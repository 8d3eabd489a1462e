"""A sweep: the same hands at every point of a grid of settings.

Parameters of the hero are choices, of which one is the best. House rules, the number of players and
the preset are circumstances: what is best is asked for each combination of them by itself.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import polars as pl

from cardsim.game import Game, Measure, Unit
from cardsim.games import load_game
from cardsim.paired import Moments, Shortfall
from cardsim.params import Value, shown
from cardsim.result import Result, RunSpec, plain
from cardsim.stats import Estimate
from cardsim.version import VERSION

SCHEMA = "cardsim.sweep/1"

Settings = tuple[tuple[str, Value], ...]
"""Names (with underscores) and values of some options."""


@dataclass(frozen=True)
class Axis:
    """An option that varies over a sweep.

    Attributes:
        name: of the option, with underscores.
        values: all different, in the order given.
        text: as on the command line, such as `17..31`.
        is_choice: whether it is a parameter of the hero, and not a circumstance.
    """

    name: str
    values: tuple[Value, ...]
    text: str
    is_choice: bool

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
    """

    axes: tuple[Axis, ...]
    base: RunSpec
    precision: float | None = None

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
        words = ["cardsim", "sweep", self.base.game, *_without(self.base.options(game), flags)]
        for axis in self.axes:
            words += [axis.flag, axis.text]
        return shlex.join([*words, *self.base.ending(game, self.precision)])


def _without(words: Sequence[str], flags: set[str]) -> list[str]:
    """The options less those of some flags."""
    negative = {"--no-" + flag.removeprefix("--") for flag in flags}
    kept: list[str] = []
    dropping = False
    for word in words:
        if word.startswith("--"):
            dropping = word in flags | negative
        if not dropping:
            kept.append(word)
    return kept


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
    """

    settings: Settings
    result: Result
    estimate: Estimate
    shortfall: Shortfall
    best: bool
    tied: bool


@dataclass(frozen=True)
class Group:
    """The points with the same circumstances, which are compared with each other.

    Attributes:
        circumstances: the values of the axes that are no choices.
        points: in the order of the grid; all played the same `hands`.
        moments: the sums and products over the hands, in the order of the points.
        reached: whether the precision asked for was reached; True without one.
    """

    circumstances: Settings
    points: tuple[Point, ...]
    moments: Moments = field(repr=False)
    reached: bool = True

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
    def beaten(self) -> tuple[Point, ...]:
        """The points that are worse than the truly best one; in order, the nearest first."""
        others = (p for p in self.points if not p.tied)
        return tuple(sorted(others, key=lambda p: p.shortfall.value))


@dataclass(frozen=True)
class SweepResult:
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
        """What the points are judged by: the first measure of the unit."""
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
    def circumstances(self) -> tuple[Axis, ...]:
        """The axes that are house rules, players or presets."""
        return tuple(a for a in self.spec.axes if not a.is_choice)

    @cached_property
    def sentence(self) -> str:
        """The answer in a few sentences."""
        raise NotImplementedError

    def frame(self) -> pl.DataFrame:
        """One row for each point.

        Columns: every axis by its name; `value`, `low`, `high` of the measure with the interval of
        the point alone; `n` hands; `worse`, `worse_low`, `worse_high` than the best in the same
        circumstances, simultaneous; `best`, `tied`.
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
                }
                for p in self.points
            ],
            infer_schema_length=None,
        )

    def command(self) -> str:
        """The command that repeats the sweep."""
        return self.spec.command(self.game)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, in the layout of `SCHEMA`; the same for the same seed."""
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
                "is_share": measure.is_share or measure.as_share,
                "lower_is_better": measure.lower_is_better,
            },
            "axes": [
                {"name": a.name, "values": list(a.values), "is_choice": a.is_choice}
                for a in self.spec.axes
            ],
            "groups": [
                {
                    "circumstances": dict(g.circumstances),
                    "hands": g.hands,
                    "reached": g.reached,
                    "best": dict(g.best.settings),
                    "tied": [dict(p.settings) for p in g.tied],
                    "points": [_point_dict(p) for p in g.points],
                }
                for g in self.groups
            ],
        }

    def to_json(self) -> str:
        """`to_dict` as one line of JSON."""
        return json.dumps(plain(self.to_dict()), ensure_ascii=False, allow_nan=False)


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
        "command": point.result.spec.command(point.result.game),
        "estimates": point.result.frame().to_dicts(),
    }


def told(settings: Settings) -> str:
    """Settings for people: `knock-threshold 21, players 4`."""
    return ", ".join(f"{n.replace('_', '-')} {shown(v)}" for n, v in settings)
