"""Learning: finds rules for the decisions of a game and writes them as a strategy file.

Each round forks many hands of the current strategy. It adds up, by situation, what every other
choice would have gained. From these sums it makes a rule for each decision. A rule has only as many
questions as the other half of the hands supports. The next round starts from the strategy that
plays by these rules. In self-play everybody plays by them.

If no starting point is named, all strategies of the game first play the same hands, and the best
one is the starting point.

At the end the result plays against its starting point, in fresh hands.
"""

from __future__ import annotations

import math
import shlex
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any, Literal, overload

import numpy as np

from cardsim import showing
from cardsim.answers import safest as safe
from cardsim.answers.learned import Learned, Round, Rule, Ruled, Rules, got_by_file, loaded, source
from cardsim.answers.reviews import check_fine, dashed
from cardsim.answers.safest import Safest
from cardsim.answers.scoring import USUAL, Scored, Usual
from cardsim.errors import UserError, echoed
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.options.params import Option, parse_count, parse_precision, shown_precision
from cardsim.runs import wording
from cardsim.runs.forked import (
    Asked,
    Worth,
    asked_about,
    check_compiled,
    fork,
    texts_of,
)
from cardsim.runs.journal import noted
from cardsim.runs.paired_runs import Played, play_together
from cardsim.runs.players_asked import Rivals, Seated, Who, rivals, seated
from cardsim.runs.preparation import Resolved, Setup, check_judged, check_threads, resolve
from cardsim.runs.request import Request
from cardsim.runs.run import ready
from cardsim.runs.workers import check_executor
from cardsim.statistics import paired, scores, trees
from cardsim.statistics.stats import CONFIDENCE, z_value
from cardsim.strategy import COMPILED, Strategy, given_to
from cardsim.workspace import checked_values, complete, shipped, strategy_files

MEASURED, WORTH_TELLING = 2.0, 15.0
"""Seconds for which the pace is measured. Longer rounds are announced with their time."""
FORKS = 500_000
"""Hands or matches that are forked in a round."""
ROUNDS = 8
SELF_PLAY_ROUNDS = 24
"""In self-play they cost less, as nothing is tried, and what they find settles slowly."""
PROVING = 2
"""Times as many hands as are forked in a round prove what was found."""
STARTS = 0.5
"""Part of a round's hands that each strategy plays which may be the one to begin with."""
PATIENCE = 2
"""Rounds in a row that gain nothing, after which no more is looked for."""
PARTS = (1, 2, 3, 5, 8, 13, 21, 34)
"""Parts of the rules that are played, less than all that forks bear out."""
MOST_LEAVES = 48
"""Parts of a rule, before it is made simpler."""
GROWTH = 3
"""In self-play a round counts by this power of its number, beside all before it: rules that answer
each other in turn settle on what is good against all of them. With equal weights the first rounds,
when much was to be gained, are still heard after twenty."""
SHOWN = 4
"""In self-play a round's rules are played in such a part of the hands, to show how it goes."""
SHARPER = 4
"""Times less that rules may lose by being made simpler in self-play."""
KEPT = 0.99
"""Part of what was gained that is left when rules are made simpler, where others gain nothing by
it: a small gain is not given away because luck alone moves more."""
ANSWERS = 3
"""Rounds in which the best answer to rules is looked for."""
PROVING_ANSWERS = 4
"""Times as many hands as in a round are played by the best answer: the bound has half the interval
of these in it."""
CHECKED = 8
"""Rounds in self-play after which it is looked for how much another gains, if that ends them."""
ANSWERING = 4
"""Times as many hands as in a round are forked in each of them: what is left to be gained is less
than the noise of one."""
NEVER = -float(1 << 60)
"""What a choice brings that is not always allowed, so that no rule takes it."""
APART = 1 << 40
"""Hand numbers between two rounds: each plays hands of its own."""
TRIED_AT, PROVED_AT = 1 << 60, 1 << 61
"""The first hand of those on which strategies are tried, and of those that prove the one found."""
Tell = Callable[[str], None]


@dataclass
class _Found:
    """What the forks of a round say.

    Attributes:
        rules: better ones.
        promised: by decision, what its new rule is to gain, and the standard error.
        part: what a unit of what forks add up is worth in the mean of half of the hands.
        described: the forks at decisions whose actions may be scored.
    """

    rules: Ruled
    part: float
    promised: dict[str, tuple[float, float]] = field(default_factory=dict)
    described: list[Worth] = field(default_factory=list)


