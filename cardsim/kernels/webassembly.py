"""A WebAssembly module of compiled functions, so that a browser plays what this machine plays.

Numba's code of an entry, before it is optimised, has no instructions of this machine. Given the
layout of 32-bit WebAssembly and optimised for it, it is one object file. An object file of one
module is nearly a module already: it lacks the names that JavaScript calls it by, and a place for
its data. No linker and no build tool is needed.

A module imports its memory, its stack pointer and its table of functions; the caller lays out the
arguments (`cardsim/show/live_engine.js`). Its stack lies below its data, so that one that overflows
leaves the memory, and stops, instead of overwriting data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

import llvmlite
import llvmlite.binding as llvm
from numba.core import sigutils
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from cardsim.errors import UserError
from cardsim.kernels import cache, jit, numba_insides
from cardsim.kernels.wasm_object import imported, with_exports
from cardsim.process.signals import heed, postponed

STACK = 1 << 18
"""Bytes of the stack; the data lie behind it."""
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
"""Features that every browser has since March 2023. Without `simd128` Chinese Ten takes four times
as long and Ninety-Nine half as long again; nothing takes more than a tenth longer with it."""
GIVEN = {
    "NRT_MemInfo_alloc_aligned",
    "NRT_MemInfo_new_varsize_dtor",
    "NRT_MemInfo_varsize_realloc",
    "NRT_MemInfo_call_dtor",
    "__multi3",
}
"""Imports of a module beside memory, stack and table: room for arrays and lists of kernels, and
the products of 128 bits by which numba checks how large a list grows."""
ADDRESS, WIDE_ADDRESS = "-p:32:32-", "-p:32:64-"
"""Addresses in LLVM's layout of WebAssembly, and with as much room as on this machine."""
FORM = 2
"""The version of the cached form; others are made anew."""

POWERS, IN_POWERS = "cardsim.powers", {"exp", "log", "pow"}
"""The module of functions that are alike on all machines, and their names in a library."""
BLEND = "llvm.x86.ssse3.pshuf.b.128"
"""An instruction of this machine that games use themselves: it picks bytes by their places."""
_BLENDED = """
declare <16 x i8> @llvm.wasm.swizzle(<16 x i8>, <16 x i8>)
define internal <16 x i8> @blended(<16 x i8> %bytes, <16 x i8> %places) alwaysinline {
  %near = and <16 x i8> %places, splat (i8 -113)
  %taken = call <16 x i8> @llvm.wasm.swizzle(<16 x i8> %bytes, <16 x i8> %near)
  ret <16 x i8> %taken
}
"""
"""The same in WebAssembly: a place with its sign bit set gives 0 in both."""
COUNT_DOWN = "llvm.x86.atomic.sub.cc.i64"
"""Numba's own code for this machine that decrements a reference count and tests for 0. Its last
argument is 4 to ask whether the count is 0, and 5 to ask whether it is not."""
_COUNTED_DOWN = """
define internal i8 @counted_down(ptr %at, i64 %by, i32 %which) alwaysinline {
  %before = load i64, ptr %at
  %after = sub i64 %before, %by
  store i64 %after, ptr %at
  %zero = icmp eq i64 %after, 0
  %is = icmp eq i32 %which, 4
  %equal = icmp eq i1 %zero, %is
  %told = zext i1 %equal to i8
  ret i8 %told
}
"""


@dataclass(frozen=True)
class Function:
    """A function of a module.

    Attributes:
        function: a Python function that numba can compile.
        signature: numba's, or in its spelling.
        content: what its code depends on beside what `code_key` finds, as in `jit.entry`.
    """

    function: Callable[..., Any]
    signature: Any
    content: str = ""

    @property
    def types(self) -> Any:
        """The numba signature."""
        if not isinstance(self.signature, str):
            return self.signature
        arguments, result = sigutils.normalize_signature(self.signature)
        return result(*arguments)


@dataclass(frozen=True)
class Module:
    """A module as it is written into a page.

    Attributes:
        code: its bytes.
        end: the address behind its data, from which on memory is free.
    """

    code: bytes
    end: int


