"""Hashes of everything that a function's result depends on, compiled or in Python.

For what runs in Python, `content` also tells whether the result is known to depend on the arguments
alone. It goes by lists of what is known to be safe: whatever is on none of them counts as unknown.
"""

from __future__ import annotations

import builtins
import dis
import enum
import functools
import hashlib
import itertools
import re
import secrets
import sys
from _abc import _get_dump  # type: ignore[import-not-found]
from collections.abc import Callable, Iterable
from pathlib import Path
from types import (
    BuiltinFunctionType,
    CodeType,
    EllipsisType,
    FunctionType,
    MappingProxyType,
    MethodType,
    ModuleType,
    NoneType,
)
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.types import Type
from numba.core.typing.typeof import Purpose, typeof

from cardsim.errors import UserError, echoed
from cardsim.kernels.code_key import names_in
from cardsim.kernels.jit import Kernel
from cardsim.kernels.origins import is_users, is_users_module

_PLAIN = (
    *(NoneType, bool, int, float, complex, str, bytes, bytearray, range, slice, EllipsisType),
    *(type(NotImplemented), np.dtype, Type),
)
"""Kinds of values that `repr` describes completely."""
_HOLDERS = {tuple, list, dict, MappingProxyType, set, frozenset}
_COMPILERS = {"_cffi_backend", "_ctypes", "ctypes", "numba"}
"""Packages that make things which compiled code may call."""
_VERSIONED = {*sys.stdlib_module_names, "cardsim", "numpy", "numba", "llvmlite"}
"""Packages whose versions, or sources, are in every key."""
_MODULES = {
    *("__future__", "abc", "array", "bisect", "builtins", "cmath", "collections", "contextlib"),
    *("collections.abc", "copy", "copyreg", "dataclasses", "enum", "fractions", "functools"),
    *("heapq", "itertools", "json", "math", "numbers", "operator", "re", "reprlib", "string"),
    *("struct", "textwrap", "types", "typing", "_bisect", "_collections", "_collections_abc"),
    *("_functools", "_heapq", "_operator", "_struct", "json.decoder", "json.encoder"),
    *("numpy", "numpy.linalg", "numpy.fft", "numpy.polynomial", "numba"),
}
"""Modules whose results depend on nothing but their arguments."""
_OURS = {
    *("card_sets", "cards", "chance", "choices", "dice", "endings", "engine", "errors", "game"),
    *("games", "kernels", "layout", "options", "own_features", "own_parameters", "partners"),
    *("places", "plain", "plain_answers", "plain_errors", "plain_hands", "plain_kernels"),
    *("plain_past", "plain_words", "plain_worlds", "rng", "statistics", "strategy", "table_talk"),
    *("telling", "tricks", "usual_units", "version", "worlds"),
}
"""Modules of this package of which the same holds; the others read files, or play."""
_READERS = {
    *("load", "loadtxt", "genfromtxt", "fromfile", "fromregex", "memmap", "frombuffer"),
    *("DataSource", "get_printoptions", "geterr", "show_config", "frompyfunc"),
    *("attrgetter", "methodcaller", "fields", "get_original_bases", "get_type_hints"),
}
"""Exceptions in those modules: they read files or settings, or depend on something no function is
identified by."""
_BUILTINS = {
    *("abs", "all", "any", "ascii", "bin", "bool", "bytearray", "bytes", "callable", "chr"),
    *("classmethod", "complex", "dict", "divmod", "enumerate", "filter", "float", "format"),
    *("frozenset", "hasattr", "hex", "int", "isinstance", "issubclass", "iter", "len", "list"),
    *("map", "max", "min", "next", "object", "oct", "ord", "pow", "print", "property", "range"),
    *("repr", "reversed", "round", "set", "slice", "sorted", "staticmethod", "str", "sum"),
    *("super", "tuple", "type", "zip", "NotImplemented", "Ellipsis", "__build_class__"),
    *(n for n, v in vars(builtins).items() if isinstance(v, type) and issubclass(v, BaseException)),
} - {"RecursionError", "MemoryError"}
"""Built-in functions whose results depend on nothing but their arguments."""
_SPECIAL = {
    *dir(int),
    *(
        *dir(list),
        *dir(dict),
        "__call__",
        "__name__",
        "__qualname__",
        "__module__",
        "__post_init__",
    ),
    *("__enter__", "__exit__", "__get__", "__set__", "__missing__", "__set_name__", "__next__"),
    *("__build_class__", "__array_finalize__", "__bool__", "__truediv__"),
    *("__prepare__", "__index__", "__slots__", "__matmul__", "__copy__", "__classcell__"),
} - {
    *("__hash__", "__sizeof__", "__reduce__", "__reduce_ex__", "__getstate__", "__dir__"),
    *("__doc__", "__annotations__", "__getattribute__"),
}
"""Names with underscores around them that lead to nothing else."""
_TELLING = {"format", "format_map", "metadata"}
"""Other attributes that may lead to something else."""
_UNDERSCORED = re.compile(r"__\w+?__")
_SET = "a set of texts, whose order is another in every process"
_BASES = {"abc", "typing", "enum", "collections.abc", "contextlib"}
"""Modules whose classes store nothing of their own in an object."""
_CONTENTS: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (dict, lambda thing: [*dict.items(thing)]),
    (list, lambda thing: [*list.__iter__(thing)]),
    (tuple, lambda thing: (*tuple.__iter__(thing),)),
    (set, lambda thing: {*set.__iter__(thing)}),
    (frozenset, lambda thing: {*frozenset.__iter__(thing)}),
    (int, int.__int__),
    (float, float.__float__),
    (str, str.__str__),
    (bytes, lambda thing: bytes.__getitem__(thing, slice(None))),
    (np.ndarray, lambda thing: np.ndarray.view(thing, np.ndarray)),
)
"""The contents of an object of a built-in kind, or of a class derived from one."""


