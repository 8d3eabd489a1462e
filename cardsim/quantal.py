"""Quantal players: the more an action gives away, the more seldom it is taken.

A player with a temperature takes an action with a chance in proportion to `exp(-given / t)`, where
`t` is the temperature. `given` is what the action gives away, in points of the game's single hands:
nothing for the action that the strategy wants; for any other one a `habit`, and how much less it is
worth by the numbers that describe it, if it is. So a slip that costs much is rare and one that
costs little is common. At 0 nothing is drawn, and at a high temperature every legal action is as
likely.

Worths are fitted (`cardsim.search.worths`) and kept in `strategies/<game>/worths.toml`. A strategy
of rules, which puts no number on its actions, borrows them.

Source: R. McKelvey and T. Palfrey, "Quantal response equilibria for normal form games", Games and
Economic Behavior 10 (1995): the logit response.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, pairwise
from typing import Any

import numpy as np
from numpy import int64

from cardsim.choices import counter, finder
from cardsim.compile.sources import written
from cardsim.errors import UserError, echoed
from cardsim.game import Decision, Game, Scores
from cardsim.kernels.intrinsics import record_here
from cardsim.kernels.jit import inlined, kernel
from cardsim.powers import exp
from cardsim.rng import at_next_block, uniform

TEMPERATURE = "temperature"
"""A parameter that every compiled strategy may be given."""
HOTTEST = 1e9
"""The highest temperature: any legal action, each as likely."""
FARTHER = 30.0
"""Factor of the temperature from the lowest strength that is measured to 0."""
STEPS = 9
"""Temperatures of a dial: at strengths 90, 80 ... 10."""
MOST_TABLES = 16
"""Most actions of a decision that each have weights of their own."""


@dataclass(frozen=True)
class Worth:
    """Values of a decision's actions, by the numbers that describe them.

    Attributes:
        habit: what any other action than the usual one gives away at least, in points.
        weights: by number and table, the points that one of a number is worth; empty where actions
            are not described.
        scores: what describes an action.
    """

    habit: float = 1.0
    weights: tuple[tuple[float, ...], ...] = ()
    scores: Scores | None = None

    @property
    def digest(self) -> str:
        """The numbers as text: part of the fingerprint of strategies that have a temperature."""
        return repr((self.habit, self.weights))


@cache
def described(game: Game, decision: Decision) -> Scores | None:
    """Return the numbers that describe an action; None where the game has none.

    Where a decision has few actions and the game names features for it, each action has a table:
    weights of the features, and of their products.
    """
    known = game.worths.get(decision.name) or game.scores.get(decision.name)
    features = {f.name: f for f in game.features}
    by = [features[name] for name in game.by.get(decision.name, ())]
    if known is not None or not by or not 0 < len(decision.actions) <= MOST_TABLES:
        return known
    parts = [f"min(max(int({f.code}), {f.low}), {f.high})" for f in by]
    pairs = list(combinations_with_replacement(range(len(by)), 2))
    numbers = ["1", *(f"x{k}" for k in range(len(by))), *(f"x{a} * x{b}" for a, b in pairs)]
    lines = ["def describe(view, action, numbers):"]
    lines += [f"    x{k} = {part}" for k, part in enumerate(parts)]
    lines += [f"    numbers[{k}] = {number}" for k, number in enumerate(numbers)]
    text = "\n".join([*lines, f"    return min(max(int(action), 0), {len(decision.actions) - 1})"])
    scope = {f.look.__name__: f.look for f in by if f.look is not None}
    file = f"<numbers of {game.name} {decision.name}>"
    describe = kernel(written("describe", text + "\n", file, {**scope, "__name__": __name__}))
    return Scores(describe, tuple(numbers), decision.actions)


def checked(game: Game, content: Mapping[str, Any], file: str) -> None:
    """Refuse what a file of worths cannot say."""
    decisions = [decision.name for decision in game.decisions]
    for name, said in content.items():
        if name in decisions or name == "fares":
            allowed = isinstance(said, Mapping)
            what = "a table"
        elif name == "dial":
            what = f"{STEPS} numbers above 0, each above the one before"
            allowed = _numbers(said) and (not said or _rises(said))
        elif name in {"unit", "base"}:
            allowed, what = isinstance(said, str), "text"
        else:
            known = ", ".join(("unit", "base", "dial", "fares", *decisions))
            raise UserError(f"{file}: there is no {echoed(name)}; there are {known}")
        if not allowed:
            raise UserError(f"{file}: {name} must be {what}, not {echoed(said)}")
    for name in content.keys() & set(decisions):
        _check_worth(name, content[name], file)
    for name, ends in content.get("fares", {}).items():
        if not _numbers(ends) or len(ends) != len(("value", "low", "high")):
            raise UserError(f"{file}: fares of {echoed(name)} must be three numbers")


def _check_worth(name: str, part: Mapping[str, Any], file: str) -> None:
    """Refuse a decision's table without a habit, or with weights that are no numbers."""
    if not _numbers([part.get("habit")]) or part["habit"] < 0:
        raise UserError(f"{file}: {name} needs a habit, a number from 0 on")
    rows = part.get("weights", [])
    if not isinstance(rows, list) or not all(row and _numbers(row) for row in rows):
        raise UserError(f"{file}: the weights of {name} must be lists of numbers")


