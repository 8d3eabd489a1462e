"""A strategy: decision functions with parameters, and their compilation.

A decision function takes the view of one seat and returns an action. Its parameters are keyword
defaults, of type int, float or bool, or one of several words. It is compiled into a loop over a
batch of views, and its parameters reach the compiled code as values, so that another value needs no
compiling.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import linecache
import re
import sys
import textwrap
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

import numpy as np
from numba.core import types
from numba.np.numpy_support import from_dtype

from cardsim.errors import UserError
from cardsim.jit import Entry, checked_inlined, checked_kernel, entry, kernel
from cardsim.params import Option, Value, did_you_mean
from cardsim.rng import BLOCK, HALF, WORDS_DTYPE, philox, place

Note = TypeVar("Note")
Made = TypeVar("Made")
CHANCE = "chance"
"""The name of a decision function's second parameter, if it wants random numbers: a record of
`cardsim.rng`."""


@dataclass(frozen=True)
class Between:
    """Limits and help of a parameter: `Annotated[int, between(2, 31, "knock at this value")]`."""

    low: float
    high: float
    help: str = ""


def between(low: float, high: float, help: str = "") -> Between:  # noqa: A002
    """The smallest and largest value of a parameter, and what it means."""
    return Between(low, high, help)


@dataclass(frozen=True)
class OneOf:
    """Words and help of a parameter: `Annotated[str, one_of(("low", "high"), "which ace")]`."""

    words: tuple[str, ...]
    help: str = ""


def one_of(words: Iterable[str], help: str = "") -> OneOf:  # noqa: A002
    """The words a parameter may be, and what it means.

    The compiled function gets the word's place among them, 0 for the first.
    """
    return OneOf(tuple(words), help)


@dataclass(frozen=True)
class Strategy:
    """A named set of decision functions.

    What a strategy leaves out is played as the game's default strategy does.

    Attributes:
        game: the game's name.
        functions: decision function by its name, with underscores.
        name: the file's, or the one given in a notebook.
        about: how it plays: the file's docstring.
        path: the file, or None.
        inherited: the functions that were taken from the game's default; where they have a
            parameter of one of the strategy's own, its default is that of the own one.
    """

    game: str
    functions: Mapping[str, Callable[..., Any]]
    name: str = "unnamed"
    about: str = ""
    path: Path | None = None
    inherited: AbstractSet[str] = frozenset()
    _compiled: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def __init__(
        self,
        game: str,
        *,
        name: str = "unnamed",
        about: str = "",
        path: Path | None = None,
        **functions: Callable[..., Any],
    ) -> None:
        for key, value in {
            "game": game,
            "functions": dict(functions),
            "name": name,
            "about": about,
            "path": path,
            "_compiled": {},
        }.items():
            object.__setattr__(self, key, value)
        for name_, function in functions.items():
            if not inspect.isfunction(function):
                message = (
                    f"decision '{name_}' of strategy '{name}' must be a function, not {function!r}"
                )
                raise UserError(message)

    def named(self, name: str, *, about: str, path: Path | None) -> Strategy:
        """The same strategy under a name."""
        return Strategy(self.game, name=name, about=about, path=path, **self.functions)

    def completed(self, baseline: Strategy) -> Strategy:
        """This strategy with the functions it lacks taken from another."""
        functions = {**baseline.functions, **self.functions}
        whole = Strategy(self.game, name=self.name, about=self.about, path=self.path, **functions)
        object.__setattr__(whole, "inherited", functions.keys() - self.functions.keys())
        return whole

    @cached_property
    def parameters(self) -> tuple[Option, ...]:
        """The parameters of all functions, in order, each once.

        Raises:
            UserError: a parameter has no default, a type that is not int, float, bool or one of
                several words, or two defaults.
        """
        found: dict[str, Option] = {}
        for name in sorted(self.functions, key=self.inherited.__contains__):
            for parameter in _parameters(self.functions[name], self.name):
                known = found.setdefault(parameter.name, parameter)
                same = known.default == parameter.default or name in self.inherited
                if not same or known.kind is not parameter.kind:
                    message = (
                        f"parameter '{parameter.name}' of strategy '{self.name}' has two defaults: "
                        f"{known.default} and {parameter.default}"
                    )
                    raise UserError(message)
                if not known.help and parameter.help:
                    found[parameter.name] = replace(parameter, default=known.default)
        return tuple(found.values())

    def packed(self, values: Mapping[str, Value]) -> np.ndarray[Any, Any]:
        """The values as the compiled code takes them: float64, one for each parameter."""
        return np.array([p.code(values[p.name]) for p in self.parameters] or [0.0], np.float64)

    def compiled(self, function: str, view: np.dtype[np.void]) -> Entry:
        """The batch loop of one decision function for a game's view.

        Raises:
            UserError: numba cannot compile it; shows the line and what to change.
        """
        key = (function, view, fingerprint(self.functions[function]))
        return self.once(key, lambda: _compile(self, function, view))

    def once(self, key: Any, make: Callable[[], Made]) -> Made:
        """What was made for this strategy before under a key; else what `make` makes now."""
        if key not in self._compiled:
            self._compiled[key] = make()
        return self._compiled[key]  # type: ignore[no-any-return]


def _parameters(function: Callable[..., Any], strategy: str) -> list[Option]:
    where = f"function '{function.__name__}' of strategy '{strategy}'"
    parameters = list(inspect.signature(function).parameters.values())
    if not parameters:
        message = f"{where} needs a first parameter: the view"
        raise UserError(message)
    try:
        hints = typing.get_type_hints(function, include_extras=True)
    except Exception as error:
        message = f"the annotations of {where} cannot be read: {error}"
        raise UserError(message) from error
    options = []
    for parameter in parameters[1:]:
        if parameter.name == CHANCE and parameter is parameters[1]:
            continue
        default, hint = parameter.default, hints.get(parameter.name)
        words = _note(hint, OneOf)
        if words is not None and default in words.words:
            options.append(Option(parameter.name, default, words.help, words.words))
        elif words is None and isinstance(default, bool | int | float):
            options.append(_option(parameter.name, default, hint))
        elif default is inspect.Parameter.empty:
            message = f"parameter '{parameter.name}' of {where} needs a default value"
            raise UserError(message)
        else:
            message = (
                f"parameter '{parameter.name}' of {where} must be a bool, an int, a float "
                f"or one of the words of `one_of`, not {default!r}"
            )
            raise UserError(message)
    return options


def _note(hint: Any, kind: type[Note]) -> Note | None:
    return next((m for m in getattr(hint, "__metadata__", ()) if isinstance(m, kind)), None)


def _option(name: str, default: float, hint: Any) -> Option:
    limits = _note(hint, Between)
    declared = getattr(hint, "__origin__", hint)
    value = float(default) if declared is float and not isinstance(default, bool) else default
    if limits is None:
        return Option(name, value)
    return Option(name, value, limits.help, low=limits.low, high=limits.high)


def batch_signature(view: np.dtype[np.void]) -> Any:
    """The numba signature of every batch loop for a view's dtype."""
    views, words = (types.Array(from_dtype(d), 1, "C") for d in (view, WORDS_DTYPE))
    queue = types.Array(types.uint32, 1, "C")
    params = types.Array(types.float64, 1, "C")
    actions = types.Array(types.int64, 1, "C")
    used = types.Array(types.uint32, 2, "C")
    return types.void(views, queue, types.int64, params, actions, words, used, words)


