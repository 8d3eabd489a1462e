"""Tournaments: every strategy at every table.

A table has as many parties as players, or as sides if there are partners. At one table all
strategies play the same hands in the hero's place and take every seat in turn. Different tables
play different hands, so their errors are independent.
"""

from __future__ import annotations

import hashlib
import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from cardsim.errors import StrategyError, StuckError, UserError, echoed
from cardsim.game import Game
from cardsim.options.params import parse_count
from cardsim.runs.company import Mixture, mixture_in, parts_of
from cardsim.runs.journal import noted
from cardsim.runs.paired_runs import play_together
from cardsim.runs.preparation import (
    Resolved,
    Setup,
    all_there_are,
    check_by_hand,
    check_house_rules,
    check_judged,
    check_threads,
    resolve,
)
from cardsim.runs.request import Request
from cardsim.runs.run import of_hands, ready
from cardsim.runs.seating import Rivals, Seated, Who, rivals, seated
from cardsim.showing import Progress, teller
from cardsim.statistics import populations
from cardsim.statistics.paired import Moments
from cardsim.tournaments import best_answers
from cardsim.tournaments.best_answers import BestAnswer, look_for_answer
from cardsim.tournaments.standings import TournamentResult, TournamentSpec
from cardsim.workspace import named_strategies

HANDS = 10_000
"""Default number of hands at each table."""
LEAST_HANDS = 10
MOST_STRATEGIES = 50
MOST_TABLES = 30_000
AT_ONCE = 256
"""Tables that are prepared together."""
FIRST_ROUND = 1000
"""Hands played first at all tables, so that an interruption leaves an answer."""
APART, PLACES = 1 << 32, 1 << 28
"""Distance of the places at which a table's hands may begin, and the number of places."""
NOT_OF_THESE = ()
"""Stands for the players of a table who are not in the tournament."""


