"""A tournament: every strategy at every table, and what a crowd of them settles on.

A table has as many parties as players, or as sides where there are partners. At one table all
strategies play the same hands in the hero's place and take every seat in turn. Different tables
play different hands, so their errors are independent.
"""

from __future__ import annotations

import itertools
import math
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
import polars as pl

from cardsim.answers.risks import Risk, estimated, risks_of
from cardsim.errors import StrategyError, StuckError, UserError, one_line
from cardsim.game import Game
from cardsim.options.params import parse_count
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.journal import noted
from cardsim.runs.paired_runs import play_together
from cardsim.runs.players_asked import Who, seated
from cardsim.runs.preparation import (
    Resolved,
    Setup,
    check_by_hand,
    check_house_rules,
    check_judged,
    check_threads,
)
from cardsim.runs.request import Request
from cardsim.runs.result import Player, RunSpec
from cardsim.runs.run import of_hands, ready
from cardsim.runs.sealed import FORMAT
from cardsim.showing import Progress, teller
from cardsim.statistics import populations
from cardsim.statistics.paired import Moments
from cardsim.statistics.stats import CONFIDENCE, Estimate, z_value
from cardsim.version import VERSION
from cardsim.workspace import named_strategies

SCHEMA = f"cardsim.tournament/{FORMAT}"
HANDS = 10_000
"""At each table, where nobody says how many."""
LEAST_HANDS = 10
MOST_STRATEGIES = 50
MOST_TABLES = 30_000
MOST_NAMED = 3
"""Strategies that nobody is seen to beat, which are told by name."""
WORTH_TELLING = 0.01
"""The smallest share of a crowd that a sentence names."""
UNTOLD = 0.5
"""An interval of a share that is too wide to say anything."""
AT_ONCE = 256
"""Tables that are made ready together."""
FIRST_ROUND = 10
"""This part of the hands is played at all tables first: an interruption then leaves an answer."""
DRAWS = 400
"""Draws for the intervals of shares."""
DRAW_SEED = 21


@dataclass(frozen=True)
class TournamentSpec:
    """Everything that decides the outcome of a tournament; text and numbers only.

    Attributes:
        players: the strategies, in the order given.
        base: the run in which the first of them plays against itself; `base.hands` are played at
            each table.
    """

    players: tuple[Player, ...]
    base: RunSpec

    @property
    def parties(self) -> int:
        """How many sit at a table, partners as one."""
        return len(set(self.base.sides)) if self.base.sides else self.base.players

    def command(self, game: Game) -> str:
        """The command that repeats the tournament."""
        usual = (Player(game.default_strategy),) * len(self.base.seats)
        words = ["cardsim", "tournament", self.base.game, *(p.as_option for p in self.players)]
        words += replace(self.base, seats=usual).options_with(game, None)
        return shlex.join([*words, *self.base.ending(game, None)])


@dataclass(frozen=True)
class Entrant:
    """One of the strategies of a tournament.

    Attributes:
        player: the strategy with its parameters.
        estimate: of what it gets where the others are drawn from all strategies alike.
        first, last: the places it may truly have, 1 the best; simultaneous with all differences.
        weight: its share of the mixture in which nobody gains by changing; `low` and `high` the
            interval of that.
        survives: its share in the end of the crowd that grows by just these payoffs.
    """

    player: Player
    estimate: Estimate
    first: int
    last: int
    weight: float
    low: float
    high: float
    survives: float

    def __repr__(self) -> str:
        return one_line(self, f"{self.player.brief}: {self.estimate}", f"place {self.place}")

    @property
    def place(self) -> str:
        """Its place for people: `1`, or `2 to 3` where that is within noise."""
        return f"{self.first}" if self.first == self.last else f"{self.first} to {self.last}"


