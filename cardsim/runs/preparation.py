"""Prepares a run in two steps.

`resolve` checks everything and finds the strategies. It is quick, and its result can travel to
another process. `compile_run` compiles the result for this process.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from cardsim.declared import Declared, check_declared
from cardsim.engine import bulk as engine
from cardsim.engine.counting import Counts, Packing, count_entry, count_rows, packing
from cardsim.engine.hand_loop import Loop, asking_loop, bind_loop, open_loop
from cardsim.engine.in_play import Places
from cardsim.engine.look_ahead import Plan, against
from cardsim.engine.seats import Company, edges_of
from cardsim.errors import UserError, echoed
from cardsim.game import COMPANY, Game, Unit
from cardsim.games import game_files, load_game
from cardsim.kernels.jit import was_compiled
from cardsim.kernels.mistakes import mistakes_told
from cardsim.options.params import Option, Value, check_seats, did_you_mean, pack, parse_precision
from cardsim.plain import class_of
from cardsim.programs import is_program
from cardsim.runs.binding import Binding, cores
from cardsim.runs.company import SAME
from cardsim.runs.house_rules import check_display, check_rules
from cardsim.runs.request import Request
from cardsim.runs.seating import (
    Rivals,
    Seated,
    Who,
    as_given,
    chairs_of,
    count_players,
    forbid_strategies,
    seat_all,
    with_base,
)
from cardsim.runs.spec import Player, RunSpec
from cardsim.runs.travel import Packed, PackedGame, packed, packed_game
from cardsim.strategy import PYTHON, Strategy
from cardsim.workspace import check_recalled, load_strategy, only_shipped

MAX_SEED = 2**64 - 1
WORTH_A_LOOK = 1 << 14
"""Hands from which on looking for a loop bound to the table pays."""


@dataclass(frozen=True)
class Resolved:
    """A run with its strategies found, and nothing compiled.

    It can be pickled; its strategies then travel as `cardsim.runs.travel` says. A strategy that
    cannot, or that arrives changed, raises a `UserError`.

    Attributes:
        spec: the specification, with the fingerprint of each strategy.
        strategies: the strategy of each of `spec.everybody`.
        tables: names of the unit's tables that are counted; None for all.
        hero: the seat whose outcomes are counted, where each seat keeps its player.
        moved: seats by which all players have been rotated (`moved_on`).
        one_of_many: True if the open loop plays it, because there are so many tables that binding a
            loop to each would take longer than it saves.
    """

    spec: RunSpec
    strategies: tuple[Strategy, ...] = field(compare=False, repr=False)
    tables: frozenset[str] | None = None
    hero: int = 0
    moved: int = 0
    one_of_many: bool = False

    def __post_init__(self) -> None:
        check_supply(self.spec, self.spec.first, self.spec.hands)

    def moved_on(self, seats: int, *, hero: int) -> Resolved:
        """Rotate the players by `seats`; outcomes are those of seat `hero`.

        The new run shares the loop bound to the table.
        """
        chairs = self.spec.seats[-seats:] + self.spec.seats[:-seats]
        strategies = self.strategies[-seats:] + self.strategies[:-seats]
        spec = replace(self.spec, seats=chairs)
        return replace(self, spec=spec, strategies=strategies, hero=hero, moved=self.moved + seats)

    @cached_property
    def game(self) -> Game:
        """The game that is played."""
        return load_game(self.spec.game)

    @cached_property
    def unit(self) -> Unit:
        """The unit that is recorded, without tables that are not counted."""
        unit = self.spec.unit_of(self.game)
        if self.tables is None:
            return unit
        return replace(unit, tables=tuple(t for t in unit.tables if t.name in self.tables))

    @cached_property
    def packings(self) -> tuple[Packing, ...]:
        """Rules that pack the rows of each table into numbers."""
        game, players = self.game, self.spec.players
        return tuple(packing(t, game.outcome, players) for t in self.unit.tables)

    @cached_property
    def goes_on(self) -> int:
        """0 for single hands, else the argument of `start` for the unit."""
        return self.unit.goes_on

    @cached_property
    def rules(self) -> np.ndarray[Any, Any]:
        """The house rules, packed into one record."""
        return pack(self.game.rules(**dict(self.spec.rules)))

    @cached_property
    def seated(self) -> tuple[tuple[Strategy, Player], ...]:
        """Each distinct strategy with its parameters."""
        players: list[tuple[Strategy, Player]] = []
        seats = list(zip(self.strategies, self.spec.everybody, strict=True))
        # In the same order after any rotation, because the loop is bound to this order.
        for one in seats[self.moved :] + seats[: self.moved]:
            if not any(_same(one, other) for other in players):
                players.append(one)
        return tuple(players)

    @cached_property
    def usual(self) -> Strategy:
        """The game's default strategy, loaded once."""
        return load_strategy(self.game, self.game.default_strategy)

    @cached_property
    def table(self) -> np.ndarray[Any, Any]:
        """int64, shape (rotations, players): place in `seated` of the player in each seat.

        -1 where the player is drawn.
        """
        if not self.seated:
            return np.zeros((1, self.spec.players), np.int64)
        known = iter(self.rows)
        rows = []
        for player in self.spec.seats:
            seats = [next(known) for _ in player.members or (player,)]
            rows.append(-1 if player.members else seats[0])
        if self.spec.fixed:
            return np.array([rows], np.int64)
        sides, seat = self.spec.sides, self.spec.seat
        heroes = range(len(rows)) if seat is None else [seat]
        if not sides or len(set(self.spec.others)) > 1:
            return np.array([rows[-own:] + rows[:-own] for own in heroes])
        partner = next((r for r, s in zip(rows[1:], sides[1:], strict=True) if s == sides[0]), 0)
        other = next((r for r, s in zip(rows, sides, strict=True) if s != sides[0]), 0)
        table = [[partner if s == sides[own] else other for s in sides] for own in heroes]
        for own, row in zip(heroes, table, strict=True):
            row[own] = rows[0]
        return np.array(table)

    @cached_property
    def rows(self) -> list[int]:
        """Place in `seated` of each of `spec.everybody`."""
        everybody = zip(self.strategies, self.spec.everybody, strict=True)
        return [next(k for k, s in enumerate(self.seated) if _same(s, one)) for one in everybody]

    @cached_property
    def company(self) -> Company | None:
        """The mixture that fills some seats; None if each player is known.

        Partners are drawn together.
        """
        drawn = self.spec.drawn
        if drawn is None:
            return None
        # The players before the first drawn seat have one strategy each.
        at, table = self.spec.seats.index(drawn), self.table
        sides = self.spec.sides or range(self.spec.players)
        first_of = [next(k for k, s in enumerate(sides) if s == side) for side in sides]
        return Company(
            members=np.array(self.rows[at : at + len(drawn.members)], np.int64),
            edges=edges_of(np.array(drawn.weights)),
            draws=np.where(table < 0, np.array(first_of, np.int64), -1),
        )

    @property
    def in_python(self) -> Mapping[str, str]:
        """Names of strategies that are not fully compiled, and how they are played."""
        return {
            s.name: "a program" if is_program(s.name) else " and ".join(s.in_python)
            for s in self.strategies
            if s.in_python
        }

    @property
    def plain(self) -> bool:
        """True if a strategy is asked for one decision at a time."""
        return any(PYTHON in strategy.in_python for strategy in self.strategies)

    @cached_property
    def plays_python(self) -> bool:
        """True if a strategy or the game is in Python."""
        return bool(self.in_python) or class_of(self.game) is not None

    @cached_property
    def bound_loop(self) -> Loop | None:
        """The loop bound to this table.

        None if nobody decides, if a strategy is in Python or looks ahead (its time goes into
        imagined hands), and for one table of many.
        """
        strategies = [strategy for strategy, _ in self.seated]
        if self.one_of_many or not self.seated or self.in_python:
            return None
        if any(s.base is not None for s in strategies):
            return None
        how = {
            "players": self.spec.players,
            "rotations": len(self.table),
            "unit": self.goes_on,
        }
        # Most of the many points of a sweep share it.
        key = "bound loop", *map(id, strategies), self.rules.tobytes(), *how.values()
        return strategies[0].once(key, lambda: bind_loop(self.game, strategies, self.rules, **how))

    def __reduce__(self) -> tuple[Any, ...]:
        players = zip(self.strategies, self.spec.everybody, strict=True)
        sent = tuple(packed(strategy, player.fingerprint) for strategy, player in players)
        rest = (self.tables, self.hero, self.moved, self.one_of_many)
        return _arrived, (packed_game(self.spec.game), self.spec, sent, *rest)