class LackingError(UserError):
    """Raised if a module needs a function that no browser computes as this machine does.

    Attributes:
        users: the functions of the module that call it.
    """

    def __init__(self, lacking: AbstractSet[str], users: Sequence[str]) -> None:
        needs = " and ".join(sorted(lacking))
        known = f" ({POWERS} has the same for both)" if lacking <= IN_POWERS else ""
        what = f"it needs {needs}, which a browser does not have as this machine has it{known}"
        super().__init__(what)
        self.users = users


def module_of(functions: Mapping[str, Function]) -> Module:
    """Return the module that has these functions by name, from the disk or made now.

    Raises:
        LackingError: a function needs something that no browser has.
        UserError: only numba's documented means are used (`CARDSIM_PLAIN_NUMBA=1`).
    """
    if jit.PLAIN:
        raise UserError(f"with {jit.SWITCH}=1 no page can play: it needs numba's usual way")
    file = cache.cached_file(("wasm", FORM, llvmlite.__version__, _key(functions)), ".bin")
    kept = cache.read_cached(file)
    if kept is None:
        made = _made(functions)
        kept = made.end.to_bytes(4, "little") + made.code
        cache.keep(file, kept)
    return Module(kept[4:], int.from_bytes(kept[:4], "little"))


def _key(functions: Mapping[str, Function]) -> list[tuple[str, str]]:
    """Return the functions' names with the names of the files that their native code is kept in."""
    places = []
    for name, one in functions.items():
        # What is kept of it for this machine has a name that tells everything it depends on.
        made = jit._dispatcher(one.function, one.types, one.content, boundscheck=False)  # noqa: SLF001
        with global_compiler_lock, postponed():
            place = jit.compiler.place(made, one.types)
        places.append((name, place.name))
    return places


def _made(functions: Mapping[str, Function]) -> Module:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    with global_compiler_lock, postponed():
        machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
            opt=3, features=FEATURES, cpu="generic", reloc="static"
        )
        whole: Any = None
        texts: dict[str, str] = {}
        for name, one in functions.items():
            texts[name] = _for_browsers(_text_of(one), name, machine)
        _check(texts, {found for text in texts.values() for found in _ABSENT.findall(text)})
        for text in texts.values():
            part = llvm.parse_assembly(text)
            if whole is None:
                whole = part
            else:
                whole.link_in(part)
        whole.verify()
        _keep_to_itself(whole, functions)
        _optimise(whole, machine)
        _check(texts, set(_lacking(str(whole))))
        code, end = with_exports(machine.emit_object(whole), list(functions), base=STACK)
    # Some instructions become calls only in the object, such as those of `round` and `%`.
    _check(texts, imported(code) - GIVEN)
    return Module(code, end)


_ABSENT = re.compile(r"call [^@\n]*@(?:llvm\.)?(exp|exp2|log|log2|log10|pow|sin|cos)[.(]")
"""Calls of functions that browsers have, too, but not to the last digit."""
_REMAINDER, _FMOD = " frem ", "fmod"
"""LLVM's remainder of fractions, and the function that it becomes only in the object."""


def _check(texts: Mapping[str, str], lacking: AbstractSet[str]) -> None:
    """Refuse code that calls functions it lacks."""
    if lacking:
        names = "|".join(map(re.escape, sorted(lacking)))
        remainder = f"|{_REMAINDER}" if _FMOD in lacking else ""
        called = re.compile(rf"@(llvm\.)?({names})[.(]{remainder}")
        raise LackingError(lacking, [name for name, text in texts.items() if called.search(text)])


class _DoneError(Exception):
    """Raised as soon as an entry's code is generated, instead of optimising it for this machine."""


class _TextLibrary(numba_insides._EntryLibrary):  # noqa: SLF001  # the same insides
    """The code of an entry with that of all kernels, as text."""

    text = ""

    def finalize(self) -> None:
        libraries = self._linking_libraries
        numba_insides._link(self._final_module, libraries)  # noqa: SLF001
        libraries.clear()
        _TextLibrary.text = str(self._final_module)
        raise _DoneError


