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
import random
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
from cardsim.jit import Entry, apart, checked_inlined, checked_kernel, entry, kernel, stand_apart
from cardsim.params import Option, Value, did_you_mean
from cardsim.rng import BLOCK, CHANCE_RECORDS, HALF, WORDS, WORDS_DTYPE, philox, place

Note = TypeVar("Note")
Made = TypeVar("Made")
CHANCE = "chance"
"""The name of a decision function's second parameter, if it wants random numbers: a record of
`cardsim.rng`."""

TOGETHER = WORDS
"""Hands whose seats decide in one go: few enough that what they need stays in the nearest cache."""
VECTOR = 16
"""Hands whose blocks are made by the same instructions."""


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
        bases: the strategies they were taken from, in turn.
    """

    game: str
    functions: Mapping[str, Callable[..., Any]]
    name: str = "unnamed"
    about: str = ""
    path: Path | None = None
    inherited: AbstractSet[str] = frozenset()
    bases: tuple[Strategy, ...] = ()
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
        object.__setattr__(whole, "bases", (*self.bases, baseline))
        return whole

    @property
    def fingerprint(self) -> str:
        """A hash of the content of all decision functions; not of the values of parameters."""
        parts = [f"{name} {fingerprint(self.functions[name])}" for name in sorted(self.functions)]
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()

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
        made: Made = self._compiled[key]
        return made


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
    if declared is int and type(default) is float:
        raise UserError(f"the default of parameter '{name}' must be a whole number, not {default}")
    if limits is None:
        return Option(name, value)
    option = Option(name, value, limits.help, low=limits.low, high=limits.high)
    option.check(value, label=f"the default of parameter '{name}'")
    return option


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
    chances = with_room(chances)
    chance = chances[0]
    for start in range(0, n, TOGETHER):
        some = min(TOGETHER, n - start)
        first_blocks(views, queue, start, some, words, used, chances)
        for i in range(some):
            # Unsigned, so that no test for a negative index is needed.
            at = uint64(start) + uint64(i)
            h = queue[at]
            view = views[h]
            seat = int64(view.seat)
            begin(chances, words[h], seat, i)
            actions[at] = decide(view, chance{arguments}) | 0
            used[h, seat] = blocks_after(chance, used[h, seat])
"""


@apart
def with_room(chances: Any) -> Any:
    """The records to work with: those given, or as many as are needed."""
    stand_apart()
    if chances.shape[0] >= CHANCE_RECORDS:
        return chances
    return np.zeros(CHANCE_RECORDS, WORDS_DTYPE)


