"""Hands and decisions as polars frames: cards, views, actions and outcomes.

The logged loop (`cardsim.engine.trace`) plays them. A run of the same seed counts the same hands,
and `cardsim replay` shows them. Rows are stored in the catalogue, so that no hand is played twice.
"""

from __future__ import annotations

import io
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from cardsim.cards import CARD_NAMES
from cardsim.engine.bulk import Ending
from cardsim.engine.deciding import DecisionError
from cardsim.engine.hand_loop import DEALT, DONE, ENDLESS, FULL, SCORED, STOPPED
from cardsim.engine.trace import MAX_STEPS, Recorder, Trace, recording_loop
from cardsim.errors import THREADS, StrategyError, UserError, echoed
from cardsim.game import Column, Game
from cardsim.games import load_game
from cardsim.options.params import did_you_mean, parse_count, taken_from
from cardsim.process.forks import check_not_forked
from cardsim.runs.crews import STOP_SECONDS, TELL_SECONDS, Hands, TaskResult, crew
from cardsim.runs.kept import HandCache
from cardsim.runs.preparation import Resolved, Setup, check_threads, resolve, set_up
from cardsim.runs.replays import blamed, fault_of, raised, refused, replay_command, stuck
from cardsim.runs.request import Request
from cardsim.runs.seating import Rivals, Who
from cardsim.runs.workers import check_executor

HANDS = 10_000
TABLE = frozenset(("players", "unit", "strategy", "partner", "vs", "seats", "preset", "seed"))
"""Arguments of `hands` that are no options."""
ROOM = 1 << 12
"""Steps collected before they become rows: more do not fit into the processor's cache."""
AT_ONCE = 1 << 12
"""Hands played before they become rows."""
ROWS = 1 << 16
"""Rows of a batch, besides the remaining ones of its last hand."""
USUAL_NUMBERS = 16
"""Numbers of a field of the view that is a column by default: one for each seat."""
MOST_FIELDS = 1000
OWN = frozenset(
    ("seed", "hand", "deal", "seat", "strategy", "decision", "action", "action_2", "choice")
)
"""Columns of every game; a field of the view with such a name becomes `view_NAME`."""
CARDS = "cards"
HELD = "held_cards"
"""A field of decisions that no view has: the cards that the seat held, as names."""


def hands(  # noqa: D417  (the others: see `run`)
    game: str,
    n: object = HANDS,
    *,
    players: int | None = None,
    unit: str | None = None,
    strategy: Who | None = None,
    partner: Who | None = None,
    vs: Rivals | None = None,
    seats: str | Sequence[Who] | None = None,
    preset: str | None = None,
    seed: int | None = None,
    executor: Executor | None = None,
    **options: Any,
) -> pl.DataFrame:
    """Return a frame with a row for each hand and seat.

    The hands are those that `cardsim.run` counts with the same arguments and unit. Arguments that
    are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: hands, or matches: 10000, 1e4, "10k".
        unit: the unit played, such as "hand" or "match"; by default single hands, if the game has
            them.
        executor: plays instead of this process, as in `cardsim.run`, and the rows are the same.
        options: house rules, and the hero's parameters.

    Returns:
        A row for each hand and seat, in order:

        - `seed` (UInt64) and `hand` (Int64), as `cardsim replay` takes them; for matches also
            `deal` (Int32), the number of the hand in it, from 0;
        - `seat` (Int8), and `strategy` (Enum), its player;
        - `dealt_cards` and `held_cards` (List of Enum, "KH" for the king of hearts): right after
            the deal, and when the hand is scored; and other numbers of the game about hands held,
            such as `dealt_value` and `held_value`. A game without cards has none, and a seat that
            is out of a match has no cards and no values;
        - the outcome: the columns of the tables that `cardsim.run` counts, those of the seat if
            they are by seat, and those of the match in a match. Whole numbers have the type of the
            game's outcomes, shares and halves are Float64, and words, such as `end`, an Enum.
    """
    asked = Request.given(locals())
    if executor is not None:
        return _by_workers(executor, asked, _held)
    setup, count = prepared(asked)
    return pl.concat(hands_of(setup, count))


