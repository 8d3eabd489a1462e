"""A run: specification -> chunks of hands -> executor -> result.

Chunks are fixed ranges of hand numbers. Workers return counts, which add up exactly in any order,
so that the result depends on neither the number of threads nor the size of the chunks.
"""

from __future__ import annotations

import json
import secrets
import shlex
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from cardsim import anytime, engine, trace
from cardsim.ahead import cores, second_process
from cardsim.counting import (
    NOTHING,
    Counts,
    Packing,
    column_values,
    count_entry,
    count_rows,
    counted,
    frame,
    merge,
    packing,
)
from cardsim.errors import StrategyError, StuckError, UserError
from cardsim.game import Game, Unit, check_display, check_players, check_rules
from cardsim.games import load_game
from cardsim.output import cannot_write, claim
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
from cardsim.result import Player, Result, RunSpec
from cardsim.stats import Estimate, estimate
from cardsim.strategy import Strategy
from cardsim.whole import DONE, ENDLESS, STOPPED, whole_hands
from cardsim.workspace import checked_values, complete, load_strategy, parse_player

HANDS = 1_000_000
MOST_UNASKED = 1_000_000_000
"""Hands after which a run for a precision gives up, unless it is told how many."""
CHUNK = 1 << 14
"""Hands in a chunk; a match counts as `MATCH_HANDS` of them."""
CHUNKS = 64
"""In so many chunks at least a run is split before they become larger."""
LONGEST = 4
"""Larger chunks cost less time between them: 10 % of a run."""
MATCH_HANDS = 8
PENDING_ROWS = 1 << 15
"""Rows of counts that are kept apart before they are added up, or as many as their sum has."""
TELL_SECONDS = 0.2
STOP_SECONDS = 3.0
"""How long a run that was interrupted waits for its threads, which stop between two decisions."""
MAX_SEED = 2**64 - 1


@dataclass(frozen=True)
class Seated:
    """A strategy, complete, with the values of some of its parameters."""

    strategy: Strategy
    given: Mapping[str, Any]


Who = str | Strategy | Seated


@dataclass(frozen=True)
class Progress:
    """How far a run is: hands done of all, seconds since the start, the estimate it is about."""

    hands: int
    total: int
    seconds: float
    estimate: Estimate | None


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
    benches: threading.local

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


@dataclass(frozen=True)
class Chunk:
    """What a worker returns: the counts of each table, and the outcomes where they are wanted."""

    first: int
    hands: int
    counts: tuple[Counts, ...]
    outcomes: np.ndarray[Any, Any] | None


