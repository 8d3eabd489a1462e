"""The best answer to given opponents: from several starts, step by step, each on fresh hands.

All starts play the same hands, fewer of them as hands become more. The search goes on from the best
few, which share the hands of a round, and drops the worst of them after each. A round plays all its
candidates on the same fresh hands and takes the best if it gains.

Where the search starts from all strategies, it first tunes the parameters of each at this very
table (`parameters`). Each strategy then goes on with the better of its numbers. Where the game says
what others may answer, plans that bring it about are tried, too (`plans`). At the end `look-ahead`
plays hands of the same table, and is told where it clearly gains on what was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from cardsim.ask.tuning import ParameterSearch, spans
from cardsim.errors import UserError
from cardsim.runs import wording
from cardsim.runs.paired_runs import GroupResult
from cardsim.runs.preparation import at_table_of
from cardsim.runs.seating import Seated, as_option, seated
from cardsim.search.candidates import (
    Candidate,
    New,
    always_allowed,
    better_trees,
    better_weights,
    by_actions,
    candidates,
    corrected_by_actions,
    corrected_by_review,
    corrected_by_trees,
)
from cardsim.search.learned import Learned, Round, Ruled
from cardsim.search.parameters import better_values
from cardsim.search.plans import HandPlan, first_plans, near_plans, rules_of
from cardsim.search.searching import (
    ACTED,
    APART,
    EXPLORED,
    PERSISTED,
    PROVED_AT,
    PROVING,
    SIMPLER_AT,
    TRIED_AT,
    RuledStrategy,
    RuleSearch,
)
from cardsim.statistics.stats import CONFIDENCE, z_value

LINES = 3
"""Starts from which the search goes on."""
STAGES = ((1 / 16, 8), (1 / 4, 3))
"""Parts of a round's hands that candidates play in each stage, and the number left after it."""
STAGE = APART >> 4
"""Distance of hand numbers between two stages."""
STARTS = 0.5
"""Part of a round's hands that compares the last few starts, and the lines after a round."""
EXPLORING = 0.5
"""Part of a round's hands that are also forked where habit never leads."""
TUNING = 8
"""Factor on a round's hands for all strategies that are tuned together; none gets more than one
round's."""
LEAST_TUNED = 10_000
"""Smallest number of hands of a round with which parameters are tuned: fewer find only luck."""
TUNED_AT, TUNE_AT = APART >> 1, (APART >> 1) + (APART >> 2)
"""First hands of those that compare tuned strategies, and of those that tune them."""
SELDOM = 0.1
"""Part of an even share of wins below which a seat learns by another measure first."""
LED, LED_ROUNDS = 100, 4
"""Number after which those rounds are numbered, and how many there are at most."""
LEAST_LED = 400
"""Smallest number of hands that say so: in these one win in ten is not taken for one in thirty."""
LED_PART = 1 / 8
"""Part of a round's hands that those rounds play: whoever plays at random gains much by little, and
his hands take long."""
LED_AT = TUNED_AT + (APART >> 3) + (APART >> 4)
"""First hand of those that say how often it wins."""
PLANNED_AT = APART >> 2
"""First hand of those that try plans."""
SEARCH = "look-ahead:base={},doubt=1.75,last=1000"
"""Strategy that is tried at the end, on the best start. Unlike the usual numbers of a game, these
need to be good at this table only."""
SEARCHED, LEAST_SEARCHED = 2000, 200
"""Divisor of a round's hands for those that it plays, some thousand times as slowly, and the
smallest number of them."""
SEARCHED_AT = PROVED_AT + TRIED_AT
"""First hand of those that try it."""
CLEAR = 3.0
"""Standard errors that it must gain."""
PATIENCE = 2
"""Consecutive rounds without a gain after which a line ends."""
SURE = 1.0
"""Standard errors that a candidate must gain."""


@dataclass
class _Line:
    """A line of the search.

    Attributes:
        failed: number of last rounds without a gain.
    """

    way: RuledStrategy
    rounds: list[Round] = field(default_factory=list)
    failed: int = 0


