"""The games: every folder that defines `GAME` is one, here, in a workspace, or in a package.

All are imported as `cardsim.games.NAME`, wherever they are. Those of the user's are run from their
source, and again when it has changed.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from cardsim.compile.sources import FromSource, guarded
from cardsim.errors import UserError, echoed
from cardsim.game import Game
from cardsim.homes import is_run, packages, workspace
from cardsim.options.params import did_you_mean
from cardsim.process.forks import check_docstrings
from cardsim.process.once import COMMANDS

if TYPE_CHECKING:
    from cardsim.kernels.jit import Kernel

YOURS = "your workspace"
_RECEIVED: dict[str, Path] = {}
"""Game folders received from another process, by folder name."""
_STAMPS: dict[str, dict[str, tuple[int, int]]] = {}
"""File stamps of each user game at the time of its import, by folder name."""
_CHECKED: dict[str, object] = {}
"""The command during which a game was last checked for changes, by folder name."""


def _roots() -> list[tuple[str, Path]]:
    """Return the folders to search for games, each with its origin."""
    roots = [("cardsim", Path(root)) for root in __path__]
    roots += [(f"package {name}", root / "games") for name, root in packages().items()]
    own = workspace("games")
    if own is not None and (own / "games").resolve() not in [r.resolve() for _, r in roots]:
        roots.append((YOURS, own / "games"))
    return roots


def game_homes() -> dict[str, tuple[str, Path]]:
    """Return each game's origin and the file that defines its `GAME`, sorted by name."""
    homes: dict[str, tuple[str, Path]] = {}
    for whose, root in _roots():
        for file in sorted(root.glob("*/__init__.py")):
            if "GAME = " not in file.read_text("utf-8", errors="replace"):
                continue
            if whose == YOURS and not is_run(file):
                continue
            folder = file.parent
            if not folder.name.isidentifier() or folder.name != folder.name.lower():
                raise UserError(
                    f"{folder}: a game's folder must have a name of small letters, digits and "
                    f"underscores that begins with a letter, not {echoed(folder.name)}"
                )
            name = folder.name.replace("_", "-")
            if name in homes:
                raise UserError(
                    f"{folder}: there is a game '{name}' in {homes[name][1].parent} already",
                    hint="give the folder another name",
                )
            homes[name] = whose, file
    for key, folder in _RECEIVED.items():
        homes[key.replace("_", "-")] = "another process", folder / "__init__.py"
    return dict(sorted(homes.items()))


def game_files() -> dict[str, Path]:
    """Return the file that defines `GAME` for every game, sorted by name."""
    return {name: file for name, (_, file) in game_homes().items()}


class _Games:
    """Import hook for games outside this folder, which run from their source."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, folder = name.rpartition(".")
        if package == __name__:
            received = [str(_RECEIVED[folder].parent)] if folder in _RECEIVED else []
            path = received + [str(root) for _, root in _roots()]
        elif not name.startswith(f"{__name__}."):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            file = spec.loader.get_filename(name)
            if not _is_shipped(file):
                spec.loader = FromSource(name, file)
        return spec


sys.meta_path.insert(0, _Games)


def _is_shipped(file: str) -> bool:
    return Path(file).is_relative_to(Path(__file__).parent)


def game_names() -> list[str]:
    """Return the names of all games, sorted."""
    return list(game_files())


def _letters(name: str) -> str:
    return "".join(c for c in name.lower() if c.isalnum())


def _file_of(name: str) -> Path:
    """Return the file that defines the game of this name."""
    if not isinstance(name, str):
        raise UserError(f"a game must be named by its name, such as 'scat', not {echoed(name)}")
    files = game_files()
    if name not in files:
        names = list(files)
        message = f"no game called '{echoed(name)}'; there are: {', '.join(names)}"
        for _, root in _roots():
            file = root / name.replace("-", "_") / "__init__.py"
            if os.path.isfile(file):  # noqa: PTH113  (a name that is too long is no file)
                raise UserError(
                    f"{file} makes no game: no line of it begins with `GAME = `",
                    hint="the last line of a class is GAME = Pig.game(__name__)",
                )
        titled = [g.name for g in load_games()[0] if _letters(name) in _letters(g.title)]
        hint = f"did you mean '{titled[0]}'?" if len(titled) == 1 else did_you_mean(name, names)
        raise UserError(message, hint=hint)
    return files[name]


def load_game(name: str) -> Game:
    """Return the game of this name."""
    check_docstrings()
    game: Game = _package_of(name).GAME
    return game


def load_games() -> tuple[list[Game], dict[str, UserError]]:
    """Return all games in order, and the error of each game that fails to load, by its name."""
    games: list[Game] = []
    wrong: dict[str, UserError] = {}
    for name in game_names():
        try:
            games.append(load_game(name))
        except UserError as error:
            wrong[name] = error
    return games, wrong


def _package_of(name: str) -> ModuleType:
    # Looking for the files takes a millisecond, and a game is loaded again and again.
    if isinstance(name, str):
        known = sys.modules.get(f"{__name__}.{name.replace('-', '_')}")
        if getattr(getattr(known, "GAME", None), "name", None) == name:
            module = cast("ModuleType", known)
            if _is_shipped(str(module.__file__)) or _is_current(module, name):
                return module
    file = _file_of(name)
    folder = file.parent.name
    _forget(folder)
    importlib.invalidate_caches()
    module = _imported(folder, file)
    _has_changed(folder)
    _CHECKED[folder] = COMMANDS[-1] if COMMANDS else None
    return module


def _imported(folder: str, file: Path) -> ModuleType:
    """Import a game's package and return it."""
    if _is_shipped(str(file)):
        return importlib.import_module(f"{__name__}.{folder}")

    def run() -> ModuleType:
        module = importlib.import_module(f"{__name__}.{folder}")
        if not isinstance(module.GAME, Game):
            raise UserError("GAME is no game", hint="the last line of the file makes one")
        return module

    try:
        return guarded(run, file, whole=True)
    except UserError:
        _forget(folder)
        raise


