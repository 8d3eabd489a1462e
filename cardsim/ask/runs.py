"""Single runs: their arguments, more of their hands, and the averages of their seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from cardsim.engine.counting import counts_in
from cardsim.errors import UserError
from cardsim.output import as_path
from cardsim.runs.journal import noted
from cardsim.runs.paired_runs import play_together
from cardsim.runs.preparation import Resolved, Setup, check_threads, compile_run, recall, resolve
from cardsim.runs.request import Request
from cardsim.runs.result import Result
from cardsim.runs.run import play, ready
from cardsim.runs.seating import Rivals, Who
from cardsim.runs.workers import check_executor
from cardsim.showing import Progress, teller
from cardsim.statistics.seat_averages import SeatAverages

LEAST = 1000
"""Smallest number of hands in which everybody takes every seat, if the run has as many."""


@noted
def run(
    game: str,
    n: object = None,
    *,
    players: int | None = None,
    unit: str | None = None,
    measure: str | None = None,
    strategy: Who | None = None,
    partner: Who | None = None,
    vs: Rivals | None = None,
    seats: str | Sequence[Who] | None = None,
    preset: str | None = None,
    seed: int | None = None,
    precision: object = None,
    threads: int | None = None,
    chunk: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | Literal[False] | None = None,
    hands_out: str | Path | None = None,
    force: bool = False,
    **options: Any,
) -> Result:
    """Play many hands and count their outcomes.

    The hero (`strategy` with its parameters) takes each seat in turn, and `vs` sits in the others;
    or `seats` names a player for each.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: hands, or matches: 1000000, 1e6, "250k"; a million by default. With a precision the most,
            by default `MOST_UNASKED`.
        players: number of players; the game's usual number by default.
        unit: the unit played and counted, such as "hand" or "match"; the game's first by default.
        measure: name of the measure; by default the one that wins the unit.
        strategy: a name, a `Strategy`, or "name:parameter=value"; by default the game's default.
        partner: the same for the hero's partner, in games with partners; by default the hero's
            strategy too.
        vs: the same for the opponents; "usual" for the game's default, "same" for all like the
            hero; a sequence, one for each other seat from the hero's left; or a mixture
            (`cardsim.mix`, or a dictionary with weights), from which each of them is drawn anew in
            every hand, or match. By default "field", or "usual" if the game has no field.
        seats: one player for each seat, as a sequence or in one text separated by semicolons.
        preset: a named set of house rules.
        seed: 0 .. 2**64 - 1; a fresh one is drawn by default.
        precision: stop when the interval of the measure has this half width, as a number or
            "0.1pp". The interval is then valid at every look.
        threads: number of threads, by default that of the cores; with an executor that does not
            tell, the number of tasks it does at once.
        chunk: hands counted at a time; no count depends on it, but a precision is looked at after
            each.
        executor: plays instead of threads, with the same counts: `cardsim.Workers`, a Dask client,
            or any other executor.
        progress: called a few times a second; False shows nothing in a notebook either.
        hands_out: a parquet file for every hand as a row.
        force: overwrite `hands_out`.
        options: house rules, display options, and the hero's parameters.

    Raises:
        KeyboardInterrupt: the user interrupted before any hand was counted.
    """
    asked = resolve(Request.given(locals()))
    threads = check_threads(threads)
    tell = teller(progress)
    check_executor(executor)
    result = play_asked(
        ready(asked, executor, alone=True),
        threads=threads,
        chunk=chunk,
        executor=executor,
        progress=tell,
        hands_out=None if hands_out is None else as_path(hands_out, label="hands_out"),
        force=force,
    )
    if not result.hands:
        raise KeyboardInterrupt
    return result


def play_asked(
    setup: Setup | Resolved,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
    **how: Any,
) -> Result:
    """Play the hands of a run, with the averages of each seat if seats were named.

    The arguments are those of `cardsim.runs.run.play`.
    """
    who: dict[str, Any] = {"threads": threads, "executor": executor, "progress": progress}
    asked = setup.run if isinstance(setup, Setup) else setup
    return with_seat_averages(play(setup, **who, **how), asked, **who)


def play_on(result: Result, hands: int, *, setup: Setup | Resolved | None) -> Result:
    """Return a result with more hands: equal to one longer run, without a precision.

    Args:
        result: a complete result.
        hands: number of further hands.
        setup: its prepared run, in this process; None to find its strategies again.

    Raises:
        UserError: it was interrupted, or a strategy or the game has changed.
    """
    if result.partial:
        raise UserError("a result that was interrupted cannot be continued: it lacks hands")
    first = result.spec.first + result.hands
    further = replace(result.spec, first=first, hands=hands, precision=None)
    if setup is None:
        setup = replace(recall(result.spec), tables=_tables(result))
    if isinstance(setup, Resolved):
        setup = compile_run(setup)
    setup = replace(setup, run=replace(setup.run, spec=further))
    tables = zip(setup.unit.tables, setup.packings, strict=True)
    before = [counts_in(result.tables[t.name], t, p) for t, p in tables]
    return play_asked(setup, threads=check_threads(None), before=before)


def _tables(result: Result) -> frozenset[str] | None:
    """Return the names of a result's tables; None if it has all."""
    present = frozenset(result.tables)
    return present if len(present) < len(result.unit.tables) else None


def with_seat_averages(
    result: Result,
    run: Resolved,
    *,
    threads: int,
    executor: Executor | None,
    progress: Callable[[Progress], None] | None,
) -> Result:
    """Return a result with each named player's average compared with all players in his seat.

    The first hands of the run are played again, once for every player in every seat: as many of
    them as make about as much work as the run. The result is unchanged if no seats were named, or
    all by the same player; and partial if the user interrupted.
    """
    spec = result.spec
    if not spec.fixed or len(set(spec.seats)) < 2 or result.partial or result.hands == 0:  # noqa: PLR2004
        return result
    players = spec.players
    hands = min(max(result.hands // players**2, LEAST), result.hands)
    spec = replace(spec, hands=hands, precision=None, measure="")
    tables = frozenset({spec.unit_of(run.game).won_by.table})
    base = replace(run, spec=spec, tables=tables)
    turns = [(seat - player) % players for player in range(players) for seat in range(players)]
    runs = [base.moved_on(turn, hero=k % players) for k, turn in enumerate(turns)]
    setups = [ready(one, executor) for one in runs]
    played = play_together([setups], threads=threads, executor=executor, progress=progress)
    if not played or played[0].partial:
        return replace(result, partial=True)
    return replace(result, seat_averages=SeatAverages.of(played[0].moments, players))