class Content(NamedTuple):
    """The dependencies of a function, as a hash.

    Attributes:
        digest: a hash of it.
        modules: those of this package that it uses.
        unknown: the first thing it uses whose result may depend on more than its arguments; empty
            if there is none.
    """

    digest: str
    modules: frozenset[str]
    unknown: str


def fingerprint(function: Callable[..., Any]) -> str:
    """Return a hash of all that a function's machine code depends on: its code and its references.

    Globals count by value, functions by their own fingerprint, and modules of the user's by all
    that they define. What is installed counts by its name: the versions are in every key. Where
    something cannot be told from another of its kind, the hash is of no use the next time.
    """
    return content(function, with_objects=False).digest


def content(thing: Any, *, with_objects: bool = True, declared: bool = False) -> Content:
    """Follow everything that a function depends on, and return its hash.

    Args:
        thing: a function; with objects, whatever can be called, or a class.
        with_objects: whether it runs in Python, where any object may matter: each counts by what it
            holds, and a class of the user's by what it defines.
        declared: whether the user has declared its other inputs, so that the hash can be trusted
            whatever it holds.
    """
    fed = _Fed(with_objects=with_objects, declared=declared)
    try:
        fed.add(thing)
    except Exception:  # noqa: BLE001  whatever a stranger's object raises
        fed.add_other("what cannot be followed")
    return Content(fed.digest.hexdigest(), frozenset(fed.modules), fed.unknown)


def checked_inputs(named: Iterable[Any] | None) -> tuple[Any, ...] | None:
    """Check the inputs that a user declares as `depends_on`, and return them as a tuple."""
    if named is None:
        return None
    kinds = (int, float, str, bytes, NoneType, Path)
    if not isinstance(named, list | tuple) or not all(isinstance(n, kinds) for n in named):
        raise UserError(
            f"depends_on must be a list of numbers, texts and paths, not {echoed(named)}",
            hint="depends_on=[] says that it depends on what it is given alone",
        )
    return tuple(named)


def told_inputs(named: Iterable[Any]) -> str:
    """Return declared inputs as text for a key; a path counts by a hash of its file's content."""
    try:
        read = [hashlib.sha256(n.read_bytes()) if isinstance(n, Path) else n for n in named]
    except OSError as error:
        what = (error.strerror or str(error)).lower()
        raise UserError(f"depends_on names {error.filename}: {what}") from None
    return repr([n if isinstance(n, _PLAIN) else n.hexdigest() for n in read])


