"""The key of compiled code: everything that the code depends on, and nothing else.

Machine code depends on the modules that its functions come from, on what these import, and on the
values that the functions were made with. So the key of a function has three parts:

- **Versions** of cardsim, Python, numba, llvmlite and numpy.
- **Sources.** The function is followed to every kernel, intrinsic and class of this package that it
  holds. Their modules, with all that these import (`imports`), are the closure. A change in the
  closure gives a new key. A change elsewhere gives none.
- **Values.** The cells and defaults of the package's functions, what its kernels take from globals,
  and everything that a written function refers to, count by value.

A function that holds an unknown kind of object depends on the whole package. User code is followed
only to what it uses of this package. Its own content is in its fingerprint, beside the key.

Numba's own cache keys a function by the date of its file, so a change in a helper elsewhere would
leave stale machine code behind.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import re
import secrets
import sys
from collections.abc import Iterable
from enum import Enum, EnumMeta
from functools import cache
from pathlib import Path
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    EllipsisType,
    FunctionType,
    MappingProxyType,
    MethodType,
    ModuleType,
    NoneType,
)
from typing import Any, cast

import llvmlite
import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.types import Type
from numba.extending import _Intrinsic

from cardsim.kernels.bare import BareKernel
from cardsim.kernels.cache import cached_file, keep, read_cached
from cardsim.kernels.imports import FOLDER, Source, Tree
from cardsim.kernels.origins import is_users, is_users_module
from cardsim.process.began import BEGAN
from cardsim.version import VERSION

VERSIONS = (VERSION, sys.version, numba.__version__, llvmlite.__version__, np.__version__)
COMPILERS = ("cardsim.kernels.jit", "cardsim.kernels.code_key")
"""Modules that take part in all compiling."""

_GAME = re.compile(r"cardsim\.games\.\w+")
_PLAIN = (
    *(NoneType, bool, int, float, complex, str, bytes, range, slice, EllipsisType),
    *(np.dtype, np.generic, Type),
)
"""Kinds of values that `repr` describes completely."""


_FUNCTIONS = (FunctionType, _Intrinsic, Dispatcher, BareKernel)
"""Functions, as Python, numba and this package have them."""
_CACHED = type(cache(repr))
_CONSTANTS = (
    *_PLAIN,
    *(np.ndarray, tuple, ModuleType, Enum, EnumMeta, Dispatcher, BareKernel),
)
"""Globals that compiled code takes in: values, and functions that take in others in turn."""


class Reach:
    """The parts of a program that a function's machine code is made from.

    Attributes:
        roots: the modules of the package that define what it reaches.
        values: what it was made with, in words.
        unknown: kinds of objects that this module does not know how to follow.
    """

    def __init__(self, tree: Tree) -> None:
        self.roots: set[str] = set(COMPILERS)
        self.values: list[object] = []
        self.unknown: list[str] = []
        self._tree = tree
        self._in_game = False
        self._met: dict[Any, int] = {}
        self._alive: list[Any] = []

    def follow(self, thing: Any, names: tuple[str, ...] = (), *, told: bool = False) -> None:
        """Follow a thing and all that it refers to.

        Args:
            thing: whatever a function refers to.
            names: that the function uses: no others of a module matter.
            told: whether it is the user's: then its fingerprint covers its values, and it is only
                searched for functions of the package.
        """
        if isinstance(thing, _PLAIN):
            self._say(told, type(thing).__name__, repr(thing))
            return
        # A module can be met again with other names used.
        key = id(thing) if isinstance(thing, _FUNCTIONS) else (id(thing), names, told)
        if key in self._met:
            self._say(told, "again", self._met[key])
            return
        self._met[key] = len(self._met)
        # Keep it, so that nothing else gets the same id.
        self._alive.append(thing)
        for part in self._parts(thing, names, told=told):
            self.follow(part, names, told=told)

    def _say(self, told: bool, *words: object) -> None:  # noqa: FBT001
        if not told:
            self.values.append(words)

    def _parts(self, thing: Any, names: tuple[str, ...], *, told: bool) -> Iterable[Any]:  # noqa: PLR0911
        """Describe a thing, and return the things that it holds."""
        kind = type(thing)
        if isinstance(thing, _FUNCTIONS):
            options = getattr(thing, "targetoptions", {})
            self._say(told, kind.__qualname__, sorted(options.items()))
            within = getattr(thing, "py_func", getattr(thing, "_defn", thing))
            compiled = isinstance(thing, _FUNCTIONS[2:])
            self._follow_function(cast("FunctionType", within), compiled=compiled)
            return (getattr(thing, "pipeline", None),)
        if isinstance(thing, ModuleType):
            self._say(told, thing.__name__)
            self._add_root(thing.__name__)
            is_followed = told or self._is_ours(thing.__name__) or is_users_module(thing)
            held = [vars(thing)[n] for n in names if n in vars(thing)]
            kinds = (object,) if is_followed else (*_PLAIN, np.ndarray)
            return [h for h in held if isinstance(h, kinds)]
        if isinstance(thing, type):
            self._say(told, thing.__module__, thing.__qualname__)
            self._add_root(thing.__module__)
            return [*thing] if isinstance(thing, EnumMeta) else ()
        if isinstance(thing, Enum):
            self._say(told, thing.name)
            return (thing.value,)
        self._say(told, kind.__module__, kind.__qualname__)
        if isinstance(thing, BuiltinFunctionType | np.ufunc):
            self._say(told, thing.__name__)
            of = getattr(thing, "__self__", None)
            return () if isinstance(of, ModuleType) else (of,)
        if isinstance(thing, MethodType):
            return (thing.__func__, thing.__self__)
        if isinstance(thing, functools.partial):
            return (thing.func, thing.args, thing.keywords)
        if isinstance(thing, _CACHED):
            return (thing.__wrapped__,)
        return self._held(thing, told=told)

    def _held(self, thing: Any, *, told: bool) -> Iterable[Any]:
        """Return the contents of a container."""
        kind = type(thing)
        if isinstance(thing, np.ndarray) and not thing.dtype.hasobject:
            content = hashlib.sha256(thing.tobytes()).hexdigest()
            self._say(told, repr(thing.dtype), thing.shape, content)
            return ()
        if isinstance(thing, tuple | list):
            self._say(told, len(thing))
            return (kind, *thing)
        if isinstance(thing, dict | MappingProxyType):
            self._say(told, len(thing))
            return [part for item in thing.items() for part in item]
        if isinstance(thing, set | frozenset) and all(isinstance(t, _PLAIN) for t in thing):
            self._say(told, sorted(map(repr, thing)))
            return ()
        if dataclasses.is_dataclass(thing) and self._is_ours(kind.__module__):
            return (kind, *(getattr(thing, f.name) for f in dataclasses.fields(thing)))
        if not told:
            self.unknown.append(f"{kind.__module__}.{kind.__qualname__}")
        return ()

    def _follow_function(self, function: FunctionType, *, compiled: bool) -> None:
        space, code = function.__globals__, function.__code__
        home = str(space.get("__name__"))
        ours = self._is_ours(home)
        if not ours and not is_users(code.co_filename):
            # Its version is in every key.
            self._say(False, home, function.__qualname__)  # noqa: FBT003
            return
        self._add_root(home)
        file = self._tree.file_of(home)
        if file is not None and not file.is_relative_to(FOLDER) and file != Path(code.co_filename):
            # A game of the same name was loaded from elsewhere since.
            self._say(False, secrets.token_hex())  # noqa: FBT003
        self._say(not ours, home, function.__qualname__)
        names = tuple(sorted(names_in(code)))
        held: list[Any] = [function.__defaults__, function.__kwdefaults__]
        held += [held_in(cell) for cell in function.__closure__ or ()]
        # A game's imports from other files of the user's are covered by no fingerprint.
        within, self._in_game = self._in_game, self._in_game or _GAME.match(home) is not None
        told = not ours and not self._in_game
        # Code of a module of the package is covered by its source. A function written by the
        # program has a scope of its own.
        if not ours or getattr(sys.modules.get(home), "__dict__", None) is not space:
            held.append(code)
            held += [(name, space[name]) for name in names if name in space]
        elif compiled:
            # Its code differs once somebody writes into the module's tables or rebinds a name.
            taken = ((name, space[name]) for name in names if name in space)
            held += [pair for pair in taken if isinstance(pair[1], _CONSTANTS)]
        for thing in held:
            if isinstance(thing, CodeType):
                self._say_code(thing, told=told)
            else:
                self.follow(thing, names, told=told)
        self._in_game = within

    def _say_code(self, code: CodeType, *, told: bool) -> None:
        how = (code.co_code, code.co_exceptiontable, code.co_names, code.co_freevars)
        self._say(told, *how, code.co_flags, code.co_argcount, code.co_varnames)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._say_code(constant, told=told)
            else:
                self.follow(constant, told=told)

    def _is_ours(self, module: str) -> bool:
        return self._tree.file_of(module) is not None

    def _add_root(self, module: str) -> None:
        if self._is_ours(module):
            self.roots.add(module)


def held_in(cell: CellType) -> Any:
    """Return the content of a cell, which may be empty."""
    try:
        return cell.cell_contents
    except ValueError:
        return "empty"


def names_in(code: CodeType) -> set[str]:
    """Return the names of globals and attributes that code and the functions in it use."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= names_in(constant)
    return names


