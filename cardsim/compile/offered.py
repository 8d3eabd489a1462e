"""The compiler of strategies, and what it offers them.

A strategy may see its view and nothing else of the hand. The package's kernels could deal the hand
again, and pointers could read memory beside the view. So a separate compiler compiles strategies.
It compiles every user function that they reach, wherever it was written, and checks its indexes.
It refuses everything that is not offered. Offered are numbers, words, arrays, tuples, Python's
built-in functions, `math`, the numpy functions in `numpy_offered`, and what the package names.

All checks are checks of types, once numba knows them. The view has a read-only type
(`cardsim.kernels.read_only`), and so has everything taken from it. So an alias, a slice, a list or
a closure hides nothing. A function of a game takes the view of that game alone.
"""

from __future__ import annotations

import inspect
import linecache
import operator
import random
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any, ClassVar, NoReturn
from weakref import WeakSet

import numpy as np
from numba.core import imputils, ir, pythonapi, types
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.datamodel.registry import default_manager
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaTypeError
from numba.core.typed_passes import NopythonTypeInference
from numba.core.typing import templates
from numba.core.typing.npydecl import NumpyRulesInplaceArrayOperator
from numba.core.untyped_passes import MakeFunctionToJitFunction
from numba.extending import models, register_model, typeof_impl

from cardsim.compile import numpy_offered
from cardsim.errors import UserError
from cardsim.kernels.code_key import held_in
from cardsim.kernels.intrinsics import stay_a_call
from cardsim.kernels.jit import Kernel, bounds_checked, compiler
from cardsim.kernels.origins import is_users, is_users_module
from cardsim.kernels.read_only import VIEW, ReadOnly, constant, view_type

BY_NAME = {
    "cardsim.kernels.powers": ("exp", "log", "power", "whole_power"),
    "cardsim.rng": ("below", "uniform"),
    "cardsim.tricks": ("high_card", "low_card", "strongest", "weakest"),
    "cardsim.worlds": ("believe_nothing", "plan_ahead", "usual", "worth"),
}
"""Functions offered by modules that have others too; of `cardsim.card_sets` and of the packages of
games, all that `__all__` names are offered."""
GAMES = "cardsim.games."
CARD_SETS = "cardsim.card_sets"

_CHECKED: dict[str, Any] = {"error_model": "python", "boundscheck": True}

_OPEN = {"builtins", "operator", "_operator", "math", "cmath"}
"""Modules whose functions may be called, where numba compiles them."""
_OPEN_OF_NUMBA = (
    "numba.core.inline_closurecall.",
    "numba.core.unsafe.eh.",
    "numba.misc.special.literal_unroll",
    "numba.misc.special.prange",
    "numba.np.unsafe.ndarray.empty_inferred",
)
"""Numba's own modules that implement comprehensions, `try`, loops and the like."""
_FOREIGN = (
    types.ArrayCTypes,
    types.ClassInstanceType,
    types.CPointer,
    types.FunctionType,
    types.NumPyRandomGeneratorType,
    types.PyObject,
    types.RawPointer,
    types.UndefinedFunctionType,
)
_CALLABLE: WeakSet[Any] = WeakSet()
"""Numba's dispatchers of the user's kernels, compiled by the compiler below. Strategies may call
them beside what is offered."""
_PLAIN_CALLABLES = (
    types.DType,
    types.ExceptionClass,
    types.NamedTupleClass,
    types.NumberClass,
)


def checked_inlined(function: Callable[..., Any]) -> Any:
    """Return a strategy's function as a kernel that is always copied into its caller.

    An index out of range raises IndexError, and a division by zero ZeroDivisionError.

    Compiling it raises UserError where it uses what is not offered.
    """
    return _Helpers().kernel(function, forceinline=True)


@dataclass(frozen=True, eq=False)
class Offered:
    """A function of the package that strategies may call, as compiled code sees it."""

    function: Any

    @property
    def dispatcher(self) -> Any:
        """Numba's dispatcher of the function."""
        return getattr(self.function, "dispatcher", self.function)