_PLAIN = """
def batch(views, queue, n, params, actions, words, used, chances):
{unpack}
    for i in range(n):
        actions[i] = decide(views[queue[i]]{arguments}) | 0
"""
_CHANCE = """
def batch(views, queue, n, params, actions, words, used, chances):
{unpack}
    chance = chances[0]
    blocks = first_blocks(views, queue, n, words, used)
    for i in range(n):
        h = queue[i]
        view = views[h]
        seat = int64(view.seat)
        begin(chance, words[h], seat, blocks, i)
        actions[i] = decide(view, chance{arguments}) | 0
        used[h, seat] = blocks_after(chance, used[h, seat])
"""


@kernel
def first_blocks(views: Any, queue: Any, n: Any, words: Any, used: Any) -> Any:
    """The first block of every seat's stream from where it stands: uint32, shape (8, n).

    The last four rows are its words. Made for all views at once, as a loop that the compiler
    vectorises, they cost a tenth of what they do one by one.
    """
    blocks = np.empty((8, n), np.uint32)
    seed = words[queue[0]].seed
    k0, k1 = np.uint32(seed), np.uint32(seed >> HALF)
    for i in range(n):
        w = words[queue[i]]
        seat = np.int64(views[queue[i]].seat)
        blocks[0, i] = np.uint32(w.base + used[queue[i], seat])
        blocks[1, i] = np.uint32(1 + seat)
        blocks[2, i] = np.uint32(w.hand)
        blocks[3, i] = np.uint32(w.hand >> HALF)
    for i in range(n):
        w0, w1, w2, w3 = philox(blocks[0, i], blocks[1, i], blocks[2, i], blocks[3, i], k0, k1)
        blocks[4, i] = w0
        blocks[5, i] = w1
        blocks[6, i] = w2
        blocks[7, i] = w3
    return blocks


