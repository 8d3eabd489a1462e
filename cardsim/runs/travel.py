"""Sends strategies to other processes, which must play exactly the same.

A strategy from a file travels as the text of the file and of the user's modules that it imports. A
strategy made in a notebook or program travels as its functions. The receiver compares fingerprints.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.machinery
import inspect
import io
import linecache
import multiprocessing.util
import pickle
import shutil
import sys
import tempfile
import typing
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import cloudpickle

from cardsim.errors import UserError, echoed
from cardsim.game import Feature
from cardsim.games import game_files, load_game, own_sources, receive, sources_in
from cardsim.options.params import Value
from cardsim.programs import is_program
from cardsim.strategy import ANY_GAME, COMPILED, VECTORISED, Member, Notes, Strategy
from cardsim.workspace import FILES, load_file, worths_of

PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True)
class StrategySource:
    """The text of a strategy's file, and of the modules that it imports from beside it.

    Attributes:
        path: path of the file in the process that sent it.
        texts: text of each file, by name as seen from the file's folder.
    """

    game: str
    path: Path
    texts: tuple[tuple[str, str], ...]

    def opened(self, _name: str) -> Strategy:
        """Return the strategy, from this process's own files if they are the same."""
        folder = self.path.parent
        if all(_text(folder / name) == text for name, text in self.texts):
            strategy = load_file(self.path)
        else:
            strategy = load_file(unfolded(self.texts) / self.path.name)
            strategy = strategy.named(strategy.name, about=strategy.about, path=self.path)
        if strategy.game != ANY_GAME:
            return strategy
        return strategy.for_game(self.game, [d.function for d in load_game(self.game).decisions])


@dataclass(frozen=True)
class PackedGame:
    """A game of the user's that can be pickled.

    Attributes:
        texts: text of each of its modules, by path in its folder.
    """

    name: str
    texts: tuple[tuple[str, str], ...]

    def place(self) -> None:
        """Make the game available in this process, from its own files if they are the same."""
        receive(self.name, None)
        file = game_files().get(self.name)
        if file is None or tuple(sources_in(file.parent).items()) != self.texts:
            folder = self.name.replace("-", "_")
            inner = tuple((f"{folder}/{name}", text) for name, text in self.texts)
            receive(self.name, unfolded(inner) / folder)


def packed_game(name: str) -> PackedGame | None:
    """Return a game of the user's in a form that can be pickled; None for a shipped one."""
    texts = own_sources(name)
    return None if texts is None else PackedGame(name, tuple(texts.items()))


@dataclass(frozen=True)
class Functions:
    """A strategy's own functions as objects, for the same version of Python.

    Attributes:
        way: COMPILED, VECTORISED or Python.
        notes: what it remembers.
        python: major and minor version.
        pickled: the functions by name, and the features.
        sources: lines of each file or cell that they are from, by name.
        modules: module names of the user's files that they borrow from.
        depends_on: the inputs that it declares.
        defaults: those of its parameters that are others in its game, by name.
    """

    game: str
    about: str
    way: str
    notes: Notes
    python: tuple[int, int]
    pickled: bytes
    sources: tuple[tuple[str, tuple[str, ...]], ...]
    modules: tuple[str, ...]
    depends_on: tuple[Any, ...] | None
    defaults: tuple[tuple[str, Value], ...]

    def opened(self, name: str) -> Strategy:
        """Return the strategy."""
        if sys.version_info[:2] != self.python:
            here, there = (".".join(map(str, v)) for v in (sys.version_info[:2], self.python))
            raise UserError(
                f"strategy '{name}' comes from Python {there} and cannot be read by Python {here}",
                hint=f"put it into strategies/{self.game}/{name}.py: files travel as text",
            )
        for file, lines in self.sources:
            # Checks of a strategy read its source, which a worker may not have under this name.
            linecache.cache[file] = (sum(map(len, lines)), None, list(lines), file)
        for module in self.modules:
            # Numba looks up a function's module by name; the globals come with the function.
            sys.modules.setdefault(module, ModuleType(module))
        functions, features = pickle.loads(self.pickled)  # noqa: S301
        return Strategy(
            self.game,
            name=name,
            about=self.about,
            compiled=self.way == COMPILED,
            vectorised=self.way == VECTORISED,
            memory=self.notes.memory,
            forgets=self.notes.forgets,
            scratch=self.notes.scratch,
            features=features,
            depends_on=self.depends_on,
            by_game={self.game: dict(self.defaults)},
            **functions,
        )


