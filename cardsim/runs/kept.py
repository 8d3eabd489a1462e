"""Counts of hands in the catalogue, so that no hand is played twice.

The key of a run has everything that decides its counts: rules, seats with the fingerprints of their
strategies, seed, and the sources of everything that plays and counts. So after a change in a
strategy, a rule, the game or cardsim nothing is found, and the hands are played anew. Hands played
in Python are kept only if everything that the code depends on is known (`known`).
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import itertools
import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec
import numpy as np

from cardsim.errors import UserError
from cardsim.kernels.code_key import code_key
from cardsim.runs.hands import seen_of, went_otherwise
from cardsim.runs.known import known, who_plays
from cardsim.runs.preparation import Resolved, Setup, compile_run
from cardsim.runs.store import Row, kept_now, opened, warn

KEEP_SECONDS = 10.0
"""Seconds between writes: the most that is lost where a process is killed."""
MOST_APART = 64
"""Parts that wait to be added up."""
BITS = "bits"
"""Type code of boolean arrays, which are stored as eight values a byte."""
_NOT_COUNTED = ("first", "hands", "precision", "display")
"""Fields of `RunSpec` that do not affect the counts."""


class CountedPart(Protocol):
    """Counts of some hands of a group."""

    @property
    def hands(self) -> int:  # noqa: D102
        ...


P = TypeVar("P", bound=CountedPart)


@dataclasses.dataclass(frozen=True)
class Single(Generic[P]):
    """Functions that store each run of a group by itself, so that other groups find it.

    Attributes:
        told: everything that decides the parts besides the run and the function that plays it.
        stretch: returns the number of the stretch of hands that a part lies in; parts of a stretch
            are added up. None: this part and all later ones are stored for the group as a whole.
        joined: adds up parts that follow each other.
        apart: splits a part of the group into those of its runs.
        together: merges parts of the runs, of the same hands, into that of the group.
    """

    told: Sequence[Any]
    stretch: Callable[[P], int | None]
    joined: Callable[[Sequence[P]], P]
    apart: Callable[[P], Sequence[P]]
    together: Callable[[Sequence[P]], P]


class HandCache(Generic[P]):
    """A cache of hands of groups of runs, read before and written while they are played.

    Args:
        form: class of a stored part.
        joined: adds up parts that follow each other; None keeps each apart, because the runs are
            looked at after each.
        play: the function that plays a group, and its further arguments; with a precision also the
            numbers of hands at which it is looked at.
        groups: the runs.
        plain: turns a part into a stored one, of class `form`; by default it is stored as it is.
        made: turns a stored part back.
        single: stores each run by itself, as far as it says.

    Attributes:
        hands: hands taken from the catalogue, over all runs.
        plays_python: True if Python plays in one of them.
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
        single: Single[P] | None = None,
    ) -> None:
        self.joined, self.plain, self.made, self.single = joined, plain, made, single
        self.form: Any = list[form]  # type: ignore[valid-type]  # as msgspec takes it
        self.hands = 0
        self.now = kept_now()
        self.catalogue = opened() if groups and self.now.hands else None
        runs = [[s.run if isinstance(s, Setup) else s for s in group] for group in groups]
        self.groups = [[*group] for group in groups]
        self.known: list[list[str]] = []
        self.plays_python = any(run.plays_python for group in runs for run in group)
        self.has_played = False
        self.agreed: set[int] = set()
        self.sizes = [len(group) for group in runs]
        self.keys: list[bytes] = []
        self.own_keys: list[list[bytes]] = []
        self.seen_keys: list[list[bytes]] = []
        if self.catalogue is not None:
            function, arguments = play
            for group in runs:
                try:
                    python = [known(run) if run.plays_python else ("", ()) for run in group]
                except UserError as error:
                    self._give_up(error)
                    break
                modules = {module for _, used in python for module in used}
                self.known.append([said for said, _ in python])
                code = code_key(function, group[0].game, modules=modules)
                told = [(*_told(run), said) for run, (said, _) in zip(group, python, strict=True)]
                self.keys.append(_key(code, arguments, told))
                self.seen_keys.append([_key(code, ("seen",), one) for one in told])
                if single is not None:
                    self.own_keys.append(
                        [_key(code, ("single", *single.told), one) for one in told]
                    )
        self.waiting: list[list[P]] = [[] for _ in groups]
        self.since = [0] * len(runs)
        self.written, self.began = time.monotonic(), time.time()

    def before(self, number: int, first: int, end: int) -> Iterator[P]:
        """Yield the kept parts of a group, one after the other from hand `first`."""
        if self.catalogue is None:
            return
        try:
            if not self._agrees(number):
                return
            for part in self._single(number, first, end):
                first += part.hands
                yield self._taken(number, part)
            for part in self._read(self.keys[number], first, end):
                yield self._taken(number, self.made(part))
        except UserError as error:
            self._give_up(error)

    def _agrees(self, number: int) -> bool:
        """Return True if noted hands of a group in Python come out the same when played again."""
        if number in self.agreed or self.catalogue is None:
            return self.catalogue is not None
        self.agreed.add(number)
        for k, setup in self._in_python(number):
            key = self.seen_keys[number][k]
            for row in self.catalogue.hands(key, 0, 1):
                try:
                    setup.seen.update(msgspec.msgpack.decode(row.parts, type=dict[int, str]))
                except (msgspec.MsgspecError, TypeError, ValueError):
                    # Without these hands the others are not looked at: they are played again, too.
                    own = self.own_keys[number] if self.own_keys else []
                    self.catalogue.forget([key, self.keys[number], *own])
                    return False
            if (hand := went_otherwise(setup, setup.seen)) is not None:
                self._throw_away(setup, hand)
                return False
        return True

    def _in_python(self, number: int) -> Iterator[tuple[int, Setup]]:
        """Yield the runs of a group in which Python plays, compiled, with their numbers."""
        for k, one in enumerate(self.groups[number]):
            run = one.run if isinstance(one, Setup) else one
            if run.plays_python:
                setup = one if isinstance(one, Setup) else compile_run(one)
                self.groups[number][k] = setup
                yield k, setup

    def play_again(self) -> tuple[Setup, int] | None:
        """Play a few hands of Python code again; return the first that goes otherwise."""
        for number in range(len(self.groups)) if self.has_played else ():
            for _, setup in self._in_python(number):
                hand = went_otherwise(setup, seen_of(setup))
                if hand is not None:
                    return setup, hand
        return None

    def check(self, otherwise: tuple[Setup, int] | None) -> None:
        """Warn of a hand that went otherwise when it was played again, and forget its runs."""
        if otherwise is not None:
            self._throw_away(*otherwise)

    def _throw_away(self, setup: Setup, hand: int) -> None:
        spec = setup.spec
        error = UserError(
            f"{who_plays(setup.run)} is no function of what it is told: {setup.unit.name} {hand} "
            f"of seed {spec.seed} goes otherwise when it is played again"
        )
        if self.catalogue is None:
            warn(error, "")
            return
        keys = [k for some in (*self.own_keys, *self.seen_keys) for k in some]
        with contextlib.suppress(UserError):
            self.catalogue.forget([*self.keys, *keys])
        self._give_up(error)

    def _taken(self, number: int, part: P) -> P:
        hands = part.hands * self.sizes[number]
        self.hands += hands
        self.now.taken += hands
        return part

    def _read(self, key: bytes, first: int, end: int) -> Iterator[Any]:
        """Yield the parts stored under a key."""
        if self.catalogue is None:
            return
        for row in self.catalogue.hands(key, first, end):
            try:
                parts = msgspec.msgpack.decode(row.parts, type=self.form, dec_hook=_read)
            except (msgspec.MsgspecError, TypeError, ValueError):
                parts = []
            if sum(part.hands for part in parts) != row.count:
                self.catalogue.remove_row(key, row)
                return
            for part in parts:
                first += part.hands
                if first > end:
                    return
                yield part

    def _single(self, number: int, first: int, end: int) -> Iterator[P]:
        """Yield parts of a group from the stores of its single runs, up to common borders."""
        if self.single is None:
            return
        each = [self._read(key, first, end) for key in self.own_keys[number]]
        while True:
            parts: list[list[P]] = [[] for _ in each]
            hands = [0] * len(each)
            while not (least := min(hands)) or least < max(hands):
                shortest = hands.index(least)
                part = next(each[shortest], None)
                if part is None:
                    return
                parts[shortest].append(part)
                hands[shortest] += part.hands
            joined = [self.single.joined(some) if len(some) > 1 else some[0] for some in parts]
            yield self.single.together(joined)

    def reach(self, number: int, first: int, end: int, border: int) -> list[int]:
        """Return for each run of a group the hand up to which it is stored by itself.

        A row that goes beyond `end` is used up to the last multiple of `border`.
        """
        if self.catalogue is None or self.single is None:
            return [first]
        try:
            keys = self.own_keys[number]
            return [self.catalogue.reach(key, first, end, border) for key in keys]
        except UserError as error:
            self._give_up(error)
            return [first]

    def add(self, number: int, first: int, part: P) -> None:
        """Store a part of a group that begins with hand `first`, now or a little later."""
        self.has_played = True
        if self.catalogue is None:
            return
        waiting = self.waiting[number]
        if not waiting:
            self.since[number] = first
        waiting.append(part)
        if len(waiting) > MOST_APART:
            self.waiting[number] = [part for some in self._added_up(waiting) for part in some]
        if time.monotonic() - self.written > KEEP_SECONDS:
            self.write()

    def write(self) -> None:
        """Write all parts that wait."""
        try:
            for number, waiting in enumerate(self.waiting):
                if waiting and self.catalogue is not None:
                    self._check_unchanged(number)
                    self.catalogue.keep([*self._rows(number, waiting), *self._seen(number)])
                    self.waiting[number] = []
                    self.catalogue.fit(since=self.began)
        except UserError as error:
            self._give_up(error)
        self.written = time.monotonic()

    def _check_unchanged(self, number: int) -> None:
        """Refuse to store hands of Python code that has changed since it began to play."""
        for k, setup in self._in_python(number):
            if known(setup.run)[0] != self.known[number][k]:
                raise UserError(
                    f"{who_plays(setup.run)} changes while it plays; if that has no part in what "
                    "it answers, depends_on=[] says so"
                )

    def _seen(self, number: int) -> Iterator[tuple[bytes, Row]]:
        """Yield rows of the noted hands of runs in which Python plays."""
        for k, setup in self._in_python(number):
            yield self.seen_keys[number][k], Row(0, 1, msgspec.msgpack.encode(seen_of(setup)))

    def _rows(self, number: int, waiting: Sequence[P]) -> Iterator[tuple[bytes, Row]]:
        """Yield rows of the parts of a group: of each run by itself, or of all together."""
        first = self.since[number]
        for parts in self._added_up(waiting):
            if self.single is not None and self.single.stretch(parts[0]) is not None:
                each = zip(*map(self.single.apart, parts), strict=True)
                rows = list(zip(self.own_keys[number], each, strict=True))
            else:
                rows = [(self.keys[number], tuple(parts))]
            count = sum(part.hands for part in parts)
            for key, some in rows:
                text = msgspec.msgpack.encode([*map(self.plain, some)], enc_hook=_plain)
                yield key, Row(first, count, text)
            first += count

    def _added_up(self, waiting: Sequence[P]) -> list[list[P]]:
        """Add up parts that follow each other and are stored in one way."""
        single, joined = self.single, self.joined
        if single is None:
            return [[*waiting] if joined is None else [joined(waiting)]]
        added = []
        for _, some in itertools.groupby(waiting, lambda part: single.stretch(part) is None):
            parts = [*some]
            if joined is not None:
                parts = [joined([*near]) for _, near in itertools.groupby(parts, single.stretch)]
            added.append(parts)
        return added

    def close(self) -> None:
        """Write what waits, and close the catalogue."""
        self.write()
        if self.catalogue is not None:
            self.catalogue.close()
            self.catalogue = None

    def _give_up(self, error: UserError) -> None:
        if self.catalogue is not None:
            self.catalogue.close()
            self.catalogue = None
            warn(error)


