"""All code that relies on numba's internals: its libraries, its cache, its records.

The figures are seconds of processor time for Scat, medians of three interleaved runs on a 2-core
virtual machine, without this module (`CARDSIM_PLAIN_NUMBA=1`) -> with it:

- `cardsim run scat -n 1e6` with an empty cache: 9.7 -> 6.8, and in a second process: 9.7 -> 0.8;
- compiling the open loop: 11.5 -> 7.4;
- a hand in the bound loop: 234 -> 214 ns; in the open one: 304 -> 282 ns.

It has three parts. **Libraries** let kernels be optimised once, with the entry that they are part
of. The open loop then compiles in two thirds of the time. The **cache** keeps entries by their
content, which makes the second process fast. A **record** with known numbers has them as constants
in the code. The bound loops of Square 9, Scat, Ninety-Nine, Counter-Cameroon and Chinese Ten take
10, 8, 7, 5 and 1 % less time for it.
"""

from __future__ import annotations

import functools
import itertools
import pickle
import secrets
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba.core import types
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import _Cache
from numba.core.callconv import CPUCallConv
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.imputils import lower_getattr_generic
from numba.core.lowering import Lower
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.utils import _dynamic_modname, _dynamic_module
from numba.cpython import hashing  # noqa: F401  (machine code may refer to its symbols)
from numba.extending import models, register_model

from cardsim.kernels.cache import cache_folder, cached_file, keep, read_cached
from cardsim.kernels.code_key import code_key
from cardsim.process.signals import heed

# The number is part of the names in machine code. Every process would count from 1, and of two
# functions of the same name that come from the disk, all callers would get the one read first.
FunctionIdentity._unique_ids = itertools.count(secrets.randbits(62))  # noqa: SLF001
# A function that was pickled to another process has no module, and numba imports the module of code
# from the disk. Nothing is looked up in it.
sys.modules.setdefault(_dynamic_modname, _dynamic_module)


def dispatcher(function: Callable[..., Any], options: dict[str, Any], name: str = "") -> Any:
    """Return what compiles a function with its kernels, to be called by Python and by address.

    Args:
        function: a Python function that numba can compile.
        options: numba's.
        name: what the machine code depends on beside what `code_key` finds of the function; it is
            kept on disk under this name, and not at all without one.
    """
    made = _Callable(function, options)
    if name:
        made._cache = _DiskCache(name, function)  # noqa: SLF001
    return made


@contextmanager
def lines_told() -> Generator[None]:
    """Make code compiled in the block name the line of the function in its IndexErrors."""
    lower, leave = Lower.lower_inst, CPUCallConv.return_user_exc
    places: list[Any] = []

    def lower_inst(self: Any, instruction: Any) -> Any:
        places.append(self.loc)
        try:
            return lower(self, instruction)
        finally:
            places.pop()

    def return_user_exc(self: Any, builder: Any, exc: Any, *given: Any, **named: Any) -> Any:
        if exc is IndexError and places:
            named = {"loc": places[-1], **named}
        return leave(self, builder, exc, *given, **named)

    Lower.lower_inst, CPUCallConv.return_user_exc = lower_inst, return_user_exc
    try:
        yield
    finally:
        Lower.lower_inst, CPUCallConv.return_user_exc = lower, leave


def place(made: Any, signature: Any) -> Path | None:
    """Return the file, named by content, of what a dispatcher compiles for a signature."""
    file: Path = made._cache.file(signature, made.targetctx.codegen())  # noqa: SLF001
    return file


def is_kept(made: Any, signature: Any) -> bool:
    """Return whether what a dispatcher would compile for a signature is on disk."""
    return bool((file := place(made, signature)) and file.exists())


def was_read(made: Any) -> bool:
    """Return whether a dispatcher's code was read from disk rather than compiled."""
    read: bool = made._cache.hit  # noqa: SLF001
    return read


def record_with(record: Any, known: Callable[[], dict[str, int]]) -> Any:
    """Return the type of a record some of whose numbers are known."""
    return _KnownRecord(record, known())


class _KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel, as numba generated it, for those that call it.

    It is not optimised and not made machine code here: that is done once, for a whole entry.
    """

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)  # noqa: SLF001
        self._finalized = True

    def own_module(self) -> Any:
        """Return the code of the kernel without what it calls."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """Return the code with all that it calls, for a library of numba's own."""
        module = self.own_module().clone()
        _link(module, self._linking_libraries)
        return module


