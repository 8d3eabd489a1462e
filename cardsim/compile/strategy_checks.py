"""What is refused in a strategy's functions before they are compiled, and why compiling failed.

Each check reads the function's source, so that a message can name the line and what to change.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Protocol

import numpy as np

from cardsim.errors import UserError
from cardsim.options.params import did_you_mean


class Described(Protocol):
    """What messages say of a strategy."""

    @property
    def game(self) -> str:
        """The game's name."""
        ...


def _parsed(function: Callable[..., Any]) -> tuple[ast.AST, list[str], int]:
    """The function's syntax tree, its lines and the number of the first; empty without a source."""
    try:
        lines, first = inspect.getsourcelines(function)
        return ast.parse(textwrap.dedent("".join(lines))), lines, first
    except (OSError, TypeError, SyntaxError):
        return ast.Module([], []), [], 0


def forbid_changes(name: str, function: Callable[..., Any]) -> None:
    """Refuse a function that assigns to its view: it would change the hand being played."""
    view = next(iter(inspect.signature(function).parameters))
    _forbid_changes_of(name, function, view, set())


def _forbid_changes_of(name: str, function: Callable[..., Any], view: str, done: set[Any]) -> None:
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
                    f"{_place(function, line)}: decision '{name}' changes its view; "
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
                    _forbid_changes_of(name, helper, parameter, done)


def _helper(function: Callable[..., Any], call: ast.Call) -> Callable[..., Any] | None:
    """The Python function that is called by its name, or by its name in a module."""
    names, called = function.__globals__, call.func
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        module = names.get(called.value.id)
        names = vars(module) if isinstance(module, ModuleType) else {}
    name = getattr(called, "attr", "") or getattr(called, "id", "")
    helper = getattr(names.get(name), "py_func", names.get(name))
    return helper if inspect.isfunction(helper) else None


def check_fields(
    strategy: Described, name: str, function: Callable[..., Any], view: np.dtype[np.void]
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
                f"{_place(function, line)}: decision '{name}' cannot be compiled: "
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


def _place(function: Callable[..., Any], line: int) -> str:
    return f"{function.__code__.co_filename}:{line}"


def _blamed_line(text: str, code: CodeType) -> int:
    """The line of the user's function that numba's message is about; the last one it names."""
    file = re.escape(Path(code.co_filename).name)
    named = re.findall(rf'{file}", line (\d+)|{file} \((\d+)\)', text)
    lines = [int(a or b) for a, b in named]
    inside = {line for _, _, line in code.co_lines() if line is not None}
    return next((n for n in reversed(lines) if n in inside), code.co_firstlineno)


def cannot_compile(
    strategy: Described,
    name: str,
    function: Callable[..., Any],
    error: Exception,
    *,
    wide: bool = False,
) -> UserError:
    """What to say of a function that numba cannot compile: the line, and what to change.

    Args:
        strategy: whose function it is.
        name: of the decision.
        function: of the strategy.
        error: what numba raised.
        wide: whether the decision is answered by a pair.
    """
    if isinstance(error, UserError):
        return error
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
    message = f"{_place(function, line)}: decision '{name}' cannot be compiled: {reason}"
    what = "return True, False or the number of an action"
    if wide:
        what = "return a pair on every path, with int() around numbers of the view"
    hint = (
        f"the line is: {source}\n"
        "use numbers, fields of the view, if, for, and functions of numpy or cardsim; "
        f"{what} (`cardsim games show {strategy.game}` lists both)"
    )
    return UserError(message, hint=hint)