def _is_current(module: ModuleType, name: str) -> bool:
    """Return whether a loaded user game is up to date; the answer is kept for a whole command."""
    folder, command = name.replace("-", "_"), COMMANDS[-1] if COMMANDS else None
    if command is None or _CHECKED.get(folder) is not command:
        if game_files().get(name) != Path(str(module.__file__)) or _has_changed(folder):
            return False
        _CHECKED[folder] = command
    return True


def _modules_of(folder: str) -> dict[str, ModuleType]:
    """Return the imported modules of a game, by its folder name."""
    package = f"{__name__}.{folder}"
    return {n: m for n, m in list(sys.modules.items()) if f"{n}.".startswith(f"{package}.")}


def modules_of(name: str) -> list[ModuleType]:
    """Return the imported modules of a game, by the game's name."""
    return list(_modules_of(name.replace("-", "_")).values())


def _has_changed(folder: str) -> bool:
    """Return whether a file of a game has changed since it was first looked at."""
    stamps = _STAMPS.setdefault(folder, {})
    for module in _modules_of(folder).values():
        file = str(module.__file__)
        try:
            state = os.stat(file)  # noqa: PTH116  a path object takes longer than to ask
        except OSError:
            return True
        stamp = state.st_mtime_ns, state.st_size
        if stamps.setdefault(file, stamp) != stamp:
            return True
    return False


def _forget(folder: str) -> None:
    """Drop a game's modules, so that they are imported anew."""
    for name in _modules_of(folder):
        del sys.modules[name]
    _STAMPS.pop(folder, None)
    _CHECKED.pop(folder, None)


def forget(name: str) -> None:
    """Drop a user's game, so that the next load imports and compiles it anew."""
    folder = name.replace("-", "_") if isinstance(name, str) else ""
    module = sys.modules.get(f"{__name__}.{folder}")
    if module is not None and not _is_shipped(str(module.__file__)):
        _forget(folder)


def own_sources(name: str) -> dict[str, str] | None:
    """Return the source of each module of a user's game by relative path; None if it is shipped."""
    file = Path(str(_package_of(name).__file__))
    if _is_shipped(str(file)):
        return None
    if _has_changed(file.parent.name):
        raise UserError(f"{file.parent} was edited while it was played", hint="begin again")
    return sources_in(file.parent)


def sources_in(folder: Path) -> dict[str, str]:
    """Return the source of every module in a folder, by relative path."""
    files = sorted(folder.rglob("*.py"))
    return {f.relative_to(folder).as_posix(): f.read_text("utf-8") for f in files}


def receive(name: str, folder: Path | None) -> None:
    """Use a game's folder received from another process; None: use the local game again."""
    key = name.replace("-", "_")
    if _RECEIVED.get(key) != folder:
        _RECEIVED.pop(key, None)
        if folder is not None:
            _RECEIVED[key] = folder
        _forget(key)


def functions_for_strategies(name: str) -> dict[str, Kernel]:
    """Return the kernels that strategies may import from this game's package, by name."""
    # A command that only lists games does not wait for the compiler.
    from cardsim.kernels.jit import Kernel

    package = _package_of(name)
    named = {n: getattr(package, n) for n in sorted(getattr(package, "__all__", ()))}
    return {n: value for n, value in named.items() if isinstance(value, Kernel)}


def rules_text(name: str) -> str:
    """Return the full rules of this game as Markdown: `RULES.md` in its folder."""
    file = _file_of(name).with_name("RULES.md")
    if not file.is_file():
        raise UserError(f"the rules of '{name}' are not written down; there is no {file}")
    return file.read_text("utf-8")
