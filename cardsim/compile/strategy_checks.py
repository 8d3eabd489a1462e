"""Checks of a strategy's functions before compiling, and messages for those that fail to compile.

Each check reads the function's source, so that a message can name the line and what to change.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Any, Protocol

import numpy as np

from cardsim.compile.offered import changes_view, sum_in_place
from cardsim.errors import UserError
from cardsim.kernels.origins import is_users
from cardsim.options.params import did_you_mean


class Described(Protocol):
    """A strategy as messages describe it."""

    @property
    def game(self) -> str:
        """The game's name."""
        ...


def _parsed(function: Callable[..., Any]) -> tuple[ast.AST, list[str], int]:
    """Parse a function: its syntax tree, lines and first line number; empty without a source."""
    try:
        lines, first = inspect.getsourcelines(function)
        return ast.parse(textwrap.dedent("".join(lines))), lines, first
    except (OSError, TypeError, SyntaxError):
        return ast.Module([], []), [], 0


def check_fields(
    strategy: Described, which: str, function: Callable[..., Any], view: np.dtype[np.void]
) -> None:
    """Refuse a field that the view does not have, and suggest the nearest that it has.

    Args:
        strategy: whose function it is.
        which: the function in words: "decision 'knock'".
        function: takes the view.
        view: its fields are allowed.
    """
    tree, lines, first = _parsed(function)
    variable = next(iter(inspect.signature(function).parameters))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or node.attr in (view.names or ()):
            continue
        if getattr(node.value, "id", "") == variable:
            line = first + node.lineno - 1
            message = (
                f"{_place(function, line)}: {which} cannot be compiled: "
                f"the view has no field '{node.attr}'"
            )
            near = did_you_mean(node.attr, view.names or ())
            lists = f"`cardsim games show {strategy.game}` lists the fields"
            hints = [f"the line is: {lines[node.lineno - 1].strip()}", near, lists]
            raise UserError(message, hint="\n".join(h for h in hints if h))


def _place(function: Callable[..., Any], line: int) -> str:
    return f"{function.__code__.co_filename}:{line}"


def _blamed_line(text: str, code: CodeType) -> int:
    """Return the last line of the user's function that numba's message names."""
    file = re.escape(Path(code.co_filename).name)
    named = re.findall(rf'{file}", line (\d+)|{file} \((\d+)\)', text)
    lines = [int(a or b) for a, b in named]
    inside = {line for _, _, line in code.co_lines() if line is not None}
    return next((n for n in reversed(lines) if n in inside), code.co_firstlineno)


_READ_ONLY = r"Cannot modify readonly array|output that is read-only"
"""Numba's message about a store into a read-only array."""
_ARGUMENT = (
    r"'\w+' of \w+ must be [^\n]+|missing a required argument: '\w+'|too many positional arguments"
)
"""Messages about a call with other arguments than the function takes."""


def _said_of(text: str, what: str) -> tuple[str, str, int] | None:
    """Find numba's message of a kind, with the user's file and line; None without one."""
    said = re.search(what, text)
    if said is None:
        return None
    places = re.findall(r"During: typing of .*? at (\S+) \((\d+)\)", text[said.end() :])
    return next(((said[0], file, int(line)) for file, line in places if is_users(file)), None)


def cannot_compile(
    strategy: Described,
    which: str,
    function: Callable[..., Any],
    error: Exception,
    *,
    returns: str,
) -> UserError:
    """Make the error for a function that numba cannot compile: the line, and what to change.

    Args:
        strategy: whose function it is.
        which: the function in words: "decision 'knock'".
        function: of the strategy.
        error: what numba raised.
        returns: what it must return.
    """
    if isinstance(error, UserError):
        return error
    code = function.__code__
    text = str(error)
    stored, called = _said_of(text, _READ_ONLY), _said_of(text, _ARGUMENT)
    if stored is not None:
        return changes_view(*stored[1:])
    if called is not None:
        said, file, number = called
        hint = f"the line is: {linecache.getline(file, number).strip()}"
        if said.startswith("missing"):
            said = f"the call is {said}"
            hint += "\nwhat a borrowed decision is given is a parameter of yours, to be passed on"
        return UserError(f"{file}:{number}: {said}", hint=hint)
    at = sum_in_place(error)
    if at is not None:
        return changes_view(at.filename, at.line)
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
    if "function max" in reason and line == code.co_firstlineno:
        reason = "it must return a number on every path"
    message = f"{_place(function, line)}: {which} cannot be compiled: {reason}"
    hint = (
        f"the line is: {source}\n"
        "use numbers, fields of the view, if, for, and functions of numpy or cardsim; "
        f"return {returns} (`cardsim games show {strategy.game}` lists them)"
    )
    return UserError(message, hint=hint)
