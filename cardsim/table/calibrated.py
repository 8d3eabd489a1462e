"""Advice on many decisions, compared with their outcomes."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from cardsim.game import Game, Measure
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.sealed import FORMAT
from cardsim.runs.spec import RunSpec
from cardsim.runs.words import capitalised
from cardsim.statistics.calibration import Agreement, Bin, Sums, agreement, bins
from cardsim.statistics.stats import CONFIDENCE, MINUS, estimate_text, rounded, z_value

SCHEMA = f"cardsim.calibration/{FORMAT}"
FEWEST = 20
"""Decisions that a kind needs for a statement."""
Z = z_value(CONFIDENCE)


@dataclass(frozen=True)
class DecisionKind:
    """A kind of decisions.

    Attributes:
        where: its difference from other kinds of that name, in words; empty if there are none.
    """

    decision: str
    where: str

    def __str__(self) -> str:
        return wording.clauses(self.decision, self.where)


class DrawnDecision(NamedTuple):
    """A decision that was drawn.

    Attributes:
        kind: number of its kind.
        hand: number of the hand in the run.
        step: number of the decision in the hand, from 1, as `cardsim advise --replay` counts.
        said: sum over the worlds of the action's value, in stored units.
        came: outcome of the hand, in the same units.
    """

    kind: int
    hand: int
    step: int
    said: int
    came: int


@dataclass(frozen=True)
class CalibrationSpec:
    """Everything that decides the outcome of a calibration; text and numbers only.

    Attributes:
        base: the run from which decisions are drawn; its hands are the decisions.
        by: decisions, and the features that tell their kinds apart; empty for all decisions.
        worlds: number of hands imagined for each decision.
    """

    base: RunSpec
    by: tuple[str, ...]
    worlds: int

    def command(self, game: Game) -> str:
        """Return the command that draws the same decisions again."""
        base = self.base
        words = ["cardsim", "calibrate", base.game]
        words += [word for text in self.by for word in ("--by", text)]
        words += replace(base, seats=()).options_with(game, None)
        # The default differs from that of other commands.
        words += ["--strategy", base.hero.as_option, *base.versus(game)]
        return shlex.join([*words, "--worlds", str(self.worlds), *base.ending(game, None)])


@dataclass(frozen=True, repr=False)
class Calibration(PlayedAnswer):
    """Advice on many decisions, compared with their outcomes.

    Attributes:
        found: the decisions, in the order of their hands.
        partial: True if it was interrupted.
    """

    spec: CalibrationSpec
    kinds: tuple[DecisionKind, ...]
    found: tuple[DrawnDecision, ...] = field(repr=False)
    seconds: float = field(compare=False)
    partial: bool = False
    _setup: Any = field(default=None, compare=False, repr=False)
    rows = "kinds"

    @property
    def reached(self) -> bool:
        """True if all decisions were drawn."""
        return not self.partial

    @property
    def measure(self) -> Measure:
        """The measure of predictions and outcomes."""
        return self.unit.won_by

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The kinds of decisions, the bins of the chart, and every decision."""
        return {self.rows: self.frame(), "bins": self.bins_frame(), "decisions": self.counts()}

    @property
    def looked_at(self) -> int:
        """Number of hands played to find the decisions."""
        return self.found[-1].hand + 1

    # ------------------------------------------------------------ numbers

    @property
    def step(self) -> float:
        """Value of a stored 1 of the measure."""
        return self.unit.step(self.measure, dict(self.spec.base.display))

    def sums(self, kind: int | None = None) -> Sums:
        """Return the sums over a kind, or over all, in parts of a world."""
        some = [f for f in self.found if kind is None or f.kind == kind]
        return Sums.of([f.said for f in some], [f.came * self.spec.worlds for f in some])

    @cached_property
    def overall(self) -> Agreement:
        """Agreement over all decisions."""
        return agreement(self.sums(), self.step / self.spec.worlds)

    @cached_property
    def by_kind(self) -> dict[DecisionKind, Agreement]:
        """Agreement for each kind of which decisions were drawn."""
        drawn = {f.kind for f in self.found}
        unit = self.step / self.spec.worlds
        kinds = enumerate(self.kinds)
        return {kind: agreement(self.sums(k), unit) for k, kind in kinds if k in drawn}

    @cached_property
    def bins(self) -> tuple[Bin, ...]:
        """The reliability chart: decisions by prediction, and their outcomes."""
        said = np.array([f.said for f in self.found]) * (self.step / self.spec.worlds)
        came = np.array([f.came for f in self.found]) * self.step
        return bins(said, came, shares=self.measure.in_per_cent)

    @property
    def limit(self) -> float:
        """The z that some kind passes once in twenty times if all are calibrated."""
        return limit_of(self.by_kind.values())

    @property
    def off(self) -> list[DecisionKind]:
        """The kinds that are surely off, the worst first."""
        return self.off_by(self.limit)

    def off_by(self, limit: float) -> list[DecisionKind]:
        """Return the kinds whose z is beyond a limit, the worst first."""
        known = self.by_kind
        some = [k for k, one in known.items() if one.n >= FEWEST and abs(one.z) > limit]
        return sorted(some, key=lambda kind: -abs(known[kind].z))

    # ------------------------------------------------------------ words

    @property
    def counted(self) -> str:
        """The measure with its unit."""
        text, noun = self.measure.text, wording.cost_text(self.measure, "").strip()
        text = capitalised(text)
        return f"{text}: {noun}" if noun and not self.measure.in_per_cent else text

    @property
    def times(self) -> float:
        """Factor of values for people."""
        return 1.0 if self.measure.in_per_cent else float(self.measure.times)

    def texts(self, one: Agreement) -> tuple[str, ...]:
        """Return prediction, outcome with its interval, z, skill and slope, as text."""
        share, scale = self.measure.in_per_cent, self.times
        low, high = (one.said + end for end in one.interval())
        came = [scale * x for x in (one.came, low, high)]
        if one.n < FEWEST:
            return self.value(one.said), self.value(one.came), "", "", "", ""
        value, interval = estimate_text(*came, is_share=share)
        digits = len(value.partition(" ")[0].partition(".")[2])
        said, _ = estimate_text(*(scale * one.said,) * 3, is_share=share, digits=digits)
        slope = rounded(one.slope, Z * one.slope_error) if math.isfinite(one.slope_error) else "-"
        skill = f"{one.skill:.2f}" if math.isfinite(one.skill) else "-"
        return tuple(map(minus, (said, value, interval, _signed(one.z), skill, slope)))

    def value(self, value: float) -> str:
        """Return a value of the measure with three digits."""
        unit, scale = (" %", 100.0) if self.measure.in_per_cent else ("", self.times)
        return minus(f"{scale * value:.3g}{unit}")

    def between(self, one: Bin) -> str:
        """Return the limits of a bin's predictions."""
        low, high = self.value(one.low), self.value(one.high)
        return f"{low.removesuffix(' %')} to {high}"

    @property
    def chart(self) -> list[tuple[str, ...]]:
        """The bins: limits of the predictions, number, and outcome with its interval."""
        share, scale = self.measure.in_per_cent, self.times
        rows: list[tuple[str, ...]] = []
        for one in self.bins:
            ends = (scale * x for x in (one.came, one.came_low, one.came_high))
            value, interval = estimate_text(*ends, is_share=share)
            rows.append((self.between(one), str(one.n), minus(value), minus(interval)))
        return rows

    def said_and_came(self, one: Agreement) -> str:
        """Return prediction and outcome as a clause."""
        said, came = self.in_few_digits(one)
        return f"it said {said}, and {came} came"

    def in_few_digits(self, one: Agreement) -> tuple[str, str]:
        """Return the prediction with its noun, and the outcome with its interval."""
        unit, scale = (" %", 100.0) if self.measure.in_per_cent else ("", self.times)
        half = Z * one.error if one.n > 1 else math.inf
        came = rounded(scale * one.came, scale * half, unit=unit)
        # With as many digits as the outcome deserves.
        digits = len(came.partition(" ")[0].partition(".")[2])
        said = minus(f"{scale * one.said:z.{digits}f}{unit}")
        noun = wording.cost_text(self.measure, "").strip()
        counted = f" {noun}" if noun and not self.measure.in_per_cent else ""
        return f"{said}{counted}", came

    @property
    def sentence(self) -> str:
        """The answer in words."""
        off, many = self.off, _many(len(self.found))
        title, what = self.game.title, f"'{self.measure.text}'"
        if off:
            one = self.by_kind[off[0]]
            more = f"; {len(off) - 1} more of the kinds below are off" if len(off) > 1 else ""
            text = (
                f"Advice on {title} is not calibrated: of {what}, at {off[0]}, "
                f"{self.said_and_came(one)} in {_many(one.n)} (z {_signed(one.z)}){more}."
            )
        else:
            text = (
                f"Advice on {title} is calibrated, as far as {many} can tell: of {what} "
                f"{self.said_and_came(self.overall)}."
            )
        if self.partial:
            text = f"Interrupted after {many}. {text}"
        return f"{text} {self.told(max(self.bins, key=lambda one: (one.n, one.said)))}"

    def told(self, one: Bin) -> str:
        """Return a bin of the chart as a sentence."""
        at, came = f"Of {_many(one.n)} at which it said {self.between(one)}", self.value(one.came)
        if not self.measure.in_per_cent:
            return f"{at}, {wording.cost_text(self.measure, came)} came on average."
        how = "lost" if self.measure.lower_is_better else "won"
        return f"{at}, {100 * one.came:.0f} % {'was' if one.n == 1 else 'were'} {how}."

    # ------------------------------------------------------------ plain data

    def frame(self) -> pl.DataFrame:
        """Return one row for each kind of decisions.

        Columns: `decision` and `where`; `n` decisions; mean `said` and `came`; `gap`, outcome minus
            prediction, `low` and `high`, its interval; `z`, the gap in standard errors; `skill`, 1
            minus the squared error over that of the mean outcome; `slope`, the slope of outcomes on
            predictions, and its standard `error`.
        """
        rows = [asdict(kind) | _numbers(one) for kind, one in self.by_kind.items()]
        text, number = pl.String, pl.Float64
        kinds = {"decision": text, "where": text, "n": pl.Int64, **dict.fromkeys(NUMBERS, number)}
        return pl.DataFrame(rows, schema=kinds)

    def bins_frame(self) -> pl.DataFrame:
        """Return one row for each bin of the chart."""
        return pl.DataFrame([asdict(one) for one in self.bins])

    def counts(self) -> pl.DataFrame:
        """Return one row for each decision that was drawn.

        Columns: `kind`, the number of its row in `frame`'s order of kinds; `hand` and `step`, as
            `cardsim advise --replay SEED:HAND:STEP` takes them; `said`, the sum over the worlds,
            and `came`, both in stored units.
        """
        whole = dict.fromkeys(DrawnDecision._fields, pl.Int64)
        return pl.DataFrame([f._asdict() for f in self.found], schema=whole)

    @property
    def command(self) -> str:
        """The command that draws the same decisions again, and no others."""
        hands = len(self.found) if self.partial else self.spec.base.hands
        return replace(self.spec, base=replace(self.spec.base, hands=hands)).command(self.game)

    def about(self) -> dict[str, Any]:
        """Return its origin as plain data: all that is needed to get it again."""
        return {
            **self.asked_at_one_table(SCHEMA),
            "seats": [str(p) for p in self.spec.base.seats],
            "by": list(self.spec.by),
            "worlds": self.spec.worlds,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`; the same for the same seed."""
        return {
            **self.about(),
            "overall": _numbers(self.overall),
            "kinds": [asdict(kind) for kind in self.kinds],
            "by_kind": self.frame().to_dicts(),
            "bins": self.bins_frame().to_dicts(),
            "decisions": self.counts().to_dict(as_series=False),
            "run": self.spec.base.to_dict(self.game),
        }


def limit_of(kinds: Iterable[Agreement]) -> float:
    """Return the z that some kind passes once in twenty times if all are calibrated."""
    many = sum(one.n >= FEWEST for one in kinds)
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(many, 1))


NUMBERS = ("said", "came", "gap", "low", "high", "z", "skill", "slope", "error")


def _numbers(one: Agreement) -> dict[str, Any]:
    low, high = one.interval()
    values = (one.said, one.came, one.gap, low, high, one.z, one.skill, one.slope, one.slope_error)
    plain = (value if math.isfinite(value) else None for value in values)
    return {"n": one.n, **dict(zip(NUMBERS, plain, strict=True))}


def _signed(z: float) -> str:
    return minus(f"{z:+.1f}")


def minus(text: str) -> str:
    """Return a text with a minus sign in place of a hyphen before a number."""
    return text.replace("-", MINUS)


def _many(count: int) -> str:
    return f"{count} decision{'' if count == 1 else 's'}"
