"""The outcome of a review: what a strategy gives away, by situation, and its counts."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from cardsim.errors import UserError
from cardsim.game import Feature, Game, Unit
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.changed import Change
from cardsim.runs.rollouts import ActionValues, DecisionTable, Rollouts
from cardsim.runs.sealed import FORMAT
from cardsim.runs.spec import RunSpec
from cardsim.runs.words import everyone, listed

SCHEMA = f"cardsim.review/{FORMAT}"
FEW = 5
"""Median forks of a situation up to which the table is too fine for the hands."""
RARE = 20
"""Factor of rarity, against the most frequent decision, from which on a table may be too fine."""


@dataclass(frozen=True)
class Cost:
    """A cost or gain per hand, with its interval.

    Attributes:
        value: in the measure's unit (a share: 0 to 1), positive for a cost.
        low, high: the interval; those of all decisions and situations hold together.
    """

    value: float
    low: float
    high: float

    @property
    def is_certain(self) -> bool:
        """True if something is surely given away."""
        return self.low > 0


@dataclass(frozen=True)
class Reviewed:
    """A decision and its cost.

    Attributes:
        asked: the decision with the features that tell its situations apart.
        often: number of times per hand that it comes with a choice.
        cost: cost there, to first order.
        forks: number of hands forked there.
        looked_at: number of situations with enough forks to be examined by themselves.
    """

    asked: DecisionTable
    often: float
    cost: Cost
    forks: int
    situations: int
    looked_at: int

    @property
    def name(self) -> str:
        """Name of the decision, as a strategy writes it."""
        return self.asked.decision.function


@dataclass(frozen=True)
class Situation:
    """Neighbouring situations in which another choice is better.

    Attributes:
        ranges: first and last number of each feature.
        chosen: the hero's most frequent other choice there; -1 if experts say what is better, and
            he need not choose as any of them.
        often: times per hand that the hero chooses otherwise there.
        cost: cost of that, to first order.
        forks: number of forks behind it.
        rule: gain of playing so always, on other hands; None if that was not played.
    """

    asked: DecisionTable
    ranges: tuple[tuple[int, int], ...]
    chosen: int
    better: int
    often: float
    cost: Cost
    forks: int
    rule: Cost | None = None

    @property
    def features(self) -> tuple[Feature, ...]:
        """The features that describe it."""
        return self.asked.features

    @property
    def change(self) -> Change:
        """The change that would be better as a rule."""
        return Change(self.asked, self.ranges, self.better)

    @property
    def chosen_text(self) -> str:
        """The hero's choice, in words."""
        return self.asked.choices[self.chosen] if self.chosen >= 0 else "otherwise"

    @property
    def better_text(self) -> str:
        """The better choice, in words."""
        choice = self.asked.choices[self.better]
        return f"as {choice} does" if self.asked.experts else choice


@dataclass(frozen=True)
class ReviewSpec:
    """Everything that decides the outcome of a review; text and numbers only.

    Attributes:
        base: the run that is forked.
        by: decisions and features that were asked for; empty for the game's own.
    """

    base: RunSpec
    by: tuple[str, ...] = ()

    def command(self, game: Game) -> str:
        """Return the command that repeats the review."""
        words = ["cardsim", "review", self.base.game, *self.base.options(game)]
        words += [word for text in self.by for word in ("--by", text)]
        return shlex.join([*words, *self.base.ending(game, None)])


