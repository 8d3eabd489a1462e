"""Whether what plays in Python is a function of what it is told: only then is it kept.

**What is not known to be a function of its named inputs is not kept.** A strategy in Python, or a
game, is known by what its code uses (`cardsim.compile.fingerprint`), or because it says with
`depends_on` what it depends on. It must not change while it plays, so that
some hands are played again (`cardsim.runs.hands`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np

from cardsim.compile.fingerprint import Content, content, told_inputs
from cardsim.errors import UserError
from cardsim.plain import class_of
from cardsim.runs.preparation import Resolved
from cardsim.strategy import COMPILED


def who_plays(run: Resolved) -> str:
    """What of a run is in Python, in words."""
    kind = class_of(run.game)
    names = [] if kind is None else [f"the game '{run.game.name}'"]
    names += [f"strategy '{run.game.name}/{name}'" for name in run.in_python]
    return " or ".join(names)


def contents(run: Resolved) -> Iterator[tuple[str, bool, Content]]:
    """What of a run is in Python: in words, whether it says what it depends on, and its content."""
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
    """What the hands of a run depend on in Python, in words, and modules of the package."""
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
    """What a program may have set that no function is told."""
    printing = sorted(np.get_printoptions().items())
    return repr((printing, np.geterr(), sys.get_int_max_str_digits()))
