"""A run made ready, in two steps.

`resolve` checks everything about it and finds its strategies, in a moment; what it gives can go to
another process. `compile_run` makes machine code of that, to be played here.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from cardsim import engine
from cardsim.ahead import cores, second_process
from cardsim.counting import Packing, count_entry, packing
from cardsim.errors import UserError
from cardsim.game import Game, Unit, check_display, check_players, check_rules
from cardsim.games import load_game
from cardsim.params import (
    Option,
    Value,
    check_seats,
    did_you_mean,
    pack,
    parse_count,
    parse_precision,
    shown,
)
from cardsim.result import Player, RunSpec
from cardsim.strategy import Strategy
from cardsim.travel import Packed, packed
from cardsim.whole import whole_hands
from cardsim.workspace import checked_values, complete, load_strategy, parse_player

HANDS = 1_000_000
MOST_UNASKED = 1_000_000_000
"""Hands after which a run for a precision gives up, unless it is told how many."""
MAX_SEED = 2**64 - 1


@dataclass(frozen=True)
class Seated:
    """A strategy, complete, with the values of some of its parameters."""

    strategy: Strategy
    given: Mapping[str, Any]

    @cached_property
    def fingerprint(self) -> str:
        """The strategy's, looked for once: a sweep seats it at each point."""
        return self.strategy.fingerprint


Who = str | Strategy | Seated


@dataclass(frozen=True)
class Resolved:
    """A run with its strategies, and nothing compiled.

    It can be pickled. Its strategies then travel as `cardsim.travel` says; one that cannot raises a
    `UserError`, and so does one that is another where it arrives.

    Attributes:
        spec: what is played; it has the fingerprint of each strategy.
        strategies: of each of `spec.seats`.
        tables: the names of the unit's tables that are counted; None for all.
        sure: how many hands are played for certain.
    """

    spec: RunSpec
    strategies: tuple[Strategy, ...] = field(compare=False, repr=False)
    tables: frozenset[str] | None = None
    sure: int = 0

    @cached_property
    def game(self) -> Game:
        """The game that is played."""
        return load_game(self.spec.game)

    @cached_property
    def unit(self) -> Unit:
        """What is recorded, less the tables that are not counted."""
        unit = self.spec.unit_of(self.game)
        if self.tables is None:
            return unit
        return replace(unit, tables=tuple(t for t in unit.tables if t.name in self.tables))

    @cached_property
    def packings(self) -> tuple[Packing, ...]:
        """How the rows of each table become numbers."""
        game, players = self.game, self.spec.players
        return tuple(packing(t, game.outcome, players) for t in self.unit.tables)

    @property
    def match(self) -> bool:
        """Whether whole matches are played."""
        return self.spec.unit == "match"

    def __reduce__(self) -> tuple[Any, ...]:
        players = zip(self.strategies, self.spec.seats, strict=True)
        sent = tuple(packed(strategy, player.fingerprint) for strategy, player in players)
        return _arrived, (self.spec, sent, self.tables, self.sure)


def _arrived(
    spec: RunSpec, sent: tuple[Packed, ...], tables: frozenset[str] | None, sure: int
) -> Resolved:
    return Resolved(spec, tuple(p.strategy for p in sent), tables, sure)


