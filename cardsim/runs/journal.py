"""The journal: stores each answer in the catalogue, with the command that asks for it."""

from __future__ import annotations

import os
import platform
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import ParamSpec, TypeVar

from cardsim import showing
from cardsim.errors import UserError, echoed, shortened
from cardsim.process.once import once
from cardsim.runs.answer import Answer
from cardsim.runs.store import (
    CHOSEN,
    ActiveProcess,
    CatalogueWarning,
    StoredAnswer,
    kept_now,
    opened,
    warn,
)
from cardsim.showing import Progress
from cardsim.version import VERSION

TELL_SECONDS = 1.0
LONGEST = 120
"""Longest text of a call in Python."""
_BY = ("progress", "executor", "threads")
"""Arguments of a call that are no part of the question."""
A = TypeVar("A", bound=Answer)
P = ParamSpec("P")


def noted(ask: Callable[P, A]) -> Callable[P, A]:
    """Return the function with its answers stored in the catalogue.

    Within a call each file of a strategy or game of one's own is looked for once.
    """

    @wraps(ask)
    def asked(*arguments: P.args, **named: P.kwargs) -> A:
        began = time.perf_counter()

        def called() -> str:
            said = [f"{k}={_written(v)}" for k, v in named.items() if k not in _BY]
            words = ", ".join([*map(_written, arguments), *said])
            return shortened(f"cardsim.{ask.__name__}({words})", LONGEST)

        with once(), _watched(called):
            answer = ask(*arguments, **named)
        note(answer, time.perf_counter() - began)
        return answer

    return asked


def _written(value: object) -> str:
    """Return a value as Python writes it, or as an error would if that fails."""
    try:
        return repr(value)
    except Exception:  # noqa: BLE001  whatever the value raises, such as an int of 5000 digits
        return echoed(value)


@contextmanager
def _watched(command: Callable[[], str]) -> Iterator[None]:
    """Let `cardsim runs watch` see the progress of a call within the block, once it takes long."""
    if showing.is_watched() or not kept_now().answers or not os.environ.get(CHOSEN, "kept"):
        yield
        return
    tellers: list[Teller] = []

    def tell(far: Progress, plural: str) -> None:
        if far.seconds > showing.NOTED_SECONDS and not tellers:
            tellers.append(Teller(command(), plural))
        for teller in tellers:
            teller(far)

    try:
        with showing.watched_by(tell):
            yield
    finally:
        for teller in tellers:
            teller.close()


def note(answer: Answer, seconds: float) -> None:
    """Store an answer that took `seconds`; a `CatalogueWarning` says why if that fails."""
    catalogue = opened() if kept_now().answers else None
    if catalogue is None:
        return
    with catalogue:
        plain = answer.to_dict()
        run = StoredAnswer(
            number=0,
            ended=time.time(),
            kind=plain["schema"].rpartition("/")[0].rpartition(".")[2],
            game=answer.game.name,
            command=answer.command,
            sentence=answer.sentence,
            hands=int(plain.get("hands", 0)),
            seconds=seconds,
            partial=bool(plain.get("partial", False)),
            version=VERSION,
            machine=platform.node(),
            strategies=f",{','.join(sorted(_names(plain)))},",
        )
        try:
            catalogue.add(run, answer.to_json())
        except UserError as error:
            warn(error)


class Teller:
    """Stores the progress of this process in the catalogue, once a second."""

    def __init__(self, command: str, plural: str) -> None:
        self.command, self.plural = command, plural
        # The run itself warns if nothing can be kept.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CatalogueWarning)
            self.catalogue = opened() if kept_now().hands else None
        self.last = 0.0

    def __call__(self, progress: Progress) -> None:
        """Store the progress, at most once a second."""
        now = time.time()
        if self.catalogue is None or now - self.last < TELL_SECONDS:
            return
        self.last = now
        estimate = "" if progress.estimate is None else str(progress.estimate)
        far = ActiveProcess(
            platform.node(),
            os.getpid(),
            self.command,
            self.plural,
            progress.hands,
            progress.total,
            progress.seconds,
            estimate,
            now,
        )
        try:
            self.catalogue.tell(far)
        except UserError:
            self.close()

    def close(self) -> None:
        """Remove the progress of this process."""
        if self.catalogue is not None:
            with suppress(UserError), self.catalogue:
                self.catalogue.ended(platform.node(), os.getpid(), self.command)
            self.catalogue = None


def _names(plain: object) -> set[str]:
    """Return the names of strategies in an answer's plain data."""
    if isinstance(plain, dict):
        name = plain.get("strategy")
        own = {name} if isinstance(name, str) else set()
        return own.union(*map(_names, plain.values()))
    return set[str]().union(*map(_names, plain)) if isinstance(plain, list) else set()
