"""The game under check: where its parts are written, and its random tables."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from cardsim.declared import Declared
from cardsim.engine.table import Table
from cardsim.errors import UserError
from cardsim.game import Game
from cardsim.games import game_files
from cardsim.kernels.jit import checking_bounds
from cardsim.kernels.mistakes import mistakes_told
from cardsim.kernels.origins import is_users
from cardsim.plain import PlainGame, class_of
from cardsim.rehearsal import any_table
from cardsim.runs import endless
from cardsim.runs.endless import Clock, WatchedTable

TABLES = 10
"""Tables with random house rules at which hands are played."""
MOST_STEPS = 20_000
"""Decisions after which a hand is not going to end."""


class WrongError(UserError):
    """What a game does against its contract.

    Attributes:
        fatal: whether no hand can be played.
    """

    def __init__(self, message: str, mend: str = "", *, fatal: bool = False) -> None:
        super().__init__(message, hint=mend or None)
        self.fatal = fatal


class SkippedError(Exception):
    """Why something cannot be looked at."""


@dataclass(frozen=True)
class Subject:
    """A game that is looked at.

    Attributes:
        game: it.
        hands: how many hands are played.
        seed: of what is random.
        endless: what tells of a kernel that does not end, with its place, and how to
            mend it, and ends the process.
        clock: by which it is known.
    """

    game: Game
    hands: int
    seed: int
    endless: Callable[[str, str], None] | None = None
    clock: Clock = field(default_factory=Clock)

    @property
    def file(self) -> Path:
        """The file that defines `GAME`."""
        return game_files()[self.game.name]

    @cached_property
    def plain(self) -> type[PlainGame] | None:
        """The class of a game in plain Python."""
        return class_of(self.game)

    def draw(self, what: str) -> Random:
        """The same random numbers for the same purpose."""
        return Random(f"{self.seed} {what}")  # noqa: S311  (no secret)

    @property
    def declared(self) -> Declared:
        """What it declares."""
        return Declared(self.game, self.file.parent)

    def written(self, *texts: str) -> str:
        """Where the first of some texts stands in the game's files; else where `GAME` is made."""
        return self.declared.written(*texts)

    def place(self, name: str, part: Any = None) -> str:
        """Where a function of the game is: a kernel, or the method of its class of this name."""
        return self.declared.place(name, part)

    def raised(self, error: BaseException) -> tuple[str, str]:
        """Where the game's own code raised an error, and the line."""
        frames = traceback.extract_tb(error.__traceback__)
        own = [f for f in frames if Path(f.filename).is_relative_to(self.file.parent)]
        if not own:
            return self.written(), ""
        return f"{own[-1].filename}:{own[-1].lineno}", f"the line is: {own[-1].line}"

    def wrong(self, place: str, what: str, mend: str = "", *, fatal: bool = False) -> WrongError:
        """The error of something wrong in a place."""
        return WrongError(f"{place}: {what}", mend, fatal=fatal)

    @contextmanager
    def watched(self) -> Generator[None]:
        """Within it what does not end is told, and in kernels of the user's an index out of range.

        Raises:
            UserError: a step of a class does not end.
        """
        checks = self.plain is None and is_users(str(self.file))
        ended = self._told_endless if self.plain is None and self.endless is not None else None
        with ExitStack() as within:
            if checks:
                within.enter_context(checking_bounds())
            if self.plain is not None or ended is not None:
                within.enter_context(self.clock.watching(ended))
            yield

    def _told_endless(self, name: str) -> None:
        assert self.endless is not None  # noqa: S101  (`watched` sees to it)
        what = f"{name} has not come to an end in {endless.LIMIT:g} seconds"
        self.endless(f"{self.place(name)}: {what}", "every loop must end")

    def tables(self, what: str, many: int = TABLES) -> Iterator[tuple[Any, int, Random]]:
        """Random tables, the usual one first: house rules, players, and random numbers for it."""
        draw = self.draw(what)
        yield self.game.rules(), self.game.players[2], draw
        for _ in range(many - 1):
            yield *any_table(self.game, draw), draw

    def table(self, rules: Any, players: int, hand: int, unit: str | None = None) -> Table:
        """A table at which a hand of the seed is dealt."""
        with mistakes_told(self.game.name):
            given = self.game, rules, players
            return WatchedTable(self.clock, *given, seed=self.seed, hand=hand, unit=unit)


def fields_of(record: Any, before: str = "") -> dict[str, bytes]:
    """The bytes of every field of a record, without what lies between them."""
    fields: dict[str, bytes] = {}
    for name in record.dtype.names or ():
        if record[name].dtype.names:
            fields |= fields_of(record[name], f"{before}{name}.")
        else:
            fields[f"{before}{name}"] = record[name].tobytes()
    return fields
