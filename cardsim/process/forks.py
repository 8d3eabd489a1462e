"""Refuses to play in a process that was forked after play, or that has no docstrings."""

from __future__ import annotations

import os
import sys

from cardsim.errors import UserError

_PLAYED: set[int] = set()
"""The id of the process that has played. A fork of it inherits this set, but has another id."""


def check_not_forked() -> None:
    """Refuse to play, or to make tables, in a fork of a process that has.

    A fork lacks the threads that polars works with, and would wait for them for ever.
    """
    _PLAYED.update([] if _PLAYED else [os.getpid()])
    if os.getpid() not in _PLAYED:
        raise UserError(
            "this process was forked from one that had played, and threads it needs are not in it",
            hint="processes that play are started with multiprocessing.get_context('spawn')",
        )


def check_docstrings() -> None:
    """Refuse to work where Python has discarded docstrings."""
    if sys.flags.optimize > 1:
        raise UserError(
            "nothing runs with python -OO or PYTHONOPTIMIZE=2: games and commands are told "
            "by their docstrings",
            hint="-O keeps them",
        )
