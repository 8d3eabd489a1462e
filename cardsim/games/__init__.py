"""The games: every folder here that defines `GAME` is one."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from cardsim.errors import UserError, echoed
from cardsim.game import Game
from cardsim.options.params import did_you_mean
from cardsim.process.forks import check_docstrings

if TYPE_CHECKING:
    from cardsim.kernels.jit import Kernel


def game_files() -> dict[str, Path]:
    """The file that defines `GAME`, of every game by its name, in order."""
    files = [f for root in __path__ for f in Path(root).glob("*/__init__.py")]
    games = [f for f in files if "GAME = " in f.read_text("utf-8")]
    return dict(sorted((f.parent.name.replace("_", "-"), f) for f in games))


def game_names() -> list[str]:
    """The names of all games, in order."""
    return list(game_files())


def _letters(name: str) -> str:
    return "".join(c for c in name.lower() if c.isalnum())


def _file_of(name: str) -> Path:
    """The file that defines the game of this name.

    Raises:
        UserError: there is no such game.
    """
    if not isinstance(name, str):
        raise UserError(f"a game must be named by its name, such as 'scat', not {echoed(name)}")
    files = game_files()
    if name not in files:
        names = list(files)
        message = f"no game called '{echoed(name)}'; there are: {', '.join(names)}"
        titled = [n for n in names if _letters(name) in _letters(load_game(n).title)]
        hint = f"did you mean '{titled[0]}'?" if len(titled) == 1 else did_you_mean(name, names)
        raise UserError(message, hint=hint)
    return files[name]


def load_game(name: str) -> Game:
    """The game of this name.

    Raises:
        UserError: there is none.
    """
    check_docstrings()
    game: Game = _package_of(name).GAME
    return game


def _package_of(name: str) -> ModuleType:
    # To look for the files takes a millisecond, and a game is loaded again and again.
    if isinstance(name, str):
        known = sys.modules.get(f"cardsim.games.{name.replace('-', '_')}")
        if getattr(getattr(known, "GAME", None), "name", None) == name:
            return cast("ModuleType", known)
    return importlib.import_module(f"cardsim.games.{_file_of(name).parent.name}")


def functions_for_strategies(name: str) -> dict[str, Kernel]:
    """What strategies of this game may import from its package, besides `GAME`, by name.

    Raises:
        UserError: there is no such game.
    """
    # Whoever only lists games does not wait for the compiler.
    from cardsim.kernels.jit import Kernel

    package = _package_of(name)
    named = {n: getattr(package, n) for n in sorted(getattr(package, "__all__", ()))}
    return {n: value for n, value in named.items() if isinstance(value, Kernel)}


def rules_text(name: str) -> str:
    """The rules of this game in full, as Markdown: `RULES.md` in its folder.

    Raises:
        UserError: there is no such game, or nobody has written its rules down.
    """
    file = _file_of(name).with_name("RULES.md")
    if not file.is_file():
        raise UserError(f"the rules of '{name}' are not written down; there is no {file}")
    return file.read_text("utf-8")