@dataclass(frozen=True, repr=False, eq=False)
class Review(PlayedAnswer):
    """The outcome of a review.

    Attributes:
        decisions: the decisions that came, with their costs.
        situations: those with a certain cost, the costliest first.
        cost: cost in all of them, to first order.
        rules: gain of all tried rules at once; None if fewer than two were tried.
        candidates: number of boxes of situations that one half proposed and the other valued.
        changed_hands: number of other hands played by the strategy and with each rule.
        note: why rules were not tried; empty if they were, or none was found.
        worth: action values, decision by decision.
        halves: number of hands in each half.
        seconds: time that it took; not part of the answer.
        partial: True if it was interrupted.
    """

    spec: ReviewSpec
    decisions: tuple[Reviewed, ...]
    situations: tuple[Situation, ...]
    cost: Cost
    rules: Cost | None
    candidates: int
    hands: int
    changed_hands: int
    note: str
    worth: tuple[ActionValues, ...] = field(repr=False, compare=False)
    halves: tuple[int, int]
    seconds: float = field(compare=False)
    partial: bool
    _setup: Any = field(default=None, compare=False, repr=False)
    rows = "situations"

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The situations with a certain cost, the decisions, and all situations examined."""
        return {self.rows: self.frame(), "decisions": self.decisions_frame(), "cells": self.cells()}

    @property
    def reached(self) -> bool:
        """True if everything asked for was played."""
        return not self.partial

    @property
    def looked_at(self) -> int:
        """Number of situations with enough forks to be examined by themselves."""
        return sum(d.looked_at for d in self.decisions)

    def cost_text(self, cost: Cost) -> str:
        """Return a cost for people: `5.2 (± 0.3) matches in 100`."""
        return wording.costs(self.unit, self.measure, cost.value, cost.low, cost.high)

    def where(self, situation: Situation) -> str:
        """Return a situation in words; empty if it is the whole decision."""
        return wording.situation(situation.features, situation.ranges)

    def told(self, situation: Situation) -> str:
        """Return a situation with the better choice, as a sentence without its end."""
        name, where = situation.asked.decision.function, self.where(situation)
        chosen, better = situation.chosen_text, situation.better_text
        if situation.chosen < 0:
            chosen, better = f"otherwise than {better.partition(' ')[2]}", "as it does"
        return (
            f"at {name}{f', {where},' if where else ''} you choose {chosen}, "
            f"which costs {self.cost_text(situation.cost)}; choose {better} instead"
        )

    @cached_property
    def sentence(self) -> str:
        """The answer in a few sentences."""
        base = self.spec.base
        how = f"If you {wording.of_several(base.hero.plays)}"
        company = wording.against(base, base.partner if base.partner != base.hero else None)
        by = f", judged by {wording.judged(self.measure)}" if base.measure else ""
        if self.situations:
            much = self.cost if self.cost.is_certain else self.situations[0].cost
            lost = f"you give away {self.cost_text(much)} to first order{by}"
            parts = [f"{wording.clauses(how, lost, company)}."]
            top = self.situations[0]
            parts.append(f"What costs most: {self.told(top)}.")
            if top.rule is not None:
                parts.append(f"As a rule that gains {self._gain(top.rule)}.")
            if self.rules is not None:
                count = sum(s.rule is not None for s in self.situations)
                every = everyone(count).capitalize()
                parts.append(f"{every} rules at once gain {self._gain(self.rules)}.")
        else:
            nothing = "no situation was found in which another choice is better for certain"
            looked = f"{self.looked_at} were looked at in {self.hands} {self.unit.plural}"
            parts = [f"{wording.clauses(how, f'{nothing}{by}', company)}.", f"{looked}."]
        text = " ".join(parts)
        if self.partial:
            text = f"Interrupted after {self.hands} {self.unit.plural}. {text}"
        return text

    def _gain(self, cost: Cost) -> str:
        """Return the gain of a rule, in words."""
        certain = not cost.low <= 0 <= cost.high
        return self.cost_text(cost) if certain else f"nothing for certain: {self.cost_text(cost)}"

    def frame(self) -> pl.DataFrame:
        """Return one row for each situation with a certain cost.

        Columns: `decision`; `where` and `advice` in words; `chosen`, `better`; `often` per hand;
            `value`, `low`, `high` of its cost, simultaneous; `forks`; `rule`, `rule_low`,
            `rule_high`, the gain of the rule on other hands, null if it was not played; and
            `condition`, as a strategy writes it.
        """
        rows = [
            {
                "decision": s.asked.decision.function,
                "where": self.where(s),
                "advice": self.told(s),
                "chosen": s.asked.choices[s.chosen] if s.chosen >= 0 else None,
                "better": s.asked.choices[s.better],
                "often": s.often,
                "value": s.cost.value,
                "low": s.cost.low,
                "high": s.cost.high,
                "forks": s.forks,
                "rule": s.rule.value if s.rule is not None else None,
                "rule_low": s.rule.low if s.rule is not None else None,
                "rule_high": s.rule.high if s.rule is not None else None,
                "condition": s.change.condition,
            }
            for s in self.situations
        ]
        text, number = pl.String, pl.Float64
        kinds = {
            **dict.fromkeys(("decision", "where", "advice", "chosen", "better"), text),
            **dict.fromkeys(("often", "value", "low", "high"), number),
            "forks": pl.Int64,
            **dict.fromkeys(("rule", "rule_low", "rule_high"), number),
            "condition": text,
        }
        return pl.DataFrame(rows, schema=kinds)

    def decisions_frame(self) -> pl.DataFrame:
        """Return one row for each decision.

        Columns: `decision`; `often` per hand; `value`, `low`, `high` of its cost, to first order
            and simultaneous; `forks`; `situations` that came, `looked_at` of them.
        """
        return pl.DataFrame(
            [
                {
                    "decision": d.name,
                    "often": d.often,
                    "value": d.cost.value,
                    "low": d.cost.low,
                    "high": d.cost.high,
                    "forks": d.forks,
                    "situations": d.situations,
                    "looked_at": d.looked_at,
                }
                for d in self.decisions
            ]
        )

    def counts(self) -> pl.DataFrame:
        """Return all sums: a row for each half, situation and choice that came.

        Columns: `decision`; the features, null if the decision has others, with a `_` behind a name
            that is a column's; `half`, 0 or 1; `choice`; the fields of `ActionValues`, counts.
        """
        return pl.concat([counts_of(w) for w in self.worth], how="diagonal_relaxed")

    def cells(self) -> pl.DataFrame:
        """Return one row for each situation and choice that came, both halves together.

        Columns: `decision`; the features, as in `counts`; `choice`; `often`, times per hand that
            the hero makes it there; `forks` in which it was legal; `gain` over the hero's choice,
            per hand and to first order, and its standard `error`. No half has chosen for the other
            here, so the best of many looks too good.
        """
        sign = self.unit.step(self.measure, dict(self.spec.base.display))
        counts = self.counts()
        keys = [c for c in counts.columns if c not in {"half", *SUMS}]
        added = counts.group_by(keys, maintain_order=True).agg(pl.col(*SUMS).sum())
        mean = pl.col("more") / self.hands
        error = ((pl.col("squares") / self.hands - mean**2).clip(0) / max(self.hands - 1, 1)).sqrt()
        return added.select(
            *keys,
            (pl.col("own") / self.hands).alias("often"),
            pl.col("possible").alias("forks"),
            (mean * sign).alias("gain"),
            (error * sign).alias("error"),
        )

    @property
    def command(self) -> str:
        """The command that plays the same hands again, and no others.

        After an interruption these may be too few for a review: then all that were asked for.
        """
        hands = self.hands
        if self.partial:
            try:
                check_fine(self, self.unit, named=bool(self.spec.by))
            except UserError:
                hands = self.spec.base.hands
        base = replace(self.spec.base, hands=hands)
        return replace(self.spec, base=base).command(self.game)

    def about(self) -> dict[str, Any]:
        """Return its origin as plain data: all that is needed to get it again."""
        return {
            **self.asked_at_one_table(SCHEMA),
            "seats": [str(p) for p in self.spec.base.seats],
            "by": list(self.spec.by),
            "hands": self.hands,
            "changed_hands": self.changed_hands,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`; the same for the same seed."""
        return {
            **self.about(),
            "cost": _plain_cost(self.cost),
            "rules_at_once": _plain_cost(self.rules),
            "note": self.note,
            "candidates": self.candidates,
            "decisions": [
                {**row, "features": [f.name for f in d.asked.features]}
                for row, d in zip(self.decisions_frame().to_dicts(), self.decisions, strict=True)
            ],
            "situations": [
                {**row, "ranges": dict(zip((f.name for f in s.features), s.ranges, strict=True))}
                for row, s in zip(self.frame().to_dicts(), self.situations, strict=True)
            ],
            "cells": self.cells().to_dict(as_series=False),
            "run": self.spec.base.to_dict(self.game),
            "halves": list(self.halves),
            "counts": {
                w.asked.decision.function: counts_of(w).to_dict(as_series=False) for w in self.worth
            },
            **self._brought(),
        }

    def _brought(self) -> dict[str, Any]:
        """Return the features that the strategy brings, as plain data; empty without any."""
        source = next((w.asked.source for w in self.worth if w.asked.source), None)
        if source is None:
            return {}
        plain = {d: [_plain_feature(f) for f in some] for d, some in source.features.items()}
        return {"features": plain}


