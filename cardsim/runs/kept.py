"""Counts that the catalogue keeps, so that no hand is played twice.

The key of some runs has all that decides their counts: rules, seats with the fingerprints of their
strategies, seed, and the sources of everything that plays and counts. So after a change in a
strategy, a rule, the game or cardsim nothing is found, and the hands are played anew.
"""

from __future__ import annotations

import dataclasses
import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec
import numpy as np

from cardsim.errors import UserError
from cardsim.kernels.code_key import code_key
from cardsim.runs.catalogue import Row, kept_now, opened, warn
from cardsim.runs.preparation import Resolved, Setup

KEEP_SECONDS = 10.0
"""After so long what was played is written down: no more is lost where a process is killed."""
MOST_APART = 64
"""Parts that wait to be added up."""
_NOT_COUNTED = ("first", "hands", "precision", "display")
"""What of a specification no counts depend on."""


class Part(Protocol):
    """Some hands of a group, counted."""

    @property
    def hands(self) -> int:  # noqa: D102
        ...


P = TypeVar("P", bound=Part)


class Kept(Generic[P]):
    """What was played of some groups of runs, and is played.

    Args:
        form: the class of what is written of a part.
        joined: adds parts up that follow each other; None to keep each apart, because the runs are
            looked at after each.
        play: the function that plays a group, and what it is told beside the hands; with a
            precision also after how many hands it is looked at.
        groups: the runs.
        plain: makes of a part what is written, of the class `form`; the part itself by default.
        made: makes a part of what was written.

    Attributes:
        hands: how many came from the catalogue, of all runs together.
    """

    def __init__(
        self,
        form: type[Any],
        joined: Callable[[Sequence[P]], P] | None,
        play: tuple[Callable[..., Any], Sequence[Any]],
        groups: Sequence[Sequence[Setup | Resolved]],
        *,
        plain: Callable[[P], Any] = lambda part: part,
        made: Callable[[Any], P] = lambda part: part,
    ) -> None:
        self.joined, self.plain, self.made = joined, plain, made
        self.form: Any = list[form]  # type: ignore[valid-type]  # as msgspec takes it
        self.hands = 0
        self.now = kept_now()
        self.catalogue = opened() if groups and self.now.hands else None
        runs = [[s.run if isinstance(s, Setup) else s for s in group] for group in groups]
        self.sizes = [len(group) for group in runs]
        self.keys = [_key(play, group) for group in runs] if self.catalogue is not None else []
        self.waiting: list[list[P]] = [[] for _ in groups]
        self.since = [0] * len(runs)
        self.written = time.monotonic()

    def before(self, number: int, first: int, end: int) -> Iterator[P]:
        """The parts of a group that are kept, one after the other from its hand `first`."""
        if self.catalogue is None:
            return
        try:
            for row in self.catalogue.hands(self.keys[number], first, end):
                read = msgspec.msgpack.decode(row.parts, type=self.form, dec_hook=_read)
                for part in map(self.made, read):
                    hands = part.hands * self.sizes[number]
                    self.hands += hands
                    self.now.taken += hands
                    yield part
        except UserError as error:
            self._give_up(error)

    def add(self, number: int, first: int, part: P) -> None:
        """Keep a part of a group, whose first hand is `first`; soon, if not at once."""
        if self.catalogue is None:
            return
        waiting = self.waiting[number]
        if not waiting:
            self.since[number] = first
        waiting.append(part)
        if len(waiting) > MOST_APART and self.joined is not None:
            self.waiting[number] = [self.joined(waiting)]
        if time.monotonic() - self.written > KEEP_SECONDS:
            self.write()

    def write(self) -> None:
        """Write down what waits."""
        try:
            for number, waiting in enumerate(self.waiting):
                if waiting and self.catalogue is not None:
                    parts = waiting if self.joined is None else [self.joined(waiting)]
                    text = msgspec.msgpack.encode([*map(self.plain, parts)], enc_hook=_plain)
                    count = sum(part.hands for part in parts)
                    self.catalogue.keep(self.keys[number], Row(self.since[number], count, text))
                    self.waiting[number] = []
        except UserError as error:
            self._give_up(error)
        self.written = time.monotonic()

    def close(self) -> None:
        """Write down what waits, and close the catalogue."""
        self.write()
        if self.catalogue is not None:
            self.catalogue.close()
            self.catalogue = None

    def _give_up(self, error: UserError) -> None:
        if self.catalogue is not None:
            self.catalogue.close()
            self.catalogue = None
            warn(error)


NOTHING: Kept[Any] = Kept(Any, None, (len, ()), ())
"""Where nothing is kept."""


def _key(play: tuple[Callable[..., Any], Sequence[Any]], group: Sequence[Resolved]) -> bytes:
    """What stands for all that decides the counts of some runs."""
    function, arguments = play
    runs = []
    for run in group:
        spec = dataclasses.asdict(run.spec)
        counted = {name: value for name, value in spec.items() if name not in _NOT_COUNTED}
        tables = None if run.tables is None else sorted(run.tables)
        runs.append((counted, tables, run.hero))
    code = code_key(function, group[0].game)
    return hashlib.sha256(repr((code, arguments, runs)).encode()).digest()


def _plain(thing: Any) -> Any:
    """What msgpack does not know, as what it knows."""
    if isinstance(thing, np.ndarray):
        return thing.dtype.str, thing.shape, np.ascontiguousarray(thing).data
    return thing.item()


def _read(_: type, thing: Any) -> np.ndarray[Any, Any]:
    """An array that `_plain` wrote."""
    dtype, shape, content = thing
    return np.frombuffer(content, dtype).reshape(shape)
