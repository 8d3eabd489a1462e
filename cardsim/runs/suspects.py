"""Finds likely mistakes in the files of a user's game, without playing it.

These are names that nothing calls and that nearly match one of the contract's, random numbers that
do not come from the hand, and house rules that no line reads.
"""

from __future__ import annotations

import ast
import difflib
import inspect
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from cardsim.game import MODULES, Game
from cardsim.games import game_files, modules_of
from cardsim.kernels.jit import Kernel
from cardsim.kernels.origins import is_users, is_users_module
from cardsim.plain import PlainGame, class_of

NEAR = 0.8
"""Similarity from which on one name is taken as a misspelling of the other."""
_HELPERS = {"game", "shared", "next_seat", "rules", "players", "seat", "kept_past"}
"""Names in a class that the engine does not call."""
_IN_WORDS = {"legal", "watches", "imagine", "record", "house_plays"}
"""Optional methods, found within longer names too: `legal_moves`."""
_GENERATORS = {
    *("random.Random", "numpy.random.default_rng", "numpy.random.RandomState"),
    *("numpy.random.PCG64", "numpy.random.MT19937", "numpy.random.Philox", "numpy.random.SFC64"),
}
"""Generators that are deterministic if they are given a seed."""
_NO_DRAWS = {"seed", "getstate", "setstate", "get_state", "set_state"}
_OF_THE_SYSTEM = {
    *("os.urandom", "os.getrandom", "uuid.uuid1", "uuid.uuid4", "random.SystemRandom"),
    *("os.getpid", "os.getppid"),
}
_CLOCKS = {
    *("time.time", "time.time_ns", "time.monotonic", "time.monotonic_ns", "time.perf_counter"),
    *("time.perf_counter_ns", "time.process_time", "datetime.datetime.now", "id"),
    *("datetime.datetime.utcnow", "datetime.datetime.today", "datetime.date.today"),
}
_ALL_AT_ONCE = {"vars", "asdict", "astuple", "fields", "getattr", "attrgetter", "__dict__"}
"""Names that read house rules without naming them."""


class Suspect(NamedTuple):
    """A likely mistake in a file.

    Attributes:
        place: file and line.
    """

    place: str
    what: str
    mend: str = ""


class Draw(NamedTuple):
    """A line that takes a number from outside the hand.

    Attributes:
        place: file and line.
        name: the function that gives it.
        is_random: True if it differs in every process, whatever it is used for.
    """

    place: str
    name: str
    is_random: bool


class Files:
    """The files of a user's game, parsed."""

    def __init__(self, game: Game) -> None:
        self.game, self.kind = game, class_of(game)
        folder = game_files()[game.name].parent
        bases = [] if self.kind is None else [k for k in self.kind.__mro__ if k is not object]
        paths = {*folder.rglob("*.py"), *map(_file_of, bases)}
        self.texts = [_Text(p) for p in sorted(p for p in paths if p and is_users(str(p)))]
        read = {str(text.path) for text in self.texts}
        homes = [home_of(v) for m in modules_of(game.name) for v in vars(m).values()]
        self.others = any(h and is_users_module(h) and str(h.__file__) not in read for h in homes)

    @cached_property
    def used(self) -> set[str]:
        """Names that are read somewhere, and texts that may be names."""
        return {name for text in self.texts for name in text.used}

    # ------------------------------------------------------------ names

    def misspelt(self) -> Iterator[Suspect]:
        """Yield names that nothing calls and that nearly match one of the contract's."""
        if self.kind is None:
            yield from self._misspelt_in_modules()
            return
        mine = [k for k in self.kind.__mro__ if k not in PlainGame.__mro__]
        defined = {name for k in mine for name in vars(k)}
        known = {*vars(PlainGame), *PlainGame.__annotations__}
        asked = {n for n in known if n[0] != "_"} - _HELPERS - defined
        for kind in mine:
            for name, value in vars(kind).items():
                is_new = name not in known or (isinstance(value, type) and name in _HELPERS)
                is_new &= name[0] != "_" and name not in self.used
                if is_new and (meant := _meant(name, asked, in_words=_IN_WORDS)):
                    yield self._taken_for(kind.__name__, name, meant)

    def _misspelt_in_modules(self) -> Iterator[Suspect]:
        modules = modules_of(self.game.name)
        defined = {name for module in modules for name in vars(module)}
        asked = {n for names in MODULES.values() for n in names.values()} | {"legal", "left"}
        for module in modules:
            written = {n for text in self.texts if text.is_of(module) for n in text.defined}
            for name in sorted(written - self.used - asked):
                if name[0] != "_" and (meant := _meant(name, asked - defined)):
                    yield self._taken_for(module.__name__.rpartition(".")[2], name, meant)

    def _taken_for(self, where: str, name: str, meant: str) -> Suspect:
        what = f"nobody asks {where} for '{name}': is '{meant}' meant?"
        return Suspect(self.place_of(name), what, f"call it {meant}, or use it")

    def place_of(self, name: str) -> str:
        """Return the place where a name is defined."""
        found = (t.place(t.defined[name]) for t in self.texts if name in t.defined)
        return next(found, str(self.texts[0].path))

    # ------------------------------------------------------------ chance

    def draws(self) -> list[Draw]:
        """Return lines, in play or at import, that take numbers from elsewhere."""
        kernels = {
            value.py_func.__name__
            for module in modules_of(self.game.name)
            for value in vars(module).values()
            if isinstance(value, Kernel)
        }
        return [draw for text in self.texts for draw in text.draws(kernels)]

    # ------------------------------------------------------------ house rules

    def unread(self) -> Iterator[tuple[str, Suspect]]:
        """Yield house rules that no line reads, or that are read without effect, by name."""
        if not self.texts or self.others or _ALL_AT_ONCE & self.used:
            return
        idle = {id(node) for text in self.texts for node in text.idle()}
        for option in self.game.options:
            reads = [node for text in self.texts for node in text.reads(option.name)]
            if option.name not in self.used or (reads and all(id(node) in idle for node in reads)):
                why = "nothing comes of the lines that read" if reads else "no line reads"
                what = f"house rule {option.flag} does nothing: {why} {option.name}"
                mend = f"use rules.{option.name} where it matters, or leave it out"
                yield option.name, Suspect(self.place_of(option.name), what, mend)