@dataclass(frozen=True)
class Setup:
    """A run made ready to be played here: compiled strategies and packed rules.

    Attributes:
        run: what is played.
        rules: packed, one record.
        seating: who plays where.
        stop: uint8, shape (1,); 1 ends the run early.
        benches: the working memory of each thread.
    """

    run: Resolved
    rules: np.ndarray[Any, Any]
    seating: engine.Seating
    stop: np.ndarray[Any, Any]
    benches: threading.local

    @property
    def spec(self) -> RunSpec:
        """What is played."""
        return self.run.spec

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.run.game

    @property
    def unit(self) -> Unit:
        """What is recorded, less the tables that are not counted."""
        return self.run.unit

    @property
    def packings(self) -> tuple[Packing, ...]:
        """How the rows of each table become numbers."""
        return self.run.packings

    @property
    def match(self) -> bool:
        """Whether whole matches are played."""
        return self.spec.unit == "match"

    def bench(self, rows: int) -> engine.Bench:
        """This thread's working memory, with room for the outcomes of a chunk."""
        found: engine.Bench | None = getattr(self.benches, "bench", None)
        queues = engine.FIRST_QUEUE + len(self.game.decisions) * len(self.seating.strategies)
        if found is None or len(found.outcomes) < rows or len(found.tails) < queues:
            found = engine.Bench(self.game, queues=queues, rows=rows)
            self.benches.bench = found
        return found


def hands_asked(n: object, precision: object, *, label: str = "-n") -> int:
    """How many hands to play, at most: `n` where it is given.

    Raises:
        UserError: `n` is no number of hands.
    """
    if n is None:
        return HANDS if precision is None else MOST_UNASKED
    return parse_count(n, label=label)


def check_threads(threads: int | None) -> int:
    """The number of threads: as many as there are cores by default.

    Raises:
        UserError: not a whole number from 1 to 1024.
    """
    if threads is None:
        return cores()
    return int(Option("threads", 1, low=1, high=1024).check(threads))


def resolve(
    game: str,
    *,
    players: int | None = None,
    unit: str | None = None,
    strategy: Who | None = None,
    vs: Who | None = None,
    seats: str | Sequence[Who] | None = None,
    preset: str | None = None,
    seed: int | None = None,
    hands: int = 1,
    first: int = 0,
    precision: object = None,
    options: Mapping[str, Any] | None = None,
) -> Resolved:
    """Check everything about a run, and find its strategies.

    Raises:
        UserError: something is wrong.
    """
    rules_of = load_game(game)
    unit = rules_of.usual_unit if unit is None else unit
    if unit not in rules_of.units:
        raise UserError(f"--unit must be {' or '.join(rules_of.units)}, not {unit}")
    if not rules_of.decisions:
        _forbid_strategies(rules_of, {"--strategy": strategy, "--vs": vs, "--seats": seats})
    chairs = split_seats(seats)
    if chairs is not None and (strategy is not None or vs is not None):
        raise UserError("--seats sets the whole table; it cannot go with --strategy or --vs")
    if players is None and chairs is not None:
        players = len(chairs)
        fewest, most, _ = rules_of.players
        if not fewest <= players <= most:
            raise UserError(f"--seats must name {fewest} to {most} players, not {players}")
    players = check_players(rules_of, players)
    if chairs is not None and len(chairs) != players:
        raise UserError(
            f"--seats must name {players} players, one for each seat, not {len(chairs)}"
        )
    if seed is None:
        seed = secrets.randbits(63)
    seed = int(Option("seed", 0, low=0, high=MAX_SEED).check(seed))

    given = dict(options or {})
    rule_values = check_rules(rules_of, preset, taken(given, rules_of.options), unit)
    check_seats(rules_of.options, rule_values, players)
    rules = rules_of.rules(**rule_values)
    objection = rules_of.objection(rules, players)
    if objection is not None:
        raise UserError(objection)
    display = check_display(rules_of, taken(given, rules_of.display_options))
    table = _table(rules_of, strategy, vs, chairs, players=players, given=given)
    spec = RunSpec(
        game=game,
        unit=unit,
        players=players,
        rules=tuple(rule_values.items()),
        preset=preset or next(iter(rules_of.presets)),
        seats=tuple(_player(s, v) for s, v in table),
        fixed=chairs is not None or not table,
        seed=seed,
        hands=hands,
        first=first,
        display=tuple(display.items()),
        ruleset=rules_of.version,
    )
    if precision is not None:
        described = rules_of.units[unit](rules, players)
        spec = replace(spec, precision=checked_precision(precision, described))
    # A run for a precision is mostly over long before its hands are played.
    sure = spec.hands if precision is None else 0
    return Resolved(spec, tuple(s.strategy for s, _ in table), sure=sure)


