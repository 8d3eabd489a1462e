"""A comparison: several strategies, each as the hero, against the same field in the same hands."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import polars as pl

from cardsim.game import Game, Measure, Unit
from cardsim.games import load_game
from cardsim.paired import Moments
from cardsim.result import Player, Result, RunSpec, plain
from cardsim.stats import Estimate
from cardsim.version import VERSION

SCHEMA = "cardsim.compare/1"


@dataclass(frozen=True)
class CompareSpec:
    """Everything that decides the outcome of a comparison; text and numbers only.

    Attributes:
        players: the strategies compared, in the order given.
        base: the run of the first of them, of `base.hands` hands at most.
        precision: the half width of the intervals at which it stops, or None.
    """

    players: tuple[Player, ...]
    base: RunSpec
    precision: float | None = None

    def command(self, game: Game) -> str:
        """The command that repeats the comparison."""
        raise NotImplementedError


@dataclass(frozen=True)
class Contender:
    """One of the strategies compared.

    Attributes:
        player: the strategy with its parameters.
        result: what `cardsim.run` gives with it as the hero, the same seed and as many hands.
        estimate: of the comparison's measure, with the interval of this strategy alone.
        first, last: the places it may truly have, 1 the best; simultaneous with the differences.
    """

    player: Player
    result: Result
    estimate: Estimate
    first: int
    last: int

    @property
    def place(self) -> str:
        """Its place for people: `1`, or `2 to 3` where that is within noise."""
        return f"{self.first}" if self.first == self.last else f"{self.first} to {self.last}"


@dataclass(frozen=True)
class Difference:
    """The paired difference of two strategies.

    Attributes:
        a, b: numbers of the contenders; `a` did at least as well as `b` in these hands.
        value: the measure with `b` less that with `a` (a share: -1 to 1).
        low, high: the interval, simultaneous for all pairs.
        differ: share of the hands in which the measure's value differs.
        gain: variance of the difference if each had played hands of its own, over the variance on
            the same hands: so many times more hands would be needed without pairing.
    """

    a: int
    b: int
    value: float
    low: float
    high: float
    differ: float
    gain: float

    @property
    def is_tie(self) -> bool:
        """Whether the difference is within noise."""
        return self.low <= 0 <= self.high


@dataclass(frozen=True)
class CompareResult:
    """The outcome of a comparison.

    Attributes:
        spec: what was played.
        contenders: in the order given.
        differences: of all pairs, by how well they did.
        moments: the sums and products over the hands, in the order of the contenders.
        seconds: how long it took; not part of the answer.
        partial: whether it was interrupted.
        reached: whether the precision asked for was reached; True without one.
    """

    spec: CompareSpec
    contenders: tuple[Contender, ...]
    differences: tuple[Difference, ...]
    moments: Moments = field(repr=False)
    seconds: float = field(compare=False)
    partial: bool
    reached: bool = True

    @property
    def game(self) -> Game:
        """The game that was played."""
        return load_game(self.spec.base.game)

    @property
    def unit(self) -> Unit:
        """What was recorded: hands or matches."""
        return self.contenders[0].result.unit

    @property
    def measure(self) -> Measure:
        """What the strategies are judged by: the first measure of the unit."""
        return self.unit.measures[0]

    @property
    def hands(self) -> int:
        """How many hands (or matches) each strategy played."""
        return self.moments.n

    @property
    def ranking(self) -> tuple[Contender, ...]:
        """The contenders, the one that did best in these hands first."""
        sign = 1 if self.measure.lower_is_better else -1
        return tuple(sorted(self.contenders, key=lambda c: sign * c.estimate.value))

    @cached_property
    def sentence(self) -> str:
        """The answer in a few sentences."""
        raise NotImplementedError

    def frame(self) -> pl.DataFrame:
        """One row for each strategy, the best first.

        Columns: `strategy` as the command line takes it; `value`, `low`, `high` of the measure with
        the interval of the strategy alone; `n` hands; `first`, `last` place it may have.
        """
        return pl.DataFrame(
            [
                {
                    "strategy": c.player.spelled,
                    "value": c.estimate.value,
                    "low": c.estimate.low,
                    "high": c.estimate.high,
                    "n": c.result.hands,
                    "first": c.first,
                    "last": c.last,
                }
                for c in self.ranking
            ]
        )

    def difference_frame(self) -> pl.DataFrame:
        """One row for each pair: `a`, `b` and the fields of `Difference`, with `is_tie`."""
        names = [c.player.spelled for c in self.contenders]
        return pl.DataFrame(
            [
                {
                    "a": names[d.a],
                    "b": names[d.b],
                    "value": d.value,
                    "low": d.low,
                    "high": d.high,
                    "is_tie": d.is_tie,
                    "differ": d.differ,
                    "gain": d.gain,
                }
                for d in self.differences
            ]
        )

    def command(self) -> str:
        """The command that repeats the comparison."""
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
            "players": base.players,
            "preset": base.preset,
            "rules": dict(base.rules),
            "seed": base.seed,
            "hands": self.hands,
            "precision": self.spec.precision,
            "reached": self.reached,
            "partial": self.partial,
            "measure": {
                "name": measure.name,
                "text": measure.text,
                "is_share": measure.is_share or measure.as_share,
                "lower_is_better": measure.lower_is_better,
            },
            "strategies": self.frame().to_dicts(),
            "differences": self.difference_frame().to_dicts(),
            "estimates": {
                c.player.spelled: c.result.frame().to_dicts() for c in self.contenders
            },
        }

    def to_json(self) -> str:
        """`to_dict` as one line of JSON."""
        return json.dumps(plain(self.to_dict()), ensure_ascii=False, allow_nan=False)
