"""A first look at a game of the user's, when it is new or has changed: a part of `games check`.

Its files are read, and for about a second hands are played at random: at the table that is asked
for, and at others. Indexes of kernels are checked. Of a game in which nothing was found it is kept
in the cache, by the content of its files, so that nobody looks again.
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
from cardsim.plain import Maker, class_of, line_in
from cardsim.plain_kernels import APPLY, DEAL, HOUSE, SCORE
from cardsim.rehearsal import any_table, other_values
from cardsim.rng import WORDS_DTYPE
from cardsim.runs import endless
from cardsim.runs.scored import Scores
from cardsim.runs.subject import MOST_STEPS, Subject, fields_of
from cardsim.runs.suspects import Draw, Files, chance_of, home_of, said_of

FORMAT = 1
"""Raise it when more is found: games are then looked at anew."""
SECONDS = 1.0
"""How long hands are played; 0 leaves it out."""
HANDS = 300
"""Hands that are played, at the most."""
PATIENCE = 2.0
"""Seconds more for house rules that have changed nothing by then, and for the longest hand."""
READ, TRIED = 100, 200
"""Hands in which a house rule is read before it is said to change nothing, and hands for it."""
TICK = 0.05
"""Seconds from one look at the clock to the next."""
_CHECKING: ContextVar[bool] = ContextVar("CHECKING", default=False)
"""Whether the game is looked at as a whole."""
_LOOKED: set[Path] = set()
"""What stands for the games that were looked at in this process."""


class GameWarning(UserWarning):
    """Something that is wrong in a game of the user's."""


class LookError(UserError):
    """A mistake in the code of a game, met in the first look at it."""

    status = 1


@dataclass
class Found:
    """What was found.

    Attributes:
        told: in lines, each with its hint.
        ends: what the run cannot do with.
    """

    told: dict[str, str] = field(default_factory=dict)
    ends: UserError | None = None

    def add(self, what: str, hint: str = "") -> None:
        """Note something that is wrong."""
        self.told.setdefault(what, hint)


def look_at(game: Game, rules: Any, players: int) -> None:
    """Look at a game, unless it is shipped or was looked at; a `GameWarning` says what is wrong.

    Args:
        game: it.
        rules: the house rules of the table that is asked for.
        players: at that table.

    Raises:
        LookError: at that table it raises an error, or a kernel uses an index out of range.
        EndlessStepError: a step does not come to an end.
    """
    # Found without a look at any folder, as this is asked before every run.
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
    found = Found()
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
    """Within it nobody looks: the game is checked as a whole."""
    token = _CHECKING.set(True)
    try:
        yield
    finally:
        _CHECKING.reset(token)


def _content(game: Game, folder: Path) -> Iterator[tuple[str, str]]:
    """The files that a game is made of: those in its folder, and those of the user's it imports."""
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
    """Do it in a thread of its own, which may not come to an end.

    Raises:
        EndlessStepError: it does not.
    """
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


