"""Compilation: the one place where numba is configured.

Two kinds of function are compiled. A `kernel` is a building block that other kernels call; it is
compiled into each of them. An `entry` is what Python calls, or what the engine calls by address:
it has one pinned signature and is kept on disk under a content key.

The content key is a hash of every source file of this package, of the versions of cardsim, Python,
numba and numpy, and of whatever text the caller adds (for a strategy: its source). Numba's own
cache keys a function by the date of its own file, so a change in a helper elsewhere would leave
stale machine code behind; here any change gives a new key.
"""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import re
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar

import llvmlite
import numba
import numpy as np
import platformdirs
from llvmlite import binding as llvm
from llvmlite import ir
from numba.core import cgutils, sigutils, types
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.imputils import lower_getattr_generic
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.cpython import hashing  # noqa: F401  (machine code may refer to its symbols)
from numba.extending import intrinsic, models, register_model
from numba.np.numpy_support import as_dtype, from_dtype

from cardsim.errors import UserError
from cardsim.process.signals import heed, postponed
from cardsim.version import VERSION

if numba.config.DISABLE_JIT:
    raise UserError("NUMBA_DISABLE_JIT is set, and without its compiler numba cannot play")

CACHE_BYTES = 256 * 2**20
"""What is kept on disk, nearly all of it compiled code; the least recently used goes first."""

GARBAGE = 20_000
"""Objects between two collections while something is compiled; Python's default is 700."""
CACHE_LINE = 64
"""Bytes."""
CHECKSUM = 32
"""Bytes of the checksum before what is kept in a file of the cache."""

HALF_WRITTEN = 3600
"""Seconds after which a file that is not finished will not be."""
_NAME = re.compile(r"([0-9a-f]{40}\.(?:bin|json))(?:\..+\.part)?")
"""The names of the cache's own files."""

_WORD = ir.IntType(32)
_POINTER = ir.IntType(8).as_pointer()

F = TypeVar("F", bound=Callable[..., Any])


class _KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel, as it was written, for those that call it.

    It is neither optimised nor made machine code here: that is done once, for the whole of an
    entry.
    """

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)  # noqa: SLF001
        self._finalized = True

    def own_module(self) -> Any:
        """The code of the kernel without what it calls."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """The code with all that it calls, for a library of numba's own."""
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

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """The machine code, and no more than the names of what there was to compile into others.

        That is a large part of the time to read it, and nothing calls an entry but by its address.
        """
        name, kind, (machine_code, _) = super().serialize_using_object_code()
        return name, kind, (machine_code, _only_names(self._final_module))


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
    # A caller goes before what it calls: what nobody needs yet is not copied.
    for library in reversed(called_first):
        own = isinstance(library, _KernelLibrary)
        code = library.own_module() if own else library._get_module_for_linking()  # noqa: SLF001
        module.link_in(code, preserve=True)


def _only_names(module: Any) -> bytes:
    """The bitcode of a module that defines the same names, with nothing behind them."""
    names = ir.Module()
    for function in module.functions:
        if not function.is_declaration:
            empty = ir.Function(names, ir.FunctionType(ir.VoidType(), ()), function.name)
            ir.IRBuilder(empty.append_basic_block()).ret_void()
    for variable in module.global_variables:
        if not variable.is_declaration:
            ir.GlobalVariable(names, _WORD, variable.name).initializer = _WORD(0)
    bitcode: bytes = llvm.parse_assembly(str(names)).as_bitcode()
    return bitcode


class _EntryCompiler(Compiler):  # type: ignore[misc]
    def compile_extra(self, func: Callable[..., Any]) -> Any:
        heed()
        self.state.library = _EntryLibrary(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)


class KernelCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, for kernels."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """The function compiled, into a library that others link."""
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
        # What is read from disk has its environments.
        if not cres.library._disable_inspection:  # noqa: SLF001
            for environment in cres._find_referenced_environments():  # noqa: SLF001
                cres.codegen.set_env(environment.env_name, environment)


class InPython:
    """What answers kernels itself where it is their first: `below(it, 6)` is `it.below(6)`.

    Where it is another, they get its `record`.
    """

    __slots__ = ()
    record: Any


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function compiled only for those that call it, in two thirds of the time.

    It has no machine code of its own, nor what Python needs to call it. Called from Python it
    compiles a second one with both.
    """

    _BARE: ClassVar = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

    def __init__(
        self,
        py_func: Callable[..., Any],
        locals: dict[str, Any] | None = None,  # noqa: A002
        targetoptions: dict[str, Any] | None = None,
        pipeline_class: type = KernelCompiler,
    ) -> None:
        usual = {"nogil": True, "error_model": "numpy"}
        options = {**usual, **(targetoptions or {}), **self._BARE}
        super().__init__(py_func, locals, options, pipeline_class)

    @cached_property
    def _for_python(self) -> Any:
        options = {k: v for k, v in self.targetoptions.items() if k not in self._BARE}
        return _Callable(self.py_func, targetoptions={**options, "nopython": True})

    def get_call_template(self, args: Sequence[Any], kws: Mapping[str, Any]) -> Any:
        """What the compiler asks of a function that is called."""
        # One function for all numbers that may be written in a call, not one for each.
        named = {name: types.unliteral(kind) for name, kind in kws.items()}
        return super().get_call_template([types.unliteral(kind) for kind in args], named)

    def __call__(self, *arguments: Any) -> Any:
        """What the function returns to Python."""
        if arguments and isinstance(arguments[0], InPython):
            return getattr(arguments[0], self.py_func.__name__)(*arguments[1:])
        given = (a.record if isinstance(a, InPython) else a for a in arguments)
        return self._for_python(*given)


def kernel(function: F) -> F:
    """The function compiled, for use by other kernels.

    It holds no interpreter lock.
    """
    return Kernel(function)


def inlined(function: F) -> F:
    """A kernel that is always copied into its callers: a small one, or one on the hot path."""
    return Kernel(function, targetoptions={"forceinline": True})


def not_inlined(function: F) -> F:
    """A kernel that a hot path rarely needs: if it calls `stay_a_call`, it is never copied there.

    Without this decorator a kernel that an inlined one calls is inlined too: numba passes that on.
    """
    return Kernel(function, targetoptions={"forceinline": False})


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


class Compilation(NamedTuple):
    """What is about to be compiled.

    Attributes:
        what: in words.
        seconds: how long it took here the last time; None if it is not known.
    """

    what: str
    seconds: float | None