@dataclass(frozen=True)
class Gain:
    """What a player gains by playing differently among others who all play alike.

    Attributes:
        one, among: the numbers of the strategies.
        value: what it gets there beyond what they get among themselves; below 0 where it loses.
        low, high: the interval, simultaneous for all pairs.
    """

    one: int
    among: int
    value: float
    low: float
    high: float

    @property
    def beats(self) -> bool:
        """Whether it gains for certain."""
        return self.low > 0


@dataclass(frozen=True, repr=False)
class TournamentResult(PlayedAnswer):
    """The outcome of a tournament.

    Attributes:
        spec: what was played, by those strategies that played to the end.
        companies: what all strategies did beside the same others, by the numbers of these, in order
            from the hero's left.
        failed: what strategies did that fell out, by their names.
        seconds: how long it took; not part of the answer.
        partial: whether it was interrupted.
        version: of the cardsim that played it.
    """

    spec: TournamentSpec
    companies: Mapping[tuple[int, ...], Moments] = field(repr=False)
    failed: Mapping[str, str]
    seconds: float = field(compare=False)
    partial: bool
    version: str = VERSION
    _setup: Any = field(default=None, compare=False, repr=False)
    reached = True
    rows = "gains"

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The ranking, the gains, and what each got at each table."""
        return {
            "strategies": self.ranking_frame(),
            self.rows: self.frame(),
            "tables": self.tables_frame(),
        }

    @property
    def hands(self) -> int:
        """How many hands (or matches) each strategy played at a table; the fewest there were."""
        return min(m.n for m in self.companies.values())

    @property
    def played(self) -> int:
        """How many were played in all."""
        return sum(m.n for m in self.companies.values()) * len(self.spec.players)

    @cached_property
    def values(self) -> populations.Array:
        """What each strategy gets at each table, in the measure's unit.

        Returns:
            float64, shape (k, ..., k): the last axis is who gets it, those before it the others.
        """
        count = len(self.spec.players)
        values = np.empty((count,) * self.spec.parties)
        for others, moments in self.companies.items():
            values[others] = moments.means
        return values

    @property
    def payoffs(self) -> populations.Array:
        """The same with more always better."""
        return -self.values if self.measure.lower_is_better else self.values

    def among(self, other: int) -> Moments:
        """What all strategies did among others who all play this one."""
        return self.companies[(other,) * (self.spec.parties - 1)]

    @cached_property
    def gains(self) -> tuple[Gain, ...]:
        """What each gains among each other."""
        count, gains = len(self.spec.players), []
        critical = z_value(1 - (1 - CONFIDENCE) / max(count * (count - 1), 1))
        sign = -1 if self.measure.lower_is_better else 1
        for among in range(count):
            moments = self.among(among)
            halves = critical * moments.sds(among) / math.sqrt(moments.n)
            values = sign * (moments.means - moments.means[among])
            gains += [
                Gain(k, among, *(float(values[k] + s * halves[k]) for s in (0, -1, 1)))
                for k in range(count)
                if k != among
            ]
        return tuple(gains)

    @cached_property
    def beats(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """bool, shape (k, k): whether one gains for certain among others who play the other."""
        beats = np.zeros((len(self.spec.players),) * 2, bool)
        for gain in self.gains:
            beats[gain.one, gain.among] = gain.beats
        return beats

    @property
    def cycle(self) -> tuple[str, ...]:
        """Strategies of which each beats the next, and the last the first; empty without any."""
        return tuple(self.spec.players[k].brief for k in populations.cycle_in(self.beats))

    @property
    def unbeaten(self) -> tuple[str, ...]:
        """Strategies among whose players none of the others gains for certain."""
        return tuple(
            player.brief
            for player, beaten in zip(self.spec.players, self.beats.T, strict=True)
            if not beaten.any()
        )

    @cached_property
    def crowd(self) -> populations.Array:
        """The shares of a crowd in which what gets more than the others grows.

        Returns:
            float64, shape (generations + 1, k).
        """
        return populations.replicated(self.payoffs)

    @cached_property
    def left_to_gain(self) -> float:
        """What somebody could still gain in the mixture of the weights, in the measure's unit."""
        weights = np.array([e.weight for e in self.entrants])
        return populations.gain_against(self.payoffs, weights)

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """The strategies, in the order given."""
        count, tables = len(self.spec.players), list(self.companies.values())
        means = np.mean([m.means for m in tables], axis=0)
        good = -means if self.measure.lower_is_better else means
        # Tables have hands of their own, so that variances add up.
        gaps = (
            np.array([sum(m.sds(k) ** 2 / m.n for m in tables) for k in range(count)])
            / len(tables) ** 2
        )
        critical = z_value(1 - (1 - CONFIDENCE) / max(count * (count - 1) // 2, 1))
        worse = good[:, None] - good > critical * np.sqrt(gaps)
        own = [sum(m.variance(k) / m.n for m in tables) / len(tables) ** 2 for k in range(count)]
        weights = populations.settled(self.payoffs, self.crowd)
        survivors = populations.left_over(self.crowd[-1])
        low, high = self._spread
        hands = sum(m.n for m in tables)
        measure, entrants = self.measure, []
        for k, player in enumerate(self.spec.players):
            # What all tables together scatter, as if their hands were those of one.
            estimate = estimated(measure, float(means[k]), own[k] * hands, hands)
            entrants.append(
                Entrant(
                    player,
                    estimate,
                    first=1 + int(worse[:, k].sum()),
                    last=count - int(worse[k].sum()),
                    weight=float(weights[k]),
                    low=float(min(low[k], weights[k])),
                    high=float(max(high[k], weights[k])),
                    survives=float(survivors[k]),
                )
            )
        return tuple(entrants)

    @cached_property
    def risks(self) -> tuple[Risk, ...]:
        """What may come of each for one who does not know the others, in the order given."""
        companies = [self.among(c) for c in range(len(self.spec.players))]
        return risks_of(companies, self.measure)

    @property
    def safest(self) -> Entrant:
        """The strategy of the least regret: it loses least where the company is not known."""
        return min(zip(self.risks, self.entrants, strict=True), key=lambda r: r[0].regret)[1]

    @property
    def _spread(self) -> tuple[populations.Array, populations.Array]:
        """Between which shares the weights lie, with payoffs drawn as far off as they may be."""
        rng = np.random.default_rng(DRAW_SEED)
        count, sign = len(self.spec.players), -1 if self.measure.lower_is_better else 1
        drawn = []
        errors = {others: _errors(moments) for others, moments in self.companies.items()}
        for _ in range(DRAWS if self.spec.parties == populations.TWO else DRAWS // 20):
            payoffs = self.payoffs.copy()
            for others, root in errors.items():
                payoffs[others] += sign * (root @ rng.standard_normal(count))
            drawn.append(populations.settled(payoffs))
        tail = (1 - CONFIDENCE) / 2
        low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
        return low, high

    @property
    def ranking(self) -> tuple[Entrant, ...]:
        """The strategies, the best first."""
        sign = 1 if self.measure.lower_is_better else -1
        return tuple(sorted(self.entrants, key=lambda e: sign * e.estimate.value))

    @cached_property
    def sentence(self) -> str:
        """The answer in a few sentences."""
        best, measure = self.ranking[0], self.measure
        count = wording.counted(len(self.entrants))
        text = (
            f"Of {count} strategies {best.player.brief} does best when the others at the table "
            f"are drawn from all of them: {wording.outcome(measure, best.estimate)}"
            f"{wording.beside_even(measure)}."
        )
        ties = [e.player.brief for e in self.ranking[1:] if e.first == 1]
        if ties:
            text += f" {wording.listed(ties)} may be as good."
        text += f" {self.careful} {self.around} {self.left}"
        if self.failed:
            without = "it" if len(self.failed) == 1 else "them"
            text += f" {wording.listed([*self.failed])} failed: the others played on without "
            text += f"{without}."
        if self.partial:
            text = f"Interrupted after {self.hands} {self.unit.plural} a table. {text}"
        return text

    @property
    def careful(self) -> str:
        """What to play if the others are not known, in a sentence or two."""
        safest = self.safest
        risk = self.risks[self.entrants.index(safest)]
        others = [
            e.player.brief
            for e, r in zip(self.entrants, self.risks, strict=True)
            if e is not safest and r.low <= risk.high
        ]
        named = safest.player.brief
        worst = self.spec.players[risk.regret_among].brief
        text = f"If you do not know how the others play, {named} is the safest: "
        if risk.regret > 0:
            text += "whichever of these they all play, not knowing it costs you at most "
            text += f"{self.text_of(risk.regret, risk.low, risk.high)}, among players of {worst}."
        else:
            text += "it is the best choice whichever of these they all play."
        if others:
            count = wording.counted(len(others))
            who = wording.listed(others) if len(others) <= MOST_NAMED else f"{count} others"
            text += f" {who[:1].upper()}{who[1:]} may be as safe."
        return text

    @property
    def around(self) -> str:
        """The strategies that nobody beats, and a cycle if there is one, in a sentence or two."""
        who = wording.listed(self.unbeaten, "or")
        if len(self.unbeaten) > MOST_NAMED:
            who = f"any of {wording.counted(len(self.unbeaten))} of them"
        text = f"If everybody plays {who}, none of the others is seen to win more by changing"
        text += f" (at most {self.unseen})." if self.unseen else "."
        if not self.unbeaten:
            text = "Whatever everybody plays, somebody wins more by changing."
        if self.cycle:
            ring = ", ".join(f"{a} beats {b}" for a, b in itertools.pairwise(self.cycle))
            text += f" They go in a circle: {ring}, and {self.cycle[-1]} beats {self.cycle[0]}."
        return text

    @property
    def unseen(self) -> str:
        """What some other may gain where none is seen to, by the intervals; empty for nothing."""
        companies = np.flatnonzero(~self.beats.any(axis=0))
        most = max((g.high for g in self.gains if g.among in companies), default=0.0)
        if not 0 < most < math.inf:
            return ""
        times = 100 if self.measure.in_per_cent else self.measure.times
        digits = max(1 - math.floor(math.log10(times * most)), 0)
        rounded_up = math.ceil(times * most * 10**digits) / 10**digits
        return wording.cost_text(self.measure, f"{rounded_up:.{digits}f}", self.unit)

    @property
    def left(self) -> str:
        """Which mixture nobody gains by leaving, in a sentence."""
        if any(e.high - e.low > UNTOLD for e in self.entrants):
            return f"Which of them would take over, these {self.unit.plural} cannot tell."
        survivors = sorted(
            (e for e in self.entrants if e.weight >= WORTH_TELLING), key=lambda e: -e.weight
        )
        if len(survivors) == 1 and survivors[0].low > 1 - WORTH_TELLING:
            alone = survivors[0].player.brief
            return f"If players copy whoever wins more, {alone} takes over."
        parts = [
            f"{e.player.brief} {100 * e.weight:.0f} % ({100 * e.low:.0f} to {100 * e.high:.0f})"
            for e in survivors
        ]
        return f"If players copy whoever wins more, they end as {wording.listed(parts)}."

    def text_of(self, value: float, low: float, high: float) -> str:
        """A gain, for people: `5.2 (± 0.3) matches in 100`."""
        return wording.costs(self.unit, self.measure, value, low, high)

    def ranking_frame(self) -> pl.DataFrame:
        """One row for each strategy, the best first.

        Columns: `strategy` as the command line takes it; `value`, `low`, `high` of the measure;
        `first`, `last` place it may have; `weight`, `weight_low`, `weight_high`; `survives`;
        `worst`, the least it gets where all others play one strategy, `worst_low`, `worst_high`,
        and which that is, `worst_among`; `regret`, the most it gets less there than the best,
        `regret_low`, `regret_high`, `regret_among`.
        """
        names = [p.as_option for p in self.spec.players]
        risks = dict(zip(names, self.risks, strict=True))
        return pl.DataFrame(
            [
                {
                    "strategy": e.player.as_option,
                    "value": e.estimate.value,
                    "low": e.estimate.low,
                    "high": e.estimate.high,
                    "first": e.first,
                    "last": e.last,
                    "weight": e.weight,
                    "weight_low": e.low,
                    "weight_high": e.high,
                    "survives": e.survives,
                    "worst": risk.worst.value,
                    "worst_low": risk.worst.low,
                    "worst_high": risk.worst.high,
                    "worst_among": names[risk.worst_among],
                    "regret": risk.regret,
                    "regret_low": risk.low,
                    "regret_high": risk.high,
                    "regret_among": names[risk.regret_among],
                }
                for e in self.ranking
                for risk in [risks[e.player.as_option]]
            ]
        )

    def frame(self) -> pl.DataFrame:
        """One row for each strategy among each other: what it gets, and what it gains there.

        Columns: `strategy`, `among` as the command line takes them; `value` of the measure; `gain`,
        `low`, `high` beyond what they get among themselves, with the interval that holds for all
        pairs; `beats`; `n` hands.
        """
        names = [p.as_option for p in self.spec.players]
        gains = {(g.one, g.among): g for g in self.gains}
        rows = []
        for one, among in itertools.product(range(len(names)), repeat=2):
            gain = gains.get((one, among), Gain(one, among, 0.0, 0.0, 0.0))
            moments = self.among(among)
            rows.append(
                {
                    "strategy": names[one],
                    "among": names[among],
                    "value": float(moments.means[one]),
                    "gain": gain.value,
                    "low": gain.low,
                    "high": gain.high,
                    "beats": gain.beats,
                    "n": moments.n,
                }
            )
        return pl.DataFrame(rows)

    def tables_frame(self) -> pl.DataFrame:
        """One row for each strategy at each table.

        Columns: `strategy`; `player_2` and so on, who else sits there, from its left; `value` of
        the measure, `sd` of one hand's value, `n` hands.
        """
        names = [p.as_option for p in self.spec.players]
        return pl.DataFrame(
            [
                {
                    "strategy": names[k],
                    **{f"player_{n}": names[other] for n, other in enumerate(others, 2)},
                    "value": float(moments.means[k]),
                    "sd": math.sqrt(max(moments.variance(k), 0.0)),
                    "n": moments.n,
                }
                for others, moments in self.companies.items()
                for k in range(len(names))
            ]
        )

    def counts(self) -> pl.DataFrame:
        """The largest table there is: `tables_frame`."""
        return self.tables_frame()

    @property
    def command(self) -> str:
        """The command that plays the same hands again, and no others."""
        played = replace(self.spec, base=replace(self.spec.base, hands=self.hands))
        return played.command(self.game)

    def about(self) -> dict[str, Any]:
        """Where the result comes from, as plain data: all that is needed to get it again."""
        own = {"version": self.version, "hands": self.hands, "failed": dict(self.failed)}
        return {**self.asked_at_one_table(SCHEMA), **own}

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, in the layout of `SCHEMA`; the same for the same seed."""
        alone = [
            replace(self.spec.base, seats=(player,) * len(self.spec.base.seats)).to_dict(self.game)
            for player in self.spec.players
        ]
        return {
            **self.about(),
            "strategies": self.ranking_frame().to_dicts(),
            "gains": self.frame().to_dicts(),
            "cycle": list(self.cycle),
            "unbeaten": list(self.unbeaten),
            "left_to_gain": self.left_to_gain,
            "specs": alone,
            "tables": [
                {"others": list(others), **moments.to_dict()}
                for others, moments in self.companies.items()
            ],
        }


def _errors(moments: Moments) -> populations.Array:
    """A square root of the covariance of the means, float64, shape (k, k)."""
    sums = moments.sums.astype(np.float64)
    scatter = moments.products - np.outer(sums, sums) / moments.n
    roots, axes = np.linalg.eigh(scatter / max(moments.n - 1, 1) / moments.n)
    errors: populations.Array = axes * np.sqrt(np.maximum(roots, 0.0)) * moments.unit
    return errors


# ---------------------------------------------------------------- playing


@dataclass(frozen=True)
class Tournament:
    """A tournament made ready to play.

    Attributes:
        spec: what is played.
        alone: each strategy at a table with itself alone.
        left_out: strategies that `all` does not name, and why.
    """

    spec: TournamentSpec
    alone: tuple[Resolved, ...]
    left_out: Mapping[str, str]

    def without(self, name: str) -> Tournament:
        """The same without those who play a strategy."""
        alone = tuple(r for r in self.alone if r.spec.hero.strategy != name)
        players = tuple(r.spec.hero for r in alone)
        base = alone[0].spec if alone else self.spec.base
        return replace(self, spec=TournamentSpec(players, base), alone=alone)

    def table(self, one: int, others: Sequence[int]) -> Resolved:
        """A strategy as the hero beside others."""
        base = self.alone[one]
        sides = base.spec.sides or tuple(range(base.spec.players))
        parties = list(dict.fromkeys(sides))
        who = [(one, *others)[parties.index(side)] for side in sides]
        spec = replace(base.spec, seats=tuple(self.spec.players[k] for k in who))
        tables = frozenset({spec.unit_of(base.game).measures[0].table})
        strategies = tuple(self.alone[k].strategies[0] for k in who)
        return Resolved(spec, strategies, tables, one_of_many=True)


@noted
def tournament(  # noqa: D417  (the others: see `run`)
    game: str,
    *strategies: Who,
    n: object = None,
    players: int | None = None,
    unit: str | None = None,
    measure: str | None = None,
    preset: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | Literal[False] | None = None,
    **options: Any,
) -> TournamentResult:
    """Play every strategy at every table that some strategies can make.

    Arguments that are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim games`.
        strategies: at least two: names, "name:parameter=value", `Strategy` objects, patterns such
            as "threshold*", or "all" for all that there are and do not look ahead.
        n: hands, or matches, of each strategy at each table; `HANDS` by default.
        measure: what they are judged by; by default what the unit is won by.
        progress: as in `cardsim.run`, with the hands of all tables.
        options: house rules.

    Raises:
        UserError: something in the arguments is wrong, or the tables are too many.
        StrategyError: strategies failed, and fewer than two were left.
    """
    asked = Request.given(locals(), kind="tournament", named=strategies)
    prepared = prepare_tournament(asked)
    tell = teller(progress)
    threads = check_threads(threads)
    return play_tournament(prepared, threads=threads, executor=executor, progress=tell)


def prepare_tournament(asked: Request, _: Executor | None = None) -> Tournament:
    """Check everything about a tournament.

    Raises:
        UserError: something is wrong.
    """
    game, rules_of = asked.game, asked.rules_of
    if not rules_of.decisions:
        raise UserError(f"nobody decides anything in {game}: there are no strategies to play")
    named, left_out = named_strategies(rules_of, asked.named, what="in a tournament")
    if len(named) < populations.TWO or len(named) > MOST_STRATEGIES:
        raise UserError(
            f"a tournament takes 2 to {MOST_STRATEGIES} strategies, not {len(named)}",
            hint=f"`cardsim games show {game}` lists them",
        )
    check_house_rules(rules_of, asked.options)
    hands = HANDS if asked.n is None else parse_count(asked.n)
    if hands < LEAST_HANDS:
        raise UserError(f"-n must be at least {LEAST_HANDS} at each table, not {hands}")
    if (asked.players or rules_of.usual_players(asked.preset)) == 1:
        raise UserError("a tournament needs two players at a table, and here one plays alone")
    asked = asked.seeded()
    alone = tuple(
        _going_round(replace(asked, strategy=who, vs=who).run_of(hands))
        for strategy in named
        for who in [seated(rules_of, strategy)]
    )
    heroes = tuple(r.spec.hero for r in alone)
    # By its name a strategy that fails falls out.
    names = [hero.as_option for hero in heroes]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"{name} is named twice")
    check_by_hand(alone[0].unit, "a tournament")
    check_judged(alone[0].unit)
    spec = TournamentSpec(heroes, alone[0].spec)
    sides = spec.base.sides
    if sides and spec.parties != populations.TWO:
        raise UserError("a tournament is played by single players, or by two sides")
    tables = len(heroes) ** spec.parties
    if tables > MOST_TABLES:
        raise UserError(
            f"{len(heroes)} strategies in {spec.parties} places make {tables} tables, and at most "
            f"{MOST_TABLES} can be played",
            hint="name fewer strategies, or play with fewer --players",
        )
    return Tournament(spec, alone, left_out)


def _going_round(run: Resolved) -> Resolved:
    """The same where the hero takes each seat in turn, so that all places are alike."""
    return replace(run, spec=replace(run.spec, seat=None))


def play_tournament(
    prepared: Tournament,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> TournamentResult:
    """Play the hands of a tournament.

    A strategy that fails falls out, and the others play on.

    Raises:
        StrategyError: strategies failed, and fewer than two were left.
        KeyboardInterrupt: the user interrupted before every table had been played at.
    """
    began = time.perf_counter()
    failed: dict[str, str] = {}
    while True:
        try:
            tables, partial = _played(prepared, began, threads, executor, progress)
        except StuckError:
            raise
        except StrategyError as error:
            fewer = prepared.without(error.strategy)
            if len(fewer.alone) < populations.TWO or not error.strategy:
                raise
            failed[error.strategy] = str(error)
            prepared = fewer
            continue
        seconds = time.perf_counter() - began
        result = TournamentResult(prepared.spec, tables, failed, seconds, partial)
        return replace(result, _setup=prepared.alone)


def _played(
    prepared: Tournament,
    began: float,
    threads: int,
    executor: Executor | None,
    progress: Callable[[Progress], None] | None,
) -> tuple[dict[tuple[int, ...], Moments], bool]:
    """What came of each table, and whether the user interrupted."""
    spec = prepared.spec
    count, hands = len(spec.players), spec.base.hands
    every = list(itertools.product(range(count), repeat=spec.parties - 1))
    parts = [every[start : start + AT_ONCE] for start in range(0, len(every), AT_ONCE)]
    made: list[list[list[Setup | Resolved]]] = []
    tables: dict[tuple[int, ...], Moments] = {}
    done, total = 0, len(every) * count * hands
    head = max(hands // FIRST_ROUND, 1)
    for first, some in ((0, head), (head, hands - head)):
        for number, part in enumerate(parts if some else []):
            if number == len(made):
                made.append(
                    [[ready(prepared.table(k, o), executor) for k in range(count)] for o in part]
                )
            begin = number * AT_ONCE * hands + first
            groups = [
                [of_hands(setup, begin + k * hands, some) for setup in group]
                for k, group in enumerate(made[number])
            ]

            def told(far: Progress, before: int = done) -> None:
                if progress is not None:
                    seconds = time.perf_counter() - began
                    progress(Progress(before + far.hands, total, seconds, None))

            played = play_together(
                groups,
                threads=threads,
                executor=executor,
                progress=told if progress is not None else None,
            )
            for others, one in zip(part, played, strict=False):
                tables[others] = _added(tables.get(others), one.moments)
            done += len(part) * count * some
            if len(played) < len(part) or any(one.partial for one in played):
                if len(tables) < len(every):
                    raise KeyboardInterrupt
                return tables, True
    return tables, False


def _added(before: Moments | None, more: Moments) -> Moments:
    if before is None:
        return more
    products = before.products.astype(np.int64) + more.products
    return Moments(before.n + more.n, before.sums + more.sums, products, more.unit)