class _Text:
    """A file, parsed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tree = ast.parse(path.read_text("utf-8"))
        self.defined: dict[str, int] = {}
        self.used: set[str] = set()
        self.origins: dict[str, str] = {}
        for node in ast.walk(self.tree):
            self._read(node)

    def _read(self, node: ast.AST) -> None:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                self.defined.setdefault(name, node.lineno)
            case ast.Name(id=name, ctx=ast.Store()):
                self.defined.setdefault(name, node.lineno)
            case ast.Name(id=name) | ast.Attribute(attr=name):
                self.used.add(name)
            case ast.Constant(value=str() as name):
                self.used.add(name)
            case ast.Import(names=imported):
                for one in imported:
                    shown = one.asname or one.name.partition(".")[0]
                    self.origins[shown] = one.name if one.asname else shown
            case ast.ImportFrom(names=imported, module=module):
                for one in imported:
                    self.used.add(one.name)
                    self.origins[one.asname or one.name] = f"{module or ''}.{one.name}"
            case _:
                pass

    def is_of(self, module: object) -> bool:
        """Return True if it is the text of a module."""
        return str(self.path) == str(getattr(module, "__file__", ""))

    def place(self, line: int) -> str:
        """Return a line's place, for a message."""
        return f"{self.path}:{line}"

    def reads(self, name: str) -> Iterator[ast.AST]:
        """Yield nodes that read an attribute of this name, or are a text equal to it."""
        for node in ast.walk(self.tree):
            match node:
                case ast.Attribute(attr=attr) if attr == name:
                    yield node
                case ast.Constant(value=value) if value == name:
                    yield node

    def idle(self) -> Iterator[ast.AST]:
        """Yield nodes that are read without effect, however the hand goes."""
        for function in ast.walk(self.tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            nodes = [*ast.walk(function)]
            loaded = {
                n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
            }
            for node in nodes:
                match node:
                    case ast.Assign(targets=[ast.Name(id=name)], value=value) if name not in loaded:
                        yield from _without_calls(value)
                    case ast.Expr(value=value):
                        yield from _without_calls(value)
                    case ast.IfExp(test=test, body=one, orelse=other):
                        if ast.dump(one) == ast.dump(other):
                            yield from _without_calls(test)
                    case ast.If(test=test, body=some, orelse=others):
                        does = [[*map(ast.dump, part)] for part in (some, others)]
                        nothing = all(isinstance(n, ast.Pass) for n in some) and not others
                        if nothing or does[0] == does[1]:
                            yield from _without_calls(test)

    def draws(self, kernels: set[str]) -> Iterator[Draw]:
        """Yield lines that take a number from outside the hand; see `Files.draws`."""
        own = self._generators()
        seeded = any(self._name(n) == "random.seed" for n in ast.walk(self.tree))
        for node in self._played(kernels):
            inside = isinstance(node, ast.FunctionDef)
            for call in ast.walk(node):
                if not isinstance(call, ast.Call):
                    continue
                name = self._name(call.func)
                if name.partition(".")[0] in own:
                    yield Draw(self.place(call.lineno), name, is_random=False)
                elif _is_random(name, given=bool(call.args or call.keywords)):
                    yield Draw(self.place(call.lineno), name, is_random=inside or not seeded)
                elif name in _CLOCKS and inside:
                    yield Draw(self.place(call.lineno), name, is_random=False)

    def _generators(self) -> set[str]:
        """Return the module's generators, which keep their state from hand to hand."""
        made = [
            n for n in ast.walk(self.tree) if isinstance(n, ast.Assign) and n.col_offset in {0, 4}
        ]
        return {
            target.id
            for node in made
            if isinstance(node.value, ast.Call) and self._name(node.value.func) in _GENERATORS
            for target in node.targets
            if isinstance(target, ast.Name)
        }

    def _name(self, node: ast.AST) -> str:
        """Return the full name of an imported thing, with its module."""
        match node:
            case ast.Call(func=function):
                return self._name(function)
            case ast.Attribute(value=value, attr=attr):
                before = self._name(value)
                return f"{before}.{attr}" if before else ""
            case ast.Name(id=name):
                return self.origins.get(name, name)
            case _:
                return ""

    def _played(self, kernels: set[str]) -> list[ast.AST]:
        """Return what is run: methods and kernels, what they call, and statements of the module."""
        found: dict[str, list[ast.AST]] = {}
        waiting: list[ast.AST] = []
        loose: list[ast.AST] = []
        for node in self.tree.body:
            match node:
                case ast.FunctionDef(name=name):
                    found.setdefault(name, []).append(node)
                    waiting += [node] if name in kernels else []
                case ast.ClassDef(body=body):
                    functions = [n for n in body if isinstance(n, ast.FunctionDef)]
                    waiting += functions
                    loose += [n for n in body if n not in functions]
                case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
                    pass
                case _:
                    loose.append(node)
        played: list[ast.AST] = []
        while waiting:
            played.append(waiting.pop())
            names = {n.id for n in ast.walk(played[-1]) if isinstance(n, ast.Name)}
            for name in names & found.keys():
                waiting += [n for n in found.pop(name) if n not in played]
        return sorted(played + loose, key=lambda node: getattr(node, "lineno", 0))


def said_of(name: str) -> str:
    """Return a message on a number from outside the hand."""
    return f"{name} gives other numbers each time, and a hand must be the same when played again"


def chance_of(game: Game) -> str:
    """Return a hint on where random numbers come from."""
    if class_of(game) is not None:
        return "random numbers come from `chance` alone: chance.roll(), chance.below(n)"
    return "random numbers come from `words` alone: cardsim.rng.below(words, n)"


def _without_calls(node: ast.AST) -> list[ast.AST]:
    """Return all nodes of an expression; none if it calls something with possible side effects."""
    nodes = [*ast.walk(node)]
    return [] if any(isinstance(n, ast.Call) for n in nodes) else nodes


def _is_random(name: str, *, given: bool) -> bool:
    """Return True if the named function gives other numbers in every process."""
    if name in _GENERATORS:
        return not given
    module, _, function = name.rpartition(".")
    drawn = module in {"random", "numpy.random"} and function[:1].islower()
    return (drawn and function not in _NO_DRAWS) or name in _OF_THE_SYSTEM or module == "secrets"


def _meant(name: str, asked: set[str], *, in_words: set[str] | None = None) -> str:
    """Return the name that another one nearly matches; empty if there is none."""
    small = {one.lower(): one for one in asked}
    for word in (in_words or set()) & small.keys():
        if f"_{word}_" in f"_{name.lower()}_":
            return small[word]
    if near := difflib.get_close_matches(name.lower(), small, 1, NEAR):
        return small[near[0]]
    return next((one for one in asked if sorted(one.lower()) == sorted(name.lower())), "")


def home_of(value: object) -> ModuleType | None:
    """Return the module that a value is, or is defined in, if that has a file."""
    one = value if isinstance(value, ModuleType) else None
    one = one or sys.modules.get(str(getattr(value, "__module__", "")))
    return one if getattr(one, "__file__", None) else None


def _file_of(kind: type) -> Path | None:
    file = inspect.getsourcefile(kind)
    return None if file is None else Path(file)