_WATCHER: ContextVar[Callable[[Compilation], None] | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(tell: Callable[[Compilation], None]) -> Generator[None]:
    """Within it `tell` gets whatever has a name and must be compiled, before it is."""
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
    """The function compiled for `signature`, from the disk cache where it is there.

    Args:
        function: a Python function that numba can compile.
        signature: the numba signature to compile for.
        content: what the machine code depends on beyond the package's own sources.
        boundscheck: whether an index out of range raises IndexError. Off for the package's own
            kernels.
        what: it is, in words for whoever waits for it; empty for what takes but a moment.

    Raises:
        numba.core.errors.NumbaError: the function cannot be compiled.
    """
    dispatcher, disk = _with_disk(function, content, boundscheck=boundscheck)
    tell = _WATCHER.get()
    if tell is not None and what and not disk.holds(signature, dispatcher.targetctx.codegen()):
        tell(Compilation(what, _seconds_of(what)))
    began = time.perf_counter()
    with global_compiler_lock, _seldom_collecting(), postponed():
        dispatcher.compile(signature)
    if what and not disk.hit:
        keep(_record_of(what), repr(time.perf_counter() - began).encode())
    (result,) = dispatcher.overloads.values()
    address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    return Entry(dispatcher, address, disk.hit)


def _record_of(what: str) -> Path:
    """The file that says how long something took to compile."""
    name = hashlib.sha256(f"seconds {what}".encode()).hexdigest()[:40]
    return cache_folder() / f"{name}.json"


def was_compiled(what: str) -> bool:
    """Whether something of this name was compiled here before, though maybe of other content."""
    return _seconds_of(what) is not None


def _seconds_of(what: str) -> float | None:
    record = read_cached(_record_of(what))
    return float(record) if record is not None else None


@contextmanager
def _seldom_collecting() -> Generator[None]:
    """Without looking for garbage all the time: the compiler makes much that stays."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], GARBAGE), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def is_on_disk(function: Callable[..., Any], *, signature: types.Type, content: str = "") -> bool:
    """Whether `entry` would find the function on disk."""
    dispatcher, disk = _with_disk(function, content, boundscheck=False)
    return disk.holds(signature, dispatcher.targetctx.codegen())


def _with_disk(
    function: Callable[..., Any], content: str, *, boundscheck: bool
) -> tuple[Any, _DiskCache]:
    """A dispatcher that keeps what it compiles under the content key."""
    options = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": boundscheck}
    dispatcher = _Callable(function, targetoptions=options)
    disk = _DiskCache(f"{function.__module__}.{function.__qualname__} {boundscheck} {content}")
    dispatcher._cache = disk  # noqa: SLF001
    return dispatcher, disk


def entry_of(function: Callable[..., Any], signature: str, what: str) -> Entry:
    """The function compiled for a signature in numba's spelling: `f8(f8[::1], i8)`."""
    (arguments, result), content = sigutils.normalize_signature(signature), signature
    return entry(function, signature=result(*arguments), content=content, what=what)


class _DiskCache(_Cache):  # type: ignore[misc]
    """Numba's cache interface over one file for each content key, function and signature."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.hit = False

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def _file(self, signature: Any, codegen: Any) -> Path:
        text = repr((sources_key(), self.name, str(signature), codegen.magic_tuple()))
        return cache_folder() / f"{hashlib.sha256(text.encode()).hexdigest()[:40]}.bin"

    def holds(self, sig: Any, codegen: Any) -> bool:
        """Whether there is a file for a signature."""
        return self._file(sig, codegen).exists()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # What machine code may refer to. `target_context.refresh()` would do it too, and load all
        # that numba compiles from: 0.3 s of a short run.
        rtsys.initialize(target_context)
        payload = read_cached(self._file(sig, target_context.codegen()))
        if payload is None:
            return None
        # The file is one that this user's own cardsim wrote, whole: its checksum says so.
        code = CompileResult._rebuild(target_context, *pickle.loads(payload))  # noqa: S301, SLF001
        # There are but names in it: who wants to compile it into something else is to be told.
        code.library._shared_module = None  # noqa: SLF001
        self.hit = True
        return code

    def save_overload(self, sig: Any, data: Any) -> None:
        payload = pickle.dumps(data._reduce(), protocol=-1)  # noqa: SLF001
        keep(self._file(sig, data.codegen), payload)

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def read_cached(path: Path) -> bytes | None:
    """What was kept in a file of the cache; None if it is not there, damaged or of another key."""
    header = _header(path.name)
    try:
        data = path.read_bytes()
        if not data.startswith(header):
            return None
        os.utime(path)
    except OSError:
        return None
    found, payload = data[len(header) :][:CHECKSUM], data[len(header) + CHECKSUM :]
    return payload if found == hashlib.sha256(header + payload).digest() else None


def keep(path: Path, payload: bytes) -> None:
    """Keep something in a file of the cache, whole, with its checksum and bound to its name."""
    header, written = _header(path.name), None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f"{path.name}.", suffix=".part", delete=False
        ) as file:
            written = Path(file.name)
            file.write(header + hashlib.sha256(header + payload).digest() + payload)
        written.replace(path)
        _prune(path.parent)
    except OSError:
        # A cache that cannot be written costs time in the next process, never a result.
        if written is not None:
            with suppress(OSError):
                written.unlink(missing_ok=True)


def _header(name: str) -> bytes:
    """What a file of the cache begins with; its name is the hash of its key."""
    return f"cardsim cache {name}\n".encode()


def _prune(folder: Path) -> None:
    """Remove the files used longest ago, as many as are too much, and what was left half-written.

    The folder is the user's: nothing is touched that was not written by `keep`.
    """
    files = sorted(((p.stat().st_mtime, p.stat().st_size, p) for p in _own(folder)), reverse=True)
    kept = 0
    for used, size, path in files:
        part = path.suffix == ".part"
        kept += 0 if part else size
        if time.time() - used > HALF_WRITTEN if part else kept > CACHE_BYTES:
            path.unlink(missing_ok=True)


def _own(folder: Path) -> Iterator[Path]:
    """The files in a folder that `keep` has written."""
    for path in folder.iterdir():
        name = _NAME.fullmatch(path.name)
        if name is None or not path.is_file():
            continue
        header = _header(name[1])
        with path.open("rb") as file:
            begun = file.read(len(header))
        # One that was not finished may be empty.
        if begun == header or (path.suffix == ".part" and not begun):
            yield path


@cache
def sources_key() -> str:
    """Hash of the package's sources and of all that decides what they compile to."""
    versions = (VERSION, sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    return hashlib.sha256(f"{versions} {sources()}".encode()).hexdigest()


@cache
def sources() -> str:
    """Hash of the package's sources, less those that nothing compiled depends on."""
    digest = hashlib.sha256()
    package = Path(__file__).parents[1]
    for path in sorted(package.rglob("*.py")):
        if not {"_bundled", "cli"} & set(path.relative_to(package).parts):
            digest.update(str(path.relative_to(package)).encode() + path.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where compiled code is kept: `$CARDSIM_CACHE_DIR`, else the user's cache folder."""
    chosen = os.environ.get("CARDSIM_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("cardsim"))


def cache_trouble() -> str:
    """Why compiled code cannot be kept; empty if it can."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder) as file:
            file.write(bytes(CHECKSUM))
    except OSError as error:
        return f"{folder}: {(error.strerror or str(error)).lower()}"
    return ""


class CacheUse(NamedTuple):
    """How much compiled code is on disk."""

    files: int
    size: int


def cache_use() -> CacheUse:
    """Files and bytes of compiled code on disk."""
    folder = cache_folder()
    own = _own(folder) if folder.is_dir() else ()
    sizes = [path.stat().st_size for path in own if path.suffix == ".bin"]
    return CacheUse(len(sizes), sum(sizes))


def _caller(result: types.Type) -> Any:
    """An intrinsic (address, arguments) that calls the entry at an address.

    The types of the arguments, a tuple, must be those of the entry's pinned signature, and so must
    what it returns. Its errors propagate.
    """

    @intrinsic  # type: ignore[untyped-decorator]
    def call(_typing_context: Any, address: Any, arguments: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            pointer, packed = values
            unpacked = cgutils.unpack_tuple(builder, packed, len(arguments.types))
            convention = context.call_conv
            function_type = convention.get_function_type(result, arguments.types)
            callee = builder.inttoptr(pointer, function_type.as_pointer())
            status, value = convention.call_function(
                builder, callee, result, arguments.types, unpacked
            )
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return context.get_dummy_value() if result == types.void else value

        return result(address, arguments), generate

    return call


number_from_address = _caller(types.int64)
pair_from_address = _caller(types.UniTuple(types.int64, 2))


@intrinsic  # type: ignore[untyped-decorator]
def stay_a_call(_typing_context: Any) -> Any:
    """Keep the kernel that calls this from being copied into its callers.

    On a hot path it would take registers from what is needed always.
    """

    def generate(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), generate


@intrinsic  # type: ignore[untyped-decorator]
def uncounted(_typing_context: Any, array: Any) -> Any:
    """The same array without its reference count.

    Counting costs atomic operations wherever an array is passed on. The caller must keep the array
    alive.
    """

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        view = context.make_array(signature.return_type)(context, builder, values[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()  # noqa: SLF001

    return array(array), generate


@intrinsic  # type: ignore[untyped-decorator]
def float_at(_typing_context: Any, address: Any, index: Any) -> Any:  # noqa: ARG001
    """The float64 number `index` from an address in memory on."""

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        numbers = builder.inttoptr(values[0], ir.DoubleType().as_pointer())
        return builder.load(builder.gep(numbers, [values[1]]))

    return types.float64(types.uint64, types.int64), generate


def record_at(dtype: np.dtype[np.void]) -> Any:
    """An intrinsic that takes what lies at an address in memory, uint64, for a record."""
    record = from_dtype(dtype)

    @intrinsic  # type: ignore[untyped-decorator]
    def at(_typing_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            return builder.inttoptr(values[0], context.get_value_type(record))

        return record(address), generate

    return at


@intrinsic  # type: ignore[untyped-decorator]
def wipe(_typing_context: Any, address: Any, size: Any) -> Any:
    """Make so many bytes of memory, int64, zeros from an address, uint64, on."""

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        place = builder.inttoptr(values[0], _POINTER)
        cgutils.memset(builder, place, values[1], 0)
        return context.get_dummy_value()

    return types.void(address, size), generate


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(_typing_context: Any, records: Any, index: Any) -> Any:
    """Bring a record of an array near, to be written soon."""
    signature = types.void(records, index)

    def generate(context: Any, builder: Any, _: Any, values: Any) -> Any:
        first = context.make_array(records)(context, builder, values[0]).data
        place = builder.bitcast(builder.gep(first, [values[1]]), _POINTER)
        kind = ir.FunctionType(ir.VoidType(), [_POINTER, _WORD, _WORD, _WORD])
        instruction = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        # To write; as near as can be; data.
        builder.call(instruction, [place, _WORD(1), _WORD(3), _WORD(1)])
        return context.get_dummy_value()

    return signature, generate


class Sealing(NamedTuple):
    """How records are handed to code that may pass them on and not look into them.

    Attributes:
        kind: the numba type of a sealed record.
        seal: intrinsic (record) -> the same, sealed.
        unseal: intrinsic (record, sealed or not) -> the record.
        is_sealed: intrinsic (record, sealed or not) -> whether it is.
    """

    kind: Any
    seal: Any
    unseal: Any
    is_sealed: Any


def sealing(dtype: np.dtype[np.void], name: str) -> Sealing:
    """The sealing of records of a dtype; `name` is what messages of numba call a sealed one."""
    kind, plain = types.Opaque(name), from_dtype(dtype)

    def same(_context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.bitcast(values[0], _context.get_value_type(signature.return_type))

    @intrinsic  # type: ignore[untyped-decorator]
    def seal(_typing_context: Any, record: Any) -> Any:
        return kind(record), same

    @intrinsic  # type: ignore[untyped-decorator]
    def unseal(_typing_context: Any, record: Any) -> Any:
        return (plain if record == kind else record)(record), same

    @intrinsic  # type: ignore[untyped-decorator]
    def is_sealed(_typing_context: Any, record: Any) -> Any:
        def generate(context: Any, _builder: Any, _signature: Any, _values: Any) -> Any:
            return context.get_constant(types.boolean, record == kind)

        return types.boolean(record), generate

    return Sealing(kind, seal, unseal, is_sealed)


def seen_as(dtype: np.dtype[np.void]) -> Any:
    """An intrinsic that takes a record for one of another dtype in the same memory."""
    other = from_dtype(dtype)

    @intrinsic  # type: ignore[untyped-decorator]
    def seen(_typing_context: Any, record: Any) -> Any:
        def generate(_context: Any, _builder: Any, _signature: Any, values: Any) -> Any:
            return values[0]

        return other(record), generate

    return seen


@intrinsic  # type: ignore[untyped-decorator]
def clear(_typing_context: Any, record: Any) -> Any:
    """Make all of a record zeros, also what no field of it names."""
    signature = types.void(record)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        size = ir.Constant(ir.IntType(64), record.size)
        cgutils.memset(builder, builder.bitcast(values[0], _POINTER), size, 0)
        return context.get_dummy_value()

    return signature, generate


@intrinsic  # type: ignore[untyped-decorator]
def copy_seen(_typing_context: Any, view: Any, state: Any) -> Any:
    """Copy what a view shows to the same places of a state in other memory, and no byte more.

    A view is a part of some hand's memory: around its fields stands what the seat may not see.
    """
    signature = types.void(view, state)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        source, target = (builder.bitcast(value, _POINTER) for value in values)
        edges = np.flatnonzero(np.diff(shown_bytes(as_dtype(view)), prepend=False, append=False))
        for start, end in edges.reshape(-1, 2).tolist():
            places = (builder.gep(place, [_WORD(start)]) for place in (target, source))
            cgutils.raw_memcpy(builder, *places, _WORD(end - start), 1)
        return context.get_dummy_value()

    return signature, generate


def copy_own(dtype: np.dtype[np.void], names: Sequence[str]) -> Any:
    """An intrinsic (record, seat) that fills fields with what `NAME_of` has of a seat, int64.

    Args:
        dtype: of the record.
        names: the fields; each has another, `NAME_of`, with as much for every seat.
    """
    places: Any = dtype.fields or {}

    @intrinsic  # type: ignore[untyped-decorator]
    def copy(_typing_context: Any, record: Any, seat: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            place = builder.bitcast(values[0], _POINTER)
            for name in names:
                form, at = places[name][:2]
                size = ir.Constant(values[1].type, form.itemsize)
                start = ir.Constant(values[1].type, places[f"{name}_of"][1])
                source = builder.gep(place, [builder.add(builder.mul(values[1], size), start)])
                cgutils.raw_memcpy(builder, builder.gep(place, [size.type(at)]), source, size, 1)
            return context.get_dummy_value()

        return types.void(record, seat), generate

    return copy


@cache
def shown_bytes(dtype: np.dtype[Any]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which bytes of a record belong to a field; in a field of records, to one of theirs."""
    shown = np.zeros(dtype.itemsize, np.bool_)
    if dtype.subdtype is not None:
        base = dtype.subdtype[0]
        shown.reshape(-1, base.itemsize)[:] = shown_bytes(base)
    elif dtype.fields is not None:
        for kind, start, *_ in dtype.fields.values():
            shown[start : start + kind.itemsize] = shown_bytes(kind)
    else:
        shown[:] = True
    return shown


class _KnownRecord(types.Record):  # type: ignore[misc]
    """A record some of whose numbers are known when the code is compiled.

    Code compiled for it is of no use for the plain record, nor the other way round: what is known
    would be wrong there, or lost here. Numba converts a record into one that has no more fields.
    """

    def __init__(self, record: types.Record, known: dict[str, int]) -> None:
        fields = [(name, field._asdict()) for name, field in record.fields.items()]
        fields.append(("_known", {"type": types.uint8, "offset": record.size - 1}))
        super().__init__(fields, record.size, record.aligned)
        self.name += f" with {known}"
        self.known = known

    def can_convert_to(self, typing_context: Any, other: Any) -> None:
        """Into nothing else."""


register_model(_KnownRecord)(models.RecordModel)


@lower_getattr_generic(_KnownRecord)  # type: ignore[untyped-decorator]
def _known_getattr(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    if name in kind.known:
        return context.get_constant(kind.typeof(name), kind.known[name])
    # Only here, where something is compiled: it loads much that a run from the cache does without.
    from numba.np.arrayobj import record_getattr

    return record_getattr(context, builder, kind, value, name)


def record_here(dtype: np.dtype[np.void], known: Callable[[], dict[str, int]]) -> Any:
    """An intrinsic that makes a record of zeros on the stack of its caller.

    Nothing else refers to it, so that the compiler need not fear that a write to another array
    changes it.

    Args:
        dtype: of the record.
        known: called when the caller is compiled; the numbers that code for this record reads as
            constants. They are to be stored in their fields nevertheless, for views.
    """

    @intrinsic  # type: ignore[untyped-decorator]
    def make(_typing_context: Any) -> Any:
        kind = _KnownRecord(from_dtype(dtype), known())

        def generate(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
            place = cgutils.alloca_once(builder, context.get_value_type(kind).pointee)
            place.align = CACHE_LINE
            cgutils.memset(builder, place, ir.Constant(ir.IntType(64), dtype.itemsize), 0)
            return place

        return kind(), generate

    return make
