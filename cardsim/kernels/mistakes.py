"""Mistakes in the kernels of a user's game that keep them from compiling: file, line, why."""

from __future__ import annotations

import ast
import difflib
import linecache
import re
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple

from cardsim.errors import UserError
from cardsim.kernels.origins import is_users

_GAMES = "cardsim.games."
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r" at (\S+|<[^>]+>) \((\d+)\)")
_CALLED = re.compile(r"(\w+)\((?:state|view|rule)")
_NOISE = ("Failed in", "During", "File", "- ", "In definition", "<source", "No implementation of")
_SIGNATURE = re.compile(r"to signature '(?P<takes>[^\n]*)' due to \"TypeError: (?P<why>[^\n]*)\"\.")


class _Place(NamedTuple):
    file: str
    line: int


@contextmanager
def mistakes_told(game: str) -> Generator[None]:
    """Replace compiler errors about a user's game by one clear line, while the block runs."""
    try:
        yield
    except Exception as error:
        mistake = told(error, game)
        if mistake is None:
            raise
        raise mistake from error


def told(error: Exception, game: str) -> UserError | None:
    """Return the error of a game that is the user's; None where something else is to blame.

    Args:
        error: what the compiler raised.
        game: the name of the game.
    """
    modules = list(_modules(game))
    if isinstance(error, UserError) or not modules:
        return None
    text = _COLOURS.sub("", str(error))
    games = {str(module.__file__) for module in modules}
    places = [_Place(file, int(line)) for file, line in _PLACE.findall(text)]
    if any(is_users(p.file) and p.file not in games and p.file[0] != "<" for p in places):
        return None
    if isinstance(error, KeyError):
        name = str(error.args[0])
        place = _written(modules, lambda node: getattr(node, "attr", None) == name)
        return place and _mistake(place, f"there is no field '{name}'", _near(name, modules))
    named = re.search(r"NameError: (name '(\w+)' is not defined)", text)
    if named is not None:
        found = _written(modules, lambda node: getattr(node, "id", None) == named[2])
        return found and _mistake(found, named[1])
    place = next((p for p in places if p.file in games), None)
    return _of_call(text, modules, places) if place is None else _mistake(place, _reason(text))


def _near(name: str, modules: list[ModuleType]) -> str:
    """Ask whether the game's field with the nearest name was meant; empty without one."""
    game = next((m.GAME for m in modules if hasattr(m, "GAME")), None)
    if game is None:
        return ""
    known = {*game.state.names, *game.outcome.names, *(option.name for option in game.options)}
    near = difflib.get_close_matches(name, sorted(known), 1)
    return f"did you mean '{near[0]}'?" if near else ""


def _modules(game: str) -> Iterator[ModuleType]:
    """Yield the modules of a game, if it is the user's."""
    package = _GAMES + game.replace("-", "_")
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if f"{name}.".startswith(f"{package}.") and file and is_users(file):
            yield module


def _mistake(place: _Place, what: str, mend: str = "") -> UserError:
    line = linecache.getline(place.file, place.line).strip()
    hints = [f"the line is: {line}" if line else "", mend]
    return UserError(
        f"{place.file}:{place.line}: {what}", hint="\n".join(filter(None, hints)) or None
    )


def _written(modules: list[ModuleType], wanted: Any) -> _Place | None:
    """Return where the first such node is written in some modules."""
    for module in modules:
        file = str(module.__file__)
        for node in ast.walk(ast.parse("".join(linecache.getlines(file)))):
            if wanted(node):
                return _Place(file, getattr(node, "lineno", 1))
    return None


def _defined(modules: list[ModuleType], name: str) -> _Place | None:
    return _written(modules, lambda node: isinstance(node, ast.FunctionDef) and node.name == name)


def _of_call(text: str, modules: list[ModuleType], places: list[_Place]) -> UserError | None:
    """Return the error of a function of the game, found by how the loop calls it."""
    no_kernel = re.search(r"Untyped global name '(\w+)'", text)
    calls = re.findall(r"CPUDispatcher\(<function (\w+) at", text)
    calls += [no_kernel[1]] if no_kernel else []
    for place in places:
        calls += _CALLED.findall(linecache.getline(place.file, place.line))
    for call in calls:
        name = _named(call, modules)
        found = _defined(modules, name)
        if found is None:
            continue
        if no_kernel is not None:
            what = f"{name} is no kernel"
            return _mistake(found, what, "from cardsim.kernels.jit import kernel: @kernel above it")
        if re.search(r"Casting (none|Optional)", text):
            return _mistake(found, f"{name} returns nothing on some path")
        return _mistake(found, f"{name}: {_reason(text)}")
    return None


def _named(call: str, modules: list[ModuleType]) -> str:
    """Return the game's name of a function that the loop calls by another."""
    other = {"happen": "roll"}.get(call, call)
    numbered = re.fullmatch(r"(apply|legal|observe)_(\d+)", call)
    game = next((m.GAME for m in modules if hasattr(m, "GAME")), None)
    if numbered is None or game is None:
        return other
    decision = game.decisions[int(numbered[2])]
    function = getattr(decision, numbered[1], None) or game.observe
    name: str = function.__name__
    return name


def _reason(text: str) -> str:
    """Return the compiler's reason in one line."""
    bound = _SIGNATURE.search(text)
    if bound is not None:
        return f"called with other arguments than it takes, {bound['takes']}: {bound['why']}"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = [line for line in lines if not line.startswith(_NOISE)]
    signature = [line.removeprefix(">>> ") for line in said if line.startswith(">>>")]
    if signature:
        return f"this has no compiled form: {signature[0]}"
    reason = (said or ["it uses something that has no compiled form"])[0]
    return re.sub(r": (\S+\* |%\").*", "", reason).rstrip(".")
