"""Checks that a game keeps its contract: each finding says what is wrong, where, and the remedy.

Each check plays a game as commands do, or reads what the game declares. A problem is one line that
names the file and the line of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cardsim.checking.against_class import check_against
from cardsim.checking.as_played import (
    check_declared,
    check_loops,
    check_options,
    check_stories,
    check_strategies,
)
from cardsim.checking.random_play import (
    check_again,
    check_deals,
    check_hands,
    check_views,
    check_written,
)
from cardsim.checking.spread import check_spread
from cardsim.errors import UserError
from cardsim.games import forget, game_files, load_game
from cardsim.runs.endless import EndlessError
from cardsim.runs.first_look import left_out
from cardsim.runs.game_under_test import SkippedError, Subject, WrongError
from cardsim.runs.store import keeping

Check = Callable[[Subject], str]


@dataclass(frozen=True)
class CheckResult:
    """The finding of a check.

    Attributes:
        checked: the thing checked, or the reason why it was not.
        wrong: the mistake, with its place; empty if all is well.
        skipped: True if nothing was checked.
    """

    checked: str
    wrong: str = ""
    mend: str = ""
    skipped: bool = False


CHECKS: tuple[tuple[str, Check], ...] = (
    ("names, columns and measures", check_declared),
    ("names and house rules that are read", check_written),
    ("hands played again", check_again),
    ("hands", check_hands),
    ("deals", check_deals),
    ("views", check_views),
    ("imagined hands", check_spread),
    ("strategies", check_strategies),
    ("loops", check_loops),
    ("stories", check_stories),
    ("house rules", check_options),
)


UNPLAYABLE = "the game cannot be played"


def check(
    name: str,
    *,
    against: str | None = None,
    hands: int = 200,
    seed: int = 1,
    endless: Callable[[CheckResult], None] | None = None,
) -> Iterator[tuple[str, CheckResult]]:
    """Yield the checks of a game and their findings, one after the other.

    Args:
        name: name of the game.
        against: another game of the same rules, such as its class in plain Python.
        hands: number of random hands.
        seed: seed of all random choices.
        endless: called with the finding of a kernel that does not end; it must end the process.
            Without it such kernels are not noticed.
    """
    tell = None if endless is None else lambda *found: endless(CheckResult("", *found))
    try:
        # The user's code is compiled anew, with checks that it does not have elsewhere.
        forget(name)
        subject = Subject(load_game(name), hands, seed, tell)
    except UserError as error:
        if name not in game_files():
            raise
        yield "whether it can be loaded", CheckResult("", str(error), error.hint or "")
        return
    checks = list(CHECKS)
    if against is not None:
        other = Subject(load_game(against), hands, seed)
        checks.append((f"against {against}", lambda one: check_against(one, other)))
    broken = ""
    for what, run in checks:
        if broken:
            yield what, CheckResult(broken, skipped=True)
            continue
        found, broken = _found(run, subject)
        yield what, found
    forget(name)


def _found(run: Check, subject: Subject) -> tuple[CheckResult, str]:
    """Return the finding of a check, and the reason to look at nothing more, if any."""
    try:
        with keeping(hands=False, answers=False), left_out(), subject.watched():
            return CheckResult(run(subject)), ""
    except SkippedError as why:
        return CheckResult(str(why), skipped=True), ""
    except UserError as error:
        fatal = not isinstance(error, WrongError) or error.fatal
        broken = "hands go otherwise each time" if run is check_again else UNPLAYABLE
        return CheckResult("", str(error), error.hint or ""), broken if fatal else ""
    except EndlessError as error:
        return CheckResult("", f"{subject.written()}: {error}"), UNPLAYABLE
    except IndexError as error:
        place, line = subject.raised(error)
        return CheckResult("", f"{place}: an index is out of range", line), UNPLAYABLE
