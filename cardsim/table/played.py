"""A hand or match in which a person decides for one seat."""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from weakref import finalize

import msgspec
import numpy as np

from cardsim.engine.look_ahead import Plan
from cardsim.engine.table import Table
from cardsim.errors import UserError
from cardsim.game import DEALT, SCORED, SETTLED, Action, Decision, Game, Step, Unit
from cardsim.homes import workspace
from cardsim.options.plain import json_of
from cardsim.runs import wording
from cardsim.runs.company import USUAL
from cardsim.runs.preparation import Resolved, resolve, set_up
from cardsim.runs.request import Request
from cardsim.runs.sealed import CHECKSUM
from cardsim.runs.words import capitalised
from cardsim.table.choice_values import MOST_TRIED, Choice, tried, worlds_for
from cardsim.table.default_seat import seat_of, taps_of
from cardsim.table.positions import own_of, plan_at, seats_called
from cardsim.table.seat_words import told, word
from cardsim.table_talk import Sight
from cardsim.workspace import check_data

try:
    import fcntl
except ImportError:  # not on Windows, where games are not held
    fcntl = None  # type: ignore[assignment]

SCHEMA = "cardsim.play/1"
FOLDER = "play"
ASKED = ("game", "players", "unit", "preset", "partner", "vs", "seed", "options")
"""Arguments of `resolve` in a saved game."""
NOT_SAVED = "{} is no saved game; delete it"
BOARDS = 16
MOST_HANDS = 1 << 62


class Turn(NamedTuple):
    """One decision of yours.

    Attributes:
        number: number of the hand in the match, from 1.
        state: the whole state of the hand.
        decision: number of the decision.
    """

    number: int
    state: Any
    decision: int
    action: Action
    word: str


class DecisionVerdict(NamedTuple):
    """The verdict on one of your decisions.

    Attributes:
        hand: number of the hand in the match, from 1.
        best: the best action, in words; None if too many were legal to try.
        cost, low, high: cost compared with the best, with the interval that holds for all actions
            together.
    """

    hand: int
    decision: str
    did: str
    best: str | None = None
    cost: float = math.nan
    low: float = math.nan
    high: float = math.nan

    @property
    def tried(self) -> bool:
        """True if the actions were few enough to try."""
        return self.best is not None

    def amount(self, unit: Unit) -> str:
        """Return the cost in words, with its half width."""
        return wording.costs(unit, unit.won_by, self.cost, self.low, self.high)


class Ended(NamedTuple):
    """A finished hand.

    Attributes:
        number: number of the hand in the match, from 1.
        lines: its story, with everything hidden.
        played: True if you took part in it.
    """

    number: int
    lines: tuple[str, ...]
    played: bool = True


@dataclass(frozen=True)
class SavedGame:
    """The content of a saved game.

    Attributes:
        asked: the arguments of `resolve`.
        hand: number of the hand or match in its run.
        actions: your actions, in order.
        seen: hash of your last view.
        over: True if it was played to its end.
        typed: text of a hand from a real table; empty for one that was played here.
        day: the evening on which it was begun, such as `2026-11-30`; empty in an older file.
    """

    asked: Mapping[str, Any]
    hand: int
    actions: tuple[Any, ...] = ()
    seen: str = ""
    over: bool = False
    typed: str = ""
    day: str = ""