@kernel
def first_blocks(  # noqa: PLR0917  numba takes no keyword-only arguments
    views: Any, queue: Any, start: Any, some: Any, words: Any, used: Any, chances: Any
) -> None:
    """The first block of every seat's stream from where it stands, for queue[start : start + some].

    Made for all of them at once, as a loop that the compiler vectorises, they cost a tenth of what
    they do one by one.

    Args:
        views: what the seats see.
        queue: uint32, places in `views`.
        start: the first of those that are served now.
        some: how many; at most TOGETHER.
        words: where the hands stand.
        used: blocks that each seat has used in each hand.
        chances: the words of records 1 to 4 are the counters, and those of 5 to 8 the blocks.
    """
    seed = words[queue[start]].seed
    k0, k1 = np.uint32(seed), np.uint32(seed >> HALF)
    c0, c1, c2, c3 = chances[1].words, chances[2].words, chances[3].words, chances[4].words
    b0, b1, b2, b3 = chances[5].words, chances[6].words, chances[7].words, chances[8].words
    for i in range(some):
        h = queue[np.uint64(start) + np.uint64(i)]
        w = words[h]
        seat = np.int64(views[h].seat)
        c0[i] = np.uint32(w.base + used[h, seat])
        c1[i] = np.uint32(1 + seat)
        c2[i] = np.uint32(w.hand)
        c3[i] = np.uint32(w.hand >> HALF)
    for group in range(TOGETHER // VECTOR):
        if group * VECTOR >= some:
            break
        # Always as many: what does not fill a vector would be made one by one, slowly.
        for lane in range(VECTOR):
            i = group * VECTOR + lane
            b0[i], b1[i], b2[i], b3[i] = philox(c0[i], c1[i], c2[i], c3[i], k0, k1)


@kernel
def begin(chances: Any, words: Any, seat: Any, i: Any) -> None:
    """Put the first of `chances` where this seat's stream stands, with its first block made."""
    chance = chances[0]
    place(chance, words.seed, words.hand, np.uint32(1 + seat), chances[1].words[i])
    for lane in range(BLOCK):
        chance.words[lane] = chances[5 + lane].words[i]
    chance.filled = np.uint32(BLOCK)


@kernel
def blocks_after(chance: Any, used: Any) -> Any:
    """The blocks of the stream that have been used, after a decision."""
    return np.uint32(used + (chance.position + np.uint32(BLOCK - 1)) // np.uint32(BLOCK))


def _compile(strategy: Strategy, name: str, view: np.dtype[np.void]) -> Entry:
    function = strategy.functions[name]
    _forbid_changes(strategy, name, function)
    _forbid_other_chance(strategy, name, function, set())
    _check_fields(strategy, name, function, view)
    decide, given = compiled_decision(strategy, function)
    # By numbers: a parameter may have the name of anything in the loop.
    arguments = "".join(f", value{k}" for k in range(len(given)))
    read = [f"    value{k} = {kind}(params[{at}])" for k, (kind, at) in enumerate(given)]
    unpack = "\n".join(read) or "    pass"
    wants_chance = CHANCE in inspect.signature(function).parameters
    text = (_CHANCE if wants_chance else _PLAIN).format(unpack=unpack, arguments=arguments)
    batch_name = f"<batch loop of {strategy.game} {strategy.name} {name}>"
    linecache.cache[batch_name] = (len(text), None, text.splitlines(keepends=True), batch_name)
    scope: dict[str, Any] = {
        "decide": decide,
        "int64": np.int64,
        "uint64": np.uint64,
        "begin": begin,
        "first_blocks": first_blocks,
        "with_room": with_room,
        "TOGETHER": TOGETHER,
        "blocks_after": blocks_after,
        "__name__": __name__,
    }
    exec(compile(text, batch_name, "exec"), scope)  # noqa: S102
    # With the module's name, by which compiled code finds its functions when it is read back.
    content = f"{text} {function.__module__} {fingerprint(function)}"
    try:
        return entry(scope["batch"], signature=batch_signature(view), content=content)
    except Exception as error:  # noqa: BLE001 numba raises more than its own errors
        raise _cannot_compile(strategy, name, function, error) from None


def compiled_decision(
    strategy: Strategy, function: Callable[..., Any]
) -> tuple[Callable[..., Any], list[tuple[str, int]]]:
    """A decision function for use by kernels, and its arguments after the view.

    Of each, the type that it gets and its place in the packed parameters.
    """
    order = [p.name for p in strategy.parameters]
    own = _parameters(function, strategy.name)
    arguments = [(_number_type(p), order.index(p.name)) for p in own]
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
        for changed in _changed(node):
            if _may_be_part(changed, seen):
                line = first + changed.lineno - 1
                message = (
                    f"{_place(strategy, function, line)}: decision '{name}' changes its view; "
                    "a strategy may only read it"
                )
                raise UserError(message, hint=f"the line is: {lines[changed.lineno - 1].strip()}")
        helper = _helper(function, node) if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and helper is not None:
            known = list(inspect.signature(helper).parameters)
            given = [*zip(known, node.args, strict=False)]
            given += [(k.arg, k.value) for k in node.keywords if k.arg is not None]
            for parameter, value in given:
                if _may_be_part(value, seen):
                    _forbid_changes_of(strategy, name, helper, parameter, done)


def _helper(function: Callable[..., Any], call: ast.Call) -> Callable[..., Any] | None:
    """The Python function that is called by its name, or by its name in a module."""
    names, called = function.__globals__, call.func
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        module = names.get(called.value.id)
        names = vars(module) if isinstance(module, ModuleType) else {}
    name = getattr(called, "attr", "") or getattr(called, "id", "")
    helper = getattr(names.get(name), "py_func", names.get(name))
    return helper if inspect.isfunction(helper) else None


def _forbid_other_chance(
    strategy: Strategy, name: str, function: Callable[..., Any], done: set[Any]
) -> None:
    """Refuse a function that takes chance from elsewhere than its seat's stream."""
    done.add(function)
    tree, lines, first = _parsed(function)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name | ast.Attribute):
            continue
        found = _named(function, node)
        if _is_chance(found):
            message = (
                f"{_place(strategy, function, first + node.lineno - 1)}: decision '{name}' takes "
                f"chance from '{ast.unparse(node)}', which no seed governs"
            )
            hints = [
                f"the line is: {lines[node.lineno - 1].strip()}",
                "a second parameter `chance` is the seat's own: `uniform(chance)` of cardsim.rng",
            ]
            raise UserError(message, hint="\n".join(hints))
        helper = getattr(found, "py_func", found)
        mine = inspect.isfunction(helper) and helper.__module__ == function.__module__
        if mine and helper not in done:
            _forbid_other_chance(strategy, name, helper, done)


def _named(function: Callable[..., Any], node: ast.Name | ast.Attribute) -> Any:
    """What a global name, or a name in a global module, stands for; None if nothing."""
    if isinstance(node, ast.Name):
        return function.__globals__.get(node.id)
    owner = _named(function, node.value) if isinstance(node.value, ast.Name) else None
    return getattr(owner, node.attr, None) if isinstance(owner, ModuleType) else None


def _is_chance(thing: object) -> bool:
    """Whether it is `random`, `numpy.random`, or a function of one of them."""
    owner = getattr(thing, "__self__", None)
    return (
        thing is random
        or thing is np.random
        or isinstance(owner, random.Random | np.random.RandomState)
    )


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


def _assignments(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What a statement assigns to, with what it is given; tuples are taken apart."""
    pairs: list[tuple[ast.expr, ast.expr]] = []
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


_IN_PLACE = {
    "at",
    "copyto",
    "fill",
    "fill_diagonal",
    "itemset",
    "partition",
    "place",
    "put",
    "put_along_axis",
    "putmask",
    "resize",
    "shuffle",
    "sort",
}
"""Methods of an array, and functions of numpy, that change it; `numpy.sort` does not."""


def _changed(node: ast.AST) -> Iterator[ast.expr]:
    """What a piece of a program writes into."""
    for target, _ in _assignments(node):
        if isinstance(target, ast.Attribute | ast.Subscript):
            yield target
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    name, owner = node.func.attr, node.func.value
    yield from (k.value for k in node.keywords if k.arg == "out")
    ufunc = getattr(np, name, None)
    if isinstance(ufunc, np.ufunc):
        yield from node.args[ufunc.nin :]
    if name in _IN_PLACE:
        yield owner
        if name != "sort":
            yield from node.args


_FRESH = {"arange", "array", "copy", "empty", "full", "ones", "zeros"}
"""Functions of numpy whose result shares no memory with their arguments."""


def _may_be_part(value: ast.AST, seen: set[str]) -> bool:
    """Whether the value may be, or hold, the view or an array in it."""
    while isinstance(value, ast.Attribute | ast.Subscript):
        value = value.value
    if isinstance(value, ast.Name):
        return value.id in seen
    if isinstance(value, ast.BinOp | ast.Compare | ast.UnaryOp):
        return False
    if isinstance(value, ast.Call) and getattr(value.func, "attr", "") in _FRESH:
        return False
    return any(_may_be_part(part, seen) for part in ast.iter_child_nodes(value))


def _names_of_the_view(tree: ast.AST, view: str) -> set[str]:
    """The view's name and every other name that may be given to it or to a part of it."""
    nodes = list(ast.walk(tree))
    # Whoever calls a function within the function may give it any of these.
    inner = [n.args for n in nodes[2:] if isinstance(n, ast.Lambda | ast.FunctionDef)]
    seen = {view, *(a.arg for args in inner for a in (*args.posonlyargs, *args.args))}
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
