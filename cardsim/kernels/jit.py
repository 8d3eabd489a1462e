"""Compilation: the one place where numba is configured.

Two kinds of function are compiled. A `kernel` is a building block that other kernels call; it is
compiled into each of them. An `entry` is what Python calls, or what the engine calls by address:
it has one pinned signature and is kept on disk under a content key.

With `CARDSIM_PLAIN_NUMBA=1` in the environment both are made by numba's documented means alone,
in case a new version of numba has other internals. The hands are the same; every process compiles
anew. `numba_insides` says what the usual way gains.
"""

from __future__ import annotations

import functools
import os
import time
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar, cast
from weakref import WeakKeyDictionary

import numba
import numpy as np
from numba.core import sigutils, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import typeof_impl

from cardsim.errors import UserError, echoed
from cardsim.kernels import cache
from cardsim.kernels.bare import BareKernel
from cardsim.kernels.origins import is_users
from cardsim.process.signals import postponed

if numba.config.DISABLE_JIT:
    raise UserError("NUMBA_DISABLE_JIT is set, and without its compiler numba cannot play")

SWITCH = "CARDSIM_PLAIN_NUMBA"
if os.environ.get(SWITCH, "0") not in {"", "0", "1"}:
    raise UserError(f"{SWITCH} must be 0 or 1, not {echoed(os.environ[SWITCH])}")
PLAIN = os.environ.get(SWITCH) == "1"
"""True if only numba's documented means are used."""

compiler: ModuleType
"""The module that compiles: either of two with the same names."""
if PLAIN:
    from cardsim.kernels import plain_numba

    compiler = plain_numba
else:
    from cardsim.kernels import numba_insides

    compiler = numba_insides

_USUAL = {"nopython": True, "nogil": True, "error_model": "numpy"}
_BARE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

F = TypeVar("F", bound=Callable[..., Any])


class InPython:
    """An object that answers a kernel called with it first: `below(it, 6)` is `it.below(6)`.

    As another argument, kernels get the value behind it. That value is no attribute, since
    strategies in Python are given such objects, and the value behind a seat's chance tells the seed
    and the hand.
    """

    __slots__ = ("__weakref__",)

    def __init__(self, behind: Any) -> None:
        _BEHIND[self] = behind


_BEHIND: WeakKeyDictionary[InPython, Any] = WeakKeyDictionary()


def behind(it: InPython) -> Any:
    """Return the value that the package put behind the object."""
    return _BEHIND[it]


class Kernel(BareKernel):
    """A function compiled only for those that call it.

    It lacks the code that Python needs to call it. Called from Python it compiles a second one that
    has this code.

    Attributes:
        py_func: the function.
        targetoptions: numba's options.
        pipeline: the compiler.
        dispatcher: what numba compiles of it for others.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        pipeline: type | None = None,
        **options: Any,
    ) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.targetoptions: dict[str, Any] = {**_USUAL, **options}
        self.pipeline = pipeline or compiler.KernelCompiler
        jitted = numba.jit(**self.targetoptions, **_BARE, pipeline_class=self.pipeline)
        self.dispatcher: Any = jitted(function)
        if not is_users(function.__code__.co_filename):
            # Compiled code contains its values as they are now, so nobody may write into it later.
            for value in map(function.__globals__.get, function.__code__.co_names):
                if isinstance(value, np.ndarray):
                    value.flags.writeable = False

    @functools.cached_property
    def checked(self) -> Any:
        """The dispatcher for callers whose indices are checked."""
        jitted = numba.jit(**self.targetoptions, **_BARE, pipeline_class=self.pipeline)
        return jitted(self.py_func)

    @functools.cached_property
    def _for_python(self) -> Any:
        return _dispatcher_of(self.py_func, self.targetoptions)

    def __call__(self, *arguments: Any) -> Any:
        """Run the function for Python."""
        if arguments and isinstance(arguments[0], InPython):
            return getattr(arguments[0], self.py_func.__name__)(*arguments[1:])
        given = (behind(a) if isinstance(a, InPython) else a for a in arguments)
        return self._for_python(*given)

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(Kernel, **self.targetoptions), (self.py_func,)


class Lent(Kernel):
    """A strategy's function that others call: in compiled code a function like any other.

    Called from Python it runs `asked`, which has it compiled too: its numbers are of 64 bits.
    """

    def __init__(self, function: Callable[..., Any], asked: Callable[..., Any]) -> None:
        super().__init__(function)
        # A reference to it must count as a reference to the function.
        self.targetoptions = {}
        self.asked = asked

    def __call__(self, *arguments: Any, **values: Any) -> Any:
        """Let `asked` answer for the function in Python."""
        return self.asked(self.py_func, *arguments, **values)

    def __reduce__(self) -> tuple[Any, ...]:
        return Lent, (self.py_func, self.asked)


@typeof_impl.register(Kernel)  # type: ignore[untyped-decorator]
def _type_of(kernel: Kernel, context: Any) -> Any:
    """Return the type that numba takes a kernel for."""
    return typeof_impl(kernel.checked if bounds_checked() else kernel.dispatcher, context)


def bounds_checked() -> bool:
    """Return whether code that is compiled now checks its indices."""
    return bool(numba.config.BOUNDSCHECK)


@contextmanager
def checking_bounds() -> Generator[None]:
    """Make code compiled in the block check its indices: an IndexError names the line."""
    before = numba.config.BOUNDSCHECK
    numba.config.BOUNDSCHECK = 1
    try:
        with compiler.lines_told():
            yield
    finally:
        numba.config.BOUNDSCHECK = before


def kernel(function: F) -> F:
    """Make a function a kernel, compiled for use by other kernels.

    It holds no interpreter lock.
    """
    return cast("F", Kernel(function))


def inlined(function: F) -> F:
    """Make a kernel that is always copied into its callers: a small one, or one on the hot path."""
    return cast("F", Kernel(function, forceinline=True))


def not_inlined(function: F) -> F:
    """Make a kernel that a hot path rarely needs; with `stay_a_call` in it, it is never copied.

    Without this decorator a kernel that an inlined one calls is inlined too: numba passes that on.
    """
    return cast("F", Kernel(function, forceinline=False))


@dataclass(frozen=True)
class Entry:
    """A function compiled for one signature.

    Attributes:
        call: the Python callable.
        address: where its machine code starts, for `number_from_address`.
        from_cache: whether it was read from disk rather than compiled.
    """

    call: Callable[..., Any]
    address: int
    from_cache: bool


_LOADED: dict[Path, Entry] = {}
"""The entries of this process by their files, which are named by content.

