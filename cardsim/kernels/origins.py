"""The owner of a file's code: the user, the package, or an installed library."""

from __future__ import annotations

import site
import sysconfig
from functools import cache
from pathlib import Path
from types import ModuleType

from cardsim.homes import packages

PACKAGE = Path(__file__).parents[1]
BUNDLED = PACKAGE / "_bundled"
"""Strategies and experiments in a wheel: written as users write theirs, and treated so."""


@cache
def _libraries() -> tuple[Path, ...]:
    """Return the folders of what is installed: Python's own modules, and packages."""
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    folders = [sysconfig.get_path(name) for name in names]
    folders += [*site.getsitepackages(), site.getusersitepackages()]
    paths = [Path(folder) for folder in folders]
    return tuple(dict.fromkeys([*paths, *(path.resolve() for path in paths)]))


@cache
def is_users(file: str) -> bool:
    """Return whether a file is the user's; code without a file is, such as a notebook's cell."""
    path = Path(file)
    if path.is_relative_to(BUNDLED):
        return True
    if file.startswith("<frozen") or path.is_relative_to(PACKAGE):
        return False
    if not any(path.is_relative_to(folder) for folder in _libraries()):
        return True
    # An installed package of games is written as users write theirs, too.
    return any(path.is_relative_to(folder) for folder in packages().values())


def is_users_module(module: ModuleType) -> bool:
    """Return whether a module comes from a user's file, or was made without one by the program."""
    file = getattr(module, "__file__", None)
    if file is not None:
        return is_users(file)
    # A folder without `__init__.py` has no file, and neither has a built-in module.
    spec = getattr(module, "__spec__", None)
    return spec is None or (spec.origin is None and not is_frozen(module))


def is_frozen(module: ModuleType) -> bool:
    """Return whether a module is built into Python."""
    return getattr(module.__spec__, "origin", None) in {"built-in", "frozen"}