class _OfferedType(types.Dispatcher):  # type: ignore[misc]
    """The type of an offered function; it checks the arguments before a call is compiled."""

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        function = self.dispatcher.py_func
        try:
            given = inspect.signature(function).bind(*args, **kws).arguments
        except TypeError as error:
            raise NumbaTypeError(f"{function.__name__} {error}") from None
        home = (function.__module__ or "").removeprefix(GAMES).split(".")[0]
        game = getattr(sys.modules.get(GAMES + home), "GAME", None)
        for name, kind in given.items():
            wanted = _lacking(name.lstrip("_"), kind, game)
            if wanted:
                raise NumbaTypeError(f"'{name}' of {function.__name__} must be {wanted}")
        return super().get_call_type(context, args, kws)


register_model(_OfferedType)(models.OpaqueModel)


@typeof_impl.register(Offered)  # type: ignore[untyped-decorator]
def _type_of_offered(function: Offered, _context: Any) -> Any:
    return _OfferedType(function.dispatcher)


_SEALED = {"chance": "chance", "words": "chance", "future": "future"}
"""Parameters that take a sealed record, which a strategy cannot make, by the kind of record."""


def _lacking(name: str, kind: Any, game: Any) -> str:
    """Return what an argument must be if it is not; empty if it is the view, sealed or numbers."""
    if name == "view":
        seen = isinstance(kind, ReadOnly) and kind.of == VIEW
        right = seen and (game is None or kind == view_type(game.view))
        return "" if right else f"the view of {game.name} itself" if game else "the view itself"
    if name in _SEALED:
        right = isinstance(kind, types.Opaque) and kind.name == _SEALED[name]
        return "" if right else f"the {_SEALED[name]} that the strategy is given"
    return "" if _is_plain(kind) else "a number, or an array or a tuple of them"


def _is_plain(kind: Any) -> bool:
    """Return whether a type is that of numbers, one or many."""
    if isinstance(kind, types.BaseTuple):
        return all(map(_is_plain, kind))
    kind = kind.dtype if isinstance(kind, types.Array) else kind
    return isinstance(kind, types.Number | types.Boolean | types.IntEnumMember)


@contextmanager
def no_extensions() -> Iterator[None]:
    """Keep a file of the user's from changing what numba knows, while the block runs it.

    What compiled code means would otherwise depend on what was loaded, and could be anything.
    """
    before = [len(known) for known in _registered()], [dict(known) for known in _by_kind()]
    yield
    added = [
        thing for known, n in zip(_registered(), before[0], strict=True) for thing in known[n:]
    ]
    replaced = False
    for known, was in zip(_by_kind(), before[1], strict=True):
        added += [item for item in known.items() if item[0] not in was]
        replaced |= any(known.get(kind) is not thing for kind, thing in was.items())
    things = (thing for one in added for thing in (one if isinstance(one, tuple) else (one,)))
    if replaced or any(map(_is_by_user, things)):
        message = "a strategy cannot extend numba, by `overload` or the like"
        raise UserError(message, hint="write a function and call it")


def _registered() -> tuple[list[Any], ...]:
    typed, lowered = templates.builtin_registry, imputils.builtin_registry
    return (
        *(typed.functions, typed.attributes, typed.globals),
        *(lowered.functions, lowered.getattrs, lowered.setattrs, lowered.casts, lowered.constants),
    )


def _by_kind() -> tuple[Mapping[Any, Any], ...]:
    """Return numba's registries that have one entry for each kind of thing."""
    tables = operator.attrgetter("_boxers.functions", "_unboxers.functions")(pythonapi)
    return typeof_impl.registry, *tables, vars(default_manager)["_handlers"]