@dataclass(frozen=True)
class Tournament:
    """A tournament ready to be played.

    Attributes:
        alone: each strategy at a table with itself.
        against: each strategy against the players of `spec.met`; none without any.
        left_out: strategies that `all` leaves out, with the reasons.
    """

    spec: TournamentSpec
    alone: tuple[Resolved, ...]
    against: tuple[Resolved, ...]
    left_out: Mapping[str, str]

    def without(self, name: str) -> Tournament:
        """Return the tournament without players of one strategy."""
        alone, against = (
            tuple(r for r in runs if r.spec.hero.strategy != name)
            for runs in (self.alone, self.against)
        )
        players = tuple(r.spec.hero for r in alone)
        base = alone[0].spec if alone else self.spec.base
        spec = replace(self.spec, players=players, base=base)
        return replace(self, spec=spec, alone=alone, against=against)

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """The others at each table; last, if there are any, `NOT_OF_THESE`."""
        every = itertools.product(range(len(self.alone)), repeat=self.spec.parties - 1)
        return [*every, *([NOT_OF_THESE] if self.against else [])]

    def table(self, one: int, others: Sequence[int]) -> Resolved:
        """Return the run of a strategy as the hero at a table with others."""
        if others == NOT_OF_THESE:
            return self.against[one]
        base = self.alone[one]
        sides = base.spec.sides or tuple(range(base.spec.players))
        parties = list(dict.fromkeys(sides))
        who = [(one, *others)[parties.index(side)] for side in sides]
        spec = replace(base.spec, seats=tuple(self.spec.players[k] for k in who))
        tables = frozenset({spec.unit_of(base.game).measures[0].table})
        strategies = tuple(self.alone[k].strategies[0] for k in who)
        return Resolved(spec, strategies, tables, one_of_many=True)

    def first_hand(self, others: Sequence[int]) -> int:
        """Return the number of the first hand played at a table with these others.

        It depends on the others alone: with more hands, or another entrant, a table plays the same
        hands again. If there are only so many hands, tables follow each other.
        """
        players, base = self.spec.players, self.spec.base
        if all_there_are(base) is not None:
            return base.hands * self.tables.index(tuple(others))
        named = "\n".join(players[k].as_option for k in others) or self.spec.met
        digest = hashlib.blake2b(named.encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % PLACES * APART


@noted
def tournament(  # noqa: D417  (the others: see `run`)
    game: str,
    *strategies: Who,
    n: object = None,
    players: int | None = None,
    unit: str | None = None,
    measure: str | None = None,
    vs: Rivals | None = None,
    answers: object = None,
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
            as "threshold*", or "all" for all that do not look ahead.
        n: hands, or matches, of each strategy at each table; `HANDS` by default.
        measure: the measure that ranks them; by default the one that wins the unit.
        vs: opponents of each strategy at one more table: `field`, a mixture, a strategy.
        answers: hands of a round in which answers to the winner, and to the strategy that takes
            over, are looked for with `learn`, from several starts; none by default.
        progress: as in `cardsim.run`, with the hands of all tables.
        options: house rules.

    Raises:
        UserError: there are too many tables.
        StrategyError: strategies failed, and fewer than two were left.
    """
    asked = Request.given(locals(), kind="tournament", named=strategies, own={"answers": answers})
    prepared = prepare_tournament(asked)
    tell = teller(progress)
    threads = check_threads(threads)
    return play_tournament(prepared, threads=threads, executor=executor, progress=tell)


def prepare_tournament(asked: Request) -> Tournament:
    """Check everything about a tournament, and prepare it."""
    game, rules_of = asked.game, asked.rules_of
    if not rules_of.decisions:
        raise UserError(f"nobody decides anything in {game}: there are no strategies to play")
    for who in asked.named:
        _check_single(rules_of, who)
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
    at: dict[str, Any] = {"preset": asked.preset, "players": asked.players}
    entrants = [seated(rules_of, strategy, **at) for strategy in named]
    alone = tuple(_going_round(resolve(replace(asked, strategy=w, vs=w), hands)) for w in entrants)
    heroes = tuple(r.spec.hero for r in alone)
    # A strategy that fails is removed by its name.
    names = [hero.as_option for hero in heroes]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"{name} is named twice")
    check_by_hand(alone[0].unit, "a tournament")
    check_judged(alone[0].unit)
    against = _against(asked, entrants, alone) if asked.vs is not None else ()
    met = against[0].spec.met if against else ""
    spec = TournamentSpec(heroes, alone[0].spec, met, _look(asked.own.get("answers")))
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
    return Tournament(spec, alone, against, left_out)


def _look(answers: object) -> int:
    """Return the hands of a round in which answers are looked for."""
    if answers is None:
        return 0
    hands = parse_count(answers, label="--answers")
    if hands < best_answers.LEAST:
        raise UserError(f"--answers must be at least {best_answers.LEAST}, not {hands}")
    return hands


def _check_single(game: Game, who: Who) -> None:
    """Refuse a mixture as an entrant: it can only be an opponent."""
    mixed = isinstance(who, Mixture | Mapping)
    if isinstance(who, str):
        mixed = len(parts_of(who)) > 1
        if not mixed and not set(who) & set("*?["):
            mixed = mixture_in(game, who) is not None
    if mixed:
        raise UserError(
            f"{echoed(who)} is a mixture, and each entrant of a tournament is one strategy",
            hint="--vs takes a mixture: each entrant then plays against it too",
        )


def _against(
    asked: Request, entrants: Sequence[Seated], alone: Sequence[Resolved]
) -> tuple[Resolved, ...]:
    """Return each strategy against the players of `--vs`."""
    others = rivals(asked.rules_of, asked.vs, asked.preset, asked.players)
    if isinstance(others, str):
        raise UserError(
            f"--vs {others} has no effect in a tournament, where each strategy meets itself"
        )
    runs = [
        _going_round(resolve(replace(asked, strategy=w, vs=others), r.spec.hands))
        for w, r in zip(entrants, alone, strict=True)
    ]
    tables = frozenset({alone[0].unit.measures[0].table})
    return tuple(replace(run, tables=tables, one_of_many=True) for run in runs)


def _going_round(run: Resolved) -> Resolved:
    """Return the run with the hero in each seat in turn, so that all places are alike."""
    return replace(run, spec=replace(run.spec, seat=None))


def play_tournament(
    prepared: Tournament,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    tell: Callable[[str], None] | None = None,
) -> TournamentResult:
    """Play the hands of a tournament, and look for answers if that is asked.

    A strategy that fails is removed, and the others play on. `tell` is called with a line before
    each start of a search for an answer.

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
        met = tables.pop(NOT_OF_THESE, None)
        result = TournamentResult(prepared.spec, tables, failed, 0.0, partial, met=met)
        answers: list[BestAnswer] = []
        try:
            for number in result.leaders if prepared.spec.look and not partial else ():
                who = {"threads": threads, "executor": executor}
                answers.append(_answer(prepared, result, number, tell=tell, **who))
        except KeyboardInterrupt:
            partial = True
        seconds = time.perf_counter() - began
        result = replace(result, answers=tuple(answers), seconds=seconds, partial=partial)
        return replace(result, _setup=(*prepared.alone, *prepared.against[:1]))


def _answer(
    prepared: Tournament, result: TournamentResult, number: int, **given: Any
) -> BestAnswer:
    """Return the best answer to a strategy, found from those that do best against it."""
    table = prepared.alone[number].spec
    sign = -result.measure.sign
    order = np.argsort(sign * result.among(number).means, kind="stable")
    ways = [
        Seated(run.strategies[0], dict(run.spec.hero.changed))
        for run in (prepared.alone[int(k)] for k in order)
    ]
    to = ways[[*order].index(number)]
    return look_for_answer(table, ways, to, prepared.spec.look, **given)


def _played(
    prepared: Tournament,
    began: float,
    threads: int,
    executor: Executor | None,
    progress: Callable[[Progress], None] | None,
) -> tuple[dict[tuple[int, ...], Moments], bool]:
    """Return the moments of each table, and True if the user interrupted."""
    spec = prepared.spec
    count, hands, every = len(spec.players), spec.base.hands, prepared.tables
    begins = [prepared.first_hand(others) for others in every]
    parts = [every[start : start + AT_ONCE] for start in range(0, len(every), AT_ONCE)]
    made: list[list[list[Setup | Resolved]]] = []
    tables: dict[tuple[int, ...], Moments] = {}
    done, total = 0, len(every) * count * hands
    head = min(FIRST_ROUND, hands)
    for first, some in ((0, head), (head, hands - head)):
        for number, part in enumerate(parts if some else []):
            if number == len(made):
                made.append(
                    [[ready(prepared.table(k, o), executor) for k in range(count)] for o in part]
                )
            groups = [
                [of_hands(setup, begin + first, some) for setup in group]
                for begin, group in zip(begins[number * AT_ONCE :], made[number], strict=False)
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
    sums = before.sums + more.sums
    return Moments(before.n + more.n, sums, products, more.unit, more.repeats)
