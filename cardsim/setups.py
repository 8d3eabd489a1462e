"""A run made ready: everything about it checked, its strategies found, and all compiled."""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cardsim import engine
from cardsim.counting import Packing, count_entry, packing
from cardsim.errors import UserError, echoed
from cardsim.game import Game, Unit, check_display, check_players, check_rules
from cardsim.games import load_game
from cardsim.hand_loop import open_loop
from cardsim.params import (
    MOST_SEATS,
    Option,
    Value,
    check_seats,
    did_you_mean,
    pack,
    parse_count,
    parse_precision,
    shown,
    taken_from,
)
from cardsim.result import Player, RunSpec
from cardsim.strategy import Strategy
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


Who = str | Strategy | Seated


@dataclass(frozen=True)
class Setup:
    """A run specification made ready to play: the game, compiled strategies and packed rules."""

    spec: RunSpec
    game: Game
    unit: Unit
    rules: np.ndarray[Any, Any]
    seating: engine.Seating
    packings: tuple[Packing, ...]
    stop: np.ndarray[Any, Any]
    memories: threading.local

    @property
    def match(self) -> bool:
        """Whether whole matches are played."""
        return self.spec.unit == "match"

    def memory(self, rows: int) -> engine.Memory:
        """This thread's working memory, with room for the outcomes of a chunk."""
        found: engine.Memory | None = getattr(self.memories, "memory", None)
        if found is None or len(found.outcomes) < rows:
            found = engine.Memory(self.game, rows=rows)
            self.memories.memory = found
        return found


def cores() -> int:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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


def prepare(
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
) -> Setup:
    """Check everything about a run, load and compile what it needs.

    Raises:
        UserError: something is wrong.
    """
    rules_of = load_game(game)
    unit = rules_of.usual_unit if unit is None else unit
    if not isinstance(unit, str) or unit not in rules_of.units:
        raise UserError(f"--unit must be {' or '.join(rules_of.units)}, not {echoed(unit)}")
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
    fixed = chairs is not None or not table
    spec = RunSpec(
        game=game,
        unit=unit,
        players=players,
        rules=tuple(rule_values.items()),
        preset=preset or next(iter(rules_of.presets)),
        seats=tuple(_player(s, v) for s, v in table),
        fixed=fixed,
        seed=seed,
        hands=hands,
        first=first,
        display=tuple(display.items()),
    )
    described = rules_of.units[unit](rules, players)
    if precision is not None:
        spec = replace(spec, precision=checked_precision(precision, described))
    packed = pack(rules)
    seating = _seating(rules_of, table, players=players, fixed=fixed)
    return Setup(
        spec=spec,
        game=rules_of,
        unit=described,
        rules=packed,
        seating=seating,
        packings=tuple(packing(t, rules_of.outcome, players) for t in described.tables),
        stop=np.zeros(1, np.uint8),
        memories=threading.local(),
    )


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
                f"{flag} {echoed(value)} has no effect in {game.name}: "
                "nobody decides anything in it",
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
    message = f"--seats must name a player for each seat, not {echoed(seats)}"
    listed = seats.split(";") if isinstance(seats, str) else seats
    chairs: list[Who] = taken_from(listed, 10 * MOST_SEATS, message)
    for chair in chairs:
        if isinstance(chair, str) and not chair.strip():
            raise UserError(
                "--seats has an empty seat; it must be like "
                "'threshold; chase-31; threshold:knock_threshold=25'"
            )
    return chairs


def _resolve(game: Game, who: Who, label: str) -> tuple[Strategy, dict[str, Value]]:
    seated_ = seated(game, who)
    return seated_.strategy, checked_values(seated_.strategy, seated_.given, label=label)


def seated(game: Game, who: Who) -> Seated:
    """A strategy found and completed, to be used in many runs.

    Raises:
        UserError: there is none, or it cannot be used.
    """
    if isinstance(who, Seated):
        return who
    if isinstance(who, Strategy):
        return Seated(complete(game, who), {})
    if not isinstance(who, str):
        raise UserError(f"a strategy must be a name or a Strategy, not {echoed(who)}")
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
) -> list[tuple[Strategy, dict[str, Value]]]:
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
    known = {p.name: p for p in hero.parameters}
    named = seated(game, strategy).given if strategy is not None else {}
    for name, value in given.items():
        if name not in known:
            names = [*known, *(o.name for o in game.options)]
            raise _no_option(name, game, names, f" with strategy '{hero.name}'")
        checked = known[name].check(value)
        if name in named and values[name] != checked:
            raise UserError(
                f"{known[name].flag} {shown(checked)} contradicts --strategy "
                f"{hero.name}:{name}={shown(values[name])}"
            )
        values[name] = checked
    others = _resolve(game, vs if vs is not None else game.default_strategy, "--vs")
    return [(hero, values)] + [others] * (players - 1)


def _no_option(name: str, game: Game, known: Iterable[str], where: str) -> UserError:
    near = did_you_mean(name, known)
    hint = near.replace("_", "-") if near else f"`cardsim games show {game.name}` lists them"
    return UserError(f"no option --{name.replace('_', '-')} for {game.name}{where}", hint=hint)


def _player(strategy: Strategy, values: Mapping[str, Value]) -> Player:
    defaults = {p.name: p.default for p in strategy.parameters}
    changed = tuple((n, v) for n, v in values.items() if v != defaults[n])
    return Player(strategy.name, tuple(values.items()), changed)


def _seating(
    game: Game,
    table: list[tuple[Strategy, dict[str, Value]]],
    *,
    players: int,
    fixed: bool,
) -> engine.Seating:
    """Who plays where, with all compiled that plays them."""
    if not table:
        open_loop(game).entry  # noqa: B018
        return engine.Seating([], np.zeros((1, players), np.int64), np.zeros(1, np.int64))
    distinct: list[tuple[Strategy, dict[str, Value]]] = []
    numbers = []
    for strategy, values in table:
        same = [k for k, (s, v) in enumerate(distinct) if _same(s, strategy) and v == values]
        numbers.append(same[0] if same else len(distinct))
        if not same:
            distinct.append((strategy, values))
    compiled = [
        ([s.compiled(d.function, game.view) for d in game.decisions], s.packed(v))
        for s, v in distinct
    ]
    open_loop(game).entry  # noqa: B018
    count_entry(game.outcome)
    lucky = any(s.wants_chance for s, _ in distinct)
    if fixed:
        seats = np.array([numbers], np.int64)
        return engine.Seating(compiled, seats, np.zeros(1, np.int64), lucky)
    hero, others = numbers[0], numbers[1:]
    rows = [[*others[:seat], hero, *others[seat:]] for seat in range(players)]
    return engine.Seating(compiled, np.array(rows, np.int64), np.arange(players), lucky)


def _same(a: Strategy, b: Strategy) -> bool:
    return a is b or (a.path is not None and a.path == b.path)
