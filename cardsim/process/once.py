"""Work that is done once per command, however often it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

LOADED: ContextVar[dict[Any, Any] | None] = ContextVar("LOADED", default=None)
"""What was done, within `once`; else None, and everything is done anew each time."""

COMMANDS: list[object] = []
"""What stands for each `once` that goes on, the innermost last; all threads see it."""


@contextmanager
def once() -> Iterator[None]:
    """Within it a strategy's file is run once, and a game stays as it was when it was loaded."""
    known = LOADED.get()
    token = LOADED.set({} if known is None else known)
    COMMANDS.append(object())
    try:
        yield
    finally:
        COMMANDS.pop()
        LOADED.reset(token)
