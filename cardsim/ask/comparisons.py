"""Comparisons: several strategies, each as the hero, in the same hands of the same opponents."""

from __future__ import annotations

import math
import shlex
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
import polars as pl

from cardsim.errors import UserError, echoed, one_line
from cardsim.game import Game
from cardsim.options.params import shown_precision, taken_from
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.journal import noted
from cardsim.runs.paired_runs import GroupResult, play_together
from cardsim.runs.preparation import (
    Resolved,
    Setup,
    check_by_hand,
    check_house_rules,
    check_threads,
    checked_precision,
    resolve,
)
from cardsim.runs.request import Request
from cardsim.runs.result import Result
from cardsim.runs.run import ready
from cardsim.runs.sealed import FORMAT
from cardsim.runs.seating import Rivals, Seated, Who, rivals, seated
from cardsim.runs.spec import Player, RunSpec, friend_in
from cardsim.runs.words import counted, listed
from cardsim.showing import Progress, teller
from cardsim.statistics.confidence_sequences import hands_needed
from cardsim.statistics.paired import Moments, all_pairs
from cardsim.statistics.stats import Estimate
from cardsim.strategy import Strategy

SCHEMA = f"cardsim.compare/{FORMAT}"
MOST_STRATEGIES = 100


@dataclass(frozen=True)
class CompareSpec:
    """Everything that decides the outcome of a comparison; text and numbers only.

    Attributes:
        players: the strategies compared, in the order given.
        base: the run of the first of them, of `base.hands` hands at most.
        precision: half width of the intervals at which it stops, or None.
        friend: the hero's partner in all runs; None if each hero is its own, or has none.
    """

    players: tuple[Player, ...]
    base: RunSpec
    precision: float | None = None
    friend: Player | None = None

    def command(self, game: Game) -> str:
        """Return the command that repeats the comparison."""
        options = replace(self.base, seats=(Player(game.default_strategy), *self.base.seats[1:]))
        words = ["cardsim", "compare", self.base.game, *(p.as_option for p in self.players)]
        words += options.options_with(game, self.friend)
        return shlex.join([*words, *self.base.ending(game, self.precision)])


@dataclass(frozen=True)
class Contender:
    """One of the strategies compared.

    Attributes:
        result: the result of `cardsim.run` with it as the hero, with the same seed and hands.
        estimate: estimate of the comparison's measure, with the interval of this strategy alone.
        first, last: its possible places, 1 the best, by the numbers of strategies that are surely
            better and surely worse; simultaneous with the differences. Source: Al Mohamad, Goeman,
            van Zwet, "Simultaneous confidence intervals for ranks with application to ranking
            institutions", Biometrics 78 (2022).
    """

    player: Player
    result: Result
    estimate: Estimate
    first: int
    last: int

    def __repr__(self) -> str:
        value = f"{self.player.brief}: {self.estimate.text} {self.estimate}"
        return one_line(self, value, f"place {self.place}")

    @property
    def place(self) -> str:
        """Its place for people: `1`, or `2 to 3` if that is within noise."""
        return f"{self.first}" if self.first == self.last else f"{self.first} to {self.last}"


@dataclass(frozen=True)
class Difference:
    """The paired difference of two strategies.

    Attributes:
        a, b: numbers of the contenders; `a` did at least as well as `b` in these hands.
        value: how much worse `b` did than `a`, at least 0, in the measure's unit (a share: 0..1).
        low, high: interval, simultaneous for all pairs.
        differ: share of the hands in which the measure's value differs.
        negligible: True if the whole interval has no practical importance
            (`cardsim.statistics.paired.NEGLIGIBLE`).
        gain: variance of the difference if each had played hands of its own, over the variance on
            the same hands: the factor of hands needed without pairing.
    """

    a: int
    b: int
    value: float
    low: float
    high: float
    differ: float
    negligible: bool
    gain: float

    @property
    def same_play(self) -> bool:
        """True if the measure's value differs in none of these hands."""
        return self.differ == 0

    @property
    def is_tie(self) -> bool:
        """True if the difference is within noise."""
        return self.low <= 0 <= self.high

    def turned(self) -> Difference:
        """Return the difference the other way round."""
        value, low, high = (0.0 - x for x in (self.value, self.high, self.low))
        return replace(self, a=self.b, b=self.a, value=value, low=low, high=high)


