"""Tells the user when something must be compiled first, which takes time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cardsim.cli import screen

if TYPE_CHECKING:
    from cardsim.kernels.jit import Compilation


@contextmanager
def announced(*, quiet: bool) -> Iterator[None]:
    """Announce on stderr what must be compiled within the block, each thing once."""
    from cardsim.kernels.jit import cache_trouble, watched

    announced_already: set[str] = set()

    def tell(coming: Compilation) -> None:
        if coming.what in announced_already:
            return
        announced_already.add(coming.what)
        long = coming.seconds is not None and coming.seconds >= 1
        took = f", {coming.seconds:.0f} s the last time" if long else ""
        trouble = cache_trouble()
        often = (
            f"at every start, because it cannot be kept: {trouble}"
            if trouble
            else "once; the next run starts at once"
        )
        screen.say(f"Compiling {coming.what}{took}, {often} ...")

    if quiet:
        yield
        return
    with watched(tell):
        yield
