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
"""Seconds of play left, from which on the bound loop is worth compiling."""
_SIZE = struct.Struct("<q")


def cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class BindableRun(Protocol):
    """A run that can be pickled; its bound loop is None where nobody decides."""

    @property
    def bound_loop(self) -> Loop | None: ...  # noqa: D102


class Binding:
    """The bound loop of a run, compiled in another process while the open one plays.

    Attributes:
        loop: the compiled loop, or None; it may arrive at any time between `begin` and `end`.
        content: key of what is bound; tables with the same content share a loop.
    """

    def __init__(self, run: BindableRun | None) -> None:
        """Take the loop from the disk if it is there; without a run there never is one."""
        self._bound = written = None if run is None else run.bound_loop
        self.loop: Entry | None = (
            written.entry if written is not None and written.is_on_disk else None
        )
        self.content = written.content if written is not None else ""
        self._run = run
        self._process: subprocess.Popen[bytes] | None = None
        self._tried = False

    def make(self) -> None:
        """Compile the loop in this process: for a worker, which has but one core."""
        if self.loop is None and self._bound is not None:
            self.loop = self._bound.entry

    def begin(self) -> None:
        """Start compiling the loop in another process, unless it is there or this cannot be done.

        It cannot with one core, without a disk cache, in a program that embeds Python, or for a
        strategy that cannot be pickled.
        """
        if self._tried or self.loop is not None or self._bound is None:
            return
        self._tried = True
        if cores() == 1 or cache_trouble() or not Path(sys.executable or "").stem.startswith("py"):
            return
        try:
            job = pickle.dumps(self._run)
            # `-P`: modules are not looked for in the user's folder.
            process = self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-P", "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # Ctrl-C goes to the first process, which ends this one.
                start_new_session=True,
            )
        except Exception:  # noqa: BLE001  whatever keeps it from being compiled there
            return
        threading.Thread(target=self._take_over, args=(process, job), daemon=True).start()

    def _take_over(self, process: subprocess.Popen[bytes], job: bytes) -> None:
        # The pipe stays open, so that the other process ends with this one, however this one ends.
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
        """End the process that `begin` started."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


def _end_with_parent() -> None:
    """End when the parent process has ended: then the pipe of stdin is closed."""
    # Not by `sys.stdin`, whose lock Python needs when it exits.
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


def _read(size: int) -> bytes:
    """Read exactly `size` bytes of stdin."""
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