def hands_in_batches(game: str, n: object = HANDS, **asked: Any) -> Iterator[pl.DataFrame]:
    """Yield the frame of `hands` in pieces, for more hands than memory holds.

    The arguments are those of `hands`, and are checked at once; a piece is played when it is asked
    for. Each has about `ROWS` rows, and no hand is split.
    """
    setup, count = prepared(_request(game, n, asked))
    return hands_of(setup, count)


def decisions(  # noqa: D417  (the others: see `run`)
    game: str,
    n: object = HANDS,
    *,
    fields: str | Sequence[str] | None = None,
    players: int | None = None,
    unit: str | None = None,
    strategy: Who | None = None,
    partner: Who | None = None,
    vs: Rivals | None = None,
    seats: str | Sequence[Who] | None = None,
    preset: str | None = None,
    seed: int | None = None,
    executor: Executor | None = None,
    **options: Any,
) -> pl.DataFrame:
    """Return the decisions of some hands as a frame: view, action, and outcome of each.

    The hands are those that `cardsim.run` counts with the same arguments and unit. Arguments that
    are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim games` with decisions.
        n: hands, or matches: 10000, 1e4, "10k".
        fields: fields of the view that become columns, as a sequence or in one text separated by
            commas; by default all with at most `USUAL_NUMBERS` numbers.
        unit: the unit played, such as "hand" or "match"; by default single hands, if the game has
            them.
        executor: plays instead of this process, as in `cardsim.run`, and the rows are the same.
        options: house rules, and the hero's parameters.

    Returns:
        A row for each decision, in the order in which they were taken:

        - `seed`, `hand`, `deal` (in matches), `seat` and `strategy`, as in the frame of `hands`;
        - `decision` (Enum), `action` (Int64, and `action_2` if an action is two numbers), and
            `choice` (Enum), the word for it, null if the game has none;
        - the fields of the view, each of its own type, an Array if it is several numbers; cards are
            ids, as strategies see them (`cardsim.cards.card_name`). The own hand is `view_hand`,
            since `hand` is a number;
        - the outcome, as in the frame of `hands`, of the seat that decided. A column with the name
            of a field of the view is `final_NAME`, such as `final_knocker`.
    """
    asked = Request.given(locals())
    if executor is not None:
        return _by_workers(executor, asked, _decided, fields_of(asked.rules_of, fields))
    setup, count = prepared(asked)
    return pl.concat(decisions_of(setup, count, fields_of(setup.game, fields)))


def decisions_in_batches(
    game: str, n: object = HANDS, *, fields: str | Sequence[str] | None = None, **asked: Any
) -> Iterator[pl.DataFrame]:
    """Yield the frame of `decisions` in pieces, for more hands than memory holds.

    The arguments are those of `decisions`, and are checked at once; a piece is played when it is
    asked for. Each has about `ROWS` rows, and no hand is split.
    """
    setup, count = prepared(_request(game, n, asked))
    return decisions_of(setup, count, fields_of(setup.game, fields))


def _request(game: str, n: object, asked: Mapping[str, Any]) -> Request:
    """Return the request of the arguments of `hands`; any other argument is an option."""
    named = {name: asked[name] for name in asked.keys() & TABLE}
    options = {name: value for name, value in asked.items() if name not in named}
    return Request(game, n, **named, options=options)


def prepared(asked: Request) -> tuple[Setup, int]:
    """Return the run to be played, and the number of hands; single hands by default."""
    run, count = _resolved(asked)
    return set_up(run), count


def _resolved(asked: Request) -> tuple[Resolved, int]:
    count = parse_count(asked.n, label="n")
    unit = asked.unit or load_game(asked.game).single_unit
    return resolve(replace(asked, n=count, unit=unit), count), count


def hands_of(setup: Setup, count: int) -> Iterator[pl.DataFrame]:
    """Yield the frames of the first `count` hands."""
    return _gathered(_kept_or_played(setup, count, _held))


def decisions_of(setup: Setup, count: int, fields: Sequence[str]) -> Iterator[pl.DataFrame]:
    """Yield the frames of the decisions of the first `count` hands, with these fields."""
    return _gathered(_kept_or_played(setup, count, _decided, fields))


