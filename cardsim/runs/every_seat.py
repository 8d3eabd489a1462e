"""Plays the same hands with every player in every seat, for what each seat gets on average."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace

from cardsim.runs.paired_runs import play_together
from cardsim.runs.preparation import Resolved
from cardsim.runs.result import Result
from cardsim.runs.run import ready
from cardsim.showing import Progress
from cardsim.statistics.seat_averages import SeatAverages

LEAST = 1000
"""Hands in which everybody takes every seat, where the run itself had as many."""


def with_seat_averages(
    result: Result,
    run: Resolved,
    *,
    threads: int,
    executor: Executor | None,
    progress: Callable[[Progress], None] | None,
) -> Result:
    """A result with what each player named for a seat gets beside all of them in that seat.

    The first hands of the run are played again, once for every player in every seat: so many of
    them that this is as much work as the run was. The result is as it was where no seats were
    named, or all by the same player; and partial where the user interrupted.

    Args:
        result: of the run, and of hands that were played before.
        run: what was played.
        threads: how many play.
        executor: plays instead of threads.
        progress: called a few times a second, with the hands of all that is played here.

    Raises:
        StrategyError: a strategy took an illegal action, or a hand did not end.
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
