"""Decides whether Python code is known to be a function of its named inputs: only then is it kept.

A strategy or game in Python is known by what its code uses (`cardsim.compile.fingerprint`), or by
declaring with `depends_on` what it depends on. It must not change while it plays, so some hands are
played again (`cardsim.runs.hands`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np

from cardsim.compile.fingerprint import Content, content, told_inputs
from cardsim.errors import UserError, echoed
from cardsim.plain import class_of
from cardsim.programs import is_program
from cardsim.runs.preparation import Resolved
from cardsim.strategy import COMPILED


def who_plays(run: Resolved) -> str:
    """Return the names of everything in Python in a run, in words."""
    kind = class_of(run.game)
    names = [] if kind is None else [f"the game '{run.game.name}'"]
    names += [f"strategy '{run.game.name}/{name}'" for name in run.in_python]
    return " or ".join(names)


def contents(run: Resolved) -> Iterator[tuple[str, bool, Content]]:
    """Yield each part in Python: its name, True if it declares `depends_on`, and its content."""
    kind = class_of(run.game)
    if kind is not None:
        declared = kind.depends_on is not None
        yield f"the game '{run.game.name}'", declared, content(kind, declared=declared)
    for strategy in dict.fromkeys(s for s in run.strategies if s.in_python):
        for name, held in strategy.contents().items():
            if strategy.ways[name] != COMPILED:
                who = f"strategy '{run.game.name}/{strategy.name}'"
                yield who, strategy.depends_on is not None, held


def known(run: Resolved) -> tuple[str, frozenset[str]]:
    """Return what a run's hands depend on in Python, as text, and modules of the package."""
    program = next((s.name for s in run.strategies if is_program(s.name)), None)
    if program is not None:
        raise UserError(f"'{echoed(program)}' may answer something else the next time")
    said, modules = [_settings()], set[str]()
    for who, declared, held in contents(run):
        if held.unknown and not declared:
            raise UserError(
                f"{who} uses {held.unknown}, which may tell something else the next time; "
                "depends_on=[...] says what it depends on besides what it is told"
            )
        said += [] if declared else [held.digest]
        modules |= held.modules
    kind = class_of(run.game)
    if kind is not None and kind.depends_on is not None:
        said.append(told_inputs(kind.depends_on))
    return repr(said), frozenset(modules)


def _settings() -> str:
    """Return settings of the program that Python code may depend on unseen."""
    printing = sorted(np.get_printoptions().items())
    return repr((printing, np.geterr(), sys.get_int_max_str_digits()))