def _plain_feature(feature: Feature) -> dict[str, Any]:
    plain = {name: getattr(feature, name) for name in ("name", "words", "low", "high")}
    return {**plain, "labels": list(feature.labels), "in_view": feature.look is None}


SITUATIONS = ("met", "forks")
"""Fields of `ActionValues` by situation."""
CHOICES = ("own", "possible", "tried", "more", "squares")
"""Fields of `ActionValues` by situation and choice."""
SUMS = (*SITUATIONS, *CHOICES)
COLUMNS = frozenset(("decision", "half", "choice", "often", "gain", "error", *SUMS))


def _plain_cost(cost: Cost | None) -> dict[str, float] | None:
    return None if cost is None else {"value": cost.value, "low": cost.low, "high": cost.high}


def counts_of(worth: ActionValues) -> pl.DataFrame:
    """Return the sums at a decision, without situations that did not come."""
    asked = worth.asked
    half, *numbers = np.nonzero(worth.forks)
    choices = len(asked.choices)
    repeated = tuple(np.repeat(n, choices) for n in (half, *numbers))
    choice = np.tile(np.arange(choices), len(half))
    return pl.DataFrame(
        {
            "decision": [asked.decision.function] * len(choice),
            **{_column(f): _named(f, n) for f, n in zip(asked.features, repeated[1:], strict=True)},
            "half": repeated[0],
            "choice": np.array(asked.choices)[choice],
            **{name: getattr(worth, name)[repeated] for name in SITUATIONS},
            **{name: getattr(worth, name)[(*repeated, choice)] for name in CHOICES},
        }
    )