@overload
def learn(
    game: str,
    n: object = None,
    *,
    safest: Literal[True],
    by: str | Sequence[str] | None = None,
    players: int | None = None,
    unit: str | None = None,
    measure: str | None = None,
    preset: str | None = None,
    rounds: int | None = None,
    until: object = None,
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Tell | Literal[False] | None = None,
    **options: Any,
) -> Safest: ...


@overload
def learn(
    game: str,
    n: object = None,
    *,
    start: Who | None = None,
    vs: Rivals | None = None,
    self_play: bool = False,
    by: str | Sequence[str] | None = None,
    players: int | None = None,
    unit: str | None = None,
    measure: str | None = None,
    preset: str | None = None,
    rounds: int | None = None,
    until: object = None,
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Tell | Literal[False] | None = None,
    **options: Any,
) -> Learned: ...


@noted
def learn(  # noqa: D417  (the others: see `run`)
    game: str,
    n: object = None,
    *,
    start: Who | None = None,
    vs: Rivals | None = None,
    self_play: bool = False,
    safest: bool = False,
    by: str | Sequence[str] | None = None,
    players: int | None = None,
    unit: str | None = None,
    measure: str | None = None,
    preset: str | None = None,
    rounds: int | None = None,
    until: object = None,
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Tell | Literal[False] | None = None,
    **options: Any,
) -> Learned | Safest:
    """Find rules to play by.

    Arguments that are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: hands, or matches, that are forked in a round; `FORKS` by default, `safest.FORKS` then.
        start: the strategy to begin with; otherwise the one of all that come with the game which
            does best on the same hands, and in self-play the game's default. What is not learned
            is played as it does.
        self_play: whether all seats learn.
        safest: whether what loses least by not knowing the others is looked for
            (`cardsim.answers.safest_search`), beginning with all strategies and the field. A round
            then looks for answers.
        by: "decision:feature,feature", one text or several, the first feature the one by which
            thresholds go; by default what matters most in the game.
        measure: what is to be more, or less.
        rounds: the most; `ROUNDS` by default, `safest.ROUNDS` then, and all of `SELF_PLAY_ROUNDS`
            in self-play.
        until: in self-play, rounds end as soon as nobody is found to gain more than this: "0.3pp"
            of a share, or a number in the measure's own unit. It is looked for after each
            `CHECKED` rounds, which takes as long as they do. For the safest what an answer must
            gain to be played on with.
        progress: called with a line after each round; False for nobody.
        options: house rules, and parameters of the strategy to begin with.

    Raises:
        UserError: something in the arguments is wrong, nobody decides anything in the game, or
            the situations are too many for so few hands.
        StrategyError: a strategy took an illegal action, or a hand did not end.
        KeyboardInterrupt: the user interrupted before the first round was over.
    """
    played = load_game(game)
    check_executor(executor)
    texts = dashed(texts_of(by))
    asked = asked_about(played, texts, scored=not self_play)
    if not asked:
        raise UserError(f"nothing is known of what players of {game} think by: say it with --by")
    usual_hands, usual = (safe.FORKS, safe.ROUNDS) if safest else (FORKS, ROUNDS)
    hands = usual_hands if n is None else parse_count(n, label="-n")
    usual = SELF_PLAY_ROUNDS if self_play else usual
    most = int(Option("rounds", usual, low=1, high=100).check(usual if rounds is None else rounds))
    alone = bool(self_play) and (players or played.usual_players(preset)) == 1
    _check_self_play(self_play, vs=vs, until=until, alone=alone, safest=safest)
    first = _start(played, start, options)
    _check_safest(safest, {"--from": start, "--vs": vs, "--self-play": self_play}, first)
    chosen = start is not None or bool(first.given) or self_play
    others = first if self_play else rivals(played, vs, preset)
    base = Request(
        game,
        hands,
        players=players,
        unit=unit,
        measure=measure,
        strategy=first,
        vs=others,
        preset=preset,
        seed=seed,
        options=options,
    ).run_of(hands)
    check_judged(base.unit)
    check_compiled(base)
    judged = base.unit.measures[0]
    for option in played.display_options:
        if option.name in options and judged.per != option.name:
            raise UserError(f"--{option.name} changes nothing in '{judged.text}'")
    asking: dict[str, Any] = {
        "by": texts,
        "most": most,
        "until": None
        if until is None
        else parse_precision(until, share=judged.in_per_cent, what=judged.text, label="--until"),
        "threads": check_threads(threads),
        "executor": executor,
        "tell": showing.teller(progress),
    }
    if safest:
        # It calls this function.
        from cardsim.answers.safest_search import Search

        return Search(base, **asking).found()
    search = _Learning(base, asked, first, others, chosen=chosen, self_play=self_play, **asking)
    return search.learned()