def recall(spec: RunSpec) -> Resolved:
    """A run that was played before, with its strategies found again.

    Raises:
        UserError: a strategy, or the game, is not what it was then.
    """
    game = load_game(spec.game)
    again = f"`{spec.command(game)}` plays it anew"
    if spec.ruleset != game.version:
        raise UserError(
            f"{game.name} is at version {game.version} of its rules, and this result was played "
            f"with version {spec.ruleset}: it cannot be continued",
            hint=again,
        )
    found = {name: load_strategy(game, name) for name in {p.strategy for p in spec.seats}}
    for player in spec.seats:
        if found[player.strategy].fingerprint != player.fingerprint:
            raise UserError(
                f"strategy '{game.name}/{player.strategy}' is not the one that this result was "
                "played with: it cannot be continued",
                hint=f"its content changed, or the version of Python; {again}",
            )
    return Resolved(spec, tuple(found[p.strategy] for p in spec.seats))


def compile_run(run: Resolved) -> Setup:
    """A run made ready to be played in this process.

    Raises:
        UserError: a strategy cannot be compiled.
    """
    spec = run.spec
    rules = pack(run.game.rules(**dict(spec.rules)))
    values = (dict(player.parameters) for player in spec.seats)
    seating = _seating(
        run.game,
        list(zip(run.strategies, values, strict=True)),
        rules,
        players=spec.players,
        fixed=spec.fixed,
        match=run.match,
        hands=run.sure,
    )
    return Setup(run, rules, seating, np.zeros(1, np.uint8), threading.local())


def prepare(game: str, **asked: Any) -> Setup:
    """A run made ready to be played in this process; the arguments are those of `resolve`.

    Raises:
        UserError: something is wrong.
    """
    return compile_run(resolve(game, **asked))


def checked_precision(precision: object, unit: Unit) -> float:
    """The half width to be reached for a unit's first measure.

    Raises:
        UserError: it is none.
    """
    measure = unit.measures[0]
    share = measure.is_share or measure.as_share
    return parse_precision(precision, share=share, what=measure.text)


def taken(given: dict[str, Any], options: Iterable[Option]) -> dict[str, Any]:
    """The values of these options, taken out of all that were given."""
    return {o.name: given.pop(o.name) for o in options if o.name in given}


def _forbid_strategies(game: Game, given: Mapping[str, object]) -> None:
    """Refuse strategies for a game in which there is nothing to decide."""
    for flag, value in given.items():
        if value is not None:
            raise UserError(
                f"{flag} {value} has no effect in {game.name}: nobody decides anything in it",
                hint="what can be chosen are --players and the house rules; "
                f"`cardsim games show {game.name}` lists them",
            )


def split_seats(seats: str | Sequence[Who] | None) -> list[Who] | None:
    """The seats one by one, where they are given.

    Raises:
        UserError: one is empty.
    """
    if seats is None:
        return None
    chairs: list[Who] = [*seats.split(";")] if isinstance(seats, str) else [*seats]
    for chair in chairs:
        if isinstance(chair, str) and not chair.strip():
            raise UserError(
                "--seats has an empty seat; it must be like "
                "'threshold; chase-31; threshold:knock_threshold=25'"
            )
    return chairs


def _resolve(game: Game, who: Who, label: str) -> tuple[Seated, dict[str, Value]]:
    found = seated(game, who)
    return found, checked_values(found.strategy, found.given, label=label)


def seated(game: Game, who: Who) -> Seated:
    """A strategy found and completed, to be used in many runs.

    Raises:
        UserError: there is none, or it cannot be used.
    """
    if isinstance(who, Seated):
        return who
    if isinstance(who, Strategy):
        return Seated(complete(game, who), {})
    name, given = parse_player(who)
    return Seated(load_strategy(game, name), given)


