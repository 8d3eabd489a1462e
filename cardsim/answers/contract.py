"""Checks that a game keeps to its contract: what is wrong, where, and how to mend it.

Each check plays a game as commands do, or reads what the game declares. A problem is one line that
names the file and the line of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cardsim.answers.as_played import (
    check_declared,
    check_loops,
    check_options,
    check_stories,
    check_strategies,
)
from cardsim.answers.endless import EndlessError
from cardsim.answers.held_against import check_against
from cardsim.answers.subject import SkippedError, Subject, WrongError
from cardsim.answers.tried import check_deals, check_hands, check_views
from cardsim.errors import UserError
from cardsim.games import forget, game_files, load_game
from cardsim.runs.catalogue import keeping

Check = Callable[[Subject], str]


@dataclass(frozen=True)
class Found:
    """What a check came to.

    Attributes:
        checked: what was checked, or why it was not.
        wrong: what is wrong, with the place; empty where all is well.
        mend: how to mend it.
        skipped: whether it was not looked at.
    """

    checked: str
    wrong: str = ""
    mend: str = ""
    skipped: bool = False


CHECKS: tuple[tuple[str, Check], ...] = (
    ("names, columns and measures", check_declared),
    ("hands", check_hands),
    ("deals", check_deals),
    ("views", check_views),
    ("strategies", check_strategies),
    ("loops", check_loops),
    ("stories", check_stories),
    ("house rules", check_options),
)


def check(
    name: str,
    *,
    against: str | None = None,
    hands: int = 200,
    seed: int = 1,
    endless: Callable[[Found], None] | None = None,
) -> Iterator[tuple[str, Found]]:
    """What a game is held to, and what came of it, one after the other.

    Args:
        name: of the game.
        against: another game of the same rules, such as its class in plain Python.
        hands: how many are played at random.
        seed: of what is random.
        endless: is told of a kernel that does not come to an end, and must end the process; without
            it nobody is.

    Raises:
        UserError: there is no such game.
    """
    tell = None if endless is None else lambda *found: endless(Found("", *found))
    try:
        # Of a game of the user's compiled code is to check what it need not elsewhere.
        forget(name)
        subject = Subject(load_game(name), hands, seed, tell)
    except UserError as error:
        if name not in game_files():
            raise
        yield "whether it can be loaded", Found("", str(error), error.hint or "")
        return
    checks = list(CHECKS)
    if against is not None:
        other = Subject(load_game(against), hands, seed)
        checks.append((f"against {against}", lambda one: check_against(one, other)))
    broken = False
    for what, run in checks:
        if broken:
            yield what, Found("the game cannot be played", skipped=True)
            continue
        found, broken = _found(run, subject)
        yield what, found
    forget(name)


def _found(run: Check, subject: Subject) -> tuple[Found, bool]:
    """What a check came to, and whether no hand can be played."""
    try:
        with keeping(hands=False, answers=False), subject.watched():
            return Found(run(subject)), False
    except SkippedError as why:
        return Found(str(why), skipped=True), False
    except UserError as error:
        broken = not isinstance(error, WrongError) or error.fatal
        return Found("", str(error), error.hint or ""), broken
    except EndlessError as error:
        return Found("", f"{subject.written()}: {error}"), True
    except IndexError as error:
        place, line = subject.raised(error)
        return Found("", f"{place}: an index is out of range", line), True