Numba never frees machine code, and code that lies too far apart cannot be linked: a process that
reads the same code again and again grows by gigabytes, and then crashes.
"""


class Compilation(NamedTuple):
    """Something that is about to be compiled.

    Attributes:
        what: it is, in words.
        seconds: how long it took here the last time; None if that is not known.
    """

    what: str
    seconds: float | None


_WATCHER: ContextVar[Callable[[Compilation], None] | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(tell: Callable[[Compilation], None]) -> Generator[None]:
    """Call `tell` before anything with a name is compiled, while the block runs."""
    token = _WATCHER.set(tell)
    try:
        yield
    finally:
        _WATCHER.reset(token)


def entry(
    function: Callable[..., Any],
    *,
    signature: types.Type,
    content: str = "",
    boundscheck: bool = False,
    what: str = "",
) -> Entry:
    """Compile a function for `signature`, or read it from the disk cache.

    Args:
        function: a Python function that numba can compile.
        signature: the numba signature to compile for.
        content: what the machine code depends on beside what `code_key` finds: code of the user's.
        boundscheck: whether an index out of range raises IndexError. Off for the package's own
            kernels.
        what: it is, in words for whoever waits for it; empty for what takes but a moment.

    Raises:
        numba.core.errors.NumbaError: the function cannot be compiled.
    """
    dispatcher = _dispatcher(function, signature, content, boundscheck=boundscheck)
    with global_compiler_lock, postponed():
        place = compiler.place(dispatcher, signature)
    if place is not None and place in _LOADED and place.exists():
        return _LOADED[place]
    tell = _WATCHER.get()
    if tell is not None and what and not compiler.is_kept(dispatcher, signature):
        tell(Compilation(what, _seconds_of(what)))
    began = time.perf_counter()
    with global_compiler_lock, postponed():
        dispatcher.compile(signature)
    from_cache = compiler.was_read(dispatcher)
    if what and not from_cache:
        cache.keep(_record_of(what), repr(time.perf_counter() - began).encode())
    (result,) = dispatcher.overloads.values()
    address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    if place is not None:
        _LOADED[place] = Entry(dispatcher, address, from_cache=True)
    return Entry(dispatcher, address, from_cache)


def entry_of(function: Callable[..., Any], signature: str, what: str) -> Entry:
    """Compile a function for a signature in numba's spelling: `f8(f8[::1], i8)`."""
    (arguments, result), content = sigutils.normalize_signature(signature), signature
    return entry(function, signature=result(*arguments), content=content, what=what)


def entry_for(function: Callable[..., Any], result: str, *arguments: Any) -> Entry:
    """Compile a function for arguments of the types of these, and a result such as `i8`."""
    signature = sigutils.normalize_signature(f"{result}()")[1](*map(numba.typeof, arguments))
    return entry(function, signature=signature, content=str(signature))


def kept(
    function: Callable[..., Any], *, signature: types.Type, content: str = ""
) -> Callable[[], bool]:
    """Return a function that says whether `entry` would find this one on disk.

    The key is computed only once.
    """
    dispatcher = _dispatcher(function, signature, content, boundscheck=False)
    return lambda: bool(compiler.is_kept(dispatcher, signature))


def _dispatcher(
    function: Callable[..., Any], signature: types.Type, content: str, *, boundscheck: bool
) -> Any:
    # Numba's key has the types of the arguments, but not the type returned, so the name has it.
    where = f"{function.__module__}.{function.__qualname__}"
    checked = " checked" if bounds_checked() else ""
    name = f"{where} {boundscheck} {signature.return_type} {content}{checked}"
    return _dispatcher_of(function, {**_USUAL, "boundscheck": boundscheck}, name)


def _dispatcher_of(function: Callable[..., Any], options: dict[str, Any], name: str = "") -> Any:
    """Return the compiler's dispatcher, without numba's warnings of experimental features.

    These are a tuple of functions, and a plain record where a view was compiled before.
    """
    made = compiler.dispatcher(function, options, name)
    loud = made.compile

    def compile_quietly(signature: Any) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
            return loud(signature)

    made.compile = compile_quietly
    return made


def cache_trouble() -> str:
    """Return why compiled code cannot be kept; empty if it can."""
    return f"{SWITCH} is set" if PLAIN else cache.folder_trouble()


def was_compiled(what: str) -> bool:
    """Return whether something by this name was compiled and kept before, if with other content."""
    return not PLAIN and _seconds_of(what) is not None


def _seconds_of(what: str) -> float | None:
    record = cache.read_cached(_record_of(what))
    return float(record) if record is not None else None


def _record_of(what: str) -> Path:
    """Return the file that records how long something took to compile."""
    return cache.cached_file(f"seconds {what}", ".json")
