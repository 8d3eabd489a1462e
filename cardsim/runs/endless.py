"""Steps of a hand that do not end: names the function, and interrupts a class in plain Python."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from cardsim.engine import table
from cardsim.engine.table import Table

LIMIT = 10.0
"""Seconds in which one step of a hand must end; most take microseconds."""
LOOK = 0.2
"""Seconds between looks at the clock."""
CALLED = {
    table.START: "start",
    table.DEAL: "deal",
    table.HAPPEN: "roll",
    table.CLOSE: "close",
    table.SETTLE: "next_hand",
    table.SCORE: "score",
    table.LOOK: "observe",
}
"""The function that each command calls; a decision calls `apply` or `legal`."""


class EndlessError(Exception):
    """Raised in a class in plain Python whose step does not end."""

    def __str__(self) -> str:
        return f"it has not come to an end in {LIMIT:g} seconds; every loop must end"


class Clock:
    """A watch on each step of a hand.

    Attributes:
        doing: name of the running function and its start; None between two steps.
    """

    def __init__(self) -> None:
        self.doing: tuple[str, float] | None = None

    @contextmanager
    def watching(self, told: Callable[[str], None] | None) -> Generator[None]:
        """Report a step that does not end within the block.

        Args:
            told: called with the name of a kernel, which only the end of the process can stop; None
                for a class, in which an error is raised.
        """
        main, done = threading.get_ident(), threading.Event()

        def watch() -> None:
            while not done.wait(LOOK):
                doing = self.doing
                if doing is None or time.monotonic() - doing[1] < LIMIT:
                    continue
                self.doing = None
                if told is not None:
                    told(doing[0])
                else:
                    raised = ctypes.py_object(EndlessError)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(main), raised)

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()


class WatchedTable(Table):
    """A table whose steps are timed."""

    def __init__(self, clock: Clock, *given: Any, **named: Any) -> None:
        self._clock = clock
        super().__init__(*given, **named)

    def _call(self, command: int, number: int = 0, action: tuple[int, int] = (0, 0)) -> int:
        # Compiled first, because compiling takes longer than any step.
        self.ready()
        name = CALLED.get(command)
        if name is None:
            asks = self.game.decisions[number].function
            name = f"apply_{asks}" if command == table.ACT else "legal"
        self._clock.doing = name, time.monotonic()
        try:
            return super()._call(command, number, action)
        finally:
            self._clock.doing = None