class _Fed:
    def __init__(self, *, with_objects: bool, declared: bool) -> None:
        self.with_objects, self.declared = with_objects, declared
        self.digest = hashlib.sha256()
        self.modules: set[str] = set()
        self.unknown = ""
        self._met: dict[Any, int] = {}
        self._alive: list[Any] = []
        self._unchanged = {"builtins"}

    def add(self, thing: Any) -> None:  # noqa: C901, PLR0912  a list of kinds
        """Add a thing to the hash; a container met again counts by when it was met first."""
        kind = type(thing)
        if kind in _PLAIN or (isinstance(thing, _PLAIN) and not self._may_hold_more(thing)):
            self._say(kind.__name__, thing)
        elif isinstance(thing, np.ndarray | np.generic) and (
            not self.with_objects or kind is np.ndarray or isinstance(thing, np.generic)
        ):
            self._add_array(thing)
        elif isinstance(thing, enum.Enum) and not self.with_objects:
            self._say("member", kind.__qualname__, thing.name)
            self.add(thing.value)
        elif self._is_known(thing):
            self._say("again", self._met[id(thing)])
        elif isinstance(thing, FunctionType | Dispatcher | Kernel):
            self._add_function(thing)
        elif isinstance(thing, ModuleType):
            self._add_module(thing, set())
        elif isinstance(thing, CodeType):
            self._add_code(thing)
        elif isinstance(thing, type):
            self._add_class(thing)
        elif self.with_objects and kind not in _HOLDERS:
            self._add_object(thing)
        elif isinstance(thing, tuple | list):
            self._add_items(thing)
        elif isinstance(thing, dict | MappingProxyType):
            self._add_items(thing.items())
        elif isinstance(thing, set | frozenset):
            self._add_set(thing)
        else:
            self._add_for_compiler(thing)

    def add_other(self, what: str) -> None:
        """Add something that cannot be told from another of its kind."""
        self._need(what)
        if not self.declared:
            self.digest.update(secrets.token_bytes())

    def _say(self, *words: object) -> None:
        text = repr(words).encode()
        self.digest.update(len(text).to_bytes(8, "big") + text)

    def _need(self, what: str, *, known: bool = False) -> None:
        """Note a thing whose result may depend on more than its arguments."""
        if not known and self.with_objects:
            self.unknown = self.unknown or what

    def _may_hold_more(self, thing: Any) -> bool:
        """Return whether a plain value belongs to a subclass of its kind, and may hold more."""
        of_user = not isinstance(thing, _PLAIN[-2:]) or _is_of_user(thing)
        return self.with_objects and of_user

    def _is_known(self, thing: Any) -> bool:
        """Return whether a thing was met before, and remember it."""
        known = id(thing) in self._met
        if not known:
            self._met[id(thing)] = len(self._met)
            # Keep it, so that nothing else gets the same id.
            self._alive.append(thing)
        return known

    def _add_array(self, array: Any) -> None:
        self._say(array.dtype, array.shape, getattr(array, "strides", ()))
        if not array.dtype.hasobject:
            self._say(array.tobytes())
        elif self.with_objects:
            self.add(array.tolist())

    def _add_items(self, things: Any) -> None:
        self._say(type(things).__name__, len(things))
        for thing in things:
            self.add(thing)

    def _add_set(self, things: Iterable[Any]) -> None:
        if not self.with_objects:
            self._say("set", sorted(map(repr, things)))
            return
        self._need(_SET, known=all(map(_has_place, things)))
        parts = [content(thing, declared=self.declared) for thing in things]
        self._say("set", sorted(part.digest for part in parts))
        for part in parts:
            self._need(part.unknown, known=not part.unknown)
            self.modules |= part.modules

    def _add_function(self, thing: Any) -> None:  # noqa: C901, PLR0912
        function = getattr(thing, "py_func", thing)
        code, home = function.__code__, str(function.__globals__.get("__name__"))
        self._say(function.__module__, function.__qualname__, function.__name__)
        self._say(sorted(getattr(thing, "targetoptions", {}).items()))
        self._add_code(code)
        self.add((function.__defaults__, function.__kwdefaults__))
        follows = self._follows(home, users=is_users(code.co_filename))
        if self.with_objects:
            self._add_attributes(function)
            if isinstance(thing, Dispatcher):
                self._add_attributes(thing, _of_every_dispatcher())
            if not follows:
                self._need_installed(home, function)
        elif not follows:
            return
        for cell in function.__closure__ or ():
            try:
                self.add(cell.cell_contents)
            except ValueError:
                self._say("empty")
        if not follows:
            return
        used = _Used(code) if self.with_objects else None
        names = names_in(code) if used is None else used.names
        further = names if used is None else used.attributes | used.texts
        for name in sorted(names):
            if name in function.__globals__:
                self._say(name)
                value = function.__globals__[name]
                if isinstance(value, ModuleType):
                    self._add_module(value, further)
                else:
                    self.add(value)
            elif used is not None and name in function.__builtins__:
                self._need(name, known=name in _BUILTINS)
                self.add(function.__builtins__[name])
        if used is not None:
            self._add_used(used)

    def _need_installed(self, home: str, thing: Any) -> None:
        """Note an installed function or class if it is unknown, or if its module was changed."""
        known = _is_known_module(home) and thing.__name__ not in _READERS
        self._need(f"{home}.{thing.__qualname__}", known=known)
        if known and home not in self._unchanged:
            self._unchanged.add(home)
            self._need(f"the module {home}, which is changed", known=not _is_changed(home))

    def _add_attributes(self, thing: Any, usual: frozenset[str] = frozenset()) -> None:
        """Add attributes that something was given besides the usual ones."""
        held = getattr(thing, "__dict__", {})
        own = [k for k in held if k not in usual and not _UNDERSCORED.fullmatch(k)]
        self.add({k: held[k] for k in own})

    def _follows(self, home: str, *, users: bool) -> bool:
        """Note a module of the package; return whether its definitions are followed one by one."""
        ours = home.partition(".")[0]
        if ours == "cardsim" and not users:
            self.modules.add(home)
        return users or ours not in _VERSIONED

    def _add_used(self, used: _Used) -> None:
        """Add what code finds by name."""
        for name in sorted(used.imports):
            module = sys.modules.get(name)
            if module is None:
                self._need(f"the module {name or '.'} inside a function")
            else:
                self._add_module(module, used.attributes | used.texts)
        for name in sorted(used.attributes | used.texts):
            for special in _UNDERSCORED.findall(name):
                self._need(special, known=special in _SPECIAL)
        for name in sorted(used.attributes & _TELLING):
            self._need(f"'{name}'")
        self._need(_SET, known=not used.orders)
        if used.writes:
            self._need(f"the global {min(used.writes)}, into which it writes")

    def _add_module(self, module: ModuleType, names: set[str]) -> None:
        """Add a module: all that a user's module defines, and only the names used of others."""
        name = module.__name__
        self._say("module", name)
        users = is_users_module(module)
        met = (name, id(module), *sorted(() if users else names))
        if met in self._met:
            return
        self._met[met] = len(self._met)
        if users:
            # Other names with underscores are in every module, or are unknown where they are used.
            found = {n: v for n, v in vars(module).items() if n[:2] != "__" or n == "__getattr__"}
            self._need(f"the module {name}", known=type(module) is ModuleType)
        else:
            found = {n: vars(module)[n] for n in names if n in vars(module)}
            if name == "cardsim":
                found |= {n: getattr(module, n) for n in names & set(dir(module))}
            self._follows(name, users=False)
            self._need(f"the module {name}", known=_is_known_module(name))
        for inner, value in sorted(found.items()):
            self._say(inner)
            if isinstance(value, ModuleType) and not users:
                if self.with_objects:
                    self._add_module(value, names)
            elif users or self.with_objects or isinstance(value, (*_PLAIN, np.ndarray)):
                self.add(value)

    def _add_code(self, code: CodeType) -> None:
        arguments = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        self._say(code.co_code, code.co_exceptiontable, code.co_flags, arguments, names)
        # Text that is only looked for in a set does not depend on its order.
        self.add([sorted(map(repr, c)) if type(c) is frozenset else c for c in code.co_consts])

    def _add_class(self, kind: type) -> None:
        home = str(kind.__module__)
        self._say("class", home, kind.__qualname__, kind.__name__, getattr(kind, "_fields", ()))
        if not self.with_objects:
            self.add(getattr(kind, "_field_defaults", None))
            for name, member in kind.__members__.items() if issubclass(kind, enum.Enum) else ():
                self._say(name)
                self.add(member)
            if _is_of_a_compiler(kind):
                self.add_other(f"{home}.{kind.__qualname__}")
        elif self._follows_class(kind):
            self.add((type(kind), kind.__bases__, [*vars(kind).get("__dataclass_fields__", ())]))
            self._say(_registered(kind))
            for name, value in sorted(vars(kind).items()):
                made = name == "__hash__" and _is_generated(value)
                if name not in _OF_EVERY_CLASS and not made:
                    self._say(name)
                    self.add(value)
        elif not _is_ours(kind):
            self._need_installed(home, kind)
            if kind.__flags__ & _WRITABLE:
                self._say(_registered(kind))
                own = sorted(vars(kind).items())
                self.add([i for i in own if i[0] not in _OF_EVERY_CLASS and _may_be_written(i[1])])

    def _follows_class(self, kind: type) -> bool:
        home = str(kind.__module__)
        module = sys.modules.get(home)
        users = module is None or is_users_module(module)
        return self._follows(home, users=users) and users

    def _add_object(self, thing: Any) -> None:  # noqa: C901, PLR0912  a list of kinds
        """Add an object by what it holds."""
        kind, named = type(thing), getattr(thing, "__name__", "")
        self.add(kind)
        self._add_attributes(thing)
        if isinstance(thing, MethodType):
            self.add((thing.__func__, thing.__self__))
        elif isinstance(thing, BuiltinFunctionType):
            self._say(named)
            if isinstance(thing.__self__, ModuleType | NoneType):
                home = str(thing.__module__)
                known = named in _BUILTINS if home == "builtins" else named not in _READERS
                self._need(f"{home}.{named}", known=home in _MODULES and known)
            else:
                self.add(thing.__self__)
        elif isinstance(thing, np.ufunc | type(np.mean)):
            self._say(named)
            home = getattr(thing, "__module__", None) or "numpy"
            known = home in _MODULES and named not in _READERS
            if not known or getattr(sys.modules.get(home), named, None) is not thing:
                self.add_other(f"the function {home}.{named}")
        elif isinstance(thing, staticmethod | classmethod):
            self.add(thing.__func__)
        elif isinstance(thing, property):
            self.add((thing.fget, thing.fset, thing.fdel))
        elif kind is functools.cached_property:
            self.add(thing.func)
        elif kind is type(functools.cache(len)):
            self.add(thing.__wrapped__)
        elif hasattr(thing, "__objclass__") and kind.__module__ == "builtins":
            self._say(named)
            self.add((thing.__objclass__, getattr(thing, "__self__", None)))
        elif self._follows_class(kind) or _is_ours(kind):
            self._add_state(thing)
        else:
            self._add_made(thing)

    def _add_state(self, thing: Any) -> None:
        """Add the state of an object of a user's class."""
        made_from = next((k for k, _ in _CONTENTS if isinstance(thing, k)), object)
        for base in type(thing).__mro__:
            if not self._follows_class(base) and not _is_ours(base):
                known = base.__module__ in _BASES or base in {object, made_from, *made_from.__mro__}
                self._need(f"{base.__module__}.{base.__qualname__}", known=known)
            for name, slot in sorted(vars(base).items()):
                if type(slot).__name__ == "member_descriptor" and hasattr(thing, name):
                    self._say(name)
                    self.add(slot.__get__(thing))
        for base, told in _CONTENTS:
            if isinstance(thing, base):
                self.add(told(thing))
                break
        self.add(getattr(thing, "__dict__", None))

    def _add_made(self, thing: Any) -> None:
        """Add what an object of an installed class would be rebuilt from."""
        what = f"an object of {type(thing).__module__}.{type(thing).__qualname__}"
        self._need(what, known=not isinstance(thing, np.ndarray))
        try:
            parts = thing.__reduce_ex__(4)
        except Exception:  # noqa: BLE001  whatever a stranger's object raises
            self.add_other(what)
            return
        if isinstance(parts, str):
            self._say(parts)
            self._need(what)
            return
        made, given, state, items, pairs = (*parts, None, None, None)[:5]
        self.add((made, given, state, list(items or ()), list(pairs or ())))

    def _add_for_compiler(self, thing: Any) -> None:
        """Add what compiled code may refer to."""
        home, name = getattr(thing, "__module__", None), getattr(thing, "__qualname__", None)
        self._say(type(thing).__qualname__, home, name or getattr(thing, "__name__", None))
        of_numpy = isinstance(thing, np.ufunc) and not _is_of_a_compiler(thing)
        built_in = isinstance(thing, type(len) | type(np.mean))
        if not of_numpy and not built_in and (_is_of_a_compiler(thing) or _has_type(thing)):
            self.add_other("")