def _is_by_user(thing: Any) -> bool:
    """Return whether something registered with numba was written in a file of the user's.

    An intrinsic does not count: it is refused where it is used.
    """
    thing = getattr(thing, "func", getattr(thing, "__func__", thing))
    if isinstance(getattr(thing, "key", thing), type(stay_a_call)):
        return False
    if isinstance(thing, FunctionType):
        return any(is_users(function.__code__.co_filename) for function in _within(thing))
    if not isinstance(thing, type):
        known = thing.templates if isinstance(thing, types.Function) else []
        return any(map(_is_by_user, (*known, *_written_in(type(thing)))))
    module = sys.modules.get(thing.__module__)
    if module is None or is_users_module(module):
        return True
    # A class may claim any module, and is believed only if it is found there.
    written = _written_in(thing)
    told = written or _is_in(module, thing)
    return any(map(_is_by_user, (*written, *thing.__bases__))) or not told


def _written_in(kind: type) -> list[FunctionType]:
    """Return the functions that a class itself defines."""
    parts = (getattr(part, "__func__", part) for part in vars(kind).values())
    return [part for part in parts if isinstance(part, FunctionType)]


def _is_in(module: ModuleType, kind: type) -> bool:
    """Return whether a module has a class by its name, or the function that defines it."""
    place, _, within = kind.__qualname__.partition(".<locals>")
    try:
        there = operator.attrgetter(place)(module)
    except AttributeError:
        return False
    return bool(within) or there is kind


def _within(function: FunctionType) -> list[FunctionType]:
    """Return a function and those that it was made with."""
    found = [function]
    for one in found:
        held = [getattr(one, "_overload_func", None), *map(held_in, one.__closure__ or ())]
        held = [getattr(thing, "func", getattr(thing, "__func__", thing)) for thing in held]
        found += [f for f in held if isinstance(f, FunctionType) and f not in found]
    return found


class _Helpers:
    """The functions that one decision reaches, each compiled once."""

    def __init__(self) -> None:
        self._kernels: dict[Any, Any] = {}
        self._modules: dict[ModuleType, ModuleType] = {}
        self._compiler = type("_CompilerOfOne", (_Compiler,), {"helpers": self})

    def kernel(self, function: Callable[..., Any], **options: bool) -> Any:
        """Return the kernel of a user's function; it is made once."""
        if function not in self._kernels:
            self._kernels[function] = Kernel(function, self._compiler, **_CHECKED, **options)
        made = self._kernels[function]
        _CALLABLE.add(_called(made))
        return made

    def made_of(self, value: Any) -> Any:
        """Replace a value by what compiled code sees: functions of the user's become kernels.

        Raises:
            UserError: a function of the user's calls itself, so the depth of the calls is unknown.
        """
        if isinstance(value, FunctionType | Dispatcher | Kernel):
            return self._made_of_function(value)
        if isinstance(value, ModuleType) and (is_users_module(value) or _is_package(value)):
            return self._modules.setdefault(value, _SeenModule(value, self))
        if isinstance(value, tuple):
            made = map(self.made_of, value)
            return type(value)(*made) if hasattr(value, "_fields") else tuple(made)
        if isinstance(value, np.ndarray | np.void) and value.dtype.names is not None:
            return constant(value)
        return value

    def _made_of_function(self, value: Any) -> Any:
        if is_offered(value):
            return Offered(value)
        function: Any = getattr(value, "py_func", value)
        if not is_users(function.__code__.co_filename):
            return value
        kernel = self.kernel(function)
        if _called(kernel).is_compiling:
            _refuse_recursion(function)
        return kernel


def _called(kernel: Any) -> Any:
    """Return the dispatcher by which code that is compiled now calls a kernel."""
    return kernel.checked if bounds_checked() else kernel.dispatcher


class _SeenModule(ModuleType):
    """A module of the user's or of the package, as compiled code sees it."""

    def __init__(self, module: ModuleType, helpers: _Helpers) -> None:
        super().__init__(module.__name__)
        self._module, self._helpers = module, helpers

    def __getattr__(self, name: str) -> Any:
        return self._helpers.made_of(getattr(self._module, name))


_KernelCompiler: Any = compiler.KernelCompiler