class _EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of an entry with that of all kernels it calls, each of them once."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)  # noqa: SLF001
        _link(self._final_module, self._linking_libraries)
        self._linking_libraries.clear()
        super().finalize()


def _link(module: Any, libraries: Iterable[Any]) -> None:
    """Copy libraries, and those that they call, into a module."""
    called_first: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library not in called_first:
            if isinstance(library, _KernelLibrary):
                for called in library._linking_libraries:  # noqa: SLF001
                    visit(called)
            called_first[library] = None

    for library in libraries:
        visit(library)
    # A caller is linked before what it calls, since code that nothing needs yet is not copied.
    for library in reversed(called_first):
        own = isinstance(library, _KernelLibrary)
        code = library.own_module() if own else library._get_module_for_linking()  # noqa: SLF001
        module.link_in(code, preserve=True)


class _EntryCompiler(Compiler):  # type: ignore[misc]
    def compile_extra(self, func: Callable[..., Any]) -> Any:
        heed()
        self.state.library = _EntryLibrary(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)


class KernelCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, for kernels."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile the function into a library that others link."""
        heed()
        context = self.state.targetctx
        self.state.library = _KernelLibrary(context.codegen(), func.__qualname__)
        # A built-in function of which there is no other: callers find the code by it.
        context.get_executable = lambda *_: [].append
        return super().compile_extra(func)


class _Callable(CPUDispatcher):  # type: ignore[misc]
    """A function that Python calls, with the kernels in it."""

    def __init__(self, py_func: Callable[..., Any], targetoptions: dict[str, Any]) -> None:
        super().__init__(py_func, targetoptions=targetoptions, pipeline_class=_EntryCompiler)

    def add_overload(self, cres: CompileResult) -> None:
        super().add_overload(cres)
        # Code that was read from disk has its environments.
        if not cres.library._disable_inspection:  # noqa: SLF001
            for environment in cres._find_referenced_environments():  # noqa: SLF001
                cres.codegen.set_env(environment.env_name, environment)


class _DiskCache(_Cache):  # type: ignore[misc]
    """Numba's cache interface over one file for each content key, function and signature."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.name, self.function = name, function
        self.hit = False

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    @functools.cached_property
    def _key(self) -> str:
        return code_key(self.function)

    def file(self, signature: Any, codegen: Any) -> Path:
        """Return the file for a signature."""
        key = (self._key, self.name, str(signature), codegen.magic_tuple())
        return cached_file(key, ".bin")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # Sets up what machine code may refer to. `target_context.refresh()` would do it too, and
        # load all that numba compiles from: 0.3 s of a short run.
        rtsys.initialize(target_context)
        payload = read_cached(self.file(sig, target_context.codegen()))
        if payload is None:
            return None
        # The file is one that this user's own cardsim wrote, whole: its checksum says so.
        code = CompileResult._rebuild(target_context, *pickle.loads(payload))  # noqa: S301, SLF001
        self.hit = True
        return code

    def save_overload(self, sig: Any, data: Any) -> None:
        payload = pickle.dumps(data._reduce(), protocol=-1)  # noqa: SLF001
        keep(self.file(sig, data.codegen), payload)

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


class _KnownRecord(types.Record):  # type: ignore[misc]
    """A record some of whose numbers are known when the code is compiled.

    Code compiled for it cannot be used for the plain record, nor the other way round: the known
    numbers
    would be wrong there, or lost here. The record has an extra field, since numba would otherwise
    convert one into the other.
    """

    def __init__(self, record: types.Record, known: dict[str, int]) -> None:
        fields = [(name, field._asdict()) for name, field in record.fields.items()]
        fields.append(("_known", {"type": types.uint8, "offset": record.size - 1}))
        super().__init__(fields, record.size, record.aligned)
        self.name += f" with {known}"
        self.known = known

    def can_convert_to(self, typing_context: Any, other: Any) -> None:
        """Refuse to convert into any other type."""


register_model(_KnownRecord)(models.RecordModel)


@lower_getattr_generic(_KnownRecord)  # type: ignore[untyped-decorator]
def _known_getattr(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    if name in kind.known:
        return context.get_constant(kind.typeof(name), kind.known[name])
    # Only here, where something is compiled: it loads much that a run from the cache does not need.
    from numba.np.arrayobj import record_getattr

    return record_getattr(context, builder, kind, value, name)
