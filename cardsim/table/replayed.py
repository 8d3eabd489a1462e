"""One hand of a run, or one match, shown move by move."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from cardsim.engine import counting
from cardsim.engine.hand_loop import DONE
from cardsim.engine.trace import Trace, recording_loop
from cardsim.errors import THREADS, StrategyError, UserError, echoed
from cardsim.game import Axis, Column, Event, Game, Step, Unit
from cardsim.options.params import MOST_HANDS, Option
from cardsim.runs import replays
from cardsim.runs.answer import Answer
from cardsim.runs.preparation import Resolved, Setup, check_supply, recall, resolve, set_up
from cardsim.runs.request import Request
from cardsim.runs.result import Result
from cardsim.runs.seating import Rivals, Who
from cardsim.runs.spec import Player, RunSpec
from cardsim.runs.words import capitalised
from cardsim.table.saved_views import plain_views
from cardsim.table.typed_text import typed_text

SCHEMA = "cardsim.replay/2"
MOST_LINES = 10_000
"""Largest number of moves in a text; an endless strategy makes more."""
HEARING_SECONDS = 0.2


@dataclass(frozen=True, eq=False, repr=False)
class Replay(Answer):
    """One hand, or one match, as it was played; `print` shows it move by move."""

    hand: int
    trace: Trace
    _setup: Setup
    rows = "moves"
    settled = "a replay"

    def __str__(self) -> str:
        parts = [*self.heading, "", *self.moves]
        rows = self.results
        if rows:
            space = max(len(name) for name, _ in rows)
            parts += ["", "Result", *(f"  {name.ljust(space)}  {value}" for name, value in rows)]
        return "\n".join(parts)

    @property
    def spec(self) -> RunSpec:
        """The run of the hand."""
        return self._setup.spec

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self._setup.game

    @property
    def unit(self) -> Unit:
        """The unit that was played: a hand, or a match."""
        return self._setup.unit

    @property
    def seats(self) -> tuple[Player, ...]:
        """The player in each seat; none in a game without decisions."""
        places = range(self.spec.players) if self.spec.seats else ()
        return tuple(replays.player_at(self._setup, self.hand, k) for k in places)

    @property
    def steps(self) -> list[Step]:
        """The deal, each decision and event of chance with the states around it, the scoring."""
        return self.trace.steps

    @property
    def events(self) -> list[Event]:
        """The steps in the words of the rules."""
        return self.trace.events

    @cached_property
    def lines(self) -> list[str]:
        """The steps for people, a line for each move."""
        story = self.game.tell(self._allowed, self._setup.rules[0], self.spec.places)
        return [capitalised(line) for line in story]

    @property
    def outcome(self) -> dict[str, Any]:
        """The outcome as the run counts it; a list has a value for each seat, or the like.

        Empty if the hand was not played to its end.
        """
        return {name: column["value"] for name, column in self._columns.items()}

    @property
    def fault(self) -> str | None:
        """The mistake of a strategy in it; None if it was played to its end."""
        return replays.fault_of(self._setup, self.trace, self.hand)

    @property
    def sentence(self) -> str:
        """A sentence on the end of the hand."""
        text = f"{self.name}: {self.fault or self.lines[-1].rstrip('.')}."
        return capitalised(text)

    def frame(self) -> pl.DataFrame:
        """Return a row for each move: its number, and the event in words."""
        return pl.DataFrame({"move": range(1, len(self.lines) + 1), "told": self.lines})

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The moves, the events in the words of the rules, and the outcome of the hand."""
        events = [(e.kind, e.seat, " ".join(map(str, e.values))) for e in self.events]
        results = [(name, o["help"], o["told"]) for name, o in self._columns.items()]
        kind = {"name": pl.String, "text": pl.String, "value": pl.String}
        return {
            self.rows: self.frame(),
            "events": pl.DataFrame(events, ["kind", "seat", "values"], orient="row"),
            "results": pl.DataFrame(results, kind, orient="row"),
        }

    @property
    def command(self) -> str:
        """The command that shows it."""
        return replays.replay_command(self._setup, self.hand)

    def written(self, form: str) -> str:
        """Return the hand in another program's format, such as `pbn` for boards of Bridge."""
        formats = self.game.formats
        if form not in formats:
            known = ", ".join(formats) or "there is none"
            raise UserError(f"no format '{echoed(form)}' for {self.game.name}; {known}")
        names = [player.as_option for player in self.seats]
        return "\n".join(formats[form](self._allowed, self._setup.rules[0], names))

    def typed(self) -> str:
        """Return the hand as `review --hand` reads it, with everything hidden."""
        hero = self.spec.hero_of(self.hand) or 0
        return typed_text(self._allowed, self.spec, self.game, hero)

    @property
    def _allowed(self) -> list[Step]:
        """The steps before an illegal one."""
        return self.steps if self.trace.status == DONE else self.steps[:-1]

    @property
    def name(self) -> str:
        """Name of the hand: `hand 7 of seed 1`."""
        unit, seed = self.unit.name, self.spec.seed
        # Boards have numbers of their own, from 1: they decide dealer and vulnerability.
        board = self.hand // self.spec.turns + 1
        number = f"{board} (--hand {self.hand})" if unit == "board" else str(self.hand)
        return f"{unit} {number} of seed {seed}"

    @property
    def heading(self) -> list[str]:
        """The hand, and the player in each seat."""
        hero = self.spec.hero_of(self.hand)
        players, places = enumerate(self.seats), self.spec.places
        return [
            f"{self.game.title}, {self.name}",
            *(
                f"{capitalised(places[k])}: {player}{', you' if k == hero else ''}"
                for k, player in players
            ),
        ]

    @property
    def moves(self) -> Sequence[str]:
        """The first lines, and the number of further ones."""
        more = len(self.lines) - MOST_LINES
        rest = [f"... and {more} lines more; `lines` and --json have them"] if more > 0 else []
        return [*self.lines[:MOST_LINES], *rest]

    @property
    def results(self) -> list[tuple[str, str]]:
        """The outcome for people: names of the numbers, and the numbers."""
        return [(o["help"], o["told"]) for o in self._columns.values()]

    @cached_property
    def _columns(self) -> dict[str, dict[str, Any]]:
        """Help, value and the value in words, by name of the column; empty without an end."""
        if self.trace.status != DONE:
            return {}
        columns: dict[str, dict[str, Any]] = {}
        for table in self.unit.tables:
            axis = table.axis(self.spec.players)
            for column in table.columns:
                raw = self.trace.outcome[column.field]
                if raw.ndim and axis is not None:
                    places = axis.high - axis.low + 1
                    value: Any = [_value(column, number) for number in raw[:places]]
                    names = self._names(axis)
                    text = ", ".join(
                        f"{name}: {column.word(v)}" for name, v in zip(names, value, strict=True)
                    )
                else:
                    value = _value(column, raw)
                    text = column.word(value)
                columns.setdefault(column.name, {"help": column.help, "value": value, "told": text})
        return {**columns, **self._worth()}

    def _worth(self) -> dict[str, dict[str, Any]]:
        """Return the outcome's measures by display options, such as money at a stake."""
        unit, display = self.unit, dict(self.spec.display)
        columns: dict[str, dict[str, Any]] = {}
        for measure in unit.told(display).measures:
            if measure.per:
                column = unit.column(measure)
                stored = np.array([self.trace.outcome[column.field]])
                amount = float(counting.counted(stored, column, measure)[0])
                worth = amount * unit.step(measure, display) - measure.taken_off(display)
                columns[measure.name] = {
                    "help": measure.text,
                    "value": round(worth, 9),
                    "told": f"{worth:g}",
                }
        return columns

    def _names(self, axis: Axis) -> list[str]:
        """Return the names of an axis's places."""
        places = range(axis.low, axis.high + 1)
        if axis.name in {"seat", "side"}:
            return self.spec.called(axis.name, places)
        first, *rest = places
        return [f"{axis.name} {first}", *map(str, rest)]

    @cached_property
    def views(self) -> list[dict[str, Any]]:
        """The view of the seat on turn at each decision, which `cardsim advise --view` reads."""
        seen = [
            (step.seat, step.decision.name, step.before)
            for step in self._allowed
            if step.decision is not None
        ]
        return plain_views(self._about, seen, self.game)

    @property
    def _about(self) -> dict[str, Any]:
        spec = self.spec
        rules = dict(spec.rules)
        return {"game": spec.game, "unit": spec.unit, "players": spec.players, "rules": rules}

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.spec, self.hand)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`."""
        spec = self.spec
        return {
            "schema": SCHEMA,
            "command": self.command,
            **self._about,
            "seats": [
                {"strategy": p.strategy, "parameters": dict(p.parameters)} for p in self.seats
            ],
            "seed": spec.seed,
            "hand": self.hand,
            "events": [asdict(event) for event in self.events],
            "told": self.lines,
            "views": self.views,
            "outcome": self.outcome,
            "fault": self.fault,
        }


def _value(column: Column, raw: Any) -> Any:
    """Return a number of an outcome as the result's tables have it."""
    if column.labels:
        return column.labels[int(raw) - column.low]
    return round(float(raw) * column.scale, 9) if column.scale != 1 else int(raw)


def replay(  # noqa: D417  (the others: see `run`)
    game: str,
    hand: object = 0,
    *,
    seed: int | None = None,
    players: int | None = None,
    unit: str | None = None,
    strategy: Who | None = None,
    partner: Who | None = None,
    vs: Rivals | None = None,
    seats: str | Sequence[Who] | None = None,
    preset: str | None = None,
    **options: Any,
) -> Replay:
    """Play one hand of a run again, step by step.

    Arguments that are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim.list_games()`.
        hand: number of the hand, or match, in the run.
        seed: seed of the run, `result.spec.seed`.
        options: house rules, display options, and the hero's parameters.
    """
    if seed is None:
        hint = "every result has its seed: result.spec.seed"
        raise UserError("seed is missing: it says which deals", hint=hint)
    asked = Request.given(locals())
    number = hand_asked(hand)
    return replay_of(resolve(asked, 1), number)


def _again(spec: RunSpec, hand: int) -> Replay:
    """Return a hand that comes from another process."""
    return replay_of(recall(spec), hand)


def replay_in(result: Result, hand: object) -> Replay:
    """Return the replay of one hand of a result."""
    last = result.spec.first + max(result.hands - 1, 0)
    number = int(Option("hand", 0, low=result.spec.first, high=last).check(hand))
    setup = result._setup  # noqa: SLF001
    run = setup.run if isinstance(setup, Setup) else recall(result.spec)
    return replay_of(run, number)


def hand_asked(hand: object) -> int:
    """Return the number of a hand, checked."""
    return int(Option("hand", 0, low=0, high=MOST_HANDS).check(hand))


def replay_of(asked: Resolved, hand: int) -> Replay:
    """Return the replay of one hand of a run."""
    check_supply(asked.spec, hand, 1)
    setup = set_up(asked)
    recording_loop(setup.game, setup.seating).compile()
    return Replay(hand, _traced(setup, hand), setup)


def _traced(setup: Setup, hand: int) -> Trace:
    """Play the hand in another thread, so that Ctrl-C works while a strategy thinks."""
    playing = ThreadPoolExecutor(1, thread_name_prefix=THREADS).submit(replays.replay, setup, hand)
    while True:
        try:
            return playing.result(timeout=HEARING_SECONDS)
        except NotYetError:
            if playing.done():
                raise
        except KeyboardInterrupt:
            raise replays.stuck([setup]) from None
        except StrategyError:
            raise
        except Exception as error:
            raise StrategyError(str(replays.raised(setup, hand, 1, error))) from error