class _Compiler(_KernelCompiler):  # type: ignore[misc]
    helpers: ClassVar[_Helpers]

    def define_pipelines(self) -> list[PassManager]:
        (passes,) = super().define_pipelines()
        passes.add_pass_after(_UsersFunctions, MakeFunctionToJitFunction)
        passes.add_pass_after(_OnlyOffered, NopythonTypeInference)
        passes.finalize()
        return [passes]


@register_pass(mutates_CFG=False, analysis_only=False)
class _UsersFunctions(FunctionPass):  # type: ignore[misc]
    """The compiler pass that replaces the functions a function refers to by their own kernels."""

    _name = "users_functions"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        helpers: _Helpers = state.pipeline.helpers
        modules: dict[str, Any] = {}
        for statement in _assignments(state.func_ir):
            value = statement.value
            if isinstance(value, ir.Expr) and value.op == "getattr":
                _refuse_changeable(
                    statement,
                    value.attr,
                    getattr(modules.get(value.value.name), value.attr, None),
                )
            number = value.value if isinstance(value, ir.Const | ir.Global | ir.FreeVar) else None
            if type(number) is int and not -(1 << 63) <= number < 1 << 64:
                _refuse(statement, str(number), number)
            if isinstance(value, ir.Global | ir.FreeVar):
                name = value.name
                _refuse_changeable(statement, name, value.value)
                if isinstance(value.value, ModuleType):
                    modules[statement.target.name] = value.value
                value.value = helpers.made_of(value.value)
                if any(value.value is f for f in _REACHING_OUT) or _is_closed(value.value):
                    _refuse(statement, name, value.value)
        return True


@register_pass(mutates_CFG=False, analysis_only=True)
class _OnlyOffered(FunctionPass):  # type: ignore[misc]
    """The compiler pass that refuses what is not offered, once all types are known."""

    _name = "only_offered"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        kind_of = state.typemap
        for statement in _statements(state.func_ir):
            if isinstance(statement, _STORES) and isinstance(
                kind_of[statement.target.name], ReadOnly
            ):
                raise changes_view(statement.loc.filename, statement.loc.line)
            if not isinstance(statement, ir.Assign):
                continue
            kind, expression = kind_of[statement.target.name], statement.value
            op = expression.op if isinstance(expression, ir.Expr) else ""
            named = isinstance(expression, ir.Global | ir.FreeVar)
            name = expression.attr if op == "getattr" else expression.name if named else ""
            if not _may_be(kind):
                _refuse(statement, name, _thing(kind))
            if op == "getattr":
                _check_attribute(statement, name, kind_of[expression.value.name], kind)
        return False


_STORES = (ir.SetAttr, ir.SetItem, ir.StaticSetItem, ir.DelItem, ir.DelAttr)


def changes_view(file: str, number: int) -> UserError:
    """Make the error for a line that would change a strategy's view or a constant."""
    return UserError(
        f"{file}:{number}: changes what a strategy may only read: its view, or a constant",
        hint=f"the line is: {_line(file, number)}\n"
        "work on a copy: cards = view.hand.copy(), then cards.sort(); or np.sort(view.hand)",
    )


def sum_in_place(error: Exception) -> Any:
    """Return the error for `view.lives += 1`, for which numba has none of its own; else None."""
    frames = [frame.f_locals for frame, _ in traceback.walk_tb(error.__traceback__)]
    if not frames or not isinstance(frames[-1].get("self"), NumpyRulesInplaceArrayOperator):
        return None
    return [f["constraint"].loc for f in frames if "constraint" in f][-1]


