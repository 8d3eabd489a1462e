"""A first look at a game of the user's, when it is new or has changed: a part of `games check`.

It reads the game's files, and for about a second plays random hands at the table asked for and at
others, with indexes of kernels checked. A game in which nothing was found is noted in the cache by
the content of its files, and not looked at again.
"""

from __future__ import annotations

import contextvars
import sys
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from cardsim.engine.deciding import seen_in
from cardsim.errors import THREADS, EndlessStepError, UserError
from cardsim.game import CHANCE, OVER, Game
from cardsim.games import game_homes, modules_of, sources_in
from cardsim.kernels.cache import cached_file, keep, read_cached
from cardsim.kernels.code_key import VERSIONS
from cardsim.kernels.jit import checking_bounds
from cardsim.kernels.origins import is_users, is_users_module
from cardsim.options.params import Option, Value, pack
from cardsim.plain import Maker, class_of
from cardsim.plain_answers import line_in
from cardsim.plain_kernels import APPLY, DEAL, HOUSE, SCORE
from cardsim.rehearsal import any_table, other_values
from cardsim.rng import WORDS_DTYPE
from cardsim.runs import endless
from cardsim.runs.game_under_test import MOST_STEPS, Subject, fields_of
from cardsim.runs.suspects import Draw, Files, chance_of, home_of, said_of
from cardsim.runs.zero_sum import SeatScores

FORMAT = 1
"""Version of the checks. Raise it when they find more: games are then looked at anew."""
SECONDS = 1.0
"""Seconds of play; 0 turns the look off."""
HANDS = 300
"""Largest number of hands played."""
PATIENCE = 2.0
"""More seconds for house rules that have changed nothing by then, and for the longest hand."""
READ, TRIED = 100, 200
"""Hands that read a house rule, and hands tried, before it is said to change nothing."""
TICK = 0.05
"""Seconds between looks at the clock."""
_CHECKING: ContextVar[bool] = ContextVar("CHECKING", default=False)
"""True while a game is checked as a whole."""
_LOOKED: set[Path] = set()
"""Cache files of the games that were looked at in this process."""


class GameWarning(UserWarning):
    """A mistake in a game of the user's."""


class LookError(UserError):
    """An error in a game's code, met at the table asked for."""

    status = 1


@dataclass
class Mistakes:
    """The mistakes found.

    Attributes:
        told: hints by line of text.
        ends: error that makes the run impossible.
    """

    told: dict[str, str] = field(default_factory=dict)
    ends: UserError | None = None

    def add(self, what: str, hint: str = "") -> None:
        """Note a mistake."""
        self.told.setdefault(what, hint)


def look_at(game: Game, rules: Any, players: int) -> None:
    """Look at a game of the user's once, and tell its mistakes as `GameWarning`.

    Raises:
        LookError: at that table an error is raised, or a kernel uses an index out of range.
        EndlessStepError: a step does not end.
    """
    # By module name, without looking into a folder: this runs before every run.
    module = sys.modules[f"cardsim.games.{game.name.replace('-', '_')}"]
    if not SECONDS or _CHECKING.get() or not is_users(str(module.__file__)):
        return
    whose, file = game_homes()[game.name]
    if whose == "another process":
        return
    place = cached_file(
        ("first look", FORMAT, VERSIONS, sorted(_content(game, file.parent))), ".json"
    )
    if place in _LOOKED or read_cached(place) is not None:
        return
    found = Mistakes()
    subject = Subject(game, HANDS, 1)
    _in_a_thread(subject, lambda: _look(subject, rules, players, found))
    _LOOKED.add(place)
    for what, hint in found.told.items():
        warnings.warn(f"{what}\n{hint}".rstrip(), GameWarning, stacklevel=2)
    if found.ends is not None:
        _LOOKED.discard(place)
        raise found.ends
    if not found.told:
        keep(place, b"true")


@contextmanager
def left_out() -> Iterator[None]:
    """Skip the look within the block: the game is checked as a whole."""
    token = _CHECKING.set(True)
    try:
        yield
    finally:
        _CHECKING.reset(token)


