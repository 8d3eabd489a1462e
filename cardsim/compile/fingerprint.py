"""What a function's machine code depends on, as a hash."""

from __future__ import annotations

import enum
import functools
import hashlib
import secrets
import sys
from collections.abc import Callable
from types import (
    CodeType,
    EllipsisType,
    FunctionType,
    MappingProxyType,
    ModuleType,
    NoneType,
    UnionType,
)
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.types import Type
from numba.core.typing.typeof import Purpose, typeof

from cardsim.kernels.jit import Kernel
from cardsim.kernels.origins import is_users, is_users_module

_PLAIN = (
    NoneType
    | bool
    | int
    | float
    | complex
    | str
    | bytes
    | bytearray
    | range
    | slice
    | EllipsisType
    | np.dtype
    | Type
)
"""Kinds of which `repr` tells all."""
_COMPILERS = {"_cffi_backend", "_ctypes", "ctypes", "numba"}
"""Packages that make what compiled code may call."""


def fingerprint(function: Callable[..., Any], *, with_objects: bool = False) -> str:
    """A hash of all that a function's machine code depends on: its code, and what it refers to.

    Globals count by value, functions by their own fingerprint, and modules of the user's by all
    that they define. What is installed counts by its name: the versions are in every key. Where
    something cannot be told from another of its kind, the hash is of no use the next time.

    Args:
        function: a function; with objects, whatever can be called.
        with_objects: whether it runs in Python, where any object may matter: each counts by what it
            would be pickled as, and a class of the user's by what it defines.
    """
    fed = _Fed(with_objects=with_objects)
    try:
        fed.add(function)
    except RecursionError:
        return secrets.token_hex()
    return fed.digest.hexdigest()