def _check_attribute(statement: Any, name: str, owner: Any, kind: Any) -> None:
    """Refuse attributes of arrays that strategies are not offered."""
    if isinstance(owner, types.Array):
        field = isinstance(owner.dtype, types.Record) and name in owner.dtype.fields
        if name in numpy_offered.IN_PLACE and not field and not owner.mutable:
            raise changes_view(statement.loc.filename, statement.loc.line)
        # A record seen under another type would show the bytes between its fields.
        leads_out = name == "view" and isinstance(owner.dtype, types.Record)
        if leads_out or not (field or numpy_offered.of_arrays(name)):
            _refuse(statement, name, None)
    elif isinstance(kind, types.BoundFunction) and name.startswith("_"):
        _refuse(statement, name, None)


def _statements(code: Any) -> Iterator[Any]:
    for block in code.blocks.values():
        yield from block.body


def _assignments(code: Any) -> Iterator[Any]:
    for block in code.blocks.values():
        yield from block.find_insts(ir.Assign)


def is_offered(value: Any) -> bool:
    """Return whether the package offers a function to strategies by name."""
    function = getattr(value, "py_func", value)
    home, name = getattr(function, "__module__", None), getattr(function, "__name__", None)
    if not (isinstance(home, str) and isinstance(name, str)):
        return False
    if home.startswith(GAMES):
        home = GAMES + home.removeprefix(GAMES).split(".")[0]
    offered = getattr(sys.modules.get(home), name, None)
    same = offered is value or getattr(offered, "dispatcher", None) is value
    return same and name in offered_by(home)


def offered_by(module: str) -> tuple[str, ...]:
    """Return the names of the functions that a module of the package offers to strategies."""
    if module == CARD_SETS or _is_game(module):
        loaded = sys.modules.get(module)
        names = sorted(getattr(loaded, "__all__", ()))
        return tuple(n for n in names if hasattr(getattr(loaded, n, None), "py_func"))
    return BY_NAME.get(module, ())


def _is_package(module: ModuleType) -> bool:
    return module.__name__.split(".")[0] == "cardsim"


def _is_game(module: str) -> bool:
    return module.startswith(GAMES) and "." not in module.removeprefix(GAMES)


def _is_closed(value: Any) -> bool:
    """Return whether a global is surely not offered; anything else shows by its type."""
    if isinstance(value, Offered) or (isinstance(value, Kernel) and _called(value) in _CALLABLE):
        return False
    if isinstance(value, ModuleType):
        mine = isinstance(value, _SeenModule)
        return not mine and value.__name__.split(".")[0] not in _OPEN_MODULES
    if isinstance(value, Dispatcher | Kernel):
        return True
    if isinstance(value, FunctionType):
        return (value.__module__ or "").split(".")[0] not in _OPEN_MODULES - {"cardsim"}
    return False


_OPEN_MODULES = {*_OPEN, "numpy", "cardsim", "numba"}
"""Modules that may be named; whatever is taken from them is checked by itself."""


def _may_be(kind: types.Type) -> bool:
    """Return whether a strategy may hold a value of this type."""
    if isinstance(kind, types.Array) and not kind.mutable and type(kind.dtype) is types.Record:
        # Its records would not be read-only: what an array shows was taken for records.
        return False
    if isinstance(kind, types.Module):
        return not _is_closed(kind.pymod)
    if isinstance(kind, types.Dispatcher):
        return isinstance(kind, _OfferedType) or kind.dispatcher in _CALLABLE
    if isinstance(kind, types.Function):
        return _may_call(kind.typing_key)
    known = isinstance(kind, (*_PLAIN_CALLABLES, types.BoundFunction))
    return known or not isinstance(kind, (*_FOREIGN, types.Callable))


def _may_call(function: Any) -> bool:
    """Return whether a strategy may call a function that numba knows."""
    if is_offered(function) or isinstance(function, np.ufunc) or numpy_offered.is_offered(function):
        return True
    if _is_chance(function):
        return False
    home = getattr(function, "__module__", None) or ""
    name = f"{home}.{getattr(function, '__name__', '')}"
    return home.split(".")[0] in _OPEN or name.startswith(_OPEN_OF_NUMBA)


