"""Shared parts of all searches for rules: play strategies on the same hands, fork, and report."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace

import numpy as np

from cardsim import showing
from cardsim.ask.reviewed import check_fine
from cardsim.own_parameters import given_to
from cardsim.runs import wording
from cardsim.runs.paired_runs import GroupResult, play_together
from cardsim.runs.preparation import Resolved, Setup, at_table_of
from cardsim.runs.rollouts import DecisionTable, Rollouts, fork
from cardsim.runs.run import ready
from cardsim.runs.seating import Rivals, Seated
from cardsim.runs.teachers import Teacher
from cardsim.runs.words import listed
from cardsim.search.candidates import within
from cardsim.search.learned import (
    Learned,
    Round,
    Ruled,
    as_played_by,
    file_text,
    got_by_file,
    loaded,
)
from cardsim.search.scoring import USUAL, Usual
from cardsim.statistics import paired
from cardsim.statistics.stats import CONFIDENCE, z_value
from cardsim.workspace import complete

MEASURED, WORTH_TELLING = 2.0, 15.0
"""Seconds that measure the pace, and seconds of a round from which on its time is announced."""
PROVING = 2
"""Factor on a round's hands for those that prove a result."""
KEPT = 0.99
"""Part of the gain that simpler rules must keep, if others gain nothing by it: a small gain is not
given away because luck alone moves more."""
APART = 1 << 40
"""Distance of hand numbers between two rounds: each plays hands of its own."""
EXPLORED, PERSISTED, ACTED = APART >> 1, APART >> 2, APART >> 3
"""Distances from hands forked where habit leads to those where it never does, those where choices
persist, and those where actions are tried in place of experts."""
TRIED_AT, PROVED_AT = 1 << 60, 1 << 61
"""First hand of those that try strategies, and of those that prove the one found."""
SIMPLER_AT = TRIED_AT + (APART << 8)
"""First hand of those that try simpler rules."""
Tell = Callable[[str], None]


@dataclass(frozen=True)
class RuledStrategy:
    """A strategy in the search.

    Attributes:
        start: plays whatever has no rule.
        plan: what they bring about before they change, in words; empty if they are of no plan.
    """

    start: Seated
    rules: Ruled = field(default_factory=dict)
    plan: str = ""


@dataclass(frozen=True)
class SearchTask:
    """The task of a search.

    Attributes:
        base: the run, played by the starting strategy.
        asked: the decisions to learn.
        vs: opponents, unless they learn too.
        named: True if `by` named the situations, False if the game does.
        most: largest number of rounds.
        until: in self-play, end when nobody gains more than this.
        teacher: values the choices; None to play hands on instead.
        tunes: True if the parameters of the starts are tuned, too.
    """

    base: Resolved
    asked: Sequence[DecisionTable]
    vs: Rivals
    named: bool
    most: int
    until: float | None
    command: str
    teacher: Teacher | None = None
    tunes: bool = False


