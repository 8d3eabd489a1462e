"""A strategy with its choice replaced in some situations, as a function made around its own."""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, get_type_hints

from cardsim.errors import UserError
from cardsim.game import Decision, Feature
from cardsim.runs.preparation import Resolved
from cardsim.strategy import WANTS_COUNT, WANTS_NTH, Strategy, given_to

_BEFORE = "chosen_before"


@dataclass(frozen=True)
class Change:
    """A choice to be made in some situations, where it is legal.

    Attributes:
        decision: what is decided.
        features: by which the situations are told.
        ranges: of each feature the first and the last of its numbers.
        choice: the action.
    """

    decision: Decision
    features: tuple[Feature, ...]
    ranges: tuple[tuple[int, int], ...]
    choice: int

    @property
    def condition(self) -> str:
        """When it is to be made, as a strategy writes it; empty if always."""
        parts = []
        for feature, (low, high) in zip(self.features, self.ranges, strict=True):
            # What lies beyond the ends counts as these.
            least = f"{low} <= " if low > feature.low else ""
            most = f" <= {high}" if high < feature.high else ""
            if least or most:
                parts.append(f"{least}int({feature.code}){most}")
        return " and ".join(parts)


def changed_run(run: Resolved, changes: Sequence[Change]) -> Resolved:
    """A run in which the hero, and nobody else, chooses otherwise in some situations.

    Args:
        run: of compiled strategies.
        changes: made one after the other; the last that fits is the one.

    Raises:
        UserError: no function can be made around the hero's.
    """
    hero = run.strategies[0]
    for number, change in enumerate(changes):
        hero = _changed(hero, change, number)
    player = replace(run.spec.hero, strategy=hero.name, fingerprint=hero.fingerprint)
    spec = replace(run.spec, seats=(player, *run.spec.seats[1:]))
    return replace(run, spec=spec, strategies=(hero, *run.strategies[1:]))


def _changed(strategy: Strategy, change: Change, number: int) -> Strategy:
    name = change.decision.function
    before = strategy.functions[name]
    _, *own = inspect.signature(before).parameters.values()
    given = [*given_to(before), WANTS_COUNT, WANTS_NTH]
    options = [p for p in own if p.default is not p.empty]
    taken_names = [p.name for p in options if p.name in given]
    if taken_names:
        raise UserError(
            f"strategy '{strategy.name}' has a parameter '{taken_names[0]}', a name that is taken"
        )
    taken = ", ".join(
        ["view", *dict.fromkeys(given), *(f"{p.name}=None" for p in options)],
    )
    passed = ", ".join(["view", *(p.name for p in own)])
    lines = [
        f"def changed({taken}):",
        # Asked in any case: it may keep a record of what it has seen.
        f"    chosen = int({_BEFORE}({passed}))",
        f"    if {change.condition or 'True'}:",
        f"        for legal_one in range({WANTS_COUNT}(view)):",
        f"            if {WANTS_NTH}(view, legal_one) == {change.choice}:",
        f"                chosen = {change.choice}",
        "    return chosen",
    ]
    text = "\n".join(lines) + "\n"
    file = f"<{strategy.game} {strategy.name}, changed {number}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope: dict[str, Any] = {
        feature.look.__name__: feature.look
        for feature in change.features
        if feature.look is not None
    }
    scope[_BEFORE] = before
    exec(compile(text, file, "exec"), scope)  # noqa: S102
    function = scope["changed"]
    function.__defaults__ = tuple(p.default for p in options)
    hints = get_type_hints(before, include_extras=True)
    function.__annotations__ = {p.name: hints[p.name] for p in options if p.name in hints}
    return strategy.with_function(name, function, name=f"{strategy.name}, changed")
