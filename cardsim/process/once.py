"""Work that is done once per command, however often it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

LOADED: ContextVar[dict[Any, Any] | None] = ContextVar("LOADED", default=None)
"""What was done within `once`; None outside, where everything is done anew each time."""

COMMANDS: list[object] = []
"""One object for each `once` that is open, the last begun last; all threads see it."""


@contextmanager
def once() -> Iterator[None]:
    """Load each strategy's file and each game once while the block runs."""
    known = LOADED.get()
    token = LOADED.set({} if known is None else known)
    command = object()
    COMMANDS.append(command)
    try:
        yield
    finally:
        # Another thread may have begun or ended one in between.
        COMMANDS.remove(command)
        LOADED.reset(token)