@dataclass(frozen=True)
class Packed:
    """A strategy that can be pickled.

    Attributes:
        content: its own functions.
        bases: strategies that supply the functions it leaves out.
        fingerprint: hash of all its functions.
        base: the strategy that plays on where it looks ahead, and the memory that this needs.
        others: the company that sits against it there: strategies, parameters and shares.
        lapses: True if the parameter `lapse` was added to it.
        tempered: True if `temperature` was.
        limited: True if `remembers` was.
    """

    name: str
    content: StrategySource | Functions
    bases: tuple[Packed, ...]
    fingerprint: str
    base: tuple[Packed, int] | None = None
    others: tuple[tuple[Packed, dict[str, Value], float], ...] = ()
    lapses: bool = False
    tempered: bool = False
    limited: bool = False

    @cached_property
    def strategy(self) -> Strategy:
        """The strategy, unpacked."""
        strategy = self.content.opened(self.name)
        for base in self.bases:
            strategy = strategy.completed(base.strategy)
        if self.base is not None:
            plays_on, room = self.base
            others = tuple(Member(who.strategy, values, s) for who, values, s in self.others)
            strategy = strategy.based_on(plays_on.strategy, room, others)
        if self.lapses:
            strategy = strategy.lapsing()
        if self.tempered:
            strategy = strategy.tempered(worths_of(load_game(strategy.game)))
        if self.limited:
            strategy = strategy.forgetting(load_game(strategy.game))
        if strategy.fingerprint != self.fingerprint:
            what = f"strategy '{strategy.game}/{self.name}'"
            raise UserError(
                f"{what} is not the same in a worker as in the process that asked for it",
                hint="both need the same cardsim and the same version of Python; a file that was "
                "edited after it was loaded is to be loaded again",
            )
        return strategy

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k != "strategy"}


def packed(strategy: Strategy, fingerprint: str) -> Packed:
    """Return a strategy in a form that can be pickled.

    `fingerprint` is that of the time when it was chosen.
    """
    return strategy.once(("packed", fingerprint), lambda: _pack(strategy, fingerprint))


def _pack(strategy: Strategy, fingerprint: str) -> Packed:
    if is_program(strategy.name):
        raise UserError(
            f"'{echoed(strategy.name)}' plays in threads of this machine only",
            hint="leave out the workers, or the executor",
        )
    path = strategy.path
    content = _functions(strategy) if path is None else _source(strategy, path)
    bases = tuple(packed(base, base.fingerprint) for base in strategy.bases)
    base = None
    if strategy.base is not None:
        base = packed(strategy.base, strategy.base.fingerprint), strategy.room
    others = tuple(
        (packed(one.strategy, one.strategy.fingerprint), dict(one.values), one.share)
        for one in strategy.others
    )
    sent = Packed(
        strategy.name,
        content,
        bases,
        fingerprint,
        base,
        others,
        strategy.lapses,
        bool(strategy.worths),
        strategy.limited is not None,
    )
    if isinstance(content, Functions):
        # Checked here, where the user can do something about it, rather than in a worker.
        try:
            sent.strategy  # noqa: B018
        except UserError:
            raise _cannot_travel(strategy, "its content is not the same after the way") from None
    return sent


def _cannot_travel(strategy: Strategy, why: str) -> UserError:
    return UserError(
        f"strategy '{strategy.game}/{strategy.name}' cannot go to another process: {why}",
        hint=f"put it into strategies/{strategy.game}/{strategy.name}.py, or play it with threads",
    )


# ---------------------------------------------------------------- files


def _source(strategy: Strategy, path: Path) -> StrategySource:
    files = {path.name: path}
    for name, file in _imported(path, path.parent):
        files.setdefault(name, file)
    texts = {name: _text(file) for name, file in files.items()}
    unread = next((files[name] for name, text in texts.items() if text is None), None)
    if unread is not None:
        raise _cannot_travel(strategy, f"{unread} cannot be read as text")
    return StrategySource(
        strategy.game, path.absolute(), tuple((name, text or "") for name, text in texts.items())
    )


def _text(path: Path) -> str | None:
    try:
        return path.read_text("utf-8")
    except (OSError, ValueError):
        return None


