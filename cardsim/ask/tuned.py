"""The outcome of tuning: the best values found, and what each of them gains."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import polars as pl

from cardsim.game import Game
from cardsim.options.params import Value, shown
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.result import Result
from cardsim.runs.sealed import FORMAT
from cardsim.runs.spec import Player, RunSpec
from cardsim.runs.words import listed

SCHEMA = f"cardsim.tune/{FORMAT}"


@dataclass(frozen=True)
class TuneSpec:
    """Everything that decides the result of tuning; text and numbers only.

    Attributes:
        base: the run of the start; the search plays `base.hands`.
        over: names of the parameters with their lowest and highest values.
    """

    base: RunSpec
    over: tuple[tuple[str, Value, Value], ...]

    def command(self, game: Game) -> str:
        """Return the command that tunes again."""
        options = self.base.options(game)
        ranges = ",".join(
            f"{n.replace('_', '-')}={shown(low)}..{shown(high)}" for n, low, high in self.over
        )
        words = ["cardsim", "tune", self.base.game, *options, "--over", ranges]
        return shlex.join([*words, *self.base.ending(game, None)])


@dataclass(frozen=True)
class Tuned:
    """A tuned parameter, and its effect.

    Attributes:
        start, best: its values at the start, and found.
        value: gain of the best value over the one at the start, all else as found, in the measure's
            unit; None if they are the same.
        low, high: interval, simultaneous for all parameters.
        differ: share of hands in which its lowest or highest value changes anything.
        negligible: True if neither makes a practical difference.
    """

    name: str
    start: Value
    best: Value
    value: float | None
    low: float | None
    high: float | None
    differ: float
    negligible: bool

    @property
    def does_nothing(self) -> bool:
        """True if it changed no hand."""
        return self.differ == 0


@dataclass(frozen=True, repr=False, eq=False)
class TuneResult(PlayedAnswer):
    """The result of tuning.

    Attributes:
        parameters: the parameters, in the order in which they were named.
        before, after: results of the start and of the values found, on fresh hands.
        gain, low, high: gain in them, with its interval.
        found: result of the best of each generation, and its values.
        seconds: time that it took; not part of the answer.
        partial: True if it was interrupted.
    """

    spec: TuneSpec
    parameters: tuple[Tuned, ...]
    before: Result
    after: Result
    gain: float
    low: float
    high: float
    found: tuple[tuple[int, float, tuple[Value, ...]], ...] = field(repr=False)
    seconds: float = field(compare=False)
    partial: bool
    reached = True
    rows = "parameters"

    def _results(self) -> tuple[Result, ...]:
        return self.before, self.after

    @property
    def player(self) -> Player:
        """The strategy with the values found."""
        return self.after.spec.hero

    @property
    def is_better(self) -> bool:
        """True if fresh hands show a gain."""
        return self.low > 0

    @property
    def gain_text(self) -> str:
        """The gain for people: `5.2 (± 0.3) matches in 100`."""
        return wording.costs(self.unit, self.measure, self.gain, self.low, self.high)

    @cached_property
    def sentence(self) -> str:
        """The answer in a few sentences."""
        base, hero = self.spec.base, self.spec.base.hero
        won = wording.outcome(self.measure, self.after.headline)
        beside, company = wording.beside_even(self.measure), wording.against(base, None)
        if self.is_better:
            gains = "saves" if self.measure.lower_is_better else "gains"
            text = (
                f"{wording.clauses(f'With {self.player.brief} {won}{beside}', company)}. "
                f"That {gains} {self.gain_text} compared with the strategy it started from."
            )
        else:
            was = wording.outcome(self.measure, self.before.headline)
            text = (
                f"Nothing better than {hero.brief} was found: "
                f"{wording.clauses(f'{was}{beside}', company)}."
            )
        idle = [p.name.replace("_", "-") for p in self.parameters if p.does_nothing]
        small = [
            p.name.replace("_", "-") for p in self.parameters if p.negligible and not p.does_nothing
        ]
        if idle:
            text += f" {listed(idle)} change{'s' * (len(idle) == 1)} nothing."
        if small:
            text += f" What {listed(small)} {'is' if len(small) == 1 else 'are'} makes no "
            text += "practical difference."
        return f"Interrupted. {text}" if self.partial else text

    def frame(self) -> pl.DataFrame:
        """Return one row for each parameter: the fields of `Tuned`."""
        return pl.DataFrame(
            [
                {
                    "parameter": p.name,
                    "start": float(p.start),
                    "best": float(p.best),
                    "value": p.value,
                    "low": p.low,
                    "high": p.high,
                    "differ": p.differ,
                    "negligible": p.negligible,
                }
                for p in self.parameters
            ]
        )

    def counts(self) -> pl.DataFrame:
        """Return the counts of the check, as `Result.counts`, after `with`: `start` or `best`."""
        parts = [
            result.counts().select(pl.lit(values).alias("with"), pl.all())
            for values, result in (("start", self.before), ("best", self.after))
        ]
        return pl.concat(parts, how="diagonal_relaxed")

    @property
    def command(self) -> str:
        """The command that tunes again."""
        return self.spec.command(self.game)

    def about(self) -> dict[str, Any]:
        """Return its origin as plain data: all that is needed to get it again."""
        return {**self.asked_at_one_table(SCHEMA), "strategy": self.player.as_option}

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`; the same for the same seed."""
        return {
            **self.about(),
            "over": [
                {"parameter": name, "low": float(low), "high": float(high)}
                for name, low, high in self.spec.over
            ],
            "gain": self.gain,
            "low": self.low,
            "high": self.high,
            "better": self.is_better,
            "parameters": self.frame().to_dicts(),
            "generations": [
                {"hands": hands, "value": value, "values": list(values)}
                for hands, value, values in self.found
            ],
            "before": self.before.to_dict(),
            "after": self.after.to_dict(),
        }
