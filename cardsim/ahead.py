"""A second process that compiles half of what a game needs while this one compiles the rest.

Compilation holds Python's lock nearly all the time: threads would only wait for each other. The
second process leaves what it has made in the disk cache, where this one looks first. If it fails,
that costs time and nothing else.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from cardsim.counting import count_entry
from cardsim.engine import waves_entry, waves_kept
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.jit import cache_folder, cache_trouble

PATIENCE = 60
"""Seconds that this process waits for the other when it has nothing else left to do."""

_FOUND: set[tuple[Path, Game]] = set()
"""Where waves have been looked for, and nothing was to be done: it costs each point of a sweep."""


def cores() -> int:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def second_process(game: Game) -> Generator[Callable[[], None]]:
    """Within it a second process compiles the game's waves and counting, if that helps.

    It does not where the waves are on disk or cannot be kept there, not with one core, and not in
    a program that has Python in it without being Python.

    Yields:
        A function that waits for it.
    """
    here = (cache_folder(), game)
    possible = cores() > 1 and Path(sys.executable or "").stem.startswith("python")
    if here in _FOUND or not (possible and game.decisions) or waves_kept(game) or cache_trouble():
        _FOUND.add(here)
        yield lambda: None
        return
    nowhere = subprocess.DEVNULL
    # The user's folder is not searched for modules; only names of our own are in the command.
    command = [sys.executable, "-P", "-m", __name__, game.name]
    try:
        process = subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere
        )
    except OSError:
        yield lambda: None
        return

    def wait() -> None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)

    try:
        yield wait
    finally:
        process.kill()
        process.communicate()


def _end_with_parent() -> None:
    """End when the first process has, however it did: nothing else holds the other end of stdin."""
    # Not by `sys.stdin`, whose lock Python wants at the end.
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_parent, daemon=True).start()
    asked = load_game(sys.argv[1])
    waves_entry(asked)
    count_entry(asked.outcome)