class Answering(RuleSearch):
    """A search for the best answer."""

    def learned(self, starts: Sequence[Seated]) -> Learned:
        """Search in rounds from the best starts, until none of them gains any more."""
        begun = list(starts)
        if len(starts) > 1:
            begun = self._best_of(starts, at=0, told=f"from {len(starts)} starts")
        ways = [RuledStrategy(start) for start in begun]
        lines = [_Line(RuledStrategy(start)) for start in self._tuned_starts(starts, begun)]
        self._plan(lines, starts)
        try:
            self._lead(lines)
            self._play_rounds(lines, 0, self.task.most)
            found = self._proved(ways, self._best_lines(lines, 0, left=1)[0], partial=False)
        except KeyboardInterrupt:
            done = [line for line in lines if line.rounds or self._has_news(line.way)]
            if not done:
                raise
            return self._proved(ways, done[0], partial=True)
        return self._searched(found)

    def _searched(self, found: Learned) -> Learned:
        """Return what was found, with a search from the best start if it clearly gains on that."""
        hands = self.hands // SEARCHED
        if not self.task.tunes or hands < LEAST_SEARCHED or self.game.imagine is None:
            return found
        name = SEARCH.format(found.before.spec.hero.strategy)
        tell = self.tell or (lambda _: None)
        try:
            ways = [RuledStrategy(w) for w in (Seated(found.strategy, {}), seated(self.game, name))]
            played = self.play(ways, at=SEARCHED_AT, hands=hands)
            outcome = wording.outcome(self.unit.measures[0], played.results[1].headline)
            tell(f"{name} in {hands} {self.unit.plural}: {outcome}")
            gain = self.difference(played, 1, 0)
            if gain[0] * z_value(CONFIDENCE) <= CLEAR * (gain[2] - gain[0]):
                return found
            # Those hands chose it, and would tell too much.
            fresh = self.play(ways, at=SEARCHED_AT + APART // 2, hands=hands)
        except (UserError, KeyboardInterrupt) as error:
            # Some tables cannot be imagined. What was learned must not be lost.
            tell(f"{name} was not tried: {error or 'interrupted'}")
            return found
        return replace(found, searched=name, searched_gain=self.difference(fresh, 1, 0))

    def _has_news(self, way: RuledStrategy) -> bool:
        """Return whether a strategy has rules that were learned, or numbers that were tuned."""
        return bool(way.rules) or any(way.start is one for one in self.tuned)

    def _play_rounds(self, lines: list[_Line], first: int, most: int) -> None:
        """Play at most so many rounds after the first, and take lines that are dropped out."""
        for number in range(first + 1, first + 1 + most):
            if all(line.failed >= PATIENCE for line in lines):
                break
            # Situations named by the user need all hands, or are refused.
            sharing = 1 if self.task.named else len(lines)
            for line in lines:
                if line.failed < PATIENCE:
                    self._round(line, number, hands=max(self.hands // sharing, 1))
            if len(lines) > 1:
                lines[:] = self._best_lines(lines, number)

    def _lead(self, lines: list[_Line]) -> None:
        """Let lines that hardly ever win learn by points, by place or by cards left first.

        Where a seat never wins, no single choice ever changes that, and nothing could be learned.
        """
        spec, wins = self.base.spec, self.unit.measures[0]
        by = None if spec.measure else self.unit.lead
        if by is None or wins.even is None:
            return
        hands = max(int(STAGES[0][0] * self.hands), LEAST_LED)
        ways = [line.way for line in lines]
        played = self.play(ways, at=LED_AT, hands=hands)
        if max(played.moments.means) >= SELDOM * wins.even:
            return
        if self.tell is not None:
            outcome = wording.outcome(wins, played.results[0].headline)
            self.tell(f"{outcome}: learning first by {by.text}")
        table = replace(spec, measure=by.name)
        # Situations named by the user need all hands, or are refused.
        part = 1 if self.task.named else LED_PART
        some = min(max(int(part * self.hands), LEAST_LED), self.hands)
        base = at_table_of(table, strategy=ways[0].start, vs=self.task.vs, first=0, hands=some)
        search = Answering(
            replace(self.task, base=base, most=LED_ROUNDS),
            threads=self.threads,
            executor=self.executor,
            tell=self.tell,
        )
        try:
            search._play_rounds(lines, LED, search.task.most)
        finally:
            # Rounds by another measure are not told. An interruption leaves what they found.
            lines[:] = [_Line(line.way) for line in lines]

    def _tuned_starts(self, starts: Sequence[Seated], begun: list[Seated]) -> list[Seated]:
        """Return the best few starts with parameters tuned at this table, or as they are."""
        if not self.task.tunes or self.hands < LEAST_TUNED:
            return begun
        free = [(number, one) for number, one in enumerate(starts) if _tunable(one)]
        hands = min(self.hands, TUNING * self.hands // max(len(free), 1))
        found = [self._tuned(one, at=number, hands=hands) for number, one in free]
        self.tuned = [one for one in found if one.given]
        if not self.tuned:
            return begun
        better = {one.strategy.name for one in self.tuned}
        rest = [one for one in starts if one.strategy.name not in better]
        ways = [*self.tuned, *rest, *(one for one in begun if one not in rest)]
        some = f"{len(self.tuned)} strateg{'y' if len(self.tuned) == 1 else 'ies'}"
        return self._best_of(ways, at=TUNED_AT, told=f"with the numbers of {some} tuned")

    def _tuned(self, start: Seated, *, at: int, hands: int) -> Seated:
        """Return a strategy with its best parameters; with none where no others are better."""
        search = ParameterSearch(
            start,
            spans(start.strategy.name, start.strategy.parameters, None),
            lambda given: at_table_of(
                self.base.spec,
                strategy=replace(start, given=given),
                vs=self.task.vs,
                first=0,
                hands=1,
            ),
            hands,
            first=TUNE_AT + at * (APART >> 8),
            threads=self.threads,
            executor=self.executor,
        )
        return replace(start, given=better_values(search))

    def _plan(self, lines: list[_Line], starts: Sequence[Seated]) -> None:
        """Let the best plan take the place of a line that does worse."""
        if not self.game.deeds or not self.task.tunes or self.hands < LEAST_TUNED:
            return
        plans = list(first_plans(self.game, [line.way.start for line in lines]))
        ways, at = [self._planned(plan) for plan in plans], PLANNED_AT
        best = plans[self._left(ways, at=at, hands=self.hands)[0]]
        better = {one.strategy.name for one in self.tuned}
        every = [*self.tuned, *(one for one in starts if one.strategy.name not in better)]
        ways = [self._planned(plan) for plan in (best, *near_plans(best, every))]
        ways = [way for way in ways if way.rules]
        at += STAGE // 2
        left = self._left(ways, at=at, hands=self.hands)
        ways = [*(line.way for line in lines), *(ways[k] for k in left)]
        hands = max(int(STARTS * self.hands), 1)
        played = self.play(ways, at=at + len(STAGES) * STAGE, hands=hands)
        ranked = self.ranked(played)
        plan = next(k for k in ranked if k >= len(lines))
        if self.tell is not None:
            outcome = wording.outcome(self.unit.measures[0], played.results[plan].headline)
            self.tell(f"with plans of two parts; best {ways[plan].plan}: {outcome}")
        kept = [k for k in ranked if k < len(lines) or k == plan][:LINES]
        lines[:] = [_Line(ways[k]) for k in kept]

    def _planned(self, plan: HandPlan) -> RuledStrategy:
        """Return the strategy that plays by a plan."""
        rules: Ruled = {**rules_of(self.game, plan, self._by_start)}
        return RuledStrategy(plan.then, rules, plan.told if rules else "")

    def _best_of(self, starts: Sequence[Seated], *, at: int, told: str) -> list[Seated]:
        """Return the best few of several starts, and say which is the best."""
        ways = [RuledStrategy(start) for start in starts]
        left = self._left(ways, at=at, hands=self.hands)
        hands = max(int(STARTS * self.hands), 1)
        played = self.play([ways[k] for k in left], at=at + len(STAGES) * STAGE, hands=hands)
        ranked = self.ranked(played)
        if self.tell is not None:
            best = as_option(starts[left[ranked[0]]])
            outcome = wording.outcome(self.unit.measures[0], played.results[ranked[0]].headline)
            self.tell(f"{told}; best {best}: {outcome}")
        return [starts[left[k]] for k in ranked[:LINES]]

    def _left(self, ways: Sequence[RuledStrategy], *, at: int, hands: int) -> list[int]:
        """Return the places of the best few: all play few hands, and fewer of them play more."""
        left = list(range(len(ways)))
        for number, (part, most) in enumerate(STAGES):
            if len(left) > most:
                some = max(int(part * hands), 1)
                played = self.play([ways[k] for k in left], at=at + number * STAGE, hands=some)
                left = [left[k] for k in self.ranked(played)[:most]]
        return left

    def _best_lines(self, lines: list[_Line], number: int, left: int | None = None) -> list[_Line]:
        """Return all lines but the worst, or the best `left` ones, the best first."""
        most = len(lines) - 1 if left is None else left
        if len(lines) <= most:
            return lines
        at = TRIED_AT + number * APART + len(STAGES) * STAGE + APART // 2
        hands = max(int(STARTS * self.hands), 1)
        ranked = self.ranked(self.play([line.way for line in lines], at=at, hands=hands))
        return [lines[k] for k in ranked[:most]]

    def _round(self, line: _Line, number: int, *, hands: int) -> None:
        """Take the best candidate of a line, if it gains."""
        tried = self._candidates(line.way, number, hands=hands)
        ways = [replace(line.way, rules=one.rules) for one in tried]
        at = TRIED_AT + number * APART
        left = self._left(ways, at=at, hands=hands)
        if not left:
            line.failed += 1
            return
        played = self.play(
            [line.way, *(ways[k] for k in left)], at=at + len(STAGES) * STAGE, hands=hands
        )
        best = self._plainest(played, [tried[k] for k in left])
        gain = self.difference(played, best, 0)
        found = tried[left[best - 1]]
        line.rounds.append(Round(number, found.promised, played.results[best], gain))
        error = (gain[2] - gain[0]) / z_value(CONFIDENCE)
        if gain[0] > SURE * error:
            line.way, line.failed = ways[left[best - 1]], 0
        else:
            # The line gets another round with other hands.
            line.failed += 1
        self.say(line.rounds[-1], line.way, against="the others")

    def _plainest(self, played: GroupResult, tried: Sequence[Candidate]) -> int:
        """Return the candidate with the fewest lines among those that may be the best."""
        best = next(place for place in self.ranked(played) if place)
        as_good = [best]
        for place in range(1, len(tried) + 1):
            lost, low, _ = self.difference(played, best, place)
            if lost <= SURE * (lost - low) / z_value(CONFIDENCE):
                as_good.append(place)
        return min(as_good, key=lambda place: tried[place - 1].lines)

    def _candidates(self, way: RuledStrategy, number: int, *, hands: int) -> list[Candidate]:
        """Return candidates from hands forked where habit leads, and where it does not."""
        at, teacher = number * APART, self.task.teacher
        # A teacher's worlds replace other hands, and their values are sums.
        worlds = 1 if teacher is None else teacher.worlds
        hands = max(hands // worlds, 1)
        habit = self.fork(way, at=at, hands=hands)
        elsewhere = self.fork(
            way, at=at + EXPLORED, hands=max(int(EXPLORING * hands), 1), explores=True
        )
        usual, found = self.usual(way), list[New]()
        for rollouts in (habit, habit + elsewhere):
            more = {w.asked.decision.name: w.more.astype(np.float64) for w in rollouts.worth}
            part = self.step / (worlds * rollouts.hands / 2)
            found.append(better_trees(rollouts.worth, more, part, least=0.0))
            found.append(corrected_by_trees(rollouts.worth, usual, part))
        part = self.step / (worlds * habit.hands / 2)
        found += corrected_by_review(habit, usual, part)
        # A choice can become a habit if it is legal whenever the decision comes.
        habits = [w for w in habit.worth if w.forks.any() and always_allowed(w).any()]
        plain = [w.asked for w in habits if not w.asked.experts]
        if plain and teacher is None:
            lasting = self.fork(way, at=at + PERSISTED, hands=hands, asked=plain, persists=True)
            found.append(corrected_by_trees(lasting.worth, usual, part))
            found += corrected_by_review(lasting, usual, part)
        found.append(better_weights(habit.worth, usual, part))
        if teacher is None and (few := by_actions(habit.worth)):
            acted = self.fork(way, at=at + ACTED, hands=hands, asked=few)
            found.append(corrected_by_actions(acted.worth, usual, self.step / (acted.hands / 2)))
        listed, texts = [], {self.strategy(way).fingerprint}
        for one in candidates(way.rules, found):
            text = self.strategy(replace(way, rules=one.rules)).fingerprint
            if text not in texts:
                texts.add(text)
                listed.append(one)
        return listed

    def _proved(self, starts: Sequence[RuledStrategy], line: _Line, *, partial: bool) -> Learned:
        """Choose among the rules, simpler ones and the starts, and value the choice on other hands.

        So neither the start nor the rules are valued on hands that chose them.
        """
        full = line.way
        simple = full if partial or not full.rules else self.simpler(full)
        ways = [simple, full, *starts]
        ranked = self.ranked(self.play(ways, at=SIMPLER_AT + APART, hands=self.hands))
        begun = next(place for place in ranked if place > 1)
        if ranked.index(begun) < ranked.index(0):
            # Nothing may lose to a start, and simpler rules may lose a little.
            simple = full = ways[begun if ranked.index(begun) < ranked.index(1) else 1]
        played = self.play([ways[begun], full, simple], at=PROVED_AT, hands=PROVING * self.hands)
        return self.told(simple, played, line.rounds, partial=partial)


def _tunable(start: Seated) -> bool:
    """Return whether a start has parameters to tune, none of which the user has set."""
    if start.given:
        return False
    try:
        spans(start.strategy.name, start.strategy.parameters, None)
    except UserError:
        return False
    return True