@dataclass(frozen=True, repr=False, eq=False)
class CompareResult(PlayedAnswer):
    """The outcome of a comparison.

    Attributes:
        contenders: the strategies, in the order given.
        differences: differences of all pairs, by how well they did.
        moments: sums and products over the hands, in the order of the contenders.
        differ: int64, shape (contenders, contenders): hands in which the measure's values differ.
        seconds: time that it took; not part of the answer.
        partial: True if it was interrupted.
        reached: True if the precision asked for was reached, or none was asked for.
    """

    spec: CompareSpec
    contenders: tuple[Contender, ...]
    differences: tuple[Difference, ...]
    moments: Moments = field(repr=False)
    differ: np.ndarray[Any, Any] = field(repr=False, compare=False)
    seconds: float = field(compare=False)
    partial: bool
    reached: bool = True
    rows = "differences"

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The ranking and the differences."""
        return {"strategies": self.ranking_frame(), self.rows: self.frame()}

    def _results(self) -> list[Result]:
        return [contender.result for contender in self.contenders]

    @property
    def hands(self) -> int:
        """Number of hands (or matches) that each strategy played."""
        return self.moments.n

    @property
    def ranking(self) -> tuple[Contender, ...]:
        """The contenders, the best in these hands first; for a neutral measure the smallest."""
        sign = -self.measure.sign
        return tuple(sorted(self.contenders, key=lambda c: sign * c.estimate.value))

    @property
    def best(self) -> Contender:
        """The first of the ranking; others may be as good."""
        return self.ranking[0]

    @cached_property
    def sentence(self) -> str:
        """The answer in a few sentences."""
        best, measure = self.ranking[0], self.measure
        number, count = self.contenders.index(best), len(self.contenders)
        if measure.neutral:
            return self._added(self._span())
        by = f", judged by {wording.judged(measure)}" if self.spec.base.measure else ""
        answer = wording.clauses(
            f"{wording.outcome(measure, best.estimate)}{wording.beside_even(measure)}",
            wording.against(best.result.spec, self.spec.friend),
        )
        if all(d.same_play for d in self.differences):
            unit = self.unit.name
            every = "Both" if len(self.differences) == 1 else f"All {counted(count)}"
            alike = f"{every} strategies play alike: {answer}, and no {unit} came out otherwise."
            return self._added(alike)
        text = f"Of {counted(count)} strategies {best.player.brief} does best{by}: {answer}. "
        ties = [d for d in self.differences if d.a == number and d.is_tie]
        behind = [d for d in self.differences if d.a == number and not d.is_tie]
        if ties:
            names = listed([self.contenders[d.b].player.brief for d in ties])
            alone = len(ties) == 1
            if all(d.same_play for d in ties):
                text += (
                    f"{names} {'does' if alone else 'do'} the same: "
                    f"no {self.unit.name} came out otherwise."
                )
            elif all(d.negligible for d in ties):
                text += f"{names} {'makes' if alone else 'make'} no practical difference."
            else:
                text += (
                    f"{names} {'does' if alone else 'do'} as well, as far as "
                    f"{self.hands} {self.unit.plural} can tell."
                )
        else:
            near = behind[0]
            name = self.contenders[near.b].player.brief
            text += f"The next, {name}, is {self.cost(near)} behind."
        if len(behind) > (0 if ties else 1):
            far = behind[-1]
            name = self.contenders[far.b].player.brief
            text += f" The worst, {name}, is {self.cost(far)} behind."
        return self._added(text)

    def _span(self) -> str:
        """Return a sentence on the strategies with the least and the most of a neutral measure."""
        least, most = self.ranking[0], self.ranking[-1]
        parts = [
            f"with {c.player.brief} {wording.outcome(self.measure, c.estimate)}"
            for c in (least, most)
        ]
        count = len(self.contenders)
        against = wording.against(least.result.spec, self.spec.friend)
        gap = self.gap(self.contenders.index(least), self.contenders.index(most))
        noise = " That may be noise." if gap.is_tie else ""
        text = wording.clauses("; ".join(parts), against)
        return f"Of {counted(count)} strategies the least and the most: {text}.{noise}"

    def _added(self, text: str) -> str:
        """Return the answer with remarks on the precision and an interruption."""
        if self.spec.precision is not None and not self.partial:
            wanted = shown_precision(self.spec.precision, share=self.measure.in_per_cent)
            text += wording.reaching(wanted, self.unit, self.needed, reached=self.reached)
        if self.partial:
            text = f"Interrupted after {self.hands} {self.unit.plural}. {text}"
        return text

    @property
    def needed(self) -> int | None:
        """Hands with each strategy that the precision needs, as far as known; None without one."""
        if self.spec.precision is None:
            return None
        half = max((d.high - d.low) / 2 for d in self.differences)
        return hands_needed(self.hands, half, self.spec.precision)

    def gap(self, a: int, b: int) -> Difference:
        """Return how much worse contender `b` did than `a`: negative if it did better."""
        (difference,) = (d for d in self.differences if {d.a, d.b} == {a, b})
        if difference.a == a:
            return difference
        return difference.turned()

    def cost(self, difference: Difference) -> str:
        """Return the cost of the worse of the two, for people: `5.2 (± 0.3) matches in 100`."""
        gap = difference.value, difference.low, difference.high
        return wording.costs(self.unit, self.measure, *gap)

    def ranking_frame(self) -> pl.DataFrame:
        """Return one row for each strategy, the best first.

        Columns: `strategy` as the command line takes it; `value`, `low`, `high` of the measure with
            the interval of the strategy alone; `n` hands; `first`, `last` possible place.
        """
        return pl.DataFrame(
            [
                {
                    "strategy": c.player.as_option,
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

    def frame(self) -> pl.DataFrame:
        """Return one row for each pair.

        Columns: `a`, `b` as the command line takes them; `a_value`, `b_value`, the measure with
            each; and the fields of `Difference`, with `is_tie` and `same_play`.
        """
        names = [c.player.as_option for c in self.contenders]
        values = [c.estimate.value for c in self.contenders]
        return pl.DataFrame(
            [
                {
                    "a": names[d.a],
                    "b": names[d.b],
                    "a_value": values[d.a],
                    "b_value": values[d.b],
                    "value": d.value,
                    "low": d.low,
                    "high": d.high,
                    "is_tie": d.is_tie,
                    "same_play": d.same_play,
                    "negligible": d.negligible,
                    "differ": d.differ,
                    "gain": d.gain,
                }
                for d in self.differences
            ]
        )

    def counts(self) -> pl.DataFrame:
        """Return the counts of distinct outcomes, as `Result.counts`, after the strategy's name."""
        parts = [
            c.result.counts().select(pl.lit(c.player.as_option).alias("strategy"), pl.all())
            for c in self.contenders
        ]
        return pl.concat(parts, how="diagonal_relaxed")

    @property
    def command(self) -> str:
        """The command that plays the same hands again, and no others."""
        played = replace(self.spec, base=replace(self.spec.base, hands=self.hands))
        return played.command(self.game)

    def about(self) -> dict[str, Any]:
        """Return its origin as plain data: all that is needed to get it again."""
        own = {"hands": self.hands, "precision": self.spec.precision, "reached": self.reached}
        return {**self.asked_at_one_table(SCHEMA), **own}

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`; the same for the same seed."""
        return {
            **self.about(),
            "strategies": self.ranking_frame().to_dicts(),
            "differences": self.frame().to_dicts(),
            "moments": self.moments.to_dict(),
            "differ": self.differ.tolist(),
            "results": [c.result.to_dict() for c in self.contenders],
        }


# ---------------------------------------------------------------- playing


@dataclass(frozen=True)
class Comparison:
    """A comparison ready to be played; not compiled if an executor elsewhere plays it."""

    spec: CompareSpec
    setups: tuple[Setup | Resolved, ...]


@noted
def compare(  # noqa: D417  (the others: see `run`)
    game: str,
    *strategies: Who | Iterable[Who],
    n: object = None,
    players: int | None = None,
    unit: str | None = None,
    measure: str | None = None,
    partner: Who | None = None,
    vs: Rivals | None = None,
    preset: str | None = None,
    seed: int | None = None,
    precision: object = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | Literal[False] | None = None,
    **options: Any,
) -> CompareResult:
    """Play the same hands with each of several strategies as the hero, and compare them in pairs.

    Arguments that are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim games`.
        strategies: at least two, one by one or in a list: names, "name:parameter=value", or
            `Strategy` objects.
        n: hands, or matches, with each of them: 1000000, 1e6, "250k"; a million by default. With a
            precision the most, by default `MOST_UNASKED` for all of them.
        measure: the measure compared; by default the one that wins the unit.
        partner: the hero's partner; by default each strategy is its own partner.
        vs: as in `cardsim.run`, whichever strategy is the hero.
        precision: stop when every difference has an interval of this half width; as a number or
            "0.1pp". Intervals of differences are then valid at every look.
        progress: as in `cardsim.run`, with the hands of all strategies.
        options: house rules.
    """
    asked = Request.given(locals(), kind="compare", named=one_by_one(strategies))
    prepared = prepare_comparison(asked, executor)
    tell = teller(progress)
    threads = check_threads(threads)
    return play_comparison(prepared, threads=threads, executor=executor, progress=tell)


def one_by_one(given: Iterable[Who | Iterable[Who]]) -> list[Who]:
    """Return the strategies of a comparison one by one; some may be given as lists."""
    strategies: list[Who] = []
    for one in given:
        if isinstance(one, str | Strategy | Seated) or callable(one):
            strategies.append(one)
            continue
        message = f"a comparison takes strategies, not {echoed(one)}"
        if isinstance(one, int | float):
            raise UserError(message, hint=f"n={echoed(one)} says how many hands")
        strategies += taken_from(one, 10 * MOST_STRATEGIES, message)
    return strategies


def prepare_comparison(asked: Request, executor: Executor | None = None) -> Comparison:
    """Check everything about a comparison, and compile what this process plays."""
    game, rules_of, strategies = asked.game, asked.rules_of, asked.named
    if not rules_of.decisions:
        raise UserError(
            f"nobody decides anything in {game}: there are no strategies to compare",
            hint=f"house rules are compared by `cardsim sweep {game}`",
        )
    if not 2 <= len(strategies) <= MOST_STRATEGIES:  # noqa: PLR2004
        raise UserError(
            f"a comparison takes 2 to {MOST_STRATEGIES} strategies, not {len(strategies)}",
            hint=f"`cardsim games show {game}` lists them",
        )
    check_house_rules(rules_of, asked.options)
    hands = asked.hands(len(strategies))
    across, preset = asked.partner, asked.preset
    if across is not None:
        across = seated(rules_of, across, label="--partner", preset=preset, players=asked.players)
    against = rivals(rules_of, asked.vs, preset, asked.players)
    asked = replace(asked.seeded(), partner=across, vs=against)
    runs = tuple(resolve(replace(asked, strategy=strategy), hands) for strategy in strategies)
    heroes = tuple(r.spec.hero for r in runs)
    for number, hero in enumerate(heroes):
        if hero in heroes[:number]:
            raise UserError(f"{hero.as_option} is named twice")
    check_by_hand(runs[0].unit, "a comparison")
    wanted = asked.precision
    half = None if wanted is None else checked_precision(wanted, runs[0].unit)
    setups = tuple(ready(r, executor) for r in runs)
    friend = friend_in([r.spec for r in runs])
    return Comparison(CompareSpec(heroes, runs[0].spec, half, friend), setups)


def play_comparison(
    prepared: Comparison,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> CompareResult:
    """Play the hands of a comparison."""
    began = time.perf_counter()
    spec = prepared.spec
    target = spec.precision

    def enough(moments: Moments) -> int:
        if target is None:
            return spec.base.hands
        half = float(all_pairs(moments, precision=target, most=spec.base.hands).max())
        if half <= target:
            return moments.n
        more = moments.n * (half / target) ** 2
        return max(math.ceil(more), moments.n + 1) if math.isfinite(more) else spec.base.hands

    played = play_together(
        [prepared.setups],
        threads=threads,
        executor=executor,
        enough=enough if target is not None else None,
        differ=True,
        progress=progress,
    )
    if not played:
        raise KeyboardInterrupt
    return compared(spec, played[0], time.perf_counter() - began)


def compared(spec: CompareSpec, played: GroupResult, seconds: float) -> CompareResult:
    """Compare strategies by their played hands."""
    moments, target = played.moments, spec.precision
    measure = played.results[0].unit.measures[0]
    halves = all_pairs(moments, precision=target, most=spec.base.hands)
    good = -moments.means if measure.lower_is_better else moments.means
    order = [int(k) for k in np.argsort(-good, kind="stable")]
    differ = played.differ if played.differ is not None else np.zeros_like(moments.products)
    lows, highs = (good[:, None] - good + sign * halves for sign in (-1, 1))
    differences = tuple(
        Difference(
            a=a,
            b=b,
            value=float(good[a] - good[b]),
            low=float(lows[a, b]),
            high=float(highs[a, b]),
            differ=int(differ[a, b]) / moments.n,
            negligible=moments.negligible(a, float(lows[a, b]), float(highs[a, b])),
            gain=(moments.variance(a) + moments.variance(b)) / float(moments.sds(a)[b]) ** 2,
        )
        for place, a in enumerate(order)
        for b in order[place + 1 :]
    )
    told_apart = [(d.a, d.b) for d in differences if not d.is_tie]
    contenders = tuple(
        Contender(
            player,
            result,
            result.headline,
            first=1 + sum(b == k for _, b in told_apart),
            last=len(order) - sum(a == k for a, _ in told_apart),
        )
        for k, (player, result) in enumerate(zip(spec.players, played.results, strict=True))
    )
    reached = target is None or float(halves.max()) <= target
    return CompareResult(
        spec, contenders, differences, moments, differ, seconds, played.partial, reached=reached
    )