def _is_chance(function: Any) -> bool:
    """Return whether it is a function of `random` or `numpy.random`."""
    owner = getattr(function, "__self__", None)
    home = getattr(function, "__module__", None) or ""
    return (
        function is random
        or isinstance(owner, random.Random | np.random.RandomState)
        or home == "random"
        or home.startswith("numpy.random")
    )


def _thing(kind: Any) -> Any:
    """Return the object that a numba type stands for."""
    return getattr(kind, "dispatcher", getattr(kind, "pymod", getattr(kind, "typing_key", None)))


_REACHING_OUT = (print, open, input)
"""Built-in functions by which a decision would reach outside the game."""
_IN_ITS_PLACE = {
    list: "a tuple of the same, {name} = (...), is read and gone through in the same way",
    set: "a tuple of the same, {name} = (...), knows `in` too",
    dict: "where keys are small numbers a tuple has the value of each at its place, (...)[key]; "
    "a dict itself needs compiled=False",
}


def _refuse_changeable(statement: Any, name: str, thing: Any) -> None:
    """Refuse a global that may change after the strategy is compiled, such as a list."""
    for kind, instead in _IN_ITS_PLACE.items():
        if isinstance(thing, kind):
            file, number = statement.loc.filename, statement.loc.line
            raise UserError(
                f"{file}:{number}: '{name}' is a {kind.__name__}, which may change after the "
                "strategy is compiled; use a tuple",
                hint=f"the line is: {_line(file, number)}\n{instead.format(name=name)}",
            )


def _refuse(statement: Any, name: str, thing: Any) -> NoReturn:
    function = getattr(thing, "py_func", thing)
    owner = getattr(function, "__self__", None)
    home = getattr(function, "__module__", None) or getattr(owner, "__module__", None)
    known = isinstance(home, str)
    shown = f"{home}.{getattr(function, '__name__', name)}" if known else name or str(function)
    file, number = statement.loc.filename, statement.loc.line
    if _is_chance(function):
        message = f"{file}:{number}: takes chance from '{shown}', which no seed governs"
        hint = "a second parameter `chance` is the seat's own: `uniform(chance)` of cardsim.rng"
    elif thing is print:
        message = f"{file}:{number}: a strategy cannot print: stdout is for data"
        hint = "what it does is shown by `cardsim replay`"
    elif thing is open or thing is input:
        what = "a file" if thing is open else "what is typed"
        message = f"{file}:{number}: a compiled strategy cannot read {what} when it decides"
        hint = "read it at the top of the file, into a tuple; or decide in Python: compiled=False"
    elif type(thing) is int:
        message = f"{file}:{number}: {thing} has no place in 64 bits"
        hint = "compiled numbers go from -2**63 to 2**64 - 1"
    else:
        message = f"{file}:{number}: a strategy cannot use '{shown}'"
        instead = numpy_offered.INSTEAD.get(shown.rpartition(".")[2])
        hint = f"in its place: {instead}" if instead else _what_is_offered()
    raise UserError(message, hint=f"the line is: {_line(file, number)}\n{hint}")


def _refuse_recursion(function: FunctionType) -> NoReturn:
    file, number = function.__code__.co_filename, function.__code__.co_firstlineno
    message = (
        f"{file}:{number}: '{function.__name__}' calls itself, "
        "which no function of a strategy may: it could go too deep"
    )
    raise UserError(message, hint=f"the line is: {_line(file, number)}\nwrite it as a loop")


def _line(file: str, number: int) -> str:
    return linecache.getline(file, number).strip()


def _what_is_offered() -> str:
    named = {m: offered_by(m) for m in (*BY_NAME, *sorted(sys.modules)) if m != CARD_SETS}
    # Strategies import what a kernel offers from the top level of the package.
    homes = {m.replace(".kernels.", "."): names for m, names in named.items() if names}
    own = "; ".join(f"{', '.join(names)} of {home}" for home, names in homes.items())
    return (
        "strategies may use numbers, words, arrays, functions of the user's own files, Python's "
        f"built-in ones, math and numpy; {own}; the functions of {CARD_SETS}"
    )