def flat(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame with one value in each cell, as `write_csv` takes it.

    Several cards or numbers become one text with blanks between them, "KH 3D", and words plain
    strings; so they are strings in pandas too (`cardsim.flat(frame).to_pandas()`). It is what
    `cardsim hands -o hands.csv` writes.
    """
    if not isinstance(frame, pl.DataFrame):
        given = f"{type(frame).__module__.partition('.')[0]} {type(frame).__name__}"
        raise UserError(
            f"frame must be a polars frame, not {echoed(given.removeprefix('builtins '))}",
            hint="cardsim.flat comes first, and then to_pandas: cardsim.flat(frame).to_pandas()",
        )
    columns = []
    for name, kind in frame.schema.items():
        column = pl.col(name)
        if isinstance(kind, pl.Array):
            column = column.reshape((len(frame), math.prod(kind.shape))).arr.to_list()
        parts: Any = kind.inner if isinstance(kind, pl.List) else kind
        while isinstance(kind, pl.Array) and isinstance(parts, pl.Array):
            parts = parts.inner
        if parts.is_nested() or parts == pl.Object:
            raise UserError(
                f"column '{echoed(name)}' has a {echoed(kind)} in each cell, which has no flat form"
            )
        if isinstance(kind, pl.Array | pl.List):
            column = column.cast(pl.List(pl.String)).list.join(" ")
        columns.append(column.cast(pl.String) if isinstance(kind, pl.Enum) else column)
    return frame.select(columns)


def fields_of(game: Game, wanted: str | Sequence[str] | None) -> list[str]:
    """Return the fields of the view that become columns."""
    if not game.decisions:
        raise UserError(
            f"nobody decides anything in {game.name}, so that there are no decisions to tell of",
            hint=f"`cardsim hands {game.name}` tells what came of its {game.usual_unit}s",
        )
    known = list(game.layout.help)
    if wanted is None:
        return [name for name in known if _numbers(game, name) <= USUAL_NUMBERS]
    known += [HELD] if game.holdings is not None else []
    listed = wanted.split(",") if isinstance(wanted, str) else wanted
    message = f"fields must name fields of the view, not {echoed(wanted)}"
    chosen = [str(name).strip() for name in taken_from(listed, MOST_FIELDS, message)]
    for name in chosen:
        if name not in known:
            lists = f"{game.name} has: {', '.join(known)}"
            raise UserError(
                f"the view of {game.name} has no field '{echoed(name)}'",
                hint=did_you_mean(echoed(name), known) or lists,
            )
    return list(dict.fromkeys(chosen))


def _numbers(game: Game, name: str) -> int:
    """Return the size of a field of the view."""
    kind: Any = game.view
    size = 1
    for part in name.split("."):
        kind = kind[part]
        size *= int(np.prod(kind.shape, dtype=int))
        kind = kind.base
    return size


def _gathered(frames: Iterable[pl.DataFrame]) -> Iterator[pl.DataFrame]:
    """Yield frames that end with the hand of their `ROWS`-th row, except the last.

    So they do not depend on the frames that they are made of.
    """
    waiting: list[pl.DataFrame] = []
    is_first = True
    for frame in frames:
        waiting.append(frame)
        while sum(map(len, waiting)) >= ROWS:
            rows = pl.concat(waiting, rechunk=True)
            end = rows["hand"].search_sorted(rows["hand"][ROWS - 1], "right")
            yield rows[:end]
            waiting, is_first = [rows[end:]], False
    if is_first or any(map(len, waiting)):
        yield pl.concat(waiting, rechunk=True)


# ---------------------------------------------------------------- kept


@dataclass(frozen=True)
class _Rows:
    """Rows of some hands."""

    hands: int
    frame: pl.DataFrame


@dataclass(frozen=True)
class _Written:
    """Rows as stored in the catalogue, in Arrow's file format."""

    hands: int
    arrow: bytes


def _kept_or_played(
    setup: Setup, count: int, frame_of: Callable[..., pl.DataFrame], *told: Any
) -> Iterator[pl.DataFrame]:
    """Yield frames of hands: stored ones first, then new ones, which are stored."""
    task = frame_of, told
    kept = HandCache(_Written, _joined, task, [[setup]], plain=_written, made=_made)
    first = rows = 0
    try:
        for part in kept.before(0, 0, count):
            first += part.hands
            yield part.frame
        for played in _played(setup, first, count):
            part = _Rows(len(played.outcomes), frame_of(played, *told))
            kept.add(0, first, part)
            first += part.hands
            rows += len(part.frame)
            if rows >= ROWS:
                kept.write()
                rows = 0
            yield part.frame
    finally:
        kept.close()


def _by_workers(
    executor: Executor, asked: Request, frame_of: Callable[..., pl.DataFrame], *told: Any
) -> pl.DataFrame:
    """Return the frame of hands that an executor plays; as `_kept_or_played`."""
    check_not_forked()
    check_executor(executor)
    run, count = _resolved(asked)
    task = frame_of, told
    kept = HandCache(_Written, _joined, task, [[run]], plain=_written, made=_made)
    stop = np.zeros(1, np.uint8)
    how: dict[str, Any] = {"threads": check_threads(None), "executor": executor, "kept": kept}
    with crew([[run]], _rows_task, task, size=AT_ONCE, stop=stop, **how) as players:
        parts = [part for _, part in players.parts([Hands(0, count)])]
    whole = _joined(parts)
    if whole.hands < count:
        raise KeyboardInterrupt
    return whole.frame.rechunk()


def _rows_task(  # noqa: PLR0917  executors take no keyword-only arguments for granted
    setups: Sequence[Setup],
    first: int,
    hands: int,
    size: int,
    frame_of: Callable[..., pl.DataFrame],
    told: Sequence[Any],
) -> TaskResult:
    """Play some hands of one run, and return their rows."""
    del size
    (setup,) = setups
    began = time.perf_counter()
    parts = [
        _Rows(len(played.outcomes), frame_of(played, *told))
        for played in played_here(setup, recorder_of(setup), range(first, first + hands))
    ]
    return TaskResult((_joined(parts),), time.perf_counter() - began)


def _joined(parts: Sequence[_Rows]) -> _Rows:
    return _Rows(sum(part.hands for part in parts), pl.concat(part.frame for part in parts))


def _written(part: _Rows) -> _Written:
    arrow = io.BytesIO()
    part.frame.write_ipc(arrow, compression="zstd")
    return _Written(part.hands, arrow.getvalue())


def _made(written: _Written) -> _Rows:
    return _Rows(written.hands, pl.read_ipc(io.BytesIO(written.arrow)))


# ---------------------------------------------------------------- playing


@dataclass(frozen=True)
class RecordedHands:
    """Hands as they were recorded, one after the other.

    Attributes:
        setup: the run.
        states, steps: as in `Recorder`.
        row: index of each step's hand.
        numbers: number of each hand.
        outcomes: outcome of each hand.
    """

    setup: Setup
    states: np.ndarray[Any, Any]
    steps: np.ndarray[Any, Any]
    row: np.ndarray[Any, Any]
    numbers: np.ndarray[Any, Any]
    outcomes: np.ndarray[Any, Any]

    def at(self, kind: int) -> np.ndarray[Any, Any]:
        """Return the indices of the steps of a kind."""
        return np.flatnonzero(self.steps[:, 0] == kind)

    def deal(self, at: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return the number of the deal in its match of some steps, from 0."""
        dealt = np.cumsum(self.steps[:, 0] == DEALT)
        before = dealt[np.searchsorted(self.row, np.arange(len(self.numbers)))]
        deals: np.ndarray[Any, Any] = dealt[at] - before[self.row[at]]
        return deals.astype(np.int32)


def _played(setup: Setup, first: int, count: int) -> Iterator[RecordedHands]:
    """Yield the hands from `first` until `count`, in pieces."""
    check_not_forked()
    recorder = recorder_of(setup)
    # In a thread of its own, so that Ctrl-C works while a strategy thinks.
    pool = ThreadPoolExecutor(1, thread_name_prefix=THREADS)
    try:
        while first < count:
            most = min(count - first, AT_ONCE)
            outcomes = _heard(setup, pool.submit(_recorded, setup, recorder, first, most))
            yield _cut(setup, recorder, first, outcomes)
            first += len(outcomes)
    finally:
        pool.shutdown(wait=False)


def recorder_of(setup: Setup) -> Recorder:
    """Return the recorder of a run's hands, with its loop compiled."""
    recording_loop(setup.game, setup.seating).compile()
    return Recorder(
        setup.game,
        setup.seating,
        rules=setup.rules,
        players=setup.spec.players,
        unit=setup.goes_on,
        seed=setup.spec.seed,
        stop=setup.stop,
        room=ROOM + MAX_STEPS,
        hands=AT_ONCE,
    )


def played_here(setup: Setup, recorder: Recorder, hands: range) -> Iterator[RecordedHands]:
    """Yield hands in pieces, played in this thread; each is valid until the next is asked for."""
    first = hands.start
    while first < hands.stop:
        outcomes = _recorded(setup, recorder, first, min(hands.stop - first, AT_ONCE))
        yield _cut(setup, recorder, first, outcomes)
        first += len(outcomes)


def _heard(setup: Setup, task: Future[Any]) -> Any:
    """Return the result of a task."""
    try:
        while not wait([task], timeout=TELL_SECONDS).done:
            pass
    except KeyboardInterrupt:
        setup.stop[0] = 1
        if not wait([task], timeout=STOP_SECONDS).done:
            raise stuck([setup]) from None
        raise
    return task.result()


def _recorded(setup: Setup, recorder: Recorder, first: int, most: int) -> np.ndarray[Any, Any]:
    """Record as many hands as there is room for, and return their outcomes."""
    recorder.kept[0] = 0
    if not setup.seating.deciders:
        ending = _kept(setup, recorder, first, most, room=ROOM)
        done = most if ending.status == DONE else ending.hand - first
        if done > 0:
            return recorder.outcomes[:done]
        # The first of them is longer than usual, and gets all the room.
        recorder.kept[0], most = 0, 1
    outcomes: list[Any] = []
    # One by one: strategies in Python may remember questions, and are asked once.
    while len(outcomes) < most and recorder.kept[0] <= ROOM:
        _kept(setup, recorder, first + len(outcomes), 1)
        outcomes.append(recorder.outcomes[0].copy())
    return np.array(outcomes)


def _kept(
    setup: Setup, recorder: Recorder, first: int, count: int, *, room: int | None = None
) -> Ending:
    """Record hands, and return how that ended: DONE, or FULL if they have limited room."""
    try:
        ending = recorder.record(first, count, room=room)
    except DecisionError as error:
        raise refused(setup, error) from (error.__cause__ or error)
    except Exception as error:
        raise raised(setup, first, count, error) from error
    if ending.status == DONE or (ending.status == FULL and room is not None):
        return ending
    if ending.status == STOPPED:
        raise KeyboardInterrupt
    if ending.status == ENDLESS:
        raise blamed(setup, ending.hand, endless=True)
    last = [recorder.step(int(recorder.kept[0]) - 1)]
    traced = Trace(setup.game, setup.rules[0], last, recorder.outcomes[0], ending.status)
    hint = f"see it with: {replay_command(setup, ending.hand)}"
    raise StrategyError(str(fault_of(setup, traced, ending.hand)), hint=hint)


def _cut(
    setup: Setup, recorder: Recorder, first: int, outcomes: np.ndarray[Any, Any]
) -> RecordedHands:
    """Return the complete hands of a recorder."""
    kept = int(recorder.kept[0])
    begins = recorder.steps[:kept, 0] == DEALT
    if setup.goes_on:
        begins &= recorder.states["deals"][:kept] == 0
    row = np.cumsum(begins) - 1
    whole = int(np.searchsorted(row, len(outcomes)))
    return RecordedHands(
        setup,
        recorder.states[:whole],
        recorder.steps[:whole],
        row[:whole],
        np.arange(first, first + len(outcomes)),
        outcomes,
    )


# ---------------------------------------------------------------- frames


def _held(played: RecordedHands) -> pl.DataFrame:
    """Return a row for each hand and seat."""
    setup, players = played.setup, played.setup.spec.players
    dealt = played.at(DEALT)
    seats = np.tile(np.arange(players), len(dealt))
    row = np.repeat(played.row[dealt], players)
    columns = _whose(played, row, np.repeat(dealt, players), seats)
    if setup.game.holdings is not None:
        for when, at in (("dealt", dealt), ("held", played.at(SCORED))):
            for name, values in setup.game.holdings(played.states[at]).items():
                rows = values[:, :players].reshape(len(seats), *values.shape[2:])
                column = _cards(rows) if name == CARDS else _numbered(rows).fill_nan(None)
                columns[f"{when}_{name}"] = column
    return pl.DataFrame({**columns, **_outcome(setup, played.outcomes[row], seats)})


def _decided(played: RecordedHands, fields: Sequence[str]) -> pl.DataFrame:
    """Return a row for each decision."""
    setup, game = played.setup, played.setup.game
    at = np.flatnonzero(played.steps[:, 0] >= 0)
    number, seats, action, second = played.steps[at].T
    row = played.row[at]
    columns = _whose(played, row, at, seats)
    columns["decision"] = _worded([d.function for d in game.decisions], number)
    columns["action"] = _numbered(action)
    if any(d.wide for d in game.decisions):
        columns["action_2"] = _numbered(second)
    columns |= _choice(game, number, action)
    for name in fields:
        if name == HELD and game.holdings is not None:
            held = game.holdings(played.states[at - 1])[CARDS]
            columns[HELD] = _cards(held[np.arange(len(at)), seats])
        elif name != "seat":
            values: np.ndarray[Any, Any] = played.states
            for part in name.split("."):
                values = values[part]
            columns[f"view_{name}" if name in OWN else name] = _numbered(values[at - 1])
    # For all fields, wanted or not, so that a name always means the same.
    for name, values_of in _outcome(setup, played.outcomes[row], seats).items():
        columns[f"final_{name}" if name in game.view_help else name] = values_of
    return pl.DataFrame(columns)


def _whose(
    played: RecordedHands,
    row: np.ndarray[Any, Any],
    at: np.ndarray[Any, Any],
    seats: np.ndarray[Any, Any],
) -> dict[str, pl.Series]:
    """Return the columns of the hand, the seat and its player."""
    setup, hand = played.setup, played.numbers[row]
    seed = pl.Series([setup.spec.seed], dtype=pl.UInt64)
    columns = {"seed": seed.new_from_index(0, len(seats)), "hand": _numbered(hand)}
    if setup.goes_on:
        columns["deal"] = _numbered(played.deal(at))
    columns["seat"] = _numbered(seats.astype(np.int8))
    if setup.run.seated:
        table = setup.seating.at(setup.spec.seed, hand)
        names = [player.brief for _, player in setup.run.seated]
        columns["strategy"] = _worded(names, table[np.arange(len(seats)), seats])
    return columns


def _choice(
    game: Game, number: np.ndarray[Any, Any], action: np.ndarray[Any, Any]
) -> dict[str, pl.Series]:
    """Return the word of each action; no column if no decision has words."""
    words = [word for decision in game.decisions for word in decision.actions]
    if not words:
        return {}
    many = np.array([len(decision.actions) for decision in game.decisions])
    place = np.where(many[number] > 0, (np.cumsum(many) - many)[number] + action, len(words))
    return {"choice": _worded([*words, None], place)}


def _outcome(
    setup: Setup, outcomes: np.ndarray[Any, Any], seats: np.ndarray[Any, Any]
) -> dict[str, pl.Series]:
    """Return the columns of the unit's tables, each once; by seat or side that of the seat."""
    sides = np.array(setup.spec.sides or range(setup.spec.players))
    columns: dict[str, pl.Series] = {}
    for table in setup.unit.tables:
        # Other tables are about something smaller.
        if table.by is None or table.by.name == "side":
            for column in table.columns:
                values = outcomes[column.field]
                if values.ndim > 1:
                    place = seats if table.by_seat else sides[seats]
                    values = values[np.arange(len(seats)), place]
                columns.setdefault(column.name, _measured(column, values))
    return columns


def _measured(column: Column, values: np.ndarray[Any, Any]) -> pl.Series:
    """Return a column of outcomes in its own words or numbers."""
    if column.labels:
        return _worded(column.labels, values - column.low)
    return _numbered(values * column.scale if column.scale != 1 else values)


def _cards(ids: np.ndarray[Any, Any]) -> pl.Series:
    """Return the names of the cards of each row, whose ids are followed by -1."""
    names = _worded(CARD_NAMES, np.maximum(ids, 0).reshape(-1))
    rows = pl.DataFrame({"cards": names.reshape(ids.shape), "held": (ids >= 0).sum(1)})
    return rows.select(pl.col("cards").arr.to_list().list.head("held")).to_series()


def _worded(words: Sequence[str | None], places: np.ndarray[Any, Any]) -> pl.Series:
    """Return the words at these places."""
    kinds = list(dict.fromkeys(word for word in words if word is not None))
    return pl.Series(words, dtype=pl.Enum(kinds)).gather(places)


def _numbered(values: np.ndarray[Any, Any]) -> pl.Series:
    return pl.Series(np.ascontiguousarray(values))