def code_key(*things: Any, modules: Iterable[str] = ()) -> str:
    """Return the key of compiled functions: a hash of all that they depend on in the package.

    If a source has changed since this process began, the old code may be running. The key is then
    random, and never found again.

    Args:
        things: functions, and whatever else the result is made with.
        modules: further modules that the result depends on.
    """
    try:
        reach = reached(*things)
    except RecursionError:
        return secrets.token_hex()
    tree = _tree()
    sources = tree.digest(
        reach.roots.union(filter(tree.file_of, modules)), whole=bool(reach.unknown)
    )
    _keep_read(tree)
    return hashlib.sha256(repr((VERSIONS, sources, reach.values)).encode()).hexdigest()


def reached(*things: Any) -> Reach:
    """Follow functions, and return what they are made of."""
    reach = Reach(_tree())
    for thing in things:
        reach.follow(thing)
    return reach


def _tree() -> Tree:
    """Return the sources that this process runs."""
    # There are a thousand modules, and this is asked for each function.
    packages = [(n, m) for n, m in list(sys.modules.items()) if n.startswith("cardsim.games.")]
    files = (m.__file__ for n, m in packages if _GAME.fullmatch(n))
    games = {Path(file).parents[1] for file in files if file is not None}
    return _tree_with(tuple(sorted(games - {FOLDER / "games"})))


@cache
def _tree_with(games: tuple[Path, ...]) -> Tree:
    payload = read_cached(_read_file(games))
    read = json.loads(payload) if payload is not None else {}
    known = {module: Source(*facts) for module, facts in read.items()}
    return Tree(FOLDER, games, read=known, since=BEGAN)


def _keep_read(tree: Tree) -> None:
    """Keep what was read from the sources, since reading them takes longer than a short run."""
    if tree.has_news:
        keep(_read_file(tree.games), json.dumps(tree.sources).encode())
        tree.has_news = False


@cache
def _reader() -> str:
    return hashlib.sha256((FOLDER / "kernels" / "imports.py").read_bytes()).hexdigest()


def _read_file(games: tuple[Path, ...]) -> Path:
    return cached_file(f"imports in {FOLDER} {games} {_reader()}", ".json")