_OF_EVERY_CLASS = {
    # `pickle` notes the names of slots in a class once it has seen an object of it.
    "__slotnames__",
    *("__dict__", "__weakref__", "__module__", "__qualname__", "__doc__", "__annotations__"),
    *("__firstlineno__", "__static_attributes__", "__annotate_func__", "__annotations_cache__"),
    *("_abc_impl", "__abstractmethods__", "__orig_bases__", "__parameters__", "__annotate__"),
    *("__dataclass_fields__", "__dataclass_params__"),
}
"""Attributes that every class has."""


class _Used:
    """Names that code and the functions in it look up.

    Attributes:
        names: globals.
        attributes: of whatever.
        imports: modules.
        writes: globals that it writes into.
        texts: texts that stand in it.
        orders: whether it takes texts from a set in the set's order.
    """

    def __init__(self, code: CodeType) -> None:
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.imports: set[str] = set()
        self.writes: set[str] = set()
        self.texts: set[str] = set()
        self.orders = False
        kinds = dict.fromkeys(("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"), self.names)
        kinds |= dict.fromkeys(("STORE_GLOBAL", "DELETE_GLOBAL"), self.writes)
        kinds["IMPORT_NAME"] = self.imports
        waiting = [code]
        while waiting:
            one = waiting.pop()
            steps = [*dis.get_instructions(one)]
            for step, following in itertools.pairwise(steps):
                if isinstance(step.argval, frozenset) and following.opname != "CONTAINS_OP":
                    self.orders |= not all(isinstance(c, int | float) for c in step.argval)
                if isinstance(step.argval, str) and step.argval in one.co_names:
                    kinds.get(step.opname, self.attributes).add(step.argval)
            waiting += [c for c in one.co_consts if isinstance(c, CodeType)]
            self.texts |= {c for c in one.co_consts if isinstance(c, str)}


