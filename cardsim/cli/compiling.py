"""Whether machine code must be made first, which takes its time."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cardsim.cli import screen

if TYPE_CHECKING:
    from cardsim.game import Game


class NotCompiledError(Exception):
    """Something would have to be compiled."""


@contextmanager
def watched(tell: Callable[[str], None]) -> Iterator[None]:
    """Within it, `tell` gets the name of each function that must be compiled, before it is.

    What is read from disk is not told.
    """
    # By name, because only the kernels' modules may import numba; this listens, no more.
    event: Any = importlib.import_module("numba.core.event")

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            tell(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None: ...

    with event.install_listener("numba:compile", Listener()):
        yield


@contextmanager
def announced(what: str, *, quiet: bool) -> Iterator[None]:
    """Within it, what must be compiled is announced on stderr, each kind once."""
    from cardsim.jit import cache_trouble

    told: set[str] = set()
    game = f"{what} for this machine, about 10 s"
    subjects = {
        "answer": "the strategy, a moment",
        "hands": game,
    }

    def tell(function: str) -> None:
        subject = subjects.get(function, "" if told else game)
        if not subject or subject in told:
            return
        told.add(subject)
        trouble = cache_trouble()
        often = (
            f"at every start, because it cannot be kept: {trouble}"
            if trouble
            else "once; the next run starts at once"
        )
        screen.say(f"Compiling {subject}, {often} ...")

    if quiet:
        yield
        return
    with watched(tell):
        yield


def is_compiled(game: Game) -> bool:
    """Whether the engine of a game can be read from disk."""
    from cardsim.hand_loop import open_loop

    def refuse(function: str) -> None:
        raise NotCompiledError(function)

    try:
        with watched(refuse):
            open_loop(game)
    except NotCompiledError:
        return False
    return True
