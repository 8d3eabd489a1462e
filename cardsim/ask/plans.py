"""Plans: how many hands a question needs, and how long they take, from a short pilot."""

from __future__ import annotations

import math
import secrets
import shlex
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import NormalDist
from typing import Any, Literal

import numpy as np
import polars as pl

from cardsim.ask.comparisons import CompareSpec, one_by_one, prepare_comparison
from cardsim.ask.designing import ways_of
from cardsim.ask.sweeps import prepare_sweep
from cardsim.ask.swept import SweepSpec
from cardsim.errors import UserError, echoed
from cardsim.game import Unit
from cardsim.options.params import did_you_mean, parse_count, parse_precision, shown_precision
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.paired_runs import play_together
from cardsim.runs.preparation import (
    Resolved,
    Setup,
    all_there_are,
    check_by_hand,
    check_threads,
    checked_precision,
    resolve,
)
from cardsim.runs.request import Request
from cardsim.runs.run import of_hands, ready
from cardsim.runs.sealed import FORMAT
from cardsim.runs.seating import Rivals, Who
from cardsim.runs.spec import RunSpec
from cardsim.runs.words import counted
from cardsim.showing import Progress, duration, short_count, teller
from cardsim.statistics import confidence_sequences
from cardsim.statistics.paired import Moments, all_pairs, verdict
from cardsim.version import VERSION

SCHEMA = f"cardsim.plan/{FORMAT}"
KINDS = ("run", "compare", "sweep")
LEAST_PILOT, LONG_PILOT, MOST_PILOT = 10_000, 40_000, 200_000
"""Hands of a pilot that says itself how long it must be: at least, at most, and at most where the
measure is a share, of which rare events are told apart."""
LEAST_ASKED = 100
"""Hands of the shortest pilot that may be asked for: the scatter of fewer says nothing."""
EVENTS = 1000
"""Hands that come out otherwise in a pilot that is long enough: its variance is right to about
5 %."""
POWER = 0.8
"""Chance to see a difference that there is: the usual one in the planning of experiments."""
TIMED_SECONDS = 0.5
"""Seconds of play from which the speed is taken."""
FIRST_TIMED, MOST_TIMED = 1 << 10, 1 << 22
WARM = 3
"""Times that hands are played for the speed at least."""
FAR = 1 << 40
"""Number of a hand that no other question plays, so that none is kept and its time can be taken."""
ROUNDS = 20
SETTLED = 0.01
LARGEST_SUM = float(1 << 60)
"""Sums of products to which a pilot's are scaled up: four of them are still whole numbers."""

AROUND = (2.0, 1.0, 0.5, 0.25)
"""Goals that a plan tells beside its own, as multiples of it."""

Groups = Sequence[Sequence[Setup | Resolved]]


@dataclass(frozen=True)
class Goal:
    """Half the width of an interval, or a difference that is to be seen."""

    kind: str
    size: float
    is_difference: bool

    @property
    def name(self) -> str:
        """The argument that asks for it."""
        return "difference" if self.is_difference else "precision"


@dataclass(frozen=True)
class PlanSpec:
    """Everything that decides the hands of a plan; text and numbers only.

    Attributes:
        kind: `run`, `compare` or `sweep`.
        base: the first of its runs.
        question: the question that is planned, as a command, with hands and the pilot's seed.
        goal: what it is planned for.
        pilot: the hands of the pilot that were asked for; 0 if it says itself how long it must be.
    """

    kind: str
    base: RunSpec
    question: str
    goal: Goal
    pilot: int

    def command(self, unit: Unit) -> str:
        """Return the command that plans again."""
        _, kind, game, *words = shlex.split(self.question)
        at = words.index("-n")
        words[at : at + 2] = self.asked(unit)
        words += ["--pilot", str(self.pilot)] if self.pilot else []
        return shlex.join(["cardsim", "plan", game, kind, *words])

    def asked(self, unit: Unit) -> list[str]:
        """Return the goal as an option."""
        share = unit.measures[0].in_per_cent
        return [f"--{self.goal.name}", shown_precision(self.goal.size, share=share)]


