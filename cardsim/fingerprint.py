"""What a function's machine code depends on, as a hash."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable
from types import CodeType, ModuleType
from typing import Any

import numpy as np


def fingerprint(function: Callable[..., Any]) -> str:
    """A hash of all that a function's machine code depends on: its code, and what it refers to.

    Globals count by value, functions by their own fingerprint, and modules outside the installed
    packages by all that they define.
    """
    digest = hashlib.sha256()
    _feed(digest, function, {})
    return digest.hexdigest()


def _feed(digest: Any, thing: Any, seen: dict[int, int]) -> None:
    """Add a thing to the digest; a function or module met again counts by when it was met first."""
    inner = getattr(thing, "py_func", thing)
    if inspect.isfunction(inner) or isinstance(inner, ModuleType):
        if id(inner) in seen:
            digest.update(f"again {seen[id(inner)]}".encode())
            return
        seen[id(inner)] = len(seen)
    if inspect.isfunction(inner):
        _feed_function(digest, inner, seen)
    elif isinstance(inner, ModuleType):
        _feed_module(digest, inner, seen)
    elif isinstance(thing, np.ndarray):
        digest.update(repr((thing.dtype, thing.shape)).encode() + thing.tobytes())
    elif isinstance(thing, tuple | list):
        digest.update(f"{type(thing).__name__} {len(thing)}".encode())
        for item in thing:
            _feed(digest, item, seen)
    else:
        digest.update(f"{type(thing).__name__} {thing!r}".encode())


def _feed_function(digest: Any, function: Any, seen: dict[int, int]) -> None:
    _feed_code(digest, function.__code__)
    digest.update(repr((function.__defaults__, function.__kwdefaults__)).encode())
    if (function.__module__ or "").startswith("cardsim."):
        return
    for cell in function.__closure__ or ():
        _feed(digest, cell.cell_contents, seen)
    for name in sorted(global_names(function.__code__)):
        if name in function.__globals__:
            digest.update(name.encode())
            _feed(digest, function.__globals__[name], seen)


def _feed_module(digest: Any, module: ModuleType, seen: dict[int, int]) -> None:
    digest.update(module.__name__.encode())
    file = getattr(module, "__file__", None)
    if file and not any(file.startswith(p) for p in (sys.prefix, sys.base_prefix)):
        for name, value in sorted(vars(module).items()):
            if not name.startswith("__") and not isinstance(value, type):
                digest.update(name.encode())
                _feed(digest, value, seen)


def _feed_code(digest: Any, code: CodeType) -> None:
    digest.update(code.co_code + repr((code.co_names, code.co_varnames)).encode())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _feed_code(digest, constant)
        else:
            digest.update(repr(constant).encode())


def global_names(code: CodeType) -> set[str]:
    """The names of globals, and of attributes, that code and the functions in it use."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= global_names(constant)
    return names