class Sitting:
    """You at a table: it waits for your decision, and everybody else has played.

    Attributes:
        hero: your seat.
        names: names of the seats; yours is `you`.
        ended: the finished hands.
        standings: what each seat or side has in the match, before its first hand and after each.
        over: True if everything is played.
    """

    def __init__(self, run: Resolved, hand: int) -> None:
        """Sit down, deal, and let the others play until it is your turn."""
        self.run, self.hand = run, hand
        self.setup, spec = set_up(run), run.spec
        self._says = seat_of(run.game)
        hero = spec.hero_of(hand)
        assert hero is not None  # noqa: S101  (nobody is put into each seat by `play`)
        self.hero: int = hero
        game, rules = run.game, run.game.rules(**dict(spec.rules))
        self.game: Game = game
        rotations = len(self.setup.seating.table)
        (self._others,) = self.setup.seating.at(spec.seed, np.array([hand]))
        self._goes_on = bool(run.goes_on)
        self.table = Table(
            game,
            rules,
            spec.players,
            seed=spec.seed,
            hand=hand,
            unit=spec.unit if self._goes_on else None,
            board=hand // rotations,
        )
        self.names = seats_called(game, rules, spec.players, self.hero)
        self.turns: list[Turn] = []
        self.ended: list[Ended] = []
        self.standings: list[list[int]] = []
        self.over = False
        self.judge = Judge(run, hand, hero)
        self._shown: list[tuple[str, str]] = []
        self._steps: list[Step] = [self._step(None, DEALT, np.zeros(1, game.state)[0])]
        self._stands()
        self._advance()

    @property
    def sight(self) -> Sight:
        """Your view, and nothing else of the hand."""
        return self._sight(self.table, tuple(self._shown))

    def sight_at(self, turn: Turn) -> Sight:
        """Return what you saw when you took a decision."""
        game = self.game
        table = Table(game, game.rules(**dict(self.run.spec.rules)), self.run.spec.players)
        table.states[0], table.decision = turn.state, turn.decision
        return self._sight(table)

    def _sight(self, table: Table, shown: tuple[tuple[str, str], ...] = ()) -> Sight:
        says, view, asks = self._says, table.view, table.asks
        actions = [table.nth(n) for n in range(table.count)]
        words = tuple(self._word(asks, view, action) for action in actions)
        pairs = list(zip(actions, words, strict=True))
        rows, did = (tuple(f(view, self.names)) for f in (says.rows, says.did))
        return Sight(
            rows,
            did,
            says.asked(asks.name, view),
            words,
            says.felt(view, self.names),
            tuple(taps_of(says, asks.name, view, action, word) for action, word in pairs),
            tuple(says.note(asks.name, view, action) for action in actions),
            says.LIFTS.get(asks.name, ""),
            shown,
        )

    def _word(self, asks: Decision, view: Any, action: Action) -> str:
        return word(self.game, asks, view, action)

    def act(self, nth: int) -> None:
        """Take your decision; the others play until it is your turn again."""
        self._take(nth)
        self._advance()

    def _take(self, nth: int) -> None:
        table = self.table
        action = table.nth(nth)
        word = self._word(table.asks, table.view, action)
        number = len(self.ended) + 1
        self._shown.clear()
        self.turns.append(Turn(number, table.states[0].copy(), table.decision, action, word))
        self._act(action)

    def _act(self, action: Action) -> None:
        table = self.table
        before, decision = table.states[0].copy(), table.asks
        who = table.seat
        table.act(action)
        step = Step(decision, who, action, before, table.states[0].copy())
        self._steps.append(step)
        if hasattr(self._says, "shown"):
            self._shown += self._says.shown(step, self.names)

    def _step(self, decision: Any, action: int, before: Any) -> Step:
        return Step(decision, -1, action, before, self.table.states[0].copy())

    def _advance(self) -> None:
        table = self.table
        while not self.over:
            if table.over:
                self._end_hand()
            elif table.waits_for_chance:
                before = table.states[0].copy()
                table.happen()
                self._steps.append(self._step(None, -4, before))
            elif table.seat != self.hero:
                strategy, player = self.run.seated[int(self._others[table.seat])]
                self._act(table.choice(strategy, **dict(player.parameters)))
            elif table.count == 1:
                self._act(table.nth(0))
            else:
                return

    def _end_hand(self) -> None:
        table = self.table
        before = table.states[0].copy()
        table.close()
        self._steps.append(self._step(None, SCORED, before))
        self.over = True
        if self._goes_on:
            before = table.states[0].copy()
            self.over = not table.settle()
            self._steps.append(self._step(None, SETTLED, before))
            self._stands()
        names = list(self.names)
        # Stories say "Player 2 takes", and never "you take".
        own = (
            self.run.spec.places[self.hero] if self.game.keeps_names else f"player {self.hero + 1}"
        )
        names[self.hero] = f"{own} (you)"
        story = self.game.tell(self._steps, self.run.rules[0], names)
        lines = tuple(capitalised(line) for line in story)
        dealt = self._steps[0].after
        out = hasattr(self._says, "is_out") and self._says.is_out(dealt, self.hero)
        self.ended.append(Ended(len(self.ended) + 1, lines, not out))
        if not self.over:
            before = table.states[0].copy()
            self._shown.clear()
            table.deal()
            self._steps = [self._step(None, DEALT, before)]

    def _stands(self) -> None:
        """Note what each seat or side has, in a game whose match is told so."""
        if self._goes_on and hasattr(self._says, "standing"):
            self.standings.append(self._says.standing(self.table.states[0])[1])

    @property
    def counted_in(self) -> str:
        """What the standings count, such as `lives`; empty if nothing is counted."""
        return str(self._says.standing(self.table.states[0])[0]) if self.standings else ""

    @property
    def won(self) -> float:
        """Your result of the unit, by the measure that wins it."""
        return won_by(self.run, self.table, self.hero)

    @property
    def tried(self) -> list[tuple[str, Choice]]:
        """Values of the legal actions now, the best first; none if there are too many."""
        table, view = self.table, self.table.view
        choices = self.judge.worth(len(self.turns), table)
        return [(self._word(table.asks, view, choice.action), choice) for choice in choices]

    @property
    def seen(self) -> str:
        """Hash of your view."""
        if self.over:
            return ""
        return hashlib.sha256(self.table.view.tobytes()).hexdigest()[:16]