def _table(
    game: Game,
    strategy: Who | None,
    vs: Who | None,
    chairs: list[Who] | None,
    *,
    players: int,
    given: dict[str, Any],
) -> list[tuple[Seated, dict[str, Value]]]:
    """The strategy and its values in each seat; the hero's first where he goes round."""
    if not game.decisions:
        if given:
            raise _no_option(next(iter(given)), game, [o.name for o in game.options], "")
        return []
    if chairs is not None:
        if given:
            name = next(iter(given))
            raise UserError(
                f"--{name.replace('_', '-')} cannot go with --seats; "
                f"write it as 'strategy:{name}={given[name]}'"
            )
        return [_resolve(game, chair, f"--seats {chair}".strip()) for chair in chairs]
    hero, values = _resolve(
        game, strategy if strategy is not None else game.default_strategy, "--strategy"
    )
    known = {p.name: p for p in hero.strategy.parameters}
    named = hero.given
    for name, value in given.items():
        if name not in known:
            names = [*known, *(o.name for o in game.options)]
            raise _no_option(name, game, names, f" with strategy '{hero.strategy.name}'")
        checked = known[name].check(value)
        if name in named and values[name] != checked:
            raise UserError(
                f"{known[name].flag} {shown(checked)} contradicts --strategy "
                f"{hero.strategy.name}:{name}={shown(values[name])}"
            )
        values[name] = checked
    others = _resolve(game, vs if vs is not None else game.default_strategy, "--vs")
    return [(hero, values)] + [others] * (players - 1)


def _no_option(name: str, game: Game, known: Iterable[str], where: str) -> UserError:
    near = did_you_mean(name, known)
    hint = near.replace("_", "-") if near else f"`cardsim games show {game.name}` lists them"
    return UserError(f"no option --{name.replace('_', '-')} for {game.name}{where}", hint=hint)


def _player(seated: Seated, values: Mapping[str, Value]) -> Player:
    defaults = {p.name: p.default for p in seated.strategy.parameters}
    changed = tuple((n, v) for n, v in values.items() if v != defaults[n])
    return Player(seated.strategy.name, tuple(values.items()), changed, seated.fingerprint)


def _seating(
    game: Game,
    table: list[tuple[Strategy, dict[str, Value]]],
    rules: np.ndarray[Any, Any],
    *,
    players: int,
    fixed: bool,
    match: bool,
    hands: int,
) -> engine.Seating:
    """Who plays where, with all compiled that plays `hands` of them for certain."""
    if not table:
        engine.loop_entry(game)
        return engine.Seating([], np.zeros((1, players), np.int64), np.zeros(1, np.int64))
    distinct: list[tuple[Strategy, dict[str, Value]]] = []
    numbers = []
    for strategy, values in table:
        same = [k for k, (s, v) in enumerate(distinct) if _same(s, strategy) and v == values]
        numbers.append(same[0] if same else len(distinct))
        if not same:
            distinct.append((strategy, values))
    with second_process(game) as wait:
        compiled = [
            ([s.compiled(d.function, game.view) for d in game.decisions], s.packed(v))
            for s, v in distinct
        ]
        whole = None
        if not match:
            whole = whole_hands(
                game,
                [s for s, _ in distinct],
                rules,
                players=players,
                rotations=1 if fixed else players,
                hands=hands,
            )
        if whole is None:
            engine.loop_entry(game)
            wait()
            engine.waves_entry(game)
            count_entry(game.outcome)
    if fixed:
        seats = np.array([numbers], np.int64)
        return engine.Seating(compiled, seats, np.zeros(1, np.int64), whole)
    hero, others = numbers[0], numbers[1:]
    rows = [[*others[:seat], hero, *others[seat:]] for seat in range(players)]
    return engine.Seating(compiled, np.array(rows, np.int64), np.arange(players), whole)


def _same(a: Strategy, b: Strategy) -> bool:
    return a is b or (a.path is not None and a.path == b.path)
