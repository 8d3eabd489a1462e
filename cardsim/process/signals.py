"""Signals that ask a process to end: Ctrl-C, SIGTERM and SIGHUP.

An exception inside the compiler does harm. In a callback it is lost, and the consequences look like
a fault in what is compiled. Between a call into LLVM and the line that notes who owns the memory,
it leads to memory freed twice. So the signal waits until it can do no harm.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

INTERRUPTED = 130
"""The exit status of a process that was asked to end."""
_POLITE = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that ask a program to end where nobody sits at the keyboard."""


def end_politely() -> None:
    """Make SIGTERM and SIGHUP do what Ctrl-C does, unless they are ignored.

    They do so once: `timeout` and terminals send theirs twice. All wait for the end of an import.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _end)
    for number in _POLITE:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, frame: Any) -> None:
    # Not on a system without these calls.
    if _imports(frame) and len(_PUT_OFF) < MOST_PUT_OFF and hasattr(signal, "pthread_kill"):
        _PUT_OFF.append(number)
        main = threading.main_thread().ident
        later = threading.Timer(AGAIN, signal.pthread_kill, (main, number))
        later.daemon = True
        later.start()
        return
    _PUT_OFF.clear()
    _once(number)
    raise KeyboardInterrupt


AGAIN, MOST_PUT_OFF = 0.02, 100
"""Seconds for which a signal waits for an import, and how many times it waits. The module may be
the user's, and never end."""
_PUT_OFF: list[int] = []


def _imports(frame: Any) -> bool:
    """Return whether a module is being loaded: Python loses an exception in some places there."""
    while frame is not None and not frame.f_code.co_filename.startswith(_IMPORT):
        frame = frame.f_back
    return frame is not None


_IMPORT = "<frozen importlib."


def _once(number: int) -> None:
    if number in _POLITE:
        signal.signal(number, signal.SIG_IGN)


_USUAL = (signal.default_int_handler, _end)


@contextmanager
def asked_to_end(handle: Callable[[int], None]) -> Iterator[None]:
    """Pass signals that ask this process to end to `handle`, by number, while the block runs.

    Only Python's own handler of SIGINT and those of `end_politely` are replaced. Signals that are
    ignored, or that a program handles itself, are left alone.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_signal(number: int, _frame: Any) -> None:
        _once(number)
        handle(number)

    now = {number: signal.getsignal(number) for number in (signal.SIGINT, *_POLITE)}
    usual = {number: handler for number, handler in now.items() if handler in _USUAL}
    for number in usual:
        signal.signal(number, on_signal)
    try:
        yield
    finally:
        for number, before in usual.items():
            if signal.getsignal(number) is on_signal:
                signal.signal(number, before)


_WAITING: list[int] = []
"""Signals that arrived within `postponed`. They concern the process, so all functions share
them."""


@contextmanager
def postponed() -> Iterator[None]:
    """Put off a signal that asks this process to end until `heed`, or until the block ends.

    KeyboardInterrupt is then raised, whatever came of the work.
    """
    with asked_to_end(_WAITING.append):
        try:
            yield
        except Exception:
            if not _WAITING:
                raise
        finally:
            came = bool(_WAITING)
            _WAITING.clear()
        if came:
            raise KeyboardInterrupt


def heed() -> None:
    """Raise KeyboardInterrupt if this process was asked to end within `postponed`."""
    if _WAITING and threading.current_thread() is threading.main_thread():
        raise KeyboardInterrupt


def is_raised(error: BaseException) -> bool:
    """Return whether a line of code raised an error by itself, as no signal does."""
    import dis

    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or trace.tb_frame.f_code is _end.__code__:
        return False
    return dis.opname[trace.tb_frame.f_code.co_code[trace.tb_lasti]] == "RAISE_VARARGS"