def _arrived(
    game: PackedGame | None, spec: RunSpec, sent: tuple[Packed, ...], *rest: Any
) -> Resolved:
    if game is not None:
        game.place()
    return Resolved(spec, tuple(p.strategy for p in sent), *rest)


@dataclass(frozen=True)
class Setup:
    """A run ready to be played in this process: compiled strategies and packed rules.

    Attributes:
        seating: compiled strategies by seat.
        binding: the loop bound to the table, once it is there.
        stop: uint8, shape (1,); 1 ends the run early.
        memories: the working memory of each thread.
        seen: outcomes of a few hands by number, if Python plays.
    """

    run: Resolved
    seating: engine.SeatedStrategies
    binding: Binding
    stop: np.ndarray[Any, Any]
    memories: threading.local
    seen: dict[int, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def spec(self) -> RunSpec:
        """The specification of the run."""
        return self.run.spec

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.run.game

    @property
    def unit(self) -> Unit:
        """The unit that is recorded, without tables that are not counted."""
        return self.run.unit

    @property
    def packings(self) -> tuple[Packing, ...]:
        """Rules that pack the rows of each table into numbers."""
        return self.run.packings

    @property
    def rules(self) -> np.ndarray[Any, Any]:
        """The house rules, packed into one record."""
        return self.run.rules

    @property
    def goes_on(self) -> int:
        """0 for single hands, else the argument of `start` for the unit."""
        return self.run.goes_on

    @property
    def in_python(self) -> Mapping[str, str]:
        """Names of strategies that are not fully compiled, and how they are played."""
        return self.run.in_python

    def counts(self, outcomes: np.ndarray[Any, Any], first: int) -> tuple[Counts, ...]:
        """Count the outcomes of some hands in each table.

        This thread has just played them; `first` is the number of the first one.
        """
        tables = []
        for table, rows in zip(self.unit.tables, self.packings, strict=True):
            if table.name == COMPANY and self.seating.company is not None:
                seats = self.seating.seatings(self.spec.seed, first, len(outcomes))
                values = outcomes[table.columns[0].field].astype(np.int64)
                keys, counts = self.seating.company.met(seats, values, rows, first=first)
                tables.append(Counts(keys, counts))
            else:
                try:
                    tables.append(count_rows(outcomes, rows))
                except ValueError:
                    known = {"first": first, "seed": self.spec.seed}
                    declared = Declared(self.game, game_files()[self.game.name].parent)
                    declared.check_outcomes(table, outcomes, self.spec.players, **known)
                    raise
        return tuple(tables)

    def places(self) -> Places:
        """Return this thread's places for hands in which strategies in Python play."""
        players, many = self.spec.players, not self.run.plain
        key = players, many, len(self.seating.deciders), self.seating.memory_size
        # Runs that are played in turn may need different ones.
        places: dict[Any, Places] = vars(self.memories).setdefault("places", {})
        if key not in places:
            places[key] = Places(self.game, self.seating, players=players, many=many)
        return places[key]

    def memory(self, rows: int) -> engine.Memory:
        """Return this thread's working memory, with room for the outcomes of a chunk."""
        memory: engine.Memory | None = getattr(self.memories, "memory", None)
        if memory is None or len(memory.outcomes) < rows:
            memory = engine.Memory(self.game, rows=rows)
            self.memories.memory = memory
        return memory


def all_there_are(spec: RunSpec) -> int | None:
    """Return the number of hands, or other units, that exist; None if there is no limit."""
    game = load_game(spec.game)
    supply = game.supply(game.rules(**dict(spec.rules)), spec.unit)
    return None if supply is None else supply * spec.turns


def check_supply(spec: RunSpec, first: int, hands: int) -> None:
    """Refuse more hands than exist: the same hands again would tell nothing new."""
    most = all_there_are(spec)
    if most is not None and first + hands > most:
        plural = spec.unit_of(load_game(spec.game)).plural
        seats = "" if spec.turns == 1 else f", each from {spec.turns} seats"
        there = most // spec.turns
        raise UserError(
            f"there are {there} {plural}{seats}: at most {most} can be played, not {first + hands}"
        )


def check_threads(threads: object) -> int:
    """Return the number of threads, by default that of cores."""
    if threads is None:
        return cores()
    return int(Option("threads", 1, low=1, high=1024).check(threads))


def resolve(asked: Request, hands: int | None = None, *, first: int = 0) -> Resolved:
    """Check everything about a run, and find its strategies.

    Args:
        asked: the request.
        hands: number of hands of one of several runs that are asked for together, without a
            precision; by default those asked for. It has all hands that exist if they are fewer
            and no number is asked for.
        first: number of its first hand.
    """
    rules_of, unit = asked.rules_of, asked.unit
    strategy, partner, vs, seats = asked.strategy, asked.partner, asked.vs, asked.seats
    preset, seed, precision = asked.preset, asked.seed, asked.precision if hands is None else None
    hands = asked.hands() if hands is None else hands
    unit = rules_of.usual_unit if unit is None else unit
    if not isinstance(unit, str) or unit not in rules_of.units:
        raise UserError(f"--unit must be {' or '.join(rules_of.units)}, not {echoed(unit)}")
    named = {"--strategy": strategy, "--partner": partner, "--vs": vs}
    if not rules_of.decisions:
        forbid_strategies(rules_of, {**named, "--seat": seats})
    chairs = chairs_of(seats, named)
    players = count_players(rules_of, asked.players, chairs, preset)
    if seed is None:
        seed = secrets.randbits(63)
    seed = int(Option("seed", 0, low=0, high=MAX_SEED).check(seed))

    given = dict(asked.options or {})
    rule_values = check_rules(rules_of, preset, taken(given, rules_of.options), unit)
    check_seats(rules_of.options, rule_values, players)
    rules = rules_of.rules(**rule_values)
    check_declared(rules_of, rules, players)
    objection = rules_of.objection(rules, players)
    if objection is not None:
        raise UserError(objection)
    shown_by = taken(given, rules_of.display_options)
    display = check_display(rules_of, shown_by, {**rule_values, "unit": unit})
    sides = rules_of.side_of_each(rules, players)
    if partner is not None and sides.count(sides[0]) == 1:
        raise UserError(f"--partner {echoed(partner)}: nobody has a partner at this table")
    table = seat_all(
        rules_of, strategy, partner, vs, chairs, sides=sides, preset=preset, given=given
    )
    spec = RunSpec(
        game=rules_of.name,
        unit=unit,
        players=players,
        rules=tuple(rule_values.items()),
        preset=preset or next(iter(rules_of.presets)),
        seats=tuple(player for player, _ in table),
        fixed=chairs is not None or not table,
        seed=seed,
        hands=hands,
        first=first,
        display=tuple(display.items()),
        measure=checked_measure(
            asked.measure,
            rules_of.units[unit](rules, players),
            display,
            [make(rules, players) for make in rules_of.units.values()],
        ),
        ruleset=rules_of.version,
        sides=sides if len(set(sides)) < players else (),
        seat=None if chairs is not None else rules_of.hero_seat(rules, unit),
        alike=isinstance(vs, str) and vs.strip() == SAME,
    )
    if precision is not None:
        spec = replace(spec, precision=checked_precision(precision, spec.unit_of(rules_of)))
    most = all_there_are(spec) if asked.n is None else None
    if most is not None:
        spec = replace(spec, hands=min(hands, most))
    return Resolved(spec, tuple(who for _, strategies in table for who in strategies))


def at_table_of(spec: RunSpec, *, strategy: Who, vs: Rivals, first: int, hands: int) -> Resolved:
    """Return a run of other players at the same table, with its seed, from hand `first`."""
    return resolve(
        Request(
            spec.game,
            players=spec.players,
            unit=spec.unit,
            measure=spec.measure or None,
            preset=spec.preset,
            seed=spec.seed,
            strategy=strategy,
            vs=vs,
            options={**spec.changed_rules(load_game(spec.game)), **dict(spec.display)},
        ),
        hands,
        first=first,
    )


def recall(spec: RunSpec) -> Resolved:
    """Return a run from its specification, with its strategies found again."""
    game = load_game(spec.game)
    again = f"`{spec.command(game)}` plays it anew"
    if spec.ruleset != game.version:
        raise UserError(
            f"{game.name} is at version {game.version} of its rules, and this result was played "
            f"with version {spec.ruleset}: it cannot be continued",
            hint=again,
        )
    strategies = {}
    for player in set(spec.everybody):
        values = dict(player.parameters)
        for name in (player.strategy, *map(str, values.values())):
            check_recalled(name)
        strategies[player] = _found(game, spec, player, values)
        if strategies[player].fingerprint != player.fingerprint:
            # A field has the shipped strategies, even if the user has files of these names.
            with only_shipped(), suppress(UserError):
                strategies[player] = _found(game, spec, player, values)
    for player in spec.everybody:
        if strategies[player].fingerprint != player.fingerprint:
            raise UserError(
                f"strategy '{game.name}/{player.strategy}' is not the one that this result was "
                "played with: it cannot be continued",
                hint=f"its content changed, or the version of Python; {again}",
            )
    return Resolved(spec, tuple(strategies[p].strategy for p in spec.everybody))


def _found(game: Game, spec: RunSpec, player: Player, values: Mapping[str, Value]) -> Seated:
    """Return the player as it is found now under its name."""
    strategy = as_given(game, load_strategy(game, player.strategy), values)
    return with_base(game, Seated(strategy, {}), values, spec.preset, spec.players)


def compile_run(run: Resolved, *, alone: bool = False) -> Setup:
    """Compile a run for this process.

    If it is `alone`, no other table will be played with it. A game's first table then gets a bound
    loop, which compiles in half the time of the open one. Not where players are drawn, because that
    loop holds all of them (Scat's field: 13 s, open 10 s).
    """
    with mistakes_told(run.game.name):
        setup = set_up(run)
        loop = asking_loop(run.game) if setup.seating.deciders else open_loop(run.game)
        first = alone and run.company is None and not loop.is_near
        if first or run.spec.precision is not None or run.spec.hands >= WORTH_A_LOOK:
            setup = replace(setup, binding=Binding(run))
        if setup.binding.loop is None:
            bound = run.bound_loop if first else None
            if bound is not None and not was_compiled(bound.what):
                setup.binding.make()
            else:
                loop.compile()
    count_entry(run.game.outcome)
    return setup


def set_up(run: Resolved) -> Setup:
    """Return a run with its strategies compiled, and without a loop."""
    game, plans = run.game, []
    values = [strategy.packed(dict(player.parameters)) for strategy, player in run.seated]
    unit, players = run.spec.unit_of(game), run.spec.players
    for (strategy, _), own in zip(run.seated, values, strict=True):
        if strategy.base is not None:
            plan = Plan(
                game,
                strategy.base,
                rules=run.rules,
                players=players,
                unit=unit,
                drawn=against(strategy.others, run.spec.sides or range(players)),
            )
            plan.put_into(own)
            plans.append(plan)
    seating = engine.seated(
        game,
        [strategy for strategy, _ in run.seated],
        values,
        run.table,
        (run.spec.seat or run.hero) + np.arange(len(run.table)),
        plans=plans,
        company=run.company,
    )
    return Setup(run, seating, Binding(None), np.zeros(1, np.uint8), threading.local())


def prepare(game: str, *, hands: int = 1, first: int = 0, **asked: Any) -> Setup:
    """Return a run compiled for this process; the arguments are those of a `Request`."""
    return compile_run(resolve(Request(game, **asked), hands, first=first))


def checked_measure(
    name: object, unit: Unit, display: Mapping[str, Value], others: Iterable[Unit] = ()
) -> str:
    """Return the name of a run's measure; empty if it is the one that wins the unit.

    The error names another unit of the game if that one has the measure.
    """
    if name is None or name == unit.objective:
        return ""
    known = [m.name for m in unit.told(display).measures]
    known += [] if unit.leads is None else [unit.leads[1].name]
    if name not in known:
        lacking = next(
            (f"--{m.per.replace('_', '-')}" for m in unit.measures if m.name == name), ""
        )
        elsewhere = next(
            (f"--unit {u.name} has it" for u in others if name in [m.name for m in u.measures]), ""
        )
        raise UserError(
            f"--measure must be {' or '.join(known)}, not {echoed(name)}",
            hint=f"{name} needs {lacking}"
            if lacking
            else elsewhere or did_you_mean(echoed(name), known),
        )
    return str(name)


def checked_precision(precision: object, unit: Unit) -> float:
    """Return the half width asked for, checked for a unit's first measure."""
    measure = unit.measures[0]
    check_by_hand(unit, "--precision")
    return parse_precision(precision, share=measure.in_per_cent, what=measure.text)


def check_by_hand(unit: Unit, what: str) -> None:
    """Refuse options that need a value of every hand if the unit's first measure has none."""
    if not unit.by_hand(unit.measures[0]):
        known = " or ".join(m.name for m in unit.measures if unit.by_hand(m))
        raise UserError(
            f"{what} goes by a measure that every {unit.name} has a value of ({known}), "
            f"not by {unit.measures[0].name}"
        )


def check_judged(unit: Unit) -> None:
    """Refuse a measure that calls no choice better."""
    measure = unit.measures[0]
    if measure.neutral:
        raise UserError(
            f"--measure {measure.name}: neither more nor less of it is better to play for"
        )


def check_house_rules(game: Game, options: Iterable[str]) -> None:
    """Refuse options that are no house rules, where parameters go with their strategies."""
    known = {o.name for o in (*game.options, *game.display_options)}
    for name in options:
        if name not in known:
            raise UserError(
                f"--{name.replace('_', '-')} is no house rule of {game.name}",
                hint=f"a parameter goes with its strategy: NAME:{name}=VALUE",
            )


def taken(given: dict[str, Any], options: Iterable[Option]) -> dict[str, Any]:
    """Take the values of these options out of those given."""
    return {o.name: given.pop(o.name) for o in options if o.name in given}


def _same(a: tuple[Strategy, Player], b: tuple[Strategy, Player]) -> bool:
    """Return True if the same strategy with the same parameters plays both seats."""
    files = a[0].path is not None and a[0].path == b[0].path
    return (a[0] is b[0] or files) and a[1] == b[1]
