"""The loop bound to a table. A second process compiles it while the open loop plays.

Compilation holds Python's lock nearly all the time, so a compiling thread would hold up the threads
that play. The second process leaves its code in the disk cache. This process takes it over between
two chunks of hands. If the second process fails, the open loop plays on.
"""

from __future__ import annotations

import os
import pickle
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Protocol

from cardsim.engine.hand_loop import Loop
from cardsim.kernels.jit import Entry, cache_trouble

WORTHWHILE = 15.0
"""Seconds that a run must have before it for the bound loop to be compiled."""
_SIZE = struct.Struct("<q")


def cores() -> int:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Run(Protocol):
    """What is played, so that it can be pickled; the bound loop is None where nobody decides."""

    @property
    def bound_loop(self) -> Loop | None: ...  # noqa: D102


class Binding:
    """The bound loop of a run, as soon as there is one.

    Attributes:
        loop: it, or None; it may come at any time between `begin` and `end`.
        content: what is bound; tables with the same share a loop.
    """

    def __init__(self, run: Run | None) -> None:
        """Take the loop from the disk where it is; without a run there is none, and never will."""
        self._bound = written = None if run is None else run.bound_loop
        self.loop: Entry | None = (
            written.entry if written is not None and written.is_on_disk else None
        )
        self.content = written.content if written is not None else ""
        self._run = run
        self._process: subprocess.Popen[bytes] | None = None
        self._tried = False

    def make(self) -> None:
        """Compile it here and now: in a worker, which has but one core."""
        if self.loop is None and self._bound is not None:
            self.loop = self._bound.entry

    def begin(self) -> None:
        """Have it compiled, if it is not, and if that is possible here.

        It is not with one core, nor where compiled code cannot be kept, nor in a program that has
        Python in it without being Python, nor for a strategy that cannot go to another process.
        """
        if self._tried or self.loop is not None or self._bound is None:
            return
        self._tried = True
        if cores() == 1 or cache_trouble() or not Path(sys.executable or "").stem.startswith("py"):
            return
        try:
            job = pickle.dumps(self._run)
            # The user's folder is not searched for modules.
            process = self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-P", "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # Ctrl-C is for the first process, which ends this one.
                start_new_session=True,
            )
        except Exception:  # noqa: BLE001  whatever keeps it from being compiled there
            return
        threading.Thread(target=self._take_over, args=(process, job), daemon=True).start()

    def _take_over(self, process: subprocess.Popen[bytes], job: bytes) -> None:
        # It stays open: when this process ends, however it does, the other one does too.
        pipe: Any = process.stdin
        try:
            pipe.write(_SIZE.pack(len(job)) + job)
            pipe.flush()
        except OSError:
            return
        written = self._bound
        if process.wait() == 0 and written is not None and written.is_on_disk:
            self.loop = written.entry

    def end(self) -> None:
        """Stop what `begin` began."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


def _end_with_parent() -> None:
    """End when the first process has, however it did: nothing else holds the other end of stdin."""
    # Not by `sys.stdin`, whose lock Python wants at the end.
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


def _read(size: int) -> bytes:
    """So many bytes of stdin, and none that come after."""
    parts, missing = [], size
    while missing:
        part = os.read(sys.stdin.fileno(), missing)
        if not part:
            os._exit(1)
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


if __name__ == "__main__":
    given = _read(*_SIZE.unpack(_read(_SIZE.size)))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    run: Any = pickle.loads(given)  # noqa: S301  (what this user's own cardsim wrote)
    run.bound_loop.compile()
