"""Hands and decisions as polars frames: what was held, seen and done, and what came of it.

They are played by the loop that keeps every step (`cardsim.engine.trace`), so that they are the
hands that a run of the same seed counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from cardsim.engine.deciding import DecisionError
from cardsim.engine.hand_loop import DEALT, DONE, FULL, SCORED
from cardsim.engine.trace import MAX_STEPS, Recorder
from cardsim.errors import StrategyError, UserError, echoed
from cardsim.game import Column, Game
from cardsim.options.params import did_you_mean, parse_count
from cardsim.runs.preparation import Setup, resolve, seat
from cardsim.runs.replays import blamed, raised, refused

HANDS = 1000
ROOM = 1 << 13
"""Steps that are played before a frame is made of them."""
MOST_NUMBERS = 64
"""Numbers in a field of the view that is in the frame without being asked for."""
CLASH = "view_"


@dataclass(frozen=True)
class Played:
    """Some hands, one after the other.

    Attributes:
        setup: what was played.
        states: the state after each step.
        steps: as `Recorder.steps`.
        hands: the number of each hand.
        ends: where the steps of each end.
        outcomes: what came of each.
    """

    setup: Setup
    states: np.ndarray[Any, Any]
    steps: np.ndarray[Any, Any]
    hands: np.ndarray[Any, Any]
    ends: np.ndarray[Any, Any]
    outcomes: np.ndarray[Any, Any]

    @property
    def row_of_each(self) -> np.ndarray[Any, Any]:
        """Which of the hands each step is of."""
        return np.searchsorted(self.ends, np.arange(len(self.steps)), side="right")

    @property
    def deal_of_each(self) -> np.ndarray[Any, Any]:
        """Of each step which deal of its hand, or of what goes on, it is in; 0 for the first."""
        dealt = np.cumsum(self.steps[:, 0] == DEALT)
        begins = np.concatenate([[0], self.ends[:-1]])
        deals: np.ndarray[Any, Any] = dealt - dealt[begins][self.row_of_each]
        return deals


def decisions(
    game: str, n: object = HANDS, *, columns: Sequence[str] | None = None, **asked: Any
) -> pl.DataFrame:
    """Every decision of some hands as a row: what was seen, what was done, and what came of it.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: hands, or matches: 1000, 1e4, "10k".
        columns: the fields of the view that are wanted; by default all that are not large.
        asked: as `cardsim.run` takes it: players, unit, strategy, partner, vs, seats, preset, seed,
            house rules and parameters.

    Returns:
        `hand`, `deal`, `seat`, `strategy`, `decision`, `action`, its word `choice` (and
        `action_2` where one number is not enough); the fields of the view, under `view_NAME` where
        another column has the name; and the columns of the unit's tables, of the seat on turn
        where they are by seat.

    Raises:
        UserError: something in the arguments is wrong.
        StrategyError: a strategy took an illegal action, or a hand did not end.
    """
    return pl.concat(decisions_in_batches(game, n, columns=columns, **asked))


def decisions_in_batches(
    game: str, n: object = HANDS, *, columns: Sequence[str] | None = None, **asked: Any
) -> Iterator[pl.DataFrame]:
    """The same frame in pieces, one after the other, for more hands than memory holds."""
    setup = _setup(game, asked)
    fields = _fields(setup.game, columns)
    return (_decided(played, fields) for played in _played(setup, parse_count(n, label="n")))


def hands(game: str, n: object = HANDS, **asked: Any) -> pl.DataFrame:
    """Every seat of some hands as a row: what it was dealt, what it held at last, what came of it.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: hands, or matches: 1000, 1e4, "10k".
        asked: as `cardsim.run` takes it.

    Returns:
        `seed`, `hand`, `deal`, `seat`, `strategy`; what the game says of what seats hold (such as
        `cards`, ids with -1 for none, and `value`), with `dealt_` before it right after the deal;
        and the columns of the unit's tables, of the seat where they are by seat.

    Raises:
        UserError: something in the arguments is wrong.
        StrategyError: a strategy took an illegal action, or a hand did not end.
    """
    return pl.concat(hands_in_batches(game, n, **asked))


def hands_in_batches(game: str, n: object = HANDS, **asked: Any) -> Iterator[pl.DataFrame]:
    """The same frame in pieces, one after the other, for more hands than memory holds."""
    setup = _setup(game, asked)
    return (_held(played) for played in _played(setup, parse_count(n, label="n")))


def _setup(game: str, asked: dict[str, Any]) -> Setup:
    named = ("players", "unit", "strategy", "partner", "vs", "seats", "preset", "seed")
    table = {name: asked[name] for name in named if name in asked}
    options = {name: value for name, value in asked.items() if name not in named}
    return seat(resolve(game, **table, options=options))


def _played(setup: Setup, count: int) -> Iterator[Played]:
    """Some hands, in batches of as many steps as there is room for.

    Raises:
        StrategyError: a strategy took an illegal action, or a hand did not end.
    """
    room, first, end = ROOM, 0, count
    while first < end:
        recorder = _recorder(setup, room)
        ends, outcomes = [], []
        for hand in range(first, end):
            before = int(recorder.kept[0])
            try:
                ending = recorder.record(hand)
            except DecisionError as error:
                raise refused(setup, error) from (error.__cause__ or error)
            except Exception as error:
                raise raised(setup, hand, 1, error) from error
            if ending.status == FULL and (before > 0 or room < MAX_STEPS):
                recorder.kept[0] = before
                break
            if ending.status != DONE:
                raise blamed(setup, hand, endless=ending.status == FULL)
            ends.append(int(recorder.kept[0]))
            outcomes.append(recorder.outcomes[0].copy())
        if not ends:
            room *= 16
            continue
        kept = ends[-1]
        numbers = np.arange(first, first + len(ends))
        states, steps = recorder.states[:kept], recorder.steps[:kept]
        yield Played(setup, states, steps, numbers, np.array(ends), np.array(outcomes))
        first += len(ends)


def _recorder(setup: Setup, room: int) -> Recorder:
    return Recorder(
        setup.game,
        setup.seating,
        rules=setup.rules,
        players=setup.spec.players,
        unit=setup.goes_on,
        seed=setup.spec.seed,
        room=room,
    )


# ---------------------------------------------------------------- decisions


def _fields(game: Game, wanted: Sequence[str] | None) -> list[str]:
    """The fields of the view that are in the frame.

    Raises:
        UserError: one is none.
    """
    known = {name: game.layout.help[name] for name in game.layout.help}
    if wanted is None:
        return [name for name in known if _numbers(game, name) <= MOST_NUMBERS]
    for name in wanted:
        if name not in known:
            near = did_you_mean(echoed(name), known)
            lists = f"`cardsim games show {game.name}` lists the fields"
            raise UserError(
                f"the view of {game.name} has no field '{echoed(name)}'", hint=near or lists
            )
    return list(wanted)


def _numbers(game: Game, name: str) -> int:
    kind: Any = game.view
    size = 1
    for part in name.split("."):
        kind = kind[part]
        size *= int(np.prod(kind.shape, dtype=int))
        kind = kind.base
    return size


def _decided(played: Played, fields: Sequence[str]) -> pl.DataFrame:
    setup, game = played.setup, played.setup.game
    at = np.flatnonzero(played.steps[:, 0] >= 0)
    number, seats, action, second = played.steps[at].T
    row = played.row_of_each[at]
    views = played.states[at - 1]
    own: dict[str, Any] = {
        "hand": played.hands[row],
        "deal": played.deal_of_each[at],
        "seat": seats,
        "strategy": _strategies(setup, played.hands[row], seats),
        "decision": _worded([d.name for d in game.decisions], number),
        "action": action,
    }
    if any(d.wide for d in game.decisions):
        own["action_2"] = second
    own["choice"] = _choices(game, number, action)
    came = _outcome(setup, played.outcomes[row], seats)
    shown: dict[str, Any] = {}
    for name in fields:
        if name == "seat":
            continue
        column = f"{CLASH}{name}" if name in own or name in came else name
        shown[column] = _column(_field(views, name))
    return pl.DataFrame({**own, **shown, **came})


def _choices(game: Game, number: np.ndarray[Any, Any], action: np.ndarray[Any, Any]) -> pl.Series:
    """The word of each action, where its decision has words."""
    found = np.full(len(number), None, object)
    for k, decision in enumerate(game.decisions):
        if decision.actions:
            here = number == k
            found[here] = np.array(decision.actions, object)[action[here]]
    return pl.Series(found, dtype=pl.String)


def _field(views: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    values: np.ndarray[Any, Any] = views
    for part in name.split("."):
        values = values[part]
    return values


def _column(values: np.ndarray[Any, Any]) -> pl.Series:
    return pl.Series(np.ascontiguousarray(values))


# ---------------------------------------------------------------- hands


def _held(played: Played) -> pl.DataFrame:
    setup, players = played.setup, played.setup.spec.players
    dealt = np.flatnonzero(played.steps[:, 0] == DEALT)
    scored = np.flatnonzero(played.steps[:, 0] == SCORED)
    row, deal = played.row_of_each[dealt], played.deal_of_each[dealt]
    seats = np.tile(np.arange(players), len(dealt))
    each: Callable[[Any], Any] = lambda values: np.repeat(values, players)
    own: dict[str, Any] = {
        "seed": pl.Series([setup.spec.seed], dtype=pl.UInt64).new_from_index(0, len(seats)),
        "hand": each(played.hands[row]),
        "deal": each(deal),
        "seat": seats,
        "strategy": _strategies(setup, each(played.hands[row]), seats),
    }
    for before, states in (("dealt_", played.states[dealt]), ("", played.states[scored])):
        if setup.game.holdings is not None:
            for name, values in setup.game.holdings(states).items():
                rows = values[:, :players]
                own[f"{before}{name}"] = _column(rows.reshape(len(seats), *rows.shape[2:]))
    came = _outcome(setup, played.outcomes[each(row)], seats)
    return pl.DataFrame({**own, **{n: v for n, v in came.items() if n not in own}})


def _strategies(
    setup: Setup, numbers: np.ndarray[Any, Any], seats: np.ndarray[Any, Any]
) -> pl.Series:
    """The strategy in each of these seats, in these hands."""
    if not setup.run.seated:
        return pl.Series([None] * len(seats), dtype=pl.String)
    table = setup.seating.table
    names = [player.brief for _, player in setup.run.seated]
    return _worded(names, table[numbers % len(table), seats])


def _worded(words: Sequence[str], numbers: np.ndarray[Any, Any]) -> pl.Series:
    return pl.Series(np.array(words, object)[numbers], dtype=pl.String)


def _outcome(
    setup: Setup, outcomes: np.ndarray[Any, Any], seats: np.ndarray[Any, Any]
) -> dict[str, pl.Series]:
    """The columns of the unit's tables, each once; by seat that of the seat."""
    found: dict[str, pl.Series] = {}
    for table in setup.unit.tables:
        if table.by is not None:
            continue
        for column in table.columns:
            values = outcomes[column.field]
            if values.ndim > 1:
                values = values[np.arange(len(seats)), seats]
            found.setdefault(column.name, _measured(column, values))
    return found


def _measured(column: Column, values: np.ndarray[Any, Any]) -> pl.Series:
    if column.labels:
        return _worded(column.labels, values - column.low)
    return _column(values * column.scale if column.scale != 1 else values)


__all__ = ["StrategyError", "decisions", "decisions_in_batches", "hands", "hands_in_batches"]