def _check_safest(safest: object, given: Mapping[str, object], start: Seated) -> None:
    """Refuse what cannot go with the search for the safest strategy."""
    if not isinstance(safest, bool):
        raise UserError(f"safest must be True or False, not {echoed(safest)}")
    for flag, value in given.items():
        if safest and value:
            raise UserError(f"{flag} cannot go with --safest: it meets everybody, from every start")
    if safest and start.given:
        names = " and ".join(start.given)
        raise UserError(f"--safest begins with all strategies: {names} is of one of them")


def _check_self_play(
    self_play: object, *, vs: object, until: object, alone: bool, safest: object
) -> None:
    """Refuse what cannot go with, or without, self-play."""
    if not isinstance(self_play, bool):
        raise UserError(f"self_play must be True or False, not {echoed(self_play)}")
    if self_play and vs is not None:
        raise UserError("--vs cannot go with --self-play: all seats learn")
    if until is not None and not self_play and not safest:
        raise UserError(
            "--until goes with --self-play or --safest: it says what nobody gains any more"
        )
    if self_play and alone:
        raise UserError("--self-play needs others at the table, and there is one player")


def _start(game: Game, start: Who | None, options: dict[str, Any]) -> Seated:
    """The strategy to begin with; takes its parameters out of the options."""
    first = seated(game, game.default_strategy if start is None else start, label="--from")
    _check_start(first)
    own = [p.name for p in first.strategy.parameters if p.name in options]
    given = {**first.given, **{name: options.pop(name) for name in own}}
    values = checked_values(first.strategy, given, label="--from")
    return replace(first, given={name: values[name] for name in given})


def _check_start(start: Seated) -> None:
    """Refuse a strategy to begin with whose functions could not be borrowed by a file.

    Raises:
        UserError: it has no name, or remembers something or looks ahead.
    """
    name = start.strategy.name
    if start.strategy.path is None:
        raise UserError(f"start must be a strategy that has a file, and '{name}' has none")
    if start.strategy.remembers:
        raise UserError(
            f"--from {name} remembers or looks ahead, and what is not learned of it would be lost"
        )


