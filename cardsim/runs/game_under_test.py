"""A game under check: where its parts are written, and random tables of it."""

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
"""Decisions after which a hand is taken as endless."""


class WrongError(UserError):
    """A breach of a game's contract.

    Attributes:
        fatal: True if no hand can be played.
    """

    def __init__(self, message: str, mend: str = "", *, fatal: bool = False) -> None:
        super().__init__(message, hint=mend or None)
        self.fatal = fatal


class SkippedError(Exception):
    """Raised with the reason why something cannot be checked."""


@dataclass(frozen=True)
class Subject:
    """A game under check.

    Attributes:
        endless: reports a kernel that does not end, with its place and how to mend it, and ends the
            process.
        clock: notices it.
    """

    game: Game
    hands: int
    seed: int
    endless: Callable[[str, str], None] | None = None
    clock: Clock = field(default_factory=Clock)

    @cached_property
    def file(self) -> Path:
        """The file that defines `GAME`."""
        return game_files()[self.game.name]

    @cached_property
    def plain(self) -> type[PlainGame] | None:
        """The class of a game in plain Python; None for other games."""
        return class_of(self.game)

    def draw(self, what: str) -> Random:
        """Return random numbers, the same for the same purpose."""
        return Random(f"{self.seed} {what}")  # noqa: S311  (no secret)

    @cached_property
    def declared(self) -> Declared:
        """The game's declarations."""
        return Declared(self.game, self.file.parent)

    def written(self, *texts: str) -> str:
        """Return the place of the first of some texts in the game's files; else of `GAME`."""
        return self.declared.written(*texts)

    def place(self, name: str, part: Any = None) -> str:
        """Return the place of a function of the game: a kernel, or a method of its class."""
        return self.declared.place(name, part)

    def raised(self, error: BaseException) -> tuple[str, str]:
        """Return the place where the game's own code raised an error, and the line."""
        frames = traceback.extract_tb(error.__traceback__)
        own = [f for f in frames if Path(f.filename).is_relative_to(self.file.parent)]
        if not own:
            return self.written(), ""
        return f"{own[-1].filename}:{own[-1].lineno}", f"the line is: {own[-1].line}"

    def wrong(self, place: str, what: str, mend: str = "", *, fatal: bool = False) -> WrongError:
        """Return the error for a breach at a place."""
        return WrongError(f"{place}: {what}", mend, fatal=fatal)

    @contextmanager
    def watched(self) -> Generator[None]:
        """Report endless steps within the block, and indexes out of range in the user's kernels."""
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
        """Yield random tables, the default one first: house rules, players, and random numbers."""
        draw = self.draw(what)
        yield self.game.rules(), self.game.players[2], draw
        for _ in range(many - 1):
            yield *any_table(self.game, draw), draw

    def table(self, rules: Any, players: int, hand: int, unit: str | None = None) -> Table:
        """Return a table with a hand of the seed dealt."""
        with mistakes_told(self.game.name):
            given = self.game, rules, players
            return WatchedTable(self.clock, *given, seed=self.seed, hand=hand, unit=unit)


def fields_of(record: Any, before: str = "") -> dict[str, bytes]:
    """Return the bytes of every field of a record, without the padding between them."""
    fields: dict[str, bytes] = {}
    for name in record.dtype.names or ():
        if record[name].dtype.names:
            fields |= fields_of(record[name], f"{before}{name}.")
        else:
            fields[f"{before}{name}"] = record[name].tobytes()
    return fields
