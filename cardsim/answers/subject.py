"""The game under check: where its parts are written, and its random tables."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from cardsim.declared import Declared
from cardsim.engine.table import Table
from cardsim.errors import UserError
from cardsim.game import Game
from cardsim.games import game_files
from cardsim.kernels.mistakes import mistakes_told
from cardsim.plain import PlainGame, class_of
from cardsim.rehearsal import any_table

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
    """

    game: Game
    hands: int
    seed: int

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

    def tables(self, what: str, many: int = TABLES) -> Iterator[tuple[Any, int, Random]]:
        """Random tables, the usual one first: house rules, players, and random numbers for it."""
        draw = self.draw(what)
        yield self.game.rules(), self.game.players[2], draw
        for _ in range(many - 1):
            yield *any_table(self.game, draw), draw

    def table(self, rules: Any, players: int, hand: int, unit: str | None = None) -> Table:
        """A table at which a hand of the seed is dealt."""
        with mistakes_told(self.game.name):
            return Table(self.game, rules, players, seed=self.seed, hand=hand, unit=unit)
