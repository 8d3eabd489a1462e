"""What is done once a command, however often it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

LOADED: ContextVar[dict[Any, Any] | None] = ContextVar("LOADED", default=None)
"""What was done, within `once`; else None, and everything is done anew each time."""


@contextmanager
def once() -> Iterator[None]:
    """Within it a strategy's file is run once."""
    token = LOADED.set({})
    try:
        yield
    finally:
        LOADED.reset(token)