def _imported(path: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the user's own modules that a file imports, directly or through others.

    Each has its name as seen from the folder that is searched first.
    """
    waiting, seen = [path], {path}
    while waiting:
        for name in _names_imported(waiting.pop()):
            spec = importlib.machinery.PathFinder.find_spec(name, [str(folder), *sys.path])
            for root in spec.submodule_search_locations or () if spec is not None else ():
                if not _is_installed(root):
                    for file in sorted(Path(root).rglob("*.py")):
                        yield f"{name}/{file.relative_to(root).as_posix()}", file
                        if file not in seen:
                            seen.add(file)
                            waiting.append(file)
            origin = spec.origin if spec is not None and spec.has_location else None
            file = Path(origin) if origin else path
            if file.suffix == ".py" and file not in seen and not _is_installed(str(file)):
                seen.add(file)
                waiting.append(file)
                yield f"{name}.py", file


def _names_imported(path: Path) -> set[str]:
    """Return the top-level name of every module that a file imports."""
    try:
        nodes = list(ast.walk(ast.parse(_text(path) or "")))
    except (SyntaxError, ValueError):
        return set()
    names = {a.name for n in nodes if isinstance(n, ast.Import) for a in n.names}
    names |= {n.module for n in nodes if isinstance(n, ast.ImportFrom) and n.module and not n.level}
    return {name.partition(".")[0] for name in names}


def _is_installed(file: str) -> bool:
    """Return True if a file is part of Python, of an installed package, or of cardsim."""
    path = Path(file)
    homes = {Path(p) for p in (sys.prefix, sys.base_prefix, str(PACKAGE))}
    return bool({"site-packages", "dist-packages"} & set(path.parts)) or any(
        path.is_relative_to(home) for home in homes
    )


@cache
def unfolded(texts: tuple[tuple[str, str], ...]) -> Path:
    """Return a folder with these files, which exists as long as this process."""
    digest = hashlib.sha256(repr(texts).encode()).hexdigest()[:16]
    folder = Path(tempfile.mkdtemp(prefix=f"cardsim-{digest}-"))
    multiprocessing.util.Finalize(None, shutil.rmtree, (folder, True), exitpriority=1)
    for name, text in texts:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


# ---------------------------------------------------------------- functions


class _Pickler(cloudpickle.Pickler):  # type: ignore[misc]
    """Pickles cardsim's own kernels by name."""

    def reducer_override(self, thing: Any) -> Any:
        function = getattr(thing, "py_func", None)
        home = sys.modules.get(getattr(function, "__module__", None) or "")
        if home is not None and home.__name__.startswith("cardsim."):
            name = getattr(function, "__name__", "")
            if getattr(home, name, None) is thing:
                return getattr, (home, name)
        return super().reducer_override(thing)


def _functions(strategy: Strategy) -> Functions:
    own = {
        name: _read(function) if inspect.isfunction(function) else function
        for name, function in strategy.functions.items()
        if name not in strategy.inherited
    }
    features = {d: tuple(map(_read_feature, some)) for d, some in strategy.features.items()}
    looks = [f.look for some in features.values() for f in some]
    files = {f.__code__.co_filename for f in (*own.values(), *looks) if inspect.isfunction(f)}
    modules = [m for name, m in list(sys.modules.items()) if _is_own(name, m)]
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    buffer = io.BytesIO()
    try:
        _Pickler(buffer).dump((own, features))
    except Exception as error:  # noqa: BLE001  whatever the things raise that it refers to
        why = f"{type(error).__name__}: {error}".splitlines()[0]
        raise _cannot_travel(strategy, why) from None
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)
    sources = tuple((f, tuple(linecache.getlines(f))) for f in sorted(files))
    python = sys.version_info[:2]
    pickled = buffer.getvalue()
    facts = strategy.game, strategy.about, strategy.way, strategy.notes[0]
    named = tuple(sorted(m.__name__ for m in modules if m.__name__.startswith(FILES)))
    here = tuple(strategy.by_game.get(strategy.game, {}).items())
    return Functions(*facts, python, pickled, sources, named, strategy.depends_on, here)


def _read_feature(feature: Feature) -> Feature:
    return feature if feature.look is None else replace(feature, look=_read(feature.look))


def _read(function: Any) -> Any:
    """Return a copy of a function with evaluated annotations: their names do not travel."""
    copied = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copied.__kwdefaults__ = function.__kwdefaults__
    copied.__module__, copied.__qualname__ = function.__module__, function.__qualname__
    copied.__annotations__ = typing.get_type_hints(function, include_extras=True)
    return copied


def _is_own(name: str, module: object) -> bool:
    """Return True if a module is the user's, so that a worker may not have it."""
    if not isinstance(module, ModuleType) or name == "__main__" or module.__name__ != name:
        return False
    file = vars(module).get("__file__")
    return isinstance(file, str) and not _is_installed(file)