NOTHING: HandCache[Any] = HandCache(Any, None, (len, ()), ())
"""A store that keeps nothing."""


def _told(run: Resolved) -> tuple[Any, ...]:
    """Return everything in a run that decides its counts."""
    spec = dataclasses.asdict(run.spec)
    counted = {name: value for name, value in spec.items() if name not in _NOT_COUNTED}
    return counted, None if run.tables is None else sorted(run.tables), run.hero


def _key(code: str, arguments: Sequence[Any], told: object) -> bytes:
    """Return the key of everything that decides the counts of some runs."""
    return hashlib.sha256(repr((code, arguments, told)).encode()).digest()


def _plain(thing: Any) -> Any:
    """Return arrays and numpy numbers in a form that msgpack can write."""
    if isinstance(thing, np.ndarray) and thing.dtype == bool:
        return BITS, thing.shape, np.packbits(thing).data
    if isinstance(thing, np.ndarray):
        return thing.dtype.str, thing.shape, np.ascontiguousarray(thing).data
    return thing.item()


def _read(_: type, thing: Any) -> np.ndarray[Any, Any]:
    """Return an array that `_plain` wrote."""
    dtype, shape, content = thing
    if dtype == BITS:
        bits = np.unpackbits(np.frombuffer(content, np.uint8), count=math.prod(shape))
        return bits.view(bool).reshape(shape)
    return np.frombuffer(content, dtype).reshape(shape)