class Judge:
    """Values your decisions, in hands imagined from your view, with seeds of their own."""

    def __init__(self, run: Resolved, hand: int, hero: int) -> None:
        """Judge the decisions of this seat, in this hand or match of the run."""
        self.run, self.hand, self.hero = run, hand, hero
        self._tried: dict[int, tuple[Choice, ...]] = {}
        self._plan: Plan | None = None

    @property
    def plan(self) -> Plan:
        """The plan of the hands that you imagine."""
        if self._plan is None:
            run = self.run
            self._plan = plan_at(run, self.hand, self.hero, own=own_of(run), instead=True)
        return self._plan

    @property
    def alone(self) -> Judge:
        """The judge of the same decisions if the hand is all that is played."""
        run = self.run
        single = replace(run, spec=replace(run.spec, unit=run.game.single_unit))
        return Judge(single, self.hand, self.hero)

    def table_at(self, turn: Turn) -> Table:
        """Return a table at one of your decisions."""
        game, spec = self.run.game, self.run.spec
        table = Table(game, game.rules(**dict(spec.rules)), spec.players)
        table.states[0], table.decision = turn.state, turn.decision
        return table

    def verdict(self, number: int, turn: Turn) -> DecisionVerdict:
        """Return the verdict on your decision of this number, from 0."""
        game, table = self.run.game, self.table_at(turn)
        decision = table.asks
        did = named(decision, told(game, decision, table.view, turn.action))
        choices = self.worth(number, table)
        if not choices:
            return DecisionVerdict(turn.number, decision.name, did)
        own, best = next(c for c in choices if c.action == turn.action), choices[0].told
        costs = own.cost, own.cost_low, own.cost_high
        return DecisionVerdict(turn.number, decision.name, did, named(decision, best), *costs)

    def worth(self, number: int, table: Table) -> tuple[Choice, ...]:
        """Return the value of each action at your decision of this number, the best first."""
        if number in self._tried:
            return self._tried[number]
        run, spec = self.run, self.run.spec
        count, game = table.count, run.game
        if count > MOST_TRIED or game.imagine is None:
            self._tried[number] = ()
            return ()
        seed = _number(f"{spec.seed} {self.hand} {number}")
        worlds = worlds_for(table, self.plan, seed)
        found = tried(table, self.plan, run.unit, worlds=worlds, seed=seed)
        self._tried[number] = found.choices
        return self._tried[number]


