"""The safest strategy, which loses least by not knowing its opponents, and its best answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import polars as pl

from cardsim.ask import certificates
from cardsim.ask.certificates import Certificate, WithInterval
from cardsim.ask.risks import Risk, bound_text
from cardsim.game import Game, Measure, Unit
from cardsim.output import SUFFIXES
from cardsim.runs import wording
from cardsim.runs.answer import Answer
from cardsim.runs.result import Result
from cardsim.runs.sealed import FORMAT
from cardsim.runs.words import counted, listed, number_of
from cardsim.statistics.stats import Estimate

SCHEMA = f"cardsim.safest/{FORMAT}"
FORKS = 100_000
"""Hands or matches that `learn` forks in each of its rounds, for one answer."""
ROUNDS = 4
"""Rounds in which answers are looked for."""
WORTH_NAMING = 0.005
"""Smallest share of a mixture that a sentence names."""
MOST_NAMED = 4


@dataclass(frozen=True)
class Standing:
    """The results of one strategy in every company.

    Attributes:
        name: the strategy as an option takes it, or the name of a found answer.
        readable: True if a person can play by it.
        values: its result in each company, each with an interval of its own.
        risk: its largest regret over the companies, and its worst company.
    """

    name: str
    readable: bool
    values: tuple[Estimate, ...]
    risk: Risk

    def to_dict(self) -> dict[str, Any]:
        """Return the standing as plain data."""
        risk = self.risk
        return {
            "name": self.name,
            "readable": self.readable,
            "values": [_plain(estimate) for estimate in self.values],
            "worst": _plain(risk.worst),
            "worst_among": risk.worst_among,
            "regret": [risk.regret, risk.low, risk.high],
            "regret_among": risk.regret_among,
            **({"regrets": [list(gap) for gap in risk.regrets]} if risk.regrets else {}),
        }


def _plain(estimate: Estimate) -> dict[str, float]:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high, "sd": estimate.sd}


@dataclass(frozen=True)
class BestResponse:
    """An answer that was looked for in a round.

    Attributes:
        round: number of the round, from 1; 0 after the last.
        to: the company it answers.
        start: its starting strategy.
        name: its own name; empty if none was found.
        gain: its gain there on fresh hands; without an answer, the gain that may have been missed.
        added: True if the gain is enough to go on with it.
    """

    round: int
    to: str
    start: str
    name: str
    gain: WithInterval
    added: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        return {**vars(self), "gain": list(self.gain)}


@dataclass(frozen=True, repr=False, eq=False)
class Safest(Answer):
    """The strategy to play against unknown opponents.

    Attributes:
        result: result of the safest strategy in the first company, on hands from which nothing was
            chosen or learned.
        standings: results of the strategies there, the safest first; all on the same hands.
        mixture: equilibrium mixture of players who know all the strategies, with shares.
        sought: the answers looked for.
        bound: gain of the best answer found, among players of the safest strategy.
        answer: its name; empty if none gains.
        starts: number of strategies from which it was looked for.
        texts: files of the found strategies, by name.
        tolerance: gain that an answer needs to be added.
        ended: True if no such answer was left before the last round.
        until: True if the user set the tolerance.
        again: the command that looks for the same again.
        partial: True if it was interrupted.
    """

    suffixes = (".py", *SUFFIXES)
    rows = "ways"

    result: Result
    companies: tuple[str, ...]
    standings: tuple[Standing, ...]
    mixture: tuple[tuple[str, float], ...]
    sought: tuple[BestResponse, ...]
    bound: WithInterval
    answer: str
    starts: int
    texts: Mapping[str, str] = field(repr=False)
    tolerance: float
    ended: bool
    until: bool
    again: str
    partial: bool

    @property
    def game(self) -> Game:
        """The game."""
        return self.result.game

    @property
    def unit(self) -> Unit:
        """The unit that was played: hands or matches."""
        return self.result.unit

    @property
    def measure(self) -> Measure:
        """The measure that values the strategies."""
        return self.result.measure

    @property
    def command(self) -> str:
        """The command that repeats the search."""
        return self.again

    def _results(self) -> tuple[Result, ...]:
        return (self.result,)

    @property
    def safest(self) -> str:
        """The strategy with the least regret, as an option takes it."""
        return self.standings[0].name

    @property
    def steadiest(self) -> Standing:
        """The strategy that does best in its worst company; often the safest one."""
        sign = self.measure.sign
        able = [s for s in self.standings if s.readable] or self.standings
        return max(able, key=lambda s: sign * s.risk.worst.value)

    @property
    def text(self) -> str:
        """The file of the safest strategy; empty if it comes with cardsim."""
        return self.texts.get(self.safest, "")

    @property
    def certificate(self) -> Certificate:
        """Limits of the safest strategy."""
        first = self.standings[0]
        starts = number_of(self.starts, "start")
        return Certificate(
            first.name,
            dict(zip(self.companies, first.risk.regrets, strict=False)),
            among=first.name,
            gain=self.bound if self.starts else None,
            answer=self.answer,
            finder=f"learn, {self.done}, from {starts}",
        )

    @property
    def reached(self) -> bool:
        """True if nobody was found to gain more than `until`."""
        return self.ended or not self.until

    @property
    def rounds(self) -> int:
        """Number of rounds."""
        return max((s.round for s in self.sought), default=0)

    @property
    def done(self) -> str:
        """Number of rounds in words."""
        return f"{self.rounds} round{'s' * (self.rounds != 1)}"

    def cost(self, gain: WithInterval) -> str:
        """Return a difference with its interval, in words."""
        return wording.costs(self.unit, self.measure, *gain)

    def regret(self, standing: Standing) -> str:
        """Return the largest regret of a strategy, in words."""
        return self.cost((standing.risk.regret, standing.risk.low, standing.risk.high))

    @cached_property
    def sentence(self) -> str:
        """The answer in a few sentences."""
        first, measure = self.standings[0], self.measure
        met = f"any of {counted(len(self.companies))} kinds of company"
        parts = [f"If you do not know the others, {first.name} is the safest:"]
        if first.risk.regret > 0:
            among = self.companies[first.risk.regret_among]
            parts.append(
                f"in {met} not knowing it costs you at most {self.regret(first)}, against {among}."
            )
        else:
            parts.append(f"it is the best of all ways to play in {met}.")
        headline = self.result.headline
        parts.append(
            f"Against {self.companies[0]} {wording.outcome(measure, headline)}"
            f"{wording.beside_even(measure)}."
        )
        parts += [self.at_worst, self.taken, self.crowd]
        if self.partial:
            parts.insert(0, f"Interrupted after {self.done}.")
        return " ".join(filter(None, parts))

    @property
    def at_worst(self) -> str:
        """The worst company of the safest strategy, and of the one that does best in its own."""
        first, steady, measure = self.standings[0], self.steadiest, self.measure

        def told(standing: Standing) -> str:
            where = self.companies[standing.risk.worst_among]
            return f"{wording.signed(measure, standing.risk.worst)} against {where}"

        if steady is first:
            return f"It also does best in its worst company: {told(first)}."
        return (
            f"Its worst company: {told(first)}. {steady.name} does best in its worst company, "
            f"{told(steady)}, but not knowing the others costs up to {self.regret(steady)} with "
            f"it: {first.name} is told first because it costs least."
        )

    @property
    def taken(self) -> str:
        """A sentence on the best answer's gain on the safest strategy."""
        starts = number_of(self.starts, "start")
        if self.answer:
            return (
                f"The best answer to it that was found, from {starts}, gains "
                f"{self.cost(self.bound)}: at least so much can be taken from you."
            )
        if not self.starts:
            return "No answer to it was looked for."
        text = f"No answer to it was found that gains anything, from {starts}"
        if self.bound[2] > 0:
            most = bound_text(self.measure, self.bound[2], self.unit)
            text += f"; up to {most} may have been missed"
        return f"{text}."

    @property
    def crowd(self) -> str:
        """A sentence on the equilibrium mixture of these strategies."""
        shares = [(n, s) for n, s in self.mixture if s >= WORTH_NAMING]
        named = [f"{100 * share:.0f} % {name}" for name, share in shares]
        return (
            f"Players who know all these ways settle on {listed(named, most=MOST_NAMED)}."
            if len(named) > 1
            else f"Players who know all these ways settle on {shares[0][0]}."
        )

    def encoded(self, suffix: str, *, title: str | None = None) -> bytes:
        """Return the bytes of a file: .py the safest strategy, or those of any answer."""
        return self.text.encode() if suffix == ".py" else super().encoded(suffix, title=title)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data; the same for the same seed."""
        return {
            "schema": SCHEMA,
            "version": self.result.version,
            "command": self.command,
            "game": self.game.name,
            "seed": self.result.spec.seed,
            "measure": self.measure.name,
            "sentence": self.sentence,
            "partial": self.partial,
            "hands": self.result.hands,
            "safest": self.safest,
            "steadiest": self.steadiest.name,
            "companies": list(self.companies),
            "ways": [standing.to_dict() for standing in self.standings],
            "mixture": [{"name": name, "share": share} for name, share in self.mixture],
            "sought": [sought.to_dict() for sought in self.sought],
            "bound": list(self.bound),
            "answer": self.answer,
            "starts": self.starts,
            "texts": dict(self.texts),
            "tolerance": self.tolerance,
            "ended": self.ended,
            "until": self.until,
            certificates.FIELD: [self.certificate.to_dict()],
            "run": self.result.to_dict(),
        }

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        for way in self.standings:
            for company, got in zip(self.companies, way.values, strict=True):
                yield way.name, company, got.value, got.low, got.high

    def frame(self) -> pl.DataFrame:
        """Return the results of each strategy in each company: way, company, value, low, high."""
        kinds: dict[str, Any] = {"way": pl.String, "company": pl.String}
        kinds |= dict.fromkeys(("value", "low", "high"), pl.Float64)
        return pl.DataFrame(list(self._rows()), schema=kinds, orient="row")