def _content(game: Game, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the user's files that a game is made of, with their text."""
    yield from sources_in(folder).items()
    waiting, met = modules_of(game.name), set[int]()
    while waiting:
        module = waiting.pop()
        if id(module) in met:
            continue
        met.add(id(module))
        file = Path(str(module.__file__))
        if not file.is_relative_to(folder):
            yield str(file), file.read_text("utf-8")
        for home in map(home_of, vars(module).values()):
            if home is not None and is_users_module(home):
                waiting.append(home)


def _in_a_thread(subject: Subject, look: Callable[[], None]) -> None:
    """Run the look in a thread of its own, because it may never end."""
    context, clock = contextvars.copy_context(), subject.clock
    failed: list[BaseException] = []

    def begun() -> None:
        try:
            context.run(look)
        except BaseException as error:  # noqa: BLE001  told where it was asked for
            failed.append(error)

    thread = threading.Thread(target=begun, name=f"{THREADS}-look", daemon=True)
    thread.start()
    before, ticks = None, 0
    while thread.is_alive():
        thread.join(TICK)
        ticks = ticks + 1 if clock.doing is not None and clock.doing is before else 0
        before = clock.doing
        if before is not None and ticks * TICK > endless.LIMIT:
            place = line_in(thread.ident) if class_of(subject.game) else subject.place(before[0])
            raise EndlessStepError(place or subject.written(), endless.LIMIT)
    if failed:
        raise failed[0]


def _look(subject: Subject, rules: Any, players: int, found: Mistakes) -> None:
    files = Files(subject.game)
    unread = dict(files.unread())
    for place, what, mend in (*files.misspelt(), *unread.values()):
        found.add(f"{place}: {what}", mend)
    look = _Look(subject, (rules, players), found, files)
    try:
        if look.plain is not None:
            look.play({*unread})
        else:
            with checking_bounds():
                look.play({*unread})
    except UserError as error:
        what, hint = str(error), error.hint or ""
    except IndexError as error:
        place, hint = subject.raised(error)
        what = f"{place}: an index is out of range"
    else:
        return
    if look.is_asked:
        found.ends = LookError(f"{what}; in a hand played at random", hint=hint)
    else:
        found.add(f"{what}; {look.where}", hint)


class _Look:
    """The hands played for a look."""

    def __init__(
        self, subject: Subject, asked: tuple[Any, int], found: Mistakes, files: Files
    ) -> None:
        self.subject, self.game, self.asked = subject, subject.game, asked
        self.found, self.files = found, files
        self.table = asked
        self.ended: Any = None
        kind = class_of(self.game)
        self.reads: Counter[str] = Counter()
        self.plain = None if kind is None else Maker(kind, kind.__module__)
        if self.plain is not None:
            self.plain.hands.rules = _noted(self.plain.hands.rules, self.reads)

    @property
    def is_asked(self) -> bool:
        """True while the table asked for is played."""
        return self.table == self.asked

    @property
    def where(self) -> str:
        """The current table, in words."""
        rules, players = self.table
        values = [
            f"{o.flag} {getattr(rules, o.name)}"
            for o in self.game.options
            if getattr(rules, o.name) != o.default
        ]
        told = f"in a hand of {players} played at random"
        return f"{told} with {' '.join(values)}" if values else told

    def sit_down(self, rules: Any, players: int, hand: int) -> Any:
        """Deal a hand."""
        self.table, self.ended = (rules, players), None
        if self.plain is None:
            return self.subject.table(rules, players, hand)
        return _ClassTable(self, rules, players, hand)

    def play(self, unread: set[str]) -> None:
        """Play hands, each twice, and hands with one house rule changed."""
        game, draw, scores, first = self.game, self.subject.draw("look"), SeatScores(), None
        # Compile the kernels before the time counts.
        self.sit_down(*self.asked, 0)
        began = time.monotonic()
        tables = [self.asked, (game.rules(), game.players[2])]
        tables += [any_table(game, draw) for _ in range(6)]
        for number in range(HANDS):
            # Half of them at the table asked for.
            table = tables[0 if number % 2 else number // 2 % len(tables)]
            trace = self._trace(*table, number)
            again = self._trace(*table, number, most=len(trace))
            first = first or (table, number, trace)
            if trace != again:
                self._tell_otherwise(number, trace, again)
                return
            if self.ended is not None:
                unit = game.units[game.single_unit](self.ended.house_rules, self.ended.players)
                scores.count(self.ended, unit)
                self._tell_absent(self.ended)
            if time.monotonic() - began > SECONDS / 2:
                break
        if first and self._trace(*first[0], first[1], most=len(first[2])) != first[2]:
            self._tell_otherwise(first[1], [], [])
            return
        self._tell_draws([draw for draw in self.files.draws() if draw.is_random])
        try:
            scores.check_wins(self.subject)
        except UserError as error:
            self.found.add(str(error), error.hint or "")
        # A kernel does not tell whether it reached the line that reads a rule.
        plays = self.plain is not None
        options = [o for o in game.options if plays and o.name not in unread]
        until = time.monotonic() + PATIENCE
        for option in options:
            self._change(option, SECONDS / 2 / len(options), until)

    def _trace(self, rules: Any, players: int, hand: int, *, most: int = 0) -> list[Any]:
        """Play a hand at random; return what was seen at each step, and the outcomes.

        It ends after `most` steps; for 0 when the hand ends, or takes long.
        """
        table, draw = self.sit_down(rules, players, hand), Random(hand)  # noqa: S311
        self._check_following(table, "deal", self.game.deal)
        trace: list[Any] = [("deal", table.decision)]
        until = time.monotonic() + PATIENCE
        while len(trace) < (most or MOST_STEPS):
            if not table.over:
                trace.append(self._step(table, draw))
            else:
                table.close()
                trace.append(("score", [table.outcome(h).tobytes() for h in range(players)]))
                self.ended = table
                break
            if not most and time.monotonic() > until:
                break
        return trace

    def _step(self, table: Any, draw: Random) -> tuple[Any, ...]:
        """Play one step and return what was seen before it."""
        if table.waits_for_chance:
            table.happen()
            self._check_following(table, "roll", self.game.chance)
            return "roll", table.decision
        name = self.game.decisions[table.decision].function
        count = table.count
        if count < 1:
            raise UserError(
                f"{self.subject.place('legal', self.game.decisions[table.decision].legal)}: nothing"
                f" is legal for seat {table.seat} at '{name}'",
                hint="a seat that can do nothing is not asked",
            )
        seen = (
            table.seen()
            if self.plain is not None
            else fields_of(seen_in(table.states, self.game.view)[0])
        )
        decision = self.game.decisions[table.decision]
        table.act(table.nth(draw.randrange(count)))
        self._check_following(table, f"apply_{name}", decision.apply)
        return f"apply_{name}", seen, count

    def _check_following(self, table: Any, name: str, part: Any) -> None:
        """Refuse a wrong next decision or seat of a kernel; classes check their own."""
        if self.plain is None:
            seated = {"seat": table.seat, "players": table.players}
            self.subject.declared.check_following(name, part, table.decision, **seated)

    def _tell_absent(self, table: Any) -> None:
        """Note attributes declared `own` or `hidden` that a hand lacks at its end."""
        if self.plain is None:
            return
        kind, hand = self.plain.kind, self.plain.hands.open(table.states[0], table.rules)
        for declared, names in (("own", kind.own), ("hidden", kind.hidden or ())):
            for name in names:
                if not hasattr(hand, name):
                    what = f"{declared} names '{name}', and a hand has no such attribute"
                    self.found.add(str(self.plain.wrong(what, declared)))

    # ------------------------------------------------------------ chance

    def _tell_otherwise(self, hand: int, one: list[Any], other: list[Any]) -> None:
        """Note that a hand goes otherwise when it is played again, and why."""
        draws = self.files.draws()
        if draws:
            self._tell_draws(draws)
            return
        step = next((a for a, b in zip(one, other, strict=False) if a != b), ("deal",))
        name = str(step[0])
        before = one[max(one.index(step) - 1, 0)][0] if step in one else name
        part = before if name.startswith("apply") else name
        place = self.subject.place(part if self.plain is None else part.partition("_")[0])
        self.found.add(
            f"{place}: hand {hand} of seed 1 goes otherwise when it is played again",
            "nothing may stay from hand to hand, and all chance comes from the hand's own",
        )

    def _tell_draws(self, draws: list[Draw]) -> None:
        for place, name, _ in draws[:1]:
            self.found.add(f"{place}: {said_of(name)}", chance_of(self.game))

    # ------------------------------------------------------------ house rules

    def _change(self, option: Option, seconds: float, latest: float) -> None:
        """Try a house rule, and note it if it is read and changes nothing.

        `seconds` is its share of the time, and `latest` the end of the extra time that it has while
        nothing has changed.
        """
        needed = self._needed(option)
        if "unit" in needed:
            return
        until, draw = time.monotonic() + seconds, self.subject.draw(option.name)
        values, read, tried = other_values(option), 0, 0
        while values and time.monotonic() < max(until, latest) and tried < TRIED:
            rules, players = self.asked if tried % 4 == 0 else any_table(self.game, draw)
            rules = replace(rules, **needed)
            for value in values:
                other = replace(rules, **{option.name: value})
                if other == rules or self.game.objection(other, players) is not None:
                    continue
                before = self.reads[option.name]
                trace = self._trace(rules, players, tried)
                if self._trace(other, players, tried, most=len(trace)) != trace:
                    return
                tried += 1
                read += self.reads[option.name] > before
        if read >= READ:
            self.found.add(
                f"{self.files.place_of(option.name)}: house rule {option.flag} changed nothing in "
                f"{tried} hands",
                f"`cardsim games check {self.game.name}` looks at many more",
            )

    def _needed(self, option: Option) -> dict[str, Value]:
        """Return the values of other house rules under which this one matters."""
        by_name = {o.name: o for o in self.game.options}
        needed: dict[str, Value] = {}
        for name, values in option.needs:
            if name in by_name:
                needed = {**self._needed(by_name[name]), **needed}
            needed[name] = values[0]
        return needed


class _ClassTable:
    """A table of a class, asked without kernels, so that nothing has to be compiled."""

    def __init__(self, look: _Look, rules: Any, players: int, hand: int) -> None:
        assert look.plain is not None  # noqa: S101  (it is where a class is looked at)
        self.maker, self.game, self.clock = look.plain, look.game, look.subject.clock
        self.house_rules, self.players = rules, players
        self.states = np.zeros(1, self.maker.hands.layout.state)
        self.states["players"] = players
        self.rules = pack(rules)
        self.words = np.zeros(1, WORDS_DTYPE)
        self.words["seed"], self.words["hand"] = 1, hand
        self.decision = self._ask(DEAL, self.words)

    @property
    def over(self) -> bool:
        """True if the hand has ended."""
        return self.decision == OVER

    @property
    def waits_for_chance(self) -> bool:
        """True if the house moves next."""
        return self.decision == CHANCE

    @property
    def seat(self) -> int:
        """The seat on turn."""
        return int(self.states["seat"][0])

    @property
    def count(self) -> int:
        """Number of legal actions."""
        return int(self.states["may"][0].sum())

    def nth(self, number: int) -> int:
        """Return the legal action with a number."""
        return int(np.flatnonzero(self.states["may"][0])[number])

    def seen(self) -> bytes:
        """Return what the seat on turn sees."""
        return self.states.tobytes()[: self.maker.hands.at]

    def act(self, action: int) -> None:
        """Take an action."""
        self.decision = self._ask(APPLY, self.words, self.decision * self.maker.hands.most + action)

    def happen(self) -> None:
        """Let the house move."""
        self.decision = self._ask(HOUSE, self.words)

    def close(self) -> None:
        """Do nothing: a class has no closing step."""

    def outcome(self, hero: int) -> Any:
        """Return the outcome for a seat."""
        row = np.zeros(1, self.game.outcome)
        self._ask(SCORE, row, hero)
        return row[0]

    def _ask(self, kind: int, words: np.ndarray[Any, Any], action: int = 0) -> int:
        at = (self.states.ctypes.data, self.rules.ctypes.data, words.ctypes.data)
        self.clock.doing = "apply", time.monotonic()
        try:
            return self.maker.answers.answered(kind, *at, action)
        finally:
            self.clock.doing = None


def _noted(rules: type, reads: Counter[str]) -> type:
    """Return a class of house rules that counts how often each is read."""
    names = {*rules.__dataclass_fields__}  # type: ignore[attr-defined]  # it is a dataclass

    def get(self: Any, name: str) -> Any:
        if name in names:
            reads[name] += 1
        return object.__getattribute__(self, name)

    return type(rules.__name__, (rules,), {"__getattribute__": get})