def worth_of(asked: DecisionTable, counts: Mapping[str, Sequence[Any]]) -> ActionValues:
    """Return the action values at a decision from the columns of `counts_of`.

    Raises:
        KeyError: a column is missing.
        ValueError: the decision has no such situation or choice, or numbers are not whole, or
            impossible.
    """
    shape = (2, *asked.shape)
    names = {"decision", "half", "choice", *SUMS, *(_column(f) for f in asked.features)}
    if set(counts) != names:
        raise ValueError(f"{asked.decision.name} has columns {', '.join(counts)}")
    if any(name != asked.decision.function for name in counts["decision"]):
        raise ValueError(f"counts of {asked.decision.name} with those of another decision")
    for name in ("half", *SUMS):
        _check_whole(name, counts[name])
    numbers = [_numbers(f, counts[_column(f)]) for f in asked.features]
    at = np.ravel_multi_index((np.array(counts["half"], np.int64), *numbers), shape)
    choice = np.array([asked.choices.index(c) for c in counts["choice"]], np.int64)
    if len(set(zip(at.tolist(), choice.tolist(), strict=True))) < len(choice):
        raise ValueError(f"a situation of {asked.decision.name} comes twice")
    arrays: dict[str, Any] = {}
    for name in SUMS:
        by_choice = name in CHOICES
        sums = np.zeros(
            (math.prod(shape), *([len(asked.choices)] if by_choice else [])),
            np.float64 if name == "squares" else np.int64,
        )
        sums[(at, choice) if by_choice else at] = np.array(counts[name], sums.dtype)
        arrays[name] = sums.reshape(*shape, *sums.shape[1:])
    if (arrays["tried"] > arrays["possible"]).any():
        raise ValueError(f"a choice at {asked.decision.name} was tried more often than possible")
    return ActionValues(asked, **arrays)


def _check_whole(name: str, numbers: Sequence[Any]) -> None:
    """Refuse numbers that are not whole, or are negative and no sum of gains."""
    for number in numbers:
        if type(number) not in {int, float} or number != int(number):
            raise ValueError(f"{name} {number} is no whole number")
        if number < 0 and name != "more":
            raise ValueError(f"{name} {number} is below 0")


def _column(feature: Feature) -> str:
    return feature.name + ("_" if feature.name in COLUMNS else "")


def _named(feature: Feature, numbers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the numbers of a feature from its lowest on, or their names."""
    return np.array(feature.labels)[numbers] if feature.labels else numbers + feature.low


def _numbers(feature: Feature, named: Sequence[Any]) -> np.ndarray[Any, Any]:
    """Return the argument of `_named` from its result."""
    if feature.labels:
        return np.array([feature.labels.index(label) for label in named], np.int64)
    _check_whole(feature.name, [abs(number) for number in named])
    return np.array(named, np.int64) - feature.low


def _rounded_up(count: float) -> int:
    """Return the next number with one digit and zeros."""
    step = 10 ** int(math.log10(count))
    return int(math.ceil(count / step) * step)


def check_fine(rollouts: Rollouts | Review, unit: Unit, *, named: bool) -> None:
    """Refuse tables that are too fine for the hands.

    With `named`, `--by` named the situations; else the game does.
    """
    if not any(worth.forks.any() for worth in rollouts.worth):
        names = listed([w.asked.decision.name for w in rollouts.worth], "or")
        raise UserError(
            f"in {rollouts.hands} {unit.plural} you have no choice at {names} by these rules",
            hint="a house rule may have to allow it; or play more with -n",
        )
    most = max(int(worth.forks.sum()) for worth in rollouts.worth)
    for worth in rollouts.worth:
        name, cells = worth.asked.decision.name, worth.forks.sum(axis=0).ravel()
        total = int(cells.sum())
        # A decision that a house rule asks for rarely is no reason to refuse everything.
        if total == 0 or (not named and total * RARE < most):
            continue
        ordered = np.sort(cells[cells > 0])
        usual = int(ordered[np.searchsorted(np.cumsum(ordered), total / 2)])
        if usual <= FEW:
            # A fifth more: the frequency of the median situation is itself uncertain.
            enough = _rounded_up(1.2 * rollouts.hands * (FEW + 1) / max(usual, 1))
            what = f"-n {rollouts.hands}: the situations of {name} are too many"
            what = f"--by {name}: situations are too many" if named else what
            less = "name fewer features with --by" if named else f"tell fewer apart: --by {name}:.."
            raise UserError(
                f"{what} to be told apart, {len(ordered)}, in "
                f"{rollouts.hands} {unit.plural}: half of the {total} forks lie in situations that "
                f"got at most {usual}",
                hint=f"play more with -n, some {enough}, or {less}",
            )