@dataclass(frozen=True, repr=False, eq=False)
class Plan(PlayedAnswer):
    """The hands that a question needs, and the time that they take.

    Attributes:
        hands: hands (or matches) needed, in each run.
        runs: number of runs: one for each strategy, or point.
        seconds: time that all of them take on this machine, without compiling.
        pilot: hands of the pilot in each run.
        goals: hands needed for goals that are wider and narrower, with their time: rows of
            `frame()`.
    """

    spec: PlanSpec
    hands: int
    runs: int
    seconds: float
    pilot: int
    goals: tuple[tuple[float, int, float], ...] = field(repr=False)
    partial = False
    reached = True
    settled = "a plan"
    rows = "goals"

    @property
    def kind(self) -> str:
        """`run`, `compare` or `sweep`."""
        return self.spec.kind

    @cached_property
    def sentence(self) -> str:
        """The plan in words."""
        told = _sentence(self.unit, self.spec.goal, self.hands, self.runs)
        pilot = f"Pilot: {self.pilot} {self.unit.plural}."
        return f"{told}, and take {in_words(self.seconds)} here. {pilot}"

    @property
    def question(self) -> str:
        """The command of the question that was planned, with the hands or the precision."""
        words = shlex.split(self.spec.question)
        at, ends = words.index("-n"), words.index("--seed")
        goal = self.spec.goal
        words[at:ends] = (
            ["-n", str(self.hands)] if goal.is_difference else self.spec.asked(self.unit)
        )
        return shlex.join(
            [word for k, word in enumerate(words) if word != "--seed" != words[k - 1]]
        )

    @property
    def command(self) -> str:
        """The command that plans again."""
        return self.spec.command(self.unit)

    def _asked(self) -> str:
        return self.command

    def frame(self) -> pl.DataFrame:
        """Return one row for each goal: its size, `hands` in each run, `seconds` of all runs."""
        schema = {self.spec.goal.name: pl.Float64, "hands": pl.Int64, "seconds": pl.Float64}
        return pl.DataFrame(list(self.goals), schema=schema, orient="row")

    def about(self) -> dict[str, Any]:
        """Return its origin as plain data: all that is needed to plan again."""
        return {
            **self.asked_at_one_table(SCHEMA),
            "hands": self.hands,
            "kind": self.kind,
            "question": self.question,
            self.spec.goal.name: self.spec.goal.size,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`; seconds are of this machine."""
        own = {"runs": self.runs, "seconds": self.seconds, "pilot": self.pilot}
        return {**self.about(), "version": VERSION, **own, "goals": self.frame().to_dicts()}

    def _untimed(self) -> dict[str, Any]:
        goals = self.frame().drop("seconds").to_dicts()
        timed = ("sentence", "seconds")
        return {k: v for k, v in self.to_dict().items() if k not in timed} | {"goals": goals}


def plan(  # noqa: D417  (the others: see `run`)
    game: str,
    kind: str = "run",
    *strategies: Who | Iterable[Who],
    precision: object = None,
    difference: object = None,
    pilot: object = None,
    players: Any = None,
    unit: str | None = None,
    measure: str | None = None,
    strategy: Who | None = None,
    partner: Who | None = None,
    vs: Rivals | None = None,
    seats: str | Sequence[Who] | None = None,
    preset: Any = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], None] | Literal[False] | None = None,
    **options: Any,
) -> Plan:
    """Play a short pilot, and say how many hands a run, a comparison or a sweep needs.

    Arguments that are not described here are those of the function of the kind.

    Args:
        game: `scat`, or another of `cardsim games`.
        kind: "run", "compare" or "sweep".
        strategies: the strategies of a comparison; by default those of the game's field, or all.
        precision: half width of the interval; as a number or "0.1pp". Planned is the number of
            hands after which a run, comparison or sweep with this precision stops.
        difference: for a comparison in place of a precision, difference of two strategies that is
            to be seen; as a number or "0.3pp". With the hands planned, in a comparison without a
            precision, the intervals of 80 in 100 such differences leave out 0.
        pilot: hands of the pilot in each run, `LEAST_ASKED` or more; by default at least
            `LEAST_PILOT`, then until `EVENTS` of them come out otherwise with other strategies or
            points, and at most `LONG_PILOT`, or `MOST_PILOT` if the measure is a share.
        seed: seed of the pilot.

    Raises:
        KeyboardInterrupt: the user interrupted the pilot.
    """
    if kind not in KINDS:
        raise UserError(
            f"plans are for run, compare and sweep, not for {echoed(kind)}",
            hint=did_you_mean(str(kind), KINDS),
        )
    if kind == "compare" and strategy is not None:
        raise UserError(
            "a comparison names its strategies after the kind, and has no other strategy"
        )
    if (precision is None) == (difference is None):
        raise UserError("a plan takes --precision or --difference, one of the two")
    if difference is not None and kind != "compare":
        raise UserError(
            f"--difference is for a comparison, not for a {kind}, which takes --precision",
            hint=f"a comparison is planned by `cardsim plan {echoed(game)} compare`",
        )
    exactly = None if pilot is None else parse_count(pilot, label="--pilot")
    if exactly is not None and exactly < LEAST_ASKED:
        raise UserError(f"--pilot must be at least {LEAST_ASKED}, not {exactly}")
    named = {"kind": kind, "named": one_by_one(strategies), "precision": None}
    asked = Request.given({**locals(), **named}).seeded()
    if kind == "compare" and not asked.named:
        asked = replace(asked, named=ways_of(asked.rules_of, asked)[0])
    groups, question = _prepared(asked)
    spec, table = _run_of(groups[0][0]).spec, _run_of(groups[0][0]).unit
    goal = _goal(kind, table, precision, difference)
    who: dict[str, Any] = {"threads": check_threads(threads), "progress": teller(progress)}
    tried = _pilot(groups, table, exactly or 0, **who)
    needed = [_needed(moments, table, goal) for moments in tried]
    seconds = _seconds(groups, needed, **who)
    goals = []
    for times in AROUND:
        other = replace(goal, size=times * goal.size)
        each = [_needed(moments, table, other) for moments in tried]
        goals.append((other.size, max(each), seconds * sum(each) / sum(needed)))
    asked_for = PlanSpec(kind, spec, question, goal, exactly or 0)
    counts = max(needed), sum(map(len, groups))
    return Plan(asked_for, *counts, seconds, tried[0].n, tuple(goals))


def _goal(kind: str, unit: Unit, precision: object, difference: object) -> Goal:
    """Return the goal, checked for a unit's first measure."""
    if difference is None:
        return Goal(kind, checked_precision(precision, unit), is_difference=False)
    measure = unit.measures[0]
    check_by_hand(unit, "--difference")
    share, what = measure.in_per_cent, measure.text
    size = parse_precision(difference, share=share, what=what, label="--difference")
    return Goal(kind, size, is_difference=True)


def _prepared(asked: Request) -> tuple[Groups, str]:
    """Return the runs of a question, in groups that are compared, and its command."""
    spec: RunSpec | CompareSpec | SweepSpec
    groups: Groups
    if asked.kind == "compare":
        comparison = prepare_comparison(asked)
        groups, spec = (comparison.setups,), comparison.spec
    elif asked.named:
        raise UserError(
            f"a {asked.kind} takes its strategy as --strategy, not after the kind: "
            f"{echoed(asked.named[0])}"
        )
    elif asked.kind == "sweep":
        sweep = prepare_sweep(asked)
        groups, spec = sweep.setups, sweep.spec
    else:
        run = ready(resolve(asked), None)
        groups, spec = ((run,),), _run_of(run).spec
    return groups, spec.command(asked.rules_of)


def _run_of(setup: Setup | Resolved) -> Resolved:
    return setup.run if isinstance(setup, Setup) else setup


def _played(groups: Groups, first: int, hands: int, **how: Any) -> list[Moments]:
    """Play so many hands of each run, from `first` on."""
    some = [[of_hands(setup, first, hands) for setup in group] for group in groups]
    played = play_together(some, **how)
    if len(played) < len(groups) or any(one.partial for one in played):
        raise KeyboardInterrupt
    return [one.moments for one in played]


def _pilot(groups: Groups, unit: Unit, exactly: int, **who: Any) -> list[Moments]:
    """Play the pilot: `exactly` so many hands, or as many as its variance needs if that is 0."""
    spec = _run_of(groups[0][0]).spec
    longest = exactly or (MOST_PILOT if unit.measures[0].in_per_cent else LONG_PILOT)
    most = min(longest, all_there_are(spec) or longest)

    def enough(moments: Moments) -> int:
        if moments.n >= LEAST_PILOT and _events(moments, unit) >= EVENTS:
            return moments.n
        return min(max(2 * moments.n, LEAST_PILOT), most)

    return _played(groups, 0, most, enough=None if exactly else enough, **who)


def _events(moments: Moments, unit: Unit) -> float:
    """Return the least number of hands that make up the widest scatter: of a run, or of a pair."""
    measure, squares = unit.measures[0], moments.squares.astype(np.float64)
    column = unit.column(measure)
    most = 1 if measure.has_range else max(abs(column.low), abs(column.high), 1)
    apart = squares[:, None] + squares - 2.0 * moments.products
    alone = float(squares[0] - float(moments.sums[0]) ** 2 / moments.n)
    return (float(apart.max()) if len(squares) > 1 else alone) / most**2


def _needed(moments: Moments, unit: Unit, goal: Goal) -> int:
    """Return the hands after which a group of runs is there, by the hands that it has played.

    It asks the rule by which such a question stops, with the pilot's sums for so many hands. For
    more hands than sums can have, it asks of fewer with a goal as many times wider as intervals
    are then.
    """
    n = float(moments.n)
    most = n * LARGEST_SUM / max(float(np.abs(moments.products).max()), 1.0)
    for _ in range(ROUNDS):
        before, wider = n, math.sqrt(max(n / most, 1.0))
        size = wider * goal.size
        half = _half(_scaled(moments, n / wider**2), unit, replace(goal, size=size))
        n = max(n * (half / size) ** 2, 1.0)
        if abs(n - before) <= SETTLED * before:
            break
    return math.ceil(n)


def _scaled(moments: Moments, hands: float) -> Moments:
    """Return the moments that so many hands like these would have."""
    sums, products = (
        np.rint(part * (hands / moments.n)) for part in (moments.sums, moments.products)
    )
    return replace(moments, n=max(round(hands), 2), sums=sums, products=products)


def _half(moments: Moments, unit: Unit, goal: Goal) -> float:
    """Return half the width of the widest interval, if it stops here; or the difference seen."""
    measure, n = unit.measures[0], moments.n
    if goal.is_difference:
        sds = np.array([moments.sds(point) for point in range(len(moments.sums))])
        more = NormalDist().inv_cdf(POWER) * sds / math.sqrt(n)
        return float((all_pairs(moments) + more).max())
    if len(moments.sums) == 1:
        low, high = confidence_sequences.interval(
            round(float(moments.sums[0])),
            round(float(moments.squares[0])),
            n,
            is_share=measure.is_share,
            step=moments.unit,
            target=goal.size,
        )
        return (high - low) / 2
    if goal.kind == "compare":
        return float(all_pairs(moments, precision=goal.size).max())
    lower = measure.lower_is_better
    return verdict(moments, lower_is_better=lower, precision=goal.size).half


def _seconds(groups: Groups, needed: Sequence[int], **who: Any) -> float:
    """Return the time that so many hands of each group take, from some played for that alone."""
    supply = all_there_are(_run_of(groups[0][0]).spec)
    first, hands = 0 if supply else FAR + secrets.randbelow(FAR), FIRST_TIMED
    spent: list[tuple[int, float]] = []
    # The first time loads code, and starts threads. A longer one less a shorter one has neither.
    while len(spent) < WARM or (spent[-1][1] < TIMED_SECONDS and hands < MOST_TIMED):
        began, some = time.perf_counter(), min(hands, supply or hands)
        _played(groups, first, some, **who)
        spent.append((some, time.perf_counter() - began))
        first, hands = first if supply else first + hands, 4 * hands
    (fewer, less), (more, long) = spent[-2:]
    each = (long - less) / (more - fewer) if more > fewer else 0.0
    return (each if each > 0 else long / more) * sum(needed) / len(needed)


def _sentence(unit: Unit, goal: Goal, hands: int, runs: int) -> str:
    """Return what so many hands are enough for."""
    measure = unit.measures[0]
    size = shown_precision(goal.size, share=measure.in_per_cent)
    many = f"About {short_count(hands)} {unit.plural}"
    if goal.kind == "compare":
        many += f" with each of {counted(runs)} strategies"
    elif runs > 1:
        many += f" at each of {counted(runs)} points"
    if goal.is_difference:
        return f"{many} show a difference of {size} in 80 of 100 comparisons ({measure.text})"
    return f"{many} reach a precision of {size} ({measure.text})"


def in_words(seconds: float) -> str:
    """Return a time in words."""
    return duration(seconds) if seconds >= 1 else "less than a second"
