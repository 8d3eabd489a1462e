"""Self-play: all seats learn, until nobody is found to gain by other rules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from cardsim.runs.paired_runs import GroupResult
from cardsim.runs.seating import Seated
from cardsim.search.candidates import better_trees, candidates
from cardsim.search.learned import Learned, Round
from cardsim.search.searching import APART, PROVED_AT, TRIED_AT, RuledStrategy, RuleSearch
from cardsim.statistics import paired

GROWTH = 3
"""Power of a round's number by which it counts: rules that answer each other in turn then settle on
what is good against all of them. With equal weights the first rounds, with their large gains, still
count after twenty."""
SHOWN = 4
"""Divisor of a round's hands, for those that show its progress."""
SHARPER = 4
"""Divisor of the loss that simpler rules may have: opponents answer the loss, and gain more than
it."""
ANSWERS = 3
"""Rounds in which the best answer to rules is looked for."""
PROVING_ANSWERS = 4
"""Factor on a round's hands for those of the best answer, whose half interval is part of the
bound."""
CHECKED = 8
"""Rounds between checks of how much another gains, if that ends them."""
ANSWERING = 4
"""Factor on a round's hands for each of those: the gains left are smaller than the noise of one."""


class SelfPlay(RuleSearch):
    """A search in which all seats learn."""

    def learned(self, start: Seated) -> Learned:
        """Search in rounds, until nobody gains more than `until`."""
        way, rounds = RuledStrategy(start), list[Round]()
        kept: dict[str, np.ndarray[Any, Any]] = {}
        while len(rounds) < self.task.most:
            try:
                way, done = self._round(way, kept, len(rounds) + 1)
            except KeyboardInterrupt:
                if not rounds:
                    raise
                return self._proved(way, rounds, partial=True)
            rounds.append(done)
            until = self.task.until
            if until is not None and len(rounds) < self.task.most and len(rounds) % CHECKED == 0:
                so_far = self._ended(way, rounds)
                if so_far.reached or so_far.partial:
                    return so_far
                if self.tell is not None:
                    self.tell(so_far.sentence)
        return self._ended(way, rounds)

    def _ended(self, way: RuledStrategy, rounds: Sequence[Round]) -> Learned:
        """Return the result, with simpler rules unless the user interrupts that."""
        try:
            return self._proved(way, rounds, partial=False)
        except KeyboardInterrupt:
            return self._proved(way, rounds, partial=True)

    def _round(
        self, way: RuledStrategy, kept: dict[str, np.ndarray[Any, Any]], number: int
    ) -> tuple[RuledStrategy, Round]:
        """Return better rules for everybody, with earlier rounds counted in."""
        rollouts = self.fork(way, at=number * APART, hands=self.hands, vs=way)
        for worth in rollouts.worth:
            name, more = worth.asked.decision.name, worth.more.astype(np.float64)
            kept[name] = more + (1 - 1 / number) ** GROWTH * kept.get(name, 0.0)
        new = better_trees(rollouts.worth, kept, self.step / (rollouts.hands / 2), least=0.0)
        better = replace(way, rules={**way.rules, **{n: rule for n, (rule, _) in new.items()}})
        at, hands = TRIED_AT + number * APART, max(self.hands // SHOWN, 1)
        played = self.play([way, better], at=at, hands=hands, vs=way)
        promised = {name: promise for name, (_, promise) in new.items()}
        done = Round(number, promised, played.results[1], self.difference(played, 1, 0))
        self.say(done, way, against="those of the round before")
        return better, done

    def company(self, way: RuledStrategy) -> RuledStrategy:
        """Return the rules that are judged: everybody else plays by them."""
        return way

    def may_lose(self, played: GroupResult) -> float:
        """Return the loss that simpler rules may have; the rules were played first."""
        return paired.NEGLIGIBLE * math.sqrt(max(played.moments.variance(0), 0.0)) / SHARPER

    def _answer(self, way: RuledStrategy) -> RuledStrategy:
        """Return the best answer to others who play so; another strategy even if none gains."""
        answer, other, least = way, way, -math.inf
        for number in range(self.task.most + 1, self.task.most + 1 + ANSWERS):
            rollouts = self.fork(answer, at=number * APART, hands=self.hands * ANSWERING, vs=way)
            more = {w.asked.decision.name: w.more.astype(np.float64) for w in rollouts.worth}
            # Play decides whether there is any answer.
            new = better_trees(rollouts.worth, more, 1.0, least=-math.inf)
            tried = [replace(answer, rules=c.rules) for c in candidates(answer.rules, [new])]
            played = self.play([answer, *tried], at=TRIED_AT, hands=self.hands, vs=way)
            best = next(place for place in self.ranked(played) if place)
            gap = self.difference(played, best, 0)[0]
            if gap > 0:
                answer = tried[best - 1]
            elif gap > least:
                other, least = tried[best - 1], gap
        return other if answer is way else answer

    def _proved(self, way: RuledStrategy, rounds: Sequence[Round], *, partial: bool) -> Learned:
        """Return the result, and the gain of another, on hands from which nothing was learned."""
        simple = way if partial else self.simpler(way)
        answers = [] if partial else [self._answer(simple)]
        played = self.play(
            [RuledStrategy(way.start), way, simple, *answers],
            at=PROVED_AT,
            hands=self.hands * PROVING_ANSWERS,
            vs=simple,
        )
        bound = self._bound(played) if answers else None
        return self.told(simple, played, rounds, bound=bound, partial=partial)

    def _bound(self, played: GroupResult) -> tuple[float, float, float]:
        """Return the gain of the answer, played last, on the rules it answers.

        An answer that does worse, or plays the same, only says that none was found in this many
        hands: the gain that they would just show may still be there.
        """
        gap, low, high = self.difference(played, 3, 2)
        half = (high - low) / 2 or played.results[2].headline.half
        return max(gap, 0.0), max(gap, 0.0) - half, max(gap, 0.0) + half