def won_by(run: Resolved, table: Table, seat: int) -> float:
    """Return a seat's result of a finished unit, by the measure that wins it."""
    measure, column = run.unit.won_by, run.unit.column(run.unit.won_by)
    value = float(table.outcome(seat)[column.field])
    if not measure.has_range:
        return value * column.scale
    least, most = measure.at_least, measure.at_most
    return float((least is None or value >= least) and (most is None or value <= most))


def named(decision: Decision, word: str) -> str:
    """Return an action in words; a bare number, such as a bid, with the decision's name."""
    return f"{decision.name} {word}" if word.isdecimal() else word


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def sit_down(asked: Mapping[str, Any], chair: int | None) -> tuple[Resolved, int]:
    """Return the run, and the number of its hand in which you have this seat, from 0."""
    run = resolve(Request(**asked), 1)
    if not run.game.decisions:
        raise UserError(f"nobody decides anything in {run.game.name}: there is nothing to play")
    players, fixed = run.spec.players, run.spec.seat
    first = run.spec.seed % (players * BOARDS)
    if chair is not None:
        if not 0 <= chair < players:
            raise UserError(f"--seat must be between 1 and {players}, not {chair + 1}")
        if fixed is not None and chair != fixed:
            raise UserError(f"--seat must be {fixed + 1} by these rules, not {chair + 1}")
        first += chair - first % players
    return run, 0 if fixed is not None else first


# ---------------------------------------------------------------- kept on disk


def folder() -> Path:
    """Return the folder of saved games: in the workspace, or the current one."""
    return (workspace() or workspace(FOLDER) or Path.cwd()) / FOLDER


def new_file(game: str) -> Path:
    """Return a fresh file name for a game."""
    place, number = folder(), 1
    while (place / f"{game}-{number}.json").exists():
        number += 1
    return place / f"{game}-{number}.json"


UNSAID = frozenset(("typed", "day"))
"""Fields that a file has only if they say something."""
MORNING = 6
"""Hour at which an evening is over at the latest."""


def evening_of(moment: datetime) -> str:
    """Return the day of a moment here, such as `2026-11-30`; an evening may last past midnight."""
    return (moment - timedelta(hours=MORNING)).astimezone().date().isoformat()


def this_evening() -> str:
    """Return the day of a game that begins now."""
    return evening_of(datetime.now(tz=UTC))


def plain(kept: SavedGame) -> dict[str, Any]:
    """Return a saved game as plain data."""
    return {"schema": SCHEMA, **{n: v for n, v in kept.__dict__.items() if v or n not in UNSAID}}


def keep(file: Path, kept: SavedGame) -> None:
    """Write a saved game, all or nothing."""
    fresh = file.with_suffix(".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps(plain(kept)) + "\n", "utf-8")
        fresh.replace(file)
    except OSError as error:
        raise UserError(f"the game cannot be kept in {file.parent}: {error.strerror}") from None


class Hold:
    """The sole right to play a saved game, until `close` is called."""

    def __init__(self, file: Path) -> None:
        """Take the right.

        Raises:
            UserError: another process has it, or nothing can be written there.
        """
        path = file.with_suffix(".lock")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle = _opened(path)
            while not _taken(handle, path):
                os.close(handle)
                handle = _opened(path)
        except BlockingIOError:
            os.close(handle)
            raise UserError(
                f"the game in {file} is being played elsewhere", hint="stop it there first"
            ) from None
        except OSError as error:
            raise UserError(f"the game cannot be kept in {file.parent}: {error.strerror}") from None
        # Given up at the latest with the game, or at the end of the process.
        self.close = finalize(self, _give_up, handle, path)


def _opened(path: Path) -> int:
    return os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)