@functools.cache
def _of_every_dispatcher() -> frozenset[str]:
    """Return the attributes that every compiled function of numba's has."""
    return frozenset(vars(numba.njit(lambda: 0)))


_WRITABLE = 1 << 9
"""The flag of classes that a program can write into."""


def _is_known_module(name: str) -> bool:
    ours, _, inner = name.partition(".")
    return name in _MODULES or (ours == "cardsim" and inner.partition(".")[0] in {"", *_OURS})


def _is_changed(home: str) -> bool:
    """Return whether a program has written something of the user's into an installed module."""
    held = [*vars(sys.modules[home]).values()] if home in sys.modules else []
    for table in [thing for thing in held if type(thing) is dict]:
        held += table.values()
    return any(map(_is_of_user, held))


def _may_be_written(value: Any) -> bool:
    return type(value) in _PLAIN or _is_of_user(value)


def _is_of_user(value: Any) -> bool:
    """Return whether a function or a class is the user's, or an object is of such a class."""
    for part in ("fget", "__func__", "func"):
        value = getattr(value, part, value)
    kind = value if isinstance(value, type) else type(value)
    function = isinstance(value, FunctionType)
    home = value.__globals__.get("__name__") if function else kind.__module__
    if home in _MODULES:
        return False
    module = sys.modules.get(str(home))
    return module is not None and is_users_module(module)


