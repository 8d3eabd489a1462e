"""Progress: times in words, and a notebook's display while it waits."""

from __future__ import annotations

import html
import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsim.errors import UserError, echoed

if TYPE_CHECKING:
    from cardsim.statistics.stats import Estimate


@dataclass(frozen=True)
class Progress:
    """Progress of a run: hands done of all, seconds since the start, the estimate so far."""

    hands: int
    total: int
    seconds: float
    estimate: Estimate | None


def teller(progress: object) -> Callable[..., None] | None:
    """Return the function to call with progress: a silent one for False, None for the default."""
    if progress is False:
        return lambda *_: None
    if progress is not None and not callable(progress):
        raise UserError(f"progress must be a function or False, not {echoed(progress)}")
    return progress


# ---------------------------------------------------------------- how long it takes

_MINUTE, _HOUR, _DAY, _YEAR = 60, 3600, 24 * 3600, 365 * 24 * 3600


def duration(seconds: float) -> str:
    """Return a time for people: `2 s`, `3 min 20 s`, `1 h 5 min`, `3 days`, `12 years`."""
    rounded = round(seconds)
    if rounded < _MINUTE:
        return f"{rounded} s"
    if rounded < _HOUR:
        return f"{rounded // _MINUTE} min {rounded % _MINUTE} s"
    if rounded < 2 * _DAY:
        return f"{rounded // _HOUR} h {rounded % _HOUR // _MINUTE} min"
    if rounded < 2 * _YEAR:
        return f"{round(rounded / _DAY)} days"
    return f"{round(rounded / _YEAR)} years"


def short_count(number: float) -> str:
    """Return a number of hands to three figures: `4.93M`."""
    for letter, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


def far_told(hands: int, total: int, seconds: float, estimate: str, plural: str) -> list[str]:
    """Return the progress of a run as phrases, the most important first."""
    rate = hands / seconds if seconds > 0 else 0.0
    remaining = duration((total - hands) / rate) if rate > 0 else "?"
    return [
        f"{remaining} left",
        *([estimate] if estimate else []),
        f"{short_count(rate)} {plural}/s",
        f"{short_count(hands)} of {short_count(total)} {plural}",
    ]


# ---------------------------------------------------------------- while a notebook waits

NOTED_SECONDS = 1.0
"""Seconds up to which no progress bar is shown."""
_WATCHER: ContextVar[Callable[[Progress, str], None] | None] = ContextVar("WATCHER", default=None)


@contextmanager
def bar(
    progress: Callable[[Progress], None] | None, plural: str
) -> Iterator[Callable[[Progress], None] | None]:
    """Provide the function to call with progress: `progress`, or in a notebook a bar.

    The bar is removed afterwards.

    `plural` is the unit that is played, such as hands.
    """
    tellers = [] if progress is None else [progress]
    watcher = _WATCHER.get()
    if watcher is not None:
        tellers.append(lambda far: watcher(far, plural))

    def tell(far: Progress) -> None:
        for teller in tellers:
            teller(far)

    if progress is not None or not _in_notebook():
        yield tell if tellers else None
        return

    def show(far: Progress) -> None:
        if far.seconds < NOTED_SECONDS:
            return
        estimate = "" if far.estimate is None else str(far.estimate)
        parts = far_told(far.hands, far.total, far.seconds, estimate, plural)
        note.show(", ".join(parts), f"<progress max={far.total} value={far.hands}></progress> ")

    tellers.append(show)
    with _noted() as note:
        yield tell


@contextmanager
def watched_by(watcher: Callable[[Progress, str], None]) -> Iterator[None]:
    """Call another function too with progress and unit, within the block."""
    token = _WATCHER.set(watcher)
    try:
        yield
    finally:
        _WATCHER.reset(token)


def is_watched() -> bool:
    """Return True if progress is watched already."""
    return _WATCHER.get() is not None


@contextmanager
def noted() -> Iterator[Callable[[str], None]]:
    """Provide a function for lines: a notebook shows the last one, elsewhere all are printed."""
    if _in_notebook():
        with _noted() as note:
            yield note.show
    else:
        yield lambda lines: print(lines, flush=True)  # noqa: T201  a notebook's cell elsewhere


@contextmanager
def compiling() -> Iterator[None]:
    """Show in a notebook what is being compiled within the block."""
    if not _in_notebook():
        yield
        return
    from cardsim.kernels.jit import watched

    with _noted() as note, watched(lambda coming: note.show(f"Compiling {coming.what}, once ...")):
        yield


def _in_notebook() -> bool:
    # A notebook has loaded IPython already; nobody else needs to.
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return getattr(shell, "kernel", None) is not None


class _Note:
    """A temporary display below a notebook's cell, drawn by the browser without widgets."""

    handle: Any = None

    def show(self, text: str, drawn: str = "") -> None:
        """Replace the display: some HTML, and a text behind it."""
        display: Any = importlib.import_module("IPython.display").display
        shown = {"text/html": drawn + html.escape(text).replace("\n", "<br>"), "text/plain": text}
        if self.handle is None:
            self.handle = display(shown, raw=True, display_id=True)
        else:
            self.handle.update(shown, raw=True)


@contextmanager
def _noted() -> Iterator[_Note]:
    note = _Note()
    try:
        yield note
    finally:
        if note.handle is not None:
            note.show("")
