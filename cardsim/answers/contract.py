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
from cardsim.answers.held_against import check_against
from cardsim.answers.subject import SkippedError, Subject, WrongError
from cardsim.answers.tried import check_deals, check_hands, check_views
from cardsim.errors import UserError
from cardsim.games import game_files, load_game
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
    name: str, *, against: str | None = None, hands: int = 200, seed: int = 1
) -> Iterator[tuple[str, Found]]:
    """What a game is held to, and what came of it, one after the other.

    Args:
        name: of the game.
        against: another game of the same rules, such as its class in plain Python.
        hands: how many are played at random.
        seed: of what is random.

    Raises:
        UserError: there is no such game.
    """
    try:
        subject = Subject(load_game(name), hands, seed)
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
        try:
            with keeping(hands=False, answers=False):
                came = run(subject)
            yield what, Found(came)
        except SkippedError as why:
            yield what, Found(str(why), skipped=True)
        except WrongError as error:
            yield what, Found("", str(error), error.hint or "")
            broken = broken or error.fatal
        except UserError as error:
            yield what, Found("", str(error), error.hint or "")
            broken = True
