"""Plans: play as one strategy until something of your own happened some times, then as another.

Some players change their play by what others did before: who was wrong twice may be believed no
more. No single other choice shows what that is worth, for it takes several and costs something each
time. So a plan brings it about first. A game says by which of its features (`DEEDS`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from cardsim.game import Decision, Feature, Game
from cardsim.own_parameters import WANTS_COUNT, WANTS_NTH
from cardsim.runs import wording
from cardsim.runs.rollouts import EITHER_OR, DecisionTable
from cardsim.runs.seating import Seated
from cardsim.search.scoring import USUAL, Usual

FIRST = "first_"
"""Prefix of the function that plays first."""
TWICE = 2
"""Times after which a plan is first tried to change."""
OTHERS = (1, 3)
"""Other times that are tried for the best of them."""


@dataclass(frozen=True)
class HandPlan:
    """A plan for a hand.

    Attributes:
        deed: what must happen, a number of the view.
        times: how often.
        first: plays until then.
        then: plays from then on.
        always: a decision and the action taken there until then, wherever it is legal; None if
            `first` decides everything.
    """

    deed: Feature
    times: int
    first: Seated
    then: Seated
    always: tuple[Decision, int] | None = None

    @property
    def told(self) -> str:
        """When it changes, for people."""
        return self.deed.with_number(str(self.times))


@dataclass(frozen=True)
class Planned:
    """A decision rule of a plan.

    Attributes:
        times: how often the deed of the plan must happen.
        first: the play until then, borrowed whole.
        action: the action taken until then, wherever it is legal; None if `first` decides.
        usual: the play from then on.
    """

    asked: DecisionTable
    times: int
    first: Usual
    action: int | None
    usual: Usual

    @property
    def parts(self) -> int:
        """One: nothing simpler is tried."""
        return 1

    def with_parts(self, _most: int) -> Planned:
        """Return the rule itself."""
        return self

    @property
    def takes(self) -> list[str]:
        """Arguments of the code besides the view."""
        by_number = [] if self.action is None else [WANTS_COUNT, WANTS_NTH]
        return list(dict.fromkeys([*self.usual.takes, *self.first.takes, *by_number]))

    @property
    def borrowed(self) -> dict[str, str]:
        """Functions of other strategies in the code, and the code that gets them."""
        (first,) = self.first.borrowed.values()
        return self.usual.borrowed | {f"{FIRST}{self.asked.decision.function}": first}

    @property
    def looks(self) -> set[str]:
        """Functions of the game's package in the code."""
        return self.asked.looks(self.asked.features[0].code) | self.usual.looks

    @property
    def above(self) -> list[str]:
        """Lines before the code: the play from then on."""
        return self.usual.code.split("\n") if self.usual.code else []

    @property
    def code(self) -> str:
        """The decision function as Python."""
        name, deed = self.asked.decision.function, self.asked.features[0]
        lines = [
            f"def {name}({', '.join(['view', *self.takes])}):",
            f"    if {deed.code} < {self.times}:",
        ]
        if self.action is not None:
            lines += [
                f"        for n in range({WANTS_COUNT}(view)):",
                f"            if {WANTS_NTH}(view, n) == {self.action}:",
                f"                return {self.action}  # {self.asked.choices[self.action]}",
            ]
        lines += [
            f"        return {FIRST}{name}({', '.join(['view', *self.first.takes])})",
            f"    return {USUAL}{name}({', '.join(['view', *self.usual.takes])})",
        ]
        return "\n".join(lines)

    @property
    def words(self) -> list[str]:
        """The rule for people: what is done first, and then."""
        deed, at = self.asked.features[0], f"at {self.asked.decision.name.replace('-', ' ')}: "
        (first,) = self.first.words
        if self.action is not None:
            first = at + self.asked.choices[self.action].replace("-", " ")
        where = wording.situation([deed], [(deed.low, self.times - 1)])
        return [
            f"{first}, {where}",
            *(f"then {line.removeprefix(at)}" for line in self.usual.words),
        ]


def rules_of(
    game: Game, plan: HandPlan, play: Callable[[DecisionTable, Seated], Usual]
) -> dict[str, Planned]:
    """Return the rules of a plan by decision; none where it never changes.

    `play` gives the play of a strategy at a decision, borrowed whole.
    """
    rules = {}
    for number, decision in enumerate(game.decisions):
        asked = DecisionTable(number, decision, (plan.deed,), game=game.name)
        first, then = play(asked, plan.first), play(asked, plan.then)
        action = plan.always[1] if plan.always and plan.always[0].name == decision.name else None
        changes = len({_whose(game, one, decision) for one in (plan.first, plan.then)}) > 1
        if changes or action is not None:
            rules[decision.name] = Planned(asked, plan.times, first, action, then)
    return rules


def _whose(game: Game, start: Seated, decision: Decision) -> tuple[str, str]:
    """Return whose function a strategy plays by at a decision, and with which numbers."""
    strategy, name = start.strategy, decision.function
    whose = game.default_strategy if name in strategy.inherited else strategy.name
    taken = {p.name for p in strategy.parameters_of(name)}
    return whose, repr({key: value for key, value in start.given.items() if key in taken})


def first_plans(game: Game, starts: Sequence[Seated]) -> Iterator[HandPlan]:
    """Yield plans that begin as the first strategy and go on as any, by every deed.

    Until then they may also always say yes, or always no, at one decision.
    """
    always: list[tuple[Decision, int] | None] = [None]
    for decision in game.decisions:
        if len(decision.actions) == EITHER_OR:
            always += [(decision, action) for action in range(EITHER_OR)]
    deeds = [one for one in game.features if one.name in game.deeds]
    for deed, how, then in product(deeds, always, starts):
        if how or then is not starts[0]:
            yield HandPlan(deed, TWICE, starts[0], then, how)


def near_plans(plan: HandPlan, starts: Sequence[Seated]) -> Iterator[HandPlan]:
    """Yield plans that differ in one thing: one of both strategies, or how often it takes."""
    yield from (replace(plan, first=first) for first in starts if first is not plan.first)
    yield from (replace(plan, then=then) for then in starts if then is not plan.then)
    yield from (replace(plan, times=times) for times in OTHERS)