class RuleSearch:
    """A search for rules.

    `tell` is called with a line after each round.
    """

    def __init__(
        self, task: SearchTask, *, threads: int, executor: Executor | None, tell: Tell | None
    ) -> None:
        self.task, self.base, self.asked = task, task.base, task.asked
        self.threads, self.executor, self.tell = threads, executor, tell
        self.game, self.unit = task.base.game, task.base.unit
        self.hands = task.base.spec.hands
        self.step = self.unit.step(self.unit.measures[0], dict(task.base.spec.display))
        self.made: dict[str, Seated] = {}
        self.tuned: list[Seated] = []
        self.timed = False

    # ------------------------------------------------------------ playing

    def strategy(self, way: RuledStrategy) -> Seated:
        """Return the strategy that plays by the rules."""
        if not way.rules:
            return way.start
        text = file_text(self.game, way.rules, way.start, "Being learned.")
        if text not in self.made:
            self.made[text] = Seated(complete(self.game, loaded(text)), {})
        return self.made[text]

    def play(
        self, ways: Sequence[RuledStrategy], *, at: int, hands: int, vs: RuledStrategy | None = None
    ) -> GroupResult:
        """Play strategies on the same hands, from hand `at`, against `vs` or those of the task."""
        setups = [self._setup(way, first=at, hands=hands, vs=vs) for way in ways]
        (played,) = play_together([setups], threads=self.threads, executor=self.executor)
        if played.partial:
            raise KeyboardInterrupt
        return played

    def fork(
        self,
        way: RuledStrategy,
        *,
        at: int,
        hands: int,
        vs: RuledStrategy | None = None,
        explores: bool = False,
        asked: Sequence[DecisionTable] | None = None,
        persists: bool = False,
    ) -> Rollouts:
        """Fork hands with every other choice, at `asked` or else at the decisions of the task."""
        rollouts = fork(
            self._setup(way, first=at, hands=hands, vs=vs),
            self.asked if asked is None else asked,
            hands,
            threads=self.threads,
            executor=self.executor,
            first=at,
            explores=explores,
            persists=persists,
            teacher=self.task.teacher,
            progress=self._timed(hands),
        )
        if rollouts.partial:
            raise KeyboardInterrupt
        # The game's own features are fine, and rules ask as few questions as hands bear out.
        if at == APART and self.task.named:
            check_fine(rollouts, self.unit, named=True)
        return rollouts

    def _setup(
        self, way: RuledStrategy, *, first: int, hands: int, vs: RuledStrategy | None
    ) -> Setup | Resolved:
        """Return a run from a hand on, ready to be played."""
        made = at_table_of(
            self.base.spec,
            strategy=self.strategy(way),
            vs=self.task.vs if vs is None else self.strategy(vs),
            first=first,
            hands=hands,
        )
        return ready(made, self.executor)

    def _timed(self, hands: int) -> Callable[[int], None]:
        """Return a function that measures the pace of forking, and announces the time once."""
        start: tuple[float, int] | None = None

        def far(done: int) -> None:
            nonlocal start
            now = time.perf_counter()
            # From the first finished hands on: before them workers start.
            start = start or (now, done)
            seconds, more = now - start[0], done - start[1]
            if self.timed or self.tell is None or seconds < MEASURED or more < hands // 50:
                return
            self.timed = True
            expected = seconds * hands / max(more, 1)
            if expected > WORTH_TELLING:
                plural, most = self.unit.plural, self.task.most
                rounds = "it is the only one" if most == 1 else f"there are at most {most} rounds"
                self.tell(
                    f"a round plays on {hands} {plural} with other choices, which takes about "
                    f"{showing.duration(expected)}; {rounds}"
                )

        return far

    # ------------------------------------------------------------ what was played

    @property
    def sign(self) -> int:
        """1 if more is better, and -1 if less is."""
        return self.unit.measures[0].sign

    def ranked(self, played: GroupResult) -> list[int]:
        """Return the places of all strategies played, the best first."""
        means = self.sign * played.moments.means
        order: list[int] = np.argsort(-means, kind="stable").tolist()
        return order

    def difference(self, played: GroupResult, one: int, other: int) -> tuple[float, float, float]:
        """Return how much better one of them did than another, with its interval."""
        moments = played.moments
        gap = self.sign * float(moments.means[one] - moments.means[other])
        half = z_value(CONFIDENCE) * float(moments.sds(other)[one]) / math.sqrt(moments.n)
        return gap, gap - half, gap + half

    # ------------------------------------------------------------ rules

    def usual(self, way: RuledStrategy) -> Callable[[DecisionTable], Usual | None]:
        """Return a function that gives the present play at a decision, as `within`."""
        return lambda asked: within(asked, way.rules, lambda a: self._by_start(a, way.start))

    def _by_start(self, asked: DecisionTable, start: Seated) -> Usual:
        """Return the play of a strategy at a decision."""
        name, strategy = asked.decision.function, start.strategy
        return Usual(
            "",
            tuple(given_to(strategy.functions[name])),
            {f"{USUAL}{name}": got_by_file(self.game, start, name)},
            set(),
            [as_played_by(strategy, start.given, asked.decision)],
        )

    def simpler(self, way: RuledStrategy) -> RuledStrategy:
        """Return rules with as few parts as make no practical difference."""
        shortest = way
        for name, rule in way.rules.items():
            parts = 1
            while parts < rule.parts:
                shorter = replace(way, rules={**shortest.rules, name: rule.with_parts(parts)})
                played = self.play(
                    [way, shorter, RuledStrategy(way.start)],
                    at=SIMPLER_AT,
                    hands=self.hands,
                    vs=self.company(way),
                )
                if self.difference(played, 0, 1)[0] <= self.may_lose(played):
                    shortest = shorter
                    break
                parts += max(parts // 2, 1)
        return shortest

    def company(self, way: RuledStrategy) -> RuledStrategy | None:  # noqa: ARG002  (self-play sits by the rules)
        """Return the opponents by whom rules are judged; None for the task's."""
        return None

    def may_lose(self, played: GroupResult) -> float:
        """Return the loss that simpler rules may have; rules were played first, the start last."""
        limit = paired.NEGLIGIBLE * math.sqrt(max(played.moments.variance(0), 0.0))
        return min(limit, (1 - KEPT) * max(self.difference(played, 0, 2)[0], 0.0))

    # ------------------------------------------------------------ telling

    def say(self, done: Round, way: RuledStrategy, *, against: str) -> None:
        """Report a round in a line."""
        if self.tell is None:
            return
        outcome = wording.outcome(self.unit.measures[0], done.result.headline)
        beside = f"against {against} " if self.base.spec.others else ""
        names = listed(list(done.promised)) or "nothing"
        start = way.start.strategy.name
        self.tell(f"round {done.number}, from {start}: new rules for {names}; {beside}{outcome}")

    def told(
        self,
        way: RuledStrategy,
        played: GroupResult,
        rounds: Sequence[Round],
        *,
        bound: tuple[float, float, float] | None = None,
        partial: bool,
    ) -> Learned:
        """Return the answer; the results are those of the start, the rules, and simpler rules."""
        before, full, after, *_ = played.results
        learned = Learned(
            way.rules,
            "",
            tuple(rounds),
            before,
            full,
            after,
            self.difference(played, 2, 0),
            self.difference(played, 1, 2),
            bound,
            self.task.until,
            self.task.command,
            partial,
            tuned=self._named(way.start) if any(way.start is t for t in self.tuned) else "",
            planned=way.plan if way.rules else "",
        )
        page = learned.docstring(self._named(way.start))
        return replace(learned, text=file_text(self.game, way.rules, way.start, page))

    def _named(self, start: Seated) -> str:
        """Return a starting strategy as an option of commands names it."""
        setup = self._setup(RuledStrategy(start), first=0, hands=1, vs=None)
        return (setup.run if isinstance(setup, Setup) else setup).spec.hero.as_option