def run(
    game: str,
    n: object = None,
    *,
    players: int | None = None,
    unit: str | None = None,
    strategy: Who | None = None,
    vs: Who | None = None,
    seats: str | Sequence[Who] | None = None,
    preset: str | None = None,
    seed: int | None = None,
    precision: object = None,
    threads: int | None = None,
    chunk: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    hands_out: str | Path | None = None,
    force: bool = False,
    **options: Any,
) -> Result:
    """Play many hands and count their outcomes.

    The hero (`strategy` with its parameters) takes each seat in turn, and `vs` sits in the others;
    or `seats` names a player for each.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: hands, or matches: 1000000, 1e6, "250k"; a million by default. With a precision the most
            that are played, by default `MOST_UNASKED`.
        players: seats at the table; the game's usual number by default.
        unit: what is played and counted once: "hand", "match"; the game's first by default.
        strategy: a name, a `Strategy`, or "name:parameter=value"; the game's default otherwise.
        vs: the same for the opponents.
        seats: one for each seat, as a sequence or in one text separated by semicolons.
        preset: a named set of house rules.
        seed: 0 .. 2**64 - 1; a fresh one is drawn by default.
        precision: stop as soon as the interval of the first measure has this half width, as a
            number or "0.1pp". It is then an interval that is valid at every look.
        threads: as many as there are cores by default.
        chunk: hands played as one task; no count depends on it, but a precision is looked at after
            each.
        executor: runs the tasks instead of threads; strategies must then be given by name.
        progress: called a few times a second.
        hands_out: a parquet file for every hand as a row.
        force: overwrite `hands_out`.
        options: house rules, display options, and the hero's parameters.

    Raises:
        UserError: something in the arguments is wrong.
        StrategyError: a strategy took an illegal action, or a hand did not end.
    """
    setup = prepare(
        game,
        players=players,
        unit=unit,
        strategy=strategy,
        vs=vs,
        seats=seats,
        preset=preset,
        seed=seed,
        hands=hands_asked(n, precision, label="n"),
        precision=precision,
        options=options,
    )
    threads = check_threads(threads)
    return play(
        setup,
        threads=threads,
        chunk=chunk,
        executor=executor,
        progress=progress,
        hands_out=Path(hands_out) if hands_out is not None else None,
        force=force,
    )


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
    # A run for a precision is mostly over long before its hands are played.
    sure = spec.hands if precision is None else 0
    seating = _seating(
        rules_of,
        table,
        packed,
        players=players,
        fixed=fixed,
        match=unit == "match",
        hands=sure,
    )
    return Setup(
        spec=spec,
        game=rules_of,
        unit=described,
        rules=packed,
        seating=seating,
        packings=tuple(packing(t, rules_of.outcome, players) for t in described.tables),
        stop=np.zeros(1, np.uint8),
        benches=threading.local(),
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


# ---------------------------------------------------------------- playing


def play(
    setup: Setup,
    *,
    threads: int = 1,
    chunk: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    hands_out: Path | None = None,
    force: bool = False,
    before: Sequence[Counts] | None = None,
) -> Result:
    """Play the hands of a setup.

    The arguments are those of `run`, and `before`: counts of hands played earlier, to be added.
    """
    spec = setup.spec
    size = chunk if chunk is not None else _long_chunk(setup)
    size = int(Option("chunk", 1, low=1, high=1 << 24).check(size, label="chunk"))
    began = time.perf_counter()
    totals = Totals(setup, before)
    setup.stop[0] = 0
    writer = None if hands_out is None else HandsWriter(setup, hands_out, force=force)
    pool = (
        executor
        if executor is not None
        else ThreadPoolExecutor(threads, thread_name_prefix="cardsim")
    )
    told = began
    stuck = False
    try:
        with interruptible(setup.stop):
            for done in _chunks_played(
                setup,
                pool,
                size,
                width=2 * threads,
                rows=writer is not None,
                ordered=writer is not None or spec.precision is not None,
                local=executor is None,
            ):
                totals.add(done)
                if writer is not None:
                    writer.add(done)
                needed = totals.needed()
                now = time.perf_counter()
                if progress is not None and (now - told > TELL_SECONDS or totals.hands == needed):
                    told = now
                    progress(Progress(totals.hands, needed, now - began, totals.headline()))
                if totals.hands == needed:
                    # What is still being played counts for nothing.
                    setup.stop[0] = 1
                    break
        seconds = time.perf_counter() - began
        if writer is not None:
            writer.close()
    except BaseException as error:
        stuck = isinstance(error, StuckError)
        setup.stop[0] = 1
        if writer is not None:
            writer.abandon()
        raise
    finally:
        if executor is None:
            pool.shutdown(wait=not stuck, cancel_futures=True)
    return totals.result(seconds, partial=totals.hands < totals.needed())


def chunk_size(setup: Setup) -> int:
    """How many hands or matches are usually played as one task."""
    return max(CHUNK // (MATCH_HANDS if setup.match else 1), 1)


def _long_chunk(setup: Setup) -> int:
    """The same for a single run: in a long one up to `LONGEST` times as many.

    Not where a precision is asked, which is looked at after each chunk.
    """
    usual = chunk_size(setup)
    if setup.spec.precision is not None:
        return usual
    return min(max(setup.spec.hands // CHUNKS, usual), LONGEST * usual)


@contextmanager
def interruptible(stop: np.ndarray[Any, Any]) -> Iterator[None]:
    """Within it, Ctrl-C sets `stop`: the run ends early, and no chunk is half counted.

    A second Ctrl-C raises.
    """
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or usual in (None, signal.SIG_IGN):
        yield
        return

    def interrupt(_number: int, _frame: Any) -> None:
        if stop[0] != 0:
            raise KeyboardInterrupt
        stop[0] = 1

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


class Totals:
    """The counts so far.

    Args:
        setup: what is played.
        before: counts of hands played earlier, to be added.
        pending: rows of counts that are kept apart before they are added up.
    """

    def __init__(
        self, setup: Setup, before: Sequence[Counts] | None = None, pending: int = PENDING_ROWS
    ) -> None:
        self.setup = setup
        self.parts: list[list[Counts]] = (
            [[c] for c in before] if before else [[] for _ in setup.unit.tables]
        )
        self.least_pending = self.most_pending = pending
        self.pending = 0
        self.hands = 0
        single = next(k for k, p in enumerate(setup.packings) if p.axis is None)
        self.earlier = int(before[single].counts.sum()) if before else 0
        self.sum = 0
        self.squares = 0

    def add(self, chunk: Chunk) -> None:
        """Count a chunk in."""
        self.hands += chunk.hands
        for part, counts in zip(self.parts, chunk.counts, strict=True):
            part.append(counts)
            self.pending += len(counts.keys)
        if self.setup.spec.precision is not None:
            self._add_moments(chunk)
        if self.pending > self.most_pending:
            # As many as the sum has may wait: adding them up then costs each row a few moves.
            self.most_pending = max(self.least_pending, sum(len(c.keys) for c in self.final()))
            self.pending = 0

    def _add_moments(self, chunk: Chunk) -> None:
        measure = self.setup.unit.measures[0]
        tables = [t.name for t in self.setup.unit.tables]
        at = tables.index(measure.table)
        counts, packed = chunk.counts[at], self.setup.packings[at]
        column = [c.name for c in self.setup.unit.tables[at].columns].index(measure.column)
        values = counted(
            column_values(counts, packed, column), self.setup.unit.column(measure), measure
        )
        self.sum += int((values * counts.counts).sum())
        self.squares += int((values * values * counts.counts).sum())

    def needed(self) -> int:
        """How many hands will do, as far as can be told; as many as there are if these do."""
        asked, target = self.setup.spec.hands, self.setup.spec.precision
        if target is None or self.hands == 0:
            return asked
        measure = self.setup.unit.measures[0]
        enough = anytime.enough(
            self.sum,
            self.squares,
            self.hands,
            is_share=measure.is_share,
            step=self.setup.unit.column(measure).scale,
            target=target,
            most=asked,
        )
        return min(max(enough, self.hands), asked)

    def final(self) -> list[Counts]:
        """The counts of each table, added up."""
        self.parts = [[merge(p) if p else NOTHING] for p in self.parts]
        return [p[0] for p in self.parts]

    def frames(self) -> dict[str, pl.DataFrame]:
        """The tables."""
        tables = zip(self.setup.unit.tables, self.final(), self.setup.packings, strict=True)
        return {t.name: frame(c, t, p) for t, c, p in tables}

    def headline(self) -> Estimate | None:
        """The estimate that the run is about, so far."""
        measure = self.setup.unit.measures[0]
        at = [t.name for t in self.setup.unit.tables].index(measure.table)
        counts = merge(self.parts[at])
        rows = frame(counts, self.setup.unit.tables[at], self.setup.packings[at])
        self.parts[at] = [counts]
        return estimate({measure.table: rows}, measure, display=dict(self.setup.spec.display))

    def result(self, seconds: float, *, partial: bool) -> Result:
        """What the run gives back."""
        setup, counts = self.setup, self.final()
        # With what was played before: one longer run.
        spec = replace(
            setup.spec,
            first=setup.spec.first - self.earlier,
            hands=setup.spec.hands + self.earlier,
        )

        def extend(first: int, hands: int) -> Result:
            further = replace(spec, first=spec.first + first, hands=hands, precision=None)
            threads = check_threads(None)
            return play(replace(setup, spec=further), threads=threads, before=counts)

        return Result(
            spec=spec,
            tables=self.frames(),
            hands=self.hands + self.earlier,
            seconds=seconds,
            partial=partial,
            _play=extend,
        )


def _chunks_played(
    setup: Setup, pool: Executor, size: int, *, width: int, rows: bool, ordered: bool, local: bool
) -> Iterator[Chunk]:
    """The chunks of a run as they are done; or in order of hands, without a gap."""
    spec = setup.spec
    end = spec.first + spec.hands
    starts = iter(range(spec.first, end, size))
    waiting: dict[Future[Chunk], int] = {}
    ready: dict[int, Chunk] = {}
    following = spec.first

    def submit() -> None:
        for start in starts if setup.stop[0] == 0 else ():
            count = min(size, end - start)
            task = (
                pool.submit(_local_chunk, setup, start, count, rows)
                if local
                else pool.submit(play_chunk, spec, start, count, rows)
            )
            waiting[task] = start
            if len(waiting) + len(ready) >= width:
                return

    submit()
    try:
        while waiting:
            for task in finished(setup, waiting):
                ready[waiting.pop(task)] = task.result()
            while ready:
                start = following if ordered else next(iter(ready))
                if start not in ready:
                    break
                chunk = ready.pop(start)
                if ordered and chunk.hands == 0:
                    return
                yield chunk
                following = start + size
            submit()
    finally:
        for task in waiting:
            task.cancel()


def finished(setup: Setup, waiting: Iterable[Future[Any]]) -> set[Future[Any]]:
    """The tasks that are done, at least one.

    Raises:
        StuckError: the run was to stop, and no task came back for a while.
    """
    patience = STOP_SECONDS
    while True:
        done, _ = wait(waiting, timeout=TELL_SECONDS, return_when=FIRST_COMPLETED)
        if done:
            return done
        if setup.stop[0]:
            patience -= TELL_SECONDS
        if patience < 0:
            raise stuck(setup)


def stuck(setup: Setup) -> StuckError:
    """The error of a strategy that does not end."""
    names = " or ".join(dict.fromkeys(p.strategy for p in setup.spec.seats))
    message = f"strategy {names} does not come back from a decision, with seed {setup.spec.seed}"
    return StuckError(message, hint="look for a loop that does not end")


_SETUPS: dict[RunSpec, Setup] = {}


def play_chunk(spec: RunSpec, first: int, count: int, rows: bool) -> Chunk:  # noqa: FBT001
    """Play some hands of a run in this process, which may be another than the one that asked.

    The strategies are found by name, so that the workspace must be the same.
    """
    key = replace(spec, hands=1, first=0, precision=None)
    if key not in _SETUPS:
        seats = [p.spelled for p in spec.seats]
        given: dict[str, Any] = {}
        if seats:
            given = {"seats": seats} if spec.fixed else {"strategy": seats[0], "vs": seats[1]}
        setup = prepare(
            spec.game,
            players=spec.players,
            unit=spec.unit,
            preset=spec.preset,
            seed=spec.seed,
            options=dict(spec.rules),
            **given,
        )
        _SETUPS[key] = setup
    return _local_chunk(_SETUPS[key], first, count, rows)


def _local_chunk(setup: Setup, first: int, count: int, rows: bool) -> Chunk:  # noqa: FBT001
    outcomes = play_hands(setup, first, count)
    if outcomes is None:
        return Chunk(first, 0, tuple(NOTHING for _ in setup.packings), None)
    counts = tuple(count_rows(outcomes, p) for p in setup.packings)
    return Chunk(first, count, counts, outcomes.copy() if rows else None)


def play_hands(setup: Setup, first: int, count: int) -> np.ndarray[Any, Any] | None:
    """The outcomes of some hands, or None if the run was to stop.

    They stay in this thread's working memory until it plays again.

    Raises:
        StrategyError: a strategy took an illegal action, or a hand did not end.
    """
    spec = setup.spec
    bench = setup.bench(count)
    try:
        ending = engine.play(
            setup.game,
            setup.seating,
            bench,
            rules=setup.rules,
            players=spec.players,
            match=setup.match,
            seed=spec.seed,
            first=first,
            count=count,
            stop=setup.stop,
        )
    except Exception as error:
        raise raised(setup, first, count, error) from error
    if ending.status == STOPPED:
        return None
    if ending.status != DONE:
        raise _blamed(setup, ending.hand, endless=ending.status == ENDLESS)
    return bench.outcomes[:count]


def replay(setup: Setup, hand: int) -> trace.Trace:
    """One hand of a run, step by step.

    Raises:
        Exception: whatever a strategy's compiled code raised.
    """
    spec = setup.spec
    return trace.trace(
        setup.game,
        setup.seating,
        rules=setup.rules,
        players=spec.players,
        match=setup.match,
        seed=spec.seed,
        hand=hand,
    )


def replay_command(setup: Setup, hand: int) -> str:
    """The command that shows one hand of a run."""
    spec = setup.spec
    return shlex.join(
        [
            "cardsim",
            "replay",
            spec.game,
            *spec.options(setup.game),
            "--seed",
            str(spec.seed),
            "--hand",
            str(hand),
        ]
    )


def player_at(setup: Setup, hand: int, seat: int) -> Player:
    """Who sits in this seat in this hand."""
    players = setup.spec.players
    if setup.spec.fixed:
        return setup.spec.seats[seat]
    return setup.spec.seats[0 if hand % players == seat else 1]


def _blamed(setup: Setup, hand: int, *, endless: bool) -> StrategyError:
    """The error of a hand that did not end, or in which an action was illegal."""
    seed = setup.spec.seed
    hint = f"see it with: {replay_command(setup, hand)}"
    if endless:
        names = " and ".join(dict.fromkeys(p.strategy for p in setup.spec.seats))
        message = f"{setup.unit.name} {hand} of seed {seed} does not end"
        return StrategyError(f"{message} with {names}" if names else message, hint=hint)
    step = replay(setup, hand).steps[-1]
    return StrategyError(illegal_text(setup, hand, step), hint=hint)


def illegal_text(setup: Setup, hand: int, step: Any) -> str:
    """What was illegal about the last step of a traced hand."""
    decision, name = step.decision, player_at(setup, hand, step.seat).strategy
    view = np.array([step.after]).view(np.recarray)[0]
    words = decision.actions
    legal = setup.game.legal.py_func  # type: ignore[attr-defined]
    allowed = ", ".join(f"{a} ({words[a]})" for a in range(len(words)) if legal(view, a))
    where = f"{setup.unit.name} {hand} of seed {setup.spec.seed}"
    return (
        f"strategy '{setup.spec.game}/{name}' answered {step.action} to decision "
        f"'{decision.name}' in {where}; allowed: {allowed}"
    )


def fault_of(setup: Setup, traced: trace.Trace, hand: int) -> str | None:
    """What a strategy did wrong in a traced hand; None if the hand was played to its end."""
    if traced.status == trace.DONE:
        return None
    where = f"{setup.unit.name} {hand} of seed {setup.spec.seed}"
    if traced.status == trace.FULL:
        return f"{where} does not end within {trace.MAX_STEPS} decisions"
    step = traced.steps[-1]
    if traced.status == trace.ILLEGAL:
        return illegal_text(setup, hand, step)
    name = player_at(setup, hand, step.seat).strategy
    decision = step.decision.name if step.decision is not None else "none"
    return f"strategy '{setup.spec.game}/{name}' changed its view at '{decision}' in {where}"


def raised(setup: Setup, first: int, count: int, error: Exception) -> StrategyError:
    """The error of a strategy whose code raised something: the first hand in which it does."""
    for hand in range(first, first + count):
        try:
            replay(setup, hand)
        except Exception:  # noqa: BLE001  whatever the strategy's code raises
            names = " or ".join(dict.fromkeys(p.strategy for p in setup.spec.seats))
            text = f"strategy {names} raised {type(error).__name__}: {error}"
            message = f"{text} in {setup.unit.name} {hand} of seed {setup.spec.seed}"
            return StrategyError(message, hint=f"see it with: {replay_command(setup, hand)}")
    return StrategyError(f"the engine raised {type(error).__name__}: {error}")


class HandsWriter:
    """Every hand as a row of a parquet file, written chunk by chunk and put in place at the end."""

    def __init__(self, setup: Setup, path: Path, *, force: bool) -> None:
        import pyarrow.parquet as pq

        self.setup = setup
        self.part = claim(path, force=force)
        self.path = path
        self.columns: dict[str, Any] = {}
        for table in setup.unit.tables:
            for column in table.columns:
                self.columns.setdefault(column.field, (column, table.axis(setup.spec.players)))
        self.pq = pq
        self.file: Any = None

    def add(self, chunk: Chunk) -> None:
        """Write one chunk; chunks come in order.

        Raises:
            UserError: it cannot be written.
        """
        if chunk.outcomes is None:
            return
        rows: dict[str, Any] = {"hand": np.arange(chunk.first, chunk.first + chunk.hands)}
        for field, (column, axis) in self.columns.items():
            values = chunk.outcomes[field]
            if axis is not None and values.ndim > 1:
                for k in range(axis.high - axis.low + 1):
                    rows[f"{column.name}_{axis.low + k}"] = values[:, k]
            elif column.labels:
                rows[column.name] = pl.Series(values - column.low).replace_strict(
                    dict(enumerate(column.labels)), return_dtype=pl.Categorical
                )
            else:
                rows[column.name] = values * column.scale if column.scale != 1 else values
        arrow = pl.DataFrame(rows).to_arrow()
        about = json.dumps(self.setup.spec.to_dict(self.setup.game))
        arrow = arrow.replace_schema_metadata({"cardsim": about})
        try:
            if self.file is None:
                self.file = self.pq.ParquetWriter(self.part, arrow.schema, compression="zstd")
            self.file.write_table(arrow)
        except OSError as error:
            raise cannot_write(self.path, error, option="--hands-out") from None

    def close(self) -> None:
        """Put the file in place; none, if there are no hands.

        Raises:
            UserError: it cannot be written.
        """
        try:
            if self.file is not None:
                self.file.close()
                self.part.replace(self.path)
        except OSError as error:
            raise cannot_write(self.path, error, option="--hands-out") from None
        self.part.unlink(missing_ok=True)

    def abandon(self) -> None:
        """Leave nothing behind."""
        if self.file is not None:
            with suppress(OSError):
                self.file.close()
        self.part.unlink(missing_ok=True)