class _Fed:
    def __init__(self, *, with_objects: bool) -> None:
        self.with_objects = with_objects
        self.digest = hashlib.sha256()
        self._met: dict[int, int] = {}
        self._alive: list[Any] = []
        self._kinds: tuple[tuple[type | UnionType, Callable[[Any], None]], ...] = (
            (np.ndarray | np.generic, self._add_array),
            (enum.Enum, self._add_member),
            (_PLAIN, lambda thing: self._say(type(thing).__name__, thing)),
        )
        self._holders: tuple[tuple[type | UnionType, Callable[[Any], None]], ...] = (
            (FunctionType | Dispatcher | Kernel, self._add_function),
            (ModuleType, self._add_module),
            (CodeType, self._add_code),
            (tuple | list, self._add_items),
            (dict | MappingProxyType, lambda thing: self._add_items(thing.items())),
            (set | frozenset, lambda thing: self._say("set", sorted(map(repr, thing)))),
            (type, self._add_class),
            (object, self._add_other),
        )

    def add(self, thing: Any) -> None:
        """Add a thing; what holds others, and is met again, counts by when it was met first."""
        how = next((how for kind, how in self._kinds if isinstance(thing, kind)), None)
        if how is None and self._is_known(thing):
            self._say("again", self._met[id(thing)])
            return
        how = how or next(how for kind, how in self._holders if isinstance(thing, kind))
        how(thing)

    def _say(self, *words: object) -> None:
        text = repr(words).encode()
        self.digest.update(len(text).to_bytes(8, "big") + text)

    def _is_known(self, thing: Any) -> bool:
        """Whether it has been met; if not, it has from now on."""
        known = id(thing) in self._met
        if not known:
            self._met[id(thing)] = len(self._met)
            # Nothing else is to get the same id.
            self._alive.append(thing)
        return known

    def _add_array(self, array: Any) -> None:
        if array.dtype.hasobject:
            self._add_other(array)
        else:
            self._say(array.dtype, array.shape, array.strides, array.tobytes())

    def _add_member(self, member: enum.Enum) -> None:
        self._say("member", type(member).__qualname__, member.name)
        self.add(member.value)

    def _add_items(self, things: Any) -> None:
        self._say(type(things).__name__, len(things))
        for thing in things:
            self.add(thing)

    def _add_function(self, thing: Any) -> None:
        function = getattr(thing, "py_func", thing)
        self._say(function.__module__, function.__qualname__)
        self._say(sorted(getattr(thing, "targetoptions", {}).items()))
        self._add_code(function.__code__)
        self.add((function.__defaults__, function.__kwdefaults__))
        if not is_users(function.__code__.co_filename):
            return
        for cell in function.__closure__ or ():
            try:
                self.add(cell.cell_contents)
            except ValueError:
                self._say("empty")
        for name in sorted(global_names(function.__code__)):
            if name in function.__globals__:
                self._say(name)
                self.add(function.__globals__[name])

    def _add_module(self, module: ModuleType) -> None:
        self._say("module", module.__name__)
        if is_users_module(module):
            for name, value in sorted(vars(module).items()):
                if not name.startswith("__"):
                    self._say(name)
                    self.add(value)

    def _add_code(self, code: CodeType) -> None:
        arguments = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        self._say(code.co_code, code.co_exceptiontable, code.co_flags, arguments, names)
        self.add(code.co_consts)

    def _add_class(self, kind: type) -> None:
        self._say("class", kind.__module__, kind.__qualname__, getattr(kind, "_fields", ()))
        if issubclass(kind, enum.Enum):
            for name, member in kind.__members__.items():
                self._say(name)
                self.add(member)
        elif _is_of_a_compiler(kind):
            self._say(secrets.token_bytes())
        elif self.with_objects and _is_users_class(kind):
            self.add(kind.__bases__)
            for name, value in sorted(vars(kind).items()):
                if name not in _OF_EVERY_CLASS:
                    self._say(name)
                    self.add(_behind(value))

    def _add_object(self, thing: Any) -> None:
        """Add what a thing would be made of again."""
        try:
            parts = thing.__reduce_ex__(4)
        except Exception:  # noqa: BLE001  whatever a stranger's object raises
            self._say(secrets.token_bytes())
            return
        if isinstance(parts, str):
            self._say(parts)
            # Such as a function that remembers its answers.
            self.add(getattr(thing, "__wrapped__", None))
            return
        made, given, state, items, pairs = (*parts, None, None, None)[:5]
        self.add((made, given, state, list(items or ()), list(pairs or ())))

    def _add_other(self, thing: Any) -> None:
        home, name = getattr(thing, "__module__", None), getattr(thing, "__qualname__", None)
        self._say(type(thing).__qualname__, home, name or getattr(thing, "__name__", None))
        of_numpy = isinstance(thing, np.ufunc) and not _is_of_a_compiler(thing)
        built_in = isinstance(thing, type(len) | type(np.mean))
        if of_numpy or built_in:
            # A method of an object that is built in: what it is bound to counts.
            if self.with_objects and not isinstance(
                getattr(thing, "__self__", None), ModuleType | NoneType
            ):
                self.add(thing.__self__)
        elif self.with_objects:
            self._add_object(thing)
        elif _is_of_a_compiler(thing) or _has_type(thing):
            self._say(secrets.token_bytes())


_OF_EVERY_CLASS = {
    *("__dict__", "__weakref__", "__module__", "__qualname__", "__doc__", "__annotations__"),
    *("__firstlineno__", "__static_attributes__", "__annotate_func__", "__annotations_cache__"),
    *("_abc_impl", "__abstractmethods__"),
}
"""What a class has beside what it is made for."""


def _is_users_class(kind: type) -> bool:
    module = sys.modules.get(kind.__module__)
    return module is None or is_users_module(module)


def _behind(value: Any) -> Any:
    """The functions behind what a class has for them; the name of a slot."""
    if isinstance(value, staticmethod | classmethod):
        return value.__func__
    if isinstance(value, property):
        return value.fget, value.fset, value.fdel
    if isinstance(value, functools.cached_property):
        return value.func
    return value.__name__ if type(value).__name__ == "member_descriptor" else value


def _is_of_a_compiler(thing: Any) -> bool:
    return (type(thing).__module__ or "").split(".")[0] in _COMPILERS


def _has_type(thing: Any) -> bool:
    """Whether numba has a type for it; what has none cannot be in compiled code."""
    try:
        return typeof(thing, Purpose.constant) is not None
    except Exception:  # noqa: BLE001  whatever a stranger's object raises
        return False


def global_names(code: CodeType) -> set[str]:
    """The names of globals, and of attributes, that code and the functions in it use."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= global_names(constant)
    return names
