"""Runs the user's files, and the modules beside them, from their current source.

Python keeps a module's bytecode by the second of its last change, and an imported module for as
long as the process runs. Either could play a file as it was before the last edit.
"""

from __future__ import annotations

import importlib
import importlib.util
import linecache
import sys
import threading
import traceback
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, redirect_stdout
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeVar

from cardsim.errors import UserError, echoed
from cardsim.kernels.origins import is_users
from cardsim.process.signals import is_raised

Made = TypeVar("Made")
_LOADING = threading.RLock()


class FromSource(SourceFileLoader):
    """A loader that reads the source each time, and neither reads nor writes bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        """Compile the current source, and have checks and messages show the same text."""
        path = self.get_filename(fullname)
        data = self.get_data(path)
        code: CodeType = self.source_to_code(data, path)
        # What is looked at by checks and shown in messages is what was run, whatever the file says
        # by then.
        text = importlib.util.decode_source(data)
        linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
        return code


class _Beside(FromSource):
    """Loader of the modules that a file beside them imports."""


class _UsersModules:
    """A finder that finds what Python finds, but loads the user's modules from their source."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.startswith("cardsim."):
            # Games of the user's have a finder of their own.
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or not isinstance(spec.loader, SourceFileLoader):
            return None
        file = spec.loader.get_filename(name)
        if not is_users(file):
            return None
        spec.loader = _Beside(name, file)
        return spec


def guarded(run: Callable[[], Made], path: Path, *, whole: bool = False) -> Made:
    """Run the user's code, and return its result; whatever it prints goes to stderr.

    Args:
        run: runs it.
        path: of the file, whose line an error names.
        whole: whether all files in its folder belong together.
    """
    try:
        # All threads share stdout, so one at a time.
        with _LOADING, redirect_stdout(sys.stderr):
            return run()
    except UserError as error:
        message = str(error) if str(error).startswith(str(path)) else f"{path}: {error}"
        raise UserError(message, hint=error.hint) from None
    except SyntaxError as error:
        where = f"{error.filename or path}:{error.lineno or 1}"
        message = f"{where}: the file does not parse: {error.msg}"
        text = (error.text or "").strip()
        raise UserError(message, hint=f"the line is: {text}" if text else None) from None
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and not is_raised(error):
            raise
        passed = traceback.extract_tb(error.__traceback__)
        if isinstance(error, OSError) and not any(is_users(f.filename) for f in passed):
            # The error of opening this file itself, not one that the file opens.
            message = f"{path}: cannot be read: {error.strerror}"
            raise UserError(message) from None
        own = [
            f
            for f in passed
            if f.filename == str(path) or (whole and Path(f.filename).is_relative_to(path.parent))
        ]
        frames = own or [f for f in passed if is_users(f.filename)]
        where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else f"{path}:1"
        message = f"{where}: {named(error)}"
        raise UserError(
            message, hint=f"the line is: {frames[-1].line}" if frames else None
        ) from None


def left_by(error: BaseException) -> UserError | None:
    """Return the error of the user's code that ended the program; None if it was not that."""
    passed = traceback.extract_tb(error.__traceback__)
    frames = [f for f in passed if is_users(f.filename)]
    interrupted = isinstance(error, KeyboardInterrupt) and (
        not is_raised(error) or frames[-1:] != passed[-1:]
    )
    if not frames or interrupted:
        return None
    place = f"{frames[-1].filename}:{frames[-1].lineno}"
    return UserError(f"{place}: {named(error)}", hint=f"the line is: {frames[-1].line}")


def named(error: BaseException) -> str:
    """Return the name of an error, and what it says."""
    return f"{type(error).__name__}: {echoed(error)}".removesuffix(": ")


def run_file(path: Path, name: str) -> ModuleType:
    """Run a user's file as a module of this name.

    Modules beside it are found like Python's own, and are run anew.
    """
    loader = FromSource(name, str(path))
    spec = ModuleSpec(name, loader, origin=str(path))
    spec.has_location = True
    module = module_from_spec(spec)
    # Numba finds a function's module by name, and cannot read compiled code back without it.
    sys.modules[name] = module
    # Only here: it loads numba, which `--help` does without.
    from cardsim.compile.offered import no_extensions

    with _users_modules(path.parent), no_extensions():
        loader.exec_module(module)
    return module


def written(name: str, text: str, file: str, scope: dict[str, Any]) -> Callable[..., Any]:
    """Define a function from program text, so that tracebacks can show its lines.

    Args:
        name: the function's.
        text: source that defines it.
        file: what stands for its file in messages, in angle brackets.
        scope: globals of the text; the function is added to them.
    """
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), scope)  # noqa: S102  (of the program's own making)
    function: Callable[..., Any] = scope[name]
    return function


def run_module(name: str, folder: Path) -> ModuleType:
    """Import a module from a folder, or as usual; the user's modules are run anew."""
    from cardsim.compile.offered import no_extensions

    with _users_modules(folder), no_extensions():
        return importlib.import_module(name)


@contextmanager
def _users_modules(folder: Path) -> Generator[None]:
    """Look for modules in a folder first while the block runs, with none of the user's loaded."""
    before = {name: m for name, m in list(sys.modules.items()) if _is_ours(m) or _is_in(folder, m)}
    for name in before:
        del sys.modules[name]
    importlib.invalidate_caches()
    finder = _UsersModules()
    sys.meta_path.insert(0, finder)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.meta_path.remove(finder)
        # Compiled code of other files must still find its modules, and the user his imports.
        for name, module in before.items():
            if not _is_ours(module) or name not in sys.modules:
                sys.modules[name] = module


def _is_ours(module: ModuleType) -> bool:
    """Return whether a module was imported by a user's file that was run here."""
    spec = getattr(module, "__spec__", None)
    return isinstance(getattr(spec, "loader", None), _Beside)


def _is_in(folder: Path, module: ModuleType) -> bool:
    """Return whether a user's module lies in a folder, or is a folder there without a file."""
    spec = getattr(module, "__spec__", None)
    if spec is None or module.__name__ == "__main__" or type(spec.loader) is FromSource:
        return False
    file = getattr(module, "__file__", None)
    if file is not None:
        # There are a thousand modules, and most lie elsewhere.
        return file.startswith(str(folder)) and is_users(file) and Path(file).is_relative_to(folder)
    places = [str(place) for place in spec.submodule_search_locations or ()]
    return bool(places) and all(map(is_users, places))
