"""How a process is asked to end: Ctrl-C, SIGTERM and SIGHUP.

A signal's exception is lost where it is raised in a callback of the compiler, and what the compiler
does then looks like a fault of what it compiles. So it is kept in mind, and raised again.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_POLITE = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What asks a program to end where nobody sits at the keyboard."""


def end_politely() -> None:
    """From now on SIGTERM and SIGHUP do what Ctrl-C does; where they are ignored, they still are.

    Each does so once: `timeout` and terminals send theirs twice.
    """
    for number in _POLITE:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, _frame: Any) -> None:
    _once(number)
    raise KeyboardInterrupt


def _once(number: int) -> None:
    if number in _POLITE:
        signal.signal(number, signal.SIG_IGN)


def _heard() -> Iterator[int]:
    if signal.getsignal(signal.SIGINT) not in (None, signal.SIG_IGN):
        yield signal.SIGINT
    yield from (number for number in _POLITE if signal.getsignal(number) is _end)


@contextmanager
def asked_to_end(handle: Callable[[int], None]) -> Iterator[None]:
    """Within it, the number of a signal that asks this process to end goes to `handle`.

    Of SIGTERM and SIGHUP only where `end_politely` was called: in a program of the user's own they
    are the user's.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def told(number: int, _frame: Any) -> None:
        _once(number)
        handle(number)

    usual = {number: signal.getsignal(number) for number in _heard()}
    for number in usual:
        signal.signal(number, told)
    try:
        yield
    finally:
        for number, before in usual.items():
            if signal.getsignal(number) is told:
                signal.signal(number, before)


@contextmanager
def interruptible() -> Iterator[None]:
    """Within it nothing hides that this process was asked to end, whatever came of the work."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked = False

    def interrupt(_number: int) -> None:
        nonlocal asked
        asked = True
        raise KeyboardInterrupt

    tell_lost = sys.unraisablehook

    def tell_others(lost: Any) -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            tell_lost(lost)

    with asked_to_end(interrupt):
        sys.unraisablehook = tell_others
        try:
            yield
        except Exception:
            if not asked:
                raise
        finally:
            sys.unraisablehook = tell_lost
        if asked:
            raise KeyboardInterrupt
