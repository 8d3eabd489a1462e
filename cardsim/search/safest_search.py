"""The search for the safest strategy: double oracle.

Lanctot and others, "A unified game-theoretic approach to multiagent reinforcement learning" (2017).
All known strategies meet every company on the same hands. These payoffs give the equilibrium
mixture, the mixture of companies that is hardest without knowing which it is, and the strategy with
the least regret in its worst company. `learn` looks for the best answer to each of the three. An
answer that gains enough on fresh hands becomes a strategy and a company. At the end the safest
strategy is chosen on fresh hands and valued on others.
"""

from __future__ import annotations

import itertools
import math
import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cardsim.ask.certificates import WithInterval
from cardsim.ask.risks import estimated, risks_of
from cardsim.errors import UserError
from cardsim.options.params import shown_precision
from cardsim.runs import wording
from cardsim.runs.company import FIELD, SAME, Mixture
from cardsim.runs.paired_runs import GroupResult, play_together
from cardsim.runs.preparation import Resolved, Setup, at_table_of
from cardsim.runs.run import ready
from cardsim.runs.seating import Rivals, Seated, rivals, seated
from cardsim.runs.store import keeping, kept_now
from cardsim.search.learned import Learned, RuleTree, WrittenRule, file_text, loaded
from cardsim.search.safest import ROUNDS, BestResponse, Safest, Standing
from cardsim.search.searching import APART
from cardsim.statistics import paired, populations
from cardsim.statistics.stats import CONFIDENCE, z_value
from cardsim.strategy import COMPILED
from cardsim.workspace import NO_PERSON, WEIGHED, complete, field_file, shipped, strategy_files

LEARNING_ROUNDS = 4
"""Rounds of `learn` for each answer."""
STARTS = 2
"""Strategies from which an answer is looked for in a round."""
LAST_STARTS = 4
"""Strategies from which the answers to the result are looked for."""
SCOUTED = 10
"""Divisor of the hands, for those that every strategy plays in every company."""
MOST_MIXED = 5
"""Largest number of strategies in a mixture at tables of more than two, where all tables that they
can make are played."""
CANDIDATES = 4
"""Strategies among which the safest is chosen on fresh hands."""
EACH = 4
"""Factor on a round's hands for those that value an answer."""
AT_ONCE = 128
"""Runs that are prepared together."""
FRESH = 1 << 62
"""First of the hands from which nothing is learned."""
LEAST = 10
"""Smallest number of hands played in a company."""
LEAST_SHARE = 1e-3
"""Share of a mixture that is too small to be played."""
NEGLIGIBLE = 5 * paired.NEGLIGIBLE
"""Default gain that an answer needs, in standard deviations of a hand."""
THE_FIELD, THE_CROWD, HARDEST = "the field", "the crowd", "the hardest company"
Tell = Callable[[str], None]
Array = populations.Array


@dataclass(frozen=True)
class SafestCandidate:
    """A strategy in the search.

    Attributes:
        name: the strategy as an option takes it, or `answer-1` for a found one.
        text: its file, if it was found.
        readable: True if a person can play by it.
    """

    name: str
    who: Seated
    text: str = ""
    readable: bool = True

    @property
    def can_start(self) -> bool:
        """True if `learn` can start from it."""
        return not self.text and not self.who.strategy.remembers


@dataclass(frozen=True)
class Opponents:
    """Opponents, and their name."""

    name: str
    others: Rivals