class _Learning:
    """One search for rules.

    Args:
        base: what is played, by the strategy that it begins with.
        asked: the decisions that are learned.
        start: the strategy that it begins with.
        vs: who sits in the other seats, where these do not learn.
        chosen: whether it was said what to begin with.
        by: the texts that `learn` was given.
        most: rounds.
        self_play: whether all seats learn.
        until: in self-play, no more rounds follow as soon as nobody gains more than this.
        threads: that play.
        executor: plays instead of threads.
        tell: called with a line after each round.
    """

    def __init__(
        self,
        base: Resolved,
        asked: Sequence[Asked],
        start: Seated,
        vs: Rivals,
        *,
        chosen: bool,
        by: Sequence[str],
        most: int,
        self_play: bool,
        until: float | None,
        threads: int,
        executor: Executor | None,
        tell: Tell | None,
    ) -> None:
        self.base, self.asked, self.start, self.vs = base, asked, start, vs
        self.chosen, self.by, self.most = chosen, by, most
        self.self_play, self.until = self_play, until
        self.threads, self.executor, self.tell = threads, executor, tell
        self.game, self.unit = base.game, base.unit
        self.display = dict(base.spec.display)
        self.step = self.unit.step(self.unit.measures[0], self.display)
        self.kept: dict[str, Any] = {}
        self.made: dict[str, Seated] = {}
        self.timed = False

    def learned(self) -> Learned:
        """Round after round, until nothing significant is gained, or nobody gains so much more."""
        if not self.chosen:
            self._begin()
        rules: Ruled = {}
        rounds: list[Round] = []
        failed = 0
        while len(rounds) < self.most and failed < PATIENCE:
            try:
                step = self._round(rules, len(rounds) + 1)
            except KeyboardInterrupt:
                if not rounds:
                    raise
                return self._proved(rules, rounds, partial=True)
            if step is None:
                break
            ruled, done = step
            rounds.append(done)
            if self.self_play or done.gain[0] > 0:
                rules, failed = ruled, 0
            else:
                # Rules that go well each by itself need not go together: once more, by other hands.
                failed += 1
            if self.until is not None and len(rounds) < self.most and len(rounds) % CHECKED == 0:
                so_far = self._ended(rules, rounds)
                if so_far.reached or so_far.partial:
                    return so_far
                if self.tell is not None:
                    self.tell(so_far.sentence)
        return self._ended(rules, rounds)

    def _begin(self) -> None:
        """Begin with the best of the strategies that come with the game."""
        starts = [self.start, *other_starts(self.game, {self.start.strategy.name})]
        hands = max(int(STARTS * self.base.spec.hands), 1)
        setups = [self._table(start, self.vs, first=0, hands=hands) for start in starts]
        played = self._together(setups)
        best = self._best(played, among=0)
        self.start = starts[best]
        if self.tell is not None and len(starts) > 1:
            outcome = wording.outcome(self.unit.measures[0], played.results[best].headline)
            self.tell(f"from {len(starts)} starts; best {self.start.strategy.name}: {outcome}")

    def _ended(self, rules: Ruled, rounds: Sequence[Round]) -> Learned:
        """What was found, made simpler if the user does not interrupt that."""
        try:
            return self._proved(rules, rounds, partial=False)
        except KeyboardInterrupt:
            return self._proved(rules, rounds, partial=True)

    def _round(self, rules: Ruled, number: int) -> tuple[Ruled, Round] | None:
        """Better rules, and what came of them; None where nothing better was found."""
        new = self._improved(rules, number)
        step = None
        if self.self_play:
            hands = max(self.base.spec.hands // SHOWN, 1)
            step = self._tested(rules, [new.rules], number, new.promised, hands=hands)
        elif new.promised:
            step = self._tested(rules, self._candidates(rules, new), number, new.promised)
        if new.described and (step is None or step[1].gain[0] <= 0):
            scored, hoped = self._scored(new, rules)
            if scored:
                step = self._tested(rules, [{**rules, **scored}], number, hoped)
        if step is not None and self.tell is not None:
            self.tell(self._line(step[1]))
        return step

    def _tested(
        self,
        rules: Rules,
        tried: Sequence[Ruled],
        number: int,
        promised: Mapping[str, tuple[float, float]],
        *,
        hands: int | None = None,
    ) -> tuple[Ruled, Round]:
        """The best of some rules in play, and what came of them."""
        at = TRIED_AT + number * APART
        played = self._tried([rules, *tried], self_play_of=rules, at=at, hands=hands)
        best = self._best(played)
        done = Round(number, promised, played.results[best], self._difference(played, best, 0))
        return tried[best - 1], done

    def _parts(self, rules: Ruled, promised: Collection[str]) -> list[Ruled]:
        """New rules, and the same with fewer questions.

        What gains by single steps may lose as a habit: play tells how many questions pay.
        """
        most = max((rules[name].parts for name in promised), default=0)
        shorter = [
            {n: rule.with_parts(parts) if n in promised else rule for n, rule in rules.items()}
            for parts in PARTS
            if parts < most
        ]
        return [rules, *shorter]

    def _candidates(self, rules: Rules, new: _Found) -> list[Ruled]:
        """New rules together, with fewer questions, and one by one.

        Rules that go well each by itself need not go together.
        """
        together = self._parts(new.rules, new.promised)
        if len(new.promised) == 1:
            return together
        return [*together, *({**rules, name: new.rules[name]} for name in new.promised)]

    def _best(self, played: Played, *, among: int = 1) -> int:
        """Which did best of all from one on."""
        means = played.moments.means * (-1 if self.unit.measures[0].lower_is_better else 1)
        return int(np.argmax(means[among:])) + among

    def _improved(self, rules: Rules, number: int, *, against: Rules | None = None) -> _Found:
        """What the forks of a round say.

        Where all learn they are for everybody, and what was learned before counts too; or for one
        against others who play by rules that stay.
        """
        everybody = self.self_play and against is None
        hands = self.base.spec.hands * (1 if against is None else ANSWERING)
        setup = self._setup(rules, first=number * APART, hands=hands, vs=against)
        forked = fork(
            setup,
            self.asked,
            hands,
            threads=self.threads,
            executor=self.executor,
            first=number * APART,
            progress=self._timed(hands),
        )
        if forked.partial:
            raise KeyboardInterrupt
        # The game's own tables are fine, and their rules ask as few questions as hands bear out.
        if number == 1 and self.by:
            check_fine(forked, self.unit, named=True)
        new = _Found(dict(rules), self.step / (forked.hands / 2))
        for worth in forked.worth:
            name = worth.asked.decision.name
            before = rules.get(name)
            if isinstance(before, Scored):
                continue
            more = worth.more.astype(np.float64)
            if everybody:
                more += (1 - 1 / number) ** GROWTH * self.kept.get(name, 0.0)
                self.kept[name] = more
            allowed = _allowed(worth)
            if allowed.any():
                more[..., ~allowed] = NEVER
                rule, gain, error = _rule(worth, more)
                # Whether it holds is for play to say, which tells smaller gains than forks do. Of
                # an answer even whether there is any.
                if gain > 0 or (against is not None and worth.forks.any()):
                    new.rules[name] = rule
                    new.promised[name] = (gain * new.part, error * new.part)
            if worth.asked.scores is not None:
                new.described.append(worth)
        return new

    def _timed(self, hands: int) -> Callable[[int], None]:
        """What measures the pace at which so many hands are forked, and once tells how long."""
        start: tuple[float, int] | None = None

        def far(done: int) -> None:
            nonlocal start
            now = time.perf_counter()
            # From the first hands on: before them workers start.
            start = start or (now, done)
            seconds, more = now - start[0], done - start[1]
            if self.timed or self.tell is None or seconds < MEASURED or not more:
                return
            self.timed = True
            expected = seconds * hands / more
            if expected > WORTH_TELLING:
                plural = self.unit.plural
                self.tell(
                    f"a round plays on {hands} {plural} with other choices, which takes about "
                    f"{showing.duration(expected)}; there are at most {self.most} rounds"
                )

        return far

    def _scored(
        self, new: _Found, rules: Rules
    ) -> tuple[dict[str, Scored], dict[str, tuple[float, float]]]:
        """The decisions at which scores gain something; what, and the standard error of that."""
        scored, hoped = {}, {}
        for worth in new.described:
            asked, before = worth.asked, rules.get(worth.asked.decision.name)
            if asked.scores is None or isinstance(before, Scored):
                continue
            one, other = (scores.joined(half) for half in zip(*worth.described, strict=True))
            weights, gain, error = scores.learned(one, other, asked.scores.tables)
            if gain > 0:
                name = asked.decision.name
                scored[name] = Scored(asked, asked.scores, weights, self._usual(asked, before))
                hoped[name] = (gain * new.part, error * new.part)
        return scored, hoped

    def _usual(self, asked: Asked, rule: Rule | None) -> Usual:
        """What is done at a decision by a rule, or by the strategy that it began with."""
        name = asked.decision.function
        if rule is not None:
            code = rule.code.replace(f"def {name}(", f"def {USUAL}{name}(", 1)
            return Usual(code, tuple(rule.takes), rule.borrowed, rule.looks, rule.words)
        strategy = self.start.strategy
        values = {p.name: p.default for p in strategy.parameters} | dict(self.start.given)
        plays = wording.of_several(strategy.told(values)[0])
        return Usual(
            "",
            tuple(given_to(strategy.functions[name])),
            {f"{USUAL}{name}": got_by_file(self.game, self.start, name)},
            set(),
            [f"at {asked.decision.name.replace('-', ' ')}: {plays}"],
        )

    def _answer(self, rules: Rules, number: int) -> Rules:
        """What gains most against others who play by rules; other ones even if nothing does."""
        answer, other, least = rules, rules, -math.inf
        for at in range(number, number + ANSWERS):
            new = self._improved(answer, at, against=rules)
            alone = [{**answer, name: new.rules[name]} for name in new.promised]
            tried = [*self._parts(new.rules, new.promised), *alone]
            played = self._tried([answer, *tried], self_play_of=rules, at=TRIED_AT)
            best = self._best(played)
            gap = self._difference(played, best, 0)[0]
            if gap > 0:
                answer = tried[best - 1]
            elif gap > least:
                other, least = tried[best - 1], gap
        return other if answer is rules else answer

    def _tried(
        self, tried: Sequence[Rules], *, self_play_of: Rules, at: int, hands: int | None = None
    ) -> Played:
        """Strategies in the same hands."""
        many = hands if hands is not None else self.base.spec.hands
        return self._together(
            [self._setup(r, first=at, hands=many, vs=self_play_of) for r in tried]
        )

    def _together(self, setups: Sequence[Setup | Resolved]) -> Played:
        """What is played on the same hands.

        Raises:
            KeyboardInterrupt: the user interrupted.
        """
        (played,) = play_together([setups], threads=self.threads, executor=self.executor)
        if played.partial:
            raise KeyboardInterrupt
        return played

    def _setup(
        self, rules: Rules, *, first: int, hands: int, vs: Rules | None = None
    ) -> Setup | Resolved:
        """What is played by these rules, from a hand on."""
        others = self._strategy(rules if vs is None else vs) if self.self_play else self.vs
        return self._table(self._strategy(rules), others, first=first, hands=hands)

    def _table(
        self, strategy: Seated, others: Rivals, *, first: int, hands: int
    ) -> Setup | Resolved:
        """What is played by a strategy against others, from a hand on."""
        spec = self.base.spec
        made = resolve(
            spec.game,
            players=spec.players,
            unit=spec.unit,
            measure=spec.measure or None,
            preset=spec.preset,
            seed=spec.seed,
            hands=hands,
            first=first,
            strategy=strategy,
            vs=others,
            options={**spec.changed_rules(self.game), **self.display},
        )
        return ready(made, self.executor)

    def _strategy(self, rules: Rules) -> Seated:
        """The strategy that plays by these rules; that which it began with without any."""
        if not rules:
            return self.start
        text = source(self.game, rules, self.start, "Being learned.")
        if text in self.made:
            return self.made[text]
        self.made[text] = Seated(complete(self.game, loaded(text)), {})
        return self.made[text]

    def _difference(self, played: Played, one: int, other: int) -> tuple[float, float, float]:
        """How much better one of them did than another, with its interval."""
        moments, sign = played.moments, -1 if self.unit.measures[0].lower_is_better else 1
        gap = sign * float(moments.means[one] - moments.means[other])
        half = z_value(CONFIDENCE) * float(moments.sds(other)[one]) / math.sqrt(moments.n)
        return gap, gap - half, gap + half

    def _bound(self, played: Played) -> tuple[float, float, float]:
        """What the answer, which was played last, gains on what it answers to.

        An answer that does worse, or plays the same, tells no more than that none was found in so
        many hands: as much as these would show may still be gained.
        """
        gap, low, high = self._difference(played, 3, 2)
        half = (high - low) / 2 or played.results[2].headline.half
        return max(gap, 0.0), max(gap, 0.0) - half, max(gap, 0.0) + half

    def _may_lose(self, played: Played) -> float:
        """What rules, played first, may lose by being made simpler; the start is played last."""
        limit = paired.NEGLIGIBLE * math.sqrt(max(played.moments.variance(0), 0.0))
        if self.self_play:
            # Others answer to what is lost, and gain more than that.
            return limit / SHARPER
        return min(limit, (1 - KEPT) * max(self._difference(played, 0, 2)[0], 0.0))

    def _line(self, done: Round) -> str:
        outcome = wording.outcome(self.unit.measures[0], done.result.headline)
        against = "those of the round before" if self.self_play else "the others"
        beside = f"against {against} " if self.base.spec.others else ""
        names = wording.listed(list(done.promised)) or "nothing"
        return f"round {done.number}: new rules for {names}; {beside}{outcome}"

    def _simpler(self, rules: Rules) -> Ruled:
        """Rules with as few parts as may be, for no practical difference."""
        shortest = dict(rules)
        for name, rule in rules.items():
            parts = 1
            while parts < rule.parts:
                shorter = {**shortest, name: rule.with_parts(parts)}
                played = self._tried([rules, shorter, {}], self_play_of=rules, at=TRIED_AT)
                lost = self._difference(played, 0, 1)[0]
                if lost <= self._may_lose(played):
                    shortest = shorter
                    break
                parts += max(parts // 2, 1)
        return shortest

    def _proved(self, rules: Rules, rounds: Sequence[Round], *, partial: bool) -> Learned:
        """What was found, in hands from which nothing was learned."""
        simple = dict(rules) if partial else self._simpler(rules)
        hands = self.base.spec.hands * (PROVING_ANSWERS if self.self_play else PROVING)
        looked_for = self.self_play and not partial
        answers = [self._answer(simple, self.most + 1)] if looked_for else []
        played = self._tried(
            [{}, rules, simple, *answers], self_play_of=simple, at=PROVED_AT, hands=hands
        )
        before, full, after, *_ = played.results
        bound = self._bound(played) if answers else None
        gain, lost = self._difference(played, 2, 0), self._difference(played, 1, 2)
        if not self.self_play and gain[0] < 0:
            # What it began with stays, so that nothing worse is ever handed back.
            simple, full, after, gain, lost = {}, before, before, (0.0,) * 3, (0.0,) * 3
        learned = Learned(
            simple,
            "",
            tuple(rounds),
            before,
            full,
            after,
            gain,
            lost,
            bound,
            self.until,
            self._command(),
            partial,
        )
        return replace(learned, text=source(self.game, simple, self.start, learned.docstring))

    def _command(self) -> str:
        """The command that learns the same again."""
        spec = self.base.spec
        words = ["cardsim", "learn", spec.game, *replace(spec, seats=()).options(self.game)]
        default = self.game.default_strategy
        if self.chosen and not (self.self_play and spec.hero.as_option == default):
            words += ["--from", spec.hero.as_option]
        if self.self_play:
            words.append("--self-play")
        else:
            words += spec.versus(self.game)
        for text in self.by:
            words += ["--by", text]
        if self.most != (SELF_PLAY_ROUNDS if self.self_play else ROUNDS):
            words += ["--rounds", str(self.most)]
        if self.until is not None:
            share = self.unit.measures[0].in_per_cent
            words += ["--until", shown_precision(self.until, share=share)]
        return shlex.join([*words, *spec.ending(self.game, None)])


def can_start(strategy: Strategy) -> bool:
    """Whether a file can borrow from it: it has one, is compiled, and remembers nothing."""
    return strategy.path is not None and strategy.way == COMPILED and not strategy.remembers


def other_starts(game: Game, names: Collection[str]) -> list[Seated]:
    """The strategies that come with a game and that a file can borrow from, less those named.

    The user's own files are not among them: the same seed finds the same everywhere.
    """
    files = strategy_files(game).items()
    some = [n for n, path in files if path.is_relative_to(shipped()) and n not in names]
    starts = (seated(game, name) for name in some)
    return [s for s in starts if can_start(s.strategy)]


def _allowed(worth: Worth) -> np.ndarray[Any, Any]:
    """Which choices were legal whenever they could be made: a rule can name no others."""
    axes = tuple(range(worth.forks.ndim))
    allowed: np.ndarray[Any, Any] = worth.possible.sum(axis=axes) == worth.forks.sum()
    return allowed


def _rule(worth: Worth, more: np.ndarray[Any, Any]) -> tuple[Rule, float, float]:
    """The rule that forks bear out, what it gains, and the standard error of that.

    Args:
        worth: the forks.
        more: what each choice brings more, as in them, or with what was learned before.
    """
    halves, squares = list(more), worth.squares[1]
    if worth.asked.is_either_or:
        halves, squares = [trees.from_on(half) for half in halves], trees.from_on(squares)
    grown = [trees.grow(half, MOST_LEAVES) for half in halves]
    crossed = [
        [trees.gained(tree, other) for tree in found]
        for found, other in zip(grown, reversed(halves), strict=True)
    ]
    values = [
        sum(v[min(k, len(v) - 1)] for v in crossed) / 2 for k in range(max(map(len, crossed)))
    ]
    most = int(np.argmax(values))
    error = math.sqrt(trees.gained(grown[0][min(most, len(grown[0]) - 1)], squares))
    # As few questions as do nearly as well: the last ones answer to noise.
    parts = next(k for k, value in enumerate(values) if value >= values[most] - error / 4)
    both = halves[0] + halves[1]
    return Rule(worth.asked, trees.grow(both, parts + 1)[-1], both), values[parts], error