def _taken(handle: int, path: Path) -> bool:
    """Return True if the lock is taken, and its file was not removed by the last holder."""
    if fcntl is None:
        return True
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(handle), path.stat())
    return False


def _give_up(handle: int, path: Path) -> None:
    with suppress(OSError):
        path.unlink()
    os.close(handle)


def last_kept() -> tuple[Path, SavedGame]:
    """Return the last game that is not over."""
    place = folder()
    files = sorted(place.glob("*.json"), key=lambda f: (f.lstat().st_mtime_ns, f.name))
    wrong = None
    for file in reversed(files):
        try:
            kept = read(file)
        except UserError as error:
            wrong = wrong or error
        else:
            if not kept.over:
                return file, kept
    if wrong is not None:
        raise wrong
    raise UserError(f"no game waits to be resumed in {place}", hint="begin one: cardsim play scat")


def read(file: Path) -> SavedGame:
    """Return the game in a file."""
    try:
        content = json_of(file.read_bytes())
        saved = msgspec.convert(content, _Saved)
        # A look back has more fields, which are compared with the computed ones.
        known = {"schema", *_Saved.__struct_fields__}
        if content["schema"] != SCHEMA or (CHECKSUM not in content and not content.keys() <= known):
            raise UserError(NOT_SAVED.format(file))
        if not names_a_table(saved.asked):
            raise UserError(NOT_SAVED.format(file))
    except (OSError, ValueError, KeyError):
        raise UserError(NOT_SAVED.format(file)) from None
    for who in ("vs", "partner"):
        check_data(str(saved.asked.get(who, "")), str(file))
    # A file older than fields names nobody, and means the default strategy.
    asked = {**saved.asked, "vs": saved.asked.get("vs", USUAL)}
    return SavedGame(asked, *(getattr(saved, name) for name in _Saved.__struct_fields__[1:]))


def names_a_table(asked: Mapping[str, Any]) -> bool:
    """Return True if a file has the arguments of `resolve`, each of its kind."""
    tables = {name for name, value in asked.items() if isinstance(value, dict)}
    known = {"game", "options", "seed"} <= {*asked} <= {*ASKED}
    return known and tables == {"options"} and asked["seed"] is not None


Said = bool | int | float | str | None
"""Values of the table's options in a file."""
Number = Annotated[int, msgspec.Meta(ge=0, lt=MOST_HANDS)]
Day = Annotated[str, msgspec.Meta(pattern="^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")]


class _Saved(msgspec.Struct):
    """A `SavedGame` in a file."""

    asked: dict[str, Said | dict[str, Said]]
    hand: Number
    actions: tuple[int | tuple[int, int], ...]
    seen: str
    over: bool
    typed: str = ""
    day: Day = ""


def resume(kept: SavedGame, run: Resolved) -> Sitting:
    """Return a saved game at the point where it was left."""
    sitting = Sitting(run, kept.hand)
    before = ""
    for action in kept.actions:
        before = sitting.seen
        if sitting.over or not sitting.table.allows(action):
            raise UserError(CHANGED)
        sitting.act(place_of(sitting.table, action))
    # The view is written after the action, and may not have been written.
    if (kept.seen, kept.over) not in {(sitting.seen, sitting.over), (before, False)}:
        raise UserError(CHANGED)
    return sitting


CHANGED = "the saved game cannot go on: a strategy, or the game, has changed since"


def place_of(table: Table, action: Action) -> int:
    """Return the number of a legal action, from 0."""
    return next(n for n in range(table.count) if table.nth(n) == action)
