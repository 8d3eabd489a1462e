"""A strategy whose choices differ in some situations: a wrapper around its own function."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, get_type_hints

from cardsim.compile.sources import written
from cardsim.errors import UserError
from cardsim.own_parameters import GIVEN, WANTS_COUNT, WANTS_NTH, given_to
from cardsim.runs.preparation import Resolved
from cardsim.runs.rollouts import DecisionTable
from cardsim.strategy import Strategy
from cardsim.workspace import borrowed

_BEFORE, _EXPERT = "chosen_before", "chosen_by_expert"


@dataclass(frozen=True)
class Change:
    """A choice to make in some situations, where it is legal.

    Attributes:
        asked: the decision, with the features that tell situations apart and the possible choices.
        ranges: first and last number of each feature.
        choice: number of an action, or of an expert who names it.
    """

    asked: DecisionTable
    ranges: tuple[tuple[int, int], ...]
    choice: int

    @property
    def condition(self) -> str:
        """The condition of the change as Python code; empty if it always applies."""
        parts = []
        for feature, (low, high) in zip(self.asked.features, self.ranges, strict=True):
            # Values beyond the ends of a feature's range count as its ends.
            least = f"{low} <= " if low > feature.low else ""
            most = f" <= {high}" if high < feature.high else ""
            number = f"int({feature.code})"
            if feature.name in self.asked.lent:
                # A strategy's own feature may be a fraction, and counts as the whole number below.
                most, number = most and f" < {high + 1}", feature.code
            if least or most:
                parts.append(f"{least}{number}{most}")
        return " and ".join(parts)


def changed_run(run: Resolved, changes: Sequence[Change]) -> Resolved:
    """Return a run in which the hero alone chooses otherwise in some situations.

    Args:
        run: a run of compiled strategies.
        changes: applied in turn; the last one that fits decides.
    """
    hero = run.strategies[0]
    for number, change in enumerate(changes):
        hero = _changed(hero, change, number)
    player = replace(run.spec.hero, strategy=hero.name, fingerprint=hero.fingerprint)
    spec = replace(run.spec, seats=(player, *run.spec.seats[1:]))
    return replace(run, spec=spec, strategies=(hero, *run.strategies[1:]))


def _changed(strategy: Strategy, change: Change, number: int) -> Strategy:
    name = change.asked.decision.function
    before = strategy.functions[name]
    _, *own = inspect.signature(before).parameters.values()
    scope: dict[str, Any] = {
        **{f.look.__name__: f.look for f in change.asked.features if f.look is not None},
        _BEFORE: before,
    }
    if change.asked.experts:
        scope[_EXPERT] = borrowed(strategy.game, change.asked.choices[change.choice], name)
        wanted = given_to(scope[_EXPERT])
        otherwise = [f"        chosen = int({_EXPERT}({', '.join(['view', *wanted])}))"]
    else:
        wanted = [WANTS_COUNT, WANTS_NTH]
        otherwise = [
            f"        for legal_one in range({WANTS_COUNT}(view)):",
            f"            if {WANTS_NTH}(view, legal_one) == {change.choice}:",
            f"                chosen = {change.choice}",
        ]
    options = [p for p in own if p.default is not p.empty]
    for option in options:
        if option.name in GIVEN:
            raise UserError(
                f"strategy '{strategy.name}' has a parameter '{option.name}', a name that is taken"
            )
    given = dict.fromkeys([*given_to(before), *wanted])
    lines = [
        f"def changed({', '.join(['view', *given, *(f'{p.name}=None' for p in options)])}):",
        # Called in any case: the strategy may keep a record of what it has seen.
        f"    chosen = int({_BEFORE}({', '.join(['view', *(p.name for p in own)])}))",
        f"    if {change.condition or 'True'}:",
        *otherwise,
        "    return chosen",
    ]
    text = "\n".join(lines) + "\n"
    file = f"<{strategy.game} {strategy.name}, changed {number}>"
    function: Any = written("changed", text, file, scope)
    function.__defaults__ = tuple(p.default for p in options)
    hints = get_type_hints(before, include_extras=True)
    function.__annotations__ = {p.name: hints[p.name] for p in options if p.name in hints}
    return strategy.with_function(name, function, name=f"{strategy.name}, changed")