def _numbers(said: object) -> bool:
    """Return whether a value is a list of numbers of a size that can be played with."""
    return isinstance(said, list) and all(
        type(one) in {int, float} and abs(one) <= HOTTEST for one in said
    )


def _rises(dial: list[float]) -> bool:
    """Return whether a dial has all its temperatures, the coolest first."""
    ends = pairwise((0.0, *dial, HOTTEST / FARTHER))
    return len(dial) == STEPS and all(cool < hot for cool, hot in ends)


def worths_in(game: Game, content: Mapping[str, Any]) -> dict[str, Worth]:
    """Return the worths of a game's decisions, by function, from what its file says.

    A decision that the file leaves out has the mean habit of the others.
    """
    parts = [part for part in content.values() if isinstance(part, Mapping)]
    habits = [float(part["habit"]) for part in parts if "habit" in part]
    usual = Worth(math.fsum(habits) / len(habits) if habits else 1.0)
    worths = {}
    for decision in game.decisions:
        part = content.get(decision.name)
        worths[decision.function] = usual
        if part is not None:
            rows = tuple(tuple(map(float, row)) for row in part.get("weights", ()))
            scores = described(game, decision) if rows else None
            if scores is not None and [*map(len, rows)] != [scores.tables] * len(scores.words):
                raise UserError(
                    f"strategies/{game.name}/worths.toml: {decision.name} must have "
                    f"{len(scores.words)} weights in each of {scores.tables} columns"
                )
            worths[decision.function] = Worth(float(part["habit"]), rows, scores)
    return worths


@inlined
def _pair(action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  numba gives it its types
    """Return a wide action as int64."""
    return int64(action[0]), int64(action[1])


def quantal(decision: Decision, worth: Worth) -> Any:
    """Return a kernel (view, chance, action, temperature) -> the action that is taken, or another.

    Chances are drawn in one pass, as in a weighted reservoir of one place (M. Chao, 1982).
    """
    count, nth, legal = counter(decision), finder(decision), decision.legal
    join, habit = _pair if decision.wide else int64, worth.habit
    worth_of, size = _weighed(worth)
    room = record_here(np.dtype([("numbers", np.int64, (size,))]), dict)

    @kernel
    def choose(view, chance, wanted, temperature):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  the same
        many = count(view)
        # An illegal action is the strategy's mistake, and is told as one.
        if temperature <= 0.0 or many <= 1 or not legal(view, wanted):
            return wanted
        words, numbers = at_next_block(chance), room().numbers
        best, whole, taken = worth_of(view, wanted, numbers), 0.0, wanted
        for n in range(many):
            action, share = join(nth(view, n)), 1.0
            if action != wanted:
                given = habit + max(0.0, best - worth_of(view, action, numbers))
                share = exp(-given / temperature)
            whole += share
            if uniform(words) * whole < share:
                taken = action
        return taken

    return choose


def _weighed(worth: Worth) -> tuple[Any, int]:
    """Return a kernel (view, action, numbers) -> worth in points, and how many numbers it needs."""
    if worth.scores is None:
        return kernel(lambda _view, _action, _numbers: 0.0), 1
    describe, weights = worth.scores.describe, np.array(worth.weights)
    size = len(weights)

    @kernel
    def worth_of(view, action, numbers):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  the same
        table, total = describe(view, action, numbers), 0.0
        for k in range(size):
            total += weights[k, table] * numbers[k]
        return total

    return worth_of, size


def valuer(decision: Decision, worth: Worth) -> Any:
    """Return a function (views, worths) that writes what each legal action is worth, in points.

    It is to be compiled. It returns how many actions it wrote, `len(worths)` at most.
    """
    count, nth, join = counter(decision), finder(decision), _pair if decision.wide else int64
    worth_of, size = _weighed(worth)

    def value(views, worths):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  the same
        view, numbers = views[0], np.zeros(size, np.int64)
        many = min(count(view), len(worths))
        for n in range(many):
            worths[n] = worth_of(view, join(nth(view, n)), numbers)
        return many

    return value