class _TextCompiler(Compiler):  # type: ignore[misc]
    def compile_extra(self, func: Callable[..., Any]) -> Any:
        heed()
        self.state.library = _TextLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


def _text_of(one: Function) -> str:
    """Return the code of a function and of all that it calls, before anything is optimised."""
    options = {**jit._USUAL, "boundscheck": False}  # noqa: SLF001
    made = CPUDispatcher(one.function, targetoptions=options, pipeline_class=_TextCompiler)
    _TextLibrary.text = ""
    try:
        made.compile(one.types)
    except Exception:
        # Numba wraps what is raised within it.
        if not _TextLibrary.text:
            raise
    text, _TextLibrary.text = _TextLibrary.text, ""
    return text


_DEFINED = re.compile(r'^define [^@\n]*@("[^"]+"|[^(\s]+)\(', re.MULTILINE)


def _layout(machine: Any) -> str:
    """Return where things lie in memory: as in WebAssembly, but each address takes 8 bytes.

    Numba has optimised the kernels that a function calls. So some of its code counts the bytes of
    records that hold addresses, such as arrays and lists, as they lie on this machine.
    """
    theirs = str(machine.target_data)
    if ADDRESS not in theirs:
        raise RuntimeError(f"LLVM lays out WebAssembly as nothing here knows: {theirs}")
    return theirs.replace(ADDRESS, WIDE_ADDRESS)


def _for_browsers(text: str, name: str, machine: Any) -> str:
    """Rewrite code for another machine, with its function under a name of our own."""
    defined = [found.strip('"') for found in _DEFINED.findall(text)]
    own = [f for f in defined if not f.startswith(("cfunc.", "_ZN7cpython", "cpython."))]
    # Numba writes the function first, and behind it what lets Python call it.
    text = text.replace(own[0], name)
    text = re.sub(
        r"^target datalayout = .*$",
        f'target datalayout = "{_layout(machine)}"',
        text,
        flags=re.MULTILINE,
    )
    text = re.sub(r"^target triple = .*$", f'target triple = "{TRIPLE}"', text, flags=re.MULTILINE)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    # There is no such instruction, and LLVM would take what is its argument for used.
    text = re.sub(r"^\s*call void @llvm\.prefetch.*$", "", text, flags=re.MULTILINE)
    for theirs, ours, body in (
        (BLEND, "blended", _BLENDED),
        (COUNT_DOWN, "counted_down", _COUNTED_DOWN),
    ):
        if f"@{theirs}" in text:
            text = re.sub(rf"^declare .*@{re.escape(theirs)}\(.*$", "", text, flags=re.MULTILINE)
            text = text.replace(f"@{theirs}", f"@{ours}")
            text = re.sub(rf"(call [^\n]*@{ours}\([^\n]*\)) #\d+", r"\1", text) + body
    return text


def _keep_to_itself(module: Any, functions: Mapping[str, Function]) -> None:
    """Hide all functions that are not called from outside, so that unused ones can be dropped."""
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in functions else "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"


def _optimise(module: Any, machine: Any) -> None:
    tuning = llvm.create_pipeline_tuning_options(3)
    tuning.loop_vectorization = tuning.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, tuning)
    first, second = builder.getModulePassManager(), builder.getModulePassManager()
    # Reference counts in pairs can go once kernels are inlined; numba does it in this order, too.
    first.add_refprune_pass()
    first.run(module, builder)
    second.run(module, builder)


def _lacking(text: str) -> Iterator[str]:
    """Yield the functions that optimised code calls but lacks."""
    known = set(_DEFINED.findall(text))
    for name in re.findall(r"^declare [^@\n]*@(\"[^\"]+\"|[^(\s]+)\(", text, re.MULTILINE):
        plain = name.strip('"')
        if name not in known and plain not in GIVEN and not plain.startswith("llvm."):
            yield plain