def _registered(kind: type) -> list[str]:
    """Return the classes registered with an abstract one, without those of installed packages."""
    if "_abc_impl" not in vars(kind):
        return []
    told = [reference() for reference in _get_dump(kind)[0]]
    some = [k for k in told if k is not None and (_is_of_user(k) or _is_of_user(kind))]
    return sorted(f"{k.__module__}.{k.__qualname__}" for k in some)


def _has_place(thing: Any) -> bool:
    """Return whether a value has the same place in a set in every process."""
    if type(thing) is tuple:
        return all(map(_has_place, thing))
    return type(thing) in {bool, int, float, NoneType} or isinstance(thing, np.number | np.bool_)


def _is_generated(function: Any) -> bool:
    """Return whether `dataclasses` has written a function, or there is none."""
    code = getattr(function, "__code__", None)
    return code is None or code.co_qualname.startswith("__create_fn__.")


def _is_ours(kind: type) -> bool:
    return str(kind.__module__).partition(".")[0] == "cardsim"


def _is_of_a_compiler(thing: Any) -> bool:
    return (type(thing).__module__ or "").split(".")[0] in _COMPILERS


def _has_type(thing: Any) -> bool:
    """Return whether numba has a type for a value; without one it cannot be in compiled code."""
    try:
        return typeof(thing, Purpose.constant) is not None
    except Exception:  # noqa: BLE001  whatever a stranger's object raises
        return False