@kernel
def begin(chance: Any, words: Any, seat: Any, blocks: Any, i: Any) -> None:
    """Put `chance` where this seat's stream of this deal stands, with its first block made."""
    place(chance, words.seed, words.hand, np.uint32(1 + seat), blocks[0, i])
    for lane in range(BLOCK):
        chance.words[lane] = blocks[4 + lane, i]
    chance.filled = np.uint32(BLOCK)


@kernel
def blocks_after(chance: Any, used: Any) -> Any:
    """The blocks of the stream that have been used, after a decision."""
    return np.uint32(used + (chance.position + np.uint32(BLOCK - 1)) // np.uint32(BLOCK))


def _compile(strategy: Strategy, name: str, view: np.dtype[np.void]) -> Entry:
    function = strategy.functions[name]
    _forbid_changes(strategy, name, function)
    _check_fields(strategy, name, function, view)
    decide, given = compiled_decision(strategy, function)
    arguments = "".join(f", {name}" for name in given)
    unpack = "\n".join(f"    {name} = {value}" for name, value in given.items()) or "    pass"
    wants_chance = CHANCE in inspect.signature(function).parameters
    text = (_CHANCE if wants_chance else _PLAIN).format(unpack=unpack, arguments=arguments)
    batch_name = f"<batch loop of {strategy.game} {strategy.name} {name}>"
    linecache.cache[batch_name] = (len(text), None, text.splitlines(keepends=True), batch_name)
    scope: dict[str, Any] = {
        "decide": decide,
        "int64": np.int64,
        "begin": begin,
        "first_blocks": first_blocks,
        "blocks_after": blocks_after,
        "__name__": __name__,
    }
    exec(compile(text, batch_name, "exec"), scope)  # noqa: S102
    # With the module's name, by which compiled code finds its functions when it is read back.
    content = f"{text} {function.__module__} {fingerprint(function)}"
    try:
        return entry(
            scope["batch"], signature=batch_signature(view), content=content, boundscheck=True
        )
    except Exception as error:  # noqa: BLE001 numba raises more than its own errors
        raise _cannot_compile(strategy, name, function, error) from None


def compiled_decision(
    strategy: Strategy, function: Callable[..., Any]
) -> tuple[Callable[..., Any], dict[str, str]]:
    """A decision function for use by kernels, and its arguments after the view.

    Each has a name that no loop uses for anything else, and the expression that reads it from the
    packed `params`.
    """
    order = [p.name for p in strategy.parameters]
    arguments = {
        f"given_{p.name}": f"{_number_type(p)}(params[{order.index(p.name)}])"
        for p in _parameters(function, strategy.name)
    }
    return checked_inlined(_with_helpers(function, {})), arguments


def _number_type(parameter: Option) -> str:
    """The type that the compiled function gets a parameter in."""
    return "int" if parameter.choices else parameter.kind.__name__


def _with_helpers(function: Callable[..., Any], compiled: dict[int, Any]) -> Callable[..., Any]:
    """The function, with the plain functions of its own file that it calls compiled too."""
    scope = dict(function.__globals__)
    code = function.__code__
    copied = FunctionType(
        code, scope, function.__name__, function.__defaults__, function.__closure__
    )
    copied.__kwdefaults__ = function.__kwdefaults__
    compiled[id(function)] = None
    for name in _names(code):
        helper = scope.get(name)
        if inspect.isfunction(helper) and helper.__module__ == function.__module__:
            if id(helper) not in compiled:
                compiled[id(helper)] = checked_kernel(_with_helpers(helper, compiled))
            # None where it is being compiled further up: a cycle, which numba will name.
            scope[name] = compiled[id(helper)] or helper
    return copied


def _parsed(function: Callable[..., Any]) -> tuple[ast.AST, list[str], int]:
    """The function's syntax tree, its lines and the number of the first; empty without a source."""
    try:
        lines, first = inspect.getsourcelines(function)
        return ast.parse(textwrap.dedent("".join(lines))), lines, first
    except (OSError, TypeError, SyntaxError):
        return ast.Module([], []), [], 0


def _forbid_changes(strategy: Strategy, name: str, function: Callable[..., Any]) -> None:
    """Refuse a function that assigns to its view: it would change the hand being played."""
    view = next(iter(inspect.signature(function).parameters))
    _forbid_changes_of(strategy, name, function, view, set())


def _forbid_changes_of(
    strategy: Strategy, name: str, function: Callable[..., Any], view: str, done: set[Any]
) -> None:
    """Refuse a function that assigns to one of its parameters, or whose helpers do."""
    if (function, view) in done:
        return
    done.add((function, view))
    tree, lines, first = _parsed(function)
    seen = _names_of_the_view(tree, view)
    for node in ast.walk(tree):
        for target, _ in _assignments(node):
            if isinstance(target, ast.Attribute | ast.Subscript) and _root(target) in seen:
                line = first + target.lineno - 1
                message = (
                    f"{_place(strategy, function, line)}: decision '{name}' changes its view; "
                    "a strategy may only read it"
                )
                hint = f"the line is: {lines[target.lineno - 1].strip()}"
                raise UserError(message, hint=hint)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            helper = function.__globals__.get(node.func.id)
            if inspect.isfunction(helper):
                known = list(inspect.signature(helper).parameters)
                given = [*zip(known, node.args, strict=False)]
                given += [(k.arg, k.value) for k in node.keywords if k.arg is not None]
                for parameter, value in given:
                    if _root(value) in seen:
                        _forbid_changes_of(strategy, name, helper, parameter, done)


def _check_fields(
    strategy: Strategy, name: str, function: Callable[..., Any], view: np.dtype[np.void]
) -> None:
    """Refuse a field that the view does not have, with the nearest that it has."""
    tree, lines, first = _parsed(function)
    variable = next(iter(inspect.signature(function).parameters))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or node.attr in (view.names or ()):
            continue
        if getattr(node.value, "id", "") == variable:
            line = first + node.lineno - 1
            message = (
                f"{_place(strategy, function, line)}: decision '{name}' cannot be compiled: "
                f"the view has no field '{node.attr}'"
            )
            near = did_you_mean(node.attr, view.names or ())
            lists = f"`cardsim games show {strategy.game}` lists the fields"
            hints = [f"the line is: {lines[node.lineno - 1].strip()}", near, lists]
            raise UserError(message, hint="\n".join(h for h in hints if h))


def _root(node: ast.AST) -> str:
    """The name at the left end of `a.b[c].d`."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _assignments(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """What a statement assigns to, with what it is given; tuples are taken apart."""
    pairs: list[tuple[ast.AST, ast.AST]] = []
    if isinstance(node, ast.Assign):
        pairs = [(target, node.value) for target in node.targets]
    elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
        pairs = [(node.target, node.value or ast.Constant(None))]
    elif isinstance(node, ast.For | ast.comprehension):
        pairs = [(node.target, node.iter)]
    while pairs:
        target, value = pairs.pop()
        if isinstance(target, ast.Tuple | ast.List):
            # Which part goes where is not followed: each target may get any of it.
            pairs += [(part, value) for part in target.elts]
        elif isinstance(target, ast.Starred):
            pairs.append((target.value, value))
        else:
            yield target, value


_FRESH = {"arange", "array", "copy", "empty", "full", "ones", "zeros"}
"""Functions of numpy whose result shares no memory with their arguments."""


def _may_be_part(value: ast.AST, seen: set[str]) -> bool:
    """Whether the value may be, or hold, the view or an array in it."""
    if isinstance(value, ast.Attribute | ast.Subscript | ast.Name):
        return _root(value) in seen
    if isinstance(value, ast.Call) and getattr(value.func, "attr", "") in _FRESH:
        return False
    if isinstance(value, ast.Tuple | ast.List | ast.IfExp | ast.BoolOp | ast.NamedExpr | ast.Call):
        return any(_may_be_part(part, seen) for part in ast.iter_child_nodes(value))
    return False


def _names_of_the_view(tree: ast.AST, view: str) -> set[str]:
    """The view's name and every other name that may be given to it or to a part of it."""
    seen = {view}
    nodes = list(ast.walk(tree))
    for _ in nodes:
        more = {
            target.id
            for node in nodes
            for target, value in _assignments(node)
            if isinstance(target, ast.Name) and _may_be_part(value, seen)
        }
        if more <= seen:
            break
        seen |= more
    return seen


def _place(strategy: Strategy, function: Callable[..., Any], line: int) -> str:
    return f"{strategy.path or function.__code__.co_filename}:{line}"


def _blamed_line(text: str, code: CodeType) -> int:
    """The line of the user's function that numba's message is about; the last one it names."""
    file = re.escape(Path(code.co_filename).name)
    named = re.findall(rf'{file}", line (\d+)|{file} \((\d+)\)', text)
    lines = [int(a or b) for a, b in named]
    inside = {line for _, _, line in code.co_lines() if line is not None}
    return next((n for n in reversed(lines) if n in inside), code.co_firstlineno)


def _cannot_compile(
    strategy: Strategy, name: str, function: Callable[..., Any], error: Exception
) -> UserError:
    code = function.__code__
    text = str(error)
    line = _blamed_line(text, code)
    source = linecache.getline(code.co_filename, line).strip()
    reasons = [r.strip() for r in text.splitlines() if r.strip()]
    reason = next(
        (
            r
            for r in reasons
            if not r.startswith(("Failed in", "During", "File", "- ", "In definition", "<source"))
        ),
        "it uses something that has no compiled form",
    )
    if "or_" in text and "decide" not in reason:
        reason = "it must return True, False or a whole number on every path"
    message = f"{_place(strategy, function, line)}: decision '{name}' cannot be compiled: {reason}"
    hint = (
        f"the line is: {source}\n"
        "use numbers, fields of the view, if, for, and functions of numpy or cardsim; "
        "return True, False or the number of an action (`cardsim games show "
        + strategy.game
        + "` lists both)"
    )
    return UserError(message, hint=hint)


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
    for name in sorted(_names(function.__code__)):
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


def _names(code: CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names