def _look(subject: Subject, rules: Any, players: int, found: Found) -> None:
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
    """Hands that are played for a look.

    Args:
        subject: the game.
        asked: the rules and the number of players of the table that is asked for.
        found: gets what is wrong.
        files: of the game.
    """

    def __init__(
        self, subject: Subject, asked: tuple[Any, int], found: Found, files: Files
    ) -> None:
        self.subject, self.game, self.asked = subject, subject.game, asked
        self.found, self.files = found, files
        self.table = asked
        self.ended: Any = None
        kind = class_of(self.game)
        self.reads: Counter[str] = Counter()
        self.plain = None if kind is None else Maker(kind, kind.__module__)
        if self.plain is not None:
            self.plain.rules = _noted(self.plain.rules, self.reads)  # type: ignore[assignment]

    @property
    def is_asked(self) -> bool:
        """Whether what is played now is played at the table that is asked for."""
        return self.table == self.asked

    @property
    def where(self) -> str:
        """The table at which is played now, in words."""
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
        """Play hands, each twice, and hands in which a house rule is another."""
        game, draw, scores, first = self.game, self.subject.draw("look"), Scores(), None
        # Kernels are compiled before it is timed how long they play.
        self.sit_down(*self.asked, 0)
        began = time.monotonic()
        tables = [self.asked, (game.rules(), game.players[2])]
        tables += [any_table(game, draw) for _ in range(6)]
        for number in range(HANDS):
            # Half of them where it is to be played.
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
        # Of kernels nothing tells whether they came to the line that reads a rule.
        plays = self.plain is not None
        options = [o for o in game.options if plays and o.name not in unread]
        until = time.monotonic() + PATIENCE
        for option in options:
            self._change(option, SECONDS / 2 / len(options), until)

    def _trace(self, rules: Any, players: int, hand: int, *, most: int = 0) -> list[Any]:
        """Play at random; what was seen at each step, and how it ended.

        Args:
            rules: of the table.
            players: at it.
            hand: its number.
            most: steps after which it is broken off; 0: after some time.
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
        """Play on by one step; what was seen before it."""
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
        """Refuse what a kernel returned, or the seat that it left on turn; a class is asked."""
        if self.plain is None:
            seated = {"seat": table.seat, "players": table.players}
            self.subject.declared.check_following(name, part, table.decision, **seated)

    def _tell_absent(self, table: Any) -> None:
        """Tell of what is declared to be `own` or `hidden`, and a hand does not have at its end."""
        if self.plain is None:
            return
        kind, hand = self.plain.kind, self.plain.open(table.states[0], table.rules)
        for declared, names in (("own", kind.own), ("hidden", kind.hidden or ())):
            for name in names:
                if not hasattr(hand, name):
                    what = f"{declared} names '{name}', and a hand has no such attribute"
                    self.found.add(str(self.plain.wrong(what, declared)))

    # ------------------------------------------------------------ chance

    def _tell_otherwise(self, hand: int, one: list[Any], other: list[Any]) -> None:
        """Tell of a hand that goes otherwise when it is played again, and why."""
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
        """Look whether a house rule changes anything; tell if it is read and does not.

        Args:
            option: the house rule.
            seconds: that are its own.
            latest: until when it has more, if it has changed nothing by then.
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
        """What other house rules must be for one to matter."""
        by_name = {o.name: o for o in self.game.options}
        needed: dict[str, Value] = {}
        for name, values in option.needs:
            if name in by_name:
                needed = {**self._needed(by_name[name]), **needed}
            needed[name] = values[0]
        return needed


class _ClassTable:
    """A table of a class, which is asked without kernels: nothing has to be compiled."""

    def __init__(self, look: _Look, rules: Any, players: int, hand: int) -> None:
        assert look.plain is not None  # noqa: S101  (it is where a class is looked at)
        self.maker, self.game, self.clock = look.plain, look.game, look.subject.clock
        self.house_rules, self.players = rules, players
        self.states = np.zeros(1, self.maker.layout.state)
        self.states["players"] = players
        self.rules = pack(rules)
        self.words = np.zeros(1, WORDS_DTYPE)
        self.words["seed"], self.words["hand"] = 1, hand
        self.decision = self._ask(DEAL, self.words)

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.decision == OVER

    @property
    def waits_for_chance(self) -> bool:
        """Whether the house moves."""
        return self.decision == CHANCE

    @property
    def seat(self) -> int:
        """Who is to decide."""
        return int(self.states["seat"][0])

    @property
    def count(self) -> int:
        """How many actions are legal."""
        return int(self.states["may"][0].sum())

    def nth(self, number: int) -> int:
        """Return one of them."""
        return int(np.flatnonzero(self.states["may"][0])[number])

    def seen(self) -> bytes:
        """Return what the seat on turn sees."""
        return self.states.tobytes()[: self.maker.at]

    def act(self, action: int) -> None:
        """Do it."""
        self.decision = self._ask(APPLY, self.words, self.decision * self.maker.most + action)

    def happen(self) -> None:
        """Let the house move."""
        self.decision = self._ask(HOUSE, self.words)

    def close(self) -> None:
        """Nothing is left to do."""

    def outcome(self, hero: int) -> Any:
        """Return the outcome for a seat."""
        row = np.zeros(1, self.game.outcome)
        self._ask(SCORE, row, hero)
        return row[0]

    def _ask(self, kind: int, words: np.ndarray[Any, Any], action: int = 0) -> int:
        at = (self.states.ctypes.data, self.rules.ctypes.data, words.ctypes.data)
        self.clock.doing = "apply", time.monotonic()
        try:
            return self.maker.answered(kind, *at, action)
        finally:
            self.clock.doing = None


def _noted(rules: type, reads: Counter[str]) -> type:
    """A class of house rules that counts how often each is read."""
    names = {*rules.__dataclass_fields__}  # type: ignore[attr-defined]  # it is a dataclass

    def get(self: Any, name: str) -> Any:
        if name in names:
            reads[name] += 1
        return object.__getattribute__(self, name)

    return type(rules.__name__, (rules,), {"__getattribute__": get})