class SafestSearch:
    """One search for the safest strategy.

    The hands of `base` are those of a round. `learn` finds the best answer, as `cardsim.learn`, and
    an answer must gain `until` to be added.
    """

    def __init__(
        self,
        base: Resolved,
        *,
        learn: Callable[..., Learned],
        by: Sequence[str],
        most: int,
        until: float | None,
        threads: int,
        executor: Executor | None,
        tell: Tell | None,
    ) -> None:
        self.base, self.by, self.most, self.until = base, by, most, until
        self.learn = learn
        self.threads, self.executor, self.tell = threads, executor, tell
        self.game, self.unit = base.game, base.unit
        self.measure = self.unit.measures[0]
        self.sign = self.measure.sign
        spec = base.spec
        self.parties = len(set(spec.sides)) if spec.sides else spec.players
        if self.parties == 1:
            raise UserError("--safest needs others at the table, and there is one player")
        if spec.sides and self.parties != populations.TWO:
            raise UserError("--safest is for single players, or for two sides")
        self.tolerance = until or 0.0
        self.scouted: dict[tuple[str, str], float] = {}
        self.sought: list[BestResponse] = []
        self.answers: dict[str, SafestCandidate] = {}
        self.tries: Counter[str] = Counter()
        self.ways: list[SafestCandidate] = []
        self.field: dict[str, float] = {}
        self._know()

    def found(self) -> Safest:
        """Search in rounds, until no answer is found that gains enough."""
        mixture: dict[str, float] = {}
        ended = False
        try:
            for number in range(1, self.most + 1):
                mixture = self._mixture()
                ended = not self._round(number, mixture)
                if ended:
                    break
            mixture = mixture if ended else self._mixture()
            return self._told(mixture, ended=ended, partial=False)
        except KeyboardInterrupt:
            if not self.sought:
                raise
            return self._told(mixture, ended=False, partial=True)

    def _know(self) -> None:
        """Collect the strategies that come with the game, and its field with their shares."""
        files = {n: p for n, p in strategy_files(self.game).items() if not NO_PERSON.fullmatch(n)}
        # The user's own are left out: the same seed finds the same everywhere.
        own = [name for name, path in files.items() if path.is_relative_to(shipped())]
        for name in own or files:
            self._add(seated(self.game, name))
        try:
            field_file(self.game, self.base.spec.preset)
        except UserError:
            return
        field = rivals(self.game, FIELD, self.base.spec.preset)
        assert isinstance(field, Mixture)  # noqa: S101  (other words name strategies)
        for who, weight in field.members:
            if (way := self._add(who)) is not None:
                self.field[way.name] = self.field.get(way.name, 0.0) + weight

    def _add(self, who: Seated) -> SafestCandidate | None:
        """Add a strategy that comes with the game, and return it; None for a slow one."""
        strategy = who.strategy
        if strategy.way != COMPILED or strategy.looks_ahead or strategy.slow:
            return None
        name = self._run(who, SAME, first=0, hands=1).spec.hero.as_option
        known = next((way for way in self.ways if way.name == name), None)
        if known is not None:
            return known
        readable = WEIGHED not in " ".join(strategy.about.split())
        self.ways.append(SafestCandidate(name, who, readable=readable))
        return self.ways[-1]

    def _way(self, name: str) -> SafestCandidate:
        return next(way for way in self.ways if way.name == name)

    @property
    def companies(self) -> list[Opponents]:
        """The companies: the field, its members by themselves, and all answers."""
        met = [replace(self._drawn(self.field), name=THE_FIELD)] if self.field else []
        alike = [w for w in self.ways if w.text or not self.field or w.name in self.field]
        return [*met, *map(_alike, alike)]

    def _drawn(self, shares: Mapping[str, float]) -> Opponents:
        """Return players who are drawn from strategies."""
        some = {name: share for name, share in shares.items() if share > LEAST_SHARE}
        if len(some) == 1:
            return _alike(self._way(next(iter(some))))
        members = tuple((self._way(name).who, share) for name, share in some.items())
        name = ", ".join(f"{name}*{share:.6g}" for name, share in some.items())
        return Opponents(name, Mixture(members, name))

    def _run(self, who: Seated, others: Rivals, *, first: int, hands: int) -> Resolved:
        table = self.base.spec
        made = at_table_of(table, strategy=who, vs=others, first=first, hands=hands)
        return replace(made, one_of_many=True)

    def _play(
        self,
        groups: Sequence[tuple[Opponents, Sequence[SafestCandidate]]],
        *,
        first: int,
        hands: int,
    ) -> list[GroupResult]:
        """Play strategies in companies; those of a group play the same hands."""
        played: list[GroupResult] = []
        while len(played) < len(groups):
            some: list[list[Setup | Resolved]] = []
            for company, ways in groups[len(played) :]:
                runs = [self._run(w.who, company.others, first=first, hands=hands) for w in ways]
                some.append([ready(run, self.executor) for run in runs])
                if sum(map(len, some)) >= AT_ONCE:
                    break
            came = play_together(some, threads=self.threads, executor=self.executor)
            if len(came) < len(some) or any(one.partial for one in came):
                raise KeyboardInterrupt
            played += came
        return played

    def _scout(self, companies: Sequence[Opponents], ways: Sequence[SafestCandidate]) -> Array:
        """Return the results of strategies in companies from a few hands; more is better.

        Returns:
            float64, shape (companies, ways).
        """
        lacking = [
            (company, some)
            for company in companies
            if (some := [w for w in ways if (company.name, w.name) not in self.scouted])
        ]
        hands = max(self.base.spec.hands // SCOUTED, LEAST)
        played = self._play(lacking, first=FRESH, hands=hands)
        for (company, some), one in zip(lacking, played, strict=True):
            for way, mean in zip(some, one.moments.means, strict=True):
                self.scouted[company.name, way.name] = self.sign * float(mean)
            self.tolerance = self.tolerance or NEGLIGIBLE * math.sqrt(one.moments.variance(0))
        return np.array([[self.scouted[c.name, w.name] for w in ways] for c in companies])

    def _mixture(self) -> dict[str, float]:
        """Return a mixture of the strategies in which nobody gains by changing, or little.

        At a table of two it is exact for the scouted results. At larger tables it is made of few
        strategies: the one that gains most is added, again and again.
        """
        if self.parties == populations.TWO:
            return _shares(self.ways, self._scout(list(map(_alike, self.ways)), self.ways))
        mixed = [self._safest()]
        while True:
            mixture = _shares(mixed, self._tables(mixed))
            gets = self._scout([self._drawn(mixture)], self.ways)[0]
            best = self.ways[int(np.argmax(gets))]
            have = sum(mixture.get(w.name, 0.0) * g for w, g in zip(self.ways, gets, strict=True))
            if best in mixed or gets.max() - have <= self.tolerance:
                return mixture
            if len(mixed) == MOST_MIXED:
                mixed.remove(min(mixed, key=lambda way: mixture.get(way.name, 0.0)))
            mixed.append(best)

    def _tables(self, ways: Sequence[SafestCandidate]) -> Array:
        """Return the result of each strategy at every table that they can make."""
        places = itertools.product(ways, repeat=self.parties - 1)
        companies = [
            Opponents("; ".join(way.name for way in place), tuple(way.who for way in place))
            for place in places
        ]
        return self._scout(companies, ways).reshape((len(ways),) * self.parties)

    def _regrets(self) -> Array:
        """Return the regret of each strategy: shape (companies, ways)."""
        values = self._scout(self.companies, self.ways)
        regrets: Array = values.max(axis=1, keepdims=True) - values
        return regrets

    def _readable(self) -> list[int]:
        readable = [k for k, way in enumerate(self.ways) if way.readable]
        return readable or list(range(len(self.ways)))

    def _safest(self) -> SafestCandidate:
        """Return the strategy with the least regret in its worst company so far."""
        worst = self._regrets().max(axis=0)
        return self.ways[min(self._readable(), key=lambda k: worst[k])]

    def _hardest(self) -> Opponents:
        """Return the mixture of companies with the largest regret for a player who cannot see it.

        It is the other side's optimal strategy in the zero-sum game of regret.
        """
        shares: dict[str, float] = {}
        weights = populations.maximin(self._regrets())
        for company, weight in zip(self.companies, weights, strict=True):
            parts = self.field if company.name == THE_FIELD else {company.name: 1.0}
            for name, part in parts.items():
                whole = float(weight) * part / sum(parts.values())
                shares[name] = shares.get(name, 0.0) + whole
        return self._drawn(shares)

    def _round(self, number: int, mixture: Mapping[str, float]) -> bool:
        """Look for answers to crowd, hardest company and safest; return whether one gains."""
        safest, crowd, hardest = self._safest(), self._drawn(mixture), self._hardest()
        if self.tell is not None:
            worst = float(self._regrets().max(axis=0)[self.ways.index(safest)])
            self.tell(
                f"round {number}: of {len(self.ways)} ways {safest.name} is the safest, and loses "
                f"up to {self._cost((worst, worst, worst))} by not knowing the others"
            )
        best = self.ways[int(np.argmax(self._scout([hardest], self.ways)[0]))]
        asked = {
            crowd.name: (THE_CROWD, crowd, dict(mixture)),
            hardest.name: (HARDEST, hardest, {best.name: 1.0}),
            safest.name: (safest.name, _alike(safest), {safest.name: 1.0}),
        }
        gained = [self._answer(number, *one, starts=STARTS) for one in asked.values()]
        return any(gained)

    def _answer(
        self, number: int, to: str, company: Opponents, have: Mapping[str, float], *, starts: int
    ) -> bool:
        """Look for the best answer to a company; return True if it gains enough to go on with it.

        Args:
            number: number of the round; 0 after the last.
            to: name of the company.
            company: the company.
            have: the strategies it should gain on, with their shares.
            starts: number of strategies from which it is looked for.
        """
        gets = self._scout([company], self.ways)[0]
        order = [self.ways[k] for k in np.argsort(-gets, kind="stable") if self.ways[k].can_start]
        step = len(self.sought) + 1
        tries = [(way, self._learned(company, way, step)) for way in order[:starts]]
        self.tries[to] += len(tries)
        start, learned = max(tries, key=lambda one: self.sign * one[1].after.headline.value)
        most = max((done.gain[2] for _, one in tries for done in one.rounds), default=0.0)
        gain = (0.0, 0.0, max(most, learned.before.headline.half))
        best = way = self.ways[int(np.argmax(gets))]
        added = False
        if learned.rules:
            made = self._made(f"answer-{step}", start, learned)
            more = self._gain(company, made, {best.name: 1.0}, step)
            added = more[1] > 0 and more[0] > self.tolerance
            if more[0] > 0:
                way = self.answers[made.name] = made
        if way.name not in have:
            gain = self._gain(company, way, have, step)
        name = way.name if gain[1] > 0 else ""
        if added:
            self.ways.append(way)
        self.sought.append(BestResponse(number, to, start.name, name, gain, added))
        if self.tell is not None:
            came = f"{name} gains {self._cost(gain)}" if name else "nothing gains"
            self.tell(f"the best answer to {to} that was found, from {start.name}: {came}")
        return added

    def _learned(self, company: Opponents, start: SafestCandidate, step: int) -> Learned:
        """Return the best answer that `learn` finds to a company."""
        spec = self.base.spec
        usual = {option.name: option.default for option in self.game.display_options}
        asked: dict[str, Any] = {
            "start": start.who,
            "vs": company.others,
            "by": self.by or None,
            "players": spec.players,
            "unit": spec.unit,
            "measure": spec.measure or None,
            "preset": spec.preset,
            "rounds": LEARNING_ROUNDS,
            "seed": (spec.seed + step) % (1 << 63),
            "threads": self.threads,
            "executor": self.executor,
            "progress": False,
            **spec.changed_rules(self.game),
            **{name: value for name, value in spec.display if value != usual[name]},
        }
        with keeping(hands=kept_now().hands, answers=False):
            learned: Learned = self.learn(spec.game, spec.hands, **asked)
        if learned.partial:
            raise KeyboardInterrupt
        return learned

    def _made(self, name: str, start: SafestCandidate, learned: Learned) -> SafestCandidate:
        """Return the strategy of an answer, whose file names the command of the whole search."""
        whole = replace(learned, again=self._command())
        rules = {n: rule for n, rule in learned.rules.items() if not isinstance(rule, WrittenRule)}
        text = file_text(
            self.game, rules, start.who, whole.docstring(learned.before.spec.hero.as_option)
        )
        strategy = loaded(text).named(name, about="", path=None)
        readable = all(isinstance(rule, RuleTree) for rule in rules.values())
        return SafestCandidate(name, Seated(complete(self.game, strategy), {}), text, readable)

    def _gain(
        self, company: Opponents, way: SafestCandidate, have: Mapping[str, float], step: int
    ) -> WithInterval:
        """Return the gain of a strategy in a company on others, by their shares, on fresh hands."""
        group = [way, *map(self._way, have)]
        hands = EACH * self.base.spec.hands
        (played,) = self._play([(company, group)], first=FRESH + step * APART, hands=hands)
        moments = played.moments
        weights = self.sign * np.array([1.0, *(-share for share in have.values())])
        products = moments.products.astype(np.float64) * moments.unit**2 / moments.n
        spread = weights @ (products - np.outer(moments.means, moments.means)) @ weights
        half = z_value(CONFIDENCE) * math.sqrt(max(float(spread), 0.0) / moments.n)
        gain = float(weights @ moments.means)
        return gain, gain - half, gain + half

    def _told(self, mixture: Mapping[str, float], *, ended: bool, partial: bool) -> Safest:
        """Return the result: the safest strategy, chosen on fresh hands and valued on others."""
        values, regrets = self._scout(self.companies, self.ways), self._regrets()
        least = sorted(self._readable(), key=lambda k: regrets[:, k].max())[:CANDIDATES]
        steady = sorted(self._readable(), key=lambda k: -values[:, k].min())[:CANDIDATES]
        chosen = dict.fromkeys([*least, *steady])
        ways = [self.ways[k] for k in {**chosen, **dict.fromkeys(values.argmax(axis=1).tolist())}]
        crowd = replace(self._drawn(mixture), name=THE_CROWD)
        companies = [*self.companies, crowd] if self.field else [crowd, *self.companies]
        hands = max(self.base.spec.hands // (SCOUTED if partial else 2), LEAST)
        first = FRESH + (1 << 20) * APART
        groups = [(company, ways) for company in companies]
        one, other = (self._play(groups, first=first + k * hands, hands=hands) for k in (0, 1))
        worst = [risk.regret for risk in risks_of([p.moments for p in one], self.measure)]
        at = min(range(len(chosen)), key=lambda k: worst[k])
        safest = ways[at]
        if not partial:
            have = {safest.name: 1.0}
            more = self._answer(0, safest.name, _alike(safest), have, starts=LAST_STARTS)
            ended = ended and not more
        answer, bound = self._bound(safest)
        return Safest(
            other[0].results[at],
            tuple(company.name for company in companies),
            self._standings(ways, other, at),
            tuple(sorted(mixture.items(), key=lambda item: -item[1])),
            tuple(self.sought),
            bound,
            answer,
            self.tries[safest.name],
            {name: way.text for name, way in self.answers.items()},
            self.tolerance,
            ended,
            self.until is not None,
            self._command(),
            partial,
        )

    def _standings(
        self, ways: Sequence[SafestCandidate], played: Sequence[GroupResult], at: int
    ) -> tuple[Standing, ...]:
        """Return the standings, the safest first, which was chosen on other hands."""
        risks = risks_of([p.moments for p in played], self.measure)
        standings = [
            Standing(
                way.name,
                way.readable,
                tuple(
                    estimated(
                        self.measure, float(p.moments.means[k]), p.moments.variance(k), p.moments.n
                    )
                    for p in played
                ),
                risks[k],
            )
            for k, way in enumerate(ways)
        ]
        first = standings.pop(at)
        return (first, *sorted(standings, key=lambda s: s.risk.regret))

    def _bound(self, safest: SafestCandidate) -> tuple[str, WithInterval]:
        """Return the best answer found to the safest strategy, and its gain on hands of its own."""
        sought = [s for s in self.sought if s.to == safest.name]
        best = max(sought, key=lambda s: s.gain[0] if s.name else 0.0, default=None)
        if best is None or not best.name:
            return "", (0.0, 0.0, max((s.gain[2] for s in sought), default=0.0))
        way = self.answers[best.name] if best.name in self.answers else self._way(best.name)
        gain = self._gain(_alike(safest), way, {safest.name: 1.0}, (1 << 20) + 1)
        return (best.name, gain) if gain[1] > 0 else ("", (0.0, 0.0, max(gain[2], 0.0)))

    def _cost(self, gain: WithInterval) -> str:
        return wording.costs(self.unit, self.measure, *gain)

    def _command(self) -> str:
        """Return the command that looks for the same again."""
        spec = self.base.spec
        words = ["cardsim", "learn", spec.game, *replace(spec, seats=()).options(self.game)]
        words.append("--safest")
        for text in self.by:
            words += ["--by", text]
        if self.most != ROUNDS:
            words += ["--rounds", str(self.most)]
        if self.until is not None:
            words += ["--until", shown_precision(self.until, share=self.measure.in_per_cent)]
        return shlex.join([*words, *spec.ending(self.game, None)])


def _alike(way: SafestCandidate) -> Opponents:
    """Return opponents who all play one strategy."""
    return Opponents(way.name, way.who)


def _shares(ways: Sequence[SafestCandidate], payoffs: Array) -> dict[str, float]:
    """Return the equilibrium mixture of the strategies, with their shares."""
    shares = populations.settled(payoffs)
    return {w.name: float(s) for w, s in zip(ways, shares, strict=True) if s > LEAST_SHARE}
